//! The order card, read through a scope.

use super::{
    OrderError,
    entity::{group, item, order},
    views::{self, ClientLabel, NoteFlags, Viewer},
};
use crate::{
    clients::entity as client,
    platform::{
        http::{Failure, Window},
        scope::Rows,
    },
};
use sea_orm::{DbErr, JoinType, QueryOrder, QuerySelect, Select, entity::prelude::*};
use shared_types::{
    id::OrderId,
    orders::{ItemsPage, ItemsQuery, Order, limits},
};

/// The order itself.
pub(crate) async fn find(rows: &impl Rows, id: OrderId) -> Result<order::Model, OrderError> {
    rows.one(order::Entity::find_by_id(id.0))
        .await?
        .ok_or(OrderError::NotFound)
}

/// Refuses an order that the scope does not reach.
pub async fn seen(rows: &impl Rows, id: OrderId) -> Result<(), OrderError> {
    find(rows, id).await.map(drop)
}

/// The order with its client, both behind the order's wall.
pub(super) async fn find_with_client(rows: &impl Rows, id: OrderId) -> Result<(order::Model, ClientLabel), OrderError> {
    let select = order::Entity::find_by_id(id.0)
        .join(JoinType::InnerJoin, order::Relation::Client.def())
        .select_also(client::Entity);
    let (order, client) = rows.all_with(select).await?.pop().ok_or(OrderError::NotFound)?;
    let client = client.ok_or(OrderError::NotFound)?;
    Ok((
        order,
        ClientLabel {
            code: client.code,
            name: client.name,
        },
    ))
}

/// The order itself, kept from others until the transaction ends.
pub(crate) async fn lock(rows: &impl Rows, id: OrderId) -> Result<order::Model, OrderError> {
    rows.one(order::Entity::find_by_id(id.0).lock_exclusive())
        .await?
        .ok_or(OrderError::NotFound)
}

/// A line with its group.
pub(super) type Line = (item::Model, Option<group::Model>);

fn of_order(id: i64) -> Select<item::Entity> {
    item::Entity::find()
        .filter(item::Column::OrderId.eq(id))
        .order_by_asc(item::Column::Id)
}

/// All lines with their groups, in the order they were added.
pub(super) async fn lines(rows: &impl Rows, id: i64) -> Result<Vec<Line>, DbErr> {
    rows.all_with(of_order(id).find_also_related(group::Entity)).await
}

/// A page of the lines of an order that was read before.
pub(super) async fn items(
    rows: &impl Rows,
    order: &order::Model,
    query: &ItemsQuery,
    viewer: Viewer,
    notes: Option<&NoteFlags>,
) -> Result<ItemsPage, Failure> {
    let window = Window::up_to(
        query.limit,
        query.cursor.as_deref(),
        limits::CARD_ITEMS,
        limits::ITEMS_PAGE,
    )?;
    let mut select = of_order(order.id).limit(window.limit + 1);
    if let Some(last) = window.beyond {
        select = select.filter(item::Column::Id.gt(last));
    }
    let mut lines = rows.all_with(select.find_also_related(group::Entity)).await?;
    let next_cursor = views::keep_first(&mut lines, window.limit);
    Ok(ItemsPage {
        groups: views::groups(&lines, order, viewer, notes),
        data: views::items(lines, order, viewer, notes),
        next_cursor,
    })
}

/// The card of an order that was read before.
pub(super) async fn of(
    rows: &impl Rows,
    order: order::Model,
    client: ClientLabel,
    agent_name: &str,
    viewer: Viewer,
    notes: Option<&NoteFlags>,
) -> Result<Order, OrderError> {
    // One more than is told says that there are more; what is in other currencies is summed over all lines.
    let most = if order.mixed_currencies && viewer.prices {
        limits::ITEMS.unsigned_abs().into()
    } else {
        limits::CARD_ITEMS + 1
    };
    let select = of_order(order.id).limit(most).find_also_related(group::Entity);
    let lines = rows.all_with(select).await?;
    Ok(views::card(&order, client, agent_name.to_owned(), lines, viewer, notes))
}
