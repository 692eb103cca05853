//! The body of an error response.

use super::ProblemCode;
use crate::{
    fields::FieldErrors,
    id::ItemId,
    identity::{NextStep, PasskeyChallenge},
    media::MediaKind,
    money::Money,
};
use serde::{Deserialize, Serialize};

/// An error response, `application/problem+json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// `/problems/{code}`: the page that explains the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// Title of the code, in English.
    pub title: String,
    /// HTTP status.
    pub status: u16,
    /// Explanation of this occurrence, in English.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// Path of the request.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub instance: Option<String>,
    /// Stable machine-readable code.
    pub code: ProblemCode,
    /// Id of the request in the server log.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub request_id: Option<String>,
    /// First validation error as a sentence. Status 422 only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    /// Validation errors by field. Status 422 only.
    #[serde(skip_serializing_if = "FieldErrors::is_empty", default)]
    pub errors: FieldErrors,
    /// Amount to pay now. Code `amount_changed` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub current_amount: Option<Money>,
    /// Amount that can still be refunded. Code `refund_too_large` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub refundable_amount: Option<Money>,
    /// The highest sum of one order of the client. Code `order_sum_limit` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub limit_amount: Option<Money>,
    /// The sum of the order. Code `order_sum_limit` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub order_amount: Option<Money>,
    /// The deposit of the order. Code `deposit_insufficient` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub deposit_amount: Option<Money>,
    /// The balance that is available for the deposit. Code `deposit_insufficient` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub available_amount: Option<Money>,
    /// The maximum that would be exceeded. Codes that say so.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub limit: Option<i64>,
    /// Row of the sheet, starting at 1. Code `sheet_cell_too_long` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub row: Option<u32>,
    /// The item that prevents the operation. Code `item_not_at_warehouse` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub item_id: Option<ItemId>,
    /// Numbers of the shipments that prevent the operation. Codes `shipment_not_loadable` and `shipments_unpaid` only.
    #[serde(skip_serializing_if = "Vec::is_empty", default)]
    pub shipments: Vec<String>,
    /// The expected kind of file. Codes `media_missing` and `media_kind_refused` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub media_kind: Option<MediaKind>,
    /// The factor that is missing. Code `second_factor_required` only.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub next: Option<NextStep>,
    /// The challenge for the passkeys of the person. Code `second_factor_required` only, if the person has passkeys.
    #[serde(skip_serializing_if = "Option::is_none", default)]
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
