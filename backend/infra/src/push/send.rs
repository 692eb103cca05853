//! Sends queued messages to the push services of browsers.

use super::{
    encryption::{self, BrowserKeys},
    subscriptions,
    vapid::PushKey,
};
use chrono::{DateTime, Duration, Utc};
use entities::{push_message as message, push_subscription as subscription};
use platform::{
    http_client,
    jobs::{NewJob, Outcome},
    scope::ScopedConnection,
    state::AppState,
};
use reqwest::{
    StatusCode,
    header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_TYPE, RETRY_AFTER},
};
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use tokio::time::timeout;

/// The job that sends a message. Its payload is the deduplication key.
pub(super) const DELIVER: &str = "push:deliver";

/// Most time of an attempt.
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(15);
/// Attempts before a message has failed; the same number as for a job.
const MAX_ATTEMPTS: i32 = 8;
/// The longest wait that a push service may ask for.
const LONGEST_WAIT: i64 = 24 * 3600;

/// Why a message was not accepted.
enum PushError {
    /// The browser has ended the subscription.
    Gone,
    /// Another attempt would fail, too. The subscription may work.
    Refused(String),
    Temporary {
        reason: String,
        /// The wait that the push service asks for.
        wait: Option<Duration>,
    },
}

impl PushError {
    const fn temporary(reason: String) -> Self {
        Self::Temporary { reason, wait: None }
    }
}

/// Runs a [`DELIVER`] job. An error makes the job run again later.
pub(super) async fn run_job(state: AppState, key: String) -> Outcome {
    let describe = |error: DbErr| error.to_string();
    let now = state.clock.now();
    let system = state.system();
    let attempt = message::Entity::update_many()
        .col_expr(message::Column::Attempts, Expr::col(message::Column::Attempts).add(1))
        .filter(message::Column::DedupeKey.eq(&key))
        .filter(message::Column::SentAt.is_null())
        .filter(message::Column::FailedAt.is_null());
    let Some(row) = system.update(attempt).await.map_err(describe)?.pop() else {
        return Ok(());
    };
    if row.expires_at <= now {
        return finish(&state, &row, Some("it expired before it was sent"))
            .await
            .map_err(describe);
    }
    let select = subscriptions::active(now).filter(subscription::Column::Id.eq(row.subscription_id));
    let Some(to) = system.one(select).await.map_err(describe)? else {
        return finish(&state, &row, Some("the session has ended"))
            .await
            .map_err(describe);
    };
    let limit = TIMEOUT.min(state.config.outside_patience);
    let sent = timeout(limit, send(&state, &to, &row)).await;
    let sent = sent.unwrap_or_else(|_| Err(PushError::temporary(format!("no answer within {limit:?}"))));
    metrics::counter!("karavan_pushes_total", "sent" => sent.is_ok().to_string()).increment(1);
    match sent {
        Ok(()) => finish(&state, &row, None).await.map_err(describe),
        Err(PushError::Gone) => {
            let delete = subscription::Entity::delete_many().filter(subscription::Column::Id.eq(to.id));
            system.delete_where(delete).await.map(drop).map_err(describe)
        }
        Err(PushError::Refused(reason)) => {
            tracing::warn!(push = row.id, reason, "push refused, will not be retried");
            finish(&state, &row, Some(&reason)).await.map_err(describe)
        }
        Err(PushError::Temporary { reason, .. }) if row.attempts >= MAX_ATTEMPTS => {
            tracing::warn!(push = row.id, reason, "push failed, no attempts left");
            finish(&state, &row, Some(&reason)).await.map_err(describe)
        }
        Err(PushError::Temporary { wait: Some(wait), .. }) => {
            let later = NewJob {
                run_at: now + wait,
                ..NewJob::immediate(DELIVER, &key, now)
            };
            system.enqueue(later, now).await.map(drop).map_err(describe)
        }
        Err(PushError::Temporary { reason, wait: None }) => {
            tracing::warn!(push = row.id, reason, "push failed, will be retried");
            Err(reason)
        }
    }
}

async fn send(state: &AppState, to: &subscription::Model, row: &message::Model) -> Result<(), PushError> {
    let now = state.clock.now();
    let refused = |reason: &str| PushError::Refused(reason.to_owned());
    let url: url::Url = to
        .endpoint
        .parse()
        .map_err(|_| refused("the address is not a web address"))?;
    let networks = &state.config.webhook_networks;
    networks
        .check_literal(&url)
        .map_err(|error| PushError::Refused(error.to_string()))?;
    let keys = BrowserKeys::parse(&to.p256dh, &to.auth).ok_or_else(|| refused("the keys can't be read"))?;
    let body = encryption::encrypt(&keys, row.body.as_bytes()).map_err(|_| refused("the keys can't be used"))?;
    let key = PushKey::load(state)
        .await
        .map_err(|error| PushError::temporary(error.to_string()))?;
    let authorization = key
        .authorization(&url, &state.config.public_url, now)
        .map_err(|_| refused("the token can't be signed"))?;
    let request = http_client::for_entered_addresses(networks)
        .map_err(PushError::temporary)?
        .post(url)
        .header(AUTHORIZATION, authorization)
        .header(CONTENT_TYPE, "application/octet-stream")
        .header(CONTENT_ENCODING, "aes128gcm")
        .header("TTL", (row.expires_at - now).num_seconds())
        .header("Urgency", "high")
        .header("Topic", &row.topic)
        .body(body);
    let response = request
        .send()
        .await
        .map_err(|error| PushError::temporary(http_client::describe(error)))?;
    let status = response.status();
    let reason = format!("the push service answered {status}");
    match status {
        _ if status.is_success() => Ok(()),
        StatusCode::NOT_FOUND | StatusCode::GONE => Err(PushError::Gone),
        _ if status == StatusCode::TOO_MANY_REQUESTS || status.is_server_error() => {
            let seconds = response.headers().get(RETRY_AFTER);
            let seconds = seconds.and_then(|value| value.to_str().ok()?.trim().parse::<i64>().ok());
            let wait = seconds.map(|seconds| Duration::seconds(seconds.clamp(1, LONGEST_WAIT)));
            Err(PushError::Temporary { reason, wait })
        }
        _ => Err(PushError::Refused(reason)),
    }
}

/// Marks a message as sent, or as failed with a reason, and clears its text.
async fn finish(state: &AppState, row: &message::Model, failure: Option<&str>) -> Result<(), DbErr> {
    let now = state.clock.now();
    let at = |is_set: bool| Expr::value(is_set.then_some(now) as Option<DateTime<Utc>>);
    let update = message::Entity::update_many()
        .col_expr(message::Column::Body, Expr::value(""))
        .col_expr(message::Column::LastError, Expr::value(failure))
        .col_expr(message::Column::SentAt, at(failure.is_none()))
        .col_expr(message::Column::FailedAt, at(failure.is_some()))
        .filter(message::Column::Id.eq(row.id));
    state.system().update_count(update).await.map(drop)
}
