//! Operations on webhooks and their deliveries.

use super::{error::WebhookError, queue, secret};
use crate::event_feed;
use chrono::{DateTime, Duration, Utc};
use entities::{
    json::Json,
    webhook::{self, Column, Entity},
    webhook_delivery as delivery,
};
use platform::{
    auth::Caller, error::OperationError, jobs::Outcome, page::PageWindow, rng, scope::ScopedConnection, state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Guard,
    events::{EventType, KEPT_DAYS},
    fields::{FieldErrors, Rule},
    id::{WebhookDeliveryId, WebhookId},
    webhooks::{
        ADDRESS, DisabledReason, MAX_WEBHOOKS, NAME, NewWebhook, TEST_TYPE, WebhookChange, WebhookDeliveryQuery,
        WebhookDeliveryState as State,
    },
};
use url::Url;

pub(super) const EXPIRE: &str = "webhooks:expire";

/// How long the previous secret also signs.
const ROTATION: Duration = Duration::hours(24);

/// The webhooks of a side: staff don't see the webhooks of clients.
fn of_side(guard: Guard) -> Condition {
    match guard {
        Guard::Agent => Condition::all().add(Column::ClientId.is_null()),
        Guard::Client => Condition::all(),
    }
}

pub(super) async fn list(rows: &impl ScopedConnection, guard: Guard) -> Result<Vec<webhook::Model>, DbErr> {
    rows.all(Entity::find().filter(of_side(guard)).order_by_asc(Column::Id))
        .await
}

/// Returns a webhook of the side.
pub(super) async fn find(
    rows: &impl ScopedConnection,
    guard: Guard,
    id: WebhookId,
) -> Result<webhook::Model, OperationError> {
    let row = rows.one(Entity::find_by_id(id).filter(of_side(guard))).await?;
    row.ok_or(OperationError::NotFound)
}

/// Checks an address. The name is resolved, too.
async fn validate_url(state: &AppState, text: &str) -> Result<String, WebhookError> {
    let mut errors = FieldErrors::default();
    let text = errors.url("url", text, ADDRESS);
    errors.into_result(())?;
    let url = Url::parse(&text).map_err(|_| FieldErrors::single("url", Rule::NotAUrl))?;
    state.config.webhook_networks.check(&url).await?;
    Ok(url.into())
}

/// Checks the types: the caller must be allowed to view all objects of each.
fn validate_types(caller: &Caller, types: &[EventType]) -> Result<Json<Vec<EventType>>, WebhookError> {
    let guard = caller.guard();
    if types.is_empty() {
        return Err(FieldErrors::single("types", Rule::Required).into());
    }
    if types.iter().any(|kind| !kind.is_seen_by(guard)) {
        return Err(FieldErrors::single("types", Rule::UnknownValue).into());
    }
    if !types.iter().all(|kind| kind.is_allowed(guard, &caller.rights)) {
        return Err(WebhookError::RightsExceeded);
    }
    let mut types = types.to_vec();
    types.sort_unstable();
    types.dedup();
    Ok(Json::new(types)?)
}

/// Checks the parts of a new webhook that need no database.
pub(super) async fn validate(state: &AppState, new: &NewWebhook) -> Result<String, WebhookError> {
    let mut errors = FieldErrors::default();
    errors.required_text("name", &new.name, NAME);
    errors.into_result(())?;
    validate_url(state, &new.url).await
}

/// Creates a webhook with an address that was checked. It begins with the next event.
pub(super) async fn create(
    rows: &impl ScopedConnection,
    state: &AppState,
    caller: &Caller,
    new: &NewWebhook,
    url: String,
) -> Result<(webhook::Model, String), WebhookError> {
    let (guard, now) = (caller.guard(), state.clock.now());
    let types = validate_types(caller, &new.types)?;
    if list(rows, guard).await?.len() >= MAX_WEBHOOKS {
        return Err(OperationError::LimitReached(MAX_WEBHOOKS as u64).into());
    }
    let secret = secret::generate(state, caller.agent_id)?;
    let row = webhook::ActiveModel {
        id: NotSet,
        agent_id: Set(caller.agent_id),
        client_id: NotSet,
        name: Set(new.name.trim().to_owned()),
        url: Set(url),
        types: Set(types),
        is_active: Set(true),
        disabled_reason: Set(None),
        disabled_at: Set(None),
        secret: Set(secret.sealed),
        secret_hint: Set(secret.hint),
        previous_secret: Set(None),
        previous_secret_until: Set(None),
        sent_sequence: Set(event_feed::last_position(rows, guard).await?),
        sending_until: Set(None),
        failing_since: Set(None),
        warned_at: Set(None),
        last_success_at: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    Ok((rows.insert(row).await?, secret.text))
}

/// Changes a webhook. One that is activated again begins with the next event.
pub(super) async fn change(
    rows: &impl ScopedConnection,
    state: &AppState,
    caller: &Caller,
    id: WebhookId,
    change: &WebhookChange,
    url: Option<String>,
    version: Option<i64>,
) -> Result<webhook::Model, WebhookError> {
    let (guard, now) = (caller.guard(), state.clock.now());
    let row = find(rows, guard, id).await?;
    if version.is_some_and(|version| version != row.version) {
        return Err(OperationError::Stale.into());
    }
    let mut update = Entity::update_many()
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::Version.eq(row.version));
    if let Some(name) = &change.name {
        let mut errors = FieldErrors::default();
        let name = errors.required_text("name", name, NAME);
        errors.into_result(())?;
        update = update.col_expr(Column::Name, Expr::value(name));
    }
    if let Some(url) = url {
        update = update.col_expr(Column::Url, Expr::value(url));
    }
    if let Some(types) = &change.types {
        update = update.col_expr(Column::Types, Expr::value(validate_types(caller, types)?));
    }
    match change.active {
        Some(true) if !row.is_active => {
            let last = event_feed::last_position(rows, guard).await?;
            update = update
                .col_expr(Column::IsActive, Expr::value(true))
                .col_expr(Column::DisabledReason, Expr::value(None::<DisabledReason>))
                .col_expr(Column::DisabledAt, Expr::value(None::<DateTime<Utc>>))
                .col_expr(Column::FailingSince, Expr::value(None::<DateTime<Utc>>))
                .col_expr(Column::WarnedAt, Expr::value(None::<DateTime<Utc>>))
                .col_expr(Column::SentSequence, Expr::value(last));
        }
        Some(false) if row.is_active => disable(rows, id, DisabledReason::Person, now).await?,
        _ => {}
    }
    let changed = rows.update(update).await?.pop();
    changed.ok_or_else(|| OperationError::Stale.into())
}

/// Switches a webhook off. Its waiting deliveries fail. Events that were missed can be sent again later.
pub(super) async fn disable(
    rows: &impl ScopedConnection,
    id: WebhookId,
    reason: DisabledReason,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::IsActive, Expr::value(false))
        .col_expr(Column::DisabledReason, Expr::value(reason))
        .col_expr(Column::DisabledAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::IsActive.eq(true));
    rows.update_count(update).await?;
    let waiting = delivery::Entity::update_many()
        .col_expr(delivery::Column::State, Expr::value(State::Failed))
        .col_expr(delivery::Column::NextAttemptAt, Expr::value(None::<DateTime<Utc>>))
        .col_expr(delivery::Column::Error, Expr::value("the webhook was disabled"))
        .filter(delivery::Column::WebhookId.eq(id))
        .filter(delivery::Column::State.eq(State::Waiting));
    rows.update_count(waiting).await.map(drop)
}

pub(super) async fn delete(rows: &impl ScopedConnection, guard: Guard, id: WebhookId) -> Result<(), WebhookError> {
    let delete = Entity::delete_many().filter(Column::Id.eq(id)).filter(of_side(guard));
    if rows.delete_where(delete).await? == 0 {
        return Err(OperationError::NotFound.into());
    }
    Ok(())
}

/// Makes a new secret. The present one also signs for a day.
pub(super) async fn rotate_secret(
    rows: &impl ScopedConnection,
    state: &AppState,
    guard: Guard,
    id: WebhookId,
) -> Result<(webhook::Model, String), WebhookError> {
    let now = state.clock.now();
    let row = find(rows, guard, id).await?;
    let secret = secret::generate(state, row.agent_id)?;
    let update = Entity::update_many()
        .col_expr(Column::Secret, Expr::value(secret.sealed))
        .col_expr(Column::SecretHint, Expr::value(secret.hint))
        .col_expr(Column::PreviousSecret, Expr::value(row.secret))
        .col_expr(Column::PreviousSecretUntil, Expr::value(now + ROTATION))
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id))
        .filter(Column::Version.eq(row.version));
    let rotated = rows.update(update).await?.pop().ok_or(OperationError::Stale)?;
    Ok((rotated, secret.text))
}

/// Enqueues an event that tests the webhook.
pub(super) async fn test(
    rows: &impl ScopedConnection,
    state: &AppState,
    guard: Guard,
    id: WebhookId,
) -> Result<delivery::Model, WebhookError> {
    let now = state.clock.now();
    let row = find(rows, guard, id).await?;
    let key = format!("evt_test_{}", rng::request_id());
    let body = serde_json::json!({"id": key, "type": TEST_TYPE, "timestamp": now, "data": {"webhook": row.name}});
    let new = queue::new_delivery(&row, key, TEST_TYPE, body.to_string(), now);
    let delivery = rows.insert(new).await?;
    queue::enqueue(rows, id, now, now).await?;
    Ok(delivery)
}

pub(super) async fn deliveries(
    rows: &impl ScopedConnection,
    guard: Guard,
    id: WebhookId,
    query: &WebhookDeliveryQuery,
) -> Result<(Vec<delivery::Model>, Option<String>), WebhookError> {
    let window = PageWindow::from_query(query.limit, query.cursor.as_deref())?;
    let row = find(rows, guard, id).await?;
    let mut select = delivery::Entity::find()
        .filter(delivery::Column::WebhookId.eq(row.id))
        .order_by_desc(delivery::Column::Id)
        .limit(window.limit + 1);
    if let Some(beyond) = window.beyond {
        select = select.filter(delivery::Column::Id.lt(beyond));
    }
    if let Some(state) = query.state {
        select = select.filter(delivery::Column::State.eq(state));
    }
    Ok(window.take_page(rows.all(select).await?, |row| row.id))
}

/// Sends a delivery again, with the same id and body.
pub(super) async fn replay(
    rows: &impl ScopedConnection,
    guard: Guard,
    id: WebhookId,
    delivery_id: WebhookDeliveryId,
    now: DateTime<Utc>,
) -> Result<delivery::Model, WebhookError> {
    if !find(rows, guard, id).await?.is_active {
        return Err(WebhookError::Inactive);
    }
    let update = delivery::Entity::update_many()
        .col_expr(delivery::Column::State, Expr::value(State::Waiting))
        .col_expr(delivery::Column::Attempts, Expr::value(0))
        .col_expr(delivery::Column::NextAttemptAt, Expr::value(now))
        .filter(delivery::Column::Id.eq(delivery_id))
        .filter(delivery::Column::WebhookId.eq(id));
    let row = rows.update(update).await?.pop().ok_or(OperationError::NotFound)?;
    queue::enqueue(rows, id, now, now).await?;
    Ok(row)
}

/// Deletes deliveries that are older than the events of the feed.
pub(super) async fn expire(state: AppState) -> Outcome {
    let oldest = state.clock.now() - Duration::days(KEPT_DAYS);
    let old = delivery::Entity::delete_many().filter(delivery::Column::CreatedAt.lt(oldest));
    let deleted = state.system().delete_where(old).await;
    deleted.map(drop).map_err(|error| error.to_string())
}

/// Checks a new address of a webhook, if there is one.
pub(super) async fn validate_change(state: &AppState, change: &WebhookChange) -> Result<Option<String>, WebhookError> {
    match &change.url {
        Some(url) => validate_url(state, url).await.map(Some),
        None => Ok(None),
    }
}
