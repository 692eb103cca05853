//! Translation of added items before they are read: a job queues the languages of their readers.

use super::{TranslateItems, items_of, missing, new_job, queue_key, to_json};
use chrono::{DateTime, Duration, Utc};
use entities::{client_member, order, staff, user};
use infra::translation;
use platform::{
    jobs::{Jobs, NewJob, Outcome, schedule_slot},
    scope::{ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{Condition, FromQueryResult, QuerySelect, QueryTrait, entity::prelude::*};
use serde::{Deserialize, Serialize};
use shared_types::{
    id::{AgentId, OrderId},
    translation::Language,
};
use std::collections::BTreeSet;

/// The job that queues the languages of the people who read an order to which items were added.
const TRANSLATE_ADDED: &str = "orders:translate-added";
/// How long added items are collected.
const ADDED_TOGETHER: Duration = Duration::seconds(10);

/// An order to which items were added.
#[derive(Debug, Serialize, Deserialize)]
struct AddedItems {
    agent_id: AgentId,
    order_id: OrderId,
}

pub(in crate::orders) fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(TRANSLATE_ADDED, queue_for_readers)
}

/// Queues the translation of added or changed items for all their readers. Items of some seconds are translated together. Takes one
/// statement.
pub async fn queue_added(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    order_id: OrderId,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let added = AddedItems { agent_id, order_id };
    let payload = serde_json::to_string(&added).map_err(|error| DbErr::Json(error.to_string()))?;
    let job = NewJob {
        kind: TRANSLATE_ADDED,
        payload: &payload,
        run_at: now + ADDED_TOGETHER,
        dedupe_key: Some(format!(
            "{TRANSLATE_ADDED}:{order_id}:{}",
            schedule_slot(ADDED_TOGETHER, now)
        )),
    };
    rows.enqueue(job, now).await.map(drop)
}

/// Runs a [`TRANSLATE_ADDED`] job.
async fn queue_for_readers(state: AppState, payload: String) -> Outcome {
    let added: AddedItems = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    queue_languages(&state, &added).await.map_err(|error| error.to_string())
}

async fn queue_languages(state: &AppState, added: &AddedItems) -> Result<(), DbErr> {
    let (system, now) = (state.system(), state.clock.now());
    let agent = translation::of_agent(&system, state.config.translation.as_ref(), added.agent_id).await?;
    let Some(agent) = agent.filter(|agent| agent.titles) else {
        return Ok(());
    };
    let scope = system.enter_agent(added.agent_id);
    let Some(order) = scope.one(order::Entity::find_by_id(added.order_id)).await? else {
        return Ok(());
    };
    let items = scope.all(items_of(order.id)).await?;
    for to in reader_languages(&system, &order).await? {
        let texts: Vec<&str> = items
            .iter()
            .flat_map(|row| missing(row, agent.glossary_key, to))
            .collect();
        if texts.is_empty() {
            continue;
        }
        let job = TranslateItems {
            agent_id: order.agent_id,
            order_id: order.id,
            to,
        };
        let (payload, key) = (to_json(&job)?, queue_key(&job, agent.glossary_key, &texts, now));
        system.enqueue(new_job(&payload, now, &key), now).await?;
    }
    Ok(())
}

/// A user's language.
#[derive(FromQueryResult)]
struct Locale {
    locale: Language,
}

/// The languages of the people who read an order: the members of its client, and the agent's staff. Drafts are read by their client
/// only, but staff read them once they are submitted.
async fn reader_languages(system: &SystemScope, order: &order::Model) -> Result<BTreeSet<Language>, DbErr> {
    let members = client_member::Entity::find()
        .select_only()
        .column(client_member::Column::UserId)
        .filter(client_member::Column::AgentId.eq(order.agent_id))
        .filter(client_member::Column::ClientId.eq(order.client_id))
        .filter(client_member::Column::ConfirmedAt.is_not_null())
        .filter(client_member::Column::DisabledAt.is_null())
        .into_query();
    let staff = staff::Entity::find()
        .select_only()
        .column(staff::Column::UserId)
        .filter(staff::Column::AgentId.eq(order.agent_id))
        .filter(staff::Column::ConfirmedAt.is_not_null())
        .filter(staff::Column::DisabledAt.is_null())
        .into_query();
    let readers = Condition::any()
        .add(user::Column::Id.in_subquery(members))
        .add(user::Column::Id.in_subquery(staff));
    let select = user::Entity::find()
        .select_only()
        .column(user::Column::Locale)
        .filter(readers)
        .distinct();
    let locales: Vec<Locale> = system.all_as(select).await?;
    Ok(locales.into_iter().map(|row| row.locale).collect())
}
