//! Refunds of online payments.

use super::{
    BillingError, configured_provider,
    payments::{DESCRIPTION, alert, describe, find_by_provider_id, find_receiver},
    provider::{PaymentProvider, RefundRequest, RemoteRefund},
    service_ledger::{self, NewEntry, rubles},
};
use entities::service_payment::{Column, Entity};
use platform::{error::OperationError, scope::ScopedConnection, state::AppState};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    billing::{ServiceEntryKind, ServicePaymentStatus},
    fields::Rule,
    id::{ServicePaymentId, UserId},
    money::Currency,
};

/// Handles the notification about a refund: fetches it and takes the money off the balance. The provider is asked only about refunds
/// of payments that have succeeded.
pub(super) async fn on_refund_notification(
    state: &AppState,
    refund_id: &str,
    payment_id: &str,
) -> Result<(), BillingError> {
    match find_by_provider_id(&state.system(), payment_id).await? {
        Some(row) if row.status == ServicePaymentStatus::Succeeded => {
            let refund = configured_provider::connect(state)?.fetch_refund(refund_id).await?;
            apply_refund(state, &refund, None).await
        }
        _ => {
            tracing::info!("notification about a refund of no payment ignored");
            Ok(())
        }
    }
}

/// Takes a succeeded refund off the balance, once.
async fn apply_refund(state: &AppState, refund: &RemoteRefund, actor: Option<UserId>) -> Result<(), BillingError> {
    if !refund.is_succeeded {
        return Ok(());
    }
    let system = state.system();
    let Some(row) = find_by_provider_id(&system, &refund.payment_id).await? else {
        tracing::warn!("refund of an unknown payment ignored");
        return Ok(());
    };
    let now = state.clock.now();
    let left = row.paid_minor() - row.refunded_minor;
    let minor = match &refund.amount {
        Ok(amount) if amount.currency == Currency::Rub && (1..=left).contains(&amount.minor) => amount.minor,
        other => {
            let reason = format!("{} were paid back by the refund {}", describe(other), refund.id);
            return Ok(alert(&system, &row, &refund.id, &reason, now).await?);
        }
    };
    let scope = system.enter_agent(row.agent_id);
    let posted = scope.in_transaction(async |tx| {
        let entry = NewEntry {
            kind: ServiceEntryKind::Refund,
            reference: format!("refund:{}", refund.id),
            memo: refund.id.clone(),
            actor,
            minor: -minor,
        };
        service_ledger::post(tx, entry, now).await?;
        let refunded = row.refunded_minor + minor;
        let status = if refunded >= row.paid_minor() {
            ServicePaymentStatus::Refunded
        } else {
            row.status
        };
        let update = Entity::update_many()
            .col_expr(Column::RefundedMinor, Expr::col(Column::RefundedMinor).add(minor))
            .col_expr(Column::Status, Expr::value(status))
            .col_expr(Column::UpdatedAt, Expr::value(now))
            .filter(Column::Id.eq(row.id));
        tx.update_count(update).await?;
        Ok::<_, BillingError>(())
    });
    match posted.await {
        // The notification was repeated.
        Err(BillingError::AlreadyPosted(_)) => Ok(()),
        result => result,
    }
}

/// Pays a part of a payment back through the provider. Returns whether the provider has done so already.
pub(super) async fn refund(state: &AppState, id: ServicePaymentId, minor: i64) -> Result<bool, BillingError> {
    let system = state.system();
    let row = system
        .one(Entity::find_by_id(id))
        .await?
        .ok_or(OperationError::NotFound)?;
    // A settled part has paid for services.
    let left = row.paid_minor() - row.refunded_minor - row.settled_minor;
    let balance = service_ledger::balance(&system.enter_agent(row.agent_id)).await?;
    let (ServicePaymentStatus::Succeeded, Some(remote)) = (row.status, &row.provider_id) else {
        return Err(OperationError::field("payment", Rule::UnknownValue).into());
    };
    if !(1..=left).contains(&minor) {
        return Err(OperationError::field("amount", Rule::OutOfRange(0, left / 100)).into());
    }
    if balance < minor {
        return Err(BillingError::BalanceInsufficient(rubles(minor)));
    }
    // The same command repeated after a lost answer has the same key, as long as nothing was refunded in between.
    let key = format!("refund-{}-{}-{minor}", row.idempotence_key, row.refunded_minor);
    let is_whole = minor == row.paid_minor();
    let payer = if is_whole {
        None
    } else {
        Some(find_receiver(state, &row).await?)
    };
    let request = RefundRequest {
        payment_id: remote,
        amount: rubles(minor),
        description: DESCRIPTION,
        receipt_to: payer.as_ref(),
        idempotence_key: &key,
    };
    let refund = configured_provider::connect(state)?.create_refund(request).await?;
    apply_refund(state, &refund, None).await?;
    Ok(refund.is_succeeded)
}
