//! Common parts of the cards of the authenticator app and of the passkeys: the buttons of a step, and the recovery codes.

use crate::{features::clipboard::copy, i18n::AuthenticatorTexts, prelude::*};

/// Fewer codes than these are few.
const FEW_CODES: usize = 3;

/// The buttons that continue and that leave a step of a card.
pub(super) fn step_buttons(action: Action, label: &'static str, cancel: impl Fn() + 'static) -> AnyView {
    any_view! {
        <div class="row">
            <button class="button primary" disabled=move || action.is_busy()>
                {label}
            </button>
            <button type="button" class="quiet" on:click=move |_| cancel()>
                {t(Text::Cancel)}
            </button>
        </div>
    }
}

/// The number of remaining recovery codes. `few` is the advice when they run out.
pub(super) fn codes_left(left: usize, few: &'static str) -> AnyView {
    any_view! {
        <p>{t(AuthenticatorTexts::CodesLeft)}": "<strong>{left}</strong></p>
        {(left < FEW_CODES).then(|| view! { <p class="note">{few}</p> })}
    }
}

/// The new recovery codes. `done` is called when the person has saved them.
pub(super) fn recovery_code_list(confirmation: &'static str, codes: &[String], done: impl Fn() + 'static) -> AnyView {
    any_view! {
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
}

/// A text with a button that copies it.
pub(super) fn copyable(text: String, label: AuthenticatorTexts) -> AnyView {
    let copied = RwSignal::new(false);
    let to_copy = text.clone();
    let on_click = move |_| {
        let text = to_copy.clone();
        spawn_local(async move { copied.set(copy(&text).await) });
    };
    any_view! {
        <code class="authenticator-secret" role="group" aria-label=t(label)>
            {text}
        </code>
        <div class="row">
            <button type="button" class="quiet" on:click=on_click>
                {move || t(if copied.get() { Text::Copied } else { Text::Copy })}
            </button>
        </div>
    }
}
