//! The size of the window.

use leptos::{ev, prelude::*};

/// The width up to which the pages are laid out for a phone; the style sheets use the same number.
const PHONE_WIDTH: f64 = 760.0;

/// The width of the window in CSS pixels.
pub fn window_width() -> f64 {
    let width = window().inner_width().ok().and_then(|width| width.as_f64());
    width.unwrap_or(PHONE_WIDTH)
}

/// Whether the window is as narrow as a phone.
pub fn is_phone() -> bool {
    window_width() <= PHONE_WIDTH
}

/// Whether the window is as narrow as a phone, followed while its size changes.
pub(crate) fn follow_is_phone() -> Signal<bool> {
    let is_narrow = RwSignal::new(is_phone());
    let listener = window_event_listener(ev::resize, move |_| {
        if is_narrow.get_untracked() != is_phone() {
            is_narrow.set(is_phone());
        }
    });
    on_cleanup(move || listener.remove());
    is_narrow.into()
}
