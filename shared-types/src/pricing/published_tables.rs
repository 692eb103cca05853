//! Tables that cargo companies publish, to the cent: at the bounds, next to them, and above the last one.

use super::{
    BoundSide, CargoTariff, CargoTerms, NoPrice, PriceUnit, PriceUnit::*, ShipmentLoad, Surcharge, TariffBracket,
};
use crate::{fixed::Ratio, money::Currency::Usd};
use proptest::prelude::*;

/// A tariff in dollars by density. Prices are in cents.
fn table(rows: impl IntoIterator<Item = (i64, PriceUnit, i64)>) -> CargoTariff {
    let bracket = |(density_from_kg_m3, per, price_minor)| TariffBracket {
        weight_from_grams: 0,
        density_from_kg_m3,
        per,
        price_minor,
    };
    CargoTariff {
        brackets: rows.into_iter().map(bracket).collect(),
        ..CargoTariff::default()
    }
}

/// Brackets per kilogram with equal steps of density, each 10 cents cheaper than the one before.
fn falling(from: i64, width: i64, count: i64, cents: i64) -> impl Iterator<Item = (i64, PriceUnit, i64)> {
    (0..count).map(move |step| (from + step * width, Kilogram, cents - step * 10))
}

/// A shipment of two places.
fn load(weight_grams: i64, volume_cm3: i64) -> ShipmentLoad {
    ShipmentLoad {
        goods_minor: 0,
        weight_grams,
        volume_cm3,
        places: 2,
    }
}

fn price(tariff: &CargoTariff, grams: i64, cm3: i64) -> Result<i64, NoPrice> {
    let terms = CargoTerms {
        tariff: tariff.clone(),
        currency: Usd,
        ratio: Ratio::ONE,
        surcharge: None,
    };
    terms.price(load(grams, cm3), Usd).map(|money| money.minor)
}

/// The prices of one cubic metre by its weight.
fn assert_prices(tariff: &CargoTariff, expected: &[(i64, Result<i64, NoPrice>)]) {
    for (grams, cents) in expected {
        assert_eq!(price(tariff, *grams, 1_000_000), *cents, "{grams} g");
    }
}

/// Household goods by truck to Moscow.
fn household() -> CargoTariff {
    table([
        (0, CubicMetre, 25_000),
        (100, Kilogram, 240),
        (110, Kilogram, 230),
        (120, Kilogram, 170),
        (150, Kilogram, 160),
        (200, Kilogram, 150),
        (300, Kilogram, 130),
        (600, Kilogram, 100),
    ])
}

#[test]
fn household_goods_by_truck_are_cheaper_above_each_cliff() {
    assert_prices(
        &household(),
        &[
            (99_999, Ok(25_000)),
            (100_000, Ok(24_000)),
            (110_000, Ok(25_300)),
            (119_000, Ok(27_370)),
            (121_000, Ok(20_570)),
            (200_000, Ok(30_000)),
            (600_000, Ok(60_000)),
            (9_000_000, Ok(900_000)),
        ],
    );
}

#[test]
fn clothes_by_truck_have_an_open_top_bracket() {
    let falling = falling(100, 10, 10, 440);
    let dense = [(200, Kilogram, 340), (300, Kilogram, 320), (400, Kilogram, 300)];
    let clothes = table([(0, CubicMetre, 44_000)].into_iter().chain(falling).chain(dense));
    assert_prices(
        &clothes,
        &[
            (99_000, Ok(44_000)),
            (100_000, Ok(44_000)),
            (110_000, Ok(47_300)),
            (155_000, Ok(60_450)),
            (199_000, Ok(69_650)),
            (200_000, Ok(68_000)),
            (400_000, Ok(120_000)),
            (401_000, Ok(120_300)),
            (5_000_000, Ok(1_500_000)),
        ],
    );
}

#[test]
fn rail_is_charged_by_volume_up_to_200() {
    let rail = table([(0, CubicMetre, 32_000)].into_iter().chain(falling(200, 20, 11, 310)));
    assert_prices(
        &rail,
        &[
            (100_000, Ok(32_000)),
            (199_999, Ok(32_000)),
            (200_000, Ok(62_000)),
            (219_999, Ok(68_200)),
            (220_000, Ok(66_000)),
            (310_000, Ok(80_600)),
            (400_000, Ok(84_000)),
            (3_000_000, Ok(630_000)),
        ],
    );
}

#[test]
fn toys_and_fabrics_to_almaty_have_a_unit_per_bracket() {
    let toys = table([(0, CubicMetre, 23_000), (200, Kilogram, 150)]);
    assert_prices(&toys, &[(199_999, Ok(23_000)), (200_000, Ok(30_000))]);
    let fabrics = table([(0, NotCarried, 0), (100, Kilogram, 180), (300, Kilogram, 80)]);
    assert_prices(
        &fabrics,
        &[
            (99_999, Err(NoPrice::NotCarried)),
            (100_000, Ok(18_000)),
            (300_000, Ok(24_000)),
        ],
    );
    let above_limit = CargoTariff {
        brackets: vec![
            fabrics.brackets[1],
            TariffBracket {
                weight_from_grams: 30_000,
                density_from_kg_m3: 0,
                per: NotCarried,
                price_minor: 0,
            },
        ],
        ..CargoTariff::default()
    };
    assert_eq!(
        price(&above_limit, 30_000, 0),
        Err(NoPrice::NotCarried),
        "of unknown volume, too"
    );
    assert_eq!(price(&above_limit, 29_999, 0), Ok(5_400));
}

/// A buyer's table to Moscow.
fn buyer() -> CargoTariff {
    let dense = [200, 250, 300, 350, 400, 500, 600, 800, 1000].into_iter();
    let dense = dense.zip(0..).map(|(from, step)| (from, Kilogram, 390 - step * 10));
    table(
        [(0, CubicMetre, 50_000)]
            .into_iter()
            .chain(falling(100, 10, 10, 490))
            .chain(dense),
    )
}

#[test]
fn density_that_equals_a_bound_belongs_to_the_named_side() {
    assert_prices(
        &buyer(),
        &[
            (100_000, Ok(49_000)),
            (110_000, Ok(52_800)),
            (200_000, Ok(78_000)),
            (1_000_000, Ok(310_000)),
        ],
    );
    let below = CargoTariff {
        density_bound: BoundSide::Below,
        ..buyer()
    };
    assert_prices(
        &below,
        &[
            (100_000, Ok(50_000)),
            (110_000, Ok(53_900)),
            (110_001, Ok(52_800)),
            (200_000, Ok(80_000)),
            (1_000_000, Ok(320_000)),
            (1_000_001, Ok(310_000)),
        ],
    );
    // 36.667 kg in 0.333333 m³ are 110.0011… kg/m³: rounded down, they would equal the bound.
    assert_eq!(price(&below, 36_667, 333_333), Ok(17_600));
}

#[test]
fn tariff_without_light_brackets_has_no_price_for_light_goods() {
    let dense = [(200, 260), (300, 240), (1000, 210)].map(|(from, cents)| (from, Kilogram, cents));
    let express = table(falling(100, 10, 10, 360).chain(dense));
    assert_prices(
        &express,
        &[
            (99_999, Err(NoPrice::NoBracket)),
            (100_000, Ok(36_000)),
            (110_000, Ok(38_500)),
            (190_000, Ok(51_300)),
            (200_000, Ok(52_000)),
            (1_500_000, Ok(315_000)),
        ],
    );
}

/// Copies of brands: 0.5 dollars per kilogram, 50 per cubic metre, and here 3 per place.
#[test]
fn surcharge_of_a_category_has_the_unit_of_the_bracket() {
    let terms = CargoTerms {
        tariff: CargoTariff {
            minimum_minor: 10_000,
            ..household()
        },
        currency: Usd,
        ratio: Ratio::ONE,
        surcharge: Some(Surcharge {
            per_kilogram_minor: 50,
            per_cubic_metre_minor: 5_000,
            per_place_minor: 300,
            currency: Usd,
            ratio: Ratio::ONE,
        }),
    };
    let price = |grams, cm3| terms.price(load(grams, cm3), Usd).map(|money| money.minor);
    assert_eq!(price(99_000, 1_000_000), Ok(25_000 + 5_000 + 600));
    assert_eq!(price(119_000, 1_000_000), Ok(27_370 + 5_950 + 600));
    assert_eq!(
        price(10_000, 20_000),
        Ok(10_000 + 500 + 600),
        "the minimum is without the surcharge"
    );
}

#[test]
fn charged_weight_is_rounded_up_to_the_step() {
    let by = |weight_step_grams| CargoTariff {
        weight_step_grams,
        ..table([(0, Kilogram, 1_000)])
    };
    for (step, grams, cents) in [
        (1, 1_001, 1_001),
        (100, 1_001, 1_100),
        (500, 1_001, 1_500),
        (1_000, 1_001, 2_000),
        (1_000, 2_000, 2_000),
        (0, 1_001, 1_001),
    ] {
        assert_eq!(price(&by(step), grams, 0), Ok(cents), "{grams} g by {step} g");
    }
    let courier = CargoTariff {
        volumetric_divisor: Some(5_000),
        ..by(500)
    };
    assert_eq!(
        price(&courier, 1_000, 6_001),
        Ok(1_500),
        "the volumetric weight is 1.2002 kg"
    );
}

proptest! {
    #![proptest_config(test_seed::proptest_config(256))]
    #[test]
    fn price_is_that_of_one_bracket_and_grows_with_weight_within_it(
        grams in 1..2_000_000_i64, more in 0..100_000_i64, cm3 in 1..5_000_000_i64,
        step in prop::sample::select(vec![1_i64, 100, 500, 1_000]),
        density_bound in prop::sample::select(BoundSide::ALL.to_vec()),
    ) {
        let tariff = CargoTariff { weight_step_grams: step, density_bound, ..buyer() };
        let bracket = tariff.bracket(grams, cm3).expect("a bracket");
        let (charged, cents) = (tariff.charged_grams(grams, cm3), price(&tariff, grams, cm3).expect("a price"));
        prop_assert!(charged >= grams && charged - grams < step && charged % step == 0);
        let (units, per) = if bracket.per == CubicMetre { (cm3, 1_000_000) } else { (charged, 1_000) };
        let off = i128::from(cents) * per - i128::from(units) * i128::from(bracket.price_minor);
        prop_assert!(off.abs() * 2 <= per, "the price is not interpolated");
        if tariff.bracket(grams + more, cm3) == Some(bracket) {
            prop_assert!(price(&tariff, grams + more, cm3).expect("a price") >= cents);
        }
    }
}
