//! Price of cargo by weight bracket and density, with volumetric weight and a minimum.

use super::Basis;
use crate::{
    fixed::Ratio,
    money::{Currency, Money},
};

/// The unit that a cargo price refers to.
#[apply(response)]
#[derive(Copy, Default)]
#[serde(rename_all = "snake_case")]
pub enum PriceUnit {
    /// One kilogram of the charged weight.
    #[default]
    Kilogram,
    CubicMetre,
}

/// A price for shipments from a weight and a density on.
#[apply(request)]
#[derive(Copy)]
pub struct TariffBracket {
    /// Minimum charged weight, in grams.
    pub weight_from_grams: i64,
    /// Minimum density, in kg/m³.
    pub density_from_kg_m3: i64,
    /// Unit of the price.
    #[serde(default)]
    pub per: PriceUnit,
    /// Price per unit, in minor units.
    pub price_minor: i64,
}

/// The tariff of one delivery method to one country, in one currency.
#[apply(request)]
#[derive(Default)]
pub struct CargoTariff {
    /// Brackets, in any order.
    pub brackets: Vec<TariffBracket>,
    /// Minimum price of a shipment, in minor units.
    #[serde(default)]
    pub minimum_minor: i64,
    /// Cubic centimetres that count as one kilogram. Null if volume does not count as weight.
    #[serialize_always]
    pub volumetric_divisor: Option<i64>,
}

/// A tariff with the exact ratio that converts its prices to the currency of a calculation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CargoTerms {
    /// The tariff, in its own currency.
    pub tariff: CargoTariff,
    /// Currency of the tariff.
    pub currency: Currency,
    /// Converts minor units of the tariff's currency to the currency of the calculation.
    pub ratio: Ratio,
}

/// Returns the charged weight in grams: the larger of the actual and the volumetric weight.
pub fn chargeable_grams(weight_grams: i64, volume_cm3: i64, divisor: Option<i64>) -> i64 {
    let volumetric = divisor
        .filter(|divisor| *divisor > 0)
        // Rounded up to a full gram, as carriers do.
        .map_or(0, |divisor| {
            (i128::from(volume_cm3) * 1000 + i128::from(divisor) - 1) / i128::from(divisor)
        });
    weight_grams.max(i64::try_from(volumetric).unwrap_or(i64::MAX))
}

/// Returns the density in whole kg/m³, rounded down. `None` if the volume is unknown.
pub fn density(weight_grams: i64, volume_cm3: i64) -> Option<i64> {
    let volume = Some(i128::from(volume_cm3)).filter(|volume| *volume > 0)?;
    Some(i64::try_from(i128::from(weight_grams) * 1000 / volume).unwrap_or(i64::MAX))
}

/// The price of a shipment and the bracket that it results from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CargoCharge {
    pub(super) minor: i64,
    pub(super) basis: Basis,
}

impl CargoTerms {
    /// Returns the price of a shipment in `currency`, or `None` if no bracket applies.
    pub fn price(&self, weight_grams: i64, volume_cm3: i64, currency: Currency) -> Option<Money> {
        let charge = self.shipment_charge(weight_grams, volume_cm3, currency)?;
        Some(Money::new(charge.minor, currency))
    }

    /// Returns the price of a shipment in `currency`, or `None` if no bracket applies. The price per unit is multiplied and
    /// converted first, and rounded once.
    pub(super) fn shipment_charge(
        &self,
        weight_grams: i64,
        volume_cm3: i64,
        currency: Currency,
    ) -> Option<CargoCharge> {
        let tariff = &self.tariff;
        let grams = chargeable_grams(weight_grams, volume_cm3, tariff.volumetric_divisor);
        // A shipment of unknown volume counts as the densest.
        let density = density(weight_grams, volume_cm3).unwrap_or(i64::MAX);
        let bracket = tariff
            .brackets
            .iter()
            .filter(|bracket| bracket.weight_from_grams <= grams && bracket.density_from_kg_m3 <= density)
            // A price per cubic metre does not apply to a shipment of unknown volume.
            .filter(|bracket| bracket.per == PriceUnit::Kilogram || volume_cm3 > 0)
            .max_by_key(|bracket| (bracket.weight_from_grams, bracket.density_from_kg_m3))?;
        let foreign = Some(self.currency).filter(|own| *own != currency);
        let (units, per, basis) = match bracket.per {
            PriceUnit::Kilogram => (
                grams,
                1000,
                Basis::Weight {
                    grams,
                    price_per_kg_minor: bracket.price_minor,
                    currency: foreign,
                },
            ),
            PriceUnit::CubicMetre => (
                volume_cm3,
                1_000_000,
                Basis::Volume {
                    cm3: volume_cm3,
                    price_per_m3_minor: bracket.price_minor,
                    currency: foreign,
                },
            ),
        };
        let minor = self.ratio.multiply(bracket.price_minor, units, per).unwrap_or(i64::MAX);
        let minimum = self.ratio.convert(tariff.minimum_minor).unwrap_or(i64::MAX);
        let by_minimum = minor < minimum;
        Some(CargoCharge {
            minor: minor.max(minimum),
            basis: if by_minimum { Basis::Minimum } else { basis },
        })
    }
}
