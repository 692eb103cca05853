//! The cost of an order: one block of sums that both cabinets, the API and the lists agree on.

use super::{OrderStatus, OrderType, Quote, convert_at};
use crate::{
    fixed::{Rate, divide_half_even},
    id::{ItemServiceId, ShipmentId},
    money::{Currency, Money},
    pricing::Calculation,
    services::LocalizedName,
};

/// A sum in the currency of the client, and the same in the other currency of the order.
#[apply(response)]
#[derive(Copy)]
pub struct CostSum {
    /// Sum in the currency of the client, or of the order if the sum is not known in the client's.
    pub amount: Money,
    /// The same in rubles, or in the currency of the order if `amount` is in rubles. Absent if the order is in rubles or has no
    /// rate.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub converted: Option<Money>,
}

impl CostSum {
    /// A sum in the currency of the order and in rubles, the client's currency first.
    pub fn in_client_currency(own: Money, in_rub: Option<Money>, first: Currency) -> Self {
        match in_rub.filter(|rub| rub.currency != own.currency) {
            Some(rub) if rub.currency == first => Self {
                amount: rub,
                converted: Some(own),
            },
            converted => Self { amount: own, converted },
        }
    }
}

/// How final the total of an order is.
#[apply(response)]
#[derive(Copy, Hash)]
#[serde(rename_all = "snake_case")]
pub enum CostStage {
    /// Calculated with the current conditions, because the agent has not set a price.
    Estimate,
    /// The agent's price. Nothing is paid, and the total is due.
    ToPay,
    /// The cost of the order so far, or in the end. A part of it can be due.
    Cost,
    /// The order was canceled before it was paid.
    Unpaid,
}

/// Whether a charge is paid.
#[apply(response)]
#[derive(Copy, Hash)]
#[serde(rename_all = "snake_case")]
pub enum ChargeState {
    /// To be paid.
    Due,
    Paid,
    /// Paid and returned.
    Refunded,
}

/// A charge apart from the price of the order: the order's share of a shipment with a price, or a service that was paid at once.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct CostCharge {
    /// The shipment. Absent for a service.
    pub shipment_id: Option<ShipmentId>,
    pub shipment_number: Option<String>,
    /// The ordered service. Absent for a shipment.
    pub item_service_id: Option<ItemServiceId>,
    /// Name of the service.
    pub service: Option<LocalizedName>,
    /// Whether the shipment has items of other orders, too. The sum is the share of this order by weight, or by pieces if not all
    /// weights are known.
    pub shared: bool,
    pub sum: CostSum,
    pub state: ChargeState,
}

/// The cost of an order. `total` = `ordered` + `charges` − `refunded`, in each currency.
#[apply(response)]
pub struct OrderCost {
    /// How final the total is.
    pub stage: CostStage,
    /// The sum of the order. Once the agent has set a price, it equals the `total` of the order in lists.
    pub total: CostSum,
    /// The price of the order itself: goods, shipping within China, commission and the services in it. Of a self-buyout the value
    /// of the goods, which the client paid to the shops.
    pub ordered: CostSum,
    /// Charges of shipments and services apart from the price.
    pub charges: Vec<CostCharge>,
    /// Sum of the payments for the order and its charges.
    pub paid: CostSum,
    /// Sum of the refunds.
    pub refunded: CostSum,
    /// The amount to pay now. Zero before the agent has set a price.
    pub due: CostSum,
}

/// A charge as it is stored, in minor units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChargeFacts {
    pub shipment: Option<(ShipmentId, String)>,
    pub service: Option<(ItemServiceId, LocalizedName)>,
    pub is_shared: bool,
    /// In the currency of the order.
    pub own_minor: i64,
    /// In rubles; `None` if the order has no rate.
    pub rub_minor: Option<i64>,
    pub state: ChargeState,
}

/// The input for calculating the cost of an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CostFacts<'a> {
    pub order_type: OrderType,
    pub status: OrderStatus,
    /// Value of the live items, in minor units of the order's currency.
    pub goods_minor: i64,
    pub calculation: &'a Calculation,
    pub quote: Option<&'a Quote>,
    /// Paid and refunded parts of the price in minor units of the same currency. `None` if the order is not paid.
    pub payment: Option<(i64, i64)>,
    pub charges: Vec<ChargeFacts>,
    /// The currency that sums are shown in first.
    pub client_currency: Currency,
}

/// The part of `due` that is paid and not refunded. Rounded once, half to even.
pub fn unrefunded_part(due: i64, paid: i64, refunded: i64) -> i64 {
    if paid <= 0 {
        return due;
    }
    let exact = i128::from(due) * (i128::from(paid) - i128::from(refunded));
    i64::try_from(divide_half_even(exact, paid.into())).unwrap_or(due)
}

/// Divides an amount by weights that are not negative. The shares are differences of rounded running sums, so they add up to the
/// amount. Without any weight the first share is everything.
pub fn divide_by_weight(amount: i64, weights: &[i64]) -> Vec<i64> {
    let total: i128 = weights.iter().map(|weight| i128::from(*weight)).sum();
    let mut before = 0_i128;
    let up_to = |weight: i128| {
        if total == 0 {
            return amount;
        }
        i64::try_from(divide_half_even(i128::from(amount) * weight, total)).unwrap_or(amount)
    };
    let mut given = 0;
    let shares = weights.iter().map(|weight| {
        before += i128::from(*weight);
        let share = up_to(before) - given;
        given += share;
        share
    });
    shares.collect()
}

/// A sum in the currency of the order and in rubles, in minor units.
#[derive(Clone, Copy)]
struct Sum {
    own: i64,
    rub: Option<i64>,
}

impl Sum {
    const ZERO: Self = Self { own: 0, rub: Some(0) };

    fn plus(self, other: Self) -> Self {
        Self {
            own: self.own.saturating_add(other.own),
            rub: self.rub.zip(other.rub).map(|(one, other)| one.saturating_add(other)),
        }
    }

    fn minus(self, other: Self) -> Self {
        let negative = Self {
            own: other.own.saturating_neg(),
            rub: other.rub.map(i64::saturating_neg),
        };
        self.plus(negative)
    }
}

impl OrderCost {
    /// Calculates the cost of an order.
    pub fn calculate(facts: CostFacts<'_>) -> Self {
        let currency = facts.calculation.due.currency;
        let view = |sum: Sum| {
            let rub = sum.rub.map(|minor| Money::new(minor, Currency::Rub));
            CostSum::in_client_currency(Money::new(sum.own, currency), rub, facts.client_currency)
        };
        let ordered = ordered(&facts, currency);
        let sum_of = |states: &[ChargeState]| {
            let counted = facts.charges.iter().filter(|charge| states.contains(&charge.state));
            counted.map(ChargeFacts::sum).fold(Sum::ZERO, Sum::plus)
        };
        let (price_paid, price_refunded) = match facts.payment {
            Some((paid, refunded)) => {
                let part = |due| unrefunded_part(due, paid, refunded);
                let left = Sum {
                    own: part(ordered.own),
                    rub: ordered.rub.map(part),
                };
                (ordered, ordered.minus(left))
            }
            None => (Sum::ZERO, Sum::ZERO),
        };
        let (paid_charges, refunded_charges) = (
            sum_of(&[ChargeState::Paid, ChargeState::Refunded]),
            sum_of(&[ChargeState::Refunded]),
        );
        let refunded = price_refunded.plus(refunded_charges);
        let due_charges = sum_of(&[ChargeState::Due]);
        let due = if facts.status == OrderStatus::Quoted {
            ordered.plus(due_charges)
        } else {
            due_charges
        };
        let total = ordered.plus(due_charges).plus(paid_charges).minus(refunded);
        let stage = facts.stage();
        Self {
            stage,
            total: view(total),
            ordered: view(ordered),
            paid: view(price_paid.plus(paid_charges)),
            refunded: view(refunded),
            due: view(due),
            charges: facts.charges.into_iter().map(|charge| charge.view(view)).collect(),
        }
    }
}

/// The price of the order itself.
fn ordered(facts: &CostFacts<'_>, currency: Currency) -> Sum {
    let minor = |money: Money| money.minor;
    if let Some(quote) = facts.quote {
        return Sum {
            own: quote.due.minor,
            rub: Some(quote.due_rub.minor),
        };
    }
    if facts.order_type == OrderType::SelfBuyout {
        let goods = Money::new(facts.goods_minor, currency);
        let rub = in_rubles(goods, facts.calculation.rate);
        return Sum {
            own: goods.minor,
            rub: rub.map(minor),
        };
    }
    Sum {
        own: facts.calculation.due.minor,
        rub: facts.calculation.due_rub.map(minor),
    }
}

fn in_rubles(amount: Money, rate: Option<Rate>) -> Option<Money> {
    if amount.currency == Currency::Rub {
        return Some(amount);
    }
    convert_at(amount.currency, rate?, amount)
}

impl CostFacts<'_> {
    fn stage(&self) -> CostStage {
        let is_charged = self.payment.is_some() || !self.charges.is_empty();
        match self.status {
            OrderStatus::Canceled if !is_charged => CostStage::Unpaid,
            OrderStatus::Quoted if !is_charged => CostStage::ToPay,
            OrderStatus::Draft | OrderStatus::Submitted => CostStage::Estimate,
            _ => CostStage::Cost,
        }
    }
}

impl ChargeFacts {
    /// The paid and the due part of a charge, of whose document `paid` of `cost` is paid.
    pub fn split_paid(self, paid: i64, cost: i64) -> [Self; 2] {
        let part = |minor: i64| unrefunded_part(minor, cost, cost.saturating_sub(paid));
        let first = Self {
            own_minor: part(self.own_minor),
            rub_minor: self.rub_minor.map(part),
            state: ChargeState::Paid,
            ..self.clone()
        };
        let rest = Self {
            own_minor: self.own_minor - first.own_minor,
            rub_minor: self.rub_minor.zip(first.rub_minor).map(|(all, paid)| all - paid),
            state: ChargeState::Due,
            ..self
        };
        [first, rest]
    }

    fn sum(&self) -> Sum {
        Sum {
            own: self.own_minor,
            rub: self.rub_minor,
        }
    }

    fn view(self, view: impl Fn(Sum) -> CostSum) -> CostCharge {
        let sum = view(self.sum());
        let (shipment_id, shipment_number) = self.shipment.unzip();
        let (item_service_id, service) = self.service.unzip();
        CostCharge {
            shipment_id,
            shipment_number,
            item_service_id,
            service,
            shared: self.is_shared,
            sum,
            state: self.state,
        }
    }
}

/// Whether the shipments of an order can still be estimated: none has a price yet, and some are still to come.
pub fn estimates_shipments(status: OrderStatus, has_priced_shipment: bool) -> bool {
    let is_on_its_way = matches!(
        status,
        OrderStatus::Shipped | OrderStatus::Accepted | OrderStatus::Canceled
    );
    !is_on_its_way && !has_priced_shipment
}

#[cfg(test)]
mod tests;
