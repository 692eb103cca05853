//! The agent's view of its service account.

use super::{
    BillingError, configured_provider, invoices, limits,
    month::month_of,
    payments, plans,
    service_ledger::{self, rubles},
    subscriptions,
};
use chrono::{DateTime, Utc};
use entities::invoice;
use platform::{
    auth::Caller,
    scope::{AgentScope, ScopedConnection},
    state::AppState,
};
use shared_types::billing::{ServiceAccount, ServiceNotice, ServiceState};

/// The state of a cabinet that follows from its open invoices.
fn notice(open: &[invoice::Model], now: DateTime<Utc>) -> ServiceNotice {
    let read_only_at = open.iter().map(|row| row.read_only_at).min();
    let is_overdue = open.iter().any(|row| row.due_at < now);
    let state = match read_only_at {
        Some(at) if at <= now => ServiceState::ReadOnly,
        Some(_) if is_overdue => ServiceState::Grace,
        _ => ServiceState::Active,
    };
    let due = open.iter().map(|row| row.amount_minor).sum();
    ServiceNotice {
        state,
        read_only_at,
        due: (!open.is_empty()).then(|| rubles(due)),
    }
}

/// The state of the cabinet of the scope's agent.
pub(super) async fn get_notice(scope: &AgentScope, now: DateTime<Utc>) -> Result<ServiceNotice, BillingError> {
    Ok(notice(&invoices::list_open(scope).await?, now))
}

/// The whole account.
pub(super) async fn get(
    rows: &impl ScopedConnection,
    state: &AppState,
    caller: &Caller,
) -> Result<ServiceAccount, BillingError> {
    let (agent_id, config, now) = (caller.agent_id, &state.config, state.clock.now());
    let sends_receipts = configured_provider::sends_receipts(config);
    let receipt_email = if sends_receipts {
        payments::find_payer(state, caller.user_id)
            .await?
            .email
            .map(String::from)
    } else {
        None
    };
    let month = month_of(now);
    let current = subscriptions::find(rows, agent_id).await?;
    let usage = limits::usage(rows, agent_id, now).await?;
    let open = invoices::list_open(rows).await?;
    let choosable = plans::list_choosable(rows, agent_id).await?;
    let is_charged = current.as_ref().is_some_and(|(_, plan)| plan.price_minor > 0);
    Ok(ServiceAccount {
        balance: rubles(service_ledger::balance(rows).await?),
        notice: notice(&open, now),
        plan: current.map(|(_, plan)| plans::view(&plan)),
        usage,
        month,
        plans: choosable.iter().map(plans::view).collect(),
        unpaid: open.into_iter().map(|row| invoices::view(row, now)).collect(),
        next_invoice_on: is_charged.then(|| month.end()),
        sends_receipts,
        receipt_email,
        online_payment: configured_provider::is_enabled(config),
        requisites: config.billing.operator.requisites(),
    })
}
