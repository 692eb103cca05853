//! Request and response bodies of an order's pricing, payment and refunds.

use super::{OrderDeliveryChange, PayOption, Quote};
use crate::{
    fixed::Rate,
    id::{ItemId, PaymentId, QuoteId, StaffId},
    money::{Money, PriceText},
    pricing::{Calculation, MissingPart},
    settings::DeliveryOption,
};
use chrono::{DateTime, Utc};

closed_set! {
    /// How an order or a shipment was paid.
    pub enum PaymentMethod {
        /// From a balance of the client.
        Balance = "balance",
        /// In cash on receipt of a shipment.
        Cash = "cash",
    }
}

#[apply(response)]
pub struct Payment {
    pub id: PaymentId,
    pub amount: Money,
    /// Refunded part of the amount.
    pub refunded: Money,
    /// How it was paid.
    pub method: PaymentMethod,
    /// Time of the payment.
    pub at: DateTime<Utc>,
}

/// A refund to the balance.
#[apply(response)]
pub struct Refund {
    pub amount: Money,
    /// Refunded item. Null if the order as a whole was refunded.
    pub item_id: Option<ItemId>,
    /// Refunded pieces of the item. Absent if only money was refunded.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub quantity: Option<i32>,
    pub reason: String,
    /// Time of the refund.
    pub at: DateTime<Utc>,
}

/// The paid amount of an order and its remainder, in the currency of the payment.
#[apply(response)]
#[derive(Copy)]
pub struct Settlement {
    /// Sum of the payments.
    pub paid: Money,
    /// Sum of the refunds.
    pub refunded: Money,
    /// Paid and not refunded.
    pub left: Money,
    /// The same in the other currency of the quote, at its rate. Null if the order is in rubles.
    pub left_converted: Option<Money>,
}

/// The calculation, the quote, the payments and the refunds of an order.
#[apply(response)]
pub struct OrderMoney {
    /// The cost of the order: ordered, charged, paid, refunded and due.
    pub cost: super::OrderCost,
    /// Calculation by charges: of the quote, or an estimate with the current conditions if there is no quote. Without estimated
    /// charges once the order is shipped or finished, or one of its shipments has a price.
    pub calculation: Calculation,
    /// The agent's quote.
    pub quote: Option<Quote>,
    /// Payments, oldest first.
    pub payments: Vec<Payment>,
    /// Refunds, oldest first.
    pub refunds: Vec<Refund>,
    /// Sums of the payments and refunds. Absent if nothing was paid.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub settlement: Option<Settlement>,
    /// Balances that the order can be paid from now. Empty if there is nothing to pay.
    pub pay_from: Vec<PayOption>,
    /// The deposit of the order. Absent if none is required and none is reserved.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub deposit: Option<super::OrderDeposit>,
    /// The data that the calculation, and with it the delivery price, lacks. Empty if nothing is missing.
    pub missing: Vec<MissingPart>,
}

/// A shipment and a destination to calculate delivery prices for. Absent fields are taken from the order.
#[apply(request)]
#[derive(Default)]
pub struct DeliveryPriceQuery {
    /// Approximate weight of the shipment, in grams.
    pub weight_grams: Option<i64>,
    /// Approximate volume of the shipment, in cm³.
    pub volume_cm3: Option<i64>,
    /// Destination country (ISO 3166-1 alpha-2).
    pub country: Option<String>,
}

/// The price of a delivery method.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct MethodPrice {
    /// The delivery method.
    pub method: DeliveryOption,
    /// Price in the currency of the order; of a shipment in yuan.
    pub price: Option<Money>,
    /// Price in rubles. Absent if the rate is unknown.
    pub price_rub: Option<Money>,
    /// Why there is no price.
    pub missing: Option<MissingPart>,
}

/// The prices of all delivery methods for a shipment.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct DeliveryPrices {
    /// Weight that the prices are for, in grams. Absent if it is unknown.
    pub weight_grams: Option<i64>,
    /// Country that the prices are for. Absent if it is unknown.
    pub country: Option<crate::country::Country>,
    /// One price per delivery method, in the order of the settings.
    pub methods: Vec<MethodPrice>,
}

/// A quote of an order.
#[apply(request)]
#[derive(Default)]
pub struct QuoteRequest {
    /// Rubles for one unit of the order's currency. Defaults to the agent's current rate.
    pub rate: Option<Rate>,
    /// Comment for the client.
    pub comment: Option<String>,
    /// Amount due that the person saw, in the currency of the order. If the order now costs another amount, no quote is made and
    /// the response is 409 `amount_changed` with the new amount in `current_amount`. Not compared if absent.
    pub amount: Option<Money>,
}

/// Payment of a quote from a balance. Contains the quote and the amount that the client saw.
#[apply(request)]
#[derive(Copy)]
pub struct PayRequest {
    /// Quote that the client saw.
    pub quote_id: QuoteId,
    /// Amount that the client saw. Its currency selects the balance. If the quote or the amount has changed, nothing is
    /// paid and the response is 409 `amount_changed` with the new amount in `current_amount`.
    pub amount: Money,
}

#[apply(request)]
pub struct RefundRequest {
    /// Item to refund. The order as a whole if absent.
    pub item_id: Option<ItemId>,
    /// Pieces of the item to refund. Defaults to the missing pieces, or else to all that are not refunded yet. With 0 only money
    /// is refunded, and the amount is required. Pieces in a shipment can't be refunded.
    pub quantity: Option<i64>,
    /// Amount in the currency of the payment. Defaults to the cost of the pieces; required for the order as a whole. At most the
    /// payment for the item less its refunds.
    pub amount: Option<PriceText>,
    /// Reason. Shown to the client.
    pub reason: String,
}

/// The pieces whose refund is previewed.
#[apply(request)]
#[derive(Copy, Default)]
pub struct RefundQuery {
    /// Pieces of the item. Defaults as in the refund.
    pub quantity: Option<i64>,
}

/// The amounts that a refund of an item would return.
#[apply(response)]
#[derive(Copy)]
pub struct RefundPreview {
    /// Pieces that would be refunded.
    pub quantity: i32,
    /// Pieces that can be refunded.
    pub quantity_left: i32,
    /// Pieces that neither came nor were refunded.
    pub quantity_missing: i32,
    /// Cost of the pieces in the currency of the payment, with the shipping within China of the missing ones, as far as it
    /// is left of the item and of the payment. Refunds of the order as a whole are taken off, so that no money of other items is
    /// in it.
    pub amount: Money,
    /// The paid amount of the item that is not refunded yet: the most that a refund of it returns.
    pub item_left: Money,
    /// The share of the pieces in the shipping within China, as far as they did not come. Part of `amount`.
    pub domestic: Money,
    /// `amount` in the other currency of the quote, at its rate. Null if the order is in rubles.
    pub amount_converted: Option<Money>,
    /// The remainder of the payment.
    pub left: Money,
    /// `left` in the other currency of the quote, at its rate. Null if the order is in rubles.
    pub left_converted: Option<Money>,
    /// Whether the refund cancels the order, because nothing has been bought and no other item is left. Everything that is left
    /// of the payment is returned then.
    pub cancels_order: bool,
}

/// Domestic shipping for an item group.
#[apply(request)]
pub struct GroupChange {
    /// Cost in the currency of the order.
    pub domestic: PriceText,
}

/// Changes by staff to an order. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct AgentOrderChange {
    /// Assigned staff member; `null` removes the assignment. Requires the right to change all orders.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        deserialize_with = "crate::fields::present"
    )]
    pub assigned_staff_id: Option<Option<StaffId>>,
    /// Delivery options. Can be changed until the order is quoted; requires the right to change prices.
    pub delivery: Option<OrderDeliveryChange>,
}
