//! Calculates an order of 500 items, and the delivery variants of 300 items by 10 methods, repeatedly. Prints the median times in
//! nanoseconds. Runs natively and as WebAssembly.

use shared_types::{
    country::Country,
    fixed::{Percent, Rate, Ratio},
    id::{ItemId, ListEntryId},
    items::LotPrice,
    money::{Currency, Money},
    pricing::{
        Basket, BasketItem, Bracket, CargoTariff, CargoTerms, Commission, PriceUnit, TariffBracket, Terms, calculate,
    },
    settings::DeliveryOption,
    shipments::{DeliveryTerms, ItemToShip, MethodTariff, MethodTerms},
};
use std::{hint::black_box, time::Instant};

const ITEMS: i64 = 500;
const ITEMS_TO_SHIP: i64 = 300;
const METHODS: i64 = 10;
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

/// The terms of delivery methods with the same tariff.
fn delivery_terms(cargo: &CargoTerms) -> DeliveryTerms {
    let method = |number: i64| MethodTerms {
        method: DeliveryOption {
            id: ListEntryId(number),
            name: "Авто".to_owned(),
            detail: "12–18".to_owned(),
            price: None,
            percent: None,
            requires: Vec::new(),
        },
        days_min: Some(12),
        days_max: Some(18),
        tariff: Some(MethodTariff {
            rules: cargo.tariff.clone(),
            currency: Currency::Usd,
            rate: Rate::parse("91.5").ok(),
        }),
    };
    DeliveryTerms {
        country: Country::parse("RU").ok(),
        currency: Currency::Cny,
        rate: Rate::parse("12.1655").ok(),
        packaging: None,
        insurance: None,
        surcharge: None,
        missing: None,
        methods: (0..METHODS).map(method).collect(),
    }
}

fn items_to_ship() -> Vec<ItemToShip> {
    let item = |number: i64| ItemToShip {
        item_id: ItemId(number),
        pieces: 1 + number % 40,
        weight_grams: Some(100 + number * 97 % 3_000),
        is_weighed: true,
        volume_cm3: Some(500 + number * 811 % 20_000),
        value: Some(Money::new(1_00 + number * 37 % 90_000, Currency::Cny)),
    };
    (0..ITEMS_TO_SHIP).map(item).collect()
}

/// The median time of a calculation, in nanoseconds.
fn median_of<T>(calculation: impl Fn() -> T) -> u128 {
    let mut took: Vec<u128> = (0..ROUNDS)
        .map(|_| {
            let began = Instant::now();
            let _ = black_box(calculation());
            began.elapsed().as_nanos()
        })
        .collect();
    took.sort_unstable();
    took.get(ROUNDS / 2).copied().unwrap_or_default()
}

#[expect(clippy::print_stdout, reason = "prints the result")]
fn main() {
    let (basket, terms) = (basket(), terms());
    let order = median_of(|| calculate(black_box(&basket), black_box(&terms)));
    let (terms, items) = (terms.cargo.as_ref().map(delivery_terms), items_to_ship());
    let variants = median_of(|| {
        black_box(&terms)
            .as_ref()
            .map(|terms| terms.variants(&items, Some(ListEntryId(0))))
    });
    println!("{{\"median_ns\":{order},\"variants_ns\":{variants}}}");
}
