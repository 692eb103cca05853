//! The session of the user.

pub use crate::access_token::{
    access_token, clear_access_token, end_preview, preview_group, redirect, store_access_token,
};
pub use crate::side::{choose_start_page, chosen_start_page, guard, home_path, home_path_of, set_guard};
use crate::{
    access_token,
    api::{self, Error},
    format,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    access::{Level, Object, Rights},
    endpoint::Nothing,
    id::StaffId,
    identity::{Cabinet, LogOut, Me, ShowMe, SwitchCabinet, SwitchTo},
    staff::GroupPreview,
};
use std::cell::Cell;

thread_local! {
    static CURRENT: Cell<Option<CurrentUser>> = const { Cell::new(None) };
    static CHECKING: Cell<bool> = const { Cell::new(false) };
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
    api::on_permission_denied(reload_rights);
    provide_context(current);
}

/// Reloads the user after the server denied a permission: the rights that the pages know are out of date.
fn reload_rights() {
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

/// Starts a preview of the cabinet with the rights of a permission group. All pages are rebuilt.
pub(crate) fn start_preview(preview: GroupPreview) {
    let Some(current) = CURRENT.get() else { return };
    access_token::set_preview_group(preview.group, preview.access_token);
    current.0.update(|me| {
        if let Some(me) = me {
            me.rights = preview.rights;
        }
    });
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
