//! The pictures that lists show of each order.

use entities::{order, order_item as item};
use platform::{db::DatabaseKind, scope::ScopedConnection};
use sea_orm::{
    DbErr, FromQueryResult, JoinType, QueryOrder, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Alias, Expr, ExprTrait, Func, IntoCondition, Order, SimpleExpr},
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

/// The first pictures of each order.
pub(super) async fn load(
    rows: &impl ScopedConnection,
    orders: &[OrderId],
) -> Result<HashMap<OrderId, Vec<String>>, DbErr> {
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let images: Vec<ThumbnailRow> = match rows.database_kind() {
        DatabaseKind::Sqlite => {
            rows.all_as(join_up_to_last(rows.id_in(order::Column::Id, orders)))
                .await?
        }
        DatabaseKind::Postgres => rows.all_as(join_lateral(orders)).await?,
    };
    let mut thumbnails = HashMap::<OrderId, Vec<String>>::new();
    for ThumbnailRow { order_id, image_url } in images {
        let urls = thumbnails.entry(order_id).or_default();
        if urls.len() < MAX_THUMBNAILS {
            urls.push(image_url);
        }
    }
    Ok(thumbnails)
}

/// PostgreSQL reads the first items of each order. They are named like their table, so that the condition of the scope applies
/// to them after they are read: before, it would be a reason to read all items of the agent.
fn join_lateral(orders: &[OrderId]) -> Select<item::Entity> {
    let (wanted, items) = (Alias::new("wanted"), Alias::new("order_items"));
    let ids: Vec<String> = orders.iter().map(OrderId::to_string).collect();
    let ids = Expr::cust_with_values("CAST($1 AS bigint[])", [format!("{{{}}}", ids.join(","))]);
    let mut first = item::Entity::find().into_query();
    first
        .and_where(Expr::col((item::Entity, item::Column::OrderId)).equals((wanted.clone(), wanted.clone())))
        .order_by((item::Entity, item::Column::Id), Order::Asc)
        .limit(SEARCHED_ITEMS);
    let mut select = item::Entity::find()
        .select_only()
        .columns([item::Column::OrderId, item::Column::ImageUrl])
        .order_by_asc(item::Column::Id);
    QueryTrait::query(&mut select)
        .from_clear()
        .from_function(Func::cust("unnest").arg(ids), wanted)
        .join_lateral(
            JoinType::InnerJoin,
            first,
            items,
            item::Column::ImageUrl.is_not_null().into_condition(),
        );
    select
}

/// SQLite has no lateral joins. It reads the items of each order up to the last searched one, which it finds once per order.
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
