//! Client accounts: what orders and the client's settings need of them.

pub mod entity;

mod agent;
mod export;
mod routes;

pub use agent::routes as agent_routes;
pub use export::routes as export_routes;
pub use routes::routes;

use crate::platform::scope::Rows;
use sea_orm::{
    Condition, DbErr, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::id::ClientId;

/// Rows of clients that the staff member manages.
pub(crate) fn managed_by(client_id: impl ColumnTrait, staff_id: i64) -> Condition {
    let managed = entity::Entity::find()
        .select_only()
        .column(entity::Column::Id)
        .filter(entity::Column::ManagerStaffId.eq(staff_id));
    client_id.in_subquery(sea_orm::QueryTrait::into_query(managed)).into()
}

/// The next order of a client: its number, and what the order takes over from the client.
#[derive(Clone, Debug)]
pub struct Numbered {
    /// The tenant.
    pub agent_id: i64,
    /// Client code and sequence.
    pub number: String,
    /// The client's name.
    pub name: String,
    /// The client's currency.
    pub currency: String,
    /// The staff member in charge.
    pub manager_staff_id: Option<i64>,
}

/// Counts the client's orders on and gives the new one its number; the row stays locked until the transaction ends.
pub async fn next_order_number(rows: &impl Rows, id: ClientId) -> Result<Option<Numbered>, DbErr> {
    let next = entity::Entity::update_many()
        .col_expr(entity::Column::OrderSeq, Expr::col(entity::Column::OrderSeq).add(1))
        .filter(entity::Column::Id.eq(id.0));
    let numbered = |client: entity::Model| Numbered {
        agent_id: client.agent_id,
        number: format!("{}-{}", client.code, client.order_seq),
        name: client.name,
        currency: client.currency,
        manager_staff_id: client.manager_staff_id,
    };
    Ok(rows.update(next).await?.pop().map(numbered))
}
