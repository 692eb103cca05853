//! `karavan key:create` and `karavan key:revoke`: keys of members of a cabinet, for an operator who sets an integration up.

use clap::Args;
use entities::{agent, client, client_member, staff, user};
use people::{
    api_keys::{self, Holder, HolderMembership},
    staff::access,
};
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::entity::prelude::*;
use shared_types::{
    access::Rights,
    api_keys::{KeyLevel, KeyObject, KeyRights, NewApiKey},
    id::AccessGroupId,
};
use std::{collections::BTreeMap, error::Error};

type CommandResult = Result<String, Box<dyn Error>>;

#[derive(Args)]
pub(super) struct KeyArguments {
    /// The subdomain of the agent.
    #[arg(long)]
    agent: String,
    /// The code of a client of the agent; without it, the key acts for staff.
    #[arg(long)]
    client: Option<String>,
    /// The phone number of the person in whose name the key acts.
    #[arg(long)]
    phone: String,
    /// The name of the program.
    #[arg(long)]
    name: String,
    /// The rights, such as `orders:write,clients:read`.
    #[arg(long, value_parser = parse_rights)]
    rights: KeyRights,
    /// A network from which the key may be used; can be repeated.
    #[arg(long = "network")]
    networks: Vec<String>,
    /// An origin of web pages that may use the key; can be repeated.
    #[arg(long = "origin")]
    origins: Vec<String>,
    /// After how many days the key ends; 365 by default.
    #[arg(long)]
    days: Option<i64>,
    /// The key works until it is revoked.
    #[arg(long, conflicts_with = "days")]
    never_expires: bool,
}

/// Rights as `object:level`, separated by commas.
fn parse_rights(text: &str) -> Result<KeyRights, String> {
    let right = |text: &str| {
        let (object, level) = text.split_once(':').ok_or(format!("{text} has no level"))?;
        let known = KeyObject::ALL.iter().copied().find(|known| known.as_str() == object);
        let levels = [KeyLevel::Read, KeyLevel::Write];
        let level = levels.into_iter().find(|known| known.as_str() == level);
        Ok((
            known.ok_or(format!("there is no object {object}"))?,
            level.ok_or(format!("the level of {object} is read or write"))?,
        ))
    };
    let rights: Result<BTreeMap<_, _>, String> = text.split(',').map(str::trim).map(right).collect();
    rights.map(KeyRights)
}

/// The rights of a membership at present.
async fn rights_of(
    rows: &impl ScopedConnection,
    is_owner: bool,
    group: Option<AccessGroupId>,
) -> Result<Rights, DbErr> {
    if is_owner {
        return Ok(Rights::owner());
    }
    let groups = access::find_groups(rows, group).await?;
    Ok(groups
        .into_values()
        .next()
        .map(|(_, rights)| rights)
        .unwrap_or_default())
}

/// The person's membership, with the rights of the person.
async fn find_holder(
    state: &AppState,
    agent: &agent::Model,
    person: user::Model,
    client_code: Option<&str>,
) -> Result<Holder, Box<dyn Error>> {
    let scope = state.system().enter_agent(agent.id);
    let (membership, is_owner, group) = match client_code {
        None => {
            let select = staff::Entity::find()
                .filter(staff::Column::UserId.eq(person.id))
                .filter(staff::Column::ConfirmedAt.is_not_null())
                .filter(staff::Column::DisabledAt.is_null());
            let found = scope.one(select).await?.ok_or("the person is not staff of the agent")?;
            (HolderMembership::Staff(found.id), found.is_owner, found.access_group_id)
        }
        Some(code) => {
            let select = client::Entity::find()
                .filter(client::Column::Code.eq(code))
                .filter(client::Column::DisabledAt.is_null());
            let found = scope.one(select).await?.ok_or("the agent has no such client")?;
            let select = client_member::Entity::find()
                .filter(client_member::Column::ClientId.eq(found.id))
                .filter(client_member::Column::UserId.eq(person.id))
                .filter(client_member::Column::ConfirmedAt.is_not_null())
                .filter(client_member::Column::DisabledAt.is_null());
            let member = scope
                .one(select)
                .await?
                .ok_or("the person is no member of the client")?;
            (
                HolderMembership::Member(member.id, found.id),
                member.is_owner,
                member.access_group_id,
            )
        }
    };
    Ok(Holder {
        user_id: person.id,
        rights: rights_of(&scope, is_owner, group).await?,
        name: person.name,
        membership,
        is_sandbox: agent.is_sandbox,
    })
}

/// Creates a key and returns its text, which is not shown again.
pub(super) async fn create(state: &AppState, arguments: KeyArguments) -> CommandResult {
    let system = state.system();
    let agent = agent::Entity::find()
        .filter(agent::Column::Subdomain.eq(&arguments.agent))
        .filter(agent::Column::DisabledAt.is_null());
    let agent = system.one(agent).await?.ok_or("there is no such agent")?;
    let person = user::Entity::find()
        .filter(user::Column::Phone.eq(arguments.phone.as_str()))
        .filter(user::Column::DisabledAt.is_null());
    let person = system
        .one(person)
        .await?
        .ok_or("there is no person with this phone number")?;
    let holder = find_holder(state, &agent, person, arguments.client.as_deref()).await?;
    let new = NewApiKey {
        name: arguments.name,
        rights: arguments.rights,
        networks: arguments.networks,
        origins: arguments.origins,
        expires_in_days: arguments.days,
        never_expires: arguments.never_expires,
    };
    let scope = system.enter_agent(agent.id);
    let created = api_keys::create_for(state, &scope, &holder, new).await?;
    Ok(created.plaintext)
}

/// Revokes the key with these first characters, as lists show them.
pub(super) async fn revoke(state: &AppState, start: &str) -> CommandResult {
    if api_keys::revoke_by_operator(state, start).await? {
        Ok("the key is revoked".to_owned())
    } else {
        Err("there is no such key that works".into())
    }
}
