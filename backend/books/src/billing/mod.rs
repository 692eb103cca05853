//! The account of an agent with the operator of the service: plans and their limits, invoices, the prepaid balance, payments.
//!
//! The operator's ledger is separate from the ledger of an agent, because the books of a tenant contain nothing but the tenant's
//! own money (decision 0048).
//!
//! Invariants:
//! - the postings of an entry sum to zero, and entries and postings are never changed or deleted;
//! - a balance is the sum of its postings, and no invoice or change of plan makes it negative;
//! - there is one invoice per agent and month, and one entry per reference, however often a job or a request is repeated;
//! - the content of a payment provider's notification is never trusted: the state is fetched from the provider.

mod account;
mod configured_provider;
mod error;
mod invoices;
mod limits;
mod month;
mod notices;
pub mod operator;
mod payments;
mod plan_change;
mod plans;
mod print;
mod proration;
mod provider;
mod receipts;
mod refunds;
mod reviews;
mod routes;
mod service_ledger;
mod subscriptions;
mod verify;
mod webhook_routes;
mod yookassa;

pub use error::{BillingError, PlanLimitReached};
pub use limits::{
    CALLER_COLUMNS, check as check_limit, check_storage, ensure_within, maximum as plan_limit, remaining, storage_limit,
};
pub use routes::routes;
pub use subscriptions::start as start_subscription;
pub use verify::{seal, verify};
pub use webhook_routes::routes as webhook_routes;

use chrono::Duration;
use infra::events;
use platform::{
    jobs::{FailedRows, Jobs},
    state::AppState,
};

/// Issues the invoices of the running month, settles the open ones that the balance covers, and notifies owners of the others.
const MONTH_JOB: &str = "billing:month";
/// Fetches the state of online payments whose notification did not arrive, and registers receipts of rendered services.
const PAYMENTS_JOB: &str = "billing:payments";

/// Registers the jobs of billing.
pub fn jobs(jobs: Jobs) -> Jobs {
    jobs.handle(MONTH_JOB, |state, _| async move {
        let run = run_month(&state).await.map_err(|error| error.to_string());
        run.and_then(FailedRows::into_outcome)
    })
    .every(Duration::hours(1), MONTH_JOB)
    .handle(PAYMENTS_JOB, |state, _| async move {
        let refreshed = payments::refresh_pending(&state).await;
        // A payment that can't be fetched stops no receipt.
        let registered = receipts::run(&state).await;
        refreshed.and(registered)
    })
    .calls(PAYMENTS_JOB, [provider::SYSTEM])
    .every(Duration::minutes(15), PAYMENTS_JOB)
}

/// Runs a [`MONTH_JOB`] job. Returns the failed rows.
async fn run_month(state: &AppState) -> Result<FailedRows, BillingError> {
    let (system, now) = (state.system(), state.clock.now());
    let mut summary = invoices::run_month(&system, &state.config.billing.operator, now).await?;
    notices::notify_stages(&system, &mut summary.failed, now).await?;
    if summary.issued > 0 {
        tracing::info!(
            issued = summary.issued,
            paid = summary.paid,
            "invoices of the service issued"
        );
    }
    if summary.waiting > 0 {
        let text = format!(
            "{} invoices of the service wait: OPERATOR_NAME is not set",
            summary.waiting
        );
        events::alert(&system, &format!("invoices:{}", now.date_naive()), &text, now).await?;
    }
    Ok(summary.failed)
}
