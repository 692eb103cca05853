//! The calculation itself.

use super::{Basket, BasketLine, Parcel, Terms};
use crate::{
    fixed::{Percent, Rate},
    money::{Currency, Money},
};
use serde::{Deserialize, Serialize};

/// What is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum ChargeKind {
    /// The goods themselves.
    Goods,
    /// Shipping from the shops to the warehouse.
    Domestic,
    /// The agent's commission.
    Commission,
    /// Services on the items.
    Services,
    /// Packaging of the parcel.
    Packaging,
    /// Insurance of the parcel.
    Insurance,
    /// Cargo to the client.
    Cargo,
}

/// How an amount came about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", tag = "by")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Basis {
    /// The sum of so many pieces.
    Pieces {
        /// Pieces.
        pieces: i64,
    },
    /// A sum of what was entered.
    Sum,
    /// A percentage of the goods.
    Percent {
        /// The percentage.
        percent: Percent,
    },
    /// The least that is charged.
    Minimum,
    /// A price for the weight.
    Weight {
        /// The charged weight, grams.
        grams: i64,
        /// The price of a kilogram, minor units.
        price_per_kg_minor: i64,
    },
    /// A price for the volume.
    Volume {
        /// The volume, cm³.
        cm3: i64,
        /// The price of a cubic metre, minor units.
        price_per_m3_minor: i64,
    },
}

/// A line of the calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Charge {
    /// What is charged.
    pub kind: ChargeKind,
    /// How much, in the order's currency.
    pub amount: Money,
    /// The same in rubles, where the rate is known.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub in_rub: Option<Money>,
    /// How it came about.
    pub basis: Basis,
    /// Whether it is only estimated: it is settled with the shipment, not with the order.
    pub estimated: bool,
}

/// What an order costs, line by line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Calculation {
    /// The lines.
    pub charges: Vec<Charge>,
    /// To be paid with the order: the sum of the lines that are not estimated.
    pub due: Money,
    /// The same in rubles.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub due_rub: Option<Money>,
    /// With the estimated lines.
    pub total: Money,
    /// The same in rubles.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub total_rub: Option<Money>,
    /// Rubles for one unit of the order's currency.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub rate: Option<Rate>,
    /// Lines of goods in other currencies, which the sums leave out until the agent prices them.
    pub left_out: i64,
    /// Whether the weight of every line is known.
    pub weight_known: bool,
}

/// What the basket costs under the terms.
pub fn calculate(basket: &Basket, terms: &Terms) -> Calculation {
    let mut charges = Charges {
        terms,
        list: Vec::new(),
    };
    let sums = Sums::of(basket, terms);
    let (goods, pieces) = (sums.goods, sums.pieces);
    charges.add(ChargeKind::Goods, goods, Basis::Pieces { pieces }, false);
    charges.add_some(ChargeKind::Domestic, basket.domestic_minor, Basis::Sum, false);
    if goods > 0 {
        let percent = terms.commission.percent_of(goods);
        let (minor, basis) = at_least(percent, goods, terms.commission.minimum_minor);
        charges.add_some(ChargeKind::Commission, minor, basis, false);
    }
    charges.add_some(ChargeKind::Services, basket.services_minor, Basis::Sum, false);
    charges.parcel(sums.parcel);
    charges.close(sums.left_out, sums.weight_known)
}

/// What it costs to deliver goods that the client bought himself: the goods are not paid here.
pub fn calculate_delivery(basket: &Basket, terms: &Terms) -> Calculation {
    let mut charges = Charges {
        terms,
        list: Vec::new(),
    };
    let sums = Sums::of(basket, terms);
    charges.parcel(sums.parcel);
    charges.close(sums.left_out, sums.weight_known)
}

/// What the lines of a basket come to.
struct Sums {
    goods: i64,
    pieces: i64,
    parcel: Parcel,
    left_out: i64,
    weight_known: bool,
}

impl Sums {
    fn of(basket: &Basket, terms: &Terms) -> Self {
        let own = basket.lines.iter().filter(|line| line.price.currency == terms.currency);
        let (mut goods, mut pieces, mut counted) = (0_i64, 0_i64, 0_usize);
        for line in own {
            goods = goods.saturating_add(line.price.minor.saturating_mul(line.quantity));
            pieces = pieces.saturating_add(line.quantity);
            counted += 1;
        }
        let sum =
            |of: fn(&BasketLine) -> Option<i64>| basket.lines.iter().filter_map(of).fold(0_i64, i64::saturating_add);
        let grams = sum(|line| line.weight_grams);
        Self {
            goods,
            pieces,
            parcel: Parcel {
                goods_minor: goods,
                // Packaging alone is no parcel.
                weight_grams: if grams > 0 {
                    grams.saturating_add(basket.packaging_grams)
                } else {
                    0
                },
                volume_cm3: sum(|line| line.volume_cm3),
            },
            left_out: i64::try_from(basket.lines.len() - counted).unwrap_or(i64::MAX),
            weight_known: !basket.lines.is_empty() && basket.lines.iter().all(|line| line.weight_grams.is_some()),
        }
    }
}

/// What a parcel costs to pack, to insure and to carry under the terms.
pub fn deliver(parcel: Parcel, terms: &Terms) -> Calculation {
    let mut charges = Charges {
        terms,
        list: Vec::new(),
    };
    charges.parcel(parcel);
    charges.close(0, parcel.weight_grams > 0)
}

/// A share of the goods, or the minimum where that is more.
fn at_least(percent: Percent, goods: i64, minimum: i64) -> (i64, Basis) {
    let share = percent.of(goods);
    if share < minimum {
        (minimum, Basis::Minimum)
    } else {
        (share, Basis::Percent { percent })
    }
}

struct Charges<'a> {
    terms: &'a Terms,
    list: Vec<Charge>,
}

impl Charges<'_> {
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

    /// The same, but a line of nothing is not shown.
    fn add_some(&mut self, kind: ChargeKind, minor: i64, basis: Basis, estimated: bool) {
        if minor > 0 {
            self.add(kind, minor, basis, estimated);
        }
    }

    fn parcel(&mut self, parcel: Parcel) {
        let terms = self.terms;
        if let Some(minor) = terms.packaging_minor {
            self.add_some(ChargeKind::Packaging, minor, Basis::Sum, true);
        }
        if let Some(insurance) = terms.insurance.filter(|_| parcel.goods_minor > 0) {
            let (minor, basis) = at_least(insurance.percent, parcel.goods_minor, insurance.minimum_minor);
            self.add_some(ChargeKind::Insurance, minor, basis, true);
        }
        let tariff = terms.cargo.as_ref().filter(|_| parcel.weight_grams > 0);
        if let Some(carried) = tariff.and_then(|tariff| tariff.carry(parcel.weight_grams, parcel.volume_cm3)) {
            self.add(ChargeKind::Cargo, carried.minor, carried.basis, true);
        }
    }

    fn close(self, left_out: i64, weight_known: bool) -> Calculation {
        let sum = |with_estimates: bool| {
            let shown = self.list.iter().filter(|charge| with_estimates || !charge.estimated);
            shown.fold((0_i64, Some(0_i64)), |(own, rub), charge| {
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
