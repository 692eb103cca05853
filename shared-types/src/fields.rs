//! What is wrong with a body, by field: all faults at once, under the DTO's own names.

use serde::{Deserialize, Deserializer, Serialize};
use std::{collections::BTreeMap, fmt};

/// A rule that a field broke; the SPAs translate it, programs read the English text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The field is absent, null or blank.
    Required,
    /// Not of the expected type; says what was expected.
    WrongType(String),
    /// More characters than allowed.
    TooLong(usize),
    /// Fewer characters than needed.
    TooShort(usize),
    /// Outside the numbers allowed.
    OutOfRange(i64, i64),
    /// Not an amount of money in the currency.
    NotAnAmount,
    /// Not an http(s) address.
    NotAUrl,
    /// Not a phone in the international form.
    NotAPhone,
    /// Not an e-mail address.
    NotAnEmail,
    /// Not a name that can stand before a host.
    NotASubdomain,
    /// Somebody else has it.
    Taken,
    /// Not one of the known values.
    UnknownValue,
    /// Has control characters that no text of ours may hold.
    ControlCharacters,
    /// The field is not known here.
    UnknownField,
    /// Nothing of the kind exists among yours.
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
    /// The rule that a text of the API tells of; the SPAs say it in their own words.
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

/// Reads a field for which `null` is a value of its own: with `#[serde(default)]`, absent is `None` and `null` is
/// `Some(None)`.
pub fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Field → what is wrong with it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldErrors(pub BTreeMap<String, Vec<String>>);

impl FieldErrors {
    /// One broken rule.
    pub fn one(field: &str, rule: Rule) -> Self {
        let mut errors = Self::default();
        errors.add(field, rule);
        errors
    }

    /// Adds a broken rule.
    pub fn add(&mut self, field: &str, rule: Rule) {
        self.0.entry(field.to_owned()).or_default().push(rule.to_string());
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The first field and its first fault.
    pub fn first(&self) -> Option<(&str, &str)> {
        self.0
            .iter()
            .find_map(|(field, faults)| Some((field.as_str(), faults.first()?.as_str())))
    }

    /// The value when nothing is wrong.
    pub fn or<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Checks a text: trimmed, at most `most` characters, no control characters but line breaks and tabs.
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

    /// The same, for a text that must not be blank.
    pub fn required_text(&mut self, field: &str, text: &str, most: usize) -> String {
        if text.trim().is_empty() {
            self.add(field, Rule::Required);
        }
        self.text(field, text, most)
    }

    /// The same, for a text that may be absent; blank counts as absent.
    pub fn optional_text(&mut self, field: &str, text: Option<&str>, most: usize) -> Option<String> {
        let text = self.text(field, text?, most);
        (!text.is_empty()).then_some(text)
    }

    /// Checks an address: http or https, with a host, at most `most` characters.
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

    /// The same, for an address that may be absent; blank counts as absent.
    pub fn optional_url(&mut self, field: &str, url: Option<&str>, most: usize) -> Option<String> {
        let url = url?;
        (!url.trim().is_empty()).then(|| self.url(field, url, most))
    }

    /// Checks a number against its bounds.
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
    fn every_rule_is_read_back_from_its_text() {
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
