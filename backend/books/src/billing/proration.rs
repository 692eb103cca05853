//! The part of a month that a change of plan charges or credits.

use chrono::NaiveDate;
use shared_types::month::CalendarMonth;

/// The price of the remaining days of a month at a monthly price, rounded down to whole kopecks.
fn price_of_rest(price: i64, days_left: i64, days: i64) -> i64 {
    let value = i128::from(price) * i128::from(days_left) / i128::from(days.max(1));
    i64::try_from(value).unwrap_or(price)
}

/// The price of the rest of the month, less the same share of the monthly price `covered`, for which the month has been charged already.
/// Positive if the agent pays.
///
/// It is the difference of two values that each depend on one price only, so that a chain of changes on one day costs as much as
/// the direct change, and a change there and back costs nothing.
pub(super) fn difference(covered: i64, price: i64, month: CalendarMonth, today: NaiveDate) -> i64 {
    let (left, days) = (month.days_left(today), month.days());
    price_of_rest(price, left, days) - price_of_rest(covered, left, days)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn month_and_day() -> impl Strategy<Value = (CalendarMonth, NaiveDate)> {
        (2024_i32..2040, 1_u32..13, 0_i64..31).prop_map(|(year, month, day)| {
            let first = NaiveDate::from_ymd_opt(year, month, 1).expect("a day");
            let month = CalendarMonth::from_day(first);
            (month, first + chrono::Duration::days(day % month.days()))
        })
    }

    const PRICE: std::ops::Range<i64> = 0..100_000_000;

    proptest! {
        #![proptest_config(test_seed::proptest_config(256))]
        #[test]
        fn chain_of_changes_costs_as_much_as_the_direct_one(
            (month, day) in month_and_day(), a in PRICE, b in PRICE, c in PRICE,
        ) {
            let cost = |from, to| difference(from, to, month, day);
            prop_assert_eq!(cost(a, b) + cost(b, c), cost(a, c));
            prop_assert_eq!(cost(a, b), -cost(b, a));
            prop_assert_eq!(cost(a, a), 0);
        }

        #[test]
        fn change_on_the_first_day_costs_the_whole_difference((month, _) in month_and_day(), a in PRICE, b in PRICE) {
            prop_assert_eq!(difference(a, b, month, month.first_day()), b - a);
        }

        #[test]
        fn more_expensive_plan_is_never_credited_and_never_costs_more_than_the_difference(
            (month, day) in month_and_day(), a in PRICE, more in PRICE,
        ) {
            let cost = difference(a, a + more, month, day);
            prop_assert!((0..=more).contains(&cost), "{}", cost);
        }

        /// Any number of changes during a month costs at least nothing and at most the most expensive plan.
        #[test]
        fn month_of_changes_costs_between_nothing_and_the_most_expensive_plan(
            (month, _) in month_and_day(), prices in prop::collection::vec(PRICE, 1..8), mut days in prop::collection::vec(0_i64..31, 8),
        ) {
            days.sort_unstable();
            let (mut covered, mut paid) = (0, 0);
            for (price, day) in prices.iter().zip(&days) {
                let today = month.first_day() + chrono::Duration::days(*day % month.days());
                // Days of a shorter month wrap around; time does not run backwards.
                if *day >= month.days() { break; }
                paid += difference(covered, *price, month, today);
                covered = *price;
                prop_assert!(paid >= 0, "{}", paid);
            }
            let highest = prices.iter().copied().max().unwrap_or_default();
            prop_assert!(paid <= highest + i64::try_from(prices.len()).unwrap_or_default(), "{} {}", paid, highest);
        }
    }
}
