//! Request and response bodies of top-ups.

use super::{RequestMove, RequestStatus, WalletStatus};
use crate::{
    id::{BalanceRequestId, ClientId, WalletTopupId},
    money::{Currency, Money, PriceText},
    settings::Brand,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A request to top up a balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub confirmed: Option<Money>,
    /// The client's comment.
    pub comment: String,
    /// Requisites: where to pay.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub requisites: Option<String>,
    /// Reason of the rejection. Shown to the client.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reject_reason: Option<String>,
    /// Moves that the caller's side may make now.
    pub moves: Vec<RequestMove>,
    /// Creation time.
    pub created_at: DateTime<Utc>,
    /// Time of the last status change.
    pub updated_at: DateTime<Utc>,
}

/// A new request to top up a balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewBalanceRequest {
    pub amount: PriceText,
    /// Currency of the balance.
    pub currency: Currency,
    /// Comment for the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Requisites: where the client pays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Requisites {
    /// Bank, card number and holder, as shown to the client.
    pub requisites: String,
}

/// Confirmation that the money was received.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TopupConfirmation {
    /// Received amount. Defaults to the requested amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<PriceText>,
    /// `key` of the line of a bank statement that shows the money. The line is not offered again. If it was confirmed before,
    /// nothing is credited and the response is 409 `statement_line_used`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line_key: Option<String>,
}

/// Rejection of a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Rejection {
    /// Reason. Shown to the client.
    pub reason: String,
}

/// The reason for which a confirmation is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReopeningReason {
    /// Shown to the client with the operation.
    pub reason: String,
}

/// The public requisites page, accessible with its short code.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
}

/// Filters of the request list.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BalanceRequestQuery {
    /// Filter by status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<RequestStatus>,
    /// Only requests that wait for staff, the longest waiting first. The others are newest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<bool>,
    /// Filter by client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
    /// Page size, 1 to 200. Defaults to 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A bank statement as text: one operation per line, in any format, or the text of a 1C, MT940 or camt file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BankStatement {
    /// Text of the statement. At most 20,000 operations.
    pub text: String,
}

/// A line of a bank statement and the requests that it may be the payment of, most likely first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StatementMatch {
    /// The line of the statement.
    pub line: String,
    /// Identifies the operation in this and other statements of the account, for `line_key` of the confirmation.
    pub key: String,
    /// Requests with the same amount and currency.
    pub requests: Vec<BalanceRequest>,
    /// Whether the line names the code or the client of the most likely request and nothing contradicts: the amount, the
    /// currency and the direction are known, and the money did not come before the request.
    pub certain: bool,
    /// A line of another statement that was confirmed and may be the same operation: it has the amount and the day of this one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub similar: Option<ConfirmedLine>,
}

/// A line of a bank statement that was confirmed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ConfirmedLine {
    /// Code of the request that it was confirmed for.
    pub request_code: String,
    /// Code of the client of the request.
    pub client_code: String,
    /// Time of the confirmation.
    pub confirmed_at: DateTime<Utc>,
}

/// The payments that the operations of a bank statement match. Each operation is counted once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StatementMatches {
    /// Lines with the requests that they may pay, in the order of the statement.
    pub data: Vec<StatementMatch>,
    /// Lines that no open request has the amount of.
    pub unmatched: u64,
    /// Lines that were confirmed before.
    pub used: u64,
    /// Lines that are no incoming money: outgoing, not booked, reversed, or without an amount.
    pub not_incoming: u64,
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewWalletTopup {
    /// Payment app.
    pub wallet: Wallet,
    /// Account in the payment app.
    pub account: String,
    /// Amount in yuan.
    pub amount: PriceText,
    /// Comment for the agent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Filters of the list of payment app requests.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WalletQuery {
    /// Filter by status.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<WalletStatus>,
    /// Only requests that wait for staff, the longest waiting first. The others are newest first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waiting: Option<bool>,
    /// Filter by client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_id: Option<ClientId>,
    /// Page size, 1 to 200. Defaults to 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}
