//! Sending an agent's notification: one job per block of clients, in one transaction that also enqueues the next block.

use super::{
    audience,
    channels::Destination,
    deliver,
    message::Message,
    recipients::{self, Recipient},
};
use books::ledger;
use chrono::{DateTime, Utc};
use entities::{agent, client, email_message, messenger_message as message};
use entities::{notification, notification_delivery as delivery, push_message};
use platform::{
    jobs::{FailedRows, NewJob, Outcome},
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde::{Deserialize, Serialize};
use shared_types::{
    id::{AgentId, ClientId, NotificationId},
    money::{Currency, Money},
    notifications::{DeliveryState, Template, TemplateValues},
    translation::Language,
};
use std::{collections::BTreeMap, fmt::Display};

/// The job that sends a block.
pub(super) const ANNOUNCE: &str = "notifications:announce";
/// The job that collects the results of deliveries.
pub(super) const SETTLE: &str = "notifications:settle";
/// Clients per block.
const BLOCK_SIZE: u64 = 200;
/// Deliveries settled in one run.
const SETTLE_BATCH: u64 = 500;
/// Deliveries whose messages are read in one statement.
const DELIVERIES_PER_QUERY: usize = 50;
/// The error of a delivery to a client without a linked channel.
pub(super) const NO_CHAT: &str = "no_chat";

#[derive(Serialize, Deserialize)]
struct Block {
    agent_id: AgentId,
    id: NotificationId,
    version: i64,
    /// The last client of the previous blocks. Versions before 0.2 wrote 0 into the first block.
    after: Option<ClientId>,
}

/// Schedules a notification. A later change of the notification makes the job do nothing.
pub(super) async fn schedule(
    rows: &impl ScopedConnection,
    row: &notification::Model,
    at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let first = Block {
        agent_id: row.agent_id,
        id: row.id,
        version: row.version,
        after: None,
    };
    enqueue_block(rows, &first, at, now).await
}

async fn enqueue_block(
    rows: &impl ScopedConnection,
    block: &Block,
    at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let payload = serde_json::to_string(block).map_err(|error| DbErr::Custom(error.to_string()))?;
    let job = NewJob {
        kind: ANNOUNCE,
        payload: &payload,
        run_at: at,
        dedupe_key: Some(format!(
            "{ANNOUNCE}:{}:{}:{}",
            block.id,
            block.version,
            block.after.map_or(0, i64::from)
        )),
    };
    rows.enqueue(job, now).await.map(drop)
}

/// Runs an [`ANNOUNCE`] job.
pub(super) async fn announce(state: AppState, payload: String) -> Outcome {
    let mut block: Block = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    block.after = block.after.filter(|client| client.0 > 0);
    send_block(&state, block).await.map_err(|error| error.to_string())
}

async fn send_block(state: &AppState, block: Block) -> Result<(), DbErr> {
    let now = state.clock.now();
    let system = state.system();
    system
        .in_transaction(async |tx| {
            let select = notification::Entity::find_by_id(block.id).lock_exclusive();
            let Some(row) = tx.one(select).await? else {
                return Ok(());
            };
            // The notification was changed meanwhile, or the block was sent and the worker died before it could mark the job as done.
            if row.version != block.version || row.sent_at.is_some() != block.after.is_some() {
                return Ok(());
            }
            let select = audience::select_clients(row.agent_id, &row.audience, now)
                .filter(client::Column::Id.gt(block.after.map_or(0, i64::from)))
                .order_by_asc(client::Column::Id)
                .limit(BLOCK_SIZE);
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
                let ids: Vec<ClientId> = clients.iter().map(|client| client.id).collect();
                let recipients = recipients::of_clients(state, row.agent_id, &ids).await?;
                let fields = client_fields(state, row.agent_id, clients).await?;
                write_deliveries(state, tx, &row, &fields, &recipients).await?;
                let next = Block {
                    after: Some(last),
                    version,
                    ..block
                };
                enqueue_block(tx, &next, now, now).await?;
            }
            Ok(())
        })
        .await
}

/// The template fields of each client.
pub(super) async fn client_fields(
    state: &AppState,
    agent_id: AgentId,
    clients: Vec<client::Model>,
) -> Result<Vec<(ClientId, TemplateValues)>, DbErr> {
    let system = state.system();
    let agent = system.one(agent::Entity::find_by_id(agent_id)).await?;
    let agent = agent.map_or_else(String::new, |agent| agent.name);
    let ids = clients.iter().map(|client| client.id).collect();
    let balances = ledger::balances_by_client(&system.enter_agent(agent_id), ids).await?;
    let balance = |client: ClientId, currency: Currency| {
        let balance = balances.get(&client).into_iter().flatten();
        let money = balance.into_iter().find(|money| money.currency == currency);
        // One text goes to all people of a client, so the sums do not follow the language of each.
        money
            .copied()
            .unwrap_or(Money::zero(currency))
            .in_language(Language::Ru)
    };
    let fields = clients.into_iter().map(|client| {
        let fields = TemplateValues {
            balance_rub: balance(client.id, Currency::Rub),
            balance_cny: balance(client.id, Currency::Cny),
            client: client.name,
            code: client.code,
            agent: agent.clone(),
        };
        (client.id, fields)
    });
    Ok(fields.collect())
}

/// The deduplication key of a delivery's message to one of its chats.
fn message_key(notification: NotificationId, client: ClientId, chat: impl Display) -> String {
    format!("announcement:{notification}:{client}:{chat}")
}

async fn write_deliveries(
    state: &AppState,
    tx: &Tx<SystemPolicy>,
    row: &notification::Model,
    fields: &[(ClientId, TemplateValues)],
    recipients: &BTreeMap<ClientId, Vec<Recipient>>,
) -> Result<(), DbErr> {
    let now = state.clock.now();
    let template =
        Template::parse(&row.body).map_err(|_| DbErr::Custom("the notification has unknown fields".to_owned()))?;
    let sender = deliver::brand_of_agent(state, row.agent_id).await?;
    let mut deliveries = Vec::new();
    for (client, fields) in fields {
        let body = template.render(fields);
        let without_sums = template
            .names_balances()
            .then(|| template.render(&fields.without_sums()));
        let chats = recipients.get(client).map(Vec::as_slice).unwrap_or_default();
        for (index, chat) in chats.iter().enumerate() {
            let in_chat = matches!(chat.destination, Destination::Chat { .. });
            let body = without_sums.as_ref().filter(|_| !chat.sees_sums).unwrap_or(&body);
            let with_title = format!("{}\n\n{body}", row.title);
            let message = Message {
                subject: &row.title,
                text: if in_chat { &with_title } else { body },
                sender: &sender,
                sum: None,
                requisites: None,
                link: None,
                order: None,
                tag: format!("announcement:{}", row.id),
                key: message_key(row.id, *client, index),
                expires_at: None,
            };
            deliver::queue(state, tx, chat, message).await?;
        }
        let status = if chats.is_empty() {
            DeliveryState::Failed
        } else {
            DeliveryState::Waiting
        };
        deliveries.push(delivery::ActiveModel {
            id: NotSet,
            agent_id: Set(row.agent_id),
            client_id: Set(*client),
            notification_id: Set(row.id),
            status: Set(status),
            title: Set(row.title.clone()),
            body: Set(body),
            body_without_sums: Set(without_sums),
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

/// Runs a [`SETTLE`] job: stores which deliveries were sent and which failed.
pub(super) async fn settle(state: AppState) -> Outcome {
    let settled = settle_waiting(&state).await.map_err(|error| error.to_string());
    settled.and_then(FailedRows::into_outcome)
}

async fn settle_waiting(state: &AppState) -> Result<FailedRows, DbErr> {
    let mut failed = FailedRows::default();
    let system = state.system();
    let select = delivery::Entity::find()
        .filter(delivery::Column::Status.eq(DeliveryState::Waiting))
        .order_by_asc(delivery::Column::UpdatedAt)
        .limit(SETTLE_BATCH);
    let waiting = system.all(select).await?;
    for block in waiting.chunks(DELIVERIES_PER_QUERY) {
        let wanted = block.iter().flat_map(message_keys);
        let wanted: Vec<String> = wanted.collect();
        let messages = system
            .all(message::Entity::find().filter(message::Column::DedupeKey.is_in(wanted.clone())))
            .await?;
        let by_email = system
            .all(email_message::Entity::find().filter(email_message::Column::DedupeKey.is_in(wanted.clone())))
            .await?;
        let by_push = system
            .all(push_message::Entity::find().filter(push_message::Column::DedupeKey.is_in(wanted)))
            .await?;
        let sent = messages.into_iter().filter_map(|message| {
            let result = SendResult {
                is_sent: message.sent_at.is_some(),
                is_failed: message.failed_at.is_some(),
                error: message.last_error,
            };
            Some((message.dedupe_key?, result))
        });
        let by_email = by_email.into_iter().map(|message| {
            let result = SendResult {
                is_sent: message.sent_at.is_some(),
                is_failed: message.failed_at.is_some(),
                error: message.last_error,
            };
            (message.dedupe_key, result)
        });
        let by_push = by_push.into_iter().map(|message| {
            let result = SendResult {
                is_sent: message.sent_at.is_some(),
                is_failed: message.failed_at.is_some(),
                error: message.last_error,
            };
            (message.dedupe_key, result)
        });
        let results: Vec<(String, SendResult)> = sent.chain(by_email).chain(by_push).collect();
        for row in block {
            let own_keys = message_keys(row);
            let own = results.iter().filter(|(key, _)| own_keys.contains(key));
            let own: Vec<&SendResult> = own.map(|(_, result)| result).collect();
            let (status, error) = delivery_outcome(&own);
            let update = delivery::Entity::update_many()
                .col_expr(delivery::Column::Status, Expr::value(status))
                .col_expr(delivery::Column::Error, Expr::value(error))
                .col_expr(delivery::Column::UpdatedAt, Expr::value(state.clock.now()))
                .filter(delivery::Column::Id.eq(row.id));
            failed.check(format!("delivery {}", row.id), system.update_count(update).await);
        }
    }
    Ok(failed)
}

/// The deduplication keys of a delivery's messages.
fn message_keys(row: &delivery::Model) -> Vec<String> {
    (0..row.chats)
        .map(|chat| message_key(row.notification_id, row.client_id, chat))
        .collect()
}

/// The result of sending a message to one chat or address.
struct SendResult {
    is_sent: bool,
    is_failed: bool,
    error: Option<String>,
}

/// The state of a delivery: it is sent when one of its chats or addresses got the message.
fn delivery_outcome(messages: &[&SendResult]) -> (DeliveryState, Option<String>) {
    let error = messages.iter().find_map(|message| message.error.clone());
    if messages.iter().any(|message| message.is_sent) {
        (DeliveryState::Sent, None)
    } else if messages.iter().all(|message| message.is_failed) {
        (DeliveryState::Failed, error)
    } else {
        (DeliveryState::Waiting, error)
    }
}
