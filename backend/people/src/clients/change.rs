//! Changes of a client by staff.

use super::history::{self, Author};
use crate::staff::assignees;
use books::{rates, settings};
use chrono::{DateTime, Utc};
use entities::{client, json::Json};
use platform::{error::OperationError, scope::ScopedConnection};
use sea_orm::{
    UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    clients::{ClientChange, NAME},
    fields::FieldErrors,
};

/// Applies a change and writes it to the history.
pub(super) async fn apply(
    rows: &impl ScopedConnection,
    author: &Author,
    current: &client::Model,
    change: &ClientChange,
    now: DateTime<Utc>,
) -> Result<client::Model, OperationError> {
    let new_manager = change.manager_staff_id.unwrap_or(current.manager_staff_id);
    let names = if change.manager_staff_id.is_some() {
        history::manager_names(rows, [current.manager_staff_id, new_manager]).await?
    } else {
        std::collections::BTreeMap::new()
    };
    if change.manager_staff_id.is_some() {
        assignees::ensure_available(&names, new_manager, "manager_staff_id")?;
    }
    if let Some(own) = &change.rates {
        rates::validate_own(rows, own).await?;
    }
    let update = update_statement(change, now)?
        .filter(client::Column::Id.eq(current.id))
        .filter(client::Column::Version.eq(current.version));
    let updated = rows.update(update).await?.pop().ok_or(OperationError::Stale)?;
    let changes = history::changed_fields(&names, current, &updated);
    history::write(
        rows,
        author,
        updated.id,
        (history::event(current, &updated), changes),
        now,
    )
    .await?;
    super::record_change(rows, &updated);
    Ok(updated)
}

/// Validates a change and builds its update statement.
fn update_statement(change: &ClientChange, now: DateTime<Utc>) -> Result<UpdateMany<client::Entity>, OperationError> {
    let mut errors = FieldErrors::default();
    let mut update = client::Entity::update_many()
        .col_expr(client::Column::Version, Expr::col(client::Column::Version).add(1))
        .col_expr(client::Column::UpdatedAt, Expr::value(now));
    if let Some(name) = &change.name {
        let name = errors.required_text("name", name, NAME);
        update = update.col_expr(client::Column::Name, Expr::value(name));
    }
    if let Some(company) = &change.company {
        let company = errors.optional_text("company", Some(company), NAME);
        update = update.col_expr(client::Column::Company, Expr::value(company));
    }
    if let Some(currency) = change.currency {
        update = update.col_expr(client::Column::Currency, Expr::value(currency));
    }
    if let Some(disabled) = change.disabled {
        update = update.col_expr(client::Column::DisabledAt, Expr::value(disabled.then_some(now)));
    }
    if let Some(manager) = change.manager_staff_id {
        update = update.col_expr(client::Column::ManagerStaffId, Expr::value(manager));
    }
    errors.into_result(())?;
    if let Some(commission) = &change.commission {
        let own = commission.as_ref();
        own.map_or(Ok(()), settings::validate_commission)?;
        let stored: Option<Json<_>> = own.cloned().map(Json::new).transpose()?;
        update = update.col_expr(client::Column::Commission, Expr::value(stored));
    }
    if let Some(rates) = &change.rates {
        let stored = Json::non_empty(rates.clone())?;
        update = update.col_expr(client::Column::Rates, Expr::value(stored));
    }
    if let Some(offers) = change.offers {
        let stored: Option<Json<_>> = (!offers.is_empty()).then(|| Json::new(offers)).transpose()?;
        update = update.col_expr(client::Column::Offers, Expr::value(stored));
    }
    if let Some(limits) = change.limits {
        limits.validate()?;
        let stored: Option<Json<_>> = (!limits.is_empty()).then(|| Json::new(limits)).transpose()?;
        update = update.col_expr(client::Column::Limits, Expr::value(stored));
    }
    Ok(update)
}
