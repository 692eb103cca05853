//! A QR code on the page.

use leptos::prelude::*;
use shared_types::qr::{BORDER, QrCode};

/// A QR code with the quiet border that a camera needs on a page of any colour.
#[must_use]
pub fn qr(code: &QrCode, label: String) -> AnyView {
    drawn(code, 0, label)
}

/// The same without its border, for paper that is white all around.
#[must_use]
pub fn bare_qr(code: &QrCode, label: String) -> AnyView {
    drawn(code, BORDER, label)
}

fn drawn(code: &QrCode, cut: u32, label: String) -> AnyView {
    let side = code.size.saturating_sub(2 * cut);
    view! {
        <svg class="qr" viewBox=format!("{cut} {cut} {side} {side}") shape-rendering="crispEdges" role="img" aria-label=label>
            <path d=code.path.clone()></path>
        </svg>
    }
    .into_any()
}
