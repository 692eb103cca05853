//! What the doors share: the frame around them, what was typed so far, and the way in.

use super::texts::Entry;
use crate::{
    api::{self, Error, Options},
    i18n::{self, Language, t},
    session,
};
use leptos::prelude::*;
use shared_types::{
    access::Guard,
    endpoint::Nothing,
    identity::{Channel, CodeRequest, HandOver, LinkOffer, Session},
};

const PHONE: &str = "karavan.phone";
const NEXT: &str = "karavan.next";

/// What was typed and answered so far; it goes from door to door.
#[derive(Clone, Copy)]
pub struct Door {
    pub(super) phone: RwSignal<String>,
    pub(super) channels: RwSignal<Vec<Channel>>,
    /// What a registration waits for; a login asks for its own.
    pub(super) offer: RwSignal<Option<LinkOffer>>,
}

impl Door {
    /// Nothing typed yet but what this tab remembers from before a reload.
    pub fn new() -> Self {
        Self {
            phone: RwSignal::new(remembered(PHONE)),
            channels: RwSignal::new(Vec::new()),
            offer: RwSignal::new(None),
        }
    }

    /// Keeps the phone for this tab.
    pub(super) fn keep_phone(self) {
        keep(PHONE, &self.phone.get_untracked());
    }
}

impl Default for Door {
    fn default() -> Self {
        Self::new()
    }
}

/// What was typed so far.
pub(super) fn door() -> Door {
    expect_context()
}

fn tab() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

fn remembered(key: &str) -> String {
    let kept = tab().and_then(|tab| tab.get_item(key).ok().flatten());
    kept.unwrap_or_default()
}

fn keep(key: &str, text: &str) {
    if let Some(tab) = tab() {
        let _ = tab.set_item(key, text);
    }
}

/// Remembers the page that was asked for before the login.
pub(super) fn keep_next(next: &str) {
    keep(NEXT, next);
}

/// The guard's name, as paths have it.
pub(super) fn path() -> (String,) {
    (session::guard().as_str().to_owned(),)
}

/// The address of a door of this side.
pub(super) fn address(page: &str) -> String {
    format!("/{}/{page}", session::guard().as_str())
}

/// The page behind the doors: the one that was asked for, or the orders.
fn home() -> String {
    let next = remembered(NEXT);
    keep(NEXT, "");
    // Only an address of our own side: the query is anybody's to write.
    if next.starts_with(&address("")) && !next.contains("/login") {
        next
    } else {
        address("orders")
    }
}

/// Goes in; staff go on at their agent's own host, where there is one.
pub(super) async fn enter(opened: Session) {
    session::hold(opened.access_token);
    let home = home();
    if session::guard() == Guard::Agent
        && let Ok(offer) = api::send::<HandOver>((), Nothing {}, Nothing {}, Options::default()).await
        && let Some(url) = offer.url
    {
        session::forget();
        let _ = window().location().replace(&format!("{url}&next={home}"));
        return;
    }
    session::go(&home);
}

/// The label of a code by a channel.
pub(super) fn by(channel: Channel) -> &'static str {
    t(match channel {
        Channel::Log => Entry::ByLog,
        Channel::Telegram => Entry::ByTelegram,
        Channel::Max => Entry::ByMax,
    })
}

/// Asks for a login code.
pub(super) async fn send_code(phone: String, channel: Channel) -> Result<(), Error> {
    let body = CodeRequest { phone, channel };
    api::send::<shared_types::identity::SendCode>(path(), Nothing {}, body, Options::default())
        .await
        .map(drop)
}

/// The frame of a door: whose side it is, what it is about, what it asks, the language.
pub(super) fn frame(title: &'static str, inner: AnyView) -> AnyView {
    let side = if session::guard() == Guard::Agent {
        t(Entry::AgentSide)
    } else {
        t(Entry::ClientSide)
    };
    let speak = |language: Language| {
        if i18n::remember(language) {
            let _ = window().location().reload();
        }
    };
    let languages = Language::ALL.map(|(language, name)| {
        let is_this = language == i18n::language();
        view! {
            <button type="button" class="quiet" lang=language.tag() aria-pressed=is_this.to_string() on:click=move |_| speak(language)>{name}</button>
        }
    });
    view! {
        <main class="login">
            <section class="card door">
                <div>
                    <p class="brand-line"><span class="brand">"Karavan"</span><span class="muted">{side}</span></p>
                    <h1>{title}</h1>
                </div>
                {inner}
            </section>
            <nav class="languages" aria-label="Language">{languages.collect_view()}</nav>
        </main>
    }
    .into_any()
}
