//! The main job with the client of openapi-generator.

use openapi_generated::{
    apis::{
        Error,
        configuration::Configuration,
        items_api::add_item,
        orders_api::{ShowClientOrderError, create_order, list_client_orders, show_client_order},
    },
    models::{NewItem, NewOrder, OrderFilter, OrderType},
};
use std::env;

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let configuration = Configuration {
        base_path: env::var("KARAVAN_URL")?,
        bearer_access_token: Some(env::var("KARAVAN_KEY")?),
        ..Configuration::default()
    };
    let page = list_client_orders(&configuration, None, Some(OrderFilter::Current), Some(2), None, None, None, None).await?;
    let order = show_client_order(&configuration, page.data[0].id).await?;
    let mut new_order = NewOrder::new(OrderType::Standard);
    new_order.title = Some(Some(format!("copy of {}", order.number)));
    let draft = create_order(&configuration, new_order, None).await?;
    let mut new_item = NewItem::new(
        "459.00".into(),
        "Nike Dunk Low".into(),
        "https://detail.1688.com/offer/736512841907.html".into(),
    );
    new_item.quantity = Some(Some(2));
    let item = add_item(&configuration, draft.id, new_item, Some("openapi-generator-rust")).await?;
    let Err(Error::ResponseError(refused)) = show_client_order(&configuration, 999_999_999).await else {
        return Err("the order was found".into());
    };
    // The variants are untagged and have one type, so the first one is read.
    let Some(ShowClientOrderError::Status401(problem)) = refused.entity else {
        return Err("the problem was not read".into());
    };
    println!(
        "{}",
        serde_json::json!({"order": draft.id, "item": item.id, "code": problem.code})
    );
    Ok(())
}
