//! Who is logged in: the access token lives in memory only, the refresh token in a cookie no script can read.

use crate::api::{self, Error};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Guard, Level, Object, Rights},
    endpoint::Nothing,
    identity::{AgentMe, ClientMe, LogOut, Me},
    staff::Preview,
};
use std::cell::{Cell, RefCell};

thread_local! {
    static TOKEN: RefCell<Option<String>> = const { RefCell::new(None) };
    static GUARD: Cell<Guard> = const { Cell::new(Guard::Client) };
    static CURRENT: Cell<Option<Current>> = const { Cell::new(None) };
    static CHECKING: Cell<bool> = const { Cell::new(false) };
    /// The name of the group whose cabinet is looked at.
    static LOOK: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Says which side this SPA is; once, at start.
pub fn start(guard: Guard) {
    GUARD.set(guard);
}

/// The side of this SPA.
pub fn guard() -> Guard {
    GUARD.get()
}

/// The access token.
pub fn access_token() -> Option<String> {
    TOKEN.with_borrow(Clone::clone)
}

/// Holds a fresh access token.
pub fn hold(token: String) {
    TOKEN.set(Some(token));
}

/// Forgets the access token.
pub fn forget() {
    TOKEN.set(None);
}

/// The person at the screen, for every page.
#[derive(Clone, Copy, Debug)]
pub struct Current(pub RwSignal<Option<Me>>);

impl Current {
    /// The person.
    pub fn me(self) -> Option<Me> {
        self.0.get()
    }

    /// Whether the person may do something.
    pub fn may(self, object: Object, level: Level) -> bool {
        self.0
            .with(|me| me.as_ref().is_some_and(|me| me.rights.allow(object, level)))
    }

    /// The person's rights.
    pub fn rights(self) -> Rights {
        self.0
            .with(|me| me.as_ref().map(|me| me.rights.clone()).unwrap_or_default())
    }
}

/// The person at the screen.
pub fn current() -> Current {
    expect_context()
}

/// Makes the person known to every page, and to calls that learn of other rights; once, at start.
pub(crate) fn provide(current: Current) {
    CURRENT.set(Some(current));
    provide_context(current);
}

/// Asks anew what the person may do: a refusal said that it is no longer what the pages believe.
pub(crate) fn recheck() {
    let Some(current) = CURRENT.get() else { return };
    if CHECKING.replace(true) {
        return;
    }
    spawn_local(async move {
        let now = load().await;
        CHECKING.set(false);
        if let Ok(now) = now
            && current.0.with_untracked(|me| me.as_ref() != Some(&now))
        {
            current.0.set(Some(now));
        }
    });
}

/// The name of the group whose cabinet is looked at, if it is a look.
pub fn looks_as() -> Option<String> {
    LOOK.with_borrow(Clone::clone)
}

/// Shows the cabinet as a group sees it; every page is built anew with the group's rights.
pub(crate) fn look(preview: Preview) {
    let Some(current) = CURRENT.get() else { return };
    hold(preview.access_token);
    LOOK.set(Some(preview.group));
    current.0.update(|me| {
        if let Some(me) = me {
            me.rights = preview.rights;
        }
    });
}

/// Ends the look: the page is opened anew, with the login's own rights.
pub fn stop_looking() {
    go(&format!("/{}/access-groups", guard().as_str()));
}

/// Reads who is logged in, going on with the cookie's login when there is no token yet.
pub async fn load() -> Result<Me, Error> {
    if access_token().is_none() {
        api::refresh().await?;
    }
    match guard() {
        Guard::Agent => api::get::<AgentMe>(Nothing {}).await,
        Guard::Client => api::get::<ClientMe>(Nothing {}).await,
    }
}

/// Ends the login and opens the login page.
pub async fn log_out() {
    let path = (guard().as_str().to_owned(),);
    let _ = api::send::<LogOut>(path, Nothing {}, Nothing {}, api::Options::default()).await;
    forget();
    go(&format!("/{}/login", guard().as_str()));
}

/// Opens an address anew, outside the router.
pub fn go(address: &str) {
    let _ = window().location().set_href(address);
}
