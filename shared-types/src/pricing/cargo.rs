//! Price of cargo by weight bracket and density, with volumetric weight and a minimum.

use super::{Basis, ChargeKind};
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

    /// Whether a price depends on the volume of the shipment.
    pub fn uses_volume(&self) -> bool {
        let by_volume =
            |bracket: &TariffBracket| bracket.density_from_kg_m3 > 0 || bracket.per == PriceUnit::CubicMetre;
        self.volumetric_divisor.is_some() || self.brackets.iter().any(by_volume)
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
    /// The surcharge of the category of goods.
    pub surcharge: Option<Surcharge>,
}

/// The surcharge of a category of goods, with the exact ratio that converts its prices. The unit follows the bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surcharge {
    /// Added per kilogram if the tariff charges by weight, in minor units.
    pub per_kilogram_minor: i64,
    /// Added per cubic metre if the tariff charges by volume, in minor units.
    pub per_cubic_metre_minor: i64,
    /// Added per place, in minor units.
    pub per_place_minor: i64,
    /// Currency of the surcharge.
    pub currency: Currency,
    /// Converts minor units of that currency to the currency of the calculation.
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

/// A shipment on its way to the client, including its packaging.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShipmentLoad {
    /// Value of the goods, in minor units of the terms' currency.
    pub goods_minor: i64,
    /// Weight in grams. 0 if it was not weighed.
    pub weight_grams: i64,
    /// Volume in cm³. 0 if it was not measured.
    pub volume_cm3: i64,
    /// Number of places.
    pub places: i64,
}

/// Why a tariff has no price for a shipment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPrice {
    /// No bracket applies.
    NoBracket,
    /// The carrier refuses shipments of the bracket.
    NotCarried,
}

/// A part of the price of cargo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CargoCharge {
    pub(super) kind: ChargeKind,
    pub(super) minor: i64,
    pub(super) basis: Basis,
}

impl CargoTerms {
    /// Returns the price of a shipment in `currency`, or why the tariff has none.
    pub fn price(&self, load: ShipmentLoad, currency: Currency) -> Result<Money, NoPrice> {
        let charges = self.charges(load, currency)?;
        let minor = charges.iter().map(|charge| charge.minor).fold(0, i64::saturating_add);
        Ok(Money::new(minor, currency))
    }

    /// Returns the charges for a shipment in `currency`, or why the tariff has no price. A price per unit is multiplied and
    /// converted first, and rounded once. The minimum is that of the tariff's own charge.
    pub(super) fn charges(&self, load: ShipmentLoad, currency: Currency) -> Result<Vec<CargoCharge>, NoPrice> {
        let tariff = &self.tariff;
        let bracket = tariff.bracket(load.weight_grams, load.volume_cm3);
        let bracket = bracket.ok_or(NoPrice::NoBracket)?;
        let grams = tariff.charged_grams(load.weight_grams, load.volume_cm3);
        let cargo = |price_minor, own: Currency| {
            let foreign = Some(own).filter(|own| *own != currency);
            match bracket.per {
                PriceUnit::Kilogram => Ok(Basis::Weight {
                    grams,
                    price_per_kg_minor: price_minor,
                    currency: foreign,
                }),
                PriceUnit::CubicMetre => Ok(Basis::Volume {
                    cm3: load.volume_cm3,
                    price_per_m3_minor: price_minor,
                    currency: foreign,
                }),
                PriceUnit::NotCarried => Err(NoPrice::NotCarried),
            }
        };
        let basis = cargo(bracket.price_minor, self.currency)?;
        let minor = basis.product(self.ratio);
        let minimum = self.ratio.convert(tariff.minimum_minor).unwrap_or(i64::MAX);
        let mut charges = vec![CargoCharge {
            kind: ChargeKind::Cargo,
            minor: minor.max(minimum),
            basis: if minor < minimum { Basis::Minimum } else { basis },
        }];
        if let Some(surcharge) = self.surcharge {
            let by_cargo = match bracket.per {
                PriceUnit::CubicMetre => surcharge.per_cubic_metre_minor,
                _ => surcharge.per_kilogram_minor,
            };
            let by_places = Basis::Places {
                places: load.places,
                price_per_place_minor: surcharge.per_place_minor,
                currency: Some(surcharge.currency).filter(|own| *own != currency),
            };
            let parts = [cargo(by_cargo, surcharge.currency)?, by_places];
            let parts = parts.map(|basis| CargoCharge {
                kind: ChargeKind::Surcharge,
                minor: basis.product(surcharge.ratio),
                basis,
            });
            charges.extend(parts.into_iter().filter(|part| part.minor > 0));
        }
        Ok(charges)
    }
}
