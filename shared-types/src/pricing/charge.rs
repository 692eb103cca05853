//! The calculation of charges.

use super::{Basis, Basket, BasketItem, ChargeKind, NoPrice, ShipmentLoad, Terms};
use crate::{
    fixed::{Percent, Rate, divide_half_even},
    money::{Currency, Money},
};

/// A charge of a calculation.
#[apply(response)]
#[derive(Copy)]
pub struct Charge {
    /// Kind of the charge.
    pub kind: ChargeKind,
    /// Amount in the currency of the order.
    pub amount: Money,
    /// Amount in rubles. Absent if the rate is unknown.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub in_rub: Option<Money>,
    /// How the amount was calculated.
    pub basis: Basis,
    /// Whether the amount is an estimate. Estimated charges are paid with the shipment, not with the order.
    pub estimated: bool,
}

/// The cost of an order by charges.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct Calculation {
    pub charges: Vec<Charge>,
    /// Amount to pay with the order: the sum of the charges that are not estimated.
    pub due: Money,
    /// Amount to pay in rubles. Absent if the rate is unknown.
    pub due_rub: Option<Money>,
    /// Sum of all charges, including estimated ones.
    pub total: Money,
    /// Sum of all charges in rubles. Absent if the rate is unknown.
    pub total_rub: Option<Money>,
    /// Rubles for one unit of the order's currency.
    pub rate: Option<Rate>,
    /// Number of items in other currencies. The sums do not include them until the agent sets their prices.
    pub left_out: i64,
    /// Whether the weight of every item is known: measured in the warehouse, or stated by the shop.
    pub weight_known: bool,
    /// Whether the carrier refuses the shipment: its weight and density are in a bracket that is not carried.
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    pub not_carried: bool,
}

impl Calculation {
    /// The same without estimated charges, for an order whose shipments are charged by their own prices.
    #[must_use]
    pub fn without_estimates(mut self) -> Self {
        self.charges.retain(|charge| !charge.estimated);
        (self.total, self.total_rub) = (self.due, self.due_rub);
        self
    }

    /// The part of the commission that belongs to an item of this value, where `before` is the value of the items before it in
    /// the order. The parts of all items add up to the commission.
    pub fn commission_share(&self, before: i64, value: i64) -> i64 {
        let minor = |kind| {
            let charge = self.charges.iter().find(|charge| charge.kind == kind);
            charge.map_or(0, |charge| charge.amount.minor)
        };
        let (goods, commission) = (minor(ChargeKind::Goods), minor(ChargeKind::Commission));
        if goods <= 0 {
            return 0;
        }
        let up_to = |sum: i64| {
            let exact = i128::from(commission) * i128::from(sum.clamp(0, goods));
            i64::try_from(divide_half_even(exact, goods.into())).unwrap_or(commission)
        };
        up_to(before.saturating_add(value)) - up_to(before)
    }
}

/// Calculates the cost of an order under the terms.
pub fn calculate(basket: &Basket, terms: &Terms) -> Calculation {
    let mut charges = ChargeList {
        terms,
        list: Vec::new(),
        not_carried: false,
    };
    let sums = BasketTotals::from_basket(basket, terms);
    let (goods, pieces) = (sums.goods, sums.pieces);
    charges.add(ChargeKind::Goods, goods, Basis::Pieces { pieces }, false);
    charges.add_positive(ChargeKind::Domestic, basket.domestic_minor, Basis::Sum, false);
    if goods > 0 {
        let percent = terms.commission.percent_for(goods);
        let (minor, basis) = share_or_minimum(percent, goods, terms.commission.minimum_minor);
        charges.add_positive(ChargeKind::Commission, minor, basis, false);
    }
    charges.add_positive(ChargeKind::Services, basket.services_minor, Basis::Sum, false);
    charges.add_shipment(sums.load);
    charges.finish(sums.left_out, sums.weight_known)
}

/// Calculates the cost of the delivery of a self-buyout order. The client has already paid for the goods.
pub fn calculate_delivery(basket: &Basket, terms: &Terms) -> Calculation {
    let mut charges = ChargeList {
        terms,
        list: Vec::new(),
        not_carried: false,
    };
    let sums = BasketTotals::from_basket(basket, terms);
    charges.add_shipment(sums.load);
    charges.finish(sums.left_out, sums.weight_known)
}

/// Sums over the items of a basket.
struct BasketTotals {
    goods: i64,
    pieces: i64,
    load: ShipmentLoad,
    left_out: i64,
    weight_known: bool,
}

impl BasketTotals {
    fn from_basket(basket: &Basket, terms: &Terms) -> Self {
        let priced = basket
            .items
            .iter()
            .filter(|item| item.price.price.currency == terms.currency);
        let (mut goods, mut pieces, mut counted) = (0_i64, 0_i64, 0_usize);
        for item in priced {
            let value = item.price.value(item.quantity);
            goods = goods.saturating_add(value.map_or(i64::MAX, |value| value.minor));
            pieces = pieces.saturating_add(item.quantity);
            counted += 1;
        }
        let sum =
            |of: fn(&BasketItem) -> Option<i64>| basket.items.iter().filter_map(of).fold(0_i64, i64::saturating_add);
        let grams = sum(|item| item.weight_grams);
        Self {
            goods,
            pieces,
            load: ShipmentLoad {
                goods_minor: goods,
                // Packaging without goods is not a shipment.
                weight_grams: if grams > 0 {
                    grams.saturating_add(basket.packaging_grams)
                } else {
                    0
                },
                volume_cm3: sum(|item| item.volume_cm3),
                places: 1,
            },
            left_out: i64::try_from(basket.items.len() - counted).unwrap_or(i64::MAX),
            weight_known: !basket.items.is_empty() && basket.items.iter().all(|item| item.weight_grams.is_some()),
        }
    }
}

/// Calculates the cost of the packaging, insurance and cargo of a shipment under the terms.
pub fn calculate_shipment(load: ShipmentLoad, terms: &Terms) -> Calculation {
    let mut charges = ChargeList {
        terms,
        list: Vec::new(),
        not_carried: false,
    };
    charges.add_shipment(load);
    charges.finish(0, load.weight_grams > 0)
}

/// Returns a percentage of the goods, or the minimum if that is larger.
fn share_or_minimum(percent: Percent, goods: i64, minimum: i64) -> (i64, Basis) {
    let share = percent.apply_to(goods);
    if share < minimum {
        (minimum, Basis::Minimum)
    } else {
        (share, Basis::Percent { percent })
    }
}

struct ChargeList<'a> {
    terms: &'a Terms,
    list: Vec<Charge>,
    not_carried: bool,
}

impl ChargeList<'_> {
    fn add(&mut self, kind: ChargeKind, minor: i64, basis: Basis, estimated: bool) {
        let amount = Money::new(minor, self.terms.currency);
        let in_rub = in_rubles(self.terms, amount);
        self.list.push(Charge {
            kind,
            amount,
            in_rub,
            basis,
            estimated,
        });
    }

    /// Adds a charge, unless it is zero.
    fn add_positive(&mut self, kind: ChargeKind, minor: i64, basis: Basis, estimated: bool) {
        if minor > 0 {
            self.add(kind, minor, basis, estimated);
        }
    }

    fn add_shipment(&mut self, load: ShipmentLoad) {
        let terms = self.terms;
        if let Some(minor) = terms.packaging_minor {
            self.add_positive(ChargeKind::Packaging, minor, Basis::Sum, true);
        }
        if let Some(insurance) = terms.insurance.filter(|_| load.goods_minor > 0) {
            let (minor, basis) = share_or_minimum(insurance.percent, load.goods_minor, insurance.minimum_minor);
            self.add_positive(ChargeKind::Insurance, minor, basis, true);
        }
        let tariff = terms.cargo.as_ref().filter(|_| load.weight_grams > 0);
        match tariff.map(|tariff| tariff.charges(load, terms.currency)) {
            Some(Ok(charges)) => {
                for charge in charges {
                    self.add(charge.kind, charge.minor, charge.basis, true);
                }
            }
            Some(Err(reason)) => self.not_carried = reason == NoPrice::NotCarried,
            None => {}
        }
    }

    fn finish(self, left_out: i64, weight_known: bool) -> Calculation {
        let sum = |with_estimates: bool| {
            let included = self.list.iter().filter(|charge| with_estimates || !charge.estimated);
            included.fold((0_i64, Some(0_i64)), |(own, rub), charge| {
                let rub = rub.zip(charge.in_rub).map(|(rub, add)| rub.saturating_add(add.minor));
                (own.saturating_add(charge.amount.minor), rub)
            })
        };
        let ((due, due_rub), (total, total_rub)) = (sum(false), sum(true));
        let (own, rub) = (
            |minor| Money::new(minor, self.terms.currency),
            |minor| Money::new(minor, Currency::Rub),
        );
        Calculation {
            due: own(due),
            due_rub: due_rub.map(rub),
            total: own(total),
            total_rub: total_rub.map(rub),
            rate: self.terms.rate,
            left_out,
            weight_known,
            not_carried: self.not_carried,
            charges: self.list,
        }
    }
}

fn in_rubles(terms: &Terms, amount: Money) -> Option<Money> {
    if amount.currency == Currency::Rub {
        return Some(amount);
    }
    terms.rate.and_then(|rate| rate.convert(amount, Currency::Rub))
}
