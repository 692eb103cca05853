//! A new client of an intermediary, who came by its link or its own host.

use super::{Waiting, What};
use crate::{
    clients::entity as client,
    identity::{
        asker::{Asker, Mark},
        entity::{agent, client_member},
        link, login,
        recovery::check_password,
        session::Device,
    },
    platform::{
        http::Failure,
        rng,
        scope::{Rows, SystemWall, Tx},
        state::AppState,
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{
    DbErr, FromQueryResult, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{
    access::Guard,
    fields::{FieldErrors, Rule},
    identity::{ClientRegistration, InvitationQuery, InvitationState, LinkOffer, RegistrationOffer, limits::NAME},
};

/// The first number of a new client's code.
const FIRST_CODE: i64 = 101;

/// The intermediary that a link or a host names; an error says which of the two reasons there is for none.
async fn inviting(
    state: &AppState,
    query: &InvitationQuery,
    host: &str,
) -> Result<Result<agent::Model, InvitationState>, DbErr> {
    let named = match (&query.agent, &query.hash) {
        (Some(subdomain), _) => agent::Column::Subdomain.eq(subdomain.trim().to_ascii_lowercase()),
        (None, Some(hash)) => agent::Column::ReferralHash.eq(hash.trim()),
        (None, None) => match state.config.subdomain_of(host) {
            Some(subdomain) => agent::Column::Subdomain.eq(subdomain),
            None => return Ok(Err(InvitationState::NoAgent)),
        },
    };
    let agent = agent::Entity::find()
        .filter(named)
        .filter(agent::Column::DisabledAt.is_null());
    Ok(state.system().one(agent).await?.ok_or(InvitationState::UnknownAgent))
}

/// With whom a client registers here, or why with nobody.
pub(in crate::identity) async fn invitation(
    state: &AppState,
    query: &InvitationQuery,
    host: &str,
) -> Result<RegistrationOffer, Failure> {
    Ok(match inviting(state, query, host).await? {
        Ok(agent) => RegistrationOffer {
            state: InvitationState::Open,
            agent_name: Some(agent.name),
        },
        Err(state) => RegistrationOffer {
            state,
            agent_name: None,
        },
    })
}

/// Takes a registration; it waits until the phone is proved.
pub(in crate::identity) async fn ask(
    state: &AppState,
    new: ClientRegistration,
    host: &str,
    asker: &Asker,
    device: &Device,
) -> Result<(LinkOffer, Mark), Failure> {
    let mut errors = FieldErrors::default();
    let name = errors.required_text("name", &new.name, NAME);
    let password = new.password.filter(|password| !password.is_empty());
    if let Some(password) = &password {
        check_password(&mut errors, password);
    }
    let phone = login::phone(&new.phone);
    if phone.is_err() {
        let rule = if new.phone.trim().is_empty() {
            Rule::Required
        } else {
            Rule::NotAPhone
        };
        errors.add("phone", rule);
    }
    let query = InvitationQuery {
        agent: new.agent,
        hash: new.hash,
    };
    let agent = inviting(state, &query, host).await?;
    match &agent {
        Ok(_) => {}
        Err(InvitationState::NoAgent) => errors.add("agent", Rule::Required),
        Err(_) => errors.add(if query.agent.is_some() { "agent" } else { "hash" }, Rule::UnknownValue),
    }
    errors.or(())?;
    let (phone, Ok(agent)) = (phone?, agent) else {
        return Err(Failure::field("agent", Rule::UnknownValue));
    };
    let allowed = link::allow(state, Guard::Client, &phone, asker, device).await?;
    let password_hash = match password {
        Some(password) => Some(allowed.slot(state).await?.hash(password).await?),
        None => None,
    };
    let waiting = Waiting {
        name,
        password_hash,
        locale: device.language.to_owned(),
        what: What::Client { agent_id: agent.id },
    };
    let details = serde_json::to_string(&waiting).map_err(Failure::internal)?;
    link::offer(state, allowed, link::Purpose::Register, details).await
}

/// Makes the client account; a person who has one with this intermediary keeps it.
pub(super) async fn begin(
    tx: &Tx<SystemWall>,
    agent_id: i64,
    user_id: i64,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let known = client_member::Entity::find()
        .filter(client_member::Column::AgentId.eq(agent_id))
        .filter(client_member::Column::UserId.eq(user_id))
        .filter(client_member::Column::DisabledAt.is_null());
    if let Some(member) = tx.one(known).await? {
        let confirm = client_member::Entity::update_many()
            .col_expr(
                client_member::Column::ConfirmedAt,
                Expr::value(member.confirmed_at.unwrap_or(now)),
            )
            .filter(client_member::Column::Id.eq(member.id));
        tx.update_count(confirm).await?;
        return Ok(());
    }
    let client_id = numbered(tx, agent_id, name, now).await?;
    let member = client_member::ActiveModel {
        agent_id: Set(agent_id),
        client_id: Set(client_id),
        user_id: Set(user_id),
        is_owner: Set(true),
        confirmed_at: Set(Some(now)),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
        ..Default::default()
    };
    tx.insert(member).await?;
    Ok(())
}

#[derive(FromQueryResult)]
struct Count {
    number: i64,
}

/// The account's row under the next free code of the intermediary.
async fn numbered(tx: &Tx<SystemWall>, agent_id: i64, name: &str, now: DateTime<Utc>) -> Result<i64, Failure> {
    let count = client::Entity::find()
        .select_only()
        .column_as(client::Column::Id.count(), "number")
        .filter(client::Column::AgentId.eq(agent_id));
    let count: Option<Count> = tx.one_as(count).await?;
    let next = FIRST_CODE + count.map_or(0, |count| count.number);
    for attempt in 0..4 {
        // Codes that people gave by hand may stand in the way: then one that nobody gives.
        let code = if attempt < 3 {
            format!("K{}", next + attempt)
        } else {
            format!("K-{}", rng::short_code(6).to_ascii_uppercase())
        };
        let row = client::ActiveModel {
            agent_id: Set(agent_id),
            code: Set(code.clone()),
            name: Set(name.to_owned()),
            currency: Set("CNY".to_owned()),
            order_seq: Set(0),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        let unique = OnConflict::columns([client::Column::AgentId, client::Column::Code]);
        if tx.insert_unless_there(row, unique).await? {
            let new = client::Entity::find()
                .filter(client::Column::AgentId.eq(agent_id))
                .filter(client::Column::Code.eq(code));
            return Ok(tx
                .one(new)
                .await?
                .ok_or_else(|| Failure::internal("a client vanished"))?
                .id);
        }
    }
    Err(Failure::internal("no client code is free"))
}
