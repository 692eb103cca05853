//! Phone numbers in E.164 format: `+` and 8 to 15 digits. The server parses numbers in other notations that people type.

/// A phone number in E.164 format.
#[apply(response)]
#[derive(Hash, PartialOrd, Ord)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "+79990000001"))]
pub struct Phone(String);

/// The text is not a phone number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a phone number in E.164 format")]
pub struct PhoneError;

impl Phone {
    /// Parses the E.164 format only. Numbering plans change, so a stored number is not checked against them again.
    pub fn from_e164(text: &str) -> Result<Self, PhoneError> {
        let digits = text.strip_prefix('+').ok_or(PhoneError)?;
        let is_number = (8..=15).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && !digits.starts_with('0') {
            Ok(Self(text.to_owned()))
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
        Self::from_e164(&text)
    }
}

impl From<Phone> for String {
    fn from(phone: Phone) -> Self {
        phone.0
    }
}

impl std::fmt::Display for Phone {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(feature = "database")]
crate::stored!(Phone, |phone| phone.0, |text| Phone::from_e164(text).ok());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_e164_format_is_parsed() {
        assert_eq!(
            Phone::from_e164("+79990000001").map(String::from),
            Ok("+79990000001".to_owned())
        );
        for text in [
            "",
            "+",
            "79990000001",
            "+7 999 000-00-01",
            "+1234567",
            "+0123456789",
            "+7999000000１",
            "+1234567890123456",
        ] {
            assert_eq!(Phone::from_e164(text), Err(PhoneError), "{text}");
        }
    }
}
