//! The changes that written rows are, for the tables that open pages follow.

use super::{Owned, Ownership};
use crate::realtime::Change;
use sea_orm::{ActiveModelTrait, ActiveValue, ModelTrait, Value};
use shared_types::id::{AgentId, ClientId};

/// The change that a written row is, if open pages follow its table; `id` reads an id from a column.
fn change_of<E: Owned>(id: impl Fn(E::Column) -> Option<i64>) -> Option<(AgentId, Change)> {
    let (topic, column) = E::live()?;
    let (agent, client) = match E::ownership() {
        Ownership::Client { agent, client } => (agent, Some(client)),
        Ownership::Ledger { agent, client } => (agent, client),
        Ownership::Agent(agent) => (agent, None),
        _ => return None,
    };
    let agent = AgentId(id(agent)?);
    let change = Change {
        topic,
        id: id(column)?,
        client_id: client.and_then(&id).map(ClientId),
        audience: None,
    };
    Some((agent, change))
}

pub(super) fn change_of_model<E: Owned>(row: &E::Model) -> Option<(AgentId, Change)> {
    change_of::<E>(|column| match row.get(column) {
        Value::BigInt(id) => id,
        _ => None,
    })
}

pub(super) fn change_of_values<A>(row: &A) -> Option<(AgentId, Change)>
where
    A: ActiveModelTrait,
    A::Entity: Owned,
{
    change_of::<A::Entity>(|column| match row.get(column) {
        ActiveValue::Set(Value::BigInt(id)) | ActiveValue::Unchanged(Value::BigInt(id)) => id,
        _ => None,
    })
}
