//! The order card, read through a scope.

use super::{
    OrderError,
    entity::{group, item, order},
    views::{self, ClientLabel, NoteFlags, Viewer},
};
use crate::{clients::entity as client, platform::scope::Rows};
use sea_orm::{DbErr, JoinType, QueryOrder, QuerySelect, entity::prelude::*};
use shared_types::{id::OrderId, orders::Order};

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

/// The lines with their groups, in the order they were added.
pub(super) async fn lines(rows: &impl Rows, id: i64) -> Result<Vec<(item::Model, Option<group::Model>)>, DbErr> {
    let select = item::Entity::find()
        .filter(item::Column::OrderId.eq(id))
        .order_by_asc(item::Column::Id)
        .find_also_related(group::Entity);
    rows.all_with(select).await
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
    let lines = lines(rows, order.id).await?;
    Ok(views::card(order, client, agent_name.to_owned(), lines, viewer, notes))
}
