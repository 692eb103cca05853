//! Calculates an order of 500 items repeatedly and prints the median time in nanoseconds. Runs natively and as WebAssembly.

use shared_types::{
    fixed::{Percent, Rate, Ratio},
    items::LotPrice,
    money::{Currency, Money},
    pricing::{
        Basket, BasketItem, Bracket, CargoTariff, CargoTerms, Commission, PriceUnit, TariffBracket, Terms, calculate,
    },
};
use std::{hint::black_box, time::Instant};

const ITEMS: i64 = 500;
const ROUNDS: usize = 501;

fn basket() -> Basket {
    let item = |number: i64| BasketItem {
        price: LotPrice::of_piece(Money::new(1_00 + number * 37 % 90_000, Currency::Cny)),
        quantity: 1 + number % 40,
        weight_grams: Some(100 + number % 3_000),
        volume_cm3: Some(500 + number % 20_000),
    };
    Basket {
        items: (0..ITEMS).map(item).collect(),
        domestic_minor: 12_000,
        services_minor: 4_500,
        packaging_grams: 900,
    }
}

fn terms() -> Terms {
    let bracket = |number: i64| TariffBracket {
        weight_from_grams: number * 10_000,
        density_from_kg_m3: number * 50,
        per: PriceUnit::Kilogram,
        price_minor: 3_000 - number * 50,
    };
    Terms {
        currency: Currency::Cny,
        rate: Rate::parse("12.1655").ok(),
        commission: Commission {
            percent: Percent::parse("5").unwrap_or_default(),
            minimum_minor: 1_000,
            brackets: vec![Bracket {
                from_minor: 100_000,
                percent: Percent::parse("3").unwrap_or_default(),
            }],
        },
        insurance: None,
        packaging_minor: Some(2_000),
        cargo: Some(CargoTerms {
            tariff: CargoTariff {
                brackets: (0..20).map(bracket).collect(),
                minimum_minor: 5_000,
                volumetric_divisor: Some(6_000),
                ..CargoTariff::default()
            },
            currency: Currency::Cny,
            ratio: Ratio::ONE,
            surcharge: None,
        }),
    }
}

#[expect(clippy::print_stdout, reason = "prints the result")]
fn main() {
    let (basket, terms) = (basket(), terms());
    let mut took: Vec<u128> = (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            let _ = black_box(calculate(black_box(&basket), black_box(&terms)));
            began.elapsed().as_nanos()
        })
        .collect();
    took.sort_unstable();
    let median = took.get(ROUNDS / 2).copied().unwrap_or_default();
    println!("{{\"median_ns\":{median}}}");
}
