//! The size of the window.

use leptos::prelude::window;

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
