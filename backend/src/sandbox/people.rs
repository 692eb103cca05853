//! The people in whose names the steps of an order are performed.

use super::error::SandboxError;
use entities::{client_member, order, staff, user};
use platform::{
    scope::{ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    id::UserId,
    orders::{Origin, Side},
};
use trade::orders::history::Actor;

/// The staff member in charge of an order, else the owner of the agent.
pub(super) async fn responsible_staff(state: &AppState, order: &order::Model) -> Result<Actor, SandboxError> {
    let system = state.system();
    let scope = system.enter_agent(order.agent_id);
    let assigned = match order.assigned_staff_id {
        Some(id) => scope.one(staff::Entity::find_by_id(id)).await?,
        None => None,
    };
    let found = if assigned.is_some() {
        assigned
    } else {
        let owner = staff::Entity::find().filter(staff::Column::IsOwner.eq(true));
        scope.one(owner.order_by_asc(staff::Column::Id)).await?
    };
    actor(&system, Side::Staff, found.map(|found| found.user_id), "").await
}

/// A member of the client of an order, the owner if there is one.
pub(super) async fn member(state: &AppState, order: &order::Model) -> Result<Actor, SandboxError> {
    let system = state.system();
    let members = client_member::Entity::find()
        .filter(client_member::Column::ConfirmedAt.is_not_null())
        .order_by_desc(client_member::Column::IsOwner)
        .order_by_asc(client_member::Column::Id);
    let found = system
        .enter_client(order.agent_id, order.client_id)
        .one(members)
        .await?;
    let client = entities::client::Entity::find_by_id(order.client_id);
    let name = system.one(client).await?.map(|client| client.name).unwrap_or_default();
    actor(&system, Side::Client, found.map(|found| found.user_id), &name).await
}

/// A person as the author of a change; without one, a name.
async fn actor(system: &SystemScope, side: Side, user_id: Option<UserId>, name: &str) -> Result<Actor, SandboxError> {
    let person = match user_id {
        Some(id) => system.one(user::Entity::find_by_id(id)).await?,
        None => None,
    };
    Ok(Actor {
        side,
        user_id,
        name: person.map_or_else(|| name.to_owned(), |person| person.name),
        via: Origin::Cabinet,
    })
}
