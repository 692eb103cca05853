//! A change of plan: its cost for the rest of the month, and the change itself.

use super::{
    BillingError,
    invoices::{self, Issue},
    limits,
    month::{day_of, month_of},
    plans, proration,
    service_ledger::{self, NewEntry, rubles},
    subscriptions,
};
use chrono::{DateTime, Utc};
use entities::{
    plan,
    subscription::{self, Column, Entity},
};
use platform::{config::Operator, error::OperationError, rng, scope::ScopedConnection};
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    billing::{PlanChange, PlanChangeQuote, PlanLimit, PlanUsage, ServiceEntryKind},
    id::{AgentId, PlanId, UserId},
};

/// The limits of a plan that a usage exceeds. Orders of the running month do not count, because they can't be undone.
fn exceeded(plan: &plan::Model, usage: &PlanUsage) -> Vec<PlanLimit> {
    let limits = plans::view(plan).limits;
    let is_exceeded = |limit: &PlanLimit| limits.get(*limit).is_some_and(|maximum| usage.get(*limit) > maximum);
    [PlanLimit::Staff, PlanLimit::Clients, PlanLimit::Storage]
        .into_iter()
        .filter(is_exceeded)
        .collect()
}

/// Refuses a change while the invoice of the running month is open: nothing is paid that could be credited. Returns whether the
/// month has an invoice.
async fn ensure_month_paid(rows: &impl ScopedConnection, now: DateTime<Utc>) -> Result<bool, BillingError> {
    match invoices::find_of_month(rows, month_of(now)).await? {
        Some(invoice) if invoice.paid_at.is_none() && invoice.canceled_at.is_none() => Err(BillingError::InvoiceUnpaid),
        invoice => Ok(invoice.is_some()),
    }
}

/// Calculates the cost of a change of plan today.
pub(super) async fn quote(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    plan_id: PlanId,
    operator: &Operator,
    now: DateTime<Utc>,
) -> Result<PlanChangeQuote, BillingError> {
    let has_invoice = ensure_month_paid(rows, now).await?;
    let chosen = plans::find_choosable(rows, agent_id, plan_id).await?;
    let chosen = chosen.ok_or(OperationError::NotFound)?;
    let current = subscriptions::find(rows, agent_id).await?;
    let (month, today) = (month_of(now), day_of(now));
    // The change issues the invoice of the month first, if the job has not done so yet.
    let invoice_minor = current
        .as_ref()
        .filter(|(row, plan)| !has_invoice && invoices::is_due(row, plan, month))
        .map(|(_, plan)| plan.price_minor);
    if invoice_minor.is_some() && !operator.is_named() {
        return Err(BillingError::InvoiceUnpaid);
    }
    let covered = current
        .as_ref()
        .map_or(0, |(row, _)| subscriptions::covered_minor(row, month));
    let amount = proration::difference(invoice_minor.unwrap_or(covered), chosen.price_minor, month, today);
    let balance = service_ledger::balance(rows).await?;
    let usage = limits::usage(rows, agent_id, now).await?;
    Ok(PlanChangeQuote {
        amount: rubles(amount),
        days_left: month.days_left(today),
        days_in_month: month.days(),
        balance_after: rubles(balance - invoice_minor.unwrap_or_default() - amount),
        exceeded: exceeded(&chosen, &usage),
        plan: plans::view(&chosen),
    })
}

/// Changes the plan and charges or credits the difference for the rest of the month.
pub(super) async fn change(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    actor: UserId,
    change: &PlanChange,
    operator: &Operator,
    now: DateTime<Utc>,
) -> Result<(), BillingError> {
    let current = subscriptions::lock(rows, agent_id).await?;
    if let Some((row, plan)) = &current
        && let Issue::Waiting = invoices::issue(rows, (row, plan), operator, now).await?
    {
        return Err(BillingError::InvoiceUnpaid);
    }
    ensure_month_paid(rows, now).await?;
    let chosen = plans::find_choosable(rows, agent_id, change.plan_id).await?;
    let chosen = chosen.ok_or(OperationError::NotFound)?;
    let exceeded = exceeded(&chosen, &limits::usage(rows, agent_id, now).await?);
    if !exceeded.is_empty() {
        let names: Vec<_> = exceeded.iter().map(|limit| limit.as_str()).collect();
        return Err(BillingError::PlanExceeded(names.join(", ")));
    }
    let month = month_of(now);
    // Read again: the invoice may have just been paid.
    let covered = subscriptions::find(rows, agent_id).await?;
    let covered = covered.map_or(0, |(row, _)| subscriptions::covered_minor(&row, month));
    let amount = proration::difference(covered, chosen.price_minor, month, day_of(now));
    if change.amount != rubles(amount) {
        return Err(BillingError::AmountChanged(rubles(amount)));
    }
    let former = current.as_ref().map_or("—", |(_, plan)| &plan.name);
    if amount != 0 {
        let entry = NewEntry {
            kind: ServiceEntryKind::PlanChange,
            reference: format!("plan:{}", rng::request_id()),
            memo: format!("{former} → {} · {month}", chosen.name),
            actor: Some(actor),
            minor: -amount,
        };
        service_ledger::post(rows, entry, now).await?;
    }
    if let Some((row, _)) = current {
        set_plan(rows, &row, &chosen, now).await?;
    } else {
        let row = subscription::ActiveModel {
            id: NotSet,
            agent_id: NotSet,
            plan_id: Set(chosen.id),
            covered_month: Set(None),
            covered_minor: Set(0),
            waiting_from: Set(None),
            created_at: Set(now),
            updated_at: Set(now),
        };
        rows.insert(row).await?;
    }
    Ok(subscriptions::set_covered(rows, agent_id, month, chosen.price_minor, now).await?)
}

async fn set_plan(
    rows: &impl ScopedConnection,
    row: &subscription::Model,
    chosen: &plan::Model,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::PlanId, Expr::value(chosen.id))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(row.id));
    rows.update_count(update).await.map(drop)
}
