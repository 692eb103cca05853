//! The field that scanners and people type codes into.

use super::ScanTexts;
use frontend_ui::i18n::t;
use leptos::{ev, html, prelude::*, wasm_bindgen::JsCast, web_sys};

/// The input for codes. Keys typed anywhere on the page go to it, as a USB scanner types wherever the focus is.
#[component]
pub(super) fn CodeField(on_code: Callback<String>) -> impl IntoView {
    let (field, text) = (NodeRef::<html::Input>::new(), RwSignal::new(String::new()));
    Effect::new(move |_| {
        if let Some(field) = field.get() {
            let _ = field.focus();
        }
    });
    let keys = window_event_listener(ev::keydown, move |event| {
        let is_field = |element: &web_sys::Element| element.matches(crate::notes::TEXT_INPUTS).unwrap_or(false);
        let target = event
            .target()
            .and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let is_own =
            |element: &web_sys::Element| field.get_untracked().is_some_and(|own| own.is_same_node(Some(element)));
        if let Some(separator) = scanner_control(&event)
            && target
                .as_ref()
                .is_none_or(|element| !is_field(element) || is_own(element))
        {
            event.prevent_default();
            text.update(|text| text.push(separator));
            return;
        }
        let is_text = event.key().chars().count() == 1 && event.key() != " ";
        if target.as_ref().is_some_and(is_field) || event.ctrl_key() || event.meta_key() || event.alt_key() || !is_text
        {
            return;
        }
        // The focus changes before the key is typed, so the key goes into the field.
        if let Some(field) = field.get_untracked() {
            let _ = field.focus();
        }
    });
    on_cleanup(move || keys.remove());
    let submit = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let code = text.get_untracked();
        text.set(String::new());
        on_code.try_run(code);
    };
    view! {
        <form class="scan-field" on:submit=submit>
            <input
                node_ref=field
                data-testid="scan-code"
                autocomplete="off"
                autocapitalize="characters"
                spellcheck="false"
                enterkeyhint="go"
                placeholder=t(ScanTexts::CodeHint)
                aria-label=t(ScanTexts::CodeHint)
                prop:value=move || text.get()
                on:input=move |event| text.set(event_target_value(&event))
            />
            <button class="button primary">{t(ScanTexts::Enter)}</button>
        </form>
    }
}

/// The control character that a scanner types with the control key. The browser would open its own dialogs with some of them.
fn scanner_control(event: &ev::KeyboardEvent) -> Option<char> {
    if !event.ctrl_key() || event.alt_key() || event.meta_key() {
        return None;
    }
    match (event.code().as_str(), event.shift_key()) {
        ("KeyD", false) => Some('\u{4}'),
        ("Backslash", false) => Some('\u{1c}'),
        ("BracketRight", false) => Some('\u{1d}'),
        ("Digit6", true) => Some('\u{1e}'),
        ("Minus", true) => Some('\u{1f}'),
        _ => None,
    }
}
