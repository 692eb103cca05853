//! The payment provider that the operator has configured.

use super::{BillingError, provider::PaymentProvider, yookassa::Yookassa};
use platform::{config::Config, state::AppState};

/// Whether the operator has configured a provider.
pub(super) fn is_enabled(config: &Config) -> bool {
    config.billing.yookassa.is_some()
}

/// Whether payments have fiscal receipts.
pub(super) fn sends_receipts(config: &Config) -> bool {
    let provider = config.billing.yookassa.as_ref();
    provider.is_some_and(|provider| provider.receipt_vat.is_some())
}

/// The configured provider.
pub(super) fn connect(state: &AppState) -> Result<impl PaymentProvider, BillingError> {
    Yookassa::new(state).ok_or(BillingError::OnlinePaymentOff)
}
