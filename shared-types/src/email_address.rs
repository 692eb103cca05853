//! E-mail addresses of people, in lower case.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The e-mail address of a person, in lower case.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct EmailAddress(String);

impl EmailAddress {
    /// Parses an address that a person typed. Only a letter with a link proves that it exists, so the check is short.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim().to_lowercase();
        let is_address = text.split_once('@').is_some_and(|(name, host)| {
            !name.is_empty() && host.contains('.') && !host.contains('@') && !text.contains(char::is_whitespace)
        });
        is_address.then_some(Self(text))
    }

    /// The address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for EmailAddress {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("not an e-mail address")
    }
}

impl From<EmailAddress> for String {
    fn from(address: EmailAddress) -> Self {
        address.0
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(feature = "database")]
crate::stored!(EmailAddress, |address| address.0, |text| EmailAddress::parse(text)
    .filter(|address| address.as_str() == text));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_have_a_name_and_a_host_and_are_in_lower_case() {
        let parsed = EmailAddress::parse(" Anna@Lotus.Example ").map(String::from);
        assert_eq!(parsed.as_deref(), Some("anna@lotus.example"));
        for text in [
            "",
            "anna",
            "@lotus.example",
            "anna@lotus",
            "a@b@lotus.example",
            "an na@lotus.example",
        ] {
            assert_eq!(EmailAddress::parse(text), None, "{text}");
        }
    }
}
