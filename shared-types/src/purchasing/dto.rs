//! Request and response bodies of purchasing accounts.

use crate::{
    id::{EntryId, ListEntryId},
    ledger::EntryKind,
    money::{Money, PriceText},
};
use chrono::{DateTime, Utc};

/// A purchasing account with its balance.
#[apply(response)]
pub struct AccountBalance {
    pub id: ListEntryId,
    /// Name of the marketplace.
    pub marketplace: String,
    /// Login name.
    pub login: String,
    /// Balance, in the currency of the account. Negative if more was spent than deposited.
    pub balance: Money,
    /// How far below zero the balance may go. Without a limit, payments are not refused.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub limit: Option<Money>,
    /// Whether it is archived: nothing can be paid from it.
    pub archived: bool,
}

/// A deposit to a purchasing account from the cash box.
#[apply(request)]
pub struct AccountDeposit {
    /// Amount in the currency of the account. Negative to return money to the cash box.
    pub amount: PriceText,
    /// Where the money came from.
    pub memo: String,
}

/// A change of a purchasing account's balance.
#[apply(response)]
pub struct AccountOperation {
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
    /// Description: an order with the number on the marketplace, or where a deposit came from.
    pub memo: String,
}

/// A page of operations.
#[apply(request)]
#[derive(Default)]
pub struct AccountOperationQuery {
    /// Page size, 1 to 200. Defaults to 50.
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    pub cursor: Option<String>,
}

/// A payment to a seller when items are marked as bought.
#[apply(request)]
pub struct SellerPayment {
    /// Purchasing account that is charged.
    pub account_id: ListEntryId,
    /// Sum that the seller received, with freight, in the currency of the account. Items of several orders can be bought at once: each
    /// order gets a part of the sum by the value of its items, and is paid by an entry of its own.
    pub amount: PriceText,
    /// The part of the sum that is freight within China, which can be split by another rule. Absent: none.
    pub freight: Option<PriceText>,
    /// How freight is split over orders. Absent: by the value of their items.
    pub split_freight: Option<FreightSplit>,
}

closed_set! {
    /// How the freight of one purchase is split over the orders that it is for. What rounding leaves goes to the largest remainders.
    pub enum FreightSplit {
        /// By the value of the items. Items in several currencies are split by pieces.
        Value = "value",
        /// By the number of pieces.
        Pieces = "pieces",
        /// In equal parts.
        Equal = "equal",
    }
}

/// A payment to a seller.
#[apply(response)]
pub struct Purchase {
    /// Purchasing account that was charged.
    pub account_id: ListEntryId,
    /// Name of the marketplace.
    pub marketplace: String,
    /// Login name of the account.
    pub login: String,
    /// Number of the purchase on the marketplace.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub marketplace_order_number: Option<String>,
    /// Number of items that were bought with it.
    pub items: i32,
    pub amount: Money,
    /// Name of the person who bought.
    pub actor_name: String,
    /// Time of the purchase.
    pub at: DateTime<Utc>,
}

/// The payments to sellers for an order, compared with the client's payment for the goods.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct OrderPurchases {
    /// Payments to sellers, oldest first.
    pub purchases: Vec<Purchase>,
    /// The client's price of the goods and of the shipping within China by the quote. Absent without a quote.
    pub charged: Option<Money>,
    /// The payments to sellers in the currency of the order.
    pub spent: Money,
    /// `charged` less `spent`. Absent without a quote, without purchases, or if a seller was paid in another currency.
    pub difference: Option<Money>,
}
