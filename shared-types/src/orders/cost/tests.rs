//! Tests of the cost with exact numbers and properties.

use super::*;
use crate::{fixed::Rate, id::QuoteId};
use chrono::DateTime;
use proptest::prelude::*;

const YUAN: Currency = Currency::Cny;

fn calculation(due: i64, due_rub: i64) -> Calculation {
    Calculation {
        charges: Vec::new(),
        due: Money::new(due, YUAN),
        due_rub: Some(Money::new(due_rub, Currency::Rub)),
        total: Money::new(due, YUAN),
        total_rub: None,
        rate: Some(Rate::from_millionths(12_500_000)),
        left_out: 0,
        weight_known: true,
        not_carried: false,
    }
}

fn quote(due: i64, due_rub: i64) -> Quote {
    Quote {
        id: QuoteId(1),
        due: Money::new(due, YUAN),
        due_rub: Money::new(due_rub, Currency::Rub),
        rate: Rate::from_millionths(12_500_000),
        rate_source: String::new(),
        comment: String::new(),
        at: DateTime::default(),
    }
}

fn charge(own_minor: i64, rub_minor: i64, state: ChargeState) -> ChargeFacts {
    ChargeFacts {
        shipment: Some((ShipmentId(1), "K101-S1".to_owned())),
        service: None,
        is_shared: false,
        own_minor,
        rub_minor: Some(rub_minor),
        state,
    }
}

fn minors(sum: CostSum) -> (i64, Option<i64>) {
    (sum.amount.minor, sum.converted.map(|money| money.minor))
}

#[test]
fn finished_order_costs_what_was_charged() {
    let (calculation, quote) = (calculation(5_700, 71_250), quote(5_700, 71_250));
    let facts = CostFacts {
        order_type: OrderType::Standard,
        status: OrderStatus::Accepted,
        goods_minor: 3_700,
        calculation: &calculation,
        quote: Some(&quote),
        payment: Some((71_250, 0)),
        charges: vec![
            charge(300, 3_750, ChargeState::Paid),
            charge(4_000, 50_000, ChargeState::Due),
            charge(100, 1_250, ChargeState::Refunded),
        ],
        client_currency: Currency::Rub,
    };
    let cost = OrderCost::calculate(facts.clone());
    assert_eq!(cost.stage, CostStage::Cost);
    assert_eq!(minors(cost.total), (125_000, Some(10_000)), "57 + 3 + 40 yuan");
    assert_eq!(minors(cost.paid), (76_250, Some(6_100)));
    assert_eq!(minors(cost.refunded), (1_250, Some(100)));
    assert_eq!(minors(cost.due), (50_000, Some(4_000)));
    let in_yuan = OrderCost::calculate(CostFacts {
        client_currency: YUAN,
        ..facts
    });
    assert_eq!(minors(in_yuan.total), (10_000, Some(125_000)));
}

#[test]
fn quoted_order_has_one_sum() {
    let (calculation, quote) = (calculation(5_700, 71_250), quote(5_700, 71_250));
    let cost = OrderCost::calculate(CostFacts {
        order_type: OrderType::Standard,
        status: OrderStatus::Quoted,
        goods_minor: 3_700,
        calculation: &calculation,
        quote: Some(&quote),
        payment: None,
        charges: Vec::new(),
        client_currency: YUAN,
    });
    assert_eq!(cost.stage, CostStage::ToPay);
    assert_eq!((cost.total, cost.ordered), (cost.due, cost.due));
    assert_eq!(minors(cost.paid), (0, Some(0)));
}

#[test]
fn payment_in_the_currency_of_the_quote_leaves_the_difference() {
    assert_eq!(unrefunded_part(61_238, 61_238, 5_000), 56_238);
    assert_eq!(
        unrefunded_part(7_800, 97_500, 1),
        7_800,
        "a kopeck is less than half a fen"
    );
    assert_eq!(unrefunded_part(100, 0, 0), 100, "nothing was paid");
}

proptest! {
    #![proptest_config(test_seed::proptest_config(256))]

    #[test]
    fn unrefunded_part_is_the_quote_before_and_zero_after_all_refunds(
        due in 1..1_000_000_000_i64, paid in 1..1_000_000_000_i64, share in 0..=1000_i64, more in 0..=1000_i64,
    ) {
        prop_assert_eq!(unrefunded_part(due, paid, 0), due);
        prop_assert_eq!(unrefunded_part(due, paid, paid), 0);
        let (less, most) = (paid * Ord::min(share, more) / 1000, paid * Ord::max(share, more) / 1000);
        prop_assert!(unrefunded_part(due, paid, less) >= unrefunded_part(due, paid, most));
        let off = i128::from(unrefunded_part(due, paid, less)) * i128::from(paid)
            - i128::from(due) * i128::from(paid - less);
        prop_assert!(off.abs() * 2 <= i128::from(paid));
    }

    #[test]
    fn shares_add_up_to_the_amount(
        amount in 0..1_000_000_000_i64, weights in proptest::collection::vec(0..1_000_000_i64, 1..20),
    ) {
        let shares = divide_by_weight(amount, &weights);
        prop_assert_eq!(shares.len(), weights.len());
        prop_assert_eq!(shares.iter().sum::<i64>(), amount);
        prop_assert!(shares.iter().all(|share| *share >= 0));
    }

    #[test]
    fn total_is_what_was_paid_and_is_due_less_the_refunds(
        due in 1..1_000_000_i64, refunded in 0..=1000_i64, own in 0..1_000_000_i64, state in 0..3_usize,
    ) {
        let state = [ChargeState::Due, ChargeState::Paid, ChargeState::Refunded][state];
        let (calculation, quote) = (calculation(due, due * 13), quote(due, due * 13));
        let cost = OrderCost::calculate(CostFacts {
            order_type: OrderType::Standard,
            status: OrderStatus::Shipped,
            goods_minor: due,
            calculation: &calculation,
            quote: Some(&quote),
            payment: Some((due * 13, due * 13 * refunded / 1000)),
            charges: vec![charge(own, own * 12, state)],
            client_currency: YUAN,
        });
        let balance = |of: fn(CostSum) -> i64| {
            of(cost.paid) + of(cost.due) - of(cost.refunded) - of(cost.total)
        };
        prop_assert_eq!(balance(|sum| sum.amount.minor), 0);
        prop_assert_eq!(balance(|sum| sum.converted.map_or(0, |money| money.minor)), 0);
    }
}
