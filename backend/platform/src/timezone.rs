//! Time zones of people and agents.

use chrono::{DateTime, NaiveDate, NaiveTime, Offset, TimeDelta, TimeZone as _, Utc};
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error as _};
use shared_types::fields::{FieldErrors, Rule};

/// An IANA time zone, stored by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeZone(pub Tz);

impl TimeZone {
    /// Returns the time zone with this IANA name.
    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok().map(Self)
    }

    /// The IANA name.
    pub fn as_str(self) -> &'static str {
        self.0.name()
    }

    /// The first moment of a day in this time zone.
    pub fn first_moment(self, day: NaiveDate) -> DateTime<Utc> {
        first_moment(self.0, day)
    }

    /// The time zone of the field `timezone` of a request, if it is given. An unknown name is an error of the field.
    pub fn validate(errors: &mut FieldErrors, name: Option<&str>) -> Option<Self> {
        let name = name?;
        let timezone = Self::from_name(name);
        if timezone.is_none() {
            errors.add("timezone", Rule::UnknownValue);
        }
        timezone
    }
}

/// The first moment of a day. Where clocks skip midnight, the day begins after the skipped time.
pub fn first_moment(zone: Tz, day: NaiveDate) -> DateTime<Utc> {
    let midnight = day.and_time(NaiveTime::MIN);
    if let Some(start) = zone.from_local_datetime(&midnight).earliest() {
        return start.to_utc();
    }
    // With the offset before the change, midnight is the moment of the change itself.
    let before = offset_seconds(zone, midnight.and_utc() - TimeDelta::days(1));
    midnight.and_utc() - TimeDelta::seconds(before.into())
}

/// Seconds to add to UTC.
pub fn offset_seconds(zone: Tz, at: DateTime<Utc>) -> i32 {
    zone.offset_from_utc_datetime(&at.naive_utc()).fix().local_minus_utc()
}

/// Moscow, until another one is chosen.
impl Default for TimeZone {
    fn default() -> Self {
        Self(Tz::Europe__Moscow)
    }
}

impl Serialize for TimeZone {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for TimeZone {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        Self::from_name(&name).ok_or_else(|| D::Error::custom("an IANA time zone is expected"))
    }
}

shared_types::stored!(TimeZone);
