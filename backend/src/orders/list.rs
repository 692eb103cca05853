//! Pages of orders, newest first: one statement for the rows, one for their pictures.

use super::{
    entity::{item, order},
    views::{self, ClientLabel, Viewer},
};
use crate::{
    clients::entity as client,
    platform::{
        http::{Window, cursor},
        scope::Rows,
    },
};
use sea_orm::{
    Condition, DbErr, JoinType, QueryOrder, QuerySelect, Select, SelectTwo,
    entity::prelude::*,
    sea_query::{Expr, IntoCondition},
};
use shared_types::{
    orders::{OrderStatus, OrderSummary},
    page::Page,
};
use std::collections::HashMap;

/// Pictures beside a row.
const THUMBNAILS: usize = 4;

/// Only the first lines of an order are looked at: an order of a thousand lines must not make its page slow.
const FIRST_LINES: &str = "order_items.id <= coalesce((SELECT i.id FROM order_items i WHERE i.order_id = order_items.order_id ORDER BY i.id LIMIT 1 OFFSET 7), order_items.id)";

/// Orders in one of the states.
pub(super) fn in_statuses(statuses: &[OrderStatus]) -> Condition {
    order::Column::Status
        .is_in(statuses.iter().map(|status| status.as_str()))
        .into_condition()
}

/// A page of the orders that meet the condition.
pub(super) async fn page(
    rows: &impl Rows,
    condition: Condition,
    window: Window,
    viewer: Viewer,
) -> Result<Page<OrderSummary>, DbErr> {
    let mut page = plain_page(rows, condition, window, viewer).await?;
    let mut pictures = thumbnails(rows, page.data.iter().map(|order| order.id.0).collect()).await?;
    for order in &mut page.data {
        order.thumbnails = pictures.remove(&order.id.0).unwrap_or_default();
    }
    Ok(page)
}

/// The same without pictures.
pub(super) async fn plain_page(
    rows: &impl Rows,
    condition: Condition,
    window: Window,
    viewer: Viewer,
) -> Result<Page<OrderSummary>, DbErr> {
    let mut select: Select<order::Entity> = order::Entity::find().filter(condition);
    if let Some(before) = window.before {
        select = select.filter(order::Column::Id.lt(before));
    }
    let select: SelectTwo<order::Entity, client::Entity> = select
        .join(JoinType::InnerJoin, order::Relation::Client.def())
        .select_also(client::Entity)
        .order_by_desc(order::Column::Id)
        .limit(window.limit + 1);
    let mut found = rows.all_with(select).await?;
    let more = found.len() as u64 > window.limit;
    found.truncate(usize::try_from(window.limit).unwrap_or(usize::MAX));
    let next_cursor = found.last().filter(|_| more).map(|(last, _)| cursor::encode(last.id));
    let summary = |(order, client): (order::Model, Option<client::Model>)| {
        let client = client.map_or_else(
            || ClientLabel {
                code: String::new(),
                name: String::new(),
            },
            label,
        );
        views::summary(&order, client, Vec::new(), viewer)
    };
    Ok(Page {
        data: found.into_iter().map(summary).collect(),
        next_cursor,
    })
}

/// The client's part of a row.
pub(super) fn label(client: client::Model) -> ClientLabel {
    ClientLabel {
        code: client.code,
        name: client.name,
    }
}

#[derive(sea_orm::FromQueryResult)]
struct Picture {
    order_id: i64,
    image_url: Option<String>,
}

/// The first pictures of each order.
async fn thumbnails(rows: &impl Rows, orders: Vec<i64>) -> Result<HashMap<i64, Vec<String>>, DbErr> {
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let select = item::Entity::find()
        .select_only()
        .columns([item::Column::OrderId, item::Column::ImageUrl])
        .filter(item::Column::OrderId.is_in(orders))
        .filter(item::Column::ImageUrl.is_not_null())
        .filter(Expr::cust(FIRST_LINES))
        .order_by_asc(item::Column::Id);
    let found: Vec<Picture> = rows.all_as(select).await?;
    let mut pictures = HashMap::<i64, Vec<String>>::new();
    for Picture { order_id, image_url } in found {
        let of_order = pictures.entry(order_id).or_default();
        if of_order.len() < THUMBNAILS {
            of_order.extend(image_url);
        }
    }
    Ok(pictures)
}
