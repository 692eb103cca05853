//! The state that the login pages share, and the storage of the tab that keeps a part of it over a reload.

use leptos::prelude::*;
use shared_types::{
    identity::{BotLinks, Channel, InvitationQuery},
    settings::Brand,
};

const PHONE_KEY: &str = "karavan.phone";

/// Whose cabinet the login belongs to.
#[derive(Clone, PartialEq, Eq)]
pub(super) enum Door {
    /// Not known yet.
    Unknown,
    /// No agent is named.
    Service,
    Agent(Brand),
}

/// The state that is passed between the login pages.
#[derive(Clone, Copy)]
pub struct LoginState {
    pub(super) phone: RwSignal<String>,
    pub(super) channels: RwSignal<Vec<Channel>>,
    /// The bot links of a registration that waits for its phone to be confirmed. A login requests its own.
    pub(super) bot_links: RwSignal<Option<BotLinks>>,
    pub(super) door: RwSignal<Door>,
    /// The invitation that `door` was loaded for.
    pub(super) invitation: StoredValue<Option<InvitationQuery>>,
}

impl LoginState {
    /// Creates the state with the phone number that this tab stored before a reload.
    pub fn new() -> Self {
        Self {
            phone: RwSignal::new(stored(PHONE_KEY)),
            channels: RwSignal::new(Vec::new()),
            bot_links: RwSignal::new(None),
            door: RwSignal::new(Door::Unknown),
            invitation: StoredValue::new(None),
        }
    }

    /// Stores the phone number for this tab.
    pub(super) fn store_phone(self) {
        store(PHONE_KEY, &self.phone.get_untracked());
    }
}

impl Default for LoginState {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns the state from the context.
pub(super) fn login_state() -> LoginState {
    expect_context()
}

fn session_storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

pub(super) fn stored(key: &str) -> String {
    let text = session_storage().and_then(|tab| tab.get_item(key).ok().flatten());
    text.unwrap_or_default()
}

pub(super) fn store(key: &str, text: &str) {
    if let Some(tab) = session_storage() {
        let _ = tab.set_item(key, text);
    }
}
