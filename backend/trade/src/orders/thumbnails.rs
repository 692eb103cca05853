//! The pictures that lists show of each order.

use entities::{order, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{
    DbErr, FromQueryResult, QueryOrder, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use shared_types::id::OrderId;
use std::collections::HashMap;

/// Most pictures of an order.
const MAX_THUMBNAILS: usize = 4;
/// Only the first items of an order are searched for pictures: an order of a thousand items must not slow down its page.
const SEARCHED_ITEMS: u64 = 8;

#[derive(FromQueryResult)]
struct ThumbnailRow {
    order_id: OrderId,
    image_url: String,
}

/// Separator of the addresses of an order's pictures in one column. An address contains no control characters.
const SEPARATOR: char = '\u{1f}';

/// SQL expression for the first pictures of an order, as one text.
pub(super) fn column() -> SimpleExpr {
    Expr::cust(format!(
        "(SELECT string_agg(picture.image_url, '{SEPARATOR}') FROM \
         (SELECT searched.image_url FROM (SELECT i.id, i.image_url FROM order_items AS i WHERE i.order_id = orders.id \
         ORDER BY i.id LIMIT {SEARCHED_ITEMS}) AS searched WHERE searched.image_url IS NOT NULL \
         ORDER BY searched.id LIMIT {MAX_THUMBNAILS}) AS picture)"
    ))
}

/// The addresses in the value of [`column`].
pub(super) fn split(addresses: &str) -> Vec<String> {
    addresses.split(SEPARATOR).map(ToOwned::to_owned).collect()
}

/// The first pictures of each order, by a statement of its own.
pub(super) async fn load(
    rows: &impl ScopedConnection,
    orders: &[OrderId],
) -> Result<HashMap<OrderId, Vec<String>>, DbErr> {
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let select = join_up_to_last(rows.id_in(order::Column::Id, orders.iter().copied()));
    let images: Vec<ThumbnailRow> = rows.all_as(select).await?;
    let mut thumbnails = HashMap::<OrderId, Vec<String>>::new();
    for ThumbnailRow { order_id, image_url } in images {
        let urls = thumbnails.entry(order_id).or_default();
        if urls.len() < MAX_THUMBNAILS {
            urls.push(image_url);
        }
    }
    Ok(thumbnails)
}

/// Reads the items of each order up to the last searched one, which is found once per order.
fn join_up_to_last(is_listed: SimpleExpr) -> Select<order::Entity> {
    let last = "coalesce((SELECT last.id FROM order_items AS last WHERE last.order_id = orders.id \
                ORDER BY last.id LIMIT 1 OFFSET 7), 9223372036854775807)";
    let of_order = Expr::col((item::Entity, item::Column::OrderId)).equals((order::Entity, order::Column::Id));
    let mut select = order::Entity::find().select_only();
    // A cross join fixes the order in which SQLite reads the tables.
    QueryTrait::query(&mut select).cross_join(item::Entity);
    select
        .columns([item::Column::OrderId, item::Column::ImageUrl])
        .filter(is_listed)
        .filter(of_order)
        .filter(Expr::col((item::Entity, item::Column::Id)).lte(Expr::cust(last)))
        .filter(item::Column::ImageUrl.is_not_null())
        .order_by_asc(item::Column::Id)
}
