//! What a calculation is made of: the goods, and the agent's conditions.

use super::CargoTariff;
use crate::{
    fixed::{Percent, Rate},
    money::{Currency, Money},
};
use serde::{Deserialize, Serialize};

/// A line of goods, with the agent's numbers where there are any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BasketLine {
    /// The price of one piece.
    pub price: Money,
    /// Pieces.
    pub quantity: i64,
    /// Weight of all pieces, grams; unknown when absent.
    pub weight_grams: Option<i64>,
    /// Volume of all pieces, cm³; unknown when absent.
    pub volume_cm3: Option<i64>,
}

/// All that an order is made of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Basket {
    /// The lines that are to be bought; refused ones are left out.
    pub lines: Vec<BasketLine>,
    /// Domestic shipping of all shops, minor units of the order's currency.
    pub domestic_minor: i64,
    /// Services ordered on the lines, minor units of the order's currency.
    pub services_minor: i64,
    /// What packaging adds to the weight of the goods, grams.
    pub packaging_grams: i64,
}

/// A parcel on its way to the client, weighed with all that is around the goods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parcel {
    /// What the goods are worth, minor units of the terms' currency.
    pub goods_minor: i64,
    /// Weight, grams; 0 while it was not weighed.
    pub weight_grams: i64,
    /// Volume, cm³; 0 while it was not measured.
    pub volume_cm3: i64,
}

/// From an amount of goods on, another percentage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Bracket {
    /// Goods of at least so much, minor units.
    pub from_minor: i64,
    /// The percentage on all of them.
    pub percent: Percent,
}

/// The agent's commission on goods.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Commission {
    /// The percentage below the first bracket.
    pub percent: Percent,
    /// The least commission of an order with goods, minor units.
    #[serde(default)]
    pub minimum_minor: i64,
    /// Other percentages for larger orders, in any order.
    #[serde(default)]
    pub brackets: Vec<Bracket>,
}

impl Commission {
    /// The percentage for so much goods: that of the highest bracket reached.
    pub fn percent_of(&self, goods_minor: i64) -> Percent {
        self.brackets
            .iter()
            .filter(|bracket| bracket.from_minor <= goods_minor)
            .max_by_key(|bracket| bracket.from_minor)
            .map_or(self.percent, |bracket| bracket.percent)
    }
}

/// Insurance of a parcel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Insurance {
    /// The share of the goods' value.
    pub percent: Percent,
    /// The least premium, minor units.
    #[serde(default)]
    pub minimum_minor: i64,
}

/// The conditions a calculation is made under.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terms {
    /// The order's currency.
    pub currency: Currency,
    /// Rubles for one unit of it; unknown when absent.
    pub rate: Option<Rate>,
    /// The agent's commission.
    pub commission: Commission,
    /// Insurance, where it is chosen.
    pub insurance: Option<Insurance>,
    /// The price of packaging, where it is chosen, minor units of the order's currency.
    pub packaging_minor: Option<i64>,
    /// The cargo tariff, where the way is known.
    pub cargo: Option<CargoTariff>,
}
