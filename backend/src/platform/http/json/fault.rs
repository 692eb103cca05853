//! What is wrong with a value, in words that name no type of Rust.

use serde::de::{Expected, Unexpected};
use std::fmt;

/// What is wrong with a value; the path to it is kept beside.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::platform::http) enum Fault {
    /// A field is absent.
    Missing(String),
    /// A field is not known.
    UnknownField(String),
    /// A text is none of the known values.
    UnknownValue,
    /// Anything else, as a sentence.
    WrongType(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(field) => write!(f, "{field} is missing"),
            Self::UnknownField(field) => write!(f, "{field} is not known"),
            Self::UnknownValue => f.write_str("not a known value"),
            Self::WrongType(text) => f.write_str(text),
        }
    }
}

impl std::error::Error for Fault {}

/// What was expected, in words that name no type of Rust.
fn described(expected: &dyn Expected) -> String {
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

pub(super) fn wrong<T>(expected: &str) -> Result<T, Fault> {
    Err(Fault::WrongType(format!("{expected} is expected")))
}

impl serde::de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::WrongType(message.to_string())
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::WrongType(described(expected))
    }

    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        match unexpected {
            Unexpected::Signed(_) | Unexpected::Unsigned(_) | Unexpected::Float(_) => {
                Self::WrongType("the number is out of range".to_owned())
            }
            _ => Self::WrongType(described(expected)),
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
        Self::WrongType("a field stands twice".to_owned())
    }
}
