//! Countries by their codes of ISO 3166-1 alpha-2. People see and type names; the SPAs take them from `Intl.DisplayNames`.

use serde::{Deserialize, Serialize};

/// A country, as the index of its code.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "openapi", schema(value_type = String, example = "RU"))]
pub struct Country(u8);

/// The text is not the code of a country.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a country code of ISO 3166-1")]
pub struct CountryError;

/// The officially assigned codes, in alphabetical order.
const CODES: [&str; 249] = [
    "AD", "AE", "AF", "AG", "AI", "AL", "AM", "AO", "AQ", "AR", "AS", "AT", "AU", "AW", "AX", "AZ", "BA", "BB", "BD",
    "BE", "BF", "BG", "BH", "BI", "BJ", "BL", "BM", "BN", "BO", "BQ", "BR", "BS", "BT", "BV", "BW", "BY", "BZ", "CA",
    "CC", "CD", "CF", "CG", "CH", "CI", "CK", "CL", "CM", "CN", "CO", "CR", "CU", "CV", "CW", "CX", "CY", "CZ", "DE",
    "DJ", "DK", "DM", "DO", "DZ", "EC", "EE", "EG", "EH", "ER", "ES", "ET", "FI", "FJ", "FK", "FM", "FO", "FR", "GA",
    "GB", "GD", "GE", "GF", "GG", "GH", "GI", "GL", "GM", "GN", "GP", "GQ", "GR", "GS", "GT", "GU", "GW", "GY", "HK",
    "HM", "HN", "HR", "HT", "HU", "ID", "IE", "IL", "IM", "IN", "IO", "IQ", "IR", "IS", "IT", "JE", "JM", "JO", "JP",
    "KE", "KG", "KH", "KI", "KM", "KN", "KP", "KR", "KW", "KY", "KZ", "LA", "LB", "LC", "LI", "LK", "LR", "LS", "LT",
    "LU", "LV", "LY", "MA", "MC", "MD", "ME", "MF", "MG", "MH", "MK", "ML", "MM", "MN", "MO", "MP", "MQ", "MR", "MS",
    "MT", "MU", "MV", "MW", "MX", "MY", "MZ", "NA", "NC", "NE", "NF", "NG", "NI", "NL", "NO", "NP", "NR", "NU", "NZ",
    "OM", "PA", "PE", "PF", "PG", "PH", "PK", "PL", "PM", "PN", "PR", "PS", "PT", "PW", "PY", "QA", "RE", "RO", "RS",
    "RU", "RW", "SA", "SB", "SC", "SD", "SE", "SG", "SH", "SI", "SJ", "SK", "SL", "SM", "SN", "SO", "SR", "SS", "ST",
    "SV", "SX", "SY", "SZ", "TC", "TD", "TF", "TG", "TH", "TJ", "TK", "TL", "TM", "TN", "TO", "TR", "TT", "TV", "TW",
    "TZ", "UA", "UG", "UM", "US", "UY", "UZ", "VA", "VC", "VE", "VG", "VI", "VN", "VU", "WF", "WS", "YE", "YT", "ZA",
    "ZM", "ZW",
];

impl Country {
    /// Parses a code in upper or lower case.
    pub fn parse(text: &str) -> Result<Self, CountryError> {
        let code = text.trim().to_ascii_uppercase();
        let index = CODES.binary_search(&code.as_str()).map_err(|_| CountryError)?;
        u8::try_from(index).map(Self).map_err(|_| CountryError)
    }

    /// The code in upper case.
    pub const fn code(self) -> &'static str {
        CODES[self.0 as usize]
    }

    /// All countries, in the order of their codes.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..=u8::MAX).map(Self).take(CODES.len())
    }
}

impl std::fmt::Debug for Country {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

impl std::fmt::Display for Country {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.code())
    }
}

impl TryFrom<String> for Country {
    type Error = CountryError;

    fn try_from(text: String) -> Result<Self, CountryError> {
        Self::parse(&text)
    }
}

impl From<Country> for String {
    fn from(country: Country) -> Self {
        country.code().to_owned()
    }
}

#[cfg(feature = "database")]
crate::stored!(Country, |country| country.code(), |text| Country::parse(text).ok());

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_sorted_and_parsed_in_either_case() {
        assert!(CODES.is_sorted());
        assert_eq!(Country::all().count(), CODES.len());
        for code in CODES {
            assert_eq!(Country::parse(&code.to_lowercase()).map(Country::code), Ok(code));
        }
        for text in ["", "R", "RUS", "Ро", "XX", "Россия"] {
            assert_eq!(Country::parse(text), Err(CountryError), "{text}");
        }
    }
}
