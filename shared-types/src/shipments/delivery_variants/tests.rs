//! Tests of the variants of a delivery.

use super::*;
use crate::{
    fixed::Percent,
    pricing::{BoundSide, ChargeKind, PriceUnit, ShipmentLoad, TariffBracket, calculate_shipment},
};
use proptest::prelude::*;

const USD: Rate = Rate::from_millionths(90_000_000);
const CNY: Rate = Rate::from_millionths(12_500_000);

fn method(id: i64, brackets: &[(i64, PriceUnit, i64)], minimum_minor: i64) -> MethodTerms {
    let brackets = brackets.iter().map(|(density, per, price_minor)| TariffBracket {
        weight_from_grams: 0,
        density_from_kg_m3: *density,
        per: *per,
        price_minor: *price_minor,
    });
    MethodTerms {
        method: DeliveryOption {
            id: ListEntryId(id),
            name: String::new(),
            detail: String::new(),
            price: None,
            percent: None,
            requires: Vec::new(),
        },
        days_min: Some(12),
        days_max: Some(18),
        tariff: Some(MethodTariff {
            rules: CargoTariff {
                brackets: brackets.collect(),
                minimum_minor,
                volumetric_divisor: None,
                weight_step_grams: 100,
                density_bound: BoundSide::Above,
            },
            currency: Currency::Usd,
            rate: Some(USD),
        }),
    }
}

/// A truck by density and a plane by weight, with packaging, insurance and a surcharge.
fn terms() -> DeliveryTerms {
    use PriceUnit::{CubicMetre, Kilogram};
    DeliveryTerms {
        country: Country::parse("RU").ok(),
        currency: Currency::Cny,
        rate: Some(CNY),
        packaging: Some(PackagingTerms {
            price: Money::new(2_000, Currency::Cny),
            weight_grams: 300,
        }),
        insurance: Some(Insurance {
            percent: Percent::from_millionths(2_000_000),
            minimum_minor: 500,
        }),
        surcharge: Some(SurchargeTerms {
            per_kilogram_minor: 20,
            per_cubic_metre_minor: 5_000,
            per_place_minor: 100,
            currency: Currency::Usd,
            rate: Some(USD),
        }),
        missing: None,
        methods: vec![
            method(
                1,
                &[(0, CubicMetre, 25_000), (100, Kilogram, 240), (200, Kilogram, 150)],
                0,
            ),
            method(2, &[(0, Kilogram, 900)], 1_000),
        ],
    }
}

fn item(id: i64, weight_grams: i64, volume_cm3: i64) -> ItemToShip {
    ItemToShip {
        item_id: ItemId(id),
        pieces: 3,
        weight_grams: Some(weight_grams),
        is_weighed: true,
        volume_cm3: Some(volume_cm3),
        value: Some(Money::new(10_000 + id, Currency::Cny)),
    }
}

fn plain(methods: Vec<MethodTerms>) -> DeliveryTerms {
    DeliveryTerms {
        packaging: None,
        insurance: None,
        surcharge: None,
        methods,
        ..terms()
    }
}

fn find(variants: &[DeliveryVariant], id: i64, grouping: ShippingGrouping) -> &DeliveryVariant {
    let wanted = |variant: &&DeliveryVariant| variant.method.id == ListEntryId(id) && variant.grouping == grouping;
    variants.iter().find(wanted).expect("the variant")
}

#[test]
fn together_and_apart_are_in_different_brackets() {
    use PriceUnit::{CubicMetre, Kilogram};
    let terms = plain(vec![method(1, &[(0, CubicMetre, 25_000), (100, Kilogram, 240)], 0)]);
    // 50 and 300 kg/m³ apart, 100 kg/m³ together.
    let items = [item(1, 4_000, 80_000), item(2, 6_000, 20_000)];
    let variants = terms.variants(&items, None);
    let together = find(&variants, 1, ShippingGrouping::Together);
    // 10 kg at 2.40 $ are 24 $, at 7.2 yuan.
    assert_eq!(together.total, Some(Money::new(17_280, Currency::Cny)));
    assert_eq!(together.total_rub, Some(Money::new(216_000, Currency::Rub)));
    let apart = find(&variants, 1, ShippingGrouping::Apart);
    // 0.08 m³ at 250 $ and 6 kg at 2.40 $ are 34.40 $.
    assert_eq!(apart.total, Some(Money::new(24_768, Currency::Cny)));
    assert_eq!((apart.shipment_count, together.shipment_count), (2, 1));
    assert_eq!((together.is_cheapest, apart.is_cheapest), (true, false));
    assert!(apart.shipments.is_empty(), "shipments are returned on demand");
}

#[test]
fn what_is_unknown_is_said() {
    use PriceUnit::{CubicMetre, Kilogram, NotCarried};
    let by_density = method(1, &[(0, NotCarried, 0), (100, Kilogram, 100)], 0);
    let without_tariff = MethodTerms {
        tariff: None,
        ..method(2, &[], 0)
    };
    let by_volume = method(3, &[(0, CubicMetre, 25_000)], 0);
    let by_weight = method(4, &[(0, Kilogram, 900)], 0);
    let terms = plain(vec![by_density, without_tariff, by_volume, by_weight]);
    let missing = |items: &[ItemToShip]| -> Vec<_> {
        let variants = terms.variants(items, None);
        let together = variants
            .iter()
            .filter(|variant| variant.grouping == ShippingGrouping::Together);
        together
            .map(|variant| (variant.missing, variant.volume_missing, variant.is_cheapest))
            .collect()
    };
    let (not_carried, no_tariff) = (Some(MissingPart::NotCarried), Some(MissingPart::Tariff));
    assert_eq!(
        missing(&[item(1, 1_000, 100_000)]),
        [
            (not_carried, false, false),
            (no_tariff, false, false),
            (None, false, false),
            (None, false, true)
        ]
    );
    let unmeasured = ItemToShip {
        volume_cm3: None,
        ..item(1, 1_000, 0)
    };
    assert_eq!(
        missing(&[unmeasured]),
        [
            (None, true, false),
            (no_tariff, false, false),
            (no_tariff, true, false),
            (None, false, false)
        ],
        "the lowest price may become higher, so nothing is the cheapest"
    );
    let unweighed = ItemToShip {
        weight_grams: None,
        ..item(2, 0, 1_000)
    };
    let unknown = missing(&[item(1, 1_000, 1_000), unweighed]);
    assert_eq!(unknown[3], (Some(MissingPart::Weight), false, false));
    let without_country = DeliveryTerms {
        country: None,
        ..terms.clone()
    };
    let variants = without_country.variants(&[item(1, 1_000, 1_000)], None);
    assert!(
        variants
            .iter()
            .all(|variant| variant.missing == Some(MissingPart::Country))
    );
    assert_eq!(variants.len(), 4, "one item has no variant apart");
    let without_rate = DeliveryTerms {
        rate: None,
        ..terms.clone()
    };
    let variants = without_rate.variants(&[item(1, 1_000, 1_000)], None);
    assert_eq!(
        find(&variants, 4, ShippingGrouping::Together).missing,
        Some(MissingPart::Rate)
    );
    assert_eq!(terms.variants(&[], None), []);
}

/// Different ids in random order, with weights and volumes.
fn items() -> impl Strategy<Value = Vec<ItemToShip>> {
    let measures = prop::collection::vec((1..50_000_i64, 1..400_000_i64, 1..20_i64), 1..24);
    let items = measures.prop_map(|measures| -> Vec<ItemToShip> {
        let item = |(id, (grams, cm3, pieces)): (i64, (i64, i64, i64))| ItemToShip {
            pieces,
            ..item(id, grams, cm3)
        };
        (1..).zip(measures).map(item).collect()
    });
    items.prop_shuffle()
}

proptest! {
    #![proptest_config(test_seed::proptest_config(128))]
    #[test]
    fn parts_add_up_and_the_order_does_not_matter(items in items()) {
        let terms = terms();
        let detailed = Some(ListEntryId(1));
        let variants = terms.variants(&items, detailed);
        prop_assert_eq!(variants.len(), 2 * items.len().min(2));
        for variant in &variants {
            let sum = |of: fn(&Charge) -> i64| variant.charges.iter().map(of).sum::<i64>();
            let rub = |charge: &Charge| charge.in_rub.map_or(0, |rub| rub.minor);
            prop_assert_eq!(variant.total.map(|total| total.minor), Some(sum(|charge| charge.amount.minor)));
            prop_assert_eq!(variant.total_rub.map(|total| total.minor), Some(sum(rub)));
            for other in &variants {
                let price = |variant: &DeliveryVariant| variant.total.map(|total| total.minor);
                prop_assert!(!variant.is_cheapest || price(variant) <= price(other));
            }
            if Some(variant.method.id) != detailed {
                continue;
            }
            let of_shipments: i64 = variant.shipments.iter().map(|shipment| shipment.total.minor).sum();
            prop_assert_eq!(variant.total.map(|total| total.minor), Some(of_shipments));
            for shipment in &variant.shipments {
                let parts: i64 = shipment.items.iter().map(|item| item.delivery.minor).sum();
                prop_assert_eq!(shipment.total_rub, Some(Money::new(parts, Currency::Rub)));
            }
            let shipped: Vec<ItemId> = variant
                .shipments
                .iter()
                .flat_map(|shipment| shipment.items.iter().map(|item| item.item_id))
                .collect();
            let mut expected: Vec<ItemId> = items.iter().map(|item| item.item_id).collect();
            expected.sort_unstable();
            prop_assert_eq!(shipped, expected);
        }
        prop_assert!(variants.iter().any(|variant| variant.is_cheapest));
        let mut reversed = items;
        reversed.reverse();
        prop_assert_eq!(terms.variants(&reversed, detailed), variants);
    }

    #[test]
    fn together_costs_what_a_shipment_of_this_size_costs(items in items()) {
        let terms = terms();
        let variants = terms.variants(&items, None);
        let sum = |of: fn(&ItemToShip) -> Option<i64>| items.iter().filter_map(of).sum::<i64>();
        let load = ShipmentLoad {
            goods_minor: sum(|item| item.value.map(|value| value.minor)),
            weight_grams: sum(|item| item.weight_grams) + 300,
            volume_cm3: sum(|item| item.volume_cm3),
            places: 1,
        };
        for method in &terms.methods {
            let shipment = calculate_shipment(load, &terms.pricing_terms(method).expect("terms"));
            let together = find(&variants, method.method.id.0, ShippingGrouping::Together);
            prop_assert_eq!(&together.charges, &shipment.charges);
            prop_assert_eq!((together.total, together.total_rub), (Some(shipment.total), shipment.total_rub));
            prop_assert!(together.charges.iter().any(|charge| charge.kind == ChargeKind::Surcharge));
        }
    }
}
