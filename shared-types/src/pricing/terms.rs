//! Input of a calculation: the goods and the agent's terms.

use super::CargoTerms;
use crate::{
    fixed::{Percent, Rate},
    items::LotPrice,
    money::Currency,
};

/// An item of the order. The agent's price and quantity replace the client's, if set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasketItem {
    /// Price of one piece, or of several.
    pub price: LotPrice,
    /// Number of pieces.
    pub quantity: i64,
    /// Total weight of all pieces, in grams: measured, or as the shop states it. `None` if unknown.
    pub weight_grams: Option<i64>,
    /// Total volume of all pieces, in cm³. `None` if unknown.
    pub volume_cm3: Option<i64>,
}

/// The contents of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basket {
    /// Items to be bought. Refused items are not included.
    pub items: Vec<BasketItem>,
    /// Domestic shipping from all shops, in minor units of the order's currency.
    pub domestic_minor: i64,
    /// Services ordered on the items, in minor units of the order's currency.
    pub services_minor: i64,
    /// Weight of the packaging, in grams.
    pub packaging_grams: i64,
}

/// A percentage that applies from an amount of goods on.
#[apply(request)]
#[derive(Copy)]
pub struct Bracket {
    /// Minimum value of the goods, in minor units.
    pub from_minor: i64,
    /// Percentage of the total value of the goods.
    pub percent: Percent,
}

/// The agent's commission on goods.
#[apply(request)]
#[derive(Default)]
pub struct Commission {
    /// Percentage below the first bracket.
    pub percent: Percent,
    /// Minimum commission of an order with goods, in minor units.
    #[serde(default)]
    pub minimum_minor: i64,
    /// Percentages for larger orders, in any order.
    #[serde(default)]
    pub brackets: Vec<Bracket>,
}

impl Commission {
    /// Returns the percentage for this value of goods: the percentage of the highest bracket reached.
    pub fn percent_for(&self, goods_minor: i64) -> Percent {
        self.brackets
            .iter()
            .filter(|bracket| bracket.from_minor <= goods_minor)
            .max_by_key(|bracket| bracket.from_minor)
            .map_or(self.percent, |bracket| bracket.percent)
    }
}

/// The insurance of a shipment.
#[apply(request)]
#[derive(Copy, Default)]
pub struct Insurance {
    /// Percentage of the goods' value.
    pub percent: Percent,
    /// Minimum premium, in minor units.
    #[serde(default)]
    pub minimum_minor: i64,
}

/// The terms of a calculation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// Currency of the order.
    pub currency: Currency,
    /// Rubles for one unit of the currency. `None` if unknown.
    pub rate: Option<Rate>,
    /// The agent's commission.
    pub commission: Commission,
    /// Insurance, if selected.
    pub insurance: Option<Insurance>,
    /// Price of the packaging, if selected, in minor units of the order's currency.
    pub packaging_minor: Option<i64>,
    /// Cargo tariff, if the delivery method is known.
    pub cargo: Option<CargoTerms>,
}
