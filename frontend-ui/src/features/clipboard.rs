//! Copying to the clipboard.

use leptos::prelude::window;
use wasm_bindgen_futures::JsFuture;

/// Copies the text; false where the browser does not let us.
pub async fn copy(text: &str) -> bool {
    JsFuture::from(window().navigator().clipboard().write_text(text))
        .await
        .is_ok()
}
