//! Problem details (RFC 9457) with a closed list of codes: every way in which the API says no.

use crate::{fields::FieldErrors, money::Money};
use serde::{Deserialize, Serialize};

macro_rules! codes {
    ($($(#[$doc:meta])* $name:ident = $code:literal, $status:literal, $title:literal;)*) => {
        /// The stable machine code of a problem; status and title belong to the code, never to the call site.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum ProblemCode {
            $($(#[$doc])* #[serde(rename = $code)] $name,)*
        }

        impl ProblemCode {
            /// Every code there is.
            pub const ALL: &[Self] = &[$(Self::$name),*];

            /// The code as it stands in the JSON.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$name => $code,)* }
            }

            /// The HTTP status that goes with the code.
            pub const fn status(self) -> u16 {
                match self { $(Self::$name => $status,)* }
            }

            /// The title in English; the SPAs show their own text by code.
            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title,)* }
            }
        }
    };
}

codes! {
    /// No credential was sent.
    CredentialMissing = "credential_missing", 401, "A credential is needed";
    /// The extension token's checksum is wrong: a typo, not a revoked token.
    CredentialMalformed = "credential_malformed", 401, "The token is mistyped";
    /// The credential is unknown, forged, or of another guard.
    CredentialInvalid = "credential_invalid", 401, "The credential is not valid";
    /// The access token has run out; refresh it.
    CredentialExpired = "credential_expired", 401, "The credential has expired";
    /// The credential was taken back.
    CredentialRevoked = "credential_revoked", 401, "The credential was revoked";
    /// Phone and password do not fit.
    LoginFailed = "login_failed", 401, "Phone or password is wrong";
    /// The one-time code is wrong, used up, or too old.
    CodeWrong = "code_wrong", 401, "The code is wrong or has expired";
    /// The link or the code of a hand-over was used, or is too old.
    LinkExpired = "link_expired", 401, "The link was used or has expired";
    /// Yours, but your permission group does not allow it.
    PermissionDenied = "permission_denied", 403, "Your permissions do not allow this";
    /// The person, or an agent of theirs, asks for the password and a code together.
    SecondFactorRequired = "second_factor_required", 403, "The password and a code are needed together";
    /// The agent asks for a fresh code before money is paid out.
    CodeRequired = "code_required", 403, "A fresh code is needed first";
    /// The password or the code that should prove who asks is wrong.
    ProofWrong = "proof_wrong", 403, "The password or the code is wrong";
    /// It would give somebody more than you may do yourself.
    RightsExceeded = "rights_exceeded", 403, "That is more than you may do yourself";
    /// A preview of another group's cabinet changes nothing.
    PreviewReadOnly = "preview_read_only", 403, "A preview changes nothing";
    /// It does not exist, or is not yours.
    NotFound = "not_found", 404, "Not found";
    /// There is no such address.
    RouteNotFound = "route_not_found", 404, "There is no such address";
    /// The address exists, the method does not.
    MethodNotAllowed = "method_not_allowed", 405, "The method is not allowed here";
    /// The order is no longer a draft.
    OrderNotDraft = "order_not_draft", 409, "The order is no longer a draft";
    /// The lifecycle does not allow this move.
    MoveNotAllowed = "move_not_allowed", 409, "This move is not possible now";
    /// The client's balance does not suffice.
    BalanceInsufficient = "balance_insufficient", 409, "The balance does not suffice";
    /// The sum to pay is not the one that was shown; `current_amount` says what it is now.
    AmountChanged = "amount_changed", 409, "The amount to pay has changed";
    /// The exchange rate is unknown or too old to promise a price by.
    RateStale = "rate_stale", 409, "The exchange rate is unknown or too old";
    /// Some lines can't be priced in the order's currency yet.
    NotPriced = "not_priced", 409, "Some lines have no price in the order's currency";
    /// Something with the same unique value exists.
    Conflict = "conflict", 409, "It exists already";
    /// Something else uses it, so it can't be deleted.
    InUse = "in_use", 409, "It is in use and can only be archived";
    /// The agent does not offer it to its clients.
    NotOffered = "not_offered", 409, "The agent does not offer this";
    /// Every place that the agent's tariff has for people is taken.
    StaffLimit = "staff_limit", 409, "The limit of people is reached";
    /// The phone belongs to somebody who is in the cabinet already.
    MemberExists = "member_exists", 409, "The person is in the cabinet already";
    /// The owner is never removed, disabled or put into a group.
    OwnerProtected = "owner_protected", 409, "The owner stays as they are";
    /// Nobody changes their own access.
    OwnAccess = "own_access", 409, "Nobody changes their own access";
    /// People are still in the permission group.
    GroupInUse = "group_in_use", 409, "People are still in the group";
    /// The name is taken.
    NameTaken = "name_taken", 409, "The name is taken";
    /// The row was changed by someone else since it was read.
    VersionStale = "version_stale", 412, "It was changed meanwhile";
    /// The body is larger than the address takes.
    BodyTooLarge = "body_too_large", 413, "The body is too large";
    /// The file is no table that can be read; `detail` says why.
    FileUnreadable = "file_unreadable", 422, "The file can't be read as a table";
    /// The import is past the step that was asked for.
    ImportClosed = "import_closed", 409, "The import can't do this any more";
    /// The body is not JSON by its content type.
    UnsupportedMediaType = "unsupported_media_type", 415, "The body must be JSON";
    /// The body is not well-formed JSON.
    BodyMalformed = "body_malformed", 400, "The body is not well-formed";
    /// The path or the query can't be read.
    QueryMalformed = "query_malformed", 400, "The address can't be read";
    /// Fields of the body break the rules; `errors` names them.
    ValidationFailed = "validation_failed", 422, "Some fields are not right";
    /// The file is nothing that is taken here; `detail` says what is.
    MediaTypeRefused = "media_type_refused", 415, "Files of this type are not taken";
    /// A photo in Apple's format, which browsers do not show.
    MediaHeic = "media_heic", 415, "Photos in the HEIC format are not taken";
    /// The picture or video has too many bytes or pixels.
    MediaTooLarge = "media_too_large", 413, "The picture or video is too large";
    /// The picture or video is cut off or broken.
    MediaUnreadable = "media_unreadable", 422, "The picture or video is damaged";
    /// The range lies outside the file; `Content-Range` says its length.
    RangeNotSatisfiable = "range_not_satisfiable", 416, "The range lies outside the file";
    /// There are as many files, or bytes, as there may be.
    MediaLimit = "media_limit", 409, "No more files fit here";
    /// The next bytes of an upload belong elsewhere; `Upload-Offset` says where.
    UploadOffset = "upload_offset", 409, "The upload goes on at another place";
    /// The upload link was finished, taken back, or has run out.
    UploadLinkDead = "upload_link_dead", 410, "The upload link works no more";
    /// The same `Idempotency-Key` came with another request.
    IdempotencyKeyReused = "idempotency_key_reused", 422, "The idempotency key was used for another request";
    /// Too many tries; `Retry-After` says when to come back.
    TooManyRequests = "too_many_requests", 429, "Too many requests";
    /// Our fault; the request id finds it in the log.
    Internal = "internal", 500, "Something went wrong on our side";
    /// A part we depend on is down; try again.
    Unavailable = "unavailable", 503, "The service is unavailable for the moment";
    /// More logins wait than can be checked at once; `Retry-After` says when to come back.
    Busy = "busy", 503, "Too many logins at once";
    /// The request took too long.
    TimedOut = "timed_out", 503, "The request took too long";
}

/// The codes as they stand in the JSON: the derive sees the variants' names alone.
#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for ProblemCode {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        use utoipa::openapi::schema::{ObjectBuilder, Type};
        ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some("The stable machine code of a problem"))
            .enum_values(Some(Self::ALL.iter().map(|code| code.as_str())))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for ProblemCode {}

/// An answer that says no, as `application/problem+json`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// `/problems/{code}`: a page that explains the code.
    #[serde(rename = "type")]
    pub kind: String,
    /// The code's title, in English.
    pub title: String,
    /// The HTTP status.
    pub status: u16,
    /// What happened this time, in English.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub detail: Option<String>,
    /// The path of the request.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub instance: Option<String>,
    /// The stable machine code.
    pub code: ProblemCode,
    /// Finds the request in the log.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub request_id: Option<String>,
    /// The first field error as a sentence (422 only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub message: Option<String>,
    /// What is wrong, by field (422 only).
    #[serde(skip_serializing_if = "FieldErrors::is_empty", default)]
    pub errors: FieldErrors,
    /// The sum to pay now (`amount_changed` only).
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub current_amount: Option<Money>,
}

impl Problem {
    /// The problem of `code`, without particulars.
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

    /// The same, with what happened this time.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(detail.into());
        self
    }
}

impl Problem {
    /// A payment of a sum that is no longer the one to pay.
    pub fn amount_changed(current: Money) -> Self {
        Self {
            current_amount: Some(current),
            ..Self::new(ProblemCode::AmountChanged)
        }
        .detail(format!("{current} is to be paid now"))
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
