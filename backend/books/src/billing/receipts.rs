//! Receipts of services for which an online payment had a receipt of advance.
//!
//! Once a month is over, its services are rendered: the part of each payment that has paid for them needs a receipt of full payment
//! (54-ФЗ, чек зачёта предоплаты). The oldest money pays first, transfers included, which have no receipts.

use super::{
    BillingError, configured_provider,
    month::{month_of, start_of},
    payments::{DESCRIPTION, KEY_HOURS, find_receiver},
    provider::{self, PaymentProvider, RemoteStatus, SettlementRequest},
    service_ledger::{self, rubles},
};
use chrono::{DateTime, Duration, Utc};
use entities::{
    service_payment::{self, Column as PaymentColumn, Entity as Payments},
    settlement_receipt::{ActiveModel, Column, Entity, Model},
};
use infra::events;
use platform::{
    error::OperationError,
    jobs::{FailedRows, Outcome},
    scope::{AgentScope, ScopedConnection},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet, Condition, ExprTrait, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::Expr,
};
use shared_types::{
    billing::ServicePaymentStatus,
    id::{AgentId, ServicePaymentId},
    month::CalendarMonth,
};
use std::collections::BTreeMap;

/// Rows per query of the job.
const BATCH: u64 = 100;

/// Adds the receipts that are due, and registers the ones that wait.
pub(super) async fn run(state: &AppState) -> Outcome {
    if !configured_provider::sends_receipts(&state.config) {
        return Ok(());
    }
    let mut failed = FailedRows::default();
    let added = add_due(state, &mut failed).await;
    added.map_err(|error| error.to_string())?;
    let sent = register_waiting(state, &mut failed).await;
    sent.map_err(|error| error.to_string())?;
    failed.into_outcome()
}

/// Succeeded payments whose money is not settled.
fn is_unsettled() -> Condition {
    let paid = Expr::col(PaymentColumn::CreditedMinor).if_null(Expr::col(PaymentColumn::AmountMinor));
    Condition::all()
        .add(PaymentColumn::Status.eq(ServicePaymentStatus::Succeeded))
        .add(
            Expr::col(PaymentColumn::SettledMinor)
                .add(Expr::col(PaymentColumn::RefundedMinor))
                .lt(paid),
        )
}

async fn add_due(state: &AppState, failed: &mut FailedRows) -> Result<(), DbErr> {
    let (system, now) = (state.system(), state.clock.now());
    let mut after = AgentId(0);
    loop {
        let select = Payments::find()
            .filter(is_unsettled())
            .filter(PaymentColumn::AgentId.gt(after))
            .order_by_asc(PaymentColumn::AgentId)
            .limit(BATCH);
        let found = system.all(select).await?;
        let agents: Vec<AgentId> = found.iter().map(|row| row.agent_id).collect();
        let Some(last) = agents.last() else { return Ok(()) };
        after = *last;
        for agent in agents
            .chunk_by(|one, other| one == other)
            .filter_map(<[AgentId]>::first)
        {
            let added = settle(&system.enter_agent(*agent), now).await;
            failed.check(format!("receipts of agent {agent}"), added);
        }
    }
}

/// Money that was paid in: the online payment, if it is one, and the kopecks that pay for services. A part that is settled has paid for
/// them, even if the provider's cabinet has paid it back.
type PaidIn = (Option<ServicePaymentId>, i64);

/// The kopecks of each online payment that have paid for services, if the oldest money pays first.
fn spent(paid_in: &[PaidIn], mut services: i64) -> BTreeMap<ServicePaymentId, i64> {
    let mut spent = BTreeMap::new();
    for (payment, minor) in paid_in {
        let part = services.clamp(0, *minor);
        services -= part;
        if let Some(id) = payment {
            spent.insert(*id, part);
        }
    }
    spent
}

/// Adds the receipts of an agent for the months that are over.
async fn settle(scope: &AgentScope, now: DateTime<Utc>) -> Result<(), BillingError> {
    let over = start_of(month_of(now).first_day());
    let month = month_of(over - Duration::seconds(1));
    let payments = scope.all(Payments::find()).await?;
    let by_id: BTreeMap<_, _> = payments.iter().map(|row| (row.id, row)).collect();
    let (topups, services) = service_ledger::flows(scope, over).await?;
    let paid_in: Vec<PaidIn> = topups
        .into_iter()
        .map(|(payment, minor)| {
            let row = payment.and_then(|id| by_id.get(&id));
            let left = row.map_or(minor, |row| Ord::max(minor - row.refunded_minor, row.settled_minor));
            (payment, left)
        })
        .collect();
    for (id, minor) in spent(&paid_in, services) {
        if let Some(row) = by_id.get(&id).filter(|row| row.settled_minor < minor) {
            add(scope, row, month, minor, now).await?;
        }
    }
    Ok(())
}

async fn add(
    scope: &AgentScope,
    payment: &service_payment::Model,
    month: CalendarMonth,
    settled: i64,
    now: DateTime<Utc>,
) -> Result<(), BillingError> {
    scope
        .in_transaction(async |tx| {
            let update = Payments::update_many()
                .col_expr(PaymentColumn::SettledMinor, Expr::value(settled))
                .filter(PaymentColumn::Id.eq(payment.id))
                .filter(PaymentColumn::SettledMinor.eq(payment.settled_minor));
            // Another run may have added it.
            if tx.update_count(update).await? == 1 {
                let row = ActiveModel {
                    id: NotSet,
                    agent_id: NotSet,
                    payment_id: Set(payment.id),
                    month: Set(month),
                    amount_minor: Set(settled - payment.settled_minor),
                    provider_id: Set(None),
                    registered_at: Set(None),
                    failed_at: Set(None),
                    created_at: Set(now),
                    updated_at: Set(now),
                };
                tx.insert(row).await?;
            }
            Ok::<_, BillingError>(())
        })
        .await
}

async fn register_waiting(state: &AppState, failed: &mut FailedRows) -> Result<(), BillingError> {
    let mut after = 0;
    loop {
        let select = Entity::find()
            .filter(Column::RegisteredAt.is_null())
            .filter(Column::FailedAt.is_null())
            .filter(Column::Id.gt(after))
            .order_by_asc(Column::Id)
            .limit(BATCH);
        let batch = state.system().all(select).await?;
        let Some(last) = batch.last() else { return Ok(()) };
        after = last.id;
        for row in batch {
            if state.breaker.is_open(provider::SYSTEM, state.clock.now()) {
                return Err(BillingError::Provider("the circuit is open".to_owned()));
            }
            let id = row.id;
            failed.check(format!("receipt {id}"), register(state, row).await);
        }
    }
}

/// Creates a receipt at the provider, or fetches its state.
async fn register(state: &AppState, row: Model) -> Result<(), BillingError> {
    let (system, now) = (state.system(), state.clock.now());
    let payment = system.one(Payments::find_by_id(row.payment_id)).await?;
    let payment = payment.ok_or(OperationError::NotFound)?;
    let remote = match (&row.provider_id, &payment.provider_id) {
        (Some(id), _) => configured_provider::connect(state)?.fetch_receipt(id).await?,
        (None, Some(remote)) if row.created_at + Duration::hours(KEY_HOURS) > now => {
            let request = SettlementRequest {
                payment_id: remote,
                amount: rubles(row.amount_minor),
                description: DESCRIPTION,
                payer: &find_receiver(state, &payment).await?,
                idempotence_key: &format!("{}-{}", payment.idempotence_key, row.month),
            };
            configured_provider::connect(state)?.create_settlement(request).await?
        }
        // Repeated without its key, the request could register a second receipt.
        _ => return fail(state, &row, "the provider did not answer for a day").await,
    };
    let update = Entity::update_many()
        .col_expr(Column::ProviderId, Expr::value(&remote.id))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(row.id));
    match remote.status {
        RemoteStatus::Pending => system.update_count(update).await?,
        RemoteStatus::Succeeded => {
            let update = update.col_expr(Column::RegisteredAt, Expr::value(now));
            system.update_count(update).await?
        }
        RemoteStatus::Canceled => return fail(state, &row, "the provider has canceled it").await,
    };
    Ok(())
}

/// Leaves a receipt to the operator.
async fn fail(state: &AppState, row: &Model, reason: &str) -> Result<(), BillingError> {
    let now = state.clock.now();
    let scope = state.system().enter_agent(row.agent_id);
    scope
        .in_transaction(async |tx| {
            let update = Entity::update_many()
                .col_expr(Column::FailedAt, Expr::value(now))
                .col_expr(Column::UpdatedAt, Expr::value(now))
                .filter(Column::Id.eq(row.id));
            tx.update_count(update).await?;
            let (amount, payment, month) = (rubles(row.amount_minor), row.payment_id, row.month);
            let text = format!(
                "the receipt of {amount} for services up to {month}, payment {payment}, is not registered: {reason}; \
                 register it by hand"
            );
            events::alert(tx, &format!("receipt:{}", row.id), &text, now).await?;
            Ok::<_, BillingError>(())
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oldest_money_pays_first_and_no_more_than_was_paid_in() {
        let id = ServicePaymentId;
        let paid_in = [(Some(id(1)), 300), (None, 200), (Some(id(2)), 500)];
        for (services, parts) in [
            (-5, [0, 0]),
            (0, [0, 0]),
            (250, [250, 0]),
            (450, [300, 0]),
            (600, [300, 100]),
            (9000, [300, 500]),
        ] {
            let found: Vec<i64> = spent(&paid_in, services).into_values().collect();
            assert_eq!(found, parts, "{services}");
        }
    }
}
