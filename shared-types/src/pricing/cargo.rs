//! Price of cargo by weight bracket and density, with volumetric weight and a minimum.

use super::{Basis, MissingPart};
use crate::{
    fixed::Ratio,
    money::{Currency, Money},
};

closed_set! {
    /// The unit that a cargo price refers to.
    #[derive(Default)]
    pub enum PriceUnit {
        /// One kilogram of the charged weight.
        #[default]
        Kilogram = "kilogram",
        CubicMetre = "cubic_metre",
        /// The carrier refuses shipments of the bracket.
        NotCarried = "not_carried",
    }

    /// The bracket of a density that equals a bound. Carriers disagree whether exactly 110 kg/m³ belongs to 100–110 or to 110–120.
    #[derive(Default)]
    pub enum BoundSide {
        /// The bracket above the bound.
        #[default]
        Above = "above",
        /// The bracket below the bound.
        Below = "below",
    }
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
    /// Price per unit, in minor units. 0 if the carrier refuses the shipments.
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
    /// The charged weight is rounded up to a multiple of these grams.
    #[serde(default)]
    pub weight_step_grams: i64,
    /// The bracket of a density that equals a bound.
    #[serde(default)]
    pub density_bound: BoundSide,
}

impl CargoTariff {
    /// Returns the weight that a shipment is charged by, in grams.
    pub fn charged_grams(&self, weight_grams: i64, volume_cm3: i64) -> i64 {
        let grams = chargeable_grams(weight_grams, volume_cm3, self.volumetric_divisor);
        let step = self.weight_step_grams.max(1);
        grams.saturating_add((step - grams % step) % step)
    }

    /// Returns the bracket of a shipment. Densities are compared unrounded. A shipment of unknown volume counts as the densest.
    pub fn bracket(&self, weight_grams: i64, volume_cm3: i64) -> Option<&TariffBracket> {
        let charged = self.charged_grams(weight_grams, volume_cm3);
        let weight = i128::from(weight_grams) * 1000;
        let reaches = |bound: i64| {
            let bound = i128::from(bound) * i128::from(volume_cm3);
            match self.density_bound {
                BoundSide::Above => weight >= bound,
                BoundSide::Below => weight > bound,
            }
        };
        self.brackets
            .iter()
            .filter(|bracket| bracket.weight_from_grams <= charged)
            .filter(|bracket| volume_cm3 <= 0 || reaches(bracket.density_from_kg_m3))
            // A price per cubic metre does not apply to a shipment of unknown volume.
            .filter(|bracket| bracket.per != PriceUnit::CubicMetre || volume_cm3 > 0)
            .max_by_key(|bracket| (bracket.weight_from_grams, bracket.density_from_kg_m3))
    }
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
    /// Returns the price of a shipment in `currency`, or why the tariff has none.
    pub fn price(&self, weight_grams: i64, volume_cm3: i64, currency: Currency) -> Result<Money, MissingPart> {
        let charge = self.shipment_charge(weight_grams, volume_cm3, currency)?;
        Ok(Money::new(charge.minor, currency))
    }

    /// Returns the price of a shipment in `currency`, or why the tariff has none. The price per unit is multiplied and converted
    /// first, and rounded once.
    pub(super) fn shipment_charge(
        &self,
        weight_grams: i64,
        volume_cm3: i64,
        currency: Currency,
    ) -> Result<CargoCharge, MissingPart> {
        let tariff = &self.tariff;
        let bracket = tariff.bracket(weight_grams, volume_cm3).ok_or(MissingPart::Tariff)?;
        let grams = tariff.charged_grams(weight_grams, volume_cm3);
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
            PriceUnit::NotCarried => return Err(MissingPart::NotCarried),
        };
        let minor = self.ratio.multiply(bracket.price_minor, units, per).unwrap_or(i64::MAX);
        let minimum = self.ratio.convert(tariff.minimum_minor).unwrap_or(i64::MAX);
        let by_minimum = minor < minimum;
        Ok(CargoCharge {
            minor: minor.max(minimum),
            basis: if by_minimum { Basis::Minimum } else { basis },
        })
    }
}
