//! Whether a pointer is in use. A click is lost if its button is replaced between press and release, and so is a menu that was just
//! opened, so what is fetched is rendered afterwards.

use crate::dom::exists;
use gloo_timers::future::TimeoutFuture;
use leptos::prelude::*;
use std::cell::Cell;

/// How often the release is checked for.
const CHECK_MS: u32 = 50;
/// How many checks there are: the release may be outside of the window, and a menu may stay open.
const MAX_CHECKS: u32 = 40;

/// A menu of the page that is open.
const MENU: &str = "main [popover]:popover-open";

thread_local! {
    static IS_PRESSED: Cell<bool> = const { Cell::new(false) };
}

/// Follows the pointer as long as the page exists. Called once at startup.
pub(crate) fn follow() {
    for (event, is_pressed) in [("pointerdown", true), ("pointerup", false), ("pointercancel", false)] {
        window_event_listener_untyped(event, move |_| IS_PRESSED.set(is_pressed));
    }
}

/// Waits until no pointer is pressed and no menu is open, for at most two seconds.
pub(crate) async fn released() {
    for _ in 0..MAX_CHECKS {
        if !IS_PRESSED.get() && !exists(MENU) {
            return;
        }
        TimeoutFuture::new(CHECK_MS).await;
    }
}
