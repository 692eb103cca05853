//! Test keys of the demo, which is a sandbox: one of staff and one of a client.

use entities::{client_member, staff};
use people::api_keys::{self, Holder, HolderMembership};
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::entity::prelude::*;
use shared_types::{
    access::{Guard, Rights},
    api_keys::{KeyLevel, KeyObject, KeyRights, NewApiKey},
    id::{AgentId, ClientId, UserId},
};
use std::error::Error;

/// The rights of a demo key: all that a key can have, so that every page of the documentation can be tried.
fn all_rights(guard: Guard) -> KeyRights {
    let objects = KeyObject::ALL.iter().copied();
    let rights = objects.filter(|object| object.belongs_to(guard)).map(|object| {
        let level = match object {
            KeyObject::Staff | KeyObject::Events | KeyObject::Reports => KeyLevel::Read,
            _ => KeyLevel::Write,
        };
        (object, level)
    });
    KeyRights(rights.collect())
}

async fn create(
    state: &AppState,
    agent: AgentId,
    (guard, membership, user_id): (Guard, HolderMembership, UserId),
) -> Result<String, Box<dyn Error>> {
    let holder = Holder {
        user_id,
        name: "Demo".to_owned(),
        membership,
        rights: Rights::owner(),
        is_sandbox: true,
    };
    let new = NewApiKey {
        name: "Demo".to_owned(),
        rights: all_rights(guard),
        networks: Vec::new(),
        origins: Vec::new(),
        expires_in_days: None,
        never_expires: false,
    };
    let scope = state.system().enter_agent(agent);
    let created = api_keys::create_for(state, &scope, &holder, new).await;
    Ok(created.map_err(|error| error.to_string())?.plaintext)
}

/// Creates the keys, and returns lines that show them. They are not shown again.
pub(super) async fn load(state: &AppState, agent: AgentId, client: ClientId) -> Result<String, Box<dyn Error>> {
    let scope = state.system().enter_agent(agent);
    let owner = staff::Entity::find().filter(staff::Column::IsOwner.eq(true));
    let owner = scope.one(owner).await?.ok_or("the agent has no owner")?;
    let member = client_member::Entity::find().filter(client_member::Column::ClientId.eq(client));
    let member = scope.one(member).await?.ok_or("the client has no member")?;
    let of_staff = (Guard::Agent, HolderMembership::Staff(owner.id), owner.user_id);
    let of_client = (
        Guard::Client,
        HolderMembership::Member(member.id, client),
        member.user_id,
    );
    Ok(format!(
        "test keys for programs, shown once (docs/api/sandbox.md)\n  agent    {}\n  client   {}",
        create(state, agent, of_staff).await?,
        create(state, agent, of_client).await?
    ))
}
