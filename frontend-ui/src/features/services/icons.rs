//! Icons as SVG line drawings, so that they do not depend on the fonts of the device.

use leptos::prelude::*;

/// Returns the SVG path of a built-in icon.
fn icon_path(name: &str) -> Option<&'static str> {
    Some(match name {
        "camera" => "M4 8h3l2-3h6l2 3h3v11H4zM12 16.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z",
        "video" => "M3 6h12v12H3zM15 10.5l6-3.5v10l-6-3.5z",
        "ruler" => "M3 15 15 3l6 6L9 21zM7 11l2 2M10 8l2 2M13 5l2 2",
        "count" => "M5 4v16M5 8h4M5 12h7M5 16h4M16 7h4M18 5v4M16 16h4",
        "phone" => "M7 2.5h10v19H7zM11 18.5h2",
        "print" => "M7 8V3h10v5M7 17H4V9h16v8h-3M7 14h10v7H7z",
        "eye" => "M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z",
        "hidden" => {
            "M3 3l18 18M9.5 6a10 10 0 0 1 2.500-.5C18.500 5.500 22 12 22 12a17 17 0 0 1-3 3.700M6 7.500C3.500 9.300 2 12 2 12s3.500 6.500 10 6.500a9.500 9.500 0 0 0 4-.9"
        }
        _ => return None,
    })
}

/// Renders a built-in icon by its name, or the agent's own icon as text.
pub fn icon(name: &str) -> AnyView {
    match icon_path(name) {
        Some(path) => any_view! {
            <svg
                class="sign"
                viewBox="0 0 24 24"
                width="20"
                height="20"
                fill="none"
                stroke="currentColor"
                stroke-width="1.7"
                stroke-linecap="round"
                stroke-linejoin="round"
                aria-hidden="true"
            >
                <path d=path></path>
            </svg>
        },
        None => custom_icon_text(name).into_any(),
    }
}

/// Returns the agent's own icon as text; empty for built-in icons.
pub fn custom_icon_text(name: &str) -> String {
    match icon_path(name) {
        None if name.is_empty() => "•".to_owned(),
        None => name.to_owned(),
        Some(_) => String::new(),
    }
}
