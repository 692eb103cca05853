//! Tests of the calculation with exact numbers and properties.

use super::*;
use crate::{
    fixed::{Percent, Rate, Ratio},
    items::LotPrice,
    money::{
        Currency::{Cny, Eur, Rub, Usd},
        Money,
    },
};
use proptest::prelude::*;

fn percent(text: &str) -> Percent {
    Percent::parse(text).expect(text)
}

fn item(minor: i64, quantity: i64) -> BasketItem {
    BasketItem {
        price: LotPrice::of_piece(Money::new(minor, Cny)),
        quantity,
        weight_grams: None,
        volume_cm3: None,
    }
}

fn terms() -> Terms {
    Terms {
        currency: Cny,
        rate: Some(Rate::parse("12.1655").expect("a rate")),
        commission: Commission {
            percent: percent("5"),
            minimum_minor: 1000,
            brackets: vec![Bracket {
                from_minor: 100_000,
                percent: percent("3"),
            }],
        },
        insurance: None,
        packaging_minor: None,
        cargo: None,
    }
}

/// A tariff in the currency of the calculation.
fn own(tariff: CargoTariff) -> CargoTerms {
    CargoTerms {
        tariff,
        currency: Cny,
        ratio: Ratio::ONE,
        surcharge: None,
    }
}

fn amount(calculation: &Calculation, kind: ChargeKind) -> Option<(i64, Basis)> {
    let charge = calculation.charges.iter().find(|charge| charge.kind == kind)?;
    Some((charge.amount.minor, charge.basis))
}

#[test]
fn commission_has_a_minimum_and_lower_percentages_for_large_orders() {
    let commission = |goods| {
        let basket = Basket {
            items: vec![item(goods, 1)],
            ..Basket::default()
        };
        amount(&calculate(&basket, &terms()), ChargeKind::Commission)
    };
    assert_eq!(commission(10_000), Some((1000, Basis::Minimum)));
    assert_eq!(
        commission(20_000),
        Some((1000, Basis::Percent { percent: percent("5") }))
    );
    assert_eq!(
        commission(99_999),
        Some((5000, Basis::Percent { percent: percent("5") }))
    );
    assert_eq!(
        commission(100_000),
        Some((3000, Basis::Percent { percent: percent("3") }))
    );
}

#[test]
fn empty_order_costs_nothing() {
    let calculation = calculate(&Basket::default(), &terms());
    assert_eq!(
        (calculation.due, calculation.due_rub),
        (Money::zero(Cny), Some(Money::zero(Rub)))
    );
    assert_eq!(
        calculation.charges.len(),
        1,
        "the goods are listed even if there are none"
    );
}

#[test]
fn items_in_other_currencies_are_left_out_and_counted() {
    let euro = BasketItem {
        price: LotPrice::of_piece(Money::new(5000, Eur)),
        ..item(0, 1)
    };
    let basket = Basket {
        items: vec![item(20_000, 2), euro],
        ..Basket::default()
    };
    let calculation = calculate(&basket, &terms());
    assert_eq!(
        (calculation.left_out, amount(&calculation, ChargeKind::Goods)),
        (1, Some((40_000, Basis::Pieces { pieces: 2 })))
    );
}

#[test]
fn amounts_in_rubles_require_a_rate() {
    let basket = Basket {
        items: vec![item(100, 1)],
        ..Basket::default()
    };
    let calculation = calculate(&basket, &Terms { rate: None, ..terms() });
    assert_eq!((calculation.due_rub, calculation.total_rub), (None, None));
}

#[test]
fn cargo_is_charged_by_weight_density_and_minimum() {
    let bracket = |weight_from_grams, density_from_kg_m3, price_minor| TariffBracket {
        weight_from_grams,
        density_from_kg_m3,
        per: PriceUnit::Kilogram,
        price_minor,
    };
    let tariff = CargoTariff {
        brackets: vec![bracket(0, 0, 3000), bracket(0, 200, 2500), bracket(100_000, 200, 2000)],
        minimum_minor: 5000,
        volumetric_divisor: Some(6000),
        ..CargoTariff::default()
    };
    let cargo = |grams, volume| {
        let basket = Basket {
            items: vec![BasketItem {
                weight_grams: Some(grams),
                volume_cm3: Some(volume),
                ..item(100, 1)
            }],
            ..Basket::default()
        };
        amount(
            &calculate(
                &basket,
                &Terms {
                    cargo: Some(own(tariff.clone())),
                    ..terms()
                },
            ),
            ChargeKind::Cargo,
        )
    };
    // 1 kg in 2 litres: the actual weight counts, and the price is below the minimum.
    assert_eq!(cargo(1000, 2000), Some((5000, Basis::Minimum)));
    // 10 kg in 20 litres: 500 kg/m³.
    assert_eq!(
        cargo(10_000, 20_000),
        Some((
            25_000,
            Basis::Weight {
                grams: 10_000,
                price_per_kg_minor: 2500,
                currency: None,
            }
        ))
    );
    // 10 kg in 120 litres: 83 kg/m³, and the volumetric weight is 20 kg.
    assert_eq!(
        cargo(10_000, 120_000),
        Some((
            60_000,
            Basis::Weight {
                grams: 20_000,
                price_per_kg_minor: 3000,
                currency: None,
            }
        ))
    );
    // 150 kg in 300 litres.
    assert_eq!(
        cargo(150_000, 300_000),
        Some((
            300_000,
            Basis::Weight {
                grams: 150_000,
                price_per_kg_minor: 2000,
                currency: None,
            }
        ))
    );
    assert_eq!(chargeable_grams(1, 7, Some(6000)), 2, "rounded up to a full gram");
    assert_eq!(chargeable_grams(1500, 6000, Some(0)), 1500, "no division by zero");
}

#[test]
fn estimated_charges_are_not_due() {
    let basket = Basket {
        items: vec![item(100_000, 1)],
        domestic_minor: 1500,
        services_minor: 700,
        packaging_grams: 0,
    };
    let insured = Terms {
        insurance: Some(Insurance {
            percent: percent("1"),
            minimum_minor: 0,
        }),
        packaging_minor: Some(2000),
        ..terms()
    };
    let calculation = calculate(&basket, &insured);
    assert_eq!(calculation.due, Money::new(100_000 + 1500 + 3000 + 700, Cny));
    assert_eq!(calculation.total.minor - calculation.due.minor, 2000 + 1000);
    let own = calculate_delivery(&basket, &insured);
    assert_eq!(
        (own.due.minor, own.total.minor),
        (0, 2000 + 1000),
        "the goods of a self-buyout are not charged"
    );
    assert_eq!(own.charges[..], calculation.charges[calculation.charges.len() - 2..]);
}

#[test]
fn price_per_cubic_metre_requires_a_known_volume() {
    let by_volume = CargoTariff {
        brackets: vec![TariffBracket {
            weight_from_grams: 0,
            density_from_kg_m3: 0,
            per: PriceUnit::CubicMetre,
            price_minor: 250_000,
        }],
        ..CargoTariff::default()
    };
    let cost = |grams, volume| {
        let load = ShipmentLoad {
            goods_minor: 0,
            weight_grams: grams,
            volume_cm3: volume,
            places: 1,
        };
        let terms = Terms {
            cargo: Some(own(by_volume.clone())),
            ..terms()
        };
        amount(&calculate_shipment(load, &terms), ChargeKind::Cargo)
    };
    let basis = Basis::Volume {
        cm3: 120_000,
        price_per_m3_minor: 250_000,
        currency: None,
    };
    assert_eq!(cost(9000, 120_000), Some((30_000, basis)));
    assert_eq!(cost(9000, 0), None, "a shipment of unknown volume has no price");
    assert_eq!(cost(0, 120_000), None, "a shipment that was not weighed has no price");
}

/// A price per kilogram in dollars, without a minimum.
fn per_kilogram(price_minor: i64, ratio: Ratio) -> CargoTerms {
    CargoTerms {
        tariff: CargoTariff {
            brackets: vec![TariffBracket {
                weight_from_grams: 0,
                density_from_kg_m3: 0,
                per: PriceUnit::Kilogram,
                price_minor,
            }],
            ..CargoTariff::default()
        },
        currency: Usd,
        ratio,
        surcharge: None,
    }
}

fn cargo_minor(grams: i64, cargo: CargoTerms) -> Option<(i64, Basis)> {
    let load = ShipmentLoad {
        weight_grams: grams,
        ..ShipmentLoad::default()
    };
    let terms = Terms {
        cargo: Some(cargo),
        ..terms()
    };
    amount(&calculate_shipment(load, &terms), ChargeKind::Cargo)
}

#[test]
fn converted_tariff_is_multiplied_first_and_rounded_once() {
    let rate = |text: &str| Rate::parse(text).expect("a rate");
    let ratio = Ratio::between((Usd, rate("90.1")), (Cny, rate("12.1655"))).expect("a ratio");
    // 3.47 $/kg is 25.6993… ¥/kg: 12 kg are 308.39 ¥. With the price rounded to 25.70 ¥ first, they would be 308.40 ¥.
    let basis = Basis::Weight {
        grams: 12_000,
        price_per_kg_minor: 347,
        currency: Some(Usd),
    };
    assert_eq!(cargo_minor(12_000, per_kilogram(347, ratio)), Some((30_839, basis)));
    assert_eq!(Ratio::between((Usd, rate("90")), (Cny, rate("0"))), None);
}

proptest! {
    #![proptest_config(test_seed::proptest_config(256))]
    #[test]
    fn converted_tariff_differs_from_the_exact_price_by_at_most_half_a_minor_unit(
        grams in 1..200_000_i64, price in 1..1_000_000_i64, dollar in 1..200_000_000_i64, yuan in 1..200_000_000_i64,
    ) {
        let ratio = Ratio::between((Usd, Rate::from_millionths(dollar)), (Cny, Rate::from_millionths(yuan))).expect("a ratio");
        let (minor, _) = cargo_minor(grams, per_kilogram(price, ratio)).expect("a price");
        let (exact, by) = (i128::from(grams) * i128::from(price) * i128::from(dollar), 1000 * i128::from(yuan));
        let off = i128::from(minor) * by - exact;
        prop_assert!(off.abs() * 2 <= by);
        prop_assert!(off.abs() * 2 < by || minor % 2 == 0, "half a unit is rounded to even");
    }
    #[test]
    fn shipment_total_is_the_sum_of_charges_and_grows_with_weight(
        grams in 1..200_000_i64, more in 0..50_000_i64, volume in 0..2_000_000_i64, goods in 0..1_000_000_i64, price in 1..10_000_i64,
    ) {
        let terms = Terms {
            insurance: Some(Insurance { percent: percent("2"), minimum_minor: 500 }),
            packaging_minor: Some(700),
            cargo: Some(own(CargoTariff {
                brackets: vec![TariffBracket { weight_from_grams: 0, density_from_kg_m3: 0, per: PriceUnit::Kilogram, price_minor: price }],
                minimum_minor: 1000,
                volumetric_divisor: Some(6000),
                ..CargoTariff::default()
            })),
            ..terms()
        };
        let load = |weight_grams| ShipmentLoad { goods_minor: goods, weight_grams, volume_cm3: volume, places: 1 };
        let cost = |weight_grams| calculate_shipment(load(weight_grams), &terms);
        let (light, heavy) = (cost(grams), cost(grams + more));
        prop_assert!(light.total.minor <= heavy.total.minor);
        prop_assert_eq!(light.charges.iter().map(|charge| charge.amount.minor).sum::<i64>(), light.total.minor);
        prop_assert_eq!(light.due.minor, 0, "all charges are paid with the shipment");
    }

    #[test]
    fn commission_shares_of_the_items_add_up_to_the_commission(
        items in prop::collection::vec((1..1_000_000_i64, 1..1000_i64), 1..40),
    ) {
        let basket = Basket { items: items.iter().map(|(minor, quantity)| item(*minor, *quantity)).collect(), ..Basket::default() };
        let calculation = calculate(&basket, &terms());
        let (mut before, mut sum) = (0, 0);
        for (minor, quantity) in items {
            let share = calculation.commission_share(before, minor * quantity);
            prop_assert!(share >= 0);
            sum += share;
            before += minor * quantity;
        }
        prop_assert_eq!(Some(sum), amount(&calculation, ChargeKind::Commission).map(|(minor, _)| minor));
        prop_assert_eq!(calculation.commission_share(before, 100), 0, "nothing is left for an item that was not in the quote");
    }

    #[test]
    fn totals_equal_the_sum_of_charges_and_rounding_errors_are_bounded(
        items in prop::collection::vec((1..1_000_000_i64, 1..1000_i64), 0..40),
        domestic in 0..100_000_i64, services in 0..100_000_i64, rate in 1..200_000_000_i64, commission in 0..30_000_000_i64,
    ) {
        let basket = Basket {
            items: items.iter().map(|(minor, quantity)| item(*minor, *quantity)).collect(),
            domestic_minor: domestic,
            services_minor: services,
            packaging_grams: 0,
        };
        let rate = Rate::from_millionths(rate);
        let commission = Commission { percent: Percent::from_millionths(commission), minimum_minor: 0, brackets: Vec::new() };
        let terms = Terms { rate: Some(rate), commission, ..terms() };
        let calculation = calculate(&basket, &terms);
        let due: Vec<_> = calculation.charges.iter().filter(|charge| !charge.estimated).collect();
        prop_assert_eq!(due.iter().map(|charge| charge.amount.minor).sum::<i64>(), calculation.due.minor);
        let due_rub = due.iter().filter_map(|charge| charge.in_rub).map(|rub| rub.minor).sum::<i64>();
        prop_assert_eq!(due_rub, calculation.due_rub.expect("a rate").minor);
        for charge in &calculation.charges {
            let exact = i128::from(charge.amount.minor) * i128::from(rate.millionths());
            let off = (i128::from(charge.in_rub.expect("a rate").minor) * 1_000_000 - exact).abs();
            prop_assert!(off * 2 <= 1_000_000);
        }
    }

    #[test]
    fn cost_never_decreases_with_more_goods_at_one_percentage(goods in 1..10_000_000_i64, more in 0..1_000_000_i64) {
        let flat = Terms { commission: Commission { brackets: Vec::new(), ..terms().commission }, ..terms() };
        let due = |minor| calculate(&Basket { items: vec![item(minor, 1)], ..Basket::default() }, &flat).due.minor;
        prop_assert!(due(goods) <= due(goods + more));
    }
}
