//! Phone numbers in E.164 format: `+` and 8 to 15 digits.

use serde::{Deserialize, Serialize};

/// A phone number in E.164 format.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "+79990000001"))]
pub struct Phone(String);

/// The text is not a phone number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a phone number in the international form")]
pub struct PhoneError;

impl Phone {
    /// Parses the usual notations: spaces, dashes, brackets, a leading `00`, and the Russian trunk prefix 8.
    pub fn parse(text: &str) -> Result<Self, PhoneError> {
        let mut digits = String::with_capacity(16);
        for (index, character) in text.trim().chars().enumerate() {
            match character {
                '0'..='9' => digits.push(character),
                '+' if index == 0 => {}
                ' ' | '\u{a0}' | '-' | '(' | ')' | '.' => {}
                _ => return Err(PhoneError),
            }
        }
        if !text.trim().starts_with('+') {
            if let Some(rest) = digits.strip_prefix("00") {
                digits = rest.to_owned();
            } else if digits.len() == 11 && digits.starts_with('8') {
                digits.replace_range(..1, "7");
            }
        }
        if (8..=15).contains(&digits.len()) && !digits.starts_with('0') {
            Ok(Self(format!("+{digits}")))
        } else {
            Err(PhoneError)
        }
    }

    /// The number in E.164 format: `+79990000001`.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for Phone {
    type Error = PhoneError;

    fn try_from(text: String) -> Result<Self, PhoneError> {
        Self::parse(&text)
    }
}

impl From<Phone> for String {
    fn from(phone: Phone) -> Self {
        phone.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_notations_are_parsed() {
        for text in [
            "+7 999 000-00-01",
            "8 (999) 000 00 01",
            "79990000001",
            "007 999 0000001",
        ] {
            assert_eq!(
                Phone::parse(text).map(String::from),
                Ok("+79990000001".to_owned()),
                "{text}"
            );
        }
        for text in [
            "",
            "+",
            "12345",
            "+0123456789",
            "abc",
            "+7999000000１",
            "+1234567890123456",
        ] {
            assert_eq!(Phone::parse(text), Err(PhoneError), "{text}");
        }
    }
}
