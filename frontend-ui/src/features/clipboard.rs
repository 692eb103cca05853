//! Copying to the clipboard, and links with a button that copies them.

use crate::i18n::{Text, t};
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen_futures::JsFuture;

/// Copies a text. Returns `false` if the browser denies access to the clipboard.
pub async fn copy(text: &str) -> bool {
    JsFuture::from(window().navigator().clipboard().write_text(text))
        .await
        .is_ok()
}

/// A link with a button that copies it.
pub fn copyable_link(address: String) -> AnyView {
    let copied = RwSignal::new(false);
    let text = address.clone();
    let on_click = move |_| {
        let text = text.clone();
        spawn_local(async move { copied.set(copy(&text).await) });
    };
    view! {
        <div class="row link">
            <code>{address}</code>
            <button type="button" class="quiet" on:click=on_click>
                {move || t(if copied.get() { Text::Copied } else { Text::Copy })}
            </button>
        </div>
    }
    .into_any()
}
