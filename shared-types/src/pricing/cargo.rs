//! What cargo costs: by weight bracket and density, with volumetric weight and a minimum.

use super::Basis;
use serde::{Deserialize, Serialize};

/// What a price of cargo is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Per {
    /// A kilogram of the charged weight.
    #[default]
    Kilogram,
    /// A cubic metre.
    CubicMetre,
}

/// A price for parcels of at least a weight and a density.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TariffBracket {
    /// Charged weight of at least so much, grams.
    pub weight_from_grams: i64,
    /// Density of at least so much, kg/m³.
    pub density_from_kg_m3: i64,
    /// What the price is for.
    #[serde(default)]
    pub per: Per,
    /// The price, minor units.
    pub price_minor: i64,
}

/// The tariff of one way to one country, in one currency.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CargoTariff {
    /// Its brackets, in any order.
    pub brackets: Vec<TariffBracket>,
    /// The least a parcel costs, minor units.
    #[serde(default)]
    pub minimum_minor: i64,
    /// Cubic centimetres that count as one kilogram; absent when volume does not count as weight.
    #[serde(default)]
    pub volumetric_divisor: Option<i64>,
}

/// The weight that is charged: the larger of the scale's and the volume's, grams.
pub fn chargeable_grams(weight_grams: i64, volume_cm3: i64, divisor: Option<i64>) -> i64 {
    let volumetric = divisor
        .filter(|divisor| *divisor > 0)
        // A started gram counts: carriers round the volumetric weight up.
        .map_or(0, |divisor| {
            (i128::from(volume_cm3) * 1000 + i128::from(divisor) - 1) / i128::from(divisor)
        });
    weight_grams.max(i64::try_from(volumetric).unwrap_or(i64::MAX))
}

/// Kilograms in a cubic metre; a parcel of unknown volume counts as the densest.
fn density(weight_grams: i64, volume_cm3: i64) -> i64 {
    if volume_cm3 <= 0 {
        return i64::MAX;
    }
    i64::try_from(i128::from(weight_grams) * 1000 / i128::from(volume_cm3)).unwrap_or(i64::MAX)
}

/// What a parcel costs by a tariff, and by which bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Carried {
    pub(super) minor: i64,
    pub(super) basis: Basis,
}

impl CargoTariff {
    /// The price of a parcel; nothing where no bracket takes it.
    pub(super) fn carry(&self, weight_grams: i64, volume_cm3: i64) -> Option<Carried> {
        let grams = chargeable_grams(weight_grams, volume_cm3, self.volumetric_divisor);
        let density = density(weight_grams, volume_cm3);
        let bracket = self
            .brackets
            .iter()
            .filter(|bracket| bracket.weight_from_grams <= grams && bracket.density_from_kg_m3 <= density)
            // A parcel of unknown volume can't be charged by it.
            .filter(|bracket| bracket.per == Per::Kilogram || volume_cm3 > 0)
            .max_by_key(|bracket| (bracket.weight_from_grams, bracket.density_from_kg_m3))?;
        let (exact, by, basis) = match bracket.per {
            Per::Kilogram => (
                grams,
                1000,
                Basis::Weight {
                    grams,
                    price_per_kg_minor: bracket.price_minor,
                },
            ),
            Per::CubicMetre => (
                volume_cm3,
                1_000_000,
                Basis::Volume {
                    cm3: volume_cm3,
                    price_per_m3_minor: bracket.price_minor,
                },
            ),
        };
        let exact = i128::from(exact) * i128::from(bracket.price_minor);
        let minor = i64::try_from(crate::fixed::divide_half_even(exact, by)).unwrap_or(i64::MAX);
        let by_minimum = minor < self.minimum_minor;
        Some(Carried {
            minor: minor.max(self.minimum_minor),
            basis: if by_minimum { Basis::Minimum } else { basis },
        })
    }
}
