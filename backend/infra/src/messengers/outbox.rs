//! The outbox: a message is written in the transaction of its cause, sent in order, and fails after the last attempt.
//!
//! Each chat has a queue. Only the head of a queue can be claimed, by one worker at a time; this keeps the order with any
//! number of workers. The worker that sent the head goes on with the next message.

use super::{
    Bot as _, Messenger,
    api::{self, SendError},
    contacts,
};
use chrono::{DateTime, Duration, Utc};
use entities::{messenger_contact as contact, messenger_message as message};
use platform::{
    jobs::{NewJob, enqueue},
    scope::{RowPolicy, ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, QueryOrder, QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use serde::{Deserialize, Serialize};
use shared_types::id::{LoginCodeId, UserId};
use std::future::Future;

/// The job that sends the queued messages of a chat.
pub const DELIVER: &str = "messengers:deliver";
/// The job that finds the chat of a person.
pub const NOTIFY: &str = "messengers:notify";

/// How long a claim of the head lasts: longer than a call may take.
const CLAIM_DURATION: Duration = Duration::seconds(60);
/// Delays between attempts, in seconds. After the last one the message has failed.
const RETRY_DELAYS: [i64; 8] = [1, 5, 15, 60, 300, 1800, 7200, 21_600];

/// The buttons below a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Buttons {
    /// Keeps the current buttons.
    #[default]
    Keep,
    /// Removes the buttons.
    None,
    /// A button that shares the person's phone number.
    ShareContact {
        /// The caption.
        label: String,
    },
    /// A button that opens a page.
    Link {
        /// The caption.
        label: String,
        /// The address of the page.
        url: String,
    },
}

/// The content of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutgoingMessage {
    /// Plain text.
    pub text: String,
    /// The buttons below the text.
    #[serde(default)]
    pub buttons: Buttons,
}

/// A message to be queued for a chat.
#[derive(Clone, Debug)]
pub struct NewMessage<'a> {
    pub messenger: Messenger,
    pub chat_id: &'a str,
    pub message: &'a OutgoingMessage,
    /// The login code that replaces `{code}` in the text. The code is generated when the message is sent.
    pub login_code_id: Option<LoginCodeId>,
    /// Of the messages with the same key only the first one is sent.
    pub dedupe_key: Option<String>,
    /// The moment after which the message is not sent any more.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Appends a message to the queue of its chat.
pub async fn queue_message(tx: &Tx<SystemPolicy>, new: NewMessage<'_>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = message::ActiveModel {
        id: NotSet,
        messenger: Set(new.messenger),
        chat_id: Set(new.chat_id.to_owned()),
        body: Set(serde_json::to_string(new.message).map_err(|error| DbErr::Custom(error.to_string()))?),
        login_code_id: Set(new.login_code_id),
        dedupe_key: Set(new.dedupe_key),
        attempts: Set(0),
        next_try_at: Set(now),
        claimed_until: Set(None),
        expires_at: Set(new.expires_at),
        sent_at: Set(None),
        failed_at: Set(None),
        last_error: Set(None),
        created_at: Set(now),
    };
    let unique = OnConflict::column(message::Column::DedupeKey);
    if tx.insert_if_absent(row, unique).await? {
        enqueue_delivery(tx, new.messenger, new.chat_id, now, now).await?;
    }
    Ok(())
}

async fn enqueue_delivery(
    tx: &Tx<SystemPolicy>,
    messenger: Messenger,
    chat_id: &str,
    run_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let job = NewJob {
        kind: DELIVER,
        payload: &format!("{}:{chat_id}", messenger.as_str()),
        run_at,
        dedupe_key: None,
    };
    enqueue(tx, job, now).await.map(drop)
}

/// A message to a person, through a chat linked to the person's phone.
#[derive(Clone, Debug)]
pub struct UserMessage<'a> {
    pub user_id: UserId,
    pub message: &'a OutgoingMessage,
    /// The only messenger to use. Without it, the most recently used chat gets the message.
    pub only: Option<Messenger>,
    /// Of the messages with the same key only the first one is sent.
    pub dedupe_key: String,
}

#[derive(Serialize, Deserialize)]
struct QueuedUserMessage {
    user_id: UserId,
    message: OutgoingMessage,
    only: Option<String>,
    key: String,
}

/// Enqueues a message to a person in the caller's transaction, with one statement. A person without a chat gets none.
pub async fn send_to_user<W: RowPolicy>(tx: &Tx<W>, note: UserMessage<'_>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let queued = QueuedUserMessage {
        user_id: note.user_id,
        message: note.message.clone(),
        only: note.only.map(|only| only.as_str().to_owned()),
        key: note.dedupe_key.clone(),
    };
    let payload = serde_json::to_string(&queued).map_err(|error| DbErr::Custom(error.to_string()))?;
    let job = NewJob::immediate(NOTIFY, &payload, now).with_dedupe_key(format!("{NOTIFY}:{}", note.dedupe_key));
    enqueue(tx, job, now).await.map(drop)
}

/// Runs a [`NOTIFY`] job: finds the chat of the person and queues the message there.
pub async fn run_notify_job(state: AppState, payload: String) -> Result<(), String> {
    let queued: QueuedUserMessage = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    queue_for_user(&state, queued)
        .await
        .map_err(|error| error.to_string())?;
    state.wake_worker();
    Ok(())
}

async fn queue_for_user(state: &AppState, queued: QueuedUserMessage) -> Result<(), DbErr> {
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            // Chats are linked to phones. The person is the user who has the phone now.
            let phone = Query::select()
                .column("phone")
                .from("users")
                .and_where(Expr::col("id").eq(queued.user_id))
                .and_where(Expr::col("disabled_at").is_null())
                .to_owned();
            let mut chats = contact::Entity::find()
                .filter(contact::Column::Phone.in_subquery(phone))
                .filter(contact::Column::BlockedAt.is_null())
                .order_by_desc(contact::Column::UpdatedAt);
            if let Some(only) = queued.only {
                chats = chats.filter(contact::Column::Messenger.eq(only));
            }
            if let Some(chat) = tx.one(chats).await?
                && chat.messenger.is_enabled(&state.config)
            {
                let new = NewMessage {
                    messenger: chat.messenger,
                    chat_id: &chat.chat_id,
                    message: &queued.message,
                    login_code_id: None,
                    dedupe_key: Some(queued.key),
                    expires_at: None,
                };
                queue_message(tx, new, now).await?;
            }
            Ok(())
        })
        .await
}

/// Runs a [`DELIVER`] job. `fill` generates the one-time code of a message that needs one; the code is stored in no row.
pub async fn run_deliver_job<F, C>(state: AppState, payload: String, fill: F) -> Result<(), String>
where
    F: Fn(AppState, LoginCodeId) -> C + Send,
    C: Future<Output = Result<Option<String>, String>> + Send,
{
    let (messenger, chat_id) = payload.split_once(':').ok_or("the payload names no chat")?;
    let messenger = Messenger::from_name(messenger).ok_or("the payload names no messenger")?;
    let describe = |error: DbErr| error.to_string();
    loop {
        let now = state.clock.now();
        // While the messenger is down, its messages use up no attempts.
        if let Some(until) = state.breaker.open_until(messenger.as_str(), now) {
            return schedule_delivery(&state, messenger, chat_id, until)
                .await
                .map_err(describe);
        }
        let Some(head) = claim(&state, messenger, chat_id).await.map_err(describe)? else {
            break;
        };
        if head.expires_at.is_some_and(|at| at <= now) {
            finish_message(&state, &head, Some("it expired before it was sent"))
                .await
                .map_err(describe)?;
            continue;
        }
        let mut message: OutgoingMessage = serde_json::from_str(&head.body).map_err(|error| error.to_string())?;
        if let Some(code) = head.login_code_id {
            let generated = match fill(state.clone(), code).await {
                Ok(generated) => generated,
                Err(reason) if schedule_retry(&state, &head, &reason, None).await.map_err(describe)? => return Ok(()),
                Err(_) => continue,
            };
            let Some(code) = generated else {
                finish_message(&state, &head, Some("its one-time code is no longer needed"))
                    .await
                    .map_err(describe)?;
                continue;
            };
            message.text = message.text.replace("{code}", &code);
        }
        let sent = api::send(&state, messenger, chat_id, &message).await;
        metrics::counter!("karavan_messages_total", "messenger" => messenger.as_str(), "sent" => sent.is_ok().to_string())
            .increment(1);
        match sent {
            Ok(_) => finish_message(&state, &head, None).await.map_err(describe)?,
            Err(SendError::Temporary { reason, seconds }) => {
                if schedule_retry(&state, &head, &reason, seconds)
                    .await
                    .map_err(describe)?
                {
                    return Ok(());
                }
            }
            Err(SendError::Blocked(reason)) => {
                let system = state.system();
                contacts::set_blocked(&system, messenger, chat_id, Some(now))
                    .await
                    .map_err(describe)?;
                finish_message(&state, &head, Some(&reason)).await.map_err(describe)?;
            }
            Err(SendError::Refused(reason)) => {
                tracing::error!(
                    messenger = messenger.as_str(),
                    message = head.id,
                    reason,
                    "message refused, will not be retried"
                );
                finish_message(&state, &head, Some(&reason)).await.map_err(describe)?;
            }
        }
    }
    schedule_claim_check(&state, messenger, chat_id).await.map_err(describe)
}

/// Schedules a delivery for the end of another worker's claim of the head, in case that worker dies.
async fn schedule_claim_check(state: &AppState, messenger: Messenger, chat_id: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let claimed = message::Entity::find()
        .filter(unsent_messages(messenger, chat_id))
        .filter(message::Column::ClaimedUntil.gt(now))
        .order_by_asc(message::Column::Id);
    let Some(until) = state.system().one(claimed).await?.and_then(|head| head.claimed_until) else {
        return Ok(());
    };
    schedule_delivery(state, messenger, chat_id, until).await
}

/// Schedules a delivery to a chat at a moment, once per chat and moment.
async fn schedule_delivery(
    state: &AppState,
    messenger: Messenger,
    chat_id: &str,
    until: DateTime<Utc>,
) -> Result<(), DbErr> {
    let now = state.clock.now();
    let payload = format!("{}:{chat_id}", messenger.as_str());
    let job = NewJob {
        kind: DELIVER,
        payload: &payload,
        run_at: until,
        dedupe_key: Some(format!("{DELIVER}:{payload}:{}", until.timestamp())),
    };
    let enqueued = state
        .system()
        .in_transaction(async |tx| enqueue(tx, job, now).await)
        .await;
    enqueued.map(drop)
}

/// Messages of a chat that are neither sent nor failed.
fn unsent_messages(messenger: Messenger, chat_id: &str) -> Condition {
    Condition::all()
        .add(message::Column::Messenger.eq(messenger))
        .add(message::Column::ChatId.eq(chat_id))
        .add(message::Column::SentAt.is_null())
        .add(message::Column::FailedAt.is_null())
}

async fn claim(state: &AppState, messenger: Messenger, chat_id: &str) -> Result<Option<message::Model>, DbErr> {
    let now = state.clock.now();
    let head = message::Entity::find()
        .select_only()
        .column_as(message::Column::Id.min(), "head")
        .filter(unsent_messages(messenger, chat_id))
        .into_query();
    let free = Condition::any()
        .add(message::Column::ClaimedUntil.is_null())
        .add(message::Column::ClaimedUntil.lte(now));
    let update = message::Entity::update_many()
        .col_expr(message::Column::ClaimedUntil, Expr::value(now + CLAIM_DURATION))
        .col_expr(message::Column::Attempts, Expr::col(message::Column::Attempts).add(1))
        .filter(Expr::col(message::Column::Id).eq(Expr::from(head)))
        .filter(message::Column::NextTryAt.lte(now))
        // Repeated for PostgreSQL, which evaluates the condition again after it has waited for the row lock.
        .filter(unsent_messages(messenger, chat_id))
        .filter(free);
    Ok(state.system().update(update).await?.pop())
}

/// Marks a message as sent, or as failed with a reason, and clears its text.
async fn finish_message(state: &AppState, message: &message::Model, failure: Option<&str>) -> Result<(), DbErr> {
    let now = state.clock.now();
    let mut update = message::Entity::update_many()
        .col_expr(message::Column::Body, Expr::value(""))
        .col_expr(message::Column::LastError, Expr::value(failure))
        .filter(message::Column::Id.eq(message.id));
    update = match failure {
        Some(_) => update.col_expr(message::Column::FailedAt, Expr::value(now)),
        None => update.col_expr(message::Column::SentAt, Expr::value(now)),
    };
    state.system().update_count(update).await.map(drop)
}

/// Schedules the next attempt and returns true. After the last attempt it marks the message as failed and returns false, so that
/// the queue goes on.
async fn schedule_retry(
    state: &AppState,
    head: &message::Model,
    reason: &str,
    requested_delay: Option<i64>,
) -> Result<bool, DbErr> {
    let attempts = usize::try_from(head.attempts).unwrap_or(1);
    let Some(wait) = RETRY_DELAYS.get(attempts.saturating_sub(1)) else {
        tracing::error!(
            messenger = head.messenger.as_str(),
            message = head.id,
            reason,
            "message failed, no attempts left"
        );
        finish_message(state, head, Some(reason)).await?;
        return Ok(false);
    };
    tracing::warn!(
        messenger = head.messenger.as_str(),
        message = head.id,
        reason,
        "message failed, will be retried"
    );
    let now = state.clock.now();
    let next = now + Duration::seconds(Ord::max(*wait, requested_delay.unwrap_or_default()));
    state
        .system()
        .in_transaction(async |tx| {
            let update = message::Entity::update_many()
                .col_expr(message::Column::NextTryAt, Expr::value(next))
                .col_expr(message::Column::ClaimedUntil, Expr::value(None::<DateTime<Utc>>))
                .col_expr(message::Column::LastError, Expr::value(reason))
                .filter(message::Column::Id.eq(head.id));
            tx.update_count(update).await?;
            enqueue_delivery(tx, head.messenger, &head.chat_id, next, now).await?;
            Ok::<_, DbErr>(())
        })
        .await?;
    Ok(true)
}
