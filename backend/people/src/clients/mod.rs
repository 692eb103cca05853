//! Clients: the agent's list and card, the client's own settings, and order numbers.

mod agent_routes;
mod assignment;
mod change;
mod error;
mod export_routes;
mod history;
mod import;
mod insert;
mod list;
mod lookup;
mod routes;
mod terms;

pub use agent_routes::routes as agent_routes;
pub use assignment::hand_over;
pub use error::ClientError;
pub use export_routes::routes as export_routes;
pub(crate) use history::write_invitation;
pub use import::routes as import_routes;
pub(crate) use insert::{ClientFields, insert};
pub use lookup::find_by_names;
pub use routes::{contains_text, routes, search_filter};

use platform::{realtime::Change, scope::ScopedConnection};
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    id::{AgentId, ClientId, StaffId},
    live::Topic,
};

/// Number of a client's next order, with the attributes that an order copies from its client.
#[derive(Clone, Debug)]
pub struct NextOrder {
    /// The client's agent.
    pub agent_id: AgentId,
    /// Client code and sequence number, as in `K101-7`.
    pub number: String,
    /// The client's code.
    pub code: String,
    /// The client's name.
    pub name: String,
    /// The client's currency.
    pub currency: shared_types::money::Currency,
    /// The staff member in charge of the client.
    pub manager_staff_id: Option<StaffId>,
    /// Whether the client is locked out.
    pub is_disabled: bool,
}

/// Publishes a change of a client to open pages. Its table is not published as a whole: numbering a draft changes the row too, and
/// staff must not learn of drafts.
pub(crate) fn record_change(rows: &impl ScopedConnection, client: &entities::client::Model) {
    let change = Change {
        topic: Topic::Client,
        id: client.id.0,
        client_id: Some(client.id),
        audience: None,
    };
    rows.record_change(client.agent_id, change);
}

/// Increments the client's order sequence and returns the next number. The client's row stays locked until the transaction ends.
pub async fn next_order_number(rows: &impl ScopedConnection, id: ClientId) -> Result<Option<NextOrder>, DbErr> {
    let next = entities::client::Entity::update_many()
        .col_expr(
            entities::client::Column::OrderSeq,
            Expr::col(entities::client::Column::OrderSeq).add(1),
        )
        .filter(entities::client::Column::Id.eq(id.0));
    let numbered = |client: entities::client::Model| NextOrder {
        agent_id: client.agent_id,
        number: format!("{}-{}", client.code, client.order_seq),
        code: client.code,
        name: client.name,
        currency: client.currency,
        manager_staff_id: client.manager_staff_id,
        is_disabled: client.disabled_at.is_some(),
    };
    Ok(rows.update(next).await?.pop().map(numbered))
}

/// Increments the client's shipment sequence and returns the client with the number, as in `K101-S7`. The client's row stays
/// locked until the transaction ends, so that numbers are unique.
pub async fn next_shipment_number(
    rows: &impl ScopedConnection,
    id: ClientId,
) -> Result<Option<(entities::client::Model, String)>, DbErr> {
    let next = entities::client::Entity::update_many()
        .col_expr(
            entities::client::Column::ShipmentSeq,
            Expr::col(entities::client::Column::ShipmentSeq).add(1),
        )
        .filter(entities::client::Column::Id.eq(id.0));
    let client = rows.update(next).await?.pop();
    Ok(client.map(|client| {
        let number = format!("{}-S{}", client.code, client.shipment_seq);
        (client, number)
    }))
}
