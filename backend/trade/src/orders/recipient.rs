//! The recipient of an order: a copy of an entry of the client's address book, which its shipments start with.

use super::{
    OrderError, card,
    history::{self, Actor},
};
use chrono::{DateTime, Utc};
use entities::{json::Json, lists::delivery_method, order};
use people::recipients;
use platform::scope::ScopedConnection;
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ListEntryId, OrderId, RecipientId},
    orders::{OrderStatus, lifecycle::Side},
    recipients::RecipientSnapshot,
};

/// Addresses an order to an entry of the client's address book. Returns the order before and after.
pub async fn choose(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: OrderId,
    recipient_id: RecipientId,
    now: DateTime<Utc>,
) -> Result<(order::Model, order::Model), OrderError> {
    debug_assert!(actor.side == Side::Client, "only clients choose recipients");
    let before = card::lock(rows, id).await?;
    if matches!(before.status, OrderStatus::Accepted | OrderStatus::Canceled) {
        return Err(OrderError::NotDraft(before.status));
    }
    let snapshot = recipients::copy(rows, before.client_id, recipient_id, now)
        .await?
        .ok_or_else(|| FieldErrors::single("recipient_id", Rule::NotYours))?;
    if let Some(method) = before.delivery_method_id {
        ensure_complete(rows, method, Some(&snapshot)).await?;
    }
    let update = order::Entity::update_many()
        .col_expr(
            order::Column::DestinationCountry,
            Expr::value(snapshot.recipient.country),
        )
        .col_expr(
            order::Column::DestinationCity,
            Expr::value(snapshot.recipient.city.clone()),
        )
        .col_expr(order::Column::Recipient, Expr::value(Json::new(snapshot)?))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(id));
    let after = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    history::record_changes(rows, actor, &before, &after, now).await?;
    Ok((before, after))
}

/// Checks that a recipient has the data that a delivery method requires. The errors name the recipient's fields.
pub async fn ensure_complete(
    rows: &impl ScopedConnection,
    method: ListEntryId,
    recipient: Option<&RecipientSnapshot>,
) -> Result<(), OrderError> {
    let method = rows.one(delivery_method::Entity::find_by_id(method)).await?;
    // An unknown method is refused by the statement that stores it.
    let Some(method) = method else { return Ok(()) };
    Ok(missing_fields(&method, recipient).into_result(())?)
}

/// The fields that the method requires and the recipient lacks.
fn missing_fields(method: &delivery_method::Model, recipient: Option<&RecipientSnapshot>) -> FieldErrors {
    let mut errors = FieldErrors::default();
    for field in method.requires.iter() {
        match recipient {
            None => {
                errors.add("recipient", Rule::Required);
                break;
            }
            Some(recipient) if !recipient.has(*field) => {
                errors.add(&format!("recipient.{}", field.as_str()), Rule::Required);
            }
            Some(_) => {}
        }
    }
    errors
}

/// The recipient of an order as a value for a new row.
pub(super) fn stored(snapshot: Option<RecipientSnapshot>) -> Result<Option<Json<RecipientSnapshot>>, DbErr> {
    snapshot.map(Json::new).transpose()
}
