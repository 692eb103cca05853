//! Monthly invoices: issued once per agent and month, and paid from the balance.

use super::{
    BillingError,
    month::{day_of, end_of_day_after, month_of, start_of},
    notices,
    service_ledger::{self, NewEntry, rubles},
    subscriptions,
};
use chrono::{DateTime, Utc};
use entities::{
    invoice::{ActiveModel, Column, Entity, Model},
    plan, subscription,
};
use platform::{
    config::Operator,
    error::OperationError,
    jobs::FailedRows,
    page::PageWindow,
    realtime::Change,
    scope::{ScopedConnection, SystemScope},
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{
    billing::{InvoiceStage, ServiceEntryKind, ServiceInvoice, limits},
    id::{AgentId, InvoiceId, UserId},
    live::Topic,
    money::Money,
    month::CalendarMonth,
    page::Page,
};

/// Agents per query of a run.
const BATCH: u64 = 500;

/// Counts of a monthly run.
#[derive(Debug, Default)]
pub(super) struct RunSummary {
    /// Invoices that were issued.
    pub(super) issued: u64,
    /// Invoices that were paid, new ones and older ones.
    pub(super) paid: u64,
    /// Invoices that are due and wait, because the operator has no name.
    pub(super) waiting: u64,
    /// Agents and invoices that could not be handled.
    pub(super) failed: FailedRows,
}

/// The outcome for the invoice of the running month.
#[derive(Debug)]
pub(super) enum Issue {
    /// There is one already, or none is due.
    Nothing,
    /// It is due, and the operator has no name: an invoice without a seller is worth nothing.
    Waiting,
    /// The invoice, and the postponed invoices of earlier months.
    New(Vec<Model>),
}

/// Converts an invoice to its API representation.
pub(super) fn view(row: Model, now: DateTime<Utc>) -> ServiceInvoice {
    ServiceInvoice {
        id: row.id,
        month: row.month,
        amount: rubles(row.amount_minor),
        vat_rate: row.vat_rate,
        vat: row
            .vat_rate
            .and_then(|rate| rate.included_in(row.amount_minor))
            .map(rubles),
        due_at: row.due_at,
        read_only_at: row.read_only_at,
        paid_at: row.paid_at,
        canceled_at: row.canceled_at,
        has_act: has_act(&row, now),
        created_at: row.created_at,
        plan: row.plan_name,
    }
}

/// Whether the act can be printed: the service of the month is rendered and paid.
pub(super) fn has_act(row: &Model, now: DateTime<Utc>) -> bool {
    row.paid_at.is_some() && row.month < month_of(now)
}

/// Neither paid nor canceled.
fn is_open() -> Condition {
    Condition::all()
        .add(Column::PaidAt.is_null())
        .add(Column::CanceledAt.is_null())
}

/// The open invoices of the scope's agent, oldest first.
pub(super) async fn list_open(rows: &impl ScopedConnection) -> Result<Vec<Model>, DbErr> {
    rows.all(Entity::find().filter(is_open()).order_by_asc(Column::Id))
        .await
}

/// A page of the invoices of the scope's agent, newest first.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    window: PageWindow,
    now: DateTime<Utc>,
) -> Result<Page<ServiceInvoice>, DbErr> {
    let mut select = Entity::find().order_by_desc(Column::Id).limit(window.limit + 1);
    if let Some(before) = window.beyond {
        select = select.filter(Column::Id.lt(before));
    }
    let (found, next_cursor) = window.take_page(rows.all(select).await?, |row| row.id);
    let data = found.into_iter().map(|row| view(row, now)).collect();
    Ok(Page { data, next_cursor })
}

/// An invoice of the scope's agent.
pub(super) async fn find(rows: &impl ScopedConnection, id: InvoiceId) -> Result<Model, BillingError> {
    let row = rows.one(Entity::find_by_id(id)).await?;
    Ok(row.ok_or(OperationError::NotFound)?)
}

/// The invoice of a month of the scope's agent.
pub(super) async fn find_of_month(rows: &impl ScopedConnection, month: CalendarMonth) -> Result<Option<Model>, DbErr> {
    rows.one(Entity::find().filter(Column::Month.eq(month))).await
}

/// Whether the month has to be invoiced: the plan has a price, the subscription is older than the month, and no change of plan has
/// charged for the month.
pub(super) fn is_due(row: &subscription::Model, plan: &plan::Model, month: CalendarMonth) -> bool {
    plan.price_minor > 0 && row.created_at < start_of(month.first_day()) && row.covered_month != Some(month)
}

/// Issues the invoice of the running month, unless it exists or is not due, with the invoices that have waited for the operator's
/// name. The caller holds the lock of the subscription.
pub(super) async fn issue(
    rows: &impl ScopedConnection,
    (subscription, plan): (&subscription::Model, &plan::Model),
    operator: &Operator,
    now: DateTime<Utc>,
) -> Result<Issue, BillingError> {
    let current = month_of(now);
    if !is_due(subscription, plan, current) || find_of_month(rows, current).await?.is_some() {
        return Ok(Issue::Nothing);
    }
    let mut month = subscription.waiting_from.unwrap_or(current);
    if !operator.is_named() {
        subscriptions::set_waiting(rows, subscription.agent_id, Some(month)).await?;
        return Ok(Issue::Waiting);
    }
    let mut issued = Vec::new();
    while month <= current {
        issued.extend(issue_month(rows, plan, month, operator, now).await?);
        month = CalendarMonth::from_day(month.end());
    }
    if subscription.waiting_from.is_some() {
        subscriptions::set_waiting(rows, subscription.agent_id, None).await?;
    }
    Ok(Issue::New(issued))
}

/// Issues the invoice of a month and pays it if the balance suffices. The owner of the agent is notified. Returns the invoice if it is
/// new.
async fn issue_month(
    rows: &impl ScopedConnection,
    plan: &plan::Model,
    month: CalendarMonth,
    operator: &Operator,
    now: DateTime<Utc>,
) -> Result<Option<Model>, BillingError> {
    let due_at = end_of_day_after(month.first_day().max(day_of(now)), limits::DUE_DAYS);
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        month: Set(month),
        plan_name: Set(plan.name.clone()),
        amount_minor: Set(plan.price_minor),
        vat_rate: Set(operator.vat_rate),
        notified: Set(InvoiceStage::Issued),
        due_at: Set(due_at),
        read_only_at: Set(due_at + chrono::Duration::days(limits::GRACE_DAYS)),
        paid_at: Set(None),
        canceled_at: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let unique = OnConflict::columns([Column::AgentId, Column::Month]);
    if !rows.insert_if_absent(row, unique).await? {
        return Ok(None);
    }
    let row = find_of_month(rows, month).await?;
    let row = row.ok_or_else(|| OperationError::internal("the issued invoice was not found"))?;
    // The inserted row had no id yet.
    let change = Change {
        topic: Topic::Invoice,
        id: row.id.0,
        client_id: None,
        audience: None,
    };
    rows.record_change(row.agent_id, change);
    let row = if service_ledger::balance(rows).await? < row.amount_minor {
        row
    } else {
        pay(rows, row, None, now).await?
    };
    notices::notify(rows, &row, InvoiceStage::Issued, now).await?;
    Ok(Some(row))
}

/// Pays an open invoice from the balance.
async fn pay(
    rows: &impl ScopedConnection,
    row: Model,
    actor: Option<UserId>,
    now: DateTime<Utc>,
) -> Result<Model, BillingError> {
    let update = Entity::update_many()
        .col_expr(Column::PaidAt, Expr::value(now))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(is_open())
        .filter(Column::Id.eq(row.id));
    let paid = rows.update(update).await?.pop().ok_or(BillingError::InvoiceClosed)?;
    let entry = NewEntry {
        kind: ServiceEntryKind::Invoice,
        reference: format!("invoice:{}", row.id),
        memo: format!("№ {} · {} · {}", row.id, row.plan_name, row.month),
        actor,
        minor: -row.amount_minor,
    };
    service_ledger::post(rows, entry, now).await?;
    if row.month == month_of(now) {
        subscriptions::set_covered(rows, row.agent_id, row.month, row.amount_minor, now).await?;
    }
    Ok(paid)
}

/// Pays an open invoice at the request of a person, who confirmed the amount.
pub(super) async fn pay_by_person(
    rows: &impl ScopedConnection,
    id: InvoiceId,
    amount: Money,
    actor: UserId,
    now: DateTime<Utc>,
) -> Result<ServiceInvoice, BillingError> {
    let row = find(rows, id).await?;
    if row.paid_at.is_some() || row.canceled_at.is_some() {
        return Err(BillingError::InvoiceClosed);
    }
    if amount != rubles(row.amount_minor) {
        return Err(BillingError::AmountChanged(rubles(row.amount_minor)));
    }
    Ok(view(pay(rows, row, Some(actor), now).await?, now))
}

/// Cancels an open invoice. The operator does this for a month that it does not charge.
pub(super) async fn cancel(system: &SystemScope, id: InvoiceId, now: DateTime<Utc>) -> Result<Model, BillingError> {
    let update = Entity::update_many()
        .col_expr(Column::CanceledAt, Expr::value(now))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(is_open())
        .filter(Column::Id.eq(id));
    let canceled = system.update(update).await?.pop();
    canceled.ok_or(BillingError::InvoiceClosed)
}

/// The subscriptions after an id that have no invoice of the month yet.
async fn without_invoice(
    system: &SystemScope,
    month: CalendarMonth,
    after: i64,
) -> Result<Vec<subscription::Model>, DbErr> {
    use subscription::Column as Subscription;
    let select = subscription::Entity::find()
        .inner_join(plan::Entity)
        .filter(plan::Column::PriceMinor.gt(0))
        .filter(Subscription::CreatedAt.lt(start_of(month.first_day())))
        .filter(Subscription::Id.gt(after))
        .filter(Expr::cust(
            "EXISTS (SELECT 1 FROM agents a WHERE a.id = subscriptions.agent_id AND a.disabled_at IS NULL)",
        ))
        .filter(
            Subscription::AgentId.not_in_subquery(sea_orm::QueryTrait::into_query(
                Entity::find()
                    .select_only()
                    .column(Column::AgentId)
                    .filter(Column::Month.eq(month)),
            )),
        )
        .order_by_asc(Subscription::Id)
        .limit(BATCH);
    system.all(select).await
}

/// Issues the missing invoices of the running month, each in its own transaction, and pays open ones that a balance covers.
///
/// A run that is interrupted, repeated or executed twice at the same time issues every invoice once.
pub(super) async fn run_month(
    system: &SystemScope,
    operator: &Operator,
    now: DateTime<Utc>,
) -> Result<RunSummary, BillingError> {
    let mut summary = RunSummary::default();
    let mut after = 0;
    loop {
        let batch = without_invoice(system, month_of(now), after).await?;
        let Some(last) = batch.last() else { break };
        after = last.id;
        for row in batch {
            let issued = issue_for_agent(system, row.agent_id, operator, now).await;
            match summary.failed.check(format!("agent {}", row.agent_id), issued) {
                Some(Issue::New(invoices)) => {
                    for invoice in invoices {
                        summary.issued += 1;
                        summary.paid += u64::from(invoice.paid_at.is_some());
                    }
                }
                Some(Issue::Waiting) => summary.waiting += 1,
                Some(Issue::Nothing) | None => {}
            }
        }
    }
    settle(system, &mut summary, now).await?;
    Ok(summary)
}

async fn issue_for_agent(
    system: &SystemScope,
    agent_id: AgentId,
    operator: &Operator,
    now: DateTime<Utc>,
) -> Result<Issue, BillingError> {
    let issue_locked = async |tx: &platform::scope::Tx<platform::scope::AgentPolicy>| {
        let Some((row, plan)) = subscriptions::lock(tx, agent_id).await? else {
            return Ok(Issue::Nothing);
        };
        issue(tx, (&row, &plan), operator, now).await
    };
    system.enter_agent(agent_id).in_transaction(issue_locked).await
}

/// Pays the open invoices that the balances of their agents cover, oldest first.
async fn settle(system: &SystemScope, summary: &mut RunSummary, now: DateTime<Utc>) -> Result<(), BillingError> {
    let mut after = 0;
    loop {
        let select = Entity::find()
            .filter(is_open())
            .filter(Column::Id.gt(after))
            .filter(Expr::cust(
                "EXISTS (SELECT 1 FROM service_accounts s WHERE s.agent_id = invoices.agent_id \
                 AND s.balance_minor >= invoices.amount_minor)",
            ))
            .order_by_asc(Column::Id)
            .limit(BATCH);
        let batch = system.all(select).await?;
        let Some(last) = batch.last() else { break };
        after = last.id.0;
        for row in batch {
            let (scope, id) = (system.enter_agent(row.agent_id), row.id);
            match scope.in_transaction(async |tx| pay(tx, row, None, now).await).await {
                Ok(_) => summary.paid += 1,
                // Another person paid it, or an older invoice has used the balance.
                Err(BillingError::InvoiceClosed | BillingError::BalanceInsufficient(_)) => {}
                Err(error) => summary.failed.note(format!("invoice {id}"), error),
            }
        }
    }
    Ok(())
}
