//! The main job with the client of progenitor.

use progenitor_generated::{
    Client, Error,
    types::{NewItem, NewOrder, OrderFilter},
};
use serde_json::{from_value, json};
use std::{env, num::NonZeroU64};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut headers = reqwest::header::HeaderMap::new();
    headers.insert("authorization", format!("Bearer {}", env::var("KARAVAN_KEY")?).parse()?);
    let http = reqwest::Client::builder().default_headers(headers).build()?;
    let client = Client::new_with_client(&env::var("KARAVAN_URL")?, http);
    let page = client
        .list_client_orders(None, Some(OrderFilter::Current), NonZeroU64::new(2), None, None, None, None)
        .await?;
    let order = client.show_client_order(*page.data[0].id).await?;
    let new_order: NewOrder = from_value(json!({"type": "standard", "title": format!("copy of {}", order.number)}))?;
    let draft = client.create_order(None, &new_order).await?;
    let new_item: NewItem = from_value(json!({
        "title": "Nike Dunk Low", "url": "https://detail.1688.com/offer/736512841907.html", "price": "459.00", "quantity": 2,
    }))?;
    let item = client
        .add_item(*draft.id, Some(&"progenitor".parse()?), &new_item)
        .await?;
    let Err(Error::ErrorResponse(problem)) = client.show_client_order(999_999_999).await else {
        return Err("the problem was not read".into());
    };
    println!("{}", json!({"order": draft.id, "item": item.id, "code": problem.code}));
    Ok(())
}
