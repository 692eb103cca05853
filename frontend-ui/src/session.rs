//! The session of the user. The access token is kept in memory only, the refresh token in a cookie that scripts can't read.

pub use crate::side::{guard, home_path, home_path_of, set_guard};
use crate::{
    api::{self, Error},
    format, i18n,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object, Rights},
    endpoint::Nothing,
    id::StaffId,
    identity::{Cabinet, LogOut, Me, ShowMe, SwitchCabinet, SwitchTo},
    staff::GroupPreview,
};
use std::cell::{Cell, RefCell};

thread_local! {
    static TOKEN: RefCell<Option<String>> = const { RefCell::new(None) };
    static CURRENT: Cell<Option<CurrentUser>> = const { Cell::new(None) };
    static CHECKING: Cell<bool> = const { Cell::new(false) };
    /// The permission group whose view is previewed.
    static PREVIEW_GROUP: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Returns the access token.
pub fn access_token() -> Option<String> {
    TOKEN.with_borrow(Clone::clone)
}

/// Stores a new access token, and that this browser has a login: the next visit restores it before the module is compiled.
pub fn store_access_token(token: String) {
    TOKEN.set(Some(token));
    if let Some(storage) = i18n::storage() {
        let _ = storage.set_item(&login_key(), "1");
    }
}

/// Removes the access token.
pub fn clear_access_token() {
    TOKEN.set(None);
    if let Some(storage) = i18n::storage() {
        let _ = storage.remove_item(&login_key());
    }
}

/// The key under which the browser stores that it has a login.
fn login_key() -> String {
    format!("karavan.session.{}", guard().as_str())
}

/// The logged-in user, shared by all pages through the context.
#[derive(Clone, Copy, Debug)]
pub struct CurrentUser(pub RwSignal<Option<Me>>);

impl CurrentUser {
    /// Returns the user and tracks changes.
    pub fn me(self) -> Option<Me> {
        self.0.get()
    }

    /// Returns whether the user has a right.
    pub fn may(self, object: Object, level: Level) -> bool {
        self.0
            .with(|me| me.as_ref().is_some_and(|me| me.rights.allows(object, level)))
    }

    /// Returns the membership id of a staff member. Data in the browser is stored per person, because several people may share
    /// it.
    pub fn staff_id(self) -> Option<StaffId> {
        self.0.with_untracked(|me| me.as_ref()?.cabinet.staff_id)
    }

    /// Returns the rights of the user.
    pub fn rights(self) -> Rights {
        self.0
            .with(|me| me.as_ref().map(|me| me.rights.clone()).unwrap_or_default())
    }
}

/// Returns the user from the context.
pub fn current_user() -> CurrentUser {
    expect_context()
}

/// Provides the user to all pages, and to [`reload_rights`]. Called once at startup.
pub(crate) fn provide(current: CurrentUser) {
    CURRENT.set(Some(current));
    provide_context(current);
}

/// Reloads the user after the server denied a permission: the rights that the pages know are out of date.
pub(crate) fn reload_rights() {
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

/// Returns the name of the previewed permission group, or `None` outside a preview.
pub fn preview_group() -> Option<String> {
    PREVIEW_GROUP.with_borrow(Clone::clone)
}

/// Starts a preview of the cabinet with the rights of a permission group. All pages are rebuilt.
pub(crate) fn start_preview(preview: GroupPreview) {
    let Some(current) = CURRENT.get() else { return };
    store_access_token(preview.access_token);
    PREVIEW_GROUP.set(Some(preview.group));
    current.0.update(|me| {
        if let Some(me) = me {
            me.rights = preview.rights;
        }
    });
}

/// Ends the preview by reloading the page, which restores the user's own rights.
pub fn end_preview() {
    redirect(&format!("/{}/access-groups", guard().as_str()));
}

/// Loads the user, first refreshing the login by its cookie if there is no access token yet.
pub async fn load() -> Result<Me, Error> {
    let mut restored = None;
    if access_token().is_none() {
        api::restore_session().await?;
        restored = api::restored_user::<Me>().await;
    }
    let me = match restored {
        Some(me) => me,
        None => api::get::<ShowMe>(Nothing {}).await?,
    };
    format::use_time_zone(&me.user.timezone);
    Ok(me)
}

/// Opens another cabinet of the person, at a page of its side.
pub(crate) async fn switch_cabinet(cabinet: &Cabinet, path: &str) -> Result<(), Error> {
    let membership = cabinet.staff_id.map(|id| id.0).or(cabinet.member_id.map(|id| id.0));
    let body = SwitchTo {
        guard: cabinet.guard,
        membership_id: membership.unwrap_or_default(),
    };
    api::send::<SwitchCabinet>((), Nothing {}, body, api::Options::default()).await?;
    redirect(path);
    Ok(())
}

/// Logs out and opens the login page.
pub async fn log_out() {
    let path = (guard().as_str().to_owned(),);
    let _ = api::send::<LogOut>(path, Nothing {}, Nothing {}, api::Options::default()).await;
    clear_access_token();
    redirect(&format!("/{}/login", guard().as_str()));
}

/// Loads an address in the browser, bypassing the router.
pub fn redirect(address: &str) {
    let _ = window().location().set_href(address);
}
