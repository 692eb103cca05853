//! Translation of the texts of items. Adding an item queues the languages of the people who will read it, and reading an order
//! queues the texts that are not translated into the reader's language. A job translates it and stores the translations with the
//! items, where search finds them too.

pub mod added;

use super::{
    index_text::{search_text, split_shop_names},
    item_rows::{self, ItemWithGroup},
    viewer::Viewer,
};
use chrono::{DateTime, Duration, Utc};
use entities::{client, order, order_item as item};
use infra::translation::{self, AgentTranslation, Lookup, Stop, StoredView, Translated};
use platform::{
    config::TranslationProvider,
    jobs::{Jobs, NewJob, Outcome, schedule_slot},
    rng,
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::{QueryOrder, QuerySelect, entity::prelude::*, sea_query::Expr};
use serde::{Deserialize, Serialize};
use shared_types::{
    id::{AgentId, OrderId},
    translation::Language,
};
use std::collections::BTreeMap;

/// The job that translates the items of an order.
const TRANSLATE: &str = "orders:translate-items";
/// How long the same texts are not queued again.
const QUEUED_ONCE: Duration = Duration::minutes(10);

/// The items of an order to translate.
#[derive(Debug, Serialize, Deserialize)]
struct TranslateItems {
    agent_id: AgentId,
    order_id: OrderId,
    to: Language,
}

pub(super) fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(TRANSLATE, translate_items)
        .calls(TRANSLATE, TranslationProvider::ALL.map(TranslationProvider::as_str))
}

/// The deduplication key of a job: the same texts are queued once in a while.
fn queue_key(job: &TranslateItems, glossary_key: i64, texts: &[&str], now: DateTime<Utc>) -> String {
    format!(
        "{}:{}:{glossary_key}:{}:{}",
        job.order_id,
        job.to.as_str(),
        rng::digest(texts.join("\u{1f}")),
        schedule_slot(QUEUED_ONCE, now)
    )
}

/// The texts of an item that people read.
fn texts(row: &item::Model) -> Vec<&str> {
    let optional = [row.variant.as_deref(), row.agent_comment.as_deref()];
    let texts = [row.title.as_str(), row.comment.as_str()]
        .into_iter()
        .chain(optional.into_iter().flatten());
    texts.filter(|text| !text.is_empty()).collect()
}

/// The texts of an item that are not translated yet.
fn missing(row: &item::Model, glossary_key: i64, to: Language) -> Vec<&str> {
    let stored = StoredView::new(row.translations.as_ref(), glossary_key);
    let mut texts = texts(row);
    texts.retain(|text| stored.lookup(text, to) == Lookup::Missing);
    texts
}

fn new_job<'a>(payload: &'a str, run_at: DateTime<Utc>, key: &str) -> NewJob<'a> {
    NewJob {
        kind: TRANSLATE,
        payload,
        run_at,
        dedupe_key: Some(format!("{TRANSLATE}:{key}")),
    }
}

/// Queues the translation of the texts that the viewer reads, once for the same texts. Takes no statement if everything is
/// translated.
pub(super) async fn queue_missing(
    rows: &impl ScopedConnection,
    order: &order::Model,
    items: &[ItemWithGroup],
    viewer: Viewer,
) -> Result<(), DbErr> {
    let (Some(wanted), Some(now)) = (viewer.translation, viewer.queues_translation_at) else {
        return Ok(());
    };
    if wanted.is_exhausted {
        return Ok(());
    }
    let missing: Vec<&str> = items
        .iter()
        .flat_map(|(row, _)| missing(row, wanted.glossary_key, wanted.language))
        .collect();
    if missing.is_empty() {
        return Ok(());
    }
    let job = TranslateItems {
        agent_id: order.agent_id,
        order_id: order.id,
        to: wanted.language,
    };
    let (payload, key) = (to_json(&job)?, queue_key(&job, wanted.glossary_key, &missing, now));
    rows.enqueue(new_job(&payload, now, &key), now).await.map(drop)
}

fn to_json(job: &TranslateItems) -> Result<String, DbErr> {
    serde_json::to_string(job).map_err(|error| DbErr::Json(error.to_string()))
}

/// Runs a [`TRANSLATE`] job.
async fn translate_items(state: AppState, payload: String) -> Outcome {
    let job: TranslateItems = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    match translate_order(&state, &job).await.map_err(|error| error.to_string())? {
        None | Some(Stop::LimitReached) => Ok(()),
        Some(Stop::Failed(reason)) => Err(reason),
        Some(Stop::Until(until)) => {
            let key = format!("{}:{}:{}", job.order_id, job.to.as_str(), until.timestamp());
            let next = new_job(&payload, until, &key);
            let queued = state.system().enqueue(next, state.clock.now()).await;
            queued.map(drop).map_err(|error| error.to_string())
        }
    }
}

async fn translate_order(state: &AppState, job: &TranslateItems) -> Result<Option<Stop>, DbErr> {
    let system = state.system();
    let agent = translation::of_agent(&system, state.config.translation.as_ref(), job.agent_id).await?;
    let Some(agent) = agent.filter(|agent| agent.titles) else {
        return Ok(None);
    };
    let items = system.enter_agent(job.agent_id).all(items_of(job.order_id)).await?;
    let mut wanted: Vec<&str> = items
        .iter()
        .flat_map(|row| missing(row, agent.glossary_key, job.to))
        .collect();
    wanted.sort_unstable();
    wanted.dedup();
    let (translated, stop) = translation::translate(state, &agent, &wanted, job.to).await?;
    let found: BTreeMap<&str, Option<&str>> = wanted
        .iter()
        .zip(&translated)
        .filter_map(|(text, translated)| match translated {
            Translated::Text(translated) => Some((*text, Some(translated.as_str()))),
            Translated::Unusable => Some((*text, None)),
            Translated::Missing => None,
        })
        .collect();
    if !found.is_empty() {
        store(state, &agent, job, &found).await?;
    }
    Ok(stop)
}

fn items_of(order: OrderId) -> Select<item::Entity> {
    item::Entity::find()
        .filter(item::Column::OrderId.eq(order))
        .order_by_asc(item::Column::Id)
}

/// Stores translations with the items as they are now, and adds them to the text that search reads. The order stays locked meanwhile, so
/// that no change of the items is lost.
async fn store(
    state: &AppState,
    agent: &AgentTranslation,
    job: &TranslateItems,
    found: &BTreeMap<&str, Option<&str>>,
) -> Result<(), DbErr> {
    state
        .system()
        .in_transaction(async |tx| {
            let rows = tx.enter_agent(job.agent_id);
            let lock = order::Entity::find_by_id(job.order_id).lock_exclusive();
            let Some(order) = rows.one(lock).await? else {
                return Ok(());
            };
            let (mut items, shops) = split_shop_names(item_rows::items_with_groups(&rows, order.id).await?);
            for row in &mut items {
                let current = texts(row);
                let translated: Vec<(&str, Option<&str>)> = current
                    .iter()
                    .filter_map(|text| Some((*text, *found.get(text)?)))
                    .collect();
                if translated.is_empty() {
                    continue;
                }
                let merged = translation::merge(
                    row.translations.as_ref(),
                    &current,
                    &translated,
                    job.to,
                    agent.glossary_key,
                )?;
                let update = item::Entity::update_many()
                    .col_expr(item::Column::Translations, Expr::value(merged.clone()))
                    .filter(item::Column::Id.eq(row.id));
                rows.update_count(update).await?;
                row.translations = merged;
            }
            let select = client::Entity::find_by_id(order.client_id);
            let client_name = rows.one(select).await?.map(|client| client.name).unwrap_or_default();
            let text = search_text(&order.number, &order.title, &client_name, &items, &shops);
            if text != order.search_text {
                let update = order::Entity::update_many()
                    .col_expr(order::Column::SearchText, Expr::value(text))
                    .filter(order::Column::Id.eq(order.id));
                rows.update_count(update).await?;
            }
            Ok(())
        })
        .await
}
