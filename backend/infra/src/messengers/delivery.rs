//! The delivery of queued messages: each is sent in order, and fails after the last attempt.
//!
//! Each chat has a queue. Only the head of a queue can be claimed, by one worker at a time; this keeps the order with any
//! number of workers. The worker that sent the head continues with the next message.

use super::{
    Messenger, OutgoingMessage,
    api::{self, ApiResult, SendError},
    attachments,
    bodies::{self, Pages},
    bots, contacts,
    outbox::{delivery_kind, enqueue_delivery},
    parts,
};
use chrono::{DateTime, Duration, Utc};
use entities::messenger_message as message;
use platform::{
    jobs::{NewJob, enqueue},
    scope::ScopedConnection,
    state::AppState,
};
use sea_orm::{
    Condition, DbErr, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::id::{LoginCodeId, MessageId};
use std::future::Future;

/// The job of both messengers before each had its own kinds.
pub(super) const EARLIER_DELIVER: &str = "messengers:deliver";

/// How long a claim of the head lasts: longer than a call may take.
const CLAIM_DURATION: Duration = Duration::seconds(60);
/// Delays between attempts, in seconds. After the last one the message has failed.
const RETRY_DELAYS: [i64; 8] = [1, 5, 15, 60, 300, 1800, 7200, 21_600];

/// Runs a job of a [`delivery_kind`]. `fill` generates the one-time code of a message that needs one; the code is stored in no row.
/// `announce` is called when the delivery of a message of a chat has ended.
pub async fn run_deliver_job<F, C, A, D>(state: AppState, payload: String, fill: F, announce: A) -> Result<(), String>
where
    F: Fn(AppState, LoginCodeId) -> C + Send,
    C: Future<Output = Result<Option<String>, String>> + Send,
    A: Fn(AppState, MessageId) -> D + Send,
    D: Future<Output = Result<(), String>> + Send,
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
            fail_message(&state, &head, "it expired before it was sent")
                .await
                .map_err(describe)?;
            continue;
        }
        let mut message: OutgoingMessage = match serde_json::from_str(&head.body) {
            Ok(message) => message,
            // It would hold up its chat for ever.
            Err(error) => {
                tracing::error!(message = head.id, %error, "message can't be read, will not be retried");
                fail_message(&state, &head, "it can't be read")
                    .await
                    .map_err(describe)?;
                continue;
            }
        };
        if let Some(code) = head.login_code_id {
            let generated = match fill(state.clone(), code).await {
                Ok(generated) => generated,
                Err(reason) if schedule_retry(&state, &head, &reason, None).await.map_err(describe)? => return Ok(()),
                Err(_) => continue,
            };
            let Some(code) = generated else {
                fail_message(&state, &head, "its one-time code is no longer needed")
                    .await
                    .map_err(describe)?;
                continue;
            };
            message.text = message.text.replace("{code}", &code);
        }
        let sent = match &message.file {
            Some(attached) => attachments::send(&state, messenger, chat_id, (&message.text, attached)).await,
            None => send_text(&state, messenger, chat_id, &message).await,
        };
        metrics::counter!("karavan_messages_total", "messenger" => messenger.as_str(), "sent" => sent.is_ok().to_string())
            .increment(1);
        match sent {
            Ok(answer) => {
                let native_id = api::native_id(messenger, &answer);
                finish_sent(&state, &head, native_id).await.map_err(describe)?;
            }
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
                fail_message(&state, &head, &reason).await.map_err(describe)?;
            }
            Err(SendError::Refused(reason)) => {
                tracing::error!(
                    messenger = messenger.as_str(),
                    message = head.id,
                    reason,
                    "message refused, will not be retried"
                );
                fail_message(&state, &head, &reason).await.map_err(describe)?;
            }
        }
        if let Some(message) = head.chat_message_id {
            announce(state.clone(), message).await?;
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
    let kind = kind_of_next(state, messenger, chat_id).await?;
    let payload = format!("{}:{chat_id}", messenger.as_str());
    let job = NewJob {
        kind,
        payload: &payload,
        run_at: until,
        dedupe_key: Some(format!("{kind}:{payload}:{}", until.timestamp())),
    };
    let enqueued = state
        .system()
        .in_transaction(async |tx| enqueue(tx, job, now).await)
        .await;
    enqueued.map(drop)
}

/// The kind of job that sends the waiting messages of a chat: a login code behind other messages is urgent, too.
async fn kind_of_next(state: &AppState, messenger: Messenger, chat_id: &str) -> Result<&'static str, DbErr> {
    let code = message::Entity::find()
        .filter(unsent_messages(messenger, chat_id))
        .filter(message::Column::LoginCodeId.is_not_null());
    let is_code = state.system().one(code).await?.is_some();
    Ok(delivery_kind(messenger, is_code))
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

/// Marks a message as sent, and clears its text.
async fn finish_sent(state: &AppState, message: &message::Model, native_id: Option<String>) -> Result<(), DbErr> {
    let update = message::Entity::update_many()
        .col_expr(message::Column::Body, Expr::value(""))
        .col_expr(message::Column::LastError, Expr::value(None::<String>))
        .col_expr(message::Column::NativeId, Expr::value(native_id))
        .col_expr(message::Column::SentAt, Expr::value(state.clock.now()))
        .filter(message::Column::Id.eq(message.id));
    state.system().update_count(update).await.map(drop)
}

/// Marks a message as failed with a reason, and clears its text.
async fn fail_message(state: &AppState, message: &message::Model, failure: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let failed = || {
        message::Entity::update_many()
            .col_expr(message::Column::Body, Expr::value(""))
            .col_expr(message::Column::LastError, Expr::value(failure))
            .col_expr(message::Column::FailedAt, Expr::value(now))
    };
    let update = failed().filter(message::Column::Id.eq(message.id));
    state.system().update_count(update).await?;
    let Some(key) = message.dedupe_key.as_deref().and_then(parts::key_of_whole) else {
        return Ok(());
    };
    // A text is not sent without its beginning.
    let last_part = failed()
        .filter(message::Column::DedupeKey.eq(key))
        .filter(message::Column::SentAt.is_null());
    state.system().update_count(last_part).await.map(drop)
}

/// Schedules the next attempt and returns true. After the last attempt it marks the message as failed and returns false, so that
/// the queue continues.
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
        fail_message(state, head, reason).await?;
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
            let kind = delivery_kind(head.messenger, head.login_code_id.is_some());
            enqueue_delivery(tx, kind, head.messenger, &head.chat_id, next, now).await?;
            Ok::<_, DbErr>(())
        })
        .await?;
    Ok(true)
}

/// Sends a text with its buttons. The caller has checked the circuit.
async fn send_text(state: &AppState, messenger: Messenger, chat_id: &str, message: &OutgoingMessage) -> ApiResult {
    let has_max_app = messenger == Messenger::Max && state.config.messaging.max_mini_app;
    let pages = Pages {
        messenger,
        public_url: &state.config.public_url,
        max_bot: if has_max_app {
            bots::bot_name(state, messenger).await
        } else {
            None
        },
    };
    let body = bodies::message(chat_id, message, &pages);
    api::post_message(state, messenger, chat_id, &body).await
}
