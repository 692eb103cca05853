//! Request and response bodies of top-ups.

use super::{RequestMove, RequestStatus, WalletStatus};
use crate::{
    id::{BalanceRequestId, CashBoxId, ClientId, WalletTopupId},
    money::{Currency, Money, PriceText},
    qr::QrCode,
    settings::Brand,
};
use chrono::{DateTime, Utc};

/// A request to top up a balance.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct BalanceRequest {
    pub id: BalanceRequestId,
    /// Short public code of the requisites page.
    pub code: String,
    /// Current status.
    pub status: RequestStatus,
    pub client_id: ClientId,
    /// The client's code.
    pub client_code: String,
    /// The client's name.
    pub client_name: String,
    /// Requested amount.
    pub amount: Money,
    /// Received amount, if it differs from the requested one.
    pub confirmed: Option<Money>,
    /// The client's comment.
    pub comment: String,
    /// Requisites: where to pay.
    pub requisites: Option<String>,
    /// QR code with which apps of Russian banks fill in the transfer. Only for clients, while the request waits for the
    /// transfer, and only if the requisites name an account in rubles.
    pub payment_code: Option<QrCode>,
    /// Reason of the rejection. Shown to the client.
    pub reject_reason: Option<String>,
    /// Moves that the caller's side may make now.
    pub moves: Vec<RequestMove>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last status change.
    pub updated_at: DateTime<Utc>,
}

/// A new request to top up a balance.
#[apply(request)]
pub struct NewBalanceRequest {
    pub amount: PriceText,
    /// Currency of the balance.
    pub currency: Currency,
    /// Comment for the agent.
    pub comment: Option<String>,
}

/// Requisites: where the client pays.
#[apply(request)]
pub struct Requisites {
    /// Bank, card number and holder, as shown to the client.
    pub requisites: String,
}

/// Confirmation that the money was received.
#[apply(request)]
#[derive(Default)]
pub struct TopupConfirmation {
    /// Received amount. Defaults to the requested amount.
    pub amount: Option<PriceText>,
    /// `key` of the line of a bank statement that shows the money. A line can be credited to several requests. If nothing is
    /// left of it, nothing is credited and the response is 409 `statement_line_used`; if less is left than the amount, 409
    /// `statement_line_exceeded`, and `current_amount` contains what is left.
    pub line_key: Option<String>,
    /// Cash box that the money went to, in the currency of the request. Defaults to the box of the last confirmation with the same
    /// requisites, or else in the same currency. Required if there is none but the agent has boxes in this currency.
    pub box_id: Option<CashBoxId>,
}

/// A cash box that the money of a request can go to.
#[apply(response)]
pub struct TopupBox {
    pub id: CashBoxId,
    pub name: String,
    /// Whether it is the default: the box of the last confirmation with the same requisites, or else in the same currency.
    pub is_default: bool,
}

/// Rejection of a request.
#[apply(request)]
pub struct Rejection {
    /// Reason. Shown to the client.
    pub reason: String,
}

/// The reason for which a confirmation is taken back.
#[apply(request)]
pub struct ReopeningReason {
    /// Shown to the client with the operation.
    pub reason: String,
}

/// The public requisites page, accessible with its short code.
#[apply(response)]
pub struct RequisitesPage {
    /// The agent that receives the money.
    pub agent: Brand,
    /// Amount to pay.
    pub amount: Money,
    /// Status of the request.
    pub status: RequestStatus,
    /// Requisites. Absent once the request is finished.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub requisites: Option<String>,
    /// QR code with which apps of Russian banks fill in the transfer. Absent unless the
    /// request waits for the transfer and the requisites name an account in rubles.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub payment_code: Option<QrCode>,
}

/// Filters of the request list.
#[apply(request)]
#[derive(Default)]
pub struct BalanceRequestQuery {
    /// Filter by status.
    pub status: Option<RequestStatus>,
    /// Only requests that wait for staff, the longest waiting first. The others are newest first.
    pub waiting: Option<bool>,
    /// Only requests that were rejected within the last seven days.
    pub recently_rejected: Option<bool>,
    /// Filter by client.
    pub client_id: Option<ClientId>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

closed_set! {
    /// A payment app.
    pub enum Wallet {
        Alipay = "alipay",
        /// `WeChat` Pay.
        Wechat = "wechat",
    }
}

/// A request to top up a payment app.
#[apply(response)]
pub struct WalletTopup {
    pub id: WalletTopupId,
    /// Current status.
    pub status: WalletStatus,
    pub client_id: ClientId,
    /// The client's code.
    pub client_code: String,
    /// The client's name.
    pub client_name: String,
    /// Payment app.
    pub wallet: Wallet,
    /// Account in the payment app.
    pub account: String,
    /// Amount, taken from the yuan balance.
    pub amount: Money,
    /// The client's comment.
    pub comment: String,
    /// Reason of the rejection. Shown to the client.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reject_reason: Option<String>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last status change.
    pub updated_at: DateTime<Utc>,
}

/// A new request to top up a payment app.
#[apply(request)]
pub struct NewWalletTopup {
    /// Payment app.
    pub wallet: Wallet,
    /// Account in the payment app.
    pub account: String,
    /// Amount in yuan.
    pub amount: PriceText,
    /// Comment for the agent.
    pub comment: Option<String>,
}

/// Filters of the list of payment app requests.
#[apply(request)]
#[derive(Default)]
pub struct WalletQuery {
    /// Filter by status.
    pub status: Option<WalletStatus>,
    /// Only requests that wait for staff, the longest waiting first. The others are newest first.
    pub waiting: Option<bool>,
    /// Only requests that were rejected within the last seven days.
    pub recently_rejected: Option<bool>,
    /// Filter by client.
    pub client_id: Option<ClientId>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}
