//! Request and response bodies of purchasing accounts.

use crate::{
    id::{EntryId, ListEntryId},
    ledger::EntryKind,
    money::{Money, PriceText},
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A purchasing account with its balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountDeposit {
    /// Amount in the currency of the account. Negative to return money to the cash box.
    pub amount: PriceText,
    /// Where the money came from.
    pub memo: String,
}

/// A change of a purchasing account's balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AccountOperationQuery {
    /// Page size, 1 to 200. Defaults to 50.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the previous page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A payment to a seller when items are marked as bought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SellerPayment {
    /// Purchasing account that is charged.
    pub account_id: ListEntryId,
    /// Sum of all items, in the currency of the account.
    pub amount: PriceText,
}

/// A payment to a seller.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderPurchases {
    /// Payments to sellers, oldest first.
    pub purchases: Vec<Purchase>,
    /// The client's price of the goods and of the shipping within China by the quote. Absent without a quote.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub charged: Option<Money>,
    /// The payments to sellers in the currency of the order.
    pub spent: Money,
    /// `charged` less `spent`. Absent without a quote, without purchases, or if a seller was paid in another currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub difference: Option<Money>,
}
