//! The language of the pages, and the texts that both cabinets share.

mod authenticator;
mod billing;
mod counted;
mod error_texts;
mod errors;
mod lifecycle;
mod passkeys;
mod payments;
mod profile;
mod staff;
mod texts;

pub use crate::i18n::staff::StaffTexts;
pub use authenticator::AuthenticatorTexts;
pub use billing::BillingErrorTexts;
pub use counted::{Counted, counted, days_text};
pub use error_texts::ErrorTexts;
pub(crate) use errors::ambiguous_text;
pub use errors::{field_error_text, problem_text};
pub use interface_texts::{Language, Translate, language, load_texts, t};
pub use lifecycle::LifecycleTexts;
pub use passkeys::PasskeyTexts;
pub use payments::PaymentTexts;
pub use profile::ProfileTexts;
pub use texts::Text;

use leptos::prelude::window;

/// The languages with their names.
pub const LANGUAGES: [(Language, &str); 3] = [
    (Language::Ru, "Русский"),
    (Language::En, "English"),
    (Language::Zh, "中文"),
];

const LANGUAGE_KEY: &str = "karavan.language";

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
    interface_texts::set_language(language);
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

/// Uses and stores the user's language if this browser has none stored. Called before the first page is rendered, because
/// rendered texts keep their language.
pub async fn adopt_language(language: Language) {
    let is_stored = storage().is_none_or(|storage| storage.get_item(LANGUAGE_KEY).ok().flatten().is_some());
    if !is_stored && store_language(language) && load_texts(language).await {
        use_language(language);
    }
}

/// Returns the local storage, unless the browser denies access to it.
pub fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
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
