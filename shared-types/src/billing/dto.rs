//! Request and response bodies of billing.

use super::VatRate;
use crate::{
    id::{InvoiceId, PlanId, ServiceEntryId, ServicePaymentId},
    money::{Money, PriceText},
    month::CalendarMonth,
};
use chrono::{DateTime, NaiveDate, Utc};

closed_set! {
    /// The resources that a plan limits.
    pub enum PlanLimit {
        /// People of the agent who are not disabled.
        Staff = "staff",
        /// Client accounts.
        Clients = "clients",
        /// Orders submitted in a calendar month.
        Orders = "orders",
        /// Bytes of stored photos, videos and files.
        Storage = "storage",
    }

    /// Why the balance of the service account changed.
    pub enum ServiceEntryKind {
        /// Money paid in.
        Topup = "topup",
        /// Money paid back by the payment provider or the operator.
        Refund = "refund",
        /// Payment of an invoice.
        Invoice = "invoice",
        /// The difference for the rest of a month after a change of plan.
        PlanChange = "plan_change",
    }

    /// The state of an online payment.
    pub enum ServicePaymentStatus {
        /// The provider waits for the payer.
        Pending = "pending",
        /// The provider shows another amount or currency than was asked for; the operator decides.
        Review = "review",
        /// The money has arrived and is on the balance.
        Succeeded = "succeeded",
        /// The payer or the provider has canceled it.
        Canceled = "canceled",
        /// The money was paid back in full.
        Refunded = "refunded",
    }

    /// Whether the agent may use the service.
    pub enum ServiceState {
        /// Nothing is overdue.
        Active = "active",
        /// An invoice is past its due date; the cabinet becomes read-only at `read_only_at`.
        Grace = "grace",
        /// The cabinet is read-only until the overdue invoices are paid.
        ReadOnly = "read_only",
    }
}

/// The limits of a plan. Null means that there is none.
#[apply(response)]
#[derive(Copy, Default)]
pub struct PlanLimits {
    /// People of the agent, without disabled ones.
    pub staff: Option<i64>,
    /// Client accounts.
    pub clients: Option<i64>,
    /// Orders submitted in a calendar month.
    pub orders: Option<i64>,
    /// Bytes of stored photos, videos and files.
    pub storage: Option<i64>,
}

impl PlanLimits {
    /// Returns one limit.
    pub const fn get(&self, limit: PlanLimit) -> Option<i64> {
        match limit {
            PlanLimit::Staff => self.staff,
            PlanLimit::Clients => self.clients,
            PlanLimit::Orders => self.orders,
            PlanLimit::Storage => self.storage,
        }
    }
}

/// An agent's usage of the limits of its plan.
#[apply(response)]
#[derive(Copy, Default)]
pub struct PlanUsage {
    /// People of the agent, without disabled ones.
    pub staff: i64,
    /// Client accounts.
    pub clients: i64,
    /// Orders submitted in the running month.
    pub orders: i64,
    /// Bytes of stored photos, videos and files.
    pub storage: i64,
}

impl PlanUsage {
    /// Returns the usage of one limit.
    pub const fn get(&self, limit: PlanLimit) -> i64 {
        match limit {
            PlanLimit::Staff => self.staff,
            PlanLimit::Clients => self.clients,
            PlanLimit::Orders => self.orders,
            PlanLimit::Storage => self.storage,
        }
    }
}

/// The price that an agent pays for the service, and the limits of its use.
#[apply(response)]
pub struct Plan {
    /// Id of the plan.
    pub id: PlanId,
    /// Name of the plan.
    pub name: String,
    /// Price of a month.
    pub price: Money,
    /// Limits of the plan.
    pub limits: PlanLimits,
}

/// An invoice of the service for a month.
#[apply(response)]
pub struct ServiceInvoice {
    /// Id and number of the invoice.
    pub id: InvoiceId,
    /// Month of the service.
    pub month: CalendarMonth,
    /// Name of the plan.
    pub plan: String,
    /// Amount, including VAT.
    pub amount: Money,
    /// Rate of the VAT in the amount; null for invoices from before rates were recorded, and if the operator configured none.
    pub vat_rate: Option<VatRate>,
    /// VAT in the amount; null without VAT.
    pub vat: Option<Money>,
    /// Due date.
    pub due_at: DateTime<Utc>,
    /// When the cabinet becomes read-only unless the invoice is paid.
    pub read_only_at: DateTime<Utc>,
    /// Time of the payment.
    pub paid_at: Option<DateTime<Utc>>,
    /// When the operator canceled the invoice.
    pub canceled_at: Option<DateTime<Utc>>,
    /// Whether the act of the month can be printed: the month is over and the invoice is paid.
    pub has_act: bool,
    /// Time of issue.
    pub created_at: DateTime<Utc>,
}

/// Whether the cabinet works, for the banner on every page.
#[apply(response)]
pub struct ServiceNotice {
    /// State of the cabinet.
    pub state: ServiceState,
    /// When the cabinet becomes or became read-only, if an invoice is unpaid.
    pub read_only_at: Option<DateTime<Utc>>,
    /// Sum of the unpaid invoices.
    pub due: Option<Money>,
}

/// The agent's account with the operator of the service.
#[apply(response)]
pub struct ServiceAccount {
    /// Money on the account.
    pub balance: Money,
    /// State of the cabinet.
    pub notice: ServiceNotice,
    /// Current plan; null if the operator does not charge the agent.
    pub plan: Option<Plan>,
    /// Usage of the limits.
    pub usage: PlanUsage,
    /// Running month, in the operator's time zone.
    pub month: CalendarMonth,
    /// Plans that the agent can choose, by price.
    pub plans: Vec<Plan>,
    /// Unpaid invoices, oldest first.
    pub unpaid: Vec<ServiceInvoice>,
    /// Day of the next invoice, if the plan has a price.
    pub next_invoice_on: Option<NaiveDate>,
    /// Whether money can be paid in online.
    pub online_payment: bool,
    /// Whether a fiscal receipt of an online payment is sent by e-mail.
    pub sends_receipts: bool,
    /// E-mail of the caller, for receipts.
    pub receipt_email: Option<String>,
    /// Where to pay without the online payment; empty if the operator configured nothing.
    pub requisites: String,
}

/// An operation on the service account.
#[apply(response)]
pub struct ServiceOperation {
    /// Id of the operation.
    pub id: ServiceEntryId,
    /// Time of the operation.
    pub at: DateTime<Utc>,
    /// Kind of the operation.
    pub kind: ServiceEntryKind,
    /// Amount. Negative if the balance decreased.
    pub amount: Money,
    /// Balance after the operation.
    pub balance: Money,
    /// Description: the invoice, the plans or the reference of the payment.
    pub memo: String,
}

/// A page of a list of billing.
#[apply(request)]
#[derive(Default)]
pub struct BillingListQuery {
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// The plan that an agent considers.
#[apply(request)]
#[derive(Default)]
pub struct PlanChangeQuery {
    /// Id of the new plan.
    pub plan_id: Option<PlanId>,
}

/// The cost of a change of plan today.
#[apply(response)]
pub struct PlanChangeQuote {
    /// New plan.
    pub plan: Plan,
    /// Amount to pay for the rest of the month. Negative if the account is credited.
    pub amount: Money,
    /// Days of the month that are left, including today.
    pub days_left: i64,
    pub days_in_month: i64,
    /// Balance after the change. Negative if the balance is too low for it.
    pub balance_after: Money,
    /// Limits of the new plan that the agent's usage exceeds. The change is refused until this is empty.
    pub exceeded: Vec<PlanLimit>,
}

#[apply(request)]
pub struct PlanChange {
    /// Id of the new plan.
    pub plan_id: PlanId,
    /// Amount that was shown. The change is refused if it is another one now.
    pub amount: Money,
}

/// The payment of an invoice from the balance.
#[apply(request)]
pub struct InvoicePayment {
    /// Amount that was shown.
    pub amount: Money,
}

/// A new online payment.
#[apply(request)]
pub struct NewServicePayment {
    /// Amount in rubles.
    pub amount: PriceText,
    /// E-mail that the fiscal receipts are sent to, if the operator sends receipts. Defaults to the e-mail of the caller.
    #[serde(default)]
    pub receipt_email: Option<String>,
}

/// An online payment to the service account.
#[apply(response)]
pub struct ServicePayment {
    /// Id of the payment.
    pub id: ServicePaymentId,
    pub amount: Money,
    /// State of the payment.
    pub status: ServicePaymentStatus,
    /// Page of the provider where the payer confirms the payment, while it is pending.
    pub confirmation_url: Option<String>,
    /// Time of creation.
    pub created_at: DateTime<Utc>,
}
