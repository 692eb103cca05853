//! Errors of billing.

use platform::{error::OperationError, http::Failure, http_client::CallError};
use shared_types::{
    billing::PlanLimit,
    money::Money,
    problem::{Problem, ProblemCode},
};

/// The agent's plan allows no more. Other features convert it into a problem.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the plan allows {maximum} of {}", .limit.as_str())]
pub struct PlanLimitReached {
    /// The exhausted limit.
    pub limit: PlanLimit,
    pub maximum: i64,
}

impl From<PlanLimitReached> for Failure {
    #[track_caller]
    fn from(reached: PlanLimitReached) -> Self {
        let code = match reached.limit {
            PlanLimit::Staff => ProblemCode::StaffLimit,
            PlanLimit::Clients => ProblemCode::PlanClientsLimit,
            PlanLimit::Orders => ProblemCode::PlanOrdersLimit,
            PlanLimit::Storage => ProblemCode::PlanStorageLimit,
        };
        Problem::limit(code, reached.maximum).into()
    }
}

/// Why an operation of billing failed.
#[derive(Debug, thiserror::Error)]
pub enum BillingError {
    /// The balance of the service account is too low.
    #[error("the balance is not sufficient for {0}")]
    BalanceInsufficient(Money),
    /// The amount differs from the one that was shown; carries the amount now.
    #[error("the amount is now {0}")]
    AmountChanged(Money),
    /// The usage exceeds the limits of the chosen plan.
    #[error("the usage exceeds the limits of the plan: {0}")]
    PlanExceeded(String),
    /// The invoice of the running month has to be paid before the plan can change.
    #[error("the invoice of the running month is not paid")]
    InvoiceUnpaid,
    /// The invoice is paid or canceled.
    #[error("the invoice is closed")]
    InvoiceClosed,
    /// The operator configured no payment provider.
    #[error("no payment provider is configured")]
    OnlinePaymentOff,
    /// The payment provider does not answer, or refuses the request. The text is for the log.
    #[error("the payment provider: {0}")]
    Provider(String),
    /// An entry with the reference exists.
    #[error("there is an entry for {0}")]
    AlreadyPosted(String),
    /// A reason that every feature has.
    #[error(transparent)]
    Operation(OperationError),
}

platform::operation_error!(BillingError);

impl From<CallError> for BillingError {
    fn from(error: CallError) -> Self {
        Self::Provider(error.to_string())
    }
}

impl From<BillingError> for Failure {
    #[track_caller]
    fn from(error: BillingError) -> Self {
        let detail = error.to_string();
        match error {
            BillingError::BalanceInsufficient(_) => Problem::new(ProblemCode::BalanceInsufficient)
                .with_detail(detail)
                .into(),
            BillingError::AmountChanged(current) => Problem::amount_changed(current).into(),
            BillingError::PlanExceeded(_) => Problem::new(ProblemCode::PlanExceeded).with_detail(detail).into(),
            BillingError::InvoiceUnpaid => ProblemCode::InvoiceUnpaid.into(),
            BillingError::InvoiceClosed | BillingError::AlreadyPosted(_) => ProblemCode::InvoiceClosed.into(),
            BillingError::OnlinePaymentOff => ProblemCode::OnlinePaymentOff.into(),
            BillingError::Provider(_) => {
                tracing::warn!(%detail, "payment provider failed");
                Self::unavailable()
            }
            BillingError::Operation(error) => error.into(),
        }
    }
}
