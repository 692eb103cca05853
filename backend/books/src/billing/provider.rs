//! The interface between billing and a payment provider.

use super::BillingError;
use shared_types::{email_address::EmailAddress, money::Money, phone::Phone};
use std::future::Future;

/// The name of the provider in metrics and of its circuit.
pub(super) const SYSTEM: &str = "yookassa";

/// Whether an id consists of characters that the provider uses, so that it can be a part of a path.
pub(super) fn is_id(id: &str) -> bool {
    (1..=64).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// An amount at the provider; as it was written if the currency is not one of ours.
pub(super) type RemoteAmount = Result<Money, String>;

/// A payment to be created.
pub(super) struct PaymentRequest<'a> {
    pub(super) amount: Money,
    /// Shown to the payer.
    pub(super) description: &'a str,
    /// Where the provider sends the payer afterwards.
    pub(super) return_url: &'a str,
    /// A repeated request with the same key creates no second payment.
    pub(super) idempotence_key: &'a str,
    pub(super) payer: &'a Payer,
}

/// The person that a fiscal receipt is sent to.
#[derive(Clone, Debug)]
pub(super) struct Payer {
    pub(super) phone: Phone,
    /// Absent for payments from before it was asked for.
    pub(super) email: Option<EmailAddress>,
}

/// A receipt of services that were rendered for a part of a payment.
pub(super) struct SettlementRequest<'a> {
    pub(super) payment_id: &'a str,
    pub(super) amount: Money,
    pub(super) description: &'a str,
    pub(super) payer: &'a Payer,
    pub(super) idempotence_key: &'a str,
}

/// A receipt at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RemoteReceipt {
    pub(super) id: String,
    pub(super) status: RemoteStatus,
}

/// A payment to be paid back, as a whole or a part of it.
pub(super) struct RefundRequest<'a> {
    pub(super) payment_id: &'a str,
    pub(super) amount: Money,
    /// As the payer knows the payment.
    pub(super) description: &'a str,
    /// Set for a part: the receipt of the payment is no longer right, so the refund has one of its own. The provider makes the receipt
    /// of a whole refund from the one of the payment.
    pub(super) receipt_to: Option<&'a Payer>,
    pub(super) idempotence_key: &'a str,
}

/// The state of a payment at the provider.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RemoteStatus {
    /// The payer has not confirmed, or the money is not captured yet.
    Pending,
    Succeeded,
    Canceled,
}

/// A payment at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RemotePayment {
    pub(super) id: String,
    pub(super) status: RemoteStatus,
    pub(super) amount: RemoteAmount,
    pub(super) confirmation_url: Option<String>,
}

/// A refund at the provider.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RemoteRefund {
    pub(super) id: String,
    pub(super) payment_id: String,
    pub(super) is_succeeded: bool,
    pub(super) amount: RemoteAmount,
}

pub(super) trait PaymentProvider: Send + Sync {
    /// Creates a payment and returns it with the page where the payer confirms it.
    fn create_payment(
        &self,
        request: PaymentRequest<'_>,
    ) -> impl Future<Output = Result<RemotePayment, BillingError>> + Send;

    /// Fetches a payment.
    fn fetch_payment(&self, id: &str) -> impl Future<Output = Result<RemotePayment, BillingError>> + Send;

    /// Pays a payment or a part of it back.
    fn create_refund(
        &self,
        request: RefundRequest<'_>,
    ) -> impl Future<Output = Result<RemoteRefund, BillingError>> + Send;

    /// Creates a receipt of rendered services.
    fn create_settlement(
        &self,
        request: SettlementRequest<'_>,
    ) -> impl Future<Output = Result<RemoteReceipt, BillingError>> + Send;

    /// Fetches a receipt.
    fn fetch_receipt(&self, id: &str) -> impl Future<Output = Result<RemoteReceipt, BillingError>> + Send;

    /// Fetches a refund.
    fn fetch_refund(&self, id: &str) -> impl Future<Output = Result<RemoteRefund, BillingError>> + Send;
}
