//! The life of a request: which side may make which move.

use crate::orders::Side;
use serde::{Deserialize, Serialize};

/// Where a request to top a balance up is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RequestStatus {
    /// The agent is to name requisites.
    Requested,
    /// The client is to pay by them.
    Issued,
    /// The client says it is paid.
    Reported,
    /// The money came; it is on the balance.
    Confirmed,
    /// The agent refused it.
    Rejected,
    /// The client gave it up.
    Canceled,
}

impl RequestStatus {
    /// Every state, in the order of the life.
    pub const ALL: [Self; 6] = [
        Self::Requested,
        Self::Issued,
        Self::Reported,
        Self::Confirmed,
        Self::Rejected,
        Self::Canceled,
    ];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Issued => "issued",
            Self::Reported => "reported",
            Self::Confirmed => "confirmed",
            Self::Rejected => "rejected",
            Self::Canceled => "canceled",
        }
    }

    /// The state of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }

    /// Whether its requisites may be shown to who has its code.
    pub const fn shows_requisites(self) -> bool {
        matches!(self, Self::Issued | Self::Reported)
    }
}

/// A step of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum RequestMove {
    /// The agent names requisites, or others.
    Issue,
    /// The client says it is paid.
    Report,
    /// The agent saw the money.
    Confirm,
    /// The agent refuses.
    Reject,
    /// The client gives it up.
    Cancel,
}

impl RequestMove {
    /// Every move.
    pub const ALL: [Self; 5] = [Self::Issue, Self::Report, Self::Confirm, Self::Reject, Self::Cancel];

    /// The name in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Issue => "issue",
            Self::Report => "report",
            Self::Confirm => "confirm",
            Self::Reject => "reject",
            Self::Cancel => "cancel",
        }
    }
}

/// Where a move leads, or nothing where it is not allowed.
pub const fn next(status: RequestStatus, step: RequestMove, side: Side) -> Option<RequestStatus> {
    use RequestStatus as S;
    match (step, side, status) {
        (RequestMove::Issue, Side::Staff, S::Requested | S::Issued) => Some(S::Issued),
        (RequestMove::Report, Side::Client, S::Issued) => Some(S::Reported),
        (RequestMove::Confirm, Side::Staff, S::Issued | S::Reported) => Some(S::Confirmed),
        (RequestMove::Reject, Side::Staff, S::Requested | S::Issued | S::Reported) => Some(S::Rejected),
        (RequestMove::Cancel, Side::Client, S::Requested | S::Issued) => Some(S::Canceled),
        _ => None,
    }
}

/// The moves that this side can make now.
pub fn possible(status: RequestStatus, side: Side) -> Vec<RequestMove> {
    RequestMove::ALL
        .into_iter()
        .filter(|step| next(status, *step, side).is_some())
        .collect()
}

/// Where a request to top a payment app up is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum WalletStatus {
    /// The agent is to pay it.
    Requested,
    /// The agent paid it from the client's balance.
    Paid,
    /// The agent refused it.
    Rejected,
    /// The client gave it up.
    Canceled,
}

impl WalletStatus {
    /// Every state, in the order of the life.
    pub const ALL: [Self; 4] = [Self::Requested, Self::Paid, Self::Rejected, Self::Canceled];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Requested => "requested",
            Self::Paid => "paid",
            Self::Rejected => "rejected",
            Self::Canceled => "canceled",
        }
    }

    /// The state of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == name)
    }
}

/// Whether this side may take a payment app's request there: from `requested` alone.
pub const fn next_wallet(from: WalletStatus, to: WalletStatus, side: Side) -> bool {
    matches!(
        (from, to, side),
        (
            WalletStatus::Requested,
            WalletStatus::Paid | WalletStatus::Rejected,
            Side::Staff
        ) | (WalletStatus::Requested, WalletStatus::Canceled, Side::Client)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_over_stays_over() {
        for status in [
            RequestStatus::Confirmed,
            RequestStatus::Rejected,
            RequestStatus::Canceled,
        ] {
            for side in Side::ALL {
                assert!(possible(status, *side).is_empty());
            }
        }
    }

    #[test]
    fn a_client_never_confirms_its_own_money() {
        for status in RequestStatus::ALL {
            assert!(!possible(status, Side::Client).contains(&RequestMove::Confirm));
        }
    }
}
