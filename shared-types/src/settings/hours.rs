//! The working hours of a week.

use super::{EDIT, VIEW, Versioned, limits};
use crate::{
    endpoint::Nothing,
    fields::{FieldErrors, Rule},
};

/// Working hours of the agent on a day of the week.
#[apply(request)]
#[derive(PartialOrd, Ord)]
pub struct WorkingHours {
    /// Day of the week: 1 is Monday, 7 is Sunday.
    pub weekday: i32,
    /// Opening time, `HH:MM` in the agent's time zone.
    pub opens: String,
    /// Closing time, `HH:MM`. Later than `opens`.
    pub closes: String,
}

/// The working hours of the whole week. A day without hours is a day off; a day with a break has several.
#[apply(request)]
#[derive(Default)]
pub struct WorkingWeek {
    /// Hours of all days. Hours of the same day must not overlap.
    pub hours: Vec<WorkingHours>,
}

/// Whether a text is a time of day: `HH:MM`, `00:00` to `24:00`.
fn is_time_of_day(text: &str) -> bool {
    let number = |part: &str| {
        let is_number = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse::<u8>().ok().filter(|_| is_number)
    };
    let parts = text.split_once(':');
    parts
        .and_then(|(hours, minutes)| Some((number(hours)?, number(minutes)?)))
        .is_some_and(|(hours, minutes)| hours < 24 && minutes < 60 || (hours, minutes) == (24, 0))
}

impl WorkingWeek {
    /// Checks the hours: the server when it stores them, the form before it sends them.
    pub fn validate(&self) -> Result<(), FieldErrors> {
        let mut errors = FieldErrors::default();
        if self.hours.len() > limits::WORKING_HOURS {
            errors.add("hours", Rule::TooMany(limits::WORKING_HOURS));
        }
        for (index, hours) in self.hours.iter().take(limits::WORKING_HOURS).enumerate() {
            let field = |name: &str| format!("hours[{index}].{name}");
            errors.range(&field("weekday"), hours.weekday.into(), 1, 7);
            let times = [("opens", &hours.opens), ("closes", &hours.closes)];
            let wrong = times.iter().filter(|(_, time)| !is_time_of_day(time));
            let mut is_valid = true;
            for (name, time) in wrong {
                let rule = if time.is_empty() {
                    Rule::Required
                } else {
                    Rule::UnknownValue
                };
                errors.add(&field(name), rule);
                is_valid = false;
            }
            // Both times have the same format, so they can be compared as text.
            if is_valid && hours.closes <= hours.opens {
                errors.add(&field("closes"), Rule::NotLater);
                is_valid = false;
            }
            let overlaps = |other: &WorkingHours| {
                other.weekday == hours.weekday && other.opens < hours.closes && hours.opens < other.closes
            };
            if is_valid && self.hours[..index].iter().any(overlaps) {
                errors.add(&field("opens"), Rule::Overlaps);
            }
        }
        errors.into_result(())
    }
}

crate::endpoints! {
    working_hours_endpoints:

    [Settings]
    ShowWorkingHours, "show_working_hours": Get "/agent/settings/working-hours", VIEW, 200;
    "Returns the agent's working hours of the week.";
    path = (), query = Nothing, body = Nothing => Versioned<WorkingWeek>;

    ChangeWorkingHours, "change_working_hours": Patch "/agent/settings/working-hours", EDIT, 200, versioned = true;
    "Replaces the working hours of the whole week.";
    path = (), query = Nothing, body = WorkingWeek => Versioned<WorkingWeek>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn week(hours: &[(i32, &str, &str)]) -> WorkingWeek {
        let hours = hours.iter().map(|(weekday, opens, closes)| WorkingHours {
            weekday: *weekday,
            opens: (*opens).to_owned(),
            closes: (*closes).to_owned(),
        });
        WorkingWeek { hours: hours.collect() }
    }

    fn first_error(hours: &[(i32, &str, &str)]) -> Option<(String, String)> {
        let errors = week(hours).validate().err()?;
        let errors = serde_json::to_value(&errors).expect("JSON");
        let (field, found) = errors.as_object()?.iter().next()?;
        Some((field.clone(), found[0]["code"].as_str()?.to_owned()))
    }

    #[test]
    fn hours_of_a_day_do_not_overlap() {
        assert_eq!(first_error(&[]), None);
        assert_eq!(
            first_error(&[(1, "09:00", "13:00"), (1, "13:00", "18:00"), (2, "09:00", "24:00")]),
            None
        );
        let error = |field: &str, code: &str| Some((field.to_owned(), code.to_owned()));
        assert_eq!(
            first_error(&[(1, "09:00", "13:00"), (2, "12:00", "18:00"), (1, "12:00", "18:00")]),
            error("hours[2].opens", "overlaps")
        );
        assert_eq!(
            first_error(&[(1, "09:00", "13:00"), (1, "09:00", "13:00")]),
            error("hours[1].opens", "overlaps")
        );
        assert_eq!(
            first_error(&[(1, "18:00", "09:00")]),
            error("hours[0].closes", "not_later")
        );
        assert_eq!(
            first_error(&[(1, "9:00", "18:00")]),
            error("hours[0].opens", "unknown_value")
        );
        assert_eq!(
            first_error(&[(1, "09:00", "24:01")]),
            error("hours[0].closes", "unknown_value")
        );
        assert_eq!(
            first_error(&[(8, "09:00", "18:00")]),
            error("hours[0].weekday", "out_of_range")
        );
    }
}
