//! Incoming updates: stored at once, and processed by a job.

use super::{Bot as _, BotEvent, Messenger, contacts, event};
use chrono::Duration;
use entities::{messenger_message as message, webhook_update as update};
use platform::{
    jobs::{NewJob, enqueue},
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde_json::Value;
use std::future::Future;

/// The job that processes an update.
pub const UPDATE: &str = "messengers:update";
/// The job that deletes old updates and messages.
pub(super) const SWEEP: &str = "messengers:sweep";

/// How long updates, and messages that are sent or failed, are kept.
const RETENTION: Duration = Duration::days(30);

/// Stores an update and enqueues its job. A repeated update is ignored.
pub(super) async fn store_update(
    state: &AppState,
    messenger: Messenger,
    update_id: String,
    payload: String,
) -> Result<(), DbErr> {
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            let row = update::ActiveModel {
                id: NotSet,
                messenger: Set(messenger),
                update_id: Set(update_id.replace('\0', "")),
                payload: Set(payload),
                received_at: Set(now),
                done_at: Set(None),
            };
            let unique = OnConflict::columns([update::Column::Messenger, update::Column::UpdateId]);
            if tx.insert_if_absent(row, unique).await? {
                let payload = format!("{}:{update_id}", messenger.as_str());
                enqueue(tx, NewJob::immediate(UPDATE, &payload, now), now).await?;
            }
            Ok(())
        })
        .await
}

/// Runs an [`UPDATE`] job: passes the event to `handle`.
pub async fn run_update_job<F, C>(state: AppState, payload: String, handle: F) -> Result<(), String>
where
    F: FnOnce(AppState, BotEvent, String) -> C + Send,
    C: Future<Output = Result<(), String>> + Send,
{
    let (name, update_id) = payload.split_once(':').ok_or("the payload names no update")?;
    let messenger = Messenger::from_name(name).ok_or("the payload names no messenger")?;
    let describe = |error: DbErr| error.to_string();
    let unprocessed = || {
        Condition::all()
            .add(update::Column::Messenger.eq(name))
            .add(update::Column::UpdateId.eq(update_id))
            .add(update::Column::DoneAt.is_null())
    };
    let system = state.system();
    let Some(row) = system
        .one(update::Entity::find().filter(unprocessed()))
        .await
        .map_err(describe)?
    else {
        return Ok(());
    };
    let update: Value = serde_json::from_str(&row.payload).map_err(|error| error.to_string())?;
    let token = messenger.config(&state.config).token.as_deref();
    if let Some(event) = event::parse(messenger, &update, token) {
        contacts::store_person(&system, event.chat()).await.map_err(describe)?;
        if let BotEvent::Blocked { chat, is_blocked } = &event {
            let at = is_blocked.then_some(row.received_at);
            contacts::set_blocked(&system, messenger, &chat.id, at)
                .await
                .map_err(describe)?;
        } else {
            handle(state.clone(), event, payload.clone()).await?;
        }
    }
    let done = update::Entity::update_many()
        .col_expr(update::Column::DoneAt, Expr::value(state.clock.now()))
        .col_expr(update::Column::Payload, Expr::value(""))
        .filter(unprocessed());
    system.update_count(done).await.map_err(describe)?;
    state.wake_worker();
    Ok(())
}

/// Runs a [`SWEEP`] job.
pub(super) async fn run_sweep_job(state: AppState, _: String) -> Result<(), String> {
    let before = state.clock.now() - RETENTION;
    let system = state.system();
    let updates = update::Entity::delete_many().filter(update::Column::ReceivedAt.lt(before));
    let updates = system.delete_where(updates).await;
    let messages = message::Entity::delete_many()
        .filter(message::Column::CreatedAt.lt(before))
        // The chat shows how its messages were delivered.
        .filter(message::Column::ChatMessageId.is_null())
        .filter(
            message::Column::SentAt
                .is_not_null()
                .or(message::Column::FailedAt.is_not_null()),
        );
    let messages = system.delete_where(messages).await;
    updates.and(messages).map(drop).map_err(|error| error.to_string())
}
