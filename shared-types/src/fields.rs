//! Validation errors by field. All errors of a body are reported at once, under the field names of the DTO.

mod expected;
mod rule;

pub use expected::{Expected, Format};
#[cfg(feature = "openapi")]
pub use rule::RuleCode;
pub use rule::{FieldError, Rule, RuleParams};

use crate::visible_text::visible;
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;

/// Deserializes a field that distinguishes `null` from absence. With `#[serde(default)]`, an absent field is `None` and
/// `null` is `Some(None)`.
pub fn present<'de, T, D>(deserializer: D) -> Result<Option<T>, D::Error>
where
    T: Deserialize<'de>,
    D: Deserializer<'de>,
{
    T::deserialize(deserializer).map(Some)
}

/// Maps the path of a field, such as `items[2].price`, to its validation errors.
#[apply(response)]
#[derive(Default)]
#[serde(transparent)]
pub struct FieldErrors(pub BTreeMap<String, Vec<FieldError>>);

impl FieldErrors {
    /// Creates errors with a single violated rule.
    pub fn single(field: &str, rule: Rule) -> Self {
        let mut errors = Self::default();
        errors.add(field, rule);
        errors
    }

    /// Adds a violated rule.
    pub fn add(&mut self, field: &str, rule: Rule) {
        self.0.entry(field.to_owned()).or_default().push(rule.into());
    }

    /// Adds the errors of an object whose fields are below `path`.
    pub fn add_below(&mut self, path: &str, errors: Self) {
        let below = errors.0.into_iter();
        self.0
            .extend(below.map(|(field, errors)| (format!("{path}.{field}"), errors)));
    }

    /// Whether there are no errors.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the first field and its first error.
    pub fn first(&self) -> Option<(&str, &FieldError)> {
        self.0
            .iter()
            .find_map(|(field, errors)| Some((field.as_str(), errors.first()?)))
    }

    /// Returns the value if there are no errors.
    pub fn into_result<T>(self, value: T) -> Result<T, Self> {
        if self.is_empty() { Ok(value) } else { Err(self) }
    }

    /// Checks a text and returns it trimmed. It may have at most `most` characters and no control characters except
    /// line breaks and tabs.
    pub fn text(&mut self, field: &str, text: &str, most: usize) -> String {
        let text = visible(text).trim();
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
        let text = self.text(field, text, most);
        if text.is_empty() {
            self.add(field, Rule::Required);
        }
        text
    }

    /// Like [`Self::text`], but the text may be absent. A blank text counts as absent.
    pub fn optional_text(&mut self, field: &str, text: Option<&str>, most: usize) -> Option<String> {
        let text = self.text(field, text?, most);
        (!text.is_empty()).then_some(text)
    }

    /// Like [`Self::optional_text`], for a code that may come from a scanner: characters that scanners add are removed.
    pub fn scanned_text(&mut self, field: &str, text: Option<&str>, most: usize) -> Option<String> {
        self.optional_text(field, Some(&crate::codes::without_scanner_marks(text?)), most)
    }

    /// Like [`Self::scanned_text`], but the text is required.
    pub fn required_scan(&mut self, field: &str, text: &str, most: usize) -> String {
        let text = self.scanned_text(field, Some(text), most);
        if text.is_none() {
            self.add(field, Rule::Required);
        }
        text.unwrap_or_default()
    }

    /// Checks the number of lines of a list: one to `most`.
    pub fn lines(&mut self, field: &str, lines: usize, most: usize) {
        let number = |count| i64::try_from(count).unwrap_or(i64::MAX);
        self.range(field, number(lines), 1, number(most));
    }

    /// Checks a web address ([`crate::web_address::parse`]) of at most `most` characters and returns it trimmed.
    pub fn url(&mut self, field: &str, url: &str, most: usize) -> String {
        let text = self.text(field, url, most);
        if text.is_empty() {
            self.add(field, Rule::Required);
        } else if crate::web_address::parse(&text).is_err() {
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
