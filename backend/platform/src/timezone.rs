//! Time zones of people and agents.

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
