//! Texts of the pages in three languages. A text that lacks a translation does not compile.
//!
//! The macro is in a crate of its own, because the attribute that writes to a custom section is refused in the code of the pages.

#[cfg(any(test, target_arch = "wasm32"))]
mod loaded;
mod tables;

#[cfg(any(test, target_arch = "wasm32"))]
pub use loaded::find as loaded_text;
#[cfg(target_arch = "wasm32")]
pub use loaded::load_texts;
pub use shared_types::translation::Language;
pub use tables::{TableKey, record_bytes};
#[cfg(not(target_arch = "wasm32"))]
pub use tables::{load_texts, translation};

use std::cell::Cell;

thread_local! {
    static LANGUAGE: Cell<Language> = const { Cell::new(Language::Ru) };
}

/// Returns the language of the page. After the login it changes only with a reload.
pub fn language() -> Language {
    LANGUAGE.get()
}

/// Sets the language of the page. [`load_texts`] loads its texts.
pub fn set_language(language: Language) {
    LANGUAGE.set(language);
}

/// A text that is translated into every language.
pub trait Translate: Copy {
    /// Returns the text in the language of the page.
    fn text(self) -> &'static str;
}

/// Returns the text in the language of the page.
pub fn t(text: impl Translate) -> &'static str {
    text.text()
}

/// Declares an enum of texts: `pub enum RateTexts;`, followed by `Name: "русский", "English", "中文";` for each text.
///
/// The texts are not part of the program: see [`load_texts`].
#[macro_export]
macro_rules! texts {
    ($(#[$meta:meta])* $vis:vis enum $enum:ident; $($name:ident: $ru:literal, $en:literal, $zh:literal;)*) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(missing_docs, clippy::allow_attributes, reason = "the English text documents its variant")]
        $vis enum $enum { $($name,)* }

        const _: () = {
            const RECORD: &str = concat!(
                module_path!(), "::", stringify!($enum), "\u{1f}",
                $($ru, "\u{1f}", $en, "\u{1f}", $zh, "\u{1f}",)* "\u{1e}"
            );

            #[cfg(target_arch = "wasm32")]
            #[used]
            #[unsafe(link_section = "karavan-texts")]
            static SECTION: [u8; RECORD.len()] = $crate::record_bytes(RECORD);

            impl $crate::Translate for $enum {
                #[cfg(target_arch = "wasm32")]
                fn text(self) -> &'static str {
                    const KEY: $crate::TableKey = $crate::TableKey::from_record(RECORD);
                    $crate::loaded_text(KEY, self as usize)
                }

                #[cfg(not(target_arch = "wasm32"))]
                fn text(self) -> &'static str {
                    $crate::translation(RECORD, self as usize, $crate::language())
                }
            }
        };
    };
}

#[cfg(test)]
mod tests {
    use super::{Language, set_language, t};

    texts! {
        enum Fruit;
        Apple: "яблоко", "apple", "苹果";
        Pear: "груша", "pear", "梨";
    }

    #[test]
    fn texts_are_translated_into_each_language() {
        for (language, expected) in [(Language::Ru, "груша"), (Language::En, "pear"), (Language::Zh, "梨")] {
            set_language(language);
            assert_eq!(t(Fruit::Pear), expected);
            assert_ne!(t(Fruit::Apple), expected);
        }
    }
}
