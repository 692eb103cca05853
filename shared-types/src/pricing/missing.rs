//! The data that an estimate lacks.

use super::{Calculation, ChargeKind, NoPrice};
use crate::money::Currency;

/// A part that is missing for a complete estimate.
#[apply(response)]
#[derive(Copy, Hash, PartialOrd, Ord)]
#[serde(rename_all = "snake_case")]
pub enum MissingPart {
    /// Prices of items in another currency, which the agent sets.
    Prices,
    /// The exchange rate, which the agent sets.
    Rate,
    /// The delivery method, which the client or the agent chooses.
    DeliveryMethod,
    /// The destination country, which the client or the agent enters.
    Country,
    /// The weight of some items, which is known in the warehouse. The client can enter an approximate one.
    Weight,
    /// A tariff of the delivery method for this country and weight. The agent adds it or names a price.
    Tariff,
    /// The carrier refuses shipments of this weight and density. Another method or packing is needed.
    NotCarried,
}

impl MissingPart {
    /// All parts, in the order in which they are listed.
    pub const ALL: [Self; 7] = [
        Self::Prices,
        Self::Rate,
        Self::DeliveryMethod,
        Self::Country,
        Self::Weight,
        Self::Tariff,
        Self::NotCarried,
    ];
}

impl From<NoPrice> for MissingPart {
    fn from(reason: NoPrice) -> Self {
        match reason {
            NoPrice::NoBracket => Self::Tariff,
            NoPrice::NotCarried => Self::NotCarried,
        }
    }
}

/// The known facts about the destination of a calculation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownDestination {
    pub has_method: bool,
    pub has_country: bool,
}

/// Returns the parts that a calculation lacks. Without cargo, the parts that its price depends on are missing.
pub fn missing_parts(calculation: &Calculation, known: KnownDestination) -> Vec<MissingPart> {
    let has_cargo = calculation
        .charges
        .iter()
        .any(|charge| charge.kind == ChargeKind::Cargo);
    let is_missing = |part: MissingPart| match part {
        MissingPart::Prices => calculation.left_out > 0,
        MissingPart::Rate => calculation.rate.is_none() && calculation.due.currency != Currency::Rub,
        MissingPart::DeliveryMethod => !known.has_method,
        MissingPart::Country => !known.has_country,
        MissingPart::Weight => !calculation.weight_known,
        MissingPart::Tariff => {
            let is_known = known.has_method && known.has_country && calculation.weight_known;
            is_known && !has_cargo && !calculation.not_carried
        }
        MissingPart::NotCarried => calculation.not_carried,
    };
    MissingPart::ALL.into_iter().filter(|part| is_missing(*part)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        fixed::Rate,
        items::LotPrice,
        money::Money,
        pricing::{Basket, BasketItem, Commission, Terms, calculate},
    };

    #[test]
    fn estimate_names_what_it_lacks() {
        let item = |weight_grams, currency| BasketItem {
            price: LotPrice::of_piece(Money::new(1_000, currency)),
            quantity: 1,
            weight_grams,
            volume_cm3: None,
        };
        let missing = |items: Vec<BasketItem>, rate, has_method, has_country| {
            let basket = Basket {
                items,
                ..Basket::default()
            };
            let terms = Terms {
                currency: Currency::Cny,
                rate,
                commission: Commission::default(),
                insurance: None,
                packaging_minor: None,
                cargo: None,
            };
            let known = KnownDestination {
                has_method,
                has_country,
            };
            missing_parts(&calculate(&basket, &terms), known)
        };
        let rate = Some(Rate::from_millionths(12_500_000));
        let own = item(None, Currency::Cny);
        assert_eq!(
            missing(vec![own, item(Some(5), Currency::Usd)], None, false, false),
            [
                MissingPart::Prices,
                MissingPart::Rate,
                MissingPart::DeliveryMethod,
                MissingPart::Country,
                MissingPart::Weight
            ]
        );
        assert_eq!(missing(vec![own], rate, true, true), [MissingPart::Weight]);
        let weighed = item(Some(500), Currency::Cny);
        assert_eq!(missing(vec![weighed], rate, true, true), [MissingPart::Tariff]);
        assert_eq!(missing(vec![weighed], rate, true, false), [MissingPart::Country]);
    }
}
