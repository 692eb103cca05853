//! Start links of the bots: a person verifies a phone in a messenger for a waiting browser, which polls for the result.

use super::{
    IdentityError,
    browser_binding::{Binding, Requester},
    contacts,
    device::Device,
    first_cabinet,
    pending_link::{count_attempt, create, mark_used, open_confirmations},
    register,
    session::OpenedSession,
};
use entities::phone_confirmation as confirmation;
use entities::phone_confirmation::{ConfirmationDetails, LinkPurpose};
use infra::{emails, messengers::Messenger};
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::entity::prelude::*;
use shared_types::{
    access::Guard,
    identity::{Channel, LinkProgress, LinkState, ResumedRegistration},
    phone::Phone,
};

/// Creates new start links for the newest open registration of this browser, which keeps the entered data. Earlier links stay
/// valid.
pub(super) async fn resume_registration(
    state: &AppState,
    guard: Guard,
    requester: &Requester,
    device: &Device,
) -> Result<(ResumedRegistration, Binding), IdentityError> {
    let hash = requester.cookie_hash(guard).ok_or(IdentityError::LinkExpired)?;
    let registrations = open_confirmations(vec![hash], guard, state.clock.now())
        .filter(confirmation::Column::Purpose.eq(LinkPurpose::Register));
    let row = state
        .system()
        .one(registrations)
        .await?
        .ok_or(IdentityError::LinkExpired)?;
    let allowed = count_attempt(state, guard, &row.phone, requester, device).await?;
    let details = (*row.details).clone();
    let has_address =
        matches!(&details, ConfirmationDetails::Registration(registration) if registration.email.is_some());
    let (mut bot_links, binding) = create(state, allowed, LinkPurpose::Register, details).await?;
    if has_address && emails::is_enabled(&state.config) {
        // The e-mail is sent again on request only, so that reloads of the page send none.
        bot_links.channels.push(Channel::Email);
    }
    let phone = row.phone.into();
    Ok((ResumedRegistration { phone, bot_links }, binding))
}

/// The progress of the links of this requester. Once the phone is verified, the first call opens the session.
///
/// A registration that is confirmed comes before a login, however new the login is. A login of a phone without a cabinet
/// completes the registration that the same browser has begun for this phone.
pub(super) async fn poll(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    requester: &Requester,
    device: Device,
) -> Result<(LinkProgress, Option<OpenedSession>), IdentityError> {
    let (scope, now) = (state.system(), state.clock.now());
    let open =
        open_confirmations(requester.hashes(guard), guard, now).filter(confirmation::Column::Phone.eq(phone.as_str()));
    let open = scope.all(open).await?;
    if open.is_empty() {
        return Ok((empty_progress(LinkState::Expired), None));
    }
    let registration = |row: &&confirmation::Model| row.purpose == LinkPurpose::Register;
    let confirmed = || open.iter().filter(|row| row.confirmed_at.is_some());
    let Some(row) = confirmed().find(registration).or_else(|| confirmed().next()) else {
        return Ok((unconfirmed_progress(state, &scope, phone).await?, None));
    };
    let opened = if row.purpose == LinkPurpose::Register {
        let Some(opened) = register::complete(state, guard, phone, row, device).await? else {
            return Ok((empty_progress(LinkState::Expired), None));
        };
        Some(opened)
    } else if mark_used(&scope, row, now).await? {
        match first_cabinet::open_first_cabinet(state, guard, phone, false, device.clone()).await? {
            Some(opened) => Some(opened),
            None => match open
                .iter()
                .find(|begun| registration(begun) && begun.request_hash == row.request_hash)
            {
                Some(begun) => register::complete(state, guard, phone, begun, device).await?,
                None => None,
            },
        }
    } else {
        return Ok((empty_progress(LinkState::Expired), None));
    };
    let progress = LinkProgress {
        state: if opened.is_some() {
            LinkState::LoggedIn
        } else {
            LinkState::NoCabinet
        },
        channels: Vec::new(),
        session: opened.as_ref().map(|opened| opened.session.clone()),
    };
    Ok((progress, opened))
}

/// Progress while no link is confirmed: if the phone is linked meanwhile, a code can be sent instead.
async fn unconfirmed_progress(
    state: &AppState,
    scope: &impl ScopedConnection,
    phone: &Phone,
) -> Result<LinkProgress, IdentityError> {
    let channels = contacts::available_channels(state, scope, phone).await?;
    let is_linked = channels
        .iter()
        .any(|channel| Messenger::from_channel(*channel).is_some());
    Ok(LinkProgress {
        state: if is_linked { LinkState::Code } else { LinkState::Pending },
        channels,
        session: None,
    })
}

/// Progress without a session and without channels.
const fn empty_progress(state: LinkState) -> LinkProgress {
    LinkProgress {
        state,
        channels: Vec::new(),
        session: None,
    }
}
