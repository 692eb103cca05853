//! Faults that the browser finds in a field, as a sentence next to the field, instead of the browser's bubble in the browser's
//! language.

use crate::i18n::{ErrorTexts, t};
use leptos::{prelude::*, wasm_bindgen::JsCast, web_sys};
use std::sync::atomic::{AtomicU32, Ordering};

/// Returns an id that is unique within the page.
pub(super) fn next_id() -> String {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    format!("field-{}", NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Suppresses the bubble of an `invalid` event, and moves the focus to the field if it is the first invalid one of its form.
pub(super) fn suppress_bubble(event: &web_sys::Event) {
    event.prevent_default();
    let Some(control) = event
        .target()
        .and_then(|target| target.dyn_into::<web_sys::HtmlElement>().ok())
    else {
        return;
    };
    let form = control.closest("form").ok().flatten();
    let first = form.and_then(|form| {
        form.query_selector(":is(input, select, textarea):invalid")
            .ok()
            .flatten()
    });
    let is_first = first.is_none_or(|first| &first == AsRef::<web_sys::Element>::as_ref(&control));
    if is_first {
        // Wait until the sentences are rendered: they move the field, and focusing scrolls to its position.
        request_animation_frame(move || {
            let _ = control.focus();
        });
    }
}

/// Returns the sentence for the text of a field that the browser has refused.
fn sentence(text: &str, kind: &str) -> ErrorTexts {
    match kind {
        _ if text.is_empty() => ErrorTexts::Required,
        "url" => ErrorTexts::NotAUrl,
        "email" => ErrorTexts::NotAnEmail,
        _ => ErrorTexts::InvalidFormat,
    }
}

/// The fault that the browser has found in a text field.
#[derive(Clone, Copy)]
pub(super) struct TextFault(RwSignal<Option<&'static str>>);

impl TextFault {
    pub(super) fn new() -> Self {
        Self(RwSignal::new(None))
    }

    /// Handles the `invalid` event of an input of this type.
    pub(super) fn refuse(self, event: &web_sys::Event, kind: &str) {
        suppress_bubble(event);
        self.0.set(Some(t(sentence(&event_target_value(event), kind))));
    }

    pub(super) fn clear(self) {
        self.0.set(None);
    }

    pub(super) fn text(self) -> Option<String> {
        self.0.get().map(str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::i18n::{Language, t};
    use interface_texts::set_language;

    #[test]
    fn the_sentence_names_what_is_missing() {
        let text = |language, value, kind| {
            set_language(language);
            t(sentence(value, kind))
        };
        assert_eq!(text(Language::En, "", "url"), "required");
        assert!(text(Language::En, "shop", "url").contains("https://"));
        assert_eq!(text(Language::Zh, "a@", "email"), "须为电子邮箱地址");
        assert_eq!(text(Language::Ru, "x", "tel"), "неверный формат");
    }
}
