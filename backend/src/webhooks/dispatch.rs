//! Makes deliveries of new events.

use super::queue;
use crate::event_feed::{sequence_column, to_event};
use chrono::{DateTime, Utc};
use entities::{event, event_position as position, webhook, webhook_delivery as delivery};
use platform::{
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    DbErr, Order, QueryOrder, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{
    access::Guard,
    events::Event,
    id::{AgentId, ClientId, WebhookId},
};
use std::collections::{BTreeSet, HashMap};

/// Most events of a webhook in one transaction.
pub(super) const BATCH: u64 = 500;

/// The side that a webhook belongs to.
pub(super) const fn side_of(row: &webhook::Model) -> Guard {
    match row.client_id {
        None => Guard::Agent,
        Some(_) => Guard::Client,
    }
}

/// Makes deliveries for all active webhooks that are behind their feed. Any number of replicas may do so at the same time.
pub async fn dispatch(state: &AppState) -> Result<(), DbErr> {
    let system = state.system();
    let active = system
        .all(webhook::Entity::find().filter(webhook::Column::IsActive.eq(true)))
        .await?;
    if active.is_empty() {
        return Ok(());
    }
    let agents: BTreeSet<AgentId> = active.iter().map(|row| row.agent_id).collect();
    let positions = position::Entity::find().filter(system.id_in(position::Column::AgentId, agents));
    let positions = system.all(positions).await?;
    let newest: HashMap<(AgentId, Option<ClientId>), i64> = positions
        .into_iter()
        .map(|row| ((row.agent_id, row.client_id), row.last_sequence))
        .collect();
    let mut has_deliveries = false;
    for row in active {
        let last = newest.get(&(row.agent_id, row.client_id)).copied().unwrap_or_default();
        if row.sent_sequence < last {
            has_deliveries |= dispatch_to(state, row.id, last).await?;
        }
    }
    if has_deliveries {
        state.wake_worker();
    }
    Ok(())
}

/// Makes deliveries of the events up to a position. Returns whether there are any.
async fn dispatch_to(state: &AppState, id: WebhookId, last: i64) -> Result<bool, DbErr> {
    let now = state.clock.now();
    let mut found = false;
    loop {
        let is_done = state
            .system()
            .in_transaction(async |tx| {
                let lock = webhook::Entity::update_many()
                    .col_expr(webhook::Column::SentSequence, Expr::col(webhook::Column::SentSequence))
                    .filter(webhook::Column::Id.eq(id))
                    .filter(webhook::Column::IsActive.eq(true))
                    .filter(webhook::Column::SentSequence.lt(last));
                let Some(row) = tx.update(lock).await?.pop() else {
                    return Ok(true);
                };
                let events = events_after(tx, &row, row.sent_sequence, last).await?;
                let is_last = (events.len() as u64) < BATCH;
                let sent = events.last().filter(|_| !is_last).map_or(last, |event| event.sequence);
                let advance = webhook::Entity::update_many()
                    .col_expr(webhook::Column::SentSequence, Expr::value(sent))
                    .filter(webhook::Column::Id.eq(id));
                tx.update_count(advance).await?;
                let new = deliveries_of(&row, events, now)?;
                if !new.is_empty() {
                    found = true;
                    let unique = OnConflict::columns([delivery::Column::WebhookId, delivery::Column::EventKey])
                        .do_nothing()
                        .to_owned();
                    tx.insert_many(new, Some(unique)).await?;
                    queue::enqueue(tx, id, now, now).await?;
                }
                Ok::<bool, DbErr>(is_last)
            })
            .await?;
        if is_done {
            return Ok(found);
        }
    }
}

/// The events of the webhook's feed in a range of positions, oldest first.
async fn events_after(tx: &Tx<SystemPolicy>, row: &webhook::Model, after: i64, last: i64) -> Result<Vec<Event>, DbErr> {
    let sequence = sequence_column(side_of(row));
    let select = event::Entity::find()
        .filter(sequence.gt(after))
        .filter(sequence.lte(last))
        .order_by(sequence, Order::Asc)
        .limit(BATCH);
    events_of(tx, row, select).await
}

/// The selected events of the webhook's feed. The scope of its owner adds the condition of the tenant.
pub(super) async fn events_of(
    tx: &Tx<SystemPolicy>,
    row: &webhook::Model,
    select: Select<event::Entity>,
) -> Result<Vec<Event>, DbErr> {
    let rows = match row.client_id {
        None => tx.enter_agent(row.agent_id).all(select).await?,
        Some(client) => tx.enter_client(row.agent_id, client).all(select).await?,
    };
    Ok(rows
        .into_iter()
        .filter_map(|event| to_event(event, side_of(row)))
        .collect())
}

/// Deliveries of the events that the webhook wants.
pub(super) fn deliveries_of(
    row: &webhook::Model,
    events: Vec<Event>,
    now: DateTime<Utc>,
) -> Result<Vec<delivery::ActiveModel>, DbErr> {
    let types = &row.types;
    let wanted = events.into_iter().filter(|event| types.contains(&event.kind));
    wanted
        .map(|event| {
            let body = serde_json::to_string(&event).map_err(|error| DbErr::Custom(error.to_string()))?;
            Ok(queue::new_delivery(row, event.id, event.kind.as_str(), body, now))
        })
        .collect()
}
