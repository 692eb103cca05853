//! Errors of JSON values, described without names of Rust types.

use serde::de::{Expected, Unexpected};
use std::fmt;

/// What is wrong with a value. The path is reported separately.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::http) enum ShapeError {
    /// A required field is absent.
    Missing(String),
    /// A field is unknown.
    UnknownField(String),
    /// A text is not one of the known values.
    UnknownValue,
    /// Any other error, as a sentence.
    WrongType(String),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) => write!(f, "{field} is missing"),
            Self::UnknownField(field) => write!(f, "{field} is not known"),
            Self::UnknownValue => f.write_str("not a known value"),
            Self::WrongType(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for ShapeError {}

/// What was expected, described without names of Rust types.
fn describe_expected(expected: &dyn Expected) -> String {
    let text = expected.to_string();
    let is_number = |kind: char| {
        let rest = text.strip_prefix(kind).unwrap_or_default();
        rest == "size" || (!rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let plain = match text.as_str() {
        "a string" | "a borrowed string" => "a text",
        "a sequence" => "a list",
        "a boolean" => "true or false",
        "unit" => "null",
        "a map" => "an object",
        _ if is_number('i') || is_number('u') => "a whole number",
        _ if is_number('f') => "a number",
        _ if text.contains("enum") || text.contains("variant") => "one of the known values",
        _ if text.contains("struct") || text.contains("tuple") => "an object",
        other => other,
    };
    format!("{plain} is expected")
}

pub(super) fn wrong_type<T>(expected: &str) -> Result<T, ShapeError> {
    Err(ShapeError::WrongType(format!("{expected} is expected")))
}

impl serde::de::Error for ShapeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::WrongType(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::WrongType(describe_expected(expected))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        match unexpected {
            Unexpected::Signed(_) | Unexpected::Unsigned(_) | Unexpected::Float(_) => {
                Self::WrongType("the number is out of range".to_owned())
            }
            _ => Self::WrongType(describe_expected(expected)),
        }
    }

    fn invalid_length(length: usize, _: &dyn Expected) -> Self {
        Self::WrongType(format!("a list of {length} is not expected"))
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::UnknownValue
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::UnknownField(field.to_owned())
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field.to_owned())
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self::WrongType("a field appears twice".to_owned())
    }
}
