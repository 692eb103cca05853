//! The phone and the messengers by which a person logs in.

use super::IdentityError;
use crate::phone_number;
use infra::messengers::{self, Bot as _, Contact, Messenger, Proof};
use platform::{scope::ScopedConnection, state::AppState};
use shared_types::{fields::FieldErrors, identity::Channel, phone::Phone};

/// Parses a phone number as people type it.
pub(super) fn parse_phone(text: &str) -> Result<Phone, IdentityError> {
    Ok(phone_number::required(&mut FieldErrors::default(), "phone", text)?)
}

/// The channels by which a code can be sent to the phone: its linked messengers, and the log if it is enabled.
pub(super) async fn available_channels(
    state: &AppState,
    rows: &impl ScopedConnection,
    phone: &Phone,
) -> Result<Vec<Channel>, IdentityError> {
    Ok(usable_channels(
        state,
        &messengers::contacts_of_phone(rows, phone).await?,
    ))
}

pub(super) fn usable_channels(state: &AppState, contacts: &[Contact]) -> Vec<Channel> {
    let linked = contacts
        .iter()
        .filter(|contact| contact.blocked_at.is_none())
        .map(|contact| contact.messenger)
        .filter(|messenger| messenger.is_enabled(&state.config))
        .map(Messenger::channel);
    linked.chain(state.config.log_codes.then_some(Channel::Log)).collect()
}

/// Whether a messenger verified the number. A start link alone does not: it only shows that a person typed the number.
pub(super) fn is_verified(state: &AppState, contacts: &[Contact]) -> bool {
    state.config.log_codes || contacts.iter().any(|contact| contact.proof == Proof::Contact)
}
