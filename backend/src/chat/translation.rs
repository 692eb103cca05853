//! Translation of messages into the languages of their readers.
//!
//! A new message is queued with its insertion, for the languages of all readers. A reader whose language is still missing, for example
//! because translation was turned on later, queues the messages that they see. Sockets get a translated message as a changed one.

use super::signal::{Event, Signal};
use chrono::{DateTime, Duration, Utc};
use entities::{chat_message as message, client_member, order, staff, user};
use infra::translation::{self, AgentTranslation, Lookup, Stop, StoredView, Translated};
use platform::{
    auth::Caller,
    config::TranslationProvider,
    jobs::{Jobs, NewJob, Outcome, schedule_slot},
    rng,
    scope::{ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{
    Condition, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, SimpleExpr},
};
use serde::{Deserialize, Serialize};
use shared_types::{
    chat::{ChatMessage, limits},
    id::{AgentId, ClientId, MessageId, OrderId},
    translation::Language,
};
use std::collections::{BTreeMap, BTreeSet};

/// The job that translates messages.
const TRANSLATE: &str = "chat:translate";
/// How long the same messages are not queued again.
const QUEUED_ONCE: Duration = Duration::minutes(10);

#[derive(Debug, Serialize, Deserialize)]
struct TranslateMessages {
    agent_id: AgentId,
    client_id: ClientId,
    order_id: OrderId,
    /// The first and the last message.
    first: MessageId,
    last: MessageId,
    /// The language; `None` for all readers' languages.
    to: Option<Language>,
}

pub(super) fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(TRANSLATE, translate_messages)
        .calls(TRANSLATE, TranslationProvider::ALL.map(TranslationProvider::as_str))
}

async fn queue(
    rows: &impl ScopedConnection,
    job: &TranslateMessages,
    run_at: DateTime<Utc>,
    key: Option<String>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let payload = serde_json::to_string(job).map_err(|error| DbErr::Json(error.to_string()))?;
    let job = NewJob {
        kind: TRANSLATE,
        payload: &payload,
        run_at,
        dedupe_key: key.map(|key| format!("{TRANSLATE}:{key}")),
    };
    rows.enqueue(job, now).await
}

/// Queues a new message in the transaction that inserts it.
pub(super) async fn queue_new(
    state: &AppState,
    rows: &impl ScopedConnection,
    row: &message::Model,
) -> Result<(), DbErr> {
    if state.config.translation.is_none() || !row.body.chars().any(char::is_alphabetic) {
        return Ok(());
    }
    let job = TranslateMessages {
        agent_id: row.agent_id,
        client_id: row.client_id,
        order_id: row.order_id,
        first: row.id,
        last: row.id,
        to: None,
    };
    let now = state.clock.now();
    queue(rows, &job, now, Some(row.id.to_string()), now).await.map(drop)
}

/// Queues texts that a person reads and that are not translated into the person's language, once for the same messages.
pub(super) async fn queue_missing(
    state: &AppState,
    rows: &impl ScopedConnection,
    caller: &Caller,
    order: &order::Model,
    messages: &[ChatMessage],
) -> Result<(), DbErr> {
    let Some(wanted) = caller.translation.filter(|wanted| wanted.chat && !wanted.is_exhausted) else {
        return Ok(());
    };
    let (to, now) = (wanted.language, state.clock.now());
    let is_missing = |message: &&ChatMessage| {
        let is_translated = message
            .translations
            .iter()
            .any(|translation| translation.language == to);
        !is_translated && translation::needs_translation(&message.body, to)
    };
    let missing: Vec<&ChatMessage> = messages.iter().filter(is_missing).collect();
    let (Some(first), Some(last), false) = (missing.first(), missing.last(), caller.is_preview) else {
        return Ok(());
    };
    let job = TranslateMessages {
        agent_id: order.agent_id,
        client_id: order.client_id,
        order_id: order.id,
        first: first.id,
        last: last.id,
        to: Some(to),
    };
    let ids: Vec<String> = missing.iter().map(|message| message.id.to_string()).collect();
    let key = format!(
        "{}:{}:{}:{}:{}",
        order.id,
        to.as_str(),
        wanted.glossary_key,
        rng::digest(ids.join(",")),
        schedule_slot(QUEUED_ONCE, now)
    );
    if queue(rows, &job, now, Some(key), now).await? {
        state.wake_worker();
    }
    Ok(())
}

/// The glossary under which the listeners of a chat see translations; `None` if messages are not translated.
pub(super) async fn glossary_key(state: &AppState, order: OrderId) -> Result<Option<i64>, DbErr> {
    let config = state.config.translation.as_ref();
    if config.is_none() {
        return Ok(None);
    }
    let system = state.system();
    let Some(order) = system.one(order::Entity::find_by_id(order)).await? else {
        return Ok(None);
    };
    let agent = translation::of_agent(&system, config, order.agent_id).await?;
    Ok(agent.filter(|agent| agent.chat).map(|agent| agent.glossary_key))
}

/// The languages of all people who may open a chat of the client: its members, and the agent's staff.
///
/// For each language the database stops at the first reader, so the time does not grow with the number of members.
async fn reader_languages(
    system: &SystemScope,
    agent_id: AgentId,
    client_id: ClientId,
) -> Result<BTreeSet<Language>, DbErr> {
    let has_language = |user_id: SimpleExpr, language: Language| {
        let readers = user::Entity::find()
            .select_only()
            .column(user::Column::Id)
            .filter(Expr::col((user::Entity, user::Column::Id)).eq(user_id))
            .filter(user::Column::Locale.eq(language.as_str()));
        Expr::exists(readers.into_query())
    };
    let members = system.enter_client(agent_id, client_id);
    let colleagues = system.enter_agent(agent_id);
    let counts = Language::ALL.iter().flat_map(|language| {
        let member = Condition::all()
            .add(client_member::Column::ConfirmedAt.is_not_null())
            .add(client_member::Column::DisabledAt.is_null())
            .add(has_language(
                Expr::col((client_member::Entity, client_member::Column::UserId)),
                *language,
            ));
        let colleague = Condition::all()
            .add(staff::Column::ConfirmedAt.is_not_null())
            .add(staff::Column::DisabledAt.is_null())
            .add(has_language(
                Expr::col((staff::Entity, staff::Column::UserId)),
                *language,
            ));
        [
            members.count_of::<client_member::Entity>(member, 1),
            colleagues.count_of::<staff::Entity>(colleague, 1),
        ]
    });
    let counts = system.read_counts(counts.collect()).await?;
    let spoken = Language::ALL.iter().zip(counts.chunks(2));
    Ok(spoken
        .filter(|(_, readers)| readers.iter().any(|count| *count > 0))
        .map(|(language, _)| *language)
        .collect())
}

/// Runs a [`TRANSLATE`] job.
async fn translate_messages(state: AppState, payload: String) -> Outcome {
    let describe = |error: DbErr| error.to_string();
    let job: TranslateMessages = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    match translate_job(&state, &job).await.map_err(describe)? {
        None | Some(Stop::LimitReached) => Ok(()),
        Some(Stop::Failed(reason)) => Err(reason),
        Some(Stop::Until(until)) => {
            let to = job.to.map_or("all", Language::as_str);
            let key = format!("{}-{}:{to}:{}", job.first, job.last, until.timestamp());
            let queued = queue(&state.system(), &job, until, Some(key), state.clock.now()).await;
            queued.map(drop).map_err(describe)
        }
    }
}

async fn translate_job(state: &AppState, job: &TranslateMessages) -> Result<Option<Stop>, DbErr> {
    let system = state.system();
    let agent = translation::of_agent(&system, state.config.translation.as_ref(), job.agent_id).await?;
    let Some(agent) = agent.filter(|agent| agent.chat) else {
        return Ok(None);
    };
    let languages = match job.to {
        Some(to) => BTreeSet::from([to]),
        None => reader_languages(&system, job.agent_id, job.client_id).await?,
    };
    let range = Condition::all()
        .add(message::Column::OrderId.eq(job.order_id))
        .add(message::Column::Id.gte(job.first))
        .add(message::Column::Id.lte(job.last));
    let select = message::Entity::find()
        .filter(range)
        .order_by_asc(message::Column::Id)
        .limit(limits::MAX_PAGE);
    let rows = system.enter_client(job.agent_id, job.client_id).all(select).await?;
    for to in languages {
        let (changed, stop) = translate_rows(state, &agent, &rows, to).await?;
        for message in changed {
            let signal = Signal {
                order: job.order_id,
                event: Event::Updated { message },
                except: None,
                except_session: None,
            };
            signal.send(state).await;
        }
        if stop.is_some() {
            return Ok(stop);
        }
    }
    Ok(None)
}

/// Translates messages into one language and stores the translations. Returns the translated messages.
async fn translate_rows(
    state: &AppState,
    agent: &AgentTranslation,
    rows: &[message::Model],
    to: Language,
) -> Result<(Vec<MessageId>, Option<Stop>), DbErr> {
    let is_missing = |row: &&message::Model| {
        let stored = StoredView::new(row.translations.as_ref(), agent.glossary_key);
        stored.lookup(&row.body, to) == Lookup::Missing
    };
    let missing: Vec<&message::Model> = rows.iter().filter(is_missing).collect();
    let texts: Vec<&str> = missing.iter().map(|row| row.body.as_str()).collect();
    let (translated, stop) = translation::translate(state, agent, &texts, to).await?;
    let found: BTreeMap<MessageId, Option<&str>> = missing
        .iter()
        .zip(&translated)
        .filter_map(|(row, translated)| match translated {
            Translated::Text(text) => Some((row.id, Some(text.as_str()))),
            Translated::Unusable => Some((row.id, None)),
            Translated::Missing => None,
        })
        .collect();
    if found.is_empty() {
        return Ok((Vec::new(), stop));
    }
    state
        .system()
        .in_transaction(async |tx| {
            let scope = tx.enter_agent(agent.agent_id);
            // Read again and locked: a job for another language may have stored its translations meanwhile.
            let select = message::Entity::find()
                .filter(message::Column::Id.is_in(found.keys().copied()))
                .order_by_asc(message::Column::Id)
                .lock_exclusive();
            let current = scope.all(select).await?;
            for row in &current {
                let Some(text) = found.get(&row.id) else { continue };
                let merged = translation::merge(
                    row.translations.as_ref(),
                    &[&row.body],
                    &[(&row.body, *text)],
                    to,
                    agent.glossary_key,
                )?;
                let update = message::Entity::update_many()
                    .col_expr(message::Column::Translations, Expr::value(merged))
                    .filter(message::Column::Id.eq(row.id));
                scope.update_count(update).await?;
            }
            Ok::<_, DbErr>(())
        })
        .await?;
    let shown = found.iter().filter(|(_, text)| text.is_some());
    Ok((shown.map(|(id, _)| *id).collect(), stop))
}
