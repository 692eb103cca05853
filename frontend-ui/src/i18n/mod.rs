//! Three languages, each complete by construction: a text without one of them does not compile.

mod funds;
mod life;
mod people;
mod profile;
mod refusals;
mod texts;

pub use funds::Funds;
pub use life::Life;
pub use people::People;
pub use profile::Own;
pub use refusals::{Refusal, fault, refusal};
pub use texts::Text;

use leptos::prelude::window;
use std::cell::Cell;

/// A language of the interface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Russian, the default.
    Ru,
    /// English.
    En,
    /// Chinese.
    Zh,
}

impl Language {
    /// Every language with its own name.
    pub const ALL: [(Self, &'static str); 3] = [(Self::Ru, "Русский"), (Self::En, "English"), (Self::Zh, "中文")];

    /// The tag that dates and the page carry.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Ru => "ru",
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// The language of a tag.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .map(|(language, _)| language)
            .find(|language| language.tag() == tag)
    }
}

/// A text that has its words in every language.
pub trait Translate: Copy {
    /// The words in a language.
    fn of(self, language: Language) -> &'static str;
}

/// Declares texts: `pub enum RateText;` and then `Name: "русский", "English", "中文";` for each.
#[macro_export]
macro_rules! texts {
    ($(#[$meta:meta])* $vis:vis enum $enum:ident; $($name:ident: $ru:literal, $en:literal, $zh:literal;)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, clippy::allow_attributes, reason = "each text is its own description")]
        $vis enum $enum { $($name,)* }

        impl $crate::i18n::Translate for $enum {
            fn of(self, language: $crate::i18n::Language) -> &'static str {
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

const KEY: &str = "karavan.language";

/// The language of this page; it changes with a reload.
pub fn language() -> Language {
    LANGUAGE.get()
}

/// Takes the language this browser remembers, or else the first that it prefers and we speak.
pub fn start() {
    let remembered = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
    let remembered = remembered.as_deref().and_then(Language::from_tag);
    use_language(remembered.or_else(preferred).unwrap_or(Language::Ru));
}

/// `zh-CN` is Chinese as `zh` is.
fn preferred() -> Option<Language> {
    let tags = window().navigator().languages();
    tags.iter()
        .find_map(|tag| Language::from_tag(tag.as_string()?.split('-').next()?))
}

fn use_language(language: Language) {
    LANGUAGE.set(language);
    if let Some(root) = window().document().and_then(|document| document.document_element()) {
        let _ = root.set_attribute("lang", language.tag());
    }
}

/// Remembers the language; true when the page must be opened anew to show it.
pub fn remember(language: Language) -> bool {
    if let Some(storage) = storage() {
        let _ = storage.set_item(KEY, language.tag());
    }
    language != self::language()
}

/// Takes the person's own language in a browser that remembers none; true when the page must be opened anew.
pub fn remember_first(language: Language) -> bool {
    let known = storage().is_none_or(|storage| storage.get_item(KEY).ok().flatten().is_some());
    !known && remember(language)
}

/// What this browser keeps.
pub fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok().flatten()
}

/// The text in the page's language.
pub fn t(text: impl Translate) -> &'static str {
    text.of(language())
}

/// Chooses the form of a noun for a number: Russian has three.
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
