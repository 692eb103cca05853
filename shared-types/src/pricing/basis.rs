//! How an amount of a calculation came about.

use crate::{fixed::Percent, money::Currency};

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
}
