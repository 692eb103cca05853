//! The recovery codes, which are shown once.

use crate::{
    features::clipboard::copy,
    i18n::{AuthenticatorTexts, Text, t},
};
use leptos::{prelude::*, task::spawn_local};

/// The new recovery codes. `done` is called when the person has saved them.
pub(super) fn recovery_code_list(confirmation: &'static str, codes: &[String], done: impl Fn() + 'static) -> AnyView {
    view! {
        <p class="ok" role="status">
            "✓ "
            {confirmation}
        </p>
        <p class="note">{t(AuthenticatorTexts::SaveCodes)}</p>
        {copyable(codes.join("\n"), AuthenticatorTexts::RecoveryCodes)}
        <div class="row">
            <button type="button" class="button primary" on:click=move |_| done()>
                {t(AuthenticatorTexts::CodesSaved)}
            </button>
        </div>
    }
    .into_any()
}

/// A text with a button that copies it.
pub(super) fn copyable(text: String, label: AuthenticatorTexts) -> AnyView {
    let copied = RwSignal::new(false);
    let to_copy = text.clone();
    let on_click = move |_| {
        let text = to_copy.clone();
        spawn_local(async move { copied.set(copy(&text).await) });
    };
    view! {
        <code class="authenticator-secret" role="group" aria-label=t(label)>
            {text}
        </code>
        <div class="row">
            <button type="button" class="quiet" on:click=on_click>
                {move || t(if copied.get() { Text::Copied } else { Text::Copy })}
            </button>
        </div>
    }
    .into_any()
}
