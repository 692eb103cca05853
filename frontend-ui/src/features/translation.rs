//! Machine translations of texts, with the original one click away.

use crate::i18n::t;
use leptos::prelude::*;
use shared_types::translation::{Language, script::script_language};

crate::texts! {
    /// A text about translations.
    pub enum TranslationTexts;
    Exhausted:
        "Перевод приостановлен до конца месяца: исчерпан лимит символов. Показаны оригиналы.",
        "Translation has stopped until the end of the month: the limit of characters is reached. Originals are shown.",
        "本月翻译字数已用完，翻译暂停至月底，现显示原文。";
    MachineTranslation: "Машинный перевод", "Machine translation", "机器翻译";
    ShowOriginal: "Показать оригинал", "Show the original", "显示原文";
    ShowTranslation: "Показать перевод", "Show the translation", "显示译文";
}

/// Whether people see the original of a text.
pub type ShowsOriginal = RwSignal<bool>;

/// Says that a text is translated by a machine, and switches between the translation and the original.
pub fn translation_mark(shows_original: ShowsOriginal) -> AnyView {
    let label = move || {
        t(if shows_original.get() {
            TranslationTexts::ShowTranslation
        } else {
            TranslationTexts::ShowOriginal
        })
    };
    any_view! {
        <span class="translation-mark">
            <small class="muted" data-testid="machine-translation">
                {t(TranslationTexts::MachineTranslation)}
            </small>
            <button
                type="button"
                class="quiet"
                data-testid="show-original"
                on:click=move |_| shows_original.update(|shows| *shows = !*shows)
            >
                {label}
            </button>
        </span>
    }
}

/// Says that the agent's limit of this month is reached.
pub fn exhausted_note() -> AnyView {
    any_view! {
        <p class="muted translation-exhausted" role="status" data-testid="translation-exhausted">
            {t(TranslationTexts::Exhausted)}
        </p>
    }
}

/// The language of a text from a shop for screen readers, or `None` if its script proves none.
pub fn text_language(text: &str) -> Option<&'static str> {
    script_language(text).map(Language::as_str)
}

/// A text from a shop in its own language.
pub fn shop_text(text: String) -> AnyView {
    let language = text_language(&text);
    any_view! {
        <span lang=language dir="auto">
            {text}
        </span>
    }
}

/// A text that is shown in the reader's language, or as it is.
pub fn translated_text(original: String, translation: Option<String>, shows_original: ShowsOriginal) -> AnyView {
    let Some(translation) = translation else {
        return shop_text(original);
    };
    let text = move || {
        if shows_original.get() {
            shop_text(original.clone())
        } else {
            any_view! { <span data-testid="translated">{translation.clone()}</span> }
        }
    };
    text.into_any()
}
