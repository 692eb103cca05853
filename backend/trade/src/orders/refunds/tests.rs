//! Refunds of the pieces of an item, whatever was refunded before.

use super::*;
use entities::{json::Json, order_quote::QuoteRateSource};
use proptest::prelude::*;
use shared_types::{
    fixed::{Percent, Rate},
    id::{AgentId, ClientId, QuoteId},
    pricing::{Basket, BasketItem, Commission, Terms, calculate},
};

/// A price in fen of some pieces.
fn price(minor: i64, per: i32) -> LotPrice {
    LotPrice {
        price: Money::new(minor, Currency::Cny),
        per,
    }
}

fn value((price, pieces): &(LotPrice, i64)) -> i64 {
    price.value(*pieces).expect("a value").minor
}

/// A quote of items, as `(price, pieces)`, with 10 % of commission, at this rate.
fn quote(items: &[(LotPrice, i64)], domestic: i64, rate: i64) -> quote::Model {
    let rate = Rate::from_millionths(rate);
    let terms = Terms {
        currency: Currency::Cny,
        rate: Some(rate),
        commission: Commission {
            percent: Percent::from_millionths(100_000),
            minimum_minor: 0,
            brackets: Vec::new(),
        },
        insurance: None,
        packaging_minor: None,
        cargo: None,
    };
    let item = |(price, quantity): &(LotPrice, i64)| BasketItem {
        price: *price,
        quantity: *quantity,
        weight_grams: None,
        volume_cm3: None,
    };
    let basket = Basket {
        items: items.iter().map(item).collect(),
        domestic_minor: domestic,
        ..Basket::default()
    };
    let calculation = calculate(&basket, &terms);
    quote::Model {
        id: QuoteId(1),
        agent_id: AgentId(1),
        client_id: ClientId(1),
        order_id: OrderId(1),
        due_minor: calculation.due.minor,
        currency: Currency::Cny,
        due_rub_minor: calculation.due_rub.map_or(0, |due| due.minor),
        rate,
        rate_source: QuoteRateSource::Manual,
        reference_rate: None,
        comment: String::new(),
        actor_user_id: None,
        created_at: DateTime::UNIX_EPOCH,
        calculation: Json::new(calculation).expect("a calculation"),
    }
}

/// Returns the paid items of one shop.
fn paid_items<'a>(
    quote: &'a quote::Model,
    items: &[(LotPrice, i64)],
    domestic: i64,
    paid_in: Currency,
) -> Vec<PaidItem<'a>> {
    let group_value = items.iter().map(value).sum();
    let mut before = 0;
    let paid = items.iter().map(|item| {
        let paid = PaidItem {
            quote,
            paid_in,
            price: item.0,
            pieces: item.1,
            before,
            before_in_group: before,
            group_value,
            group_domestic: domestic,
        };
        before += value(item);
        paid
    });
    paid.collect()
}

proptest! {
    #![proptest_config(test_seed::proptest_config(256))]
    #[test]
    fn parts_of_the_pieces_add_up_to_what_was_paid(
        items in prop::collection::vec((0..1_000_000_i64, 1..=100_i32, 1..200_i64), 1..8), domestic in 0..100_000_i64,
        rate in 1_000_000..20_000_000_i64, cuts in prop::collection::vec(0..=1000_i64, 0..6), in_rubles: bool,
    ) {
        let items: Vec<(LotPrice, i64)> = items.into_iter().map(|(minor, per, pieces)| (price(minor, per), pieces)).collect();
        let quote = quote(&items, domestic, rate);
        let paid_in = if in_rubles { Currency::Rub } else { Currency::Cny };
        let paid = paid_items(&quote, &items, domestic, paid_in);
        for item in &paid {
            let mut steps: Vec<i64> = cuts.iter().map(|cut| item.pieces * cut / 1000).chain([0, item.pieces]).collect();
            steps.sort_unstable();
            let mut refunded = 0;
            for pair in steps.windows(2) {
                for part in [PaidItem::goods, PaidItem::commission, PaidItem::domestic] {
                    let share = part(*item, pair[1]).unwrap() - part(*item, pair[0]).unwrap();
                    prop_assert!(share >= 0, "no part is negative");
                    refunded += share;
                }
            }
            prop_assert_eq!(refunded, item.total().unwrap());
        }
        let total: i64 = paid.iter().map(|item| item.total().unwrap()).sum();
        let has_value = items.iter().any(|item| value(item) > 0);
        let due = if in_rubles { quote.due_rub_minor } else { quote.due_minor };
        // A shop of free goods has no value to share its shipping by. Each converted part is rounded on its own.
        let rounding = if in_rubles { 2 * i64::try_from(items.len()).unwrap() + 2 } else { 0 };
        if has_value {
            prop_assert!((total - due).abs() <= rounding, "{} and {}", total, due);
        }
    }
}
