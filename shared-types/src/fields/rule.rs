//! Validation rules and the errors that the API returns for them.

use super::expected::{Expected, Format};
use std::fmt;

/// A validation rule that a field violates.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The field is missing, null or blank.
    Required,
    /// The value has the wrong JSON type. Contains the expected one.
    WrongType(Expected),
    /// The text does not have the expected format.
    InvalidFormat(Format),
    /// The text has more characters than allowed.
    TooLong(usize),
    /// The text has fewer characters than required.
    TooShort(usize),
    /// The password is one of the most common ones.
    TooCommon,
    /// The list has more elements than allowed.
    TooMany(usize),
    /// The number is outside the allowed range.
    OutOfRange(i64, i64),
    /// The number is too large to be stored.
    NumberOverflow,
    /// The value is not an amount of money in the currency.
    NotAnAmount,
    /// The amount is zero or negative, where something has to be paid.
    NotPositive,
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
    /// The value repeats another element of the list.
    Repeated,
    /// The value is not one of the known values.
    UnknownValue,
    /// The cursor was made with other filters or another sort.
    CursorMismatch,
    /// The text contains control characters.
    ControlCharacters,
    /// The text is not valid Unicode.
    InvalidUnicode,
    /// The DTO has no such field.
    UnknownField,
    /// The field appears twice in its object.
    DuplicateField,
    /// The value is nested too deeply.
    NestedTooDeeply,
    /// The value does not identify an object of the caller.
    NotYours,
    /// Another bracket of the list has the same bounds.
    SameBounds,
    /// The end is not later than the start.
    NotLater,
    /// The period overlaps another one of the list.
    Overlaps,
    /// The amount would apply to items whose prices are in different currencies.
    MixedCurrencies,
    /// The value is not a currency that an order can have.
    CurrencyNotAccepted,
    /// The number can be read in two ways. Contains both readings.
    Ambiguous([String; 2]),
    /// The sheet holds a date, where a date makes no sense.
    DateInCell,
    /// The cell is one over several rows, where each row needs a value of its own.
    MergedCell,
    /// The program that wrote the file has not calculated the formula of the cell.
    NotCalculated,
    /// The program that wrote the file has lost the last digits of the number.
    DigitsLost,
    /// The formula of the cell has an error.
    FormulaError,
}

/// Parameters of a violated rule.
#[serde_with::skip_serializing_none]
#[apply(response)]
#[derive(Default)]
pub struct RuleParams {
    /// The expected JSON type of `wrong_type`, or the expected format of `invalid_format`.
    pub expected: Option<String>,
    /// The least allowed number or length.
    pub min: Option<i64>,
    /// The greatest allowed number or length.
    pub max: Option<i64>,
    /// The two numbers that the text of `ambiguous` can be read as.
    pub readings: Option<Vec<String>>,
}

/// A validation error of a field.
#[apply(response)]
pub struct FieldError {
    /// Stable machine-readable code of the violated rule.
    #[cfg_attr(feature = "openapi", schema(value_type = RuleCode))]
    pub code: String,
    /// Parameters of the rule. Which ones are present depends on the code.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub params: RuleParams,
    /// The error in English, for logs. Programs use `code` and `params`.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub message: String,
}

impl From<Rule> for FieldError {
    fn from(rule: Rule) -> Self {
        Self {
            code: rule.code().to_owned(),
            params: rule.params(),
            message: rule.to_string(),
        }
    }
}

impl Rule {
    /// The codes with the parameters and the meaning of each.
    pub const CODES: &[(&str, &str, &str)] = &[
        ("required", "", "The field is missing, null or blank"),
        ("wrong_type", "expected", "The value has the wrong JSON type"),
        ("invalid_format", "expected", "The text has the wrong format"),
        ("too_long", "max", "The text has more characters than allowed"),
        ("too_short", "min", "The text has fewer characters than required"),
        ("too_common", "", "The password is one of the most common ones"),
        ("too_many", "max", "The list has more elements than allowed"),
        ("out_of_range", "min, max", "The number is outside the allowed range"),
        ("number_overflow", "", "The number is too large to be stored"),
        (
            "not_an_amount",
            "",
            "The value is not an amount that can be stored exactly",
        ),
        ("not_positive", "", "The amount must be above zero"),
        ("not_a_url", "", "The value is not an http or https address"),
        ("not_a_phone", "", "The value is not an international phone number"),
        ("not_an_email", "", "The value is not an e-mail address"),
        ("not_a_subdomain", "", "The value is not a valid subdomain"),
        ("taken", "", "The value is already in use"),
        ("repeated", "", "The value is that of another element of the list"),
        ("unknown_value", "", "The value is not one of the known values"),
        ("cursor_mismatch", "", "The cursor has other filters or another sort"),
        ("control_characters", "", "The text contains control characters"),
        ("invalid_unicode", "", "The text is not valid Unicode"),
        ("unknown_field", "", "There is no such field"),
        ("duplicate_field", "", "The field appears twice in its object"),
        ("nested_too_deeply", "", "The value is nested too deeply"),
        ("not_yours", "", "The value does not identify an object of the caller"),
        ("same_bounds", "", "Another bracket of the list has the same bounds"),
        ("not_later", "", "The end is not later than the start"),
        ("overlaps", "", "The period overlaps another one of the list"),
        (
            "mixed_currencies",
            "",
            "The amount would apply to items with prices in different currencies",
        ),
        (
            "currency_not_accepted",
            "",
            "The value is not a current ISO 4217 currency; the price is never converted",
        ),
        ("ambiguous", "readings", "The number can be read in two ways"),
        ("date_in_cell", "", "The sheet holds a date where none makes sense"),
        ("merged_cell", "", "One cell covers several rows"),
        ("not_calculated", "", "The file has no value for the formula"),
        ("digits_lost", "", "The file has lost the last digits of the number"),
        ("formula_error", "", "The formula of the cell has an error"),
    ];

    /// The stable code.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Required => "required",
            Self::WrongType(_) => "wrong_type",
            Self::InvalidFormat(_) => "invalid_format",
            Self::TooLong(_) => "too_long",
            Self::TooShort(_) => "too_short",
            Self::TooCommon => "too_common",
            Self::TooMany(_) => "too_many",
            Self::OutOfRange(..) => "out_of_range",
            Self::NumberOverflow => "number_overflow",
            Self::NotAnAmount => "not_an_amount",
            Self::NotPositive => "not_positive",
            Self::NotAUrl => "not_a_url",
            Self::NotAPhone => "not_a_phone",
            Self::NotAnEmail => "not_an_email",
            Self::NotASubdomain => "not_a_subdomain",
            Self::Taken => "taken",
            Self::Repeated => "repeated",
            Self::UnknownValue => "unknown_value",
            Self::CursorMismatch => "cursor_mismatch",
            Self::ControlCharacters => "control_characters",
            Self::InvalidUnicode => "invalid_unicode",
            Self::UnknownField => "unknown_field",
            Self::DuplicateField => "duplicate_field",
            Self::NestedTooDeeply => "nested_too_deeply",
            Self::NotYours => "not_yours",
            Self::SameBounds => "same_bounds",
            Self::NotLater => "not_later",
            Self::Overlaps => "overlaps",
            Self::MixedCurrencies => "mixed_currencies",
            Self::CurrencyNotAccepted => "currency_not_accepted",
            Self::Ambiguous(_) => "ambiguous",
            Self::DateInCell => "date_in_cell",
            Self::MergedCell => "merged_cell",
            Self::NotCalculated => "not_calculated",
            Self::DigitsLost => "digits_lost",
            Self::FormulaError => "formula_error",
        }
    }

    fn params(&self) -> RuleParams {
        let length = |length: usize| Some(i64::try_from(length).unwrap_or(i64::MAX));
        let (expected, min, max) = match *self {
            Self::WrongType(expected) => (Some(expected.as_str()), None, None),
            Self::InvalidFormat(format) => (Some(format.as_str()), None, None),
            Self::TooLong(max) | Self::TooMany(max) => (None, None, length(max)),
            Self::TooShort(min) => (None, length(min), None),
            Self::OutOfRange(min, max) => (None, Some(min), Some(max)),
            _ => (None, None, None),
        };
        RuleParams {
            expected: expected.map(ToOwned::to_owned),
            min,
            max,
            readings: match self {
                Self::Ambiguous(readings) => Some(readings.to_vec()),
                _ => None,
            },
        }
    }

    /// The rule of an error. Returns `None` if this version does not know the code or if a parameter is missing.
    pub fn from_error(error: &FieldError) -> Option<Self> {
        let params = &error.params;
        let expected = params.expected.as_deref();
        let length = |length: Option<i64>| usize::try_from(length?).ok();
        Some(match error.code.as_str() {
            "wrong_type" => Self::WrongType(Expected::from_name(expected?)?),
            "invalid_format" => Self::InvalidFormat(Format::from_name(expected?)?),
            "too_long" => Self::TooLong(length(params.max)?),
            "too_short" => Self::TooShort(length(params.min)?),
            "too_many" => Self::TooMany(length(params.max)?),
            "out_of_range" => Self::OutOfRange(params.min?, params.max?),
            "ambiguous" => Self::Ambiguous(params.readings.clone()?.try_into().ok()?),
            code => Self::WITHOUT_PARAMS.iter().find(|rule| rule.code() == code)?.clone(),
        })
    }

    const WITHOUT_PARAMS: &[Self] = &[
        Self::Required,
        Self::TooCommon,
        Self::NumberOverflow,
        Self::NotAnAmount,
        Self::NotPositive,
        Self::NotAUrl,
        Self::NotAPhone,
        Self::NotAnEmail,
        Self::NotASubdomain,
        Self::Taken,
        Self::Repeated,
        Self::UnknownValue,
        Self::CursorMismatch,
        Self::ControlCharacters,
        Self::InvalidUnicode,
        Self::UnknownField,
        Self::DuplicateField,
        Self::NestedTooDeeply,
        Self::NotYours,
        Self::SameBounds,
        Self::NotLater,
        Self::Overlaps,
        Self::MixedCurrencies,
        Self::CurrencyNotAccepted,
        Self::DateInCell,
        Self::MergedCell,
        Self::NotCalculated,
        Self::DigitsLost,
        Self::FormulaError,
    ];
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Required => f.write_str("is required"),
            Self::WrongType(Expected::Other) => f.write_str("has the wrong type"),
            Self::WrongType(expected) => write!(f, "has the wrong type: {expected} is expected"),
            Self::InvalidFormat(Format::Other) => f.write_str("has the wrong format"),
            Self::InvalidFormat(format) => write!(f, "has the wrong format: {format} are expected"),
            Self::TooLong(max) => write!(f, "is longer than {max} characters"),
            Self::TooShort(min) => write!(f, "is shorter than {min} characters"),
            Self::TooCommon => f.write_str("is one of the most common passwords"),
            Self::TooMany(max) => write!(f, "has more than {max} elements"),
            Self::OutOfRange(min, max) => write!(f, "must be from {min} to {max}"),
            Self::NumberOverflow => f.write_str("is too large a number"),
            Self::NotAnAmount => f.write_str("is not an amount that can be stored exactly"),
            Self::NotPositive => f.write_str("must be above zero"),
            Self::NotAUrl => f.write_str("is not an http or https address"),
            Self::NotAPhone => f.write_str("is not a phone number in the international form"),
            Self::NotAnEmail => f.write_str("is not an e-mail address"),
            Self::NotASubdomain => f.write_str("must be Latin letters, digits and hyphens, and begin with a letter"),
            Self::Taken => f.write_str("is taken"),
            Self::Repeated => f.write_str("is that of another element"),
            Self::UnknownValue => f.write_str("is not one of the known values"),
            Self::CursorMismatch => f.write_str("was made with other filters or another sort"),
            Self::ControlCharacters => f.write_str("has control characters"),
            Self::InvalidUnicode => f.write_str("is not valid Unicode"),
            Self::UnknownField => f.write_str("is not known here"),
            Self::DuplicateField => f.write_str("appears twice"),
            Self::NestedTooDeeply => f.write_str("is nested too deeply"),
            Self::NotYours => f.write_str("names nothing of yours"),
            Self::SameBounds => f.write_str("equals the bounds of another bracket"),
            Self::NotLater => f.write_str("is not later than the start"),
            Self::Overlaps => f.write_str("overlaps another period"),
            Self::MixedCurrencies => f.write_str("would apply to items in different currencies"),
            Self::CurrencyNotAccepted => f.write_str("is not a currency that an order can have"),
            Self::Ambiguous([one, other]) => write!(f, "can be read as {one} or as {other}"),
            Self::DateInCell => f.write_str("is a date in the sheet"),
            Self::MergedCell => f.write_str("is one cell over several rows"),
            Self::NotCalculated => f.write_str("is a formula without a value in the file"),
            Self::DigitsLost => f.write_str("has lost its last digits in the program that wrote the file"),
            Self::FormulaError => f.write_str("is a formula with an error"),
        }
    }
}

/// The schema of [`FieldError::code`].
#[cfg(feature = "openapi")]
#[derive(Debug)]
pub struct RuleCode;

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for RuleCode {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        let mut description = "Stable machine-readable code of a violated rule:\n".to_owned();
        for (code, params, meaning) in Rule::CODES {
            let params = if params.is_empty() {
                String::new()
            } else {
                format!(" (`params`: {params})")
            };
            description = format!("{description}\n- `{code}`: {meaning}{params}");
        }
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(description))
            .enum_values(Some(Rule::CODES.iter().map(|(code, ..)| *code)))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for RuleCode {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rule_round_trips_through_json() {
        let mut rules = Rule::WITHOUT_PARAMS.to_vec();
        rules.extend(Expected::ALL.iter().copied().map(Rule::WrongType));
        rules.extend(Format::ALL.iter().copied().map(Rule::InvalidFormat));
        rules.extend([Rule::TooLong(200), Rule::TooShort(3), Rule::TooMany(50)]);
        rules.push(Rule::OutOfRange(-5, i64::MAX));
        rules.push(Rule::Ambiguous(["1.5".to_owned(), "1500".to_owned()]));
        for (code, ..) in Rule::CODES {
            assert!(rules.iter().any(|rule| rule.code() == *code), "{code}");
        }
        for rule in rules {
            assert!(Rule::CODES.iter().any(|(code, ..)| *code == rule.code()), "{rule:?}");
            let json = serde_json::to_string(&FieldError::from(rule.clone())).expect("JSON");
            let error: FieldError = serde_json::from_str(&json).expect("an error");
            assert_eq!(Rule::from_error(&error), Some(rule), "{json}");
        }
    }

    #[test]
    fn the_message_is_not_parsed() {
        let error = |code: &str| FieldError {
            code: code.to_owned(),
            params: RuleParams::default(),
            message: "is required".to_owned(),
        };
        assert_eq!(Rule::from_error(&error("a_code_of_a_newer_server")), None);
        assert_eq!(Rule::from_error(&error("too_long")), None);
        assert_eq!(Rule::from_error(&error("taken")), Some(Rule::Taken));
    }
}
