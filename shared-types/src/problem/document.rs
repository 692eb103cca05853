//! The body of an error response.

use super::ProblemCode;
use crate::{
    access::{Breadth, Level, Object},
    api_keys::{KeyLevel, KeyObject},
    fields::FieldErrors,
    id::ItemId,
    identity::{NextStep, PasskeyChallenge},
    media::MediaKind,
    money::Money,
};

/// A right that the caller lacks.
#[apply(response)]
pub struct RequiredRight {
    /// `key` if the API key lacks a right that its maker may have, `person` if the person lacks it.
    pub holder: String,
    /// The object, as in the rights of keys or in the permissions of people.
    pub object: String,
    /// The least level: `read` or `write` of a key, `view`, `edit` or `manage` of a person.
    pub level: String,
    /// `all` if the person has the level for own rows only. Missing otherwise.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub breadth: Option<String>,
}

/// An error response, `application/problem+json`.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct Problem {
    /// `/problems/{code}`: the page that explains the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// Title of the code, in English.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// Explanation of this occurrence, in English.
    pub detail: Option<String>,
    /// Path of the request.
    pub instance: Option<String>,
    /// Stable machine-readable code.
    pub code: ProblemCode,
    /// Id of the request in the server log.
    pub request_id: Option<String>,
    /// First validation error as a sentence. Status 422 only.
    pub message: Option<String>,
    /// Validation errors by field. Status 422 only.
    #[serde(skip_serializing_if = "FieldErrors::is_empty", default)]
    pub errors: FieldErrors,
    /// The amount that is possible now. Codes `amount_changed`, `account_limit_exceeded` and `statement_line_exceeded` only.
    pub current_amount: Option<Money>,
    /// Amount that can still be refunded. Code `refund_too_large` only.
    pub refundable_amount: Option<Money>,
    /// The highest sum of one order of the client. Code `order_sum_limit` only.
    pub limit_amount: Option<Money>,
    /// The sum of the order. Code `order_sum_limit` only.
    pub order_amount: Option<Money>,
    /// The deposit of the order. Code `deposit_insufficient` only.
    pub deposit_amount: Option<Money>,
    /// The balance that is available for the deposit. Code `deposit_insufficient` only.
    pub available_amount: Option<Money>,
    /// The maximum that would be exceeded. Codes that say so.
    pub limit: Option<i64>,
    /// Row of the sheet, starting at 1. Code `sheet_cell_too_long` only.
    pub row: Option<u32>,
    /// The item that prevents the operation. Code `item_not_at_warehouse` only.
    pub item_id: Option<ItemId>,
    /// Numbers of the shipments that prevent the operation. Codes `shipment_not_loadable` and `shipments_unpaid` only.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub shipments: Vec<String>,
    /// The expected kind of file. Codes `media_missing` and `media_kind_refused` only.
    pub media_kind: Option<MediaKind>,
    /// The right that the caller lacks. Code `permission_denied` only, where a right on an object is missing.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub required_right: Option<RequiredRight>,
    /// The factor that is missing. Code `second_factor_required` only.
    pub next: Option<NextStep>,
    /// The challenge for the passkeys of the person. Code `second_factor_required` only, if the person has passkeys.
    pub passkey: Option<Box<PasskeyChallenge>>,
}

impl Problem {
    /// Creates a problem without details.
    pub fn new(code: ProblemCode) -> Self {
        Self {
            kind: format!("/problems/{}", code.as_str()),
            title: code.title().to_owned(),
            status: code.status(),
            detail: None,
            instance: None,
            code,
            request_id: None,
            message: None,
            errors: FieldErrors::default(),
            current_amount: None,
            refundable_amount: None,
            limit_amount: None,
            order_amount: None,
            deposit_amount: None,
            available_amount: None,
            limit: None,
            row: None,
            item_id: None,
            shipments: Vec::new(),
            media_kind: None,
            required_right: None,
            next: None,
            passkey: None,
        }
    }

    /// Creates the problem of an exceeded maximum.
    pub fn limit(code: ProblemCode, limit: impl TryInto<i64>) -> Self {
        Self {
            limit: limit.try_into().ok(),
            ..Self::new(code)
        }
    }

    /// Sets the explanation of this occurrence.
    #[must_use]
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

impl Problem {
    /// Creates the problem of a right that a person lacks.
    pub fn lacks_right(object: Object, level: Level) -> Self {
        Self::of_right("person", object.as_str(), level.as_str())
    }

    /// Creates the problem of a right that an API key lacks.
    pub fn key_lacks_right(object: KeyObject, level: KeyLevel) -> Self {
        Self::of_right("key", object.as_str(), level.as_str())
    }

    /// Creates the problem of a right that a person has for own rows only.
    pub fn lacks_all_rows(object: Object, level: Level) -> Self {
        let mut problem = Self::lacks_right(object, level);
        if let Some(right) = &mut problem.required_right {
            right.breadth = Some(Breadth::All.as_str().to_owned());
        }
        let detail = format!(
            "the person needs the right `{}: {}` for all rows",
            object.as_str(),
            level.as_str()
        );
        problem.with_detail(detail)
    }

    fn of_right(holder: &str, object: &str, level: &str) -> Self {
        let right = RequiredRight {
            holder: holder.to_owned(),
            object: object.to_owned(),
            level: level.to_owned(),
            breadth: None,
        };
        Self {
            required_right: Some(right),
            ..Self::new(ProblemCode::PermissionDenied)
        }
        .with_detail(format!("the {holder} needs the right `{object}: {level}`"))
    }

    /// Creates the problem of a payment whose amount is outdated.
    pub fn amount_changed(current: Money) -> Self {
        Self {
            current_amount: Some(current),
            ..Self::new(ProblemCode::AmountChanged)
        }
        .with_detail(format!("The amount to pay is now {current}"))
    }
}

impl From<FieldErrors> for Problem {
    fn from(errors: FieldErrors) -> Self {
        let message = errors
            .first()
            .map(|(field, error)| format!("{field}: {}", error.message));
        Self {
            message,
            errors,
            ..Self::new(ProblemCode::ValidationFailed)
        }
    }
}

impl From<ProblemCode> for Problem {
    fn from(code: ProblemCode) -> Self {
        Self::new(code)
    }
}
