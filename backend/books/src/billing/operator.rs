//! Billing operations that the operator of the service runs by the command line.

use super::{
    BillingError, invoices, refunds, reviews,
    service_ledger::{self, NewEntry, rubles},
};
use chrono::{DateTime, Utc};
use entities::{agent, invoice, plan, service_payment, subscription};
use platform::{
    config::Operator,
    error::OperationError,
    scope::{ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{
    billing::{PlanLimits, ServiceEntryKind, limits},
    fields::{FieldErrors, Rule},
    id::{AgentId, InvoiceId, PlanId, ServicePaymentId},
    money::{Currency, Money},
};

/// Invoices that are listed.
const MAX_INVOICES: u64 = 200;

/// The fields to create or change a plan with.
#[derive(Clone, Debug, Default)]
pub struct PlanFields {
    pub name: Option<String>,
    /// Kopecks a month.
    pub price_minor: Option<i64>,
    /// All four limits are replaced together.
    pub limits: Option<PlanLimits>,
    /// Makes it the plan of new agents.
    pub is_default: bool,
}

fn validate(fields: &PlanFields) -> Result<(), FieldErrors> {
    let mut errors = FieldErrors::default();
    if let Some(name) = &fields.name {
        errors.required_text("name", name, limits::PLAN_NAME);
    }
    if fields.price_minor.is_some_and(|price| price < 0) {
        errors.add("price", Rule::OutOfRange(0, i64::MAX));
    }
    for (name, limit) in fields.limits.into_iter().flat_map(|limits| {
        [
            ("staff", limits.staff),
            ("clients", limits.clients),
            ("orders", limits.orders),
            ("storage", limits.storage),
        ]
    }) {
        if limit.is_some_and(|limit| limit < 1) {
            errors.add(name, Rule::OutOfRange(1, i64::MAX));
        }
    }
    errors.into_result(())
}

/// Lists all plans with the number of their agents.
pub async fn list_plans(system: &SystemScope) -> Result<Vec<(plan::Model, usize)>, BillingError> {
    let plans = system.all(plan::Entity::find().order_by_asc(plan::Column::Id)).await?;
    let subscriptions = system.all(subscription::Entity::find()).await?;
    let agents = |id: PlanId| subscriptions.iter().filter(|row| row.plan_id == id).count();
    Ok(plans
        .into_iter()
        .map(|row| {
            let count = agents(row.id);
            (row, count)
        })
        .collect())
}

/// Creates a plan for all agents, or for one.
pub async fn create_plan(
    system: &SystemScope,
    agent_id: Option<AgentId>,
    fields: PlanFields,
    now: DateTime<Utc>,
) -> Result<PlanId, BillingError> {
    validate(&fields)?;
    let (Some(name), Some(price_minor)) = (fields.name, fields.price_minor) else {
        return Err(OperationError::field("name", Rule::Required).into());
    };
    let limits = fields.limits.unwrap_or_default();
    system
        .in_transaction(async |tx| {
            if fields.is_default {
                clear_default(tx).await?;
            }
            let row = plan::ActiveModel {
                id: NotSet,
                agent_id: Set(agent_id),
                name: Set(name),
                price_minor: Set(price_minor),
                staff_limit: Set(limits.staff),
                clients_limit: Set(limits.clients),
                orders_limit: Set(limits.orders),
                storage_limit: Set(limits.storage),
                is_default: Set(fields.is_default),
                retired_at: Set(None),
                created_at: Set(now),
                updated_at: Set(now),
            };
            let id = tx.insert(row).await?.id;
            Ok(id)
        })
        .await
}

async fn clear_default(rows: &impl ScopedConnection) -> Result<(), DbErr> {
    let clear = plan::Entity::update_many()
        .col_expr(plan::Column::IsDefault, Expr::value(false))
        .filter(plan::Column::IsDefault.eq(true));
    rows.update_count(clear).await.map(drop)
}

/// Changes a plan. New limits apply at once, a new price from the next invoice on.
pub async fn change_plan(
    system: &SystemScope,
    id: PlanId,
    fields: PlanFields,
    now: DateTime<Utc>,
) -> Result<(), BillingError> {
    validate(&fields)?;
    system
        .in_transaction(async |tx| {
            let mut update = plan::Entity::update_many()
                .col_expr(plan::Column::UpdatedAt, Expr::value(now))
                .filter(plan::Column::Id.eq(id));
            if let Some(name) = fields.name {
                update = update.col_expr(plan::Column::Name, Expr::value(name));
            }
            if let Some(price) = fields.price_minor {
                update = update.col_expr(plan::Column::PriceMinor, Expr::value(price));
            }
            if let Some(limits) = fields.limits {
                update = update
                    .col_expr(plan::Column::StaffLimit, Expr::value(limits.staff))
                    .col_expr(plan::Column::ClientsLimit, Expr::value(limits.clients))
                    .col_expr(plan::Column::OrdersLimit, Expr::value(limits.orders))
                    .col_expr(plan::Column::StorageLimit, Expr::value(limits.storage));
            }
            if fields.is_default {
                clear_default(tx).await?;
                update = update.col_expr(plan::Column::IsDefault, Expr::value(true));
            }
            if tx.update_count(update).await? == 0 {
                return Err(OperationError::NotFound.into());
            }
            Ok(())
        })
        .await
}

/// Retires a plan: its agents keep it, and other agents can't choose it. The default plan can't be retired.
pub async fn retire_plan(system: &SystemScope, id: PlanId, now: DateTime<Utc>) -> Result<(), BillingError> {
    let update = plan::Entity::update_many()
        .col_expr(plan::Column::RetiredAt, Expr::value(now))
        .col_expr(plan::Column::UpdatedAt, Expr::value(now))
        .filter(plan::Column::Id.eq(id))
        .filter(plan::Column::IsDefault.eq(false));
    match system.update_count(update).await? {
        0 => Err(OperationError::NotFound.into()),
        _ => Ok(()),
    }
}

/// Moves an agent to a plan without a charge or a credit. The agent pays from the next month on.
pub async fn assign_plan(
    system: &SystemScope,
    agent_id: AgentId,
    plan_id: PlanId,
    now: DateTime<Utc>,
) -> Result<(), BillingError> {
    let plan = system.one(plan::Entity::find_by_id(plan_id)).await?;
    let plan = plan.filter(|plan| plan.agent_id.is_none_or(|owner| owner == agent_id));
    let plan = plan.ok_or(OperationError::NotFound)?;
    let row = subscription::ActiveModel {
        id: NotSet,
        agent_id: Set(agent_id),
        plan_id: Set(plan.id),
        covered_month: Set(None),
        covered_minor: Set(0),
        waiting_from: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let replace = OnConflict::column(subscription::Column::AgentId)
        .update_columns([subscription::Column::PlanId, subscription::Column::UpdatedAt])
        .to_owned();
    system.upsert(row, replace).await?;
    Ok(())
}

/// Finds an agent by its subdomain or its id.
pub async fn find_agent(system: &SystemScope, name: &str) -> Result<agent::Model, BillingError> {
    let mut condition = Condition::any().add(agent::Column::Subdomain.eq(name));
    if let Ok(id) = name.parse::<i64>() {
        condition = condition.add(agent::Column::Id.eq(id));
    }
    let found = system.one(agent::Entity::find().filter(condition)).await?;
    Ok(found.ok_or(OperationError::NotFound)?)
}

/// Parses rubles of the command line.
pub fn parse_rubles(text: &str) -> Result<i64, String> {
    match Money::parse(text, Currency::Rub) {
        Ok(amount) => Ok(amount.minor),
        Err(error) => Err(error.to_string()),
    }
}

/// Tops up a service account by a transfer that the operator has received. Returns the balance, or `None` if there is a top-up with
/// the reference already.
pub async fn top_up(
    system: &SystemScope,
    agent_id: AgentId,
    minor: i64,
    reference: &str,
    now: DateTime<Utc>,
) -> Result<Option<Money>, BillingError> {
    if minor < 1 {
        return Err(OperationError::field("amount", Rule::OutOfRange(1, i64::MAX)).into());
    }
    let scope = system.enter_agent(agent_id);
    let posted = scope.in_transaction(async |tx| {
        let entry = NewEntry {
            kind: ServiceEntryKind::Topup,
            reference: format!("topup:{agent_id}:{reference}"),
            memo: reference.to_owned(),
            actor: None,
            minor,
        };
        service_ledger::post(tx, entry, now).await
    });
    match posted.await {
        Ok(balance) => Ok(Some(rubles(balance))),
        Err(BillingError::AlreadyPosted(_)) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The newest invoices, of one agent or of all.
pub async fn list_invoices(
    system: &SystemScope,
    agent_id: Option<AgentId>,
    only_open: bool,
) -> Result<Vec<invoice::Model>, BillingError> {
    let mut select = invoice::Entity::find()
        .order_by_desc(invoice::Column::Id)
        .limit(MAX_INVOICES);
    if let Some(id) = agent_id {
        select = select.filter(invoice::Column::AgentId.eq(id));
    }
    if only_open {
        select = select
            .filter(invoice::Column::PaidAt.is_null())
            .filter(invoice::Column::CanceledAt.is_null());
    }
    Ok(system.all(select).await?)
}

/// Issues the missing invoices of the running month now. Returns how many were issued, how many were paid, and how many wait for the
/// name of the operator.
pub async fn run_month(
    system: &SystemScope,
    operator: &Operator,
    now: DateTime<Utc>,
) -> Result<(u64, u64, u64), BillingError> {
    let summary = invoices::run_month(system, operator, now).await?;
    summary.failed.into_outcome().map_err(OperationError::internal)?;
    Ok((summary.issued, summary.paid, summary.waiting))
}

/// Whether a plan has a price, so that invoices are due.
pub async fn has_prices(system: &SystemScope) -> Result<bool, DbErr> {
    let priced = plan::Entity::find().filter(plan::Column::PriceMinor.gt(0));
    Ok(system.one(priced).await?.is_some())
}

/// Cancels an open invoice.
pub async fn cancel_invoice(system: &SystemScope, id: InvoiceId, now: DateTime<Utc>) -> Result<(), BillingError> {
    invoices::cancel(system, id, now).await.map(drop)
}

/// The online payments that the provider shows with another amount, oldest first.
pub async fn payments_in_review(system: &SystemScope) -> Result<Vec<service_payment::Model>, DbErr> {
    reviews::list(system).await
}

/// Ends the review of an online payment: credits kopecks to the agent, or cancels the payment if there are none.
pub async fn settle_payment(
    system: &SystemScope,
    id: ServicePaymentId,
    minor: Option<i64>,
    now: DateTime<Utc>,
) -> Result<(), BillingError> {
    reviews::settle(system, id, minor, now).await
}

/// Pays a part of an online payment back through the provider. Returns whether the provider has done so already.
pub async fn refund(state: &AppState, id: ServicePaymentId, minor: i64) -> Result<bool, BillingError> {
    refunds::refund(state, id, minor).await
}
