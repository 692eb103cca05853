//! Problem details (RFC 9457) with a closed list of codes.

use crate::{fields::FieldErrors, money::Money};
use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $status:literal, $title:literal;)*) => {
        /// The stable machine-readable code of a problem. Status and title belong to the code, never to the call site.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ProblemCode {
            $($(#[$doc])* #[serde(rename = $code)] $name,)*
        }

        impl ProblemCode {
            /// All codes.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code in JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The HTTP status of the code.
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status,)* }
            }

            /// The English title. The SPAs show a translated text by code instead.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }
        }
    };
}

codes! {
    /// The request has no credential.
    CredentialMissing = "credential_missing", 401, "Authentication is required";
    /// The checksum of the extension token is wrong: the token was mistyped, not revoked.
    CredentialMalformed = "credential_malformed", 401, "The token is malformed";
    /// The credential is unknown, forged, or of another guard.
    CredentialInvalid = "credential_invalid", 401, "The credential is invalid";
    /// The access token has expired. Refresh it.
    CredentialExpired = "credential_expired", 401, "The credential has expired";
    /// The credential was revoked.
    CredentialRevoked = "credential_revoked", 401, "The credential was revoked";
    /// The phone number or the password is wrong.
    LoginFailed = "login_failed", 401, "The phone number or the password is wrong";
    /// The one-time code is wrong, used, or expired.
    CodeWrong = "code_wrong", 401, "The code is wrong or has expired";
    /// The link or the session transfer code was already used, or has expired.
    LinkExpired = "link_expired", 401, "The link was already used or has expired";
    /// The object belongs to the caller's cabinet, but the caller's permission group does not allow the action.
    PermissionDenied = "permission_denied", 403, "Your permissions do not allow this";
    /// The user or one of their agents requires a password and a one-time code together.
    SecondFactorRequired = "second_factor_required", 403, "A password and a one-time code are required together";
    /// The agent requires a fresh one-time code for payouts.
    CodeRequired = "code_required", 403, "A fresh one-time code is required";
    /// The password or the one-time code that should confirm the action is wrong.
    ProofWrong = "proof_wrong", 403, "The password or the one-time code is wrong";
    /// The request would grant more rights than the caller has.
    RightsExceeded = "rights_exceeded", 403, "You can't grant more rights than you have";
    /// The request would change data, but the token of a preview is read-only.
    PreviewReadOnly = "preview_read_only", 403, "A preview is read-only";
    /// The object does not exist or does not belong to the caller.
    NotFound = "not_found", 404, "Not found";
    /// There is no endpoint at this path.
    RouteNotFound = "route_not_found", 404, "There is no endpoint at this path";
    /// The endpoint does not support the method.
    MethodNotAllowed = "method_not_allowed", 405, "The method is not allowed";
    /// The order is no longer a draft.
    OrderNotDraft = "order_not_draft", 409, "The order is no longer a draft";
    /// The lifecycle does not allow the move.
    MoveNotAllowed = "move_not_allowed", 409, "The move is not allowed in the current status";
    /// The client's balance is insufficient.
    BalanceInsufficient = "balance_insufficient", 409, "The balance is insufficient";
    /// The amount to pay differs from the one that was displayed. `current_amount` contains the new amount.
    AmountChanged = "amount_changed", 409, "The amount to pay has changed";
    /// The exchange rate is unknown or too old to quote a price with.
    RateStale = "rate_stale", 409, "The exchange rate is unknown or too old";
    /// Some items have no price in the order's currency yet.
    NotPriced = "not_priced", 409, "Some items have no price in the order's currency";
    /// An object with the same unique value exists.
    Conflict = "conflict", 409, "It already exists";
    /// The object can't be deleted because another object uses it.
    InUse = "in_use", 409, "It is in use and can only be archived";
    /// The agent does not offer it to its clients.
    NotOffered = "not_offered", 409, "The agent does not offer this";
    /// The maximum number of people in the cabinet is reached.
    StaffLimit = "staff_limit", 409, "The limit of people in the cabinet is reached";
    /// The person with this phone number already belongs to the cabinet.
    MemberExists = "member_exists", 409, "The person already belongs to the cabinet";
    /// The owner can't be removed, disabled or put into a permission group.
    OwnerProtected = "owner_protected", 409, "The owner's access can't be changed";
    /// Nobody may change their own access.
    OwnAccess = "own_access", 409, "You can't change your own access";
    /// The permission group still has people in it.
    GroupInUse = "group_in_use", 409, "The permission group is not empty";
    /// The name is already in use.
    NameTaken = "name_taken", 409, "The name is already in use";
    /// The record was changed by somebody else since it was read.
    VersionStale = "version_stale", 412, "The record has changed in the meantime";
    /// The body is larger than the endpoint accepts.
    BodyTooLarge = "body_too_large", 413, "The body is too large";
    /// The file can't be read as a spreadsheet. `detail` contains the reason.
    FileUnreadable = "file_unreadable", 422, "The file can't be read as a spreadsheet";
    /// The import is no longer in a status that allows the action.
    ImportClosed = "import_closed", 409, "The import no longer allows this";
    /// The content type of the body is not JSON.
    UnsupportedMediaType = "unsupported_media_type", 415, "The body must be JSON";
    /// The body is not well-formed JSON.
    BodyMalformed = "body_malformed", 400, "The body is malformed";
    /// The path or the query can't be parsed.
    QueryMalformed = "query_malformed", 400, "The path or the query is malformed";
    /// Fields of the body violate validation rules. `errors` contains them.
    ValidationFailed = "validation_failed", 422, "Some fields are invalid";
    /// The type of the file is not accepted. `detail` lists the accepted types.
    MediaTypeRefused = "media_type_refused", 415, "The file type is not accepted";
    /// A photo in HEIC format, which browsers can't display.
    MediaHeic = "media_heic", 415, "Photos in HEIC format are not accepted";
    /// The picture or video has too many bytes or pixels.
    MediaTooLarge = "media_too_large", 413, "The picture or video is too large";
    /// The picture or video is truncated or damaged.
    MediaUnreadable = "media_unreadable", 422, "The picture or video is damaged";
    /// The requested range is outside the file. `Content-Range` contains its length.
    RangeNotSatisfiable = "range_not_satisfiable", 416, "The range is outside the file";
    /// The maximum number or total size of files is reached.
    MediaLimit = "media_limit", 409, "The limit of files is reached";
    /// The upload does not continue at this offset. `Upload-Offset` contains the expected one.
    UploadOffset = "upload_offset", 409, "The upload continues at another offset";
    /// The upload link was closed, or has expired.
    UploadLinkDead = "upload_link_dead", 410, "The upload link is no longer valid";
    /// The same `Idempotency-Key` was used for a different request.
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The idempotency key was used for another request";
    /// Too many attempts. `Retry-After` contains the time to wait.
    TooManyRequests = "too_many_requests", 429, "Too many requests";
    /// An internal error. The request id identifies the log entry.
    Internal = "internal", 500, "Internal error";
    /// A required service is down. Try again later.
    Unavailable = "unavailable", 503, "The service is temporarily unavailable";
    /// More logins are waiting than can be verified at once. `Retry-After` contains the time to wait.
    Busy = "busy", 503, "Too many logins at the same time";
    /// The request took too long.
    TimedOut = "timed_out", 503, "The request took too long";
}

/// Implemented by hand: the derive macro would use the names of the variants instead of the codes.
#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for ProblemCode {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("Stable machine-readable code of a problem"))
            .enum_values(Some(Self::ALL.iter().map(|code| code.as_str())))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for ProblemCode {}

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
        let message = errors.first().map(|(field, error)| format!("{field}: {error}"));
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
