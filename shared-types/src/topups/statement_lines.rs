//! Bank statements, and their lines, which are kept until they are used or ignored.

use super::{BalanceRequest, RequestStatus};
use crate::{
    id::{BalanceRequestId, ClientId, StatementLineId},
    money::Money,
};
use chrono::{DateTime, NaiveDate, Utc};

closed_set! {
    /// The state of a line of a bank statement.
    pub enum StatementLineState {
        /// Money that was not credited yet, or not completely.
        Open = "open",
        /// Credited completely, to one or more requests.
        Used = "used",
        /// Not the money of a client, for a reason.
        Ignored = "ignored",
    }
}

closed_set! {
    /// A change of a line of a bank statement.
    pub enum StatementLineChangeKind {
        /// A part of the line, or all of it, was credited to a request.
        Credited = "credited",
        /// A confirmation was taken back, so its sum is open again.
        TakenBack = "taken_back",
        Ignored = "ignored",
        /// A line that was ignored is open again.
        Restored = "restored",
    }
}

/// A bank statement as text: one operation per line, in any format, or the text of a 1C, MT940 or camt file.
#[apply(request)]
pub struct BankStatement {
    /// Text of the statement. At most 20,000 operations.
    pub text: String,
}

/// A line of a bank statement and the requests that it may be the payment of, most likely first.
#[apply(response)]
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
#[apply(response)]
pub struct ConfirmedLine {
    /// Code of the request that it was confirmed for.
    pub request_code: String,
    /// Code of the client of the request.
    pub client_code: String,
    /// Time of the confirmation.
    pub confirmed_at: DateTime<Utc>,
}

/// The payments that the operations of a bank statement match. Each operation is counted once.
#[apply(response)]
pub struct StatementMatches {
    /// Lines with the requests that they may pay, in the order of the statement.
    pub data: Vec<StatementMatch>,
    /// Lines that no open request has the amount of.
    pub unmatched: u64,
    /// Lines that were confirmed or ignored before.
    pub used: u64,
    /// Lines that are no incoming money: outgoing, not booked, reversed, or without an amount.
    pub not_incoming: u64,
}

/// How many lines of a statement were kept. Each operation is counted once.
#[apply(response)]
pub struct KeptStatement {
    /// Lines that are new.
    pub added: u64,
    /// Lines that were kept before.
    pub known: u64,
    /// Lines that are no incoming money, which are not kept.
    pub not_incoming: u64,
}

/// A kept line of a bank statement.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct StatementLine {
    pub id: StatementLineId,
    /// Identifies the operation, for `line_key` of the confirmation.
    pub key: String,
    /// Current state.
    pub state: StatementLineState,
    /// The line as the statement has it. Empty if a program confirmed the line without a statement.
    pub line: String,
    /// The amount: the largest one if the line may be about several. In rubles if the statement does not name a currency.
    pub amount: Money,
    /// Whether the statement names the currency, or a credit has fixed it.
    pub is_currency_known: bool,
    /// The rest of the amount, which can be credited.
    pub left: Money,
    /// Day of the operation.
    pub booked_on: Option<NaiveDate>,
    /// Why it is ignored.
    pub reason: Option<String>,
    /// Requests that it was credited to.
    pub credits: Vec<StatementLineCredit>,
    /// Open requests that have the amount that is left, most likely first. Empty unless the line is open.
    pub requests: Vec<BalanceRequest>,
    /// Whether the line names the code or the client of the most likely request and nothing contradicts.
    pub certain: bool,
    /// A line of an earlier statement with the amount and the day of this one, which may be the same operation.
    pub similar: Option<SimilarLine>,
    /// Changes, oldest first.
    pub history: Vec<StatementLineChange>,
    /// Who uploaded the first statement with the line.
    pub added_by_name: String,
    /// Time of that upload.
    pub created_at: DateTime<Utc>,
}

/// A line that may be the same operation as another one.
#[apply(response)]
pub struct SimilarLine {
    pub id: StatementLineId,
    /// The line as its statement has it.
    pub line: String,
    pub state: StatementLineState,
}

/// A part of a line that was credited to a request.
#[apply(response)]
pub struct StatementLineCredit {
    pub request_id: BalanceRequestId,
    pub request_code: String,
    pub client_id: ClientId,
    /// The client's code.
    pub client_code: String,
    /// The client's name.
    pub client_name: String,
    pub amount: Money,
    /// Time of the credit.
    pub at: DateTime<Utc>,
}

/// A step in the life of a line: a credit, or its end, or the mark that it is not ours.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct StatementLineChange {
    pub kind: StatementLineChangeKind,
    /// Code of the request that was credited or taken back.
    pub request_code: Option<String>,
    /// The sum that was credited or taken back.
    pub amount: Option<Money>,
    /// Why it was ignored or taken back.
    pub reason: Option<String>,
    pub actor_name: String,
    /// Time of the change.
    pub at: DateTime<Utc>,
}

/// Filters of the list of lines.
#[apply(request)]
#[derive(Default)]
pub struct StatementLineQuery {
    /// Filter by state. Open lines are listed oldest first, others newest first.
    pub state: Option<StatementLineState>,
    /// Part of the text of the line, such as a name or a purpose, or its amount.
    pub search: Option<String>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// The requests that a line can be credited to.
#[apply(request)]
#[derive(Default)]
pub struct PayableQuery {
    /// Part of the code of the request, or of the client's code or name.
    pub search: Option<String>,
}

/// Why a line is not the money of a client.
#[apply(request)]
pub struct IgnoreReason {
    /// Shown to staff.
    pub reason: String,
}

/// The states of a request in which a line of a statement can be credited to it.
pub const PAYABLE: [RequestStatus; 2] = [RequestStatus::Issued, RequestStatus::Reported];
