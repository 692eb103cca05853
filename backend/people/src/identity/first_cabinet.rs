//! The cabinet that opens after a login, if its requirements are met.

use super::{
    IdentityError,
    contacts::is_verified,
    device::Device,
    queries::{self, LoginRequirements, UserKey},
    session::{self, OpenedSession},
};
use infra::messengers::{self};
use platform::state::AppState;
use shared_types::{
    access::Guard,
    identity::{Cabinet, PossessionFactor, Proofs, missing_factor},
    phone::Phone,
};

/// Refuses a login that lacks a required second factor.
pub(super) fn require_second_factor(
    asked: LoginRequirements,
    password: bool,
    possession: Option<PossessionFactor>,
) -> Result<(), IdentityError> {
    let proofs = Proofs {
        has_password: asked.has_password,
        password,
        possession,
    };
    match missing_factor(asked.required_factors(), proofs) {
        None => Ok(()),
        Some(next) => Err(IdentityError::SecondFactorRequired { next, passkey: None }),
    }
}

/// Opens a session in the first cabinet of a verified phone. `None` if the phone has no cabinet.
pub(super) async fn open_first_cabinet(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    with_password: bool,
    device: Device,
) -> Result<Option<OpenedSession>, IdentityError> {
    open_cabinet(state, guard, phone, with_password, device, |_| true).await
}

/// Like [`open_first_cabinet`], for the cabinets that suit.
///
/// Pending invitations are confirmed only if a messenger verified the number, not if it was merely typed.
pub(super) async fn open_cabinet(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    with_password: bool,
    device: Device,
    suits: impl Fn(&Cabinet) -> bool,
) -> Result<Option<OpenedSession>, IdentityError> {
    let scope = state.system();
    let mut members = queries::memberships(&scope, UserKey::Phone(phone), guard).await?;
    members.retain(|member| suits(&member.cabinet));
    if members.iter().any(|member| !member.is_confirmed) {
        if is_verified(state, &messengers::contacts_of_phone(&scope, phone).await?) {
            // Confirmed cabinets come before invitations.
            members.sort_by_key(|member| !member.is_confirmed);
        } else {
            members.retain(|member| member.is_confirmed);
        }
    }
    let has_invitation = members.iter().any(|member| !member.is_confirmed);
    let Some(member) = members.into_iter().next() else {
        return Ok(None);
    };
    require_second_factor(member.requirements, with_password, Some(PossessionFactor::Phone))?;
    if has_invitation {
        queries::confirm_invitations(&scope, member.user_id, guard, state.clock.now()).await?;
    }
    let proved_at = Some(state.clock.now());
    session::open(state, member.user_id, member.cabinet, device, proved_at, None)
        .await
        .map(Some)
}
