//! The text of an API error in the language of the page: by its problem code, and by the rule that a field violates.

use super::{AuthenticatorTexts, BillingErrorTexts, ErrorTexts, PasskeyTexts, ProfileTexts, StaffTexts, Text, t};
use crate::{format, side};
use shared_types::{
    access::Guard,
    fields::{Expected, FieldError, Format, Rule},
    identity::NextStep,
    media::MediaKind,
    problem::{Problem, ProblemCode},
};

/// Returns the text of a problem in the language of the page, with its parameters.
pub fn problem_text(problem: &Problem) -> String {
    let param = match problem.code {
        // Errors are also shown next to their fields, where the form has them.
        ProblemCode::ValidationFailed => problem.errors.first().map(|(_, error)| field_error_text(error)),
        ProblemCode::Internal => problem.request_id.clone(),
        ProblemCode::StatementLineExceeded => problem.current_amount.map(format::money),
        ProblemCode::RefundTooLarge => problem.refundable_amount.map(format::money),
        ProblemCode::OrderSumLimit => problem
            .order_amount
            .zip(problem.limit_amount)
            .map(|(sum, limit)| format!("{} > {}", format::money(sum), format::money(limit))),
        ProblemCode::DepositInsufficient => problem
            .deposit_amount
            .zip(problem.available_amount)
            .map(|(deposit, available)| format!("{} > {}", format::money(deposit), format::money(available))),
        ProblemCode::SheetCellTooLong => problem.row.map(|row| row.to_string()),
        ProblemCode::ItemNotAtWarehouse => problem.item_id.map(|id| format!("№{id}")),
        ProblemCode::ShipmentNotLoadable | ProblemCode::ShipmentsUnpaid => {
            (!problem.shipments.is_empty()).then(|| problem.shipments.join(", "))
        }
        ProblemCode::ClaimLimitReached
        | ProblemCode::LimitReached
        | ProblemCode::MergedQuantityTooLarge
        | ProblemCode::OrderFull
        | ProblemCode::UnpaidOrdersLimit
        | ProblemCode::PlanClientsLimit
        | ProblemCode::PlanOrdersLimit
        | ProblemCode::SheetTooManyColumns
        | ProblemCode::SheetTooManyRows => problem.limit.map(|limit| limit.to_string()),
        _ => None,
    };
    let text = match (problem.code, problem.media_kind, problem.next) {
        (ProblemCode::MediaMissing, Some(MediaKind::Photo), _) => t(ErrorTexts::PhotoMissing),
        (ProblemCode::MediaMissing, Some(MediaKind::Video), _) => t(ErrorTexts::VideoMissing),
        (ProblemCode::MediaKindRefused, Some(MediaKind::Photo), _) => t(ErrorTexts::PhotoExpected),
        (ProblemCode::MediaKindRefused, Some(MediaKind::Video), _) => t(ErrorTexts::VideoExpected),
        (ProblemCode::SecondFactorRequired, _, Some(NextStep::SetPassword)) => t(ErrorTexts::SetPasswordFirst),
        (ProblemCode::SecondFactorRequired, _, Some(NextStep::Authenticator)) => t(AuthenticatorTexts::Required),
        (ProblemCode::SecondFactorRequired, _, Some(NextStep::Passkey)) => t(PasskeyTexts::Required),
        (code, ..) => code_text(code),
    };
    param.map_or_else(|| text.to_owned(), |param| format!("{text}: {param}"))
}

fn code_text(code: ProblemCode) -> &'static str {
    use ProblemCode as Code;
    match code {
        Code::CredentialMissing | Code::CredentialInvalid | Code::CredentialExpired | Code::CredentialRevoked => {
            t(ErrorTexts::SessionEnded)
        }
        Code::CredentialMalformed => t(ErrorTexts::TokenMistyped),
        Code::LoginFailed => t(Text::LoginFailed),
        Code::CodeWrong => t(Text::CodeWrong),
        Code::LinkExpired => t(Text::LinkExpired),
        // Only programs get the codes of keys.
        Code::PermissionDenied
        | Code::KeyNotAllowed
        | Code::KeySentInClear
        | Code::KeyTransportUnknown
        | Code::KeyNetworkRefused
        | Code::KeyOriginRefused
        | Code::PageOriginRefused => t(Text::NoAccess),
        Code::SecondFactorRequired => t(ProfileTexts::SecondFactorRequired),
        Code::CodeRequired => t(ProfileTexts::CodeRequired),
        Code::AuthenticatorRequired => t(ProfileTexts::AuthenticatorRequired),
        Code::ProofWrong => t(StaffTexts::ProofWrong),
        Code::RightsExceeded => t(StaffTexts::RightsExceeded),
        Code::CabinetReadOnly => t(BillingErrorTexts::CabinetReadOnly),
        Code::PlanClientsLimit => t(BillingErrorTexts::ClientsLimit),
        Code::PlanOrdersLimit => t(BillingErrorTexts::OrdersLimit),
        Code::PlanStorageLimit => t(BillingErrorTexts::StorageLimit),
        Code::PlanExceeded => t(BillingErrorTexts::PlanExceeded),
        Code::InvoiceUnpaid => t(BillingErrorTexts::InvoiceUnpaid),
        Code::InvoiceClosed => t(BillingErrorTexts::InvoiceClosed),
        Code::OnlinePaymentOff => t(BillingErrorTexts::OnlinePaymentOff),
        Code::PreviewReadOnly => t(StaffTexts::PreviewReadOnly),
        Code::NotFound => t(ErrorTexts::NotFound),
        Code::RouteNotFound | Code::MethodNotAllowed => t(Text::NotFound),
        Code::OrderNotDraft => t(ErrorTexts::OrderNotDraft),
        Code::MoveNotAllowed => t(ErrorTexts::MoveNotAllowed),
        Code::DepositInsufficient => t(ErrorTexts::DepositInsufficient),
        Code::BalanceInsufficient => t(ErrorTexts::BalanceInsufficient),
        Code::AmountChanged => t(ErrorTexts::AmountChanged),
        Code::RateStale => t(ErrorTexts::RateStale),
        Code::NotPriced => t(ErrorTexts::NotPriced),
        Code::OrderTaken => t(ErrorTexts::OrderTaken),
        Code::OrderNotClaimable => t(ErrorTexts::OrderNotClaimable),
        Code::ClaimLimitReached => t(ErrorTexts::ClaimLimitReached),
        Code::OrderSumLimit => t(ErrorTexts::OrderSumLimit),
        Code::UnpaidOrdersLimit => t(ErrorTexts::UnpaidOrdersLimit),
        Code::InUse => t(Text::InUse),
        Code::NotOffered => t(Text::NotOffered),
        Code::StaffLimit if side::guard() == Guard::Agent => t(BillingErrorTexts::StaffLimit),
        Code::StaffLimit => t(StaffTexts::StaffLimit),
        Code::MemberExists => t(StaffTexts::MemberExists),
        Code::OwnerProtected => t(StaffTexts::OwnerProtected),
        Code::OwnAccess => t(StaffTexts::OwnAccess),
        Code::GroupInUse => t(StaffTexts::GroupInUse),
        Code::NameTaken => t(StaffTexts::NameTaken),
        Code::VersionStale | Code::VersionNotSupported => t(Text::VersionConflict),
        Code::BodyTooLarge => t(ErrorTexts::BodyTooLarge),
        Code::ImportClosed => t(ErrorTexts::ImportClosed),
        Code::ImportUndecided => t(ErrorTexts::ImportUndecided),
        Code::UnsupportedMediaType | Code::BodyMalformed | Code::QueryMalformed | Code::RangeNotSatisfiable => {
            t(ErrorTexts::BadRequest)
        }
        Code::ValidationFailed => t(ErrorTexts::CheckFields),
        Code::MediaTypeRefused => t(ErrorTexts::MediaTypeRefused),
        Code::MediaHeic => t(ErrorTexts::MediaHeic),
        Code::MediaTooLarge => t(ErrorTexts::MediaTooLarge),
        Code::MediaUnreadable => t(ErrorTexts::MediaUnreadable),
        Code::FileInfected => t(ErrorTexts::FileInfected),
        Code::MediaLimit => t(ErrorTexts::MediaLimit),
        Code::PersonStorageLimit => t(ErrorTexts::PersonStorageLimit),
        Code::UploadOffset => t(ErrorTexts::UploadOffsetMismatch),
        Code::WebhookInactive => t(ErrorTexts::WebhookInactive),
        Code::WebhookAddressRefused => t(ErrorTexts::WebhookAddressRefused),
        Code::WebhookAddressUnknown => t(ErrorTexts::WebhookAddressUnknown),
        Code::SandboxStepMissing => t(ErrorTexts::SandboxStepMissing),
        Code::TestKeyRequired => t(ErrorTexts::TestKeyRequired),
        Code::EndpointRemoved => t(ErrorTexts::EndpointRemoved),
        Code::EventsExpired => t(ErrorTexts::EventsExpired),
        Code::UploadLinkDead => t(ErrorTexts::UploadLinkExpired),
        Code::IdempotencyKeyReused | Code::IdempotencyKeyNotSupported => t(ErrorTexts::KeyReused),
        Code::TooManyRequests => t(Text::TooManyAttempts),
        Code::Internal => t(Text::ErrorInternal),
        Code::Busy => t(ErrorTexts::Busy),
        Code::Unavailable => t(ErrorTexts::Unavailable),
        Code::NothingToPay => t(ErrorTexts::NothingToPay),
        Code::ServiceNotPriced => t(ErrorTexts::ServiceNotPriced),
        Code::OrderNotSubmitted => t(ErrorTexts::OrderNotSubmitted),
        Code::OrderFull => t(ErrorTexts::OrderFull),
        Code::ItemNotSplittable => t(ErrorTexts::ItemNotSplittable),
        Code::ItemsNotMergeable => t(ErrorTexts::ItemsNotMergeable),
        Code::MergedQuantityTooLarge => t(ErrorTexts::MergedQuantityTooLarge),
        Code::AccountLimitExceeded => t(ErrorTexts::AccountLimitExceeded),
        Code::NothingDue => t(ErrorTexts::NothingDue),
        Code::NothingPaid => t(ErrorTexts::NothingPaid),
        Code::ReceiptInUse => t(ErrorTexts::ReceiptInUse),
        Code::CashDayClosed => t(ErrorTexts::CashDayClosed),
        Code::StatementLineUsed => t(ErrorTexts::StatementLineUsed),
        Code::StatementLineExceeded => t(ErrorTexts::StatementLineExceeded),
        Code::StatementLineIgnored => t(ErrorTexts::StatementLineIgnored),
        Code::TopupSpent => t(ErrorTexts::TopupSpent),
        Code::RefundTooLarge => t(ErrorTexts::RefundTooLarge),
        Code::OperationReversed => t(ErrorTexts::OperationReversed),
        Code::OperationNotReversible => t(ErrorTexts::OperationNotReversible),
        Code::ItemNotAtWarehouse => t(ErrorTexts::ItemNotAtWarehouse),
        Code::ItemInShipment => t(ErrorTexts::ItemInShipment),
        Code::ShipmentNotForming => t(ErrorTexts::ShipmentNotForming),
        Code::RecipientFixed => t(ErrorTexts::RecipientFixed),
        Code::ItemRequested => t(ErrorTexts::ItemRequested),
        Code::ShippingRequestClosed => t(ErrorTexts::ShippingRequestClosed),
        Code::ShipmentPriced => t(ErrorTexts::ShipmentPriced),
        Code::ShipmentIncomplete => t(ErrorTexts::ShipmentIncomplete),
        Code::ShipmentMeasuredByPlaces => t(ErrorTexts::ShipmentMeasuredByPlaces),
        Code::ShipmentInDelivery => t(ErrorTexts::ShipmentInDelivery),
        Code::ShipmentEmptied => t(ErrorTexts::ShipmentEmptied),
        Code::ShipmentNotLoadable => t(ErrorTexts::ShipmentNotLoadable),
        Code::ShipmentsUnpaid => t(ErrorTexts::ShipmentsUnpaid),
        Code::DeliveryNotForming => t(ErrorTexts::DeliveryNotForming),
        Code::BoxesMissing => t(ErrorTexts::BoxesMissing),
        Code::DeliveryEmpty => t(ErrorTexts::DeliveryEmpty),
        Code::ServicesClosed => t(ErrorTexts::ServicesClosed),
        Code::ServiceNotPayable => t(ErrorTexts::ServiceNotPayable),
        Code::ServiceCanceled => t(ErrorTexts::ServiceCanceled),
        Code::ServiceInUse => t(ErrorTexts::ServiceInUse),
        Code::ServiceBuiltIn => t(ErrorTexts::ServiceBuiltIn),
        Code::MediaMissing => t(ErrorTexts::MediaMissing),
        Code::GoodsNotArrived => t(ErrorTexts::GoodsNotArrived),
        Code::MediaKindRefused => t(ErrorTexts::MediaKindRefused),
        Code::MediaTooManyPixels => t(ErrorTexts::MediaTooManyPixels),
        Code::VideoNotFinished => t(ErrorTexts::VideoNotFinished),
        Code::UploadInProgress => t(ErrorTexts::UploadInProgress),
        Code::DraftHasNoChat => t(ErrorTexts::DraftHasNoChat),
        Code::AlreadySent => t(ErrorTexts::AlreadySent),
        Code::CellNotEmpty => t(ErrorTexts::CellNotEmpty),
        Code::ScanInProgress => t(ErrorTexts::ScanInProgress),
        Code::LimitReached => t(ErrorTexts::LimitReached),
        Code::EntryExists => t(ErrorTexts::EntryExists),
        Code::SubdomainTaken => t(ErrorTexts::SubdomainTaken),
        Code::ContactTaken => t(ErrorTexts::ContactTaken),
        Code::AuthenticatorPresent => t(AuthenticatorTexts::AlreadyOn),
        Code::PasskeyRejected => t(PasskeyTexts::Rejected),
        Code::PasskeyPresent => t(PasskeyTexts::Present),
        Code::PasskeysUnavailable => t(PasskeyTexts::Unavailable),
        Code::MemberInUse => t(ErrorTexts::MemberInUse),
        Code::WorkOpen => t(ErrorTexts::WorkOpen),
        Code::FileNotATable => t(ErrorTexts::FileNotATable),
        Code::FileDamaged => t(ErrorTexts::FileDamaged),
        Code::FileProtected => t(ErrorTexts::FileProtected),
        Code::FileTooLarge => t(ErrorTexts::FileTooLarge),
        Code::FileTooSlow => t(ErrorTexts::FileTooSlow),
        Code::SheetTooManyRows => t(ErrorTexts::SheetTooManyRows),
        Code::SheetTooManyColumns => t(ErrorTexts::SheetTooManyColumns),
        Code::SheetCellTooLong => t(ErrorTexts::SheetCellTooLong),
        Code::SheetNotFound => t(ErrorTexts::SheetNotFound),
        Code::SheetWithoutTracks => t(ErrorTexts::SheetWithoutTracks),
        Code::SheetEmpty => t(ErrorTexts::SheetEmpty),
        Code::ImportNotUndoable => t(ErrorTexts::ImportNotUndoable),
        Code::ImportInUse => t(ErrorTexts::ImportInUse),
        Code::TimedOut => t(ErrorTexts::TimedOut),
    }
}

/// Says how a number can be read.
pub(crate) fn ambiguous_text([one, other]: &[String; 2]) -> String {
    let (one, other) = (format::decimal(one), format::decimal(other));
    format!("{} {one} {} {other}", t(ErrorTexts::ReadAs), t(ErrorTexts::Or))
}

/// Returns the text of a field error in the language of the page. An error whose code this version does not know is an
/// invalid value.
pub fn field_error_text(error: &FieldError) -> String {
    let Some(rule) = Rule::from_error(error) else {
        return t(ErrorTexts::InvalidValue).to_owned();
    };
    let text = match rule {
        Rule::TooLong(max) => return format!("{} {max}", t(ErrorTexts::AtMost)),
        Rule::TooShort(min) => return format!("{} {min}", t(ErrorTexts::AtLeast)),
        Rule::TooMany(max) => return format!("{} {max}", t(ErrorTexts::TooMany)),
        Rule::OutOfRange(min, max) => return format!("{}: {min}…{max}", t(ErrorTexts::AllowedRange)),
        Rule::Ambiguous(readings) => return ambiguous_text(&readings),
        Rule::Required => ErrorTexts::Required,
        Rule::TooCommon => ErrorTexts::TooCommon,
        Rule::WrongType(Expected::Integer) => ErrorTexts::WholeNumberExpected,
        Rule::WrongType(Expected::Number | Expected::NumberOrString) => ErrorTexts::NumberExpected,
        Rule::WrongType(Expected::String) => ErrorTexts::TextExpected,
        Rule::WrongType(Expected::DateTime) => ErrorTexts::DateExpected,
        Rule::WrongType(_) => ErrorTexts::WrongType,
        Rule::InvalidFormat(Format::SixDigits) => ErrorTexts::SixDigitsExpected,
        Rule::InvalidFormat(_) => ErrorTexts::InvalidFormat,
        Rule::NumberOverflow => ErrorTexts::NumberOverflow,
        Rule::NotAnAmount => ErrorTexts::NotAnAmount,
        Rule::NotPositive => ErrorTexts::NotPositive,
        Rule::NotAUrl => ErrorTexts::NotAUrl,
        Rule::NotAPhone => ErrorTexts::NotAPhone,
        Rule::NotAnEmail => ErrorTexts::NotAnEmail,
        Rule::NotASubdomain => ErrorTexts::NotASubdomain,
        Rule::Taken => ErrorTexts::Taken,
        Rule::Repeated => ErrorTexts::Repeated,
        // Pages keep a cursor with its filters, so only programs get a mismatch.
        Rule::UnknownValue | Rule::CursorMismatch => ErrorTexts::UnknownValue,
        Rule::ControlCharacters => ErrorTexts::ControlCharacters,
        Rule::InvalidUnicode => ErrorTexts::InvalidUnicode,
        Rule::UnknownField => ErrorTexts::UnknownField,
        Rule::DuplicateField => ErrorTexts::DuplicateField,
        Rule::NestedTooDeeply => ErrorTexts::NestedTooDeeply,
        Rule::NotYours => ErrorTexts::NotYours,
        Rule::SameBounds => ErrorTexts::SameBounds,
        Rule::NotLater => ErrorTexts::NotLater,
        Rule::Overlaps => ErrorTexts::Overlaps,
        Rule::MixedCurrencies => ErrorTexts::MixedCurrencies,
        Rule::CurrencyNotAccepted => ErrorTexts::CurrencyNotAccepted,
        Rule::DateInCell => ErrorTexts::DateInCell,
        Rule::MergedCell => ErrorTexts::MergedCell,
        Rule::NotCalculated => ErrorTexts::NotCalculated,
        Rule::DigitsLost => ErrorTexts::DigitsLost,
        Rule::FormulaError => ErrorTexts::FormulaError,
    };
    t(text).to_owned()
}
