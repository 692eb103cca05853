//! An agent's own notifications: drafted, scheduled, sent, reported.

use super::{audience, dispatch};
use crate::notifications::NotificationError;
use chrono::{DateTime, Duration, Utc};
use entities::client;
use entities::json::Json;
use entities::{notification, notification_delivery as delivery};
use platform::error::OperationError;
use platform::{
    page::PageWindow,
    scope::{Owned, ScopedConnection},
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, FromQueryResult, QueryOrder, QuerySelect, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::NotificationId,
    notifications::*,
    page::{CappedCount, Page},
};

/// The validated fields of a notification.
struct ValidNotification {
    title: String,
    body: String,
    audience: Json<Audience>,
    send_at: Option<DateTime<Utc>>,
}

fn validate(new: &NewNotification, now: DateTime<Utc>) -> Result<ValidNotification, NotificationError> {
    let mut errors = FieldErrors::default();
    let title = errors.required_text("title", &new.title, TITLE);
    let body = check_body(&mut errors, &new.body);
    audience::validate(&mut errors, &new.audience);
    let latest = now + Duration::days(SCHEDULE_DAYS);
    if new.send_at.is_some_and(|at| at < now || at > latest) {
        errors.add("send_at", Rule::OutOfRange(now.timestamp(), latest.timestamp()));
    }
    errors.into_result(())?;
    Ok(ValidNotification {
        title,
        body,
        audience: Json::new(new.audience.clone())?,
        send_at: new.send_at,
    })
}

/// Checks a text and its template fields.
pub(super) fn check_body(errors: &mut FieldErrors, text: &str) -> String {
    let body = errors.required_text("body", text, BODY);
    if let Err(rule) = <Template>::parse(&body) {
        errors.add("body", rule);
    }
    body
}

#[derive(FromQueryResult)]
struct DeliveryCount {
    notification_id: NotificationId,
    status: DeliveryState,
    count: i64,
}

async fn delivery_counts(rows: &impl ScopedConnection, ids: Vec<NotificationId>) -> Result<Vec<DeliveryCount>, DbErr> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let select = delivery::Entity::find()
        .select_only()
        .column(delivery::Column::NotificationId)
        .column(delivery::Column::Status)
        .column_as(delivery::Column::Id.count(), "count")
        .filter(rows.id_in(delivery::Column::NotificationId, ids))
        .group_by(delivery::Column::NotificationId)
        .group_by(delivery::Column::Status);
    rows.all_as(select).await
}

fn to_view(row: notification::Model, counted: &[DeliveryCount]) -> Notification {
    let count = |state: DeliveryState| {
        let found = counted
            .iter()
            .find(|found| found.notification_id == row.id && found.status == state);
        found.map_or(0, |found| found.count)
    };
    Notification {
        id: row.id,
        state: match (row.sent_at, row.send_at) {
            (Some(_), _) => NotificationState::Sent,
            (None, Some(_)) => NotificationState::Planned,
            (None, None) => NotificationState::Draft,
        },
        reach: Reach {
            waiting: count(DeliveryState::Waiting),
            sent: count(DeliveryState::Sent),
            failed: count(DeliveryState::Failed),
        },
        title: row.title,
        body: row.body,
        audience: row.audience.into_inner(),
        send_at: row.send_at,
        sent_at: row.sent_at,
        version: row.version,
        created_at: row.created_at,
    }
}

/// A page of the agent's notifications.
pub(super) async fn list(
    rows: &impl ScopedConnection,
    query: &NotificationQuery,
) -> Result<Page<Notification>, NotificationError> {
    let window = PageWindow::from_query(query.limit, query.cursor.as_deref())?;
    let mut select = notification::Entity::find()
        .order_by_desc(notification::Column::Id)
        .limit(window.limit + 1);
    if let Some(before) = window.beyond {
        select = select.filter(notification::Column::Id.lt(before));
    }
    let (found, next_cursor) = window.take_page(rows.all(select).await?, |row| row.id);
    let counted = delivery_counts(rows, found.iter().map(|row| row.id).collect()).await?;
    let data = found.into_iter().map(|row| to_view(row, &counted)).collect();
    Ok(Page { data, next_cursor })
}

/// The number of notifications or deliveries in the scope.
pub(super) async fn count<E: Owned + Default>(rows: &impl ScopedConnection) -> Result<CappedCount, NotificationError> {
    let counts = rows.capped_counts::<E>(vec![Condition::all()]).await?;
    Ok(counts.into_iter().next().unwrap_or_default())
}

pub(super) async fn get(rows: &impl ScopedConnection, id: NotificationId) -> Result<Notification, NotificationError> {
    let row = rows.one(notification::Entity::find_by_id(id)).await?;
    let row = row.ok_or(OperationError::NotFound)?;
    let counted = delivery_counts(rows, vec![row.id]).await?;
    Ok(to_view(row, &counted))
}

/// Creates a notification, and schedules it if it has a time.
pub(super) async fn create(
    rows: &impl ScopedConnection,
    new: &NewNotification,
    now: DateTime<Utc>,
) -> Result<Notification, NotificationError> {
    let checked = validate(new, now)?;
    let row = notification::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        title: Set(checked.title),
        body: Set(checked.body),
        audience: Set(checked.audience),
        send_at: Set(checked.send_at),
        sent_at: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let row = rows.insert(row).await?;
    if let Some(at) = row.send_at {
        dispatch::schedule(rows, &row, at, now).await?;
    }
    Ok(to_view(row, &[]))
}

/// Locks a notification that has not been sent.
async fn lock_unsent(
    rows: &impl ScopedConnection,
    id: NotificationId,
    version: Option<i64>,
) -> Result<notification::Model, NotificationError> {
    let select = notification::Entity::find_by_id(id).lock_exclusive();
    let row = rows.one(select).await?.ok_or(OperationError::NotFound)?;
    if row.sent_at.is_some() {
        return Err(NotificationError::AlreadySent);
    }
    if version.is_some_and(|version| version != row.version) {
        return Err(OperationError::Stale.into());
    }
    Ok(row)
}

fn update_statement(id: NotificationId, now: DateTime<Utc>) -> UpdateMany<notification::Entity> {
    notification::Entity::update_many()
        .col_expr(
            notification::Column::Version,
            Expr::col(notification::Column::Version).add(1),
        )
        .col_expr(notification::Column::UpdatedAt, Expr::value(now))
        .filter(notification::Column::Id.eq(id))
}

async fn run_update(
    rows: &impl ScopedConnection,
    update: UpdateMany<notification::Entity>,
) -> Result<notification::Model, NotificationError> {
    Ok(rows.update(update).await?.pop().ok_or(OperationError::NotFound)?)
}

/// Updates a notification that has not been sent, and schedules it again.
pub(super) async fn update(
    rows: &impl ScopedConnection,
    id: NotificationId,
    new: &NewNotification,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Notification, NotificationError> {
    let checked = validate(new, now)?;
    let row = lock_unsent(rows, id, version).await?;
    let update = update_statement(row.id, now)
        .col_expr(notification::Column::Title, Expr::value(checked.title))
        .col_expr(notification::Column::Body, Expr::value(checked.body))
        .col_expr(notification::Column::Audience, Expr::value(checked.audience))
        .col_expr(notification::Column::SendAt, Expr::value(checked.send_at));
    let row = run_update(rows, update).await?;
    if let Some(at) = row.send_at {
        dispatch::schedule(rows, &row, at, now).await?;
    }
    Ok(to_view(row, &[]))
}

/// Sends a notification now.
pub(super) async fn send(
    rows: &impl ScopedConnection,
    id: NotificationId,
    now: DateTime<Utc>,
) -> Result<Notification, NotificationError> {
    let row = lock_unsent(rows, id, None).await?;
    let update = update_statement(row.id, now).col_expr(notification::Column::SendAt, Expr::value(now));
    let row = run_update(rows, update).await?;
    dispatch::schedule(rows, &row, now, now).await?;
    Ok(to_view(row, &[]))
}

/// Deletes a notification that has not been sent.
pub(super) async fn delete(
    rows: &impl ScopedConnection,
    id: NotificationId,
    version: Option<i64>,
) -> Result<(), NotificationError> {
    let row = lock_unsent(rows, id, version).await?;
    let delete = notification::Entity::delete_many().filter(notification::Column::Id.eq(row.id));
    rows.delete_where(delete).await?;
    Ok(())
}

/// The results of a notification by client.
pub(super) async fn list_deliveries(
    rows: &impl ScopedConnection,
    id: NotificationId,
    query: &DeliveryQuery,
) -> Result<Page<NotificationDelivery>, NotificationError> {
    let window = PageWindow::from_query(query.limit, query.cursor.as_deref())?;
    let row = rows.one(notification::Entity::find_by_id(id)).await?;
    row.ok_or(OperationError::NotFound)?;
    let mut select = delivery::Entity::find()
        .find_also_related(client::Entity)
        .filter(delivery::Column::NotificationId.eq(id.0))
        .order_by_desc(delivery::Column::Id)
        .limit(window.limit + 1);
    if let Some(state) = query.state {
        select = select.filter(delivery::Column::Status.eq(state));
    }
    if let Some(before) = window.beyond {
        select = select.filter(delivery::Column::Id.lt(before));
    }
    let (found, next_cursor) = window.take_page(rows.all_with(select).await?, |(row, _)| row.id);
    let data = found.into_iter().map(|(row, client)| {
        let (client_code, client_name) = client.map(|client| (client.code, client.name)).unwrap_or_default();
        NotificationDelivery {
            client_id: row.client_id,
            client_code,
            client_name,
            state: row.status,
            error: row.error,
            at: row.updated_at,
        }
    });
    Ok(Page {
        data: data.collect(),
        next_cursor,
    })
}

/// The notifications that a client received.
pub(super) async fn list_received(
    rows: &impl ScopedConnection,
    sees_sums: bool,
    query: &NotificationQuery,
) -> Result<Page<Announcement>, NotificationError> {
    let window = PageWindow::from_query(query.limit, query.cursor.as_deref())?;
    let mut select = delivery::Entity::find()
        .order_by_desc(delivery::Column::Id)
        .limit(window.limit + 1);
    if let Some(before) = window.beyond {
        select = select.filter(delivery::Column::Id.lt(before));
    }
    let (found, next_cursor) = window.take_page(rows.all(select).await?, |row| row.id);
    let data = found.into_iter().map(|row| Announcement {
        id: row.notification_id,
        title: row.title,
        body: row.body_without_sums.filter(|_| !sees_sums).unwrap_or(row.body),
        at: row.created_at,
    });
    Ok(Page {
        data: data.collect(),
        next_cursor,
    })
}
