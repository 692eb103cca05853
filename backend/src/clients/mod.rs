//! Clients: the agent's list and card, the client's own settings, and order numbers.

pub mod entity;

mod agent;
mod export;
mod routes;

pub use agent::routes as agent_routes;
pub use export::routes as export_routes;
pub use routes::routes;

use crate::platform::scope::ScopedConnection;
use sea_orm::{
    Condition, DbErr, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::id::ClientId;

/// Matches rows whose client is managed by the staff member.
pub(crate) fn managed_by(client_id: impl ColumnTrait, staff_id: i64) -> Condition {
    let managed = entity::Entity::find()
        .select_only()
        .column(entity::Column::Id)
        .filter(entity::Column::ManagerStaffId.eq(staff_id));
    client_id.in_subquery(sea_orm::QueryTrait::into_query(managed)).into()
}

/// Number of a client's next order, with the attributes that an order copies from its client.
#[derive(Clone, Debug)]
pub struct NextOrder {
    /// The client's agent.
    pub agent_id: i64,
    /// Client code and sequence number, as in `K101-7`.
    pub number: String,
    /// The client's name.
    pub name: String,
    /// The client's currency.
    pub currency: String,
    /// The staff member who manages the client.
    pub manager_staff_id: Option<i64>,
}

/// Increments the client's order sequence and returns the next number. The client's row stays locked until the transaction ends.
pub async fn next_order_number(rows: &impl ScopedConnection, id: ClientId) -> Result<Option<NextOrder>, DbErr> {
    let next = entity::Entity::update_many()
        .col_expr(entity::Column::OrderSeq, Expr::col(entity::Column::OrderSeq).add(1))
        .filter(entity::Column::Id.eq(id.0));
    let numbered = |client: entity::Model| NextOrder {
        agent_id: client.agent_id,
        number: format!("{}-{}", client.code, client.order_seq),
        name: client.name,
        currency: client.currency,
        manager_staff_id: client.manager_staff_id,
    };
    Ok(rows.update(next).await?.pop().map(numbered))
}
