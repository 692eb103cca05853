//! Interface texts in three languages. A text that lacks a translation does not compile.

mod authenticator;
mod billing;
mod error_texts;
mod errors;
mod lifecycle;
mod payments;
mod profile;
mod staff;
mod texts;

pub use crate::i18n::staff::StaffTexts;
pub use authenticator::AuthenticatorTexts;
pub use billing::BillingErrorTexts;
pub use error_texts::ErrorTexts;
pub use errors::{field_error_text, problem_text};
pub use lifecycle::LifecycleTexts;
pub use payments::PaymentTexts;
pub use profile::ProfileTexts;
pub use shared_types::translation::Language;
pub use texts::Text;

use leptos::prelude::window;
use std::cell::Cell;

/// The languages with their names.
pub const LANGUAGES: [(Language, &str); 3] = [
    (Language::Ru, "Русский"),
    (Language::En, "English"),
    (Language::Zh, "中文"),
];

/// A text that is translated into every language.
pub trait Translate: Copy {
    /// The translation into a language.
    fn in_language(self, language: Language) -> &'static str;
}

/// Declares an enum of texts: `pub enum RateTexts;`, followed by `Name: "русский", "English", "中文";` for each text.
#[macro_export]
macro_rules! texts {
    ($(#[$meta:meta])* $vis:vis enum $enum:ident; $($name:ident: $ru:literal, $en:literal, $zh:literal;)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, clippy::allow_attributes, reason = "the English text documents its variant")]
        $vis enum $enum { $($name,)* }

        impl $crate::i18n::Translate for $enum {
            fn in_language(self, language: $crate::i18n::Language) -> &'static str {
                match (self, language) {
                    $((Self::$name, $crate::i18n::Language::Ru) => $ru,
                      (Self::$name, $crate::i18n::Language::En) => $en,
                      (Self::$name, $crate::i18n::Language::Zh) => $zh,)*
                }
            }
        }
    };
}

thread_local! {
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::Ru) };
}

const LANGUAGE_KEY: &str = "karavan.language";

/// Returns the language of the page. After the login it changes only with a reload.
pub fn language() -> Language {
    LANGUAGE.get()
}

/// Sets the language to the one stored in this browser, or else to the first supported language that the browser prefers.
pub fn init_language() {
    let stored = storage().and_then(|storage| storage.get_item(LANGUAGE_KEY).ok().flatten());
    let stored = stored.as_deref().and_then(Language::from_name);
    use_language(stored.or_else(browser_language).unwrap_or(Language::Ru));
}

/// Returns the first supported language of the browser's preferences. Regions are ignored: `zh-CN` counts as `zh`.
fn browser_language() -> Option<Language> {
    let tags = window().navigator().languages();
    tags.iter()
        .find_map(|tag| Language::from_name(tag.as_string()?.split('-').next()?))
}

fn use_language(language: Language) {
    LANGUAGE.set(language);
    if let Some(root) = window().document().and_then(|document| document.document_element()) {
        let _ = root.set_attribute("lang", language.as_str());
    }
}

/// Stores the language in this browser. Returns whether the page must be reloaded to show it.
pub fn store_language(language: Language) -> bool {
    if let Some(storage) = storage() {
        let _ = storage.set_item(LANGUAGE_KEY, language.as_str());
    }
    language != self::language()
}

/// Uses and stores the user's language if this browser has none stored. Called before the first page is rendered, because what is
/// rendered keeps its language.
pub fn adopt_language(language: Language) {
    let is_stored = storage().is_none_or(|storage| storage.get_item(LANGUAGE_KEY).ok().flatten().is_some());
    if !is_stored && store_language(language) {
        use_language(language);
    }
}

/// Returns the local storage, unless the browser denies access to it.
pub fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// Returns the text in the language of the page.
pub fn t(text: impl Translate) -> &'static str {
    text.in_language(language())
}

/// Selects the form of a noun for a number. Russian has three forms, other languages use the first and the last.
pub fn plural(count: i64, [one, few, many]: [&'static str; 3]) -> &'static str {
    if language() != Language::Ru {
        return if count == 1 { one } else { many };
    }
    match (count % 10, count % 100) {
        (1, rest) if rest != 11 => one,
        (2..=4, rest) if !(12..=14).contains(&rest) => few,
        _ => many,
    }
}
