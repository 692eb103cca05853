//! Machine translations of texts, with the original one click away.

use crate::i18n::t;
use leptos::prelude::*;

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
    view! {
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
    .into_any()
}

/// Says that the agent's limit of this month is reached.
pub fn exhausted_note() -> AnyView {
    view! {
        <p class="muted translation-exhausted" role="status" data-testid="translation-exhausted">
            {t(TranslationTexts::Exhausted)}
        </p>
    }
    .into_any()
}

/// A text that is shown in the reader's language, or as it is. `original_language` is the language of the original for screen readers.
pub fn translated_text(
    original: String,
    translation: Option<String>,
    shows_original: ShowsOriginal,
    original_language: Option<&'static str>,
) -> AnyView {
    let Some(translation) = translation else {
        return view! { <span lang=original_language>{original}</span> }.into_any();
    };
    let text = move || {
        if shows_original.get() {
            view! { <span lang=original_language>{original.clone()}</span> }.into_any()
        } else {
            view! { <span data-testid="translated">{translation.clone()}</span> }.into_any()
        }
    };
    text.into_any()
}
