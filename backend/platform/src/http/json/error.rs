//! Errors of JSON values, described without names of Rust types.

use serde::de::Unexpected;
use shared_types::fields::{Expected, Format, Rule};
use std::fmt;

/// The error of a value. The path is reported separately.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::http) enum ShapeError {
    /// A required field is absent.
    Missing(String),
    UnknownField(String),
    /// The value violates a rule.
    Value(Rule),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) => write!(f, "{field} is missing"),
            Self::UnknownField(field) => write!(f, "{field} is not known"),
            Self::Value(rule) => rule.fmt(f),
        }
    }
}

impl std::error::Error for ShapeError {}

/// The expected JSON type. Serde describes it as a text, which may name a Rust type.
fn expected_type(expected: &dyn serde::de::Expected) -> Expected {
    let text = expected.to_string();
    let is_number = |kind: char| {
        let rest = text.strip_prefix(kind).unwrap_or_default();
        rest == "size" || (!rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()))
    };
    match text.as_str() {
        "a string" | "a borrowed string" => Expected::String,
        "a sequence" => Expected::Array,
        "a boolean" => Expected::Boolean,
        "unit" => Expected::Null,
        "a map" => Expected::Object,
        "a number or a decimal string" => Expected::NumberOrString,
        _ if is_number('i') || is_number('u') => Expected::Integer,
        _ if is_number('f') => Expected::Number,
        _ if text.contains("RFC 3339") => Expected::DateTime,
        _ if text.contains("enum") || text.contains("variant") => Expected::KnownValue,
        _ if text.contains("struct") || text.contains("tuple") => Expected::Object,
        _ => Expected::Other,
    }
}

pub(super) fn wrong_type<T>(expected: Expected) -> Result<T, ShapeError> {
    Err(ShapeError::Value(Rule::WrongType(expected)))
}

impl serde::de::Error for ShapeError {
    /// The error of a text that a type can't be parsed from. The message may name Rust types, so it is dropped.
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Value(Rule::InvalidFormat(Format::Other))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        Self::Value(Rule::WrongType(expected_type(expected)))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn serde::de::Expected) -> Self {
        Self::Value(match unexpected {
            Unexpected::Signed(_) | Unexpected::Unsigned(_) | Unexpected::Float(_) => Rule::NumberOverflow,
            _ => Rule::WrongType(expected_type(expected)),
        })
    }

    fn invalid_length(_: usize, _: &dyn serde::de::Expected) -> Self {
        Self::Value(Rule::WrongType(Expected::Array))
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::Value(Rule::UnknownValue)
    }

    fn unknown_field(field: &str, _: &'static [&'static str]) -> Self {
        Self::UnknownField(field.to_owned())
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field.to_owned())
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self::Value(Rule::DuplicateField)
    }
}
