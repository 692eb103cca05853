//! Copying to the clipboard: links with a button that copies them, and secrets that are shown once.

use crate::prelude::*;
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
    any_view! {
        <div class="row link">
            <code>{address}</code>
            <button type="button" class="quiet" on:click=on_click>
                {move || t(if copied.get() { Text::Copied } else { Text::Copy })}
            </button>
        </div>
    }
}

/// A secret that was just made, with a button that copies it: the only time that it is shown. `test_id` finds the secret, and
/// `copy-` with it the button.
pub fn shown_once(hint: &'static str, secret: String, test_id: &'static str) -> AnyView {
    let copied = RwSignal::new(false);
    let shown = secret.clone();
    let on_click = move |_| {
        let secret = secret.clone();
        spawn_local(async move {
            copied.try_set(copy(&secret).await);
        });
    };
    any_view! {
        <div class="note new-token" role="status">
            <p>{hint}</p>
            <div class="row">
                <code data-testid=test_id>{shown}</code>
                <button type="button" class="button" data-testid=format!("copy-{test_id}") on:click=on_click>
                    {move || t(if copied.get() { Text::Copied } else { Text::Copy })}
                </button>
            </div>
        </div>
    }
}
