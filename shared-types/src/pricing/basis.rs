//! The kinds of charges, and how an amount of a calculation came about.

use crate::{
    fixed::{Percent, Ratio},
    money::Currency,
};

#[apply(response)]
#[derive(Copy, Hash)]
#[serde(rename_all = "snake_case")]
pub enum ChargeKind {
    Goods,
    /// Shipping from the shops to the warehouse.
    Domestic,
    /// The agent's commission.
    Commission,
    /// Services on the items.
    Services,
    /// Packaging of the shipment.
    Packaging,
    /// Insurance of the shipment.
    Insurance,
    /// Cargo to the client.
    Cargo,
    /// Surcharge of the category of goods.
    Surcharge,
}

/// How the amount of a charge was calculated.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case", tag = "by")]
pub enum Basis {
    /// Sum of the prices of all pieces.
    Pieces {
        /// Number of pieces.
        pieces: i64,
    },
    /// Sum of the entered amounts.
    Sum,
    /// Percentage of the goods.
    Percent {
        /// Percentage.
        percent: Percent,
    },
    /// Minimum charge.
    Minimum,
    /// Price by weight.
    Weight {
        /// Charged weight, in grams.
        grams: i64,
        /// Price per kilogram, in minor units.
        price_per_kg_minor: i64,
        /// Currency of the price, if it differs from the currency of the charge.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        currency: Option<Currency>,
    },
    /// Price by volume.
    Volume {
        /// Volume, in cm³.
        cm3: i64,
        /// Price per cubic metre, in minor units.
        price_per_m3_minor: i64,
        /// Currency of the price, if it differs from the currency of the charge.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        currency: Option<Currency>,
    },
    /// Price by the number of places.
    Places {
        /// Number of places.
        places: i64,
        /// Price per place, in minor units.
        price_per_place_minor: i64,
        /// Currency of the price, if it differs from the currency of the charge.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        currency: Option<Currency>,
    },
}

impl Basis {
    /// The price per unit times the units, converted and rounded once; 0 if the amount is not a product.
    pub(super) fn product(self, ratio: Ratio) -> i64 {
        let (price, units, per) = match self {
            Self::Weight {
                grams,
                price_per_kg_minor,
                ..
            } => (price_per_kg_minor, grams, 1000),
            Self::Volume {
                cm3,
                price_per_m3_minor,
                ..
            } => (price_per_m3_minor, cm3, 1_000_000),
            Self::Places {
                places,
                price_per_place_minor,
                ..
            } => (price_per_place_minor, places, 1),
            Self::Pieces { .. } | Self::Sum | Self::Percent { .. } | Self::Minimum => return 0,
        };
        ratio.multiply(price, units, per).unwrap_or(i64::MAX)
    }
}
