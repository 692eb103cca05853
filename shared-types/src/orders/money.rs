//! Bodies of an order's price, payment and refunds.

use super::DeliveryChoice;
use crate::{
    fixed::Rate,
    id::{ItemId, PaymentId, QuoteId, StaffId},
    money::{Money, PriceText},
    pricing::Calculation,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// The price the agent named; it stays as it was whatever rates and conditions do later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Quote {
    /// Its id.
    pub id: QuoteId,
    /// To be paid, in the order's currency.
    pub due: Money,
    /// The same in rubles.
    pub due_rub: Money,
    /// Rubles for one unit of the order's currency.
    pub rate: Rate,
    /// Where the rate came from.
    pub rate_source: String,
    /// What the agent says to it.
    pub comment: String,
    /// When it was named.
    pub at: DateTime<Utc>,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Payment {
    /// Its id.
    pub id: PaymentId,
    /// How much.
    pub amount: Money,
    /// How much of it went back.
    pub refunded: Money,
    /// When.
    pub at: DateTime<Utc>,
}

/// Money that went back to the balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Refund {
    /// How much.
    pub amount: Money,
    /// For which line; for the order as a whole when absent.
    pub item_id: Option<ItemId>,
    /// Why.
    pub reason: String,
    /// When.
    pub at: DateTime<Utc>,
}

/// A balance that a price can be paid from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PayOption {
    /// What would be taken.
    pub amount: Money,
    /// What the balance holds.
    pub balance: Money,
    /// Whether it suffices.
    pub suffices: bool,
}

/// What an order costs, what was paid, what went back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct OrderMoney {
    /// Line by line: the quote's own once there is one, before that an estimate by today's conditions.
    pub calculation: Calculation,
    /// The price the agent named.
    pub quote: Option<Quote>,
    /// Payments, oldest first.
    pub payments: Vec<Payment>,
    /// Refunds, oldest first.
    pub refunds: Vec<Refund>,
    /// The balances it can be paid from now; empty when there is nothing to pay.
    pub pay_from: Vec<PayOption>,
}

/// Naming the price.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuoteRequest {
    /// Rubles for one unit of the order's currency; the agent's current rate when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<Rate>,
    /// What to tell the client.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comment: Option<String>,
}

/// Paying a quote from a balance, as both were shown to the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PayRequest {
    /// The quote that the client saw.
    pub quote_id: QuoteId,
    /// The sum that the client saw; its currency names the balance. If the quote or the sum is another one by now,
    /// nothing is paid: 409 `amount_changed`, with the sum of today as `current_amount`.
    pub amount: Money,
}

/// Giving money back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RefundRequest {
    /// For which line; for the order as a whole when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item_id: Option<ItemId>,
    /// How much, in the currency of the payment; all that the line cost, or all that is left, when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<PriceText>,
    /// Why; the client reads it.
    pub reason: String,
}

/// Domestic shipping of a shop.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GroupChange {
    /// Its cost, in the order's currency.
    pub domestic: PriceText,
}

/// What staff change about an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AgentOrderChange {
    /// Who is in charge; `null` for nobody. Absent, it stays as it is.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub assigned_staff_id: Option<Option<StaffId>>,
    /// By what it is to be delivered, until its price is named; needs the right to change prices.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delivery: Option<DeliveryChoice>,
}
