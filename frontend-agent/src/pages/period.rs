//! The periods that reports and lists offer.

use chrono::{Datelike, Days, Months, NaiveDate};

frontend_ui::texts! {
    pub(super) enum PeriodTexts;
    Period: "Период", "Period", "期间";
    AnyTime: "За всё время", "Any time", "全部时间";
    OwnDays: "Свои даты", "Chosen days", "自选日期";
    Today: "Сегодня", "Today", "今天";
    Week: "7 дней", "7 days", "近 7 天";
    ThisMonth: "Этот месяц", "This month", "本月";
    LastMonth: "Прошлый месяц", "Last month", "上月";
    Quarter: "Квартал", "Quarter", "本季度";
    Year: "Год", "Year", "今年";
}

/// An offered period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Preset {
    Today,
    /// Today and the six days before.
    Week,
    ThisMonth,
    LastMonth,
    Quarter,
    Year,
}

impl Preset {
    pub(super) const OF_REPORTS: [Self; 4] = [Self::ThisMonth, Self::LastMonth, Self::Quarter, Self::Year];
    pub(super) const OF_LISTS: [Self; 5] = [Self::Today, Self::Week, Self::ThisMonth, Self::LastMonth, Self::Year];

    pub(super) const fn name(self) -> PeriodTexts {
        match self {
            Self::Today => PeriodTexts::Today,
            Self::Week => PeriodTexts::Week,
            Self::ThisMonth => PeriodTexts::ThisMonth,
            Self::LastMonth => PeriodTexts::LastMonth,
            Self::Quarter => PeriodTexts::Quarter,
            Self::Year => PeriodTexts::Year,
        }
    }

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Today => "today",
            Self::Week => "week",
            Self::ThisMonth => "this-month",
            Self::LastMonth => "last-month",
            Self::Quarter => "quarter",
            Self::Year => "year",
        }
    }

    /// The first and the last day, seen from today.
    pub(super) fn days(self, today: NaiveDate) -> (NaiveDate, NaiveDate) {
        let month = first_of_month(today);
        let back = |months: u32| month.checked_sub_months(Months::new(months)).unwrap_or(month);
        match self {
            Self::Today => (today, today),
            Self::Week => (today.checked_sub_days(Days::new(6)).unwrap_or(today), today),
            Self::ThisMonth => (month, today),
            Self::LastMonth => (back(1), month.checked_sub_days(Days::new(1)).unwrap_or(month)),
            Self::Quarter => (back(month.month0() % 3), today),
            Self::Year => (back(month.month0()), today),
        }
    }
}

fn first_of_month(day: NaiveDate) -> NaiveDate {
    day.with_day(1).unwrap_or(day)
}

/// Whether the days are a whole month.
pub(super) fn is_month(from: NaiveDate, to: NaiveDate) -> bool {
    from.day() == 1 && from.checked_add_months(Months::new(1)).and_then(|next| next.pred_opt()) == Some(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_whole_or_up_to_today() {
        let day = |text: &str| text.parse::<NaiveDate>().expect("a day");
        let days = |preset: Preset, today: &str| preset.days(day(today));
        assert_eq!(
            days(Preset::ThisMonth, "2026-03-31"),
            (day("2026-03-01"), day("2026-03-31"))
        );
        assert_eq!(
            days(Preset::LastMonth, "2026-03-31"),
            (day("2026-02-01"), day("2026-02-28"))
        );
        assert_eq!(
            days(Preset::Quarter, "2026-05-10"),
            (day("2026-04-01"), day("2026-05-10"))
        );
        assert_eq!(days(Preset::Week, "2026-03-02"), (day("2026-02-24"), day("2026-03-02")));
        assert_eq!(days(Preset::Year, "2026-12-01"), (day("2026-01-01"), day("2026-12-01")));
        assert!(is_month(day("2026-12-01"), day("2026-12-31")) && !is_month(day("2026-12-01"), day("2026-12-30")));
    }
}
