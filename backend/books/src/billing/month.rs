//! Months and days in the time zone of the operator.

use chrono::{DateTime, Days, NaiveDate, NaiveTime, TimeZone, Utc};
use chrono_tz::{Europe::Moscow, Tz};
use shared_types::month::CalendarMonth;

/// Invoices are documents under Russian law, so their months begin in Moscow.
const ZONE: Tz = Moscow;

/// The day in the operator's time zone.
pub(super) fn day_of(now: DateTime<Utc>) -> NaiveDate {
    now.with_timezone(&ZONE).date_naive()
}

/// The month in the operator's time zone.
pub(super) fn month_of(now: DateTime<Utc>) -> CalendarMonth {
    CalendarMonth::from_day(day_of(now))
}

/// The first moment of a day in the operator's time zone.
pub(super) fn start_of(day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    let local = ZONE.from_local_datetime(&midnight).earliest();
    local.map_or_else(|| midnight.and_utc(), |local| local.to_utc())
}

/// The last second of the day that is `days` after another.
pub(super) fn end_of_day_after(day: NaiveDate, days: i64) -> DateTime<Utc> {
    let days = Days::new(u64::try_from(days).unwrap_or_default() + 1);
    start_of(day.checked_add_days(days).unwrap_or(NaiveDate::MAX)) - chrono::Duration::seconds(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_begin_in_moscow() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().expect("a time");
        assert_eq!(month_of(at("2026-11-30T20:59:59Z")).to_string(), "2026-11");
        assert_eq!(month_of(at("2026-11-30T21:00:00Z")).to_string(), "2026-12");
        let first = CalendarMonth::parse("2026-12").expect("a month").first_day();
        assert_eq!(start_of(first), at("2026-11-30T21:00:00Z"));
        assert_eq!(end_of_day_after(first, 10), at("2026-12-11T20:59:59Z"));
    }
}
