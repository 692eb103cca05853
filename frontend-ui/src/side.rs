//! The side that this SPA is for.

use js_sys::Reflect;
use leptos::prelude::document;
use shared_types::{access::Guard, start_page::StartPage};
use std::cell::Cell;

thread_local! {
    static GUARD: Cell<Guard> = const { Cell::new(Guard::Client) };
}

/// Sets the guard of this SPA. Called once at startup.
pub fn set_guard(guard: Guard) {
    GUARD.set(guard);
}

/// Returns the guard of this SPA.
pub fn guard() -> Guard {
    GUARD.get()
}

/// The page that the person has chosen to open the cabinet with in this browser.
pub fn chosen_start_page(guard: Guard) -> Option<StartPage> {
    let cookies = Reflect::get(&document(), &"cookie".into()).ok()?;
    StartPage::from_cookies(guard, &cookies.as_string()?)
}

/// Makes a page the first one of this cabinet, for a year.
pub fn choose_start_page(page: StartPage) {
    let (name, chosen) = (StartPage::cookie_name(guard()), page.as_str());
    let cookie = format!("{name}={chosen}; Path=/; Max-Age=31536000; SameSite=Lax");
    // Fails only where the browser keeps no cookies, and then the login is not kept either.
    let _ = Reflect::set(&document(), &"cookie".into(), &cookie.into());
}

/// The path of the start page of a cabinet.
pub fn home_path_of(guard: Guard) -> &'static str {
    chosen_start_page(guard).unwrap_or_default().path(guard)
}

/// The path of the start page of this cabinet.
pub fn home_path() -> &'static str {
    home_path_of(guard())
}
