//! Online payments that the provider shows with another amount: the operator decides about each.

use super::{
    BillingError,
    service_ledger::{self, NewEntry},
};
use chrono::{DateTime, Utc};
use entities::service_payment::{Column, Entity, Model};
use platform::{
    error::OperationError,
    scope::{ScopedConnection, SystemScope},
};
use sea_orm::{Condition, QueryOrder, entity::prelude::*, sea_query::Expr};
use shared_types::{
    billing::{ServiceEntryKind, ServicePaymentStatus},
    fields::Rule,
    id::ServicePaymentId,
};

fn is_in_review() -> Condition {
    Condition::all().add(Column::Status.eq(ServicePaymentStatus::Review))
}

/// The payments that wait for a decision, oldest first.
pub(super) async fn list(system: &SystemScope) -> Result<Vec<Model>, DbErr> {
    system
        .all(Entity::find().filter(is_in_review()).order_by_asc(Column::Id))
        .await
}

/// Ends the review of a payment: credits kopecks to the agent, or cancels the payment if there are none.
pub(super) async fn settle(
    system: &SystemScope,
    id: ServicePaymentId,
    minor: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), BillingError> {
    if minor.is_some_and(|minor| minor < 1) {
        return Err(OperationError::field("amount", Rule::OutOfRange(1, i64::MAX)).into());
    }
    let row = system.one(Entity::find_by_id(id)).await?;
    let row = row.ok_or(OperationError::NotFound)?;
    let status = match minor {
        Some(_) => ServicePaymentStatus::Succeeded,
        None => ServicePaymentStatus::Canceled,
    };
    let scope = system.enter_agent(row.agent_id);
    let settled = scope.in_transaction(async |tx| {
        let update = Entity::update_many()
            .col_expr(Column::Status, Expr::value(status))
            .col_expr(Column::CreditedMinor, Expr::value(minor))
            .col_expr(Column::UpdatedAt, Expr::value(now))
            .filter(is_in_review())
            .filter(Column::Id.eq(id));
        if tx.update_count(update).await? == 0 {
            return Err(OperationError::NotFound.into());
        }
        if let Some(minor) = minor {
            let entry = NewEntry {
                kind: ServiceEntryKind::Topup,
                reference: format!("payment:{id}"),
                memo: row.provider_id.unwrap_or_default(),
                actor: Some(row.user_id),
                minor,
            };
            service_ledger::post(tx, entry, now).await?;
        }
        Ok::<_, BillingError>(())
    });
    settled.await
}
