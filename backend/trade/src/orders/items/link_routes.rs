//! HTTP handler that reads a shared link before it becomes an item.

use super::rules::checked_link;
use infra::shop_pages;
use platform::{
    http::{Api, ApiResponse, ApiResult, Call},
    scope::{AgentPolicy, ClientPolicy, RowPolicy, Scope},
};
use shared_types::{
    items::{LinkedProduct, ReadLink},
    money::Money,
    shop_link,
};

/// Registers the reading of links.
pub fn routes(api: Api) -> Api {
    api.serve_sides::<ReadLink, _, _>(read::<AgentPolicy>, read::<ClientPolicy>)
}

async fn read<W: RowPolicy>(call: Call<ReadLink, Scope<W>>) -> ApiResult<ReadLink> {
    let shared = checked_link(&call.body.text)?;
    let opened = shop_pages::open(&call.state, shared.url).await;
    let page = shop_link::product(&opened.url);
    let named = shared
        .price
        .and_then(|(amount, currency)| Money::parse(&amount, currency).ok());
    Ok(ApiResponse(LinkedProduct {
        marketplace: shop_link::marketplace(&opened.url).map(ToOwned::to_owned),
        external_id: page.map(|page| page.id),
        // The page has the whole title, the shared text a short one.
        title: opened.facts.title.or(shared.title),
        price: named.or(opened.facts.price),
        image_url: opened.facts.image,
        shop_name: opened.facts.seller,
        url: opened.url,
    }))
}
