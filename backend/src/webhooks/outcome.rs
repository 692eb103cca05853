//! The consequences of an attempt: the next one, or the end of the delivery or of the webhook.

use super::{queue, store};
use chrono::{DateTime, Duration, Utc};
use entities::{webhook, webhook_delivery as delivery};
use infra::events::{self, NotificationEvent, Subject};
use platform::{
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use reqwest::{
    StatusCode,
    header::{HeaderMap, RETRY_AFTER},
};
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, Func},
};
use shared_types::{
    notifications::Notice,
    services::LocalizedName,
    webhooks::{DisabledReason, TEST_TYPE, WebhookDeliveryState},
};

/// Waits between attempts, in seconds: the schedule of Svix, which receivers expect.
const RETRY_DELAYS: [i64; 7] = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
/// The longest wait that a receiver may ask for.
const LONGEST_WAIT: Duration = Duration::hours(24);
/// A webhook is disabled when all attempts have failed for this time.
const DISABLE_AFTER: Duration = Duration::days(5);
/// People are notified this long after the first failure.
const WARN_AFTER: Duration = Duration::days(3);

/// The header by which a receiver controls deliveries.
const CONTROL: &str = "webhook-delivery";

/// The wish of a receiver.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Control {
    /// Send nothing any more.
    Disable,
    /// Don't send this event again.
    AbortMessage,
}

impl Control {
    pub(super) fn from_headers(headers: &HeaderMap) -> Option<Self> {
        match headers.get(CONTROL)?.to_str().ok()?.trim() {
            "disable" => Some(Self::Disable),
            "abort-message" => Some(Self::AbortMessage),
            _ => None,
        }
    }
}

/// The result of an attempt.
pub(super) struct Attempt {
    pub(super) status: Option<StatusCode>,
    pub(super) answer: Option<String>,
    /// Why it failed; `None` if it succeeded.
    pub(super) error: Option<String>,
    pub(super) control: Option<Control>,
    pub(super) retry_after: Option<Duration>,
    pub(super) duration_ms: i64,
}

impl Attempt {
    pub(super) const fn without_answer(error: String) -> Self {
        Self {
            status: None,
            answer: None,
            error: Some(error),
            control: None,
            retry_after: None,
            duration_ms: 0,
        }
    }
}

/// The wait of `Retry-After`, in seconds or until a date.
pub(super) fn retry_after(headers: &HeaderMap, now: DateTime<Utc>) -> Option<Duration> {
    let text = headers.get(RETRY_AFTER)?.to_str().ok()?.trim();
    let wait = match text.parse() {
        Ok(seconds) => Duration::try_seconds(seconds)?,
        Err(_) => DateTime::parse_from_rfc2822(text).ok()?.to_utc() - now,
    };
    Some(wait.clamp(Duration::zero(), LONGEST_WAIT))
}

/// The wait before the next attempt; `None` after the last one.
fn next_wait(attempts: i32, asked: Option<Duration>) -> Option<Duration> {
    let index = usize::try_from(attempts).ok()?.checked_sub(1)?;
    let wait = Duration::seconds(*RETRY_DELAYS.get(index)?);
    Some(asked.map_or(wait, |asked| asked.max(wait)))
}

/// Stores the result of an attempt, unless the delivery has changed meanwhile.
pub(super) async fn record(
    state: &AppState,
    row: &webhook::Model,
    delivery: &delivery::Model,
    attempt: Attempt,
) -> Result<(), DbErr> {
    let now = state.clock.now();
    let attempts = delivery.attempts + 1;
    let is_test = delivery.event_type == TEST_TYPE;
    let is_success = attempt.error.is_none();
    let ends = is_success || is_test || attempt.control.is_some() || attempt.status == Some(StatusCode::GONE);
    let next = if ends {
        None
    } else {
        next_wait(attempts, attempt.retry_after)
    };
    let delivery_state = match (is_success, next) {
        (true, _) => WebhookDeliveryState::Delivered,
        (false, Some(_)) => WebhookDeliveryState::Waiting,
        (false, None) => WebhookDeliveryState::Failed,
    };
    let next = next.map(|wait| now + wait);
    let update = delivery::Entity::update_many()
        .col_expr(delivery::Column::State, Expr::value(delivery_state))
        .col_expr(delivery::Column::Attempts, Expr::value(attempts))
        .col_expr(delivery::Column::NextAttemptAt, Expr::value(next))
        .col_expr(
            delivery::Column::AnswerStatus,
            Expr::value(attempt.status.map(|status| i32::from(status.as_u16()))),
        )
        .col_expr(delivery::Column::Answer, Expr::value(attempt.answer))
        .col_expr(delivery::Column::Error, Expr::value(attempt.error))
        .col_expr(delivery::Column::DurationMs, Expr::value(attempt.duration_ms))
        .col_expr(delivery::Column::DeliveredAt, Expr::value(is_success.then_some(now)))
        .filter(delivery::Column::Id.eq(delivery.id))
        .filter(delivery::Column::Attempts.eq(delivery.attempts))
        .filter(delivery::Column::State.eq(WebhookDeliveryState::Waiting));
    let disabled = match (attempt.status, attempt.control) {
        (Some(StatusCode::GONE), _) => Some(DisabledReason::Gone),
        (_, Some(Control::Disable)) => Some(DisabledReason::Receiver),
        _ => None,
    };
    state
        .system()
        .in_transaction(async |tx| {
            if tx.update_count(update).await? == 0 {
                return Ok(());
            }
            if let Some(next) = next {
                queue::enqueue(tx, row.id, next, now).await?;
            }
            if let Some(reason) = disabled {
                store::disable(tx, row.id, reason, now).await?;
                return notify(tx, row, None, now).await;
            }
            if is_success {
                note_success(tx, row, now).await
            } else if is_test {
                Ok(())
            } else {
                note_failure(tx, row, now).await
            }
        })
        .await
}

async fn note_success(tx: &Tx<SystemPolicy>, row: &webhook::Model, now: DateTime<Utc>) -> Result<(), DbErr> {
    use webhook::Column;
    let update = webhook::Entity::update_many()
        .col_expr(Column::LastSuccessAt, Expr::value(now))
        .col_expr(Column::FailingSince, Expr::value(None::<DateTime<Utc>>))
        .col_expr(Column::WarnedAt, Expr::value(None::<DateTime<Utc>>))
        .filter(Column::Id.eq(row.id));
    tx.update_count(update).await.map(drop)
}

/// Warns people of a webhook whose attempts fail, and disables it after five days.
async fn note_failure(tx: &Tx<SystemPolicy>, row: &webhook::Model, now: DateTime<Utc>) -> Result<(), DbErr> {
    use webhook::Column;
    let since = Func::coalesce([Expr::col(Column::FailingSince), Expr::value(now)]);
    let update = webhook::Entity::update_many()
        .col_expr(Column::FailingSince, since.into())
        .filter(Column::Id.eq(row.id))
        .filter(Column::IsActive.eq(true));
    let Some(row) = tx.update(update).await?.pop() else {
        return Ok(());
    };
    let since = row.failing_since.unwrap_or(now);
    if now - since >= DISABLE_AFTER {
        store::disable(tx, row.id, DisabledReason::Failures, now).await?;
        return notify(tx, &row, None, now).await;
    }
    if now - since >= WARN_AFTER && row.warned_at.is_none() {
        let warned = webhook::Entity::update_many()
            .col_expr(Column::WarnedAt, Expr::value(now))
            .filter(Column::Id.eq(row.id));
        tx.update_count(warned).await?;
        return notify(tx, &row, Some(since + DISABLE_AFTER), now).await;
    }
    Ok(())
}

/// Notifies the people who may change the webhook: it will be disabled, or it was.
async fn notify(
    tx: &Tx<SystemPolicy>,
    row: &webhook::Model,
    disabled_at: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let notice = match row.client_id {
        None => Notice::WebhookFailing,
        Some(_) => Notice::ClientWebhookFailing,
    };
    let event = NotificationEvent {
        notice,
        agent_id: row.agent_id,
        client_id: row.client_id,
        subject: Subject::Webhook(row.id),
        name: row.name.clone(),
        money: None,
        text: disabled_at
            .map(|at| at.format("%d.%m.%Y").to_string())
            .unwrap_or_default(),
        service: LocalizedName::default(),
        again: false,
        message: None,
        invoice: None,
    };
    events::notify(tx, vec![event], now).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_follow_the_schedule_and_the_receiver() {
        assert_eq!(next_wait(1, None), Some(Duration::seconds(5)));
        assert_eq!(next_wait(7, None), Some(Duration::hours(10)));
        assert_eq!(next_wait(8, None), None);
        assert_eq!(next_wait(1, Some(Duration::seconds(60))), Some(Duration::seconds(60)));
        assert_eq!(next_wait(2, Some(Duration::seconds(60))), Some(Duration::seconds(300)));
    }

    #[test]
    fn retry_after_is_read_as_seconds_or_a_date() {
        let now = DateTime::from_timestamp(1_800_000_000, 0).expect("a time");
        let wait = |text: &str| {
            let headers = HeaderMap::from_iter([(RETRY_AFTER, text.parse().expect("a value"))]);
            retry_after(&headers, now)
        };
        assert_eq!(wait("120"), Some(Duration::minutes(2)));
        assert_eq!(wait("99999999"), Some(LONGEST_WAIT));
        assert_eq!(wait("Fri, 15 Jan 2027 08:01:00 GMT"), Some(Duration::minutes(1)));
        assert_eq!(wait("soon"), None);
    }
}
