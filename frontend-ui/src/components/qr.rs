//! QR codes as SVG.

use leptos::prelude::*;
use shared_types::qr::{BORDER, QrCode};

/// Draws a QR code with its quiet zone, so that cameras can read it on any background.
#[must_use]
pub fn qr(code: &QrCode, label: String) -> AnyView {
    draw(code, 0, label)
}

/// Draws a QR code without its quiet zone, for print on white paper.
#[must_use]
pub fn qr_without_border(code: &QrCode, label: String) -> AnyView {
    draw(code, BORDER, label)
}

fn draw(code: &QrCode, cut: u32, label: String) -> AnyView {
    let side = code.size.saturating_sub(2 * cut);
    any_view! {
        <svg
            class="qr"
            viewBox=format!("{cut} {cut} {side} {side}")
            shape-rendering="crispEdges"
            role="img"
            aria-label=label
        >
            <path d=code.path.clone()></path>
        </svg>
    }
}
