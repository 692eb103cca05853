//! Bodies of balances.

use crate::{
    id::{ClientId, EntryId},
    money::{Currency, Money, PriceText},
};
use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

/// Currencies in which a client has a balance.
pub const BALANCE_CURRENCIES: [Currency; 2] = [Currency::Rub, Currency::Cny];

macro_rules! kinds {
    ($($(#[$doc:meta])* $name:ident = $text:literal;)*) => {
        /// Why money moved.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
        pub enum EntryKind { $($(#[$doc])* $name,)* }

        impl EntryKind {
            /// Every kind.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The name in JSON and in the database.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $text,)* }
            }

            /// The kind of a name.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|kind| kind.as_str() == name)
            }
        }
    };
}

kinds! {
    /// The client's money came in.
    Topup = "topup";
    /// An order was paid.
    OrderPayment = "order_payment";
    /// Money of an order went back to the balance.
    OrderRefund = "order_refund";
    /// Delivery of a shipment was paid.
    ShipmentPayment = "shipment_payment";
    /// Money of a shipment went back to the balance.
    ShipmentRefund = "shipment_refund";
    /// A service on an item was paid by itself.
    ServicePayment = "service_payment";
    /// Money of a service went back to the balance.
    ServiceRefund = "service_refund";
    /// The agent put the money into the client's payment app.
    WalletTopup = "wallet_topup";
    /// One currency was exchanged for another.
    Exchange = "exchange";
    /// A correction by the agent.
    Adjustment = "adjustment";
    /// An earlier operation was taken back.
    Reversal = "reversal";
}

/// What a balance holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Balance {
    /// One amount per currency, rubles first.
    pub accounts: Vec<Money>,
}

/// A line of the operation history.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Operation {
    /// The ledger's entry.
    pub id: EntryId,
    /// When.
    pub at: DateTime<Utc>,
    /// Why.
    pub kind: EntryKind,
    /// How much; negative where the balance fell.
    pub amount: Money,
    /// The balance after it.
    pub balance: Money,
    /// What it was about: an order's number, a reason.
    pub memo: String,
    /// The operation that this one takes back.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub reverses: Option<EntryId>,
}

/// Which operations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OperationQuery {
    /// One currency.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<Currency>,
    /// One kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<EntryKind>,
    /// On or after this day (UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<NaiveDate>,
    /// On or before this day (UTC).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<NaiveDate>,
    /// Rows of the page, 1 to 200; 50 when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u64>,
    /// `next_cursor` of the page before.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
}

/// A correction of a client's balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Adjustment {
    /// How much; a leading minus takes away.
    pub amount: PriceText,
    /// Of which balance.
    pub currency: Currency,
    /// Why; the client reads it.
    pub memo: String,
}

/// Why an operation is taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReversalReason {
    /// Why; the client reads it.
    pub memo: String,
}

/// A client's balance as staff see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ClientBalance {
    /// Whose.
    pub client_id: ClientId,
    /// One amount per currency, rubles first.
    pub accounts: Vec<Money>,
}
