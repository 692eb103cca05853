//! Sending an agent's notification: a block of clients per job, each block in one transaction with what comes after it.

use super::{
    audience,
    entity::{delivery, notification},
    recipients::{self, Recipient},
};
use crate::{
    clients::entity as client,
    identity::entity::agent,
    ledger,
    messengers::{self, Outgoing, Posted, entity::message},
    platform::{
        jobs::{NewJob, Outcome},
        scope::{Rows, SystemWall, Tx},
        state::AppState,
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::{Deserialize, Serialize};
use shared_types::{
    money::{Currency, Money},
    notifications::{Audience, DeliveryState, Fields, Template},
};
use std::{collections::BTreeMap, fmt::Display};

/// The job that sends a block.
pub const ANNOUNCE: &str = "notifications:announce";
/// The job that reads how sending went.
pub const SETTLE: &str = "notifications:settle";
/// Clients of a block.
const BLOCK: u64 = 200;
/// Deliveries that are settled at once.
const SETTLED: u64 = 500;
/// Deliveries whose messages are read in one statement.
const READ: usize = 50;
/// Why a delivery failed when nobody of the client has a chat.
pub(super) const NO_CHAT: &str = "no_chat";

#[derive(Serialize, Deserialize)]
struct Block {
    agent_id: i64,
    id: i64,
    version: i64,
    after: i64,
}

/// Makes a notification go out at its time, unless it is changed before.
pub(super) async fn plan(
    rows: &impl Rows,
    row: &notification::Model,
    at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let first = Block {
        agent_id: row.agent_id,
        id: row.id,
        version: row.version,
        after: 0,
    };
    enqueue(rows, &first, at, now).await
}

async fn enqueue(rows: &impl Rows, block: &Block, at: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let payload = serde_json::to_string(block).map_err(|error| DbErr::Custom(error.to_string()))?;
    let job = NewJob {
        kind: ANNOUNCE,
        payload: &payload,
        run_at: at,
        dedupe_key: Some(format!("{ANNOUNCE}:{}:{}:{}", block.id, block.version, block.after)),
    };
    rows.later(job, now).await.map(drop)
}

/// Does an [`ANNOUNCE`] job.
pub async fn announce(state: AppState, payload: String) -> Outcome {
    let block: Block = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    send(&state, block).await.map_err(|error| error.to_string())
}

async fn send(state: &AppState, block: Block) -> Result<(), DbErr> {
    let now = state.clock.now();
    let system = state.system();
    let tx = system.begin().await?;
    let select = notification::Entity::find_by_id(block.id).lock_exclusive();
    let Some(row) = tx.one(select).await? else {
        return tx.rollback().await;
    };
    // Rewritten meanwhile, or this block was sent and the worker died before it could say so.
    if row.version != block.version || row.sent_at.is_some() != (block.after > 0) {
        return tx.rollback().await;
    }
    let audience: Audience = serde_json::from_str(&row.audience).unwrap_or_default();
    let select = audience::clients(row.agent_id, &audience, now)
        .filter(client::Column::Id.gt(block.after))
        .order_by_asc(client::Column::Id)
        .limit(BLOCK);
    let clients = tx.all(select).await?;
    let version = if row.sent_at.is_none() {
        let update = notification::Entity::update_many()
            .col_expr(notification::Column::SentAt, Expr::value(now))
            .col_expr(
                notification::Column::Version,
                Expr::col(notification::Column::Version).add(1),
            )
            .filter(notification::Column::Id.eq(row.id));
        tx.update_count(update).await?;
        row.version + 1
    } else {
        row.version
    };
    if let Some(last) = clients.last().map(|client| client.id) {
        let ids: Vec<i64> = clients.iter().map(|client| client.id).collect();
        let recipients = recipients::of_clients(&system, row.agent_id, &ids).await?;
        let fields = filled(state, row.agent_id, clients).await?;
        write(&tx, &row, &fields, &recipients, now).await?;
        let next = Block {
            after: last,
            version,
            ..block
        };
        enqueue(&tx, &next, now, now).await?;
    }
    tx.commit().await
}

/// The fields of each client.
pub(super) async fn filled(
    state: &AppState,
    agent_id: i64,
    clients: Vec<client::Model>,
) -> Result<Vec<(i64, Fields)>, DbErr> {
    let system = state.system();
    let agent = system.one(agent::Entity::find_by_id(agent_id)).await?;
    let agent = agent.map_or_else(String::new, |agent| agent.name);
    let ids = clients.iter().map(|client| client.id).collect();
    let balances = ledger::balances_of(&system.enter_agent(agent_id), ids).await?;
    let held = |client: i64, currency: Currency| {
        let held = balances.get(&client).into_iter().flatten();
        let money = held.into_iter().find(|money| money.currency == currency);
        money.copied().unwrap_or(Money::zero(currency)).to_string()
    };
    let fields = clients.into_iter().map(|client| {
        let fields = Fields {
            balance_rub: held(client.id, Currency::Rub),
            balance_cny: held(client.id, Currency::Cny),
            client: client.name,
            code: client.code,
            agent: agent.clone(),
        };
        (client.id, fields)
    });
    Ok(fields.collect())
}

/// The key of a delivery's message to one of its chats.
fn key(notification: i64, client: i64, chat: impl Display) -> String {
    format!("announcement:{notification}:{client}:{chat}")
}

async fn write(
    tx: &Tx<SystemWall>,
    row: &notification::Model,
    fields: &[(i64, Fields)],
    recipients: &BTreeMap<i64, Vec<Recipient>>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let template = Template::parse(&row.body).map_err(|_| DbErr::Custom("its fields are not known".to_owned()))?;
    let mut deliveries = Vec::new();
    for (client, fields) in fields {
        let body = template.fill(fields);
        let chats = recipients.get(client).map(Vec::as_slice).unwrap_or_default();
        for (index, chat) in chats.iter().enumerate() {
            let message = Outgoing {
                text: format!("{}\n\n{body}", row.title),
                ..Outgoing::default()
            };
            let new = Posted {
                messenger: chat.messenger,
                chat_id: &chat.chat_id,
                message: &message,
                login_code_id: None,
                dedupe_key: Some(key(row.id, *client, index)),
                expires_at: None,
            };
            messengers::post(tx, new, now).await?;
        }
        let state = if chats.is_empty() {
            DeliveryState::Failed
        } else {
            DeliveryState::Waiting
        };
        deliveries.push(delivery::ActiveModel {
            id: NotSet,
            agent_id: Set(row.agent_id),
            client_id: Set(*client),
            notification_id: Set(row.id),
            status: Set(state.as_str().to_owned()),
            title: Set(row.title.clone()),
            body: Set(body),
            chats: Set(i32::try_from(chats.len()).unwrap_or(i32::MAX)),
            error: Set(chats.is_empty().then(|| NO_CHAT.to_owned())),
            created_at: Set(now),
            updated_at: Set(now),
        });
    }
    let unique = OnConflict::columns([delivery::Column::NotificationId, delivery::Column::ClientId])
        .do_nothing()
        .to_owned();
    tx.insert_many(deliveries, Some(unique)).await
}

/// Does a [`SETTLE`] job: what the messengers took or refused is written into the report.
pub async fn settle(state: AppState) -> Outcome {
    settled(&state).await.map_err(|error| error.to_string())
}

async fn settled(state: &AppState) -> Result<(), DbErr> {
    let system = state.system();
    let select = delivery::Entity::find()
        .filter(delivery::Column::Status.eq(DeliveryState::Waiting.as_str()))
        .order_by_asc(delivery::Column::UpdatedAt)
        .limit(SETTLED);
    let waiting = system.all(select).await?;
    for block in waiting.chunks(READ) {
        let wanted = block.iter().flat_map(keys);
        let messages = system
            .all(message::Entity::find().filter(message::Column::DedupeKey.is_in(wanted)))
            .await?;
        for row in block {
            let own_keys = keys(row);
            let own: Vec<_> = messages
                .iter()
                .filter(|message| message.dedupe_key.as_ref().is_some_and(|key| own_keys.contains(key)))
                .collect();
            let (status, error) = outcome(&own);
            let update = delivery::Entity::update_many()
                .col_expr(delivery::Column::Status, Expr::value(status.as_str()))
                .col_expr(delivery::Column::Error, Expr::value(error))
                .col_expr(delivery::Column::UpdatedAt, Expr::value(state.clock.now()))
                .filter(delivery::Column::Id.eq(row.id));
            system.update_count(update).await?;
        }
    }
    Ok(())
}

/// The keys of a delivery's messages.
fn keys(row: &delivery::Model) -> Vec<String> {
    (0..row.chats)
        .map(|chat| key(row.notification_id, row.client_id, chat))
        .collect()
}

/// One chat that took it is enough.
fn outcome(messages: &[&message::Model]) -> (DeliveryState, Option<String>) {
    let error = messages.iter().find_map(|message| message.last_error.clone());
    if messages.iter().any(|message| message.sent_at.is_some()) {
        (DeliveryState::Sent, None)
    } else if messages.iter().all(|message| message.failed_at.is_some()) {
        (DeliveryState::Failed, error)
    } else {
        (DeliveryState::Waiting, error)
    }
}
