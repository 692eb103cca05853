//! Validation errors by field. All errors of a body are reported at once, under the field names of the DTO.

use serde::{Deserialize, Deserializer, Serialize};
use std::{collections::BTreeMap, fmt};

/// A validation rule that a field violates. The SPAs translate it; other API clients get the English text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The field is missing, null or blank.
    Required,
    /// The value has the wrong type. Contains a description of the expected type.
    WrongType(String),
    /// The text has more characters than allowed.
    TooLong(usize),
    /// The text has fewer characters than required.
    TooShort(usize),
    /// The number is outside the allowed range.
    OutOfRange(i64, i64),
    /// The value is not an amount of money in the currency.
    NotAnAmount,
    /// The value is not an http or https URL.
    NotAUrl,
    /// The value is not a phone number in the international format.
    NotAPhone,
    /// The value is not an e-mail address.
    NotAnEmail,
    /// The value is not a valid subdomain.
    NotASubdomain,
    /// The value is already in use.
    Taken,
    /// The value is not one of the known values.
    UnknownValue,
    /// The text contains control characters.
    ControlCharacters,
    /// The DTO has no such field.
    UnknownField,
    /// The value does not identify an object of the caller.
    NotYours,
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required => f.write_str("is required"),
            Self::WrongType(expected) => write!(f, "has the wrong type: {expected}"),
            Self::TooLong(most) => write!(f, "is longer than {most} characters"),
            Self::TooShort(least) => write!(f, "is shorter than {least} characters"),
            Self::OutOfRange(least, most) => write!(f, "must be from {least} to {most}"),
            Self::NotAnAmount => f.write_str("is not an amount that can be stored exactly"),
            Self::NotAUrl => f.write_str("is not an http or https address"),
            Self::NotAPhone => f.write_str("is not a phone number in the international form"),
            Self::NotAnEmail => f.write_str("is not an e-mail address"),
            Self::NotASubdomain => f.write_str("must be Latin letters, digits and hyphens, and begin with a letter"),
            Self::Taken => f.write_str("is taken"),
            Self::UnknownValue => f.write_str("is not one of the known values"),
            Self::ControlCharacters => f.write_str("has control characters"),
            Self::UnknownField => f.write_str("is not known here"),
            Self::NotYours => f.write_str("names nothing of yours"),
        }
    }
}

impl Rule {
    /// Parses the English text of a rule, as returned by the API. Returns `None` for an unknown text.
    pub fn parse(text: &str) -> Option<Self> {
        let between = |before: &str, after: &str| text.strip_prefix(before)?.strip_suffix(after);
        let plain = [
            Self::Required,
            Self::NotAnAmount,
            Self::NotAUrl,
            Self::NotAPhone,
            Self::NotAnEmail,
            Self::NotASubdomain,
            Self::Taken,
            Self::UnknownValue,
            Self::ControlCharacters,
            Self::UnknownField,
            Self::NotYours,
        ];
        if let Some(rule) = plain.into_iter().find(|rule| rule.to_string() == text) {
            return Some(rule);
        }
        if let Some(expected) = text.strip_prefix("has the wrong type: ") {
            return Some(Self::WrongType(expected.to_owned()));
        }
        if let Some(most) = between("is longer than ", " characters") {
            return most.parse().ok().map(Self::TooLong);
        }
        if let Some(least) = between("is shorter than ", " characters") {
            return least.parse().ok().map(Self::TooShort);
        }
        let (least, most) = text.strip_prefix("must be from ")?.split_once(" to ")?;
        Some(Self::OutOfRange(least.parse().ok()?, most.parse().ok()?))
    }
}

/// Deserializes a field that distinguishes `null` from absence. With `#[serde(default)]`, an absent field is `None` and
/// `null` is `Some(None)`.
pub fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Maps a field name to its validation errors.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldErrors(pub BTreeMap<String, Vec<String>>);

impl FieldErrors {
    /// Creates errors with a single violated rule.
    pub fn single(field: &str, rule: Rule) -> Self {
        let mut errors = Self::default();
        errors.add(field, rule);
        errors
    }

    /// Adds a violated rule.
    pub fn add(&mut self, field: &str, rule: Rule) {
        self.0.entry(field.to_owned()).or_default().push(rule.to_string());
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the first field and its first error.
    pub fn first(&self) -> Option<(&str, &str)> {
        self.0
            .iter()
            .find_map(|(field, errors)| Some((field.as_str(), errors.first()?.as_str())))
    }

    /// Returns the value if there are no errors.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Checks a text and returns it trimmed. It may have at most `most` characters and no control characters except
    /// line breaks and tabs.
    pub fn text(&mut self, field: &str, text: &str, most: usize) -> String {
        let text = text.trim();
        if text.chars().count() > most {
            self.add(field, Rule::TooLong(most));
        }
        if text.chars().any(|c| c.is_control() && !matches!(c, '\n' | '\r' | '\t')) {
            self.add(field, Rule::ControlCharacters);
        }
        text.to_owned()
    }

    /// Like [`Self::text`], but the text must not be blank.
    pub fn required_text(&mut self, field: &str, text: &str, most: usize) -> String {
        if text.trim().is_empty() {
            self.add(field, Rule::Required);
        }
        self.text(field, text, most)
    }

    /// Like [`Self::text`], but the text may be absent. A blank text counts as absent.
    pub fn optional_text(&mut self, field: &str, text: Option<&str>, most: usize) -> Option<String> {
        let text = self.text(field, text?, most);
        (!text.is_empty()).then_some(text)
    }

    /// Checks a URL: http or https, with a host, at most `most` characters.
    pub fn url(&mut self, field: &str, url: &str, most: usize) -> String {
        let text = self.text(field, url, most);
        let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://"));
        let host_is_named =
            rest.is_some_and(|rest| rest.split(['/', '?', '#']).next().is_some_and(|host| !host.is_empty()));
        if !host_is_named || text.chars().any(char::is_whitespace) {
            self.add(field, Rule::NotAUrl);
        }
        text
    }

    /// Like [`Self::url`], but the URL may be absent. A blank text counts as absent.
    pub fn optional_url(&mut self, field: &str, url: Option<&str>, most: usize) -> Option<String> {
        let url = url?;
        (!url.trim().is_empty()).then(|| self.url(field, url, most))
    }

    /// Checks that a number is within its range.
    pub fn range(&mut self, field: &str, number: i64, least: i64, most: i64) {
        if !(least..=most).contains(&number) {
            self.add(field, Rule::OutOfRange(least, most));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Rule;

    #[test]
    fn every_rule_round_trips_through_its_text() {
        let rules = [
            Rule::Required,
            Rule::WrongType("six digits".to_owned()),
            Rule::TooLong(200),
            Rule::TooShort(3),
            Rule::OutOfRange(-5, i64::MAX),
            Rule::NotAnAmount,
            Rule::NotAUrl,
            Rule::NotAPhone,
            Rule::NotAnEmail,
            Rule::NotASubdomain,
            Rule::Taken,
            Rule::UnknownValue,
            Rule::ControlCharacters,
            Rule::UnknownField,
            Rule::NotYours,
        ];
        for rule in rules {
            assert_eq!(Rule::parse(&rule.to_string()), Some(rule));
        }
        assert_eq!(Rule::parse("is something else"), None);
    }
}
