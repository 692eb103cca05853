//! Sends the deliveries of a webhook.

use super::{
    outcome::{self, Attempt, Control},
    queue::enqueue,
    secret,
};
use chrono::{DateTime, Duration, Utc};
use entities::{webhook, webhook_delivery as delivery};
use platform::{clock, http_client, jobs::Outcome, scope::ScopedConnection, state::AppState};
use reqwest::{Response, header};
use sea_orm::{Condition, DbErr, QueryOrder, QuerySelect, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::WebhookId,
    webhooks::{STORED_ANSWER, WebhookDeliveryState},
};
use tokio::{task::JoinSet, time::timeout};

/// Most time of an attempt.
const TIMEOUT: std::time::Duration = std::time::Duration::from_secs(15);
/// Attempts to one webhook at the same time.
const CONCURRENT: u64 = 4;
/// A worker that died releases its webhook after this time.
const LEASE: Duration = Duration::minutes(5);
/// How long a job goes on. The rest is sent by another one, so that all webhooks get their turn.
const TURN: std::time::Duration = std::time::Duration::from_mins(1);

/// Runs a job of the kind [`super::queue::SEND`].
pub(super) async fn run_job(state: AppState, payload: String) -> Outcome {
    let id = payload.parse().map_err(|_| format!("{payload} is not a webhook"))?;
    send_due(&state, id).await.map_err(|error| error.to_string())
}

/// Sends due deliveries until there are none. Does nothing while another worker has the webhook: it looks for more after it has
/// released the webhook.
async fn send_due(state: &AppState, id: WebhookId) -> Result<(), DbErr> {
    let started = clock::monotonic();
    let system = state.system();
    while let Some(row) = claim(state, id).await? {
        let due = due_deliveries(state, id).await?;
        let is_idle = due.is_empty();
        let mut attempts = JoinSet::new();
        for delivery in due {
            let (state, row) = (state.clone(), row.clone());
            attempts.spawn(async move { attempt_and_record(&state, &row, &delivery).await });
        }
        let mut failed = Ok(());
        while let Some(ended) = attempts.join_next().await {
            failed = failed.and(ended.unwrap_or_else(|error| Err(DbErr::Custom(error.to_string()))));
        }
        release(state, id).await?;
        failed?;
        if is_idle && due_deliveries(state, id).await?.is_empty() {
            return Ok(());
        }
        if started.elapsed() > TURN {
            let now = state.clock.now();
            return enqueue(&system, id, now, now).await;
        }
    }
    Ok(())
}

async fn claim(state: &AppState, id: WebhookId) -> Result<Option<webhook::Model>, DbErr> {
    let now = state.clock.now();
    let is_free = Condition::any()
        .add(webhook::Column::SendingUntil.is_null())
        .add(webhook::Column::SendingUntil.lt(now));
    let update = webhook::Entity::update_many()
        .col_expr(webhook::Column::SendingUntil, Expr::value(now + LEASE))
        .filter(webhook::Column::Id.eq(id))
        .filter(is_free);
    Ok(state.system().update(update).await?.pop())
}

async fn release(state: &AppState, id: WebhookId) -> Result<(), DbErr> {
    let update = webhook::Entity::update_many()
        .col_expr(webhook::Column::SendingUntil, Expr::value(None::<DateTime<Utc>>))
        .filter(webhook::Column::Id.eq(id));
    state.system().update_count(update).await.map(drop)
}

async fn due_deliveries(state: &AppState, id: WebhookId) -> Result<Vec<delivery::Model>, DbErr> {
    let select = delivery::Entity::find()
        .filter(delivery::Column::WebhookId.eq(id))
        .filter(delivery::Column::State.eq(WebhookDeliveryState::Waiting))
        .filter(delivery::Column::NextAttemptAt.lte(state.clock.now()))
        .order_by_asc(delivery::Column::Id)
        .limit(CONCURRENT);
    state.system().all(select).await
}

async fn attempt_and_record(state: &AppState, row: &webhook::Model, delivery: &delivery::Model) -> Result<(), DbErr> {
    let started = clock::monotonic();
    let mut attempt = match timeout(TIMEOUT.min(state.config.outside_patience), post(state, row, delivery)).await {
        Ok(Ok(attempt)) => attempt,
        Ok(Err(error)) => Attempt::without_answer(error),
        Err(_) => Attempt::without_answer(format!("no answer within {TIMEOUT:?}")),
    };
    attempt.duration_ms = i64::try_from(started.elapsed().as_millis()).unwrap_or(i64::MAX);
    outcome::record(state, row, delivery, attempt).await
}

/// Posts the body, signed, and reads the beginning of the answer.
async fn post(state: &AppState, row: &webhook::Model, delivery: &delivery::Model) -> Result<Attempt, String> {
    let url = row
        .url
        .parse()
        .map_err(|_| "the address is not a web address".to_owned())?;
    let networks = &state.config.webhook_networks;
    networks.check_literal(&url).map_err(|error| error.to_string())?;
    let now = state.clock.now();
    let signatures = secret::signatures(state, row, &delivery.event_key, now, &delivery.body);
    let request = http_client::for_entered_addresses(networks)?
        .post(url)
        .header(header::CONTENT_TYPE, "application/json")
        .header("webhook-id", &delivery.event_key)
        .header("webhook-timestamp", now.timestamp())
        .header("webhook-signature", signatures.map_err(|error| error.to_string())?)
        .body(delivery.body.clone());
    let response = request.send().await.map_err(http_client::describe)?;
    let (status, control) = (response.status(), Control::from_headers(response.headers()));
    let retry_after = outcome::retry_after(response.headers(), now);
    Ok(Attempt {
        status: Some(status),
        answer: Some(beginning_of(response).await),
        error: (!status.is_success()).then(|| format!("the receiver answered {status}")),
        control,
        retry_after,
        duration_ms: 0,
    })
}

/// The first bytes of an answer as text. An answer that breaks off counts by its status.
async fn beginning_of(mut response: Response) -> String {
    let mut bytes = Vec::new();
    while let Ok(Some(chunk)) = response.chunk().await {
        bytes.extend_from_slice(&chunk);
        if bytes.len() >= STORED_ANSWER {
            break;
        }
    }
    bytes.truncate(STORED_ANSWER);
    // PostgreSQL stores no zero characters.
    String::from_utf8_lossy(&bytes).replace('\0', "\u{fffd}")
}
