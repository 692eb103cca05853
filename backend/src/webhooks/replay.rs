//! Sends the events of a time again, in blocks.

use super::{
    dispatch::{self, BATCH},
    error::WebhookError,
    queue, store,
};
use chrono::{DateTime, Utc};
use entities::{event, webhook, webhook_delivery as delivery};
use platform::{
    jobs::{NewJob, Outcome},
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{Condition, DbErr, Order, QueryOrder, QuerySelect, entity::prelude::*, sea_query::OnConflict};
use serde::{Deserialize, Serialize};
use shared_types::{
    access::Guard,
    events::Event,
    fields::{FieldErrors, Rule},
    id::WebhookId,
    webhooks::{ReplayRequest, WebhookDeliveryState as State},
};
use std::collections::BTreeSet;

/// The job that makes deliveries of earlier events.
pub(super) const REPLAY: &str = "webhooks:replay";

#[derive(Serialize, Deserialize)]
struct Block {
    webhook: WebhookId,
    request: ReplayRequest,
    /// The position after which the block begins.
    after: i64,
}

async fn enqueue_block(rows: &impl ScopedConnection, block: &Block, now: DateTime<Utc>) -> Result<(), DbErr> {
    let payload = serde_json::to_string(block).map_err(|error| DbErr::Custom(error.to_string()))?;
    rows.enqueue(NewJob::immediate(REPLAY, &payload, now), now)
        .await
        .map(drop)
}

/// Enqueues the replay of the events of a time.
pub(super) async fn start(
    rows: &impl ScopedConnection,
    guard: Guard,
    id: WebhookId,
    request: ReplayRequest,
    now: DateTime<Utc>,
) -> Result<(), WebhookError> {
    if request.to.is_some_and(|to| to <= request.from) {
        return Err(FieldErrors::single("to", Rule::NotLater).into());
    }
    if !store::find(rows, guard, id).await?.is_active {
        return Err(WebhookError::Inactive);
    }
    let block = Block {
        webhook: id,
        request,
        after: 0,
    };
    Ok(enqueue_block(rows, &block, now).await?)
}

/// Runs a [`REPLAY`] job: one block, and the job of the next one.
pub(super) async fn run_job(state: AppState, payload: String) -> Outcome {
    let block: Block = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    let replayed = replay_block(&state, block).await;
    state.wake_worker();
    replayed.map_err(|error| error.to_string())
}

async fn replay_block(state: &AppState, block: Block) -> Result<(), DbErr> {
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            let select = webhook::Entity::find_by_id(block.webhook).filter(webhook::Column::IsActive.eq(true));
            let Some(row) = tx.one(select).await? else {
                return Ok(());
            };
            let events = events_of_block(tx, &row, &block).await?;
            let next = events
                .last()
                .filter(|_| events.len() as u64 == BATCH)
                .map(|event| event.sequence);
            let wanted = undelivered(tx, &row, events, (block.request.only_missed, now)).await?;
            let new = dispatch::deliveries_of(&row, wanted, now)?;
            let again = OnConflict::columns([delivery::Column::WebhookId, delivery::Column::EventKey])
                .update_columns([
                    delivery::Column::State,
                    delivery::Column::Attempts,
                    delivery::Column::NextAttemptAt,
                    delivery::Column::Error,
                ])
                .to_owned();
            tx.insert_many(new, Some(again)).await?;
            queue::enqueue(tx, row.id, now, now).await?;
            match next {
                Some(after) => enqueue_block(tx, &Block { after, ..block }, now).await,
                None => Ok(()),
            }
        })
        .await
}

async fn events_of_block(tx: &Tx<SystemPolicy>, row: &webhook::Model, block: &Block) -> Result<Vec<Event>, DbErr> {
    use event::{Column, Entity};
    let sequence = crate::event_feed::sequence_column(dispatch::side_of(row));
    let mut select = Entity::find()
        .filter(sequence.gt(block.after))
        .filter(sequence.lte(row.sent_sequence))
        .filter(Column::PublishedAt.gte(block.request.from))
        .order_by(sequence, Order::Asc)
        .limit(BATCH);
    if let Some(to) = block.request.to {
        select = select.filter(Column::PublishedAt.lt(to));
    }
    dispatch::events_of(tx, row, select).await
}

/// Leaves out events whose delivery is due now and, if asked, events that were delivered. A delivery that waits for its next
/// attempt is hurried.
async fn undelivered(
    tx: &Tx<SystemPolicy>,
    row: &webhook::Model,
    events: Vec<Event>,
    (only_missed, now): (bool, DateTime<Utc>),
) -> Result<Vec<Event>, DbErr> {
    let is_due = Condition::all()
        .add(delivery::Column::State.eq(State::Waiting))
        .add(delivery::Column::NextAttemptAt.lte(now));
    let is_delivered = only_missed.then(|| delivery::Column::State.eq(State::Delivered));
    let select = delivery::Entity::find()
        .filter(delivery::Column::WebhookId.eq(row.id))
        .filter(delivery::Column::EventKey.is_in(events.iter().map(|event| event.id.as_str())))
        .filter(Condition::any().add(is_due).add_option(is_delivered));
    let skipped: BTreeSet<String> = tx.all(select).await?.into_iter().map(|row| row.event_key).collect();
    Ok(events
        .into_iter()
        .filter(|event| !skipped.contains(&event.id))
        .collect())
}
