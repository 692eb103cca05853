//! When a shipment or a delivery is expected, and by how much it is late.

use crate::{
    i18n::{Counted, counted},
    prelude::*,
};
use chrono::NaiveDate;

crate::texts! {
    enum ArrivalTexts;
    Expected: "Ожидается", "Expected", "预计到达";
    WasExpected: "Ожидалась", "Was expected", "原预计到达";
    Late: "Опоздание", "Late by", "延误";
}

/// Days since the day on which something was expected; `None` until it is over.
fn days_late(expected: NaiveDate) -> Option<i64> {
    let days = (format::today() - expected).num_days();
    (days > 0).then_some(days)
}

/// When a shipment that is on its way is expected, with its delay.
pub fn expected_text(day: NaiveDate) -> String {
    match days_late(day) {
        None => format!("{} {}", t(ArrivalTexts::Expected), format::date(day)),
        Some(late) => {
            let expected = format!("{} {}", t(ArrivalTexts::WasExpected), format::date(day));
            format!("{expected} · {}", late_text(late))
        }
    }
}

fn late_text(days: i64) -> String {
    format!("{} {}", t(ArrivalTexts::Late), counted(days, Counted::Days))
}

/// The mark of a transport that should have arrived before today.
pub fn late_badge(is_on_its_way: bool, expected: Option<NaiveDate>) -> Option<AnyView> {
    let late = expected.filter(|_| is_on_its_way).and_then(days_late)?;
    Some(any_view! {
        <span class="badge warn late" data-testid="late">
            {late_text(late)}
        </span>
    })
}
