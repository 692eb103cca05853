//! A session on one device, to which a family of refresh tokens belongs.

use sea_orm::entity::prelude::*;
use shared_types::access::Guard;
use shared_types::id::{MemberId, SessionId, StaffId, UserId};

/// Why a session ended before its time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RevokeReason {
    LoggedOut,
    LoggedOutEverywhere,
    /// The user ended it in the list of sessions.
    EndedByUser,
    PasswordChanged,
    PhoneChanged,
    /// The phone was verified by another chat, so it may have another owner.
    PhoneVerifiedElsewhere,
    /// A refresh token was used twice, so it may be stolen.
    TokenReused,
    CabinetSwitched,
    /// The session continues at the agent's own host.
    HostChanged,
    MembershipDisabled,
}

impl RevokeReason {
    /// All reasons.
    pub const ALL: [Self; 10] = [
        Self::LoggedOut,
        Self::LoggedOutEverywhere,
        Self::EndedByUser,
        Self::PasswordChanged,
        Self::PhoneChanged,
        Self::PhoneVerifiedElsewhere,
        Self::TokenReused,
        Self::CabinetSwitched,
        Self::HostChanged,
        Self::MembershipDisabled,
    ];

    /// The name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LoggedOut => "logged_out",
            Self::LoggedOutEverywhere => "logged_out_everywhere",
            Self::EndedByUser => "ended_by_user",
            Self::PasswordChanged => "password_changed",
            Self::PhoneChanged => "phone_changed",
            Self::PhoneVerifiedElsewhere => "phone_verified_elsewhere",
            Self::TokenReused => "token_reused",
            Self::CabinetSwitched => "cabinet_switched",
            Self::HostChanged => "host_changed",
            Self::MembershipDisabled => "membership_disabled",
        }
    }

    /// The value that replicas of the version before migration 0097 write.
    const fn former_sentence(self) -> &'static str {
        match self {
            Self::LoggedOut => "logged out",
            Self::LoggedOutEverywhere => "logged out everywhere",
            Self::EndedByUser => "ended by the user",
            Self::PasswordChanged => "the password was changed",
            Self::PhoneChanged => "the phone was changed",
            Self::PhoneVerifiedElsewhere => "the phone was verified by another chat",
            Self::TokenReused => "a refresh token was used twice",
            Self::CabinetSwitched => "switched to another cabinet",
            Self::HostChanged => "transferred to the agent's own host",
            Self::MembershipDisabled => "the membership was disabled",
        }
    }

    fn from_stored(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|reason| [reason.as_str(), reason.former_sentence()].contains(&text))
    }
}

shared_types::stored!(
    RevokeReason,
    |reason| reason.as_str(),
    |text| RevokeReason::from_stored(text)
);

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sessions")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: SessionId,
    pub user_id: UserId,
    pub guard: Guard,
    pub staff_id: Option<StaffId>,
    pub member_id: Option<MemberId>,
    pub user_agent: String,
    pub last_ip: Option<String>,
    pub created_at: DateTimeUtc,
    pub last_seen_at: DateTimeUtc,
    pub expires_at: DateTimeUtc,
    pub revoked_at: Option<DateTimeUtc>,
    pub revoke_reason: Option<RevokeReason>,
    pub proved_at: Option<DateTimeUtc>,
    /// SHA-256 of the secret in the browser's `karavan_browser` cookie. `None` once the browser is not known any more.
    pub browser_hash: Option<String>,
}

crate::relations!();

platform::owned!(Entity => Global);

#[cfg(test)]
mod tests {
    use super::RevokeReason;

    #[test]
    fn names_and_former_sentences_are_read() {
        for reason in RevokeReason::ALL {
            for text in [reason.as_str(), reason.former_sentence()] {
                assert_eq!(RevokeReason::from_stored(text), Some(reason));
            }
        }
        assert_eq!(RevokeReason::from_stored("newer"), None);
    }
}
