//! Request and response bodies of balances.

use crate::{
    id::{ClientId, EntryId},
    money::{Currency, Money, PriceText},
    orders::ReservedDeposit,
};
use chrono::{DateTime, NaiveDate, Utc};

closed_set! {
    /// The kind of a ledger entry: why a balance changed.
    pub enum EntryKind {
        /// A top-up by the client.
        Topup = "topup",
        OrderPayment = "order_payment",
        /// Refund of an order to the balance.
        OrderRefund = "order_refund",
        /// Payment of a shipment's delivery.
        ShipmentPayment = "shipment_payment",
        /// Refund of a shipment to the balance.
        ShipmentRefund = "shipment_refund",
        /// Separate payment of a service on an item.
        ServicePayment = "service_payment",
        /// Refund of a service to the balance.
        ServiceRefund = "service_refund",
        /// Top-up of the client's payment app by the agent.
        WalletTopup = "wallet_topup",
        /// Exchange of one currency for another.
        Exchange = "exchange",
        /// Correction by the agent.
        Adjustment = "adjustment",
        /// Reversal of an earlier operation.
        Reversal = "reversal",
        /// Money set aside for an open request of the client, or as the deposit of an order.
        Reservation = "reservation",
        /// Return of money that was set aside: for a request that was rejected or canceled, or for an order that is paid, canceled or
        /// taken back.
        Release = "release",
        /// Payment of a part of the balance to the client.
        Withdrawal = "withdrawal",
        /// Deposit to a purchasing account of the agent. Not on clients' balances.
        AccountDeposit = "account_deposit",
        /// Payment of a seller from a purchasing account of the agent. Not on clients' balances.
        Purchase = "purchase",
        /// Entry of the agent's cash book. Not on clients' balances.
        CashBook = "cash_book",
    }
}

/// The balance of a client.
#[apply(response)]
pub struct Balance {
    /// One amount per currency, rubles first. Without the reserve.
    pub accounts: Vec<Money>,
    /// Reserves for open requests and deposits: one amount per currency with a reserve.
    pub reserved: Vec<Money>,
    /// The first 50 deposits among it, the oldest order first.
    pub deposits: Vec<ReservedDeposit>,
    /// Cursor of the further deposits. Absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposits_cursor: Option<String>,
}

/// An operation on a client's balance.
#[apply(response)]
pub struct Operation {
    /// Id of the ledger entry.
    pub id: EntryId,
    /// Time of the operation.
    pub at: DateTime<Utc>,
    /// Kind of the operation.
    pub kind: EntryKind,
    /// Amount. Negative if the balance decreased.
    pub amount: Money,
    /// Balance after the operation.
    pub balance: Money,
    /// Whether the amount was taken from the reserve. `balance` is then the remaining reserve.
    pub from_reserve: bool,
    /// Description: an order number or a reason.
    pub memo: String,
    /// Operation that this one reverses.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reverses: Option<EntryId>,
}

/// An operation with the client whose balance it changed: a line of the export of all clients.
#[apply(response)]
pub struct ClientOperation {
    pub client_id: ClientId,
    #[serde(flatten)]
    pub operation: Operation,
}

/// Filters of the operation list.
#[apply(request)]
#[derive(Default)]
pub struct OperationQuery {
    /// Filter by currency.
    pub currency: Option<Currency>,
    /// Filter by kind.
    pub kind: Option<EntryKind>,
    /// Only operations on or after this day, in the caller's time zone.
    pub from: Option<NaiveDate>,
    /// Only operations on or before this day, in the caller's time zone.
    pub to: Option<NaiveDate>,
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// A correction of a client's balance.
#[apply(request)]
pub struct Adjustment {
    /// Amount. Negative to decrease the balance.
    pub amount: PriceText,
    /// Currency of the balance.
    pub currency: Currency,
    /// Reason. Shown to the client.
    pub memo: String,
}

#[apply(request)]
pub struct ReversalReason {
    /// Reason. Shown to the client.
    pub memo: String,
}

/// Page of the deposits of a balance.
#[apply(request)]
#[derive(Default)]
pub struct DepositQuery {
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page, or `deposits_cursor` of the balance.
    pub cursor: Option<String>,
}

/// The balance of a client, as staff see it.
#[apply(response)]
pub struct ClientBalance {
    pub client_id: ClientId,
    /// One amount per currency, rubles first. Without the reserve.
    pub accounts: Vec<Money>,
    /// Reserves for open requests and deposits: one amount per currency with a reserve.
    pub reserved: Vec<Money>,
    /// The first 50 deposits among it, the oldest order first.
    pub deposits: Vec<ReservedDeposit>,
    /// Cursor of the further deposits. Absent if there are none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposits_cursor: Option<String>,
}
