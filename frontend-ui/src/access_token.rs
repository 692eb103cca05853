//! The access token of the session. It is kept in memory only, the refresh token in a cookie that scripts can't read.

use crate::{i18n, side::guard};
use leptos::prelude::window;
use std::cell::RefCell;

thread_local! {
    static TOKEN: RefCell<Option<String>> = const { RefCell::new(None) };
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

/// Stores the access token of a preview with the rights of a permission group.
pub(crate) fn set_preview_group(group: String, token: String) {
    store_access_token(token);
    PREVIEW_GROUP.set(Some(group));
}

/// Returns the name of the previewed permission group, or `None` outside a preview.
pub fn preview_group() -> Option<String> {
    PREVIEW_GROUP.with_borrow(Clone::clone)
}

/// Ends the preview by reloading the page, which restores the user's own rights.
pub fn end_preview() {
    redirect(&format!("/{}/access-groups", guard().as_str()));
}

/// Loads an address in the browser, bypassing the router.
pub fn redirect(address: &str) {
    let _ = window().location().set_href(address);
}
