//! The period of a report: its days in the agent's time zone, and their division into rows.

use chrono::{DateTime, Datelike, Days, NaiveDate, TimeDelta, Utc};
use chrono_tz::Tz;
use platform::timezone::{first_moment, offset_seconds};
use shared_types::{
    fields::{FieldErrors, Rule},
    reports::{MAX_DAYS, ReportGrouping, ReportQuery},
};

/// The years that a report can be about.
const YEARS: std::ops::RangeInclusive<i32> = 2000..=2100;

/// Days in a time zone, from the first to the last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Period {
    pub(crate) from: NaiveDate,
    pub(crate) to: NaiveDate,
    pub(crate) zone: Tz,
}

/// A time span with the same offset from UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct OffsetSpan {
    /// The end of the span, which does not belong to it.
    pub(super) until: DateTime<Utc>,
    /// Seconds to add to UTC.
    pub(super) seconds: i32,
}

impl Period {
    /// The period of a query. Defaults to the current month up to today.
    pub(super) fn from_query(query: &ReportQuery, zone: Tz, now: DateTime<Utc>) -> Result<Self, FieldErrors> {
        let to = query.to.unwrap_or_else(|| now.with_timezone(&zone).date_naive());
        let from = query.from.or_else(|| to.with_day(1)).unwrap_or(to);
        let mut errors = FieldErrors::default();
        if !YEARS.contains(&to.year()) {
            errors.add("to", Rule::UnknownValue);
        }
        let days = to.signed_duration_since(from).num_days().saturating_add(1);
        if !YEARS.contains(&from.year()) || !(1..=MAX_DAYS).contains(&days) {
            errors.add("from", Rule::UnknownValue);
        }
        errors.into_result(Self { from, to, zone })
    }

    /// The first moment of the period.
    pub(crate) fn start(&self) -> DateTime<Utc> {
        first_moment(self.zone, self.from)
    }

    /// The first moment after the period.
    pub(crate) fn end(&self) -> DateTime<Utc> {
        first_moment(self.zone, next_day(self.to))
    }

    /// The offsets from UTC within the period, earliest first.
    pub(super) fn offsets(&self) -> Vec<OffsetSpan> {
        let (mut at, end) = (self.start(), self.end());
        let mut spans = Vec::new();
        while at < end {
            let next = (at + TimeDelta::days(1)).min(end);
            let seconds = offset_seconds(self.zone, at);
            if offset_seconds(self.zone, next) == seconds {
                at = next;
            } else {
                let until = change_of_offset(self.zone, at, next);
                spans.push(OffsetSpan { until, seconds });
                at = until;
            }
        }
        let seconds = offset_seconds(self.zone, end - TimeDelta::seconds(1));
        spans.push(OffsetSpan { until: end, seconds });
        spans
    }

    /// The days, weeks or months of the period, each as its first and last day within the period. None for other groupings.
    pub(super) fn parts(&self, grouping: ReportGrouping) -> Vec<(NaiveDate, NaiveDate)> {
        let mut parts = Vec::new();
        let mut first = self.from;
        while first <= self.to {
            let last = match grouping {
                ReportGrouping::Day => first,
                ReportGrouping::Week => {
                    let left = 6_u64.saturating_sub(first.weekday().num_days_from_monday().into());
                    first.checked_add_days(Days::new(left)).unwrap_or(first)
                }
                ReportGrouping::Month => {
                    let left = u64::from(first.num_days_in_month()).saturating_sub(first.day().into());
                    first.checked_add_days(Days::new(left)).unwrap_or(first)
                }
                ReportGrouping::Client | ReportGrouping::Staff => return Vec::new(),
            };
            let last = last.min(self.to);
            parts.push((first, last));
            first = next_day(last);
        }
        parts
    }
}

fn next_day(day: NaiveDate) -> NaiveDate {
    day.succ_opt().unwrap_or(day)
}

/// The first second with another offset than the one at `from`; there is one at `to`.
fn change_of_offset(zone: Tz, from: DateTime<Utc>, to: DateTime<Utc>) -> DateTime<Utc> {
    let before = offset_seconds(zone, from);
    let (mut same, mut other) = (from, to);
    while other - same > TimeDelta::seconds(1) {
        let middle = same + TimeDelta::seconds((other - same).num_seconds() / 2);
        if offset_seconds(zone, middle) == before {
            same = middle;
        } else {
            other = middle;
        }
    }
    other
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().expect("a day")
    }

    fn period(from: &str, to: &str, zone: &str) -> Period {
        Period {
            from: day(from),
            to: day(to),
            zone: zone.parse().expect("a zone"),
        }
    }

    fn moment(text: &str) -> DateTime<Utc> {
        text.parse().expect("a moment")
    }

    #[test]
    fn defaults_are_the_current_month_in_the_zone() {
        let now = moment("2026-10-31T22:30:00Z");
        let period = Period::from_query(&ReportQuery::default(), Tz::Europe__Moscow, now).expect("a period");
        assert_eq!((period.from, period.to), (day("2026-11-01"), day("2026-11-01")));
        assert_eq!(period.start(), moment("2026-10-31T21:00:00Z"));
    }

    #[test]
    fn periods_have_bounds() {
        let check = |from: &str, to: &str| {
            let query = ReportQuery {
                from: Some(day(from)),
                to: Some(day(to)),
                ..ReportQuery::default()
            };
            Period::from_query(&query, Tz::UTC, DateTime::UNIX_EPOCH).is_ok()
        };
        assert!(check("2024-01-01", "2026-12-31") && check("2026-01-01", "2026-01-01"));
        assert!(!check("2024-01-01", "2027-01-01"), "more than three years");
        assert!(!check("2026-01-02", "2026-01-01") && !check("1999-12-31", "2000-01-01"));
    }

    #[test]
    fn days_follow_changes_of_the_clock() {
        let period = period("2026-03-28", "2026-03-30", "Europe/Berlin");
        assert_eq!(period.start(), moment("2026-03-27T23:00:00Z"));
        assert_eq!(period.end(), moment("2026-03-30T22:00:00Z"));
        let spans = period.offsets();
        assert_eq!(spans.len(), 2);
        assert_eq!(
            (spans[0].until, spans[0].seconds),
            (moment("2026-03-29T01:00:00Z"), 3600)
        );
        assert_eq!((spans[1].until, spans[1].seconds), (period.end(), 7200));
    }

    #[test]
    fn days_without_midnight_begin_later() {
        // Clocks in Beirut went from 0:00 to 1:00 on 31 March 2024.
        let period = period("2024-03-31", "2024-03-31", "Asia/Beirut");
        assert_eq!(period.start(), moment("2024-03-30T22:00:00Z"));
        assert_eq!(period.end() - period.start(), TimeDelta::hours(23));
    }

    #[test]
    fn weeks_and_months_are_cut_at_the_ends() {
        let period = period("2026-11-26", "2026-12-08", "Europe/Moscow");
        let pair = |from: &str, to: &str| (day(from), day(to));
        assert_eq!(period.parts(ReportGrouping::Day).len(), 13);
        assert_eq!(
            period.parts(ReportGrouping::Week),
            [
                pair("2026-11-26", "2026-11-29"),
                pair("2026-11-30", "2026-12-06"),
                pair("2026-12-07", "2026-12-08")
            ]
        );
        assert_eq!(
            period.parts(ReportGrouping::Month),
            [pair("2026-11-26", "2026-11-30"), pair("2026-12-01", "2026-12-08")]
        );
        assert!(period.parts(ReportGrouping::Client).is_empty());
    }
}
