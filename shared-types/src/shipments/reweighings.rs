//! Weighings of a shipment after its price was set: the size and the price before and after, and how the difference is settled.

use super::ShipmentPhoto;
use crate::{
    fixed::{Percent, divide_half_even},
    id::ReweighingId,
    money::{Money, PriceText},
    pricing::Charge,
};
use chrono::{DateTime, Utc};

closed_set! {
    /// The status of a new weighing.
    pub enum ReweighingStatus {
        /// Waiting for the client's consent.
        Proposed = "proposed",
        /// The new price applies.
        Applied = "applied",
        /// The client does not agree. The price stays.
        Declined = "declined",
        /// Staff took it back before the client answered. The price stays.
        Withdrawn = "withdrawn",
    }
}

/// The size of a shipment and its price.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct WeighedPrice {
    pub weight_grams: Option<i64>,
    /// Volume, in cm³.
    pub volume_cm3: Option<i64>,
    /// Number of places (boxes).
    pub places: Option<i32>,
    /// Price of the delivery. Absent if the caller may not see prices.
    pub cost: Option<Money>,
    /// The same in rubles.
    pub cost_rub: Option<Money>,
    /// Charges for this size by the tariffs at the time of the new weighing. Absent without a tariff.
    pub charges: Option<Vec<Charge>>,
}

/// A weighing of a shipment after its price was set.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct Reweighing {
    pub id: ReweighingId,
    /// Current status.
    pub status: ReweighingStatus,
    /// The size and the price until then.
    pub before: WeighedPrice,
    /// The measured size and the price that follows from it.
    pub after: WeighedPrice,
    /// Note of staff for the client.
    pub note: Option<String>,
    /// Reason of a client who does not agree.
    pub reason: Option<String>,
    /// Person who entered it.
    pub actor_name: String,
    /// Photos of the scale, oldest first.
    pub photos: Vec<ShipmentPhoto>,
    /// Time of the entry.
    pub created_at: DateTime<Utc>,
    /// Time of the client's answer, or of the withdrawal.
    pub answered_at: Option<DateTime<Utc>>,
}

/// The measured size of a shipment, to calculate its price.
#[apply(request)]
#[derive(Copy, Default)]
pub struct MeasuredSize {
    /// Weight with the packaging, in grams. Required.
    pub weight_grams: Option<i64>,
    /// Volume, in cm³. The volume until then if absent.
    pub volume_cm3: Option<i64>,
    /// Number of places (boxes). The number until then if absent.
    pub places: Option<i64>,
}

/// The price that follows from a new size.
#[apply(response)]
pub struct ReweighingProposal {
    /// The size and the price until now.
    pub before: WeighedPrice,
    /// The new size. The price changes in the ratio of the charges by the tariffs. It is absent without a tariff for both sizes.
    pub after: WeighedPrice,
    /// How much the price may rise without the client's consent.
    pub tolerance: Percent,
}

/// A new weighing of a shipment.
#[apply(request)]
pub struct NewReweighing {
    /// Weight with the packaging, in grams.
    pub weight_grams: i64,
    /// Volume, in cm³. The volume until then if absent.
    pub volume_cm3: Option<i64>,
    /// Number of places (boxes). The number until then if absent.
    pub places: Option<i64>,
    /// New price, in the currency of the price until now.
    pub cost: PriceText,
    /// Note for the client.
    pub note: Option<String>,
}

/// The client's consent to a price. Contains the price that the client saw.
#[apply(request)]
#[derive(Copy)]
pub struct ReweighingConsent {
    /// New price in its own currency. If it differs, nothing changes and the response is 409 `amount_changed`.
    pub cost: Money,
}

/// The client's refusal of a price.
#[apply(request)]
pub struct ReweighingRefusal {
    /// Reason for staff.
    pub reason: String,
}

/// Returns the price after a change of size: it changes in the ratio of the prices by the tariffs, so a discount and the rates of
/// the first price stay. Rounded once, half to even. `None` if there is no tariff price for one of the sizes.
pub fn reweighed_cost(cost: Money, tariff_before: Money, tariff_after: Money) -> Option<Money> {
    if tariff_before.minor <= 0 || tariff_after.minor <= 0 || tariff_before.currency != tariff_after.currency {
        return None;
    }
    let exact = i128::from(cost.minor) * i128::from(tariff_after.minor);
    let minor = i64::try_from(divide_half_even(exact, tariff_before.minor.into())).ok()?;
    Some(Money::new(minor.max(1), cost.currency))
}

/// Whether a client has to agree to a price: it rises by more than the tolerance of the agent.
pub fn needs_consent(before: Money, after: Money, tolerance: Percent) -> bool {
    after.minor.saturating_sub(before.minor) > tolerance.apply_to(before.minor)
}

/// A price in its own currency and in rubles, in minor units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PriceMinor {
    pub own: i64,
    pub rub: i64,
}

/// The consequence of a new price of a delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settlement {
    /// The part that is paid; the rest is due.
    Due { paid: PriceMinor },
    /// Everything is paid, and this goes back to the client. Zero if it is paid exactly.
    Paid { excess: PriceMinor },
}

/// Settles a new price with the part of the old one that is paid.
pub const fn settle(paid: PriceMinor, price: PriceMinor) -> Settlement {
    if price.own > paid.own {
        return Settlement::Due { paid };
    }
    let rub = paid.rub.saturating_sub(price.rub);
    Settlement::Paid {
        excess: PriceMinor {
            own: paid.own.saturating_sub(price.own),
            rub: if rub > 0 { rub } else { 0 },
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{fixed::Rate, money::Currency};
    use proptest::prelude::*;

    fn yuan(minor: i64) -> Money {
        Money::new(minor, Currency::Cny)
    }

    #[test]
    fn price_changes_in_the_ratio_of_the_tariff() {
        assert_eq!(
            reweighed_cost(yuan(32_000), yuan(32_000), yuan(25_600)),
            Some(yuan(25_600))
        );
        // A discount of ten percent stays.
        assert_eq!(
            reweighed_cost(yuan(28_800), yuan(32_000), yuan(40_000)),
            Some(yuan(36_000))
        );
        assert_eq!(reweighed_cost(yuan(100), yuan(0), yuan(50)), None);
        assert_eq!(reweighed_cost(yuan(100), yuan(50), yuan(0)), None);
    }

    #[test]
    fn consent_is_needed_above_the_tolerance() {
        let tolerance = Percent::from_millionths(10_000_000);
        assert!(!needs_consent(yuan(1000), yuan(1100), tolerance));
        assert!(needs_consent(yuan(1000), yuan(1101), tolerance));
        assert!(!needs_consent(yuan(1000), yuan(1), tolerance));
        assert!(needs_consent(yuan(1000), yuan(1001), Percent::default()));
    }

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn payments_refunds_and_the_rest_add_up(
            prices in prop::collection::vec((1_i64..5_000_000, any::<bool>()), 1..12),
            rate in 1_i64..100_000_000,
        ) {
            let rate = Rate::from_millionths(rate);
            let price_of = |own| PriceMinor { own, rub: rate.convert(yuan(own), Currency::Rub).map_or(0, |rub| rub.minor) };
            // The balance of the client's payments, as the ledger has it.
            let (mut paid, mut booked) = (PriceMinor::default(), PriceMinor::default());
            for (own, pays) in prices {
                let price = price_of(own);
                match settle(paid, price) {
                    Settlement::Due { paid: part } => {
                        prop_assert_eq!(part, paid);
                        if pays {
                            booked.own += price.own - part.own;
                            booked.rub += price.rub - part.rub;
                            paid = price;
                        }
                    }
                    Settlement::Paid { excess } => {
                        prop_assert!(excess.own >= 0 && excess.rub >= 0);
                        booked.own -= excess.own;
                        booked.rub -= excess.rub;
                        paid = price;
                    }
                }
                prop_assert_eq!(booked, paid, "the client has paid just the price, or the part before it");
                prop_assert_eq!(settle(paid, paid), Settlement::Paid { excess: PriceMinor::default() });
            }
        }
    }
}
