//! Registration: what a person wants to begin waits beside the phone's confirmation, and begins when the phone is proved.

mod agent;
mod client;

pub(super) use agent::ask as ask_agent;
pub(super) use client::{ask as ask_client, invitation};

use super::{
    asker::Asker,
    code::{self, Purpose},
    entity::{confirmation, user},
    link,
    queries::{self, Who},
    session::{self, Device, Opened},
};
use crate::platform::{
    http::Failure,
    scope::{Rows, SystemWall, Tx},
    state::AppState,
};
use chrono::{DateTime, Utc};
use sea_orm::{QueryOrder, Set, entity::prelude::*, sea_query::Expr};
use serde::{Deserialize, Serialize};
use shared_types::{access::Guard, identity::CodeLogin, phone::Phone, problem::ProblemCode};

/// What waits for its phone.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Waiting {
    /// The person's name.
    name: String,
    password_hash: Option<String>,
    /// The language of the browser that asked.
    locale: String,
    what: What,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    Agent { company: String, subdomain: Option<String> },
    Client { agent_id: i64 },
}

/// The person of the phone: the one who is there already, or a new one.
async fn person(tx: &Tx<SystemWall>, phone: &Phone, waiting: &Waiting, now: DateTime<Utc>) -> Result<i64, Failure> {
    let known = user::Entity::find().filter(user::Column::Phone.eq(phone.as_str()));
    let Some(known) = tx.one(known).await? else {
        let row = user::ActiveModel {
            phone: Set(phone.as_str().to_owned()),
            name: Set(waiting.name.clone()),
            password_hash: Set(waiting.password_hash.clone()),
            locale: Set(waiting.locale.clone()),
            timezone: Set("Europe/Moscow".to_owned()),
            theme: Set("system".to_owned()),
            version: Set(1),
            created_at: Set(now),
            updated_at: Set(now),
            ..Default::default()
        };
        return Ok(tx.insert(row).await?.id);
    };
    if known.disabled_at.is_some() {
        return Err(ProblemCode::CredentialRevoked.into());
    }
    // A second cabinet does not change the password of the first.
    if known.password_hash.is_none() && waiting.password_hash.is_some() {
        let update = user::Entity::update_many()
            .col_expr(user::Column::PasswordHash, Expr::value(waiting.password_hash.clone()))
            .filter(user::Column::Id.eq(known.id));
        tx.update_count(update).await?;
    }
    Ok(known.id)
}

/// Begins what waited and logs in to it; none when somebody else was first.
pub(super) async fn complete(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    row: &confirmation::Model,
    device: Device,
) -> Result<Option<Opened>, Failure> {
    let now = state.clock.now();
    let waiting: Waiting = serde_json::from_str(&row.details).map_err(Failure::internal)?;
    let tx = state.system().begin().await?;
    if !link::spend(&tx, row.id, now).await? {
        return Ok(None);
    }
    let user_id = person(&tx, phone, &waiting, now).await?;
    let agent_id = match &waiting.what {
        What::Agent { company, subdomain } => agent::begin(&tx, user_id, company, subdomain.as_deref(), now).await?,
        What::Client { agent_id } => {
            client::begin(&tx, *agent_id, user_id, &waiting.name, now).await?;
            *agent_id
        }
    };
    let members = queries::memberships(&tx, Who::User(user_id), guard).await?;
    let member = members
        .into_iter()
        .find(|member| member.cabinet.agent_id.0 == agent_id && member.is_confirmed);
    // The account is there and was closed.
    let member = member.ok_or(ProblemCode::CredentialRevoked)?;
    tx.commit().await?;
    session::open(state, user_id, member.cabinet, device, None)
        .await
        .map(Some)
}

/// Begins what waited, proved by a code.
pub(super) async fn by_code(
    state: &AppState,
    guard: Guard,
    attempt: CodeLogin,
    asker: &Asker,
    device: Device,
) -> Result<Opened, Failure> {
    let phone = code::redeem(state, guard, Purpose::Confirm, attempt, asker, &device).await?;
    let waits = confirmation::Entity::find()
        .filter(confirmation::Column::RequestHash.is_in(asker.hashes(guard)))
        .filter(confirmation::Column::Guard.eq(guard.as_str()))
        .filter(confirmation::Column::Phone.eq(phone.as_str()))
        .filter(confirmation::Column::Purpose.eq("register"))
        .filter(confirmation::Column::UsedAt.is_null())
        .filter(confirmation::Column::ExpiresAt.gt(state.clock.now()))
        .order_by_desc(confirmation::Column::Id);
    let row = state.system().one(waits).await?.ok_or(ProblemCode::CodeWrong)?;
    let opened = complete(state, guard, &phone, &row, device).await?;
    opened.ok_or_else(|| ProblemCode::CodeWrong.into())
}
