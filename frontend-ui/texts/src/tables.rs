//! The texts of the page's language.
//!
//! A module that contains every text in every language is a third larger than it needs to be. So [`texts!`] writes
//! the texts to a custom section of the WebAssembly module, which is not part of the program. `tools/pages` moves that section
//! to one file per language, and the page loads the file of its language together with the module. A page that was built without
//! `tools/pages` reads the section of its own module.

use crate::Language;

/// Ends each text of a record.
pub(crate) const UNIT: char = '\u{1f}';
/// Ends the record of an enum.
pub(crate) const RECORD: char = '\u{1e}';

/// Identifies an enum of texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableKey(u64);

impl TableKey {
    /// The key of a record, which starts with the full name of its enum (FNV-1a).
    pub const fn from_record(record: &str) -> Self {
        let bytes = record.as_bytes();
        let (mut hash, mut index) = (0xcbf2_9ce4_8422_2325_u64, 0);
        while index < bytes.len() && bytes[index] != UNIT as u8 {
            hash = (hash ^ bytes[index] as u64).wrapping_mul(0x0100_0000_01b3);
            index += 1;
        }
        Self(hash)
    }
}

/// The bytes of a record, for the custom section. `LENGTH` is the length of the record.
pub const fn record_bytes<const LENGTH: usize>(record: &str) -> [u8; LENGTH] {
    match record.as_bytes().first_chunk() {
        Some(bytes) => *bytes,
        None => [0; LENGTH],
    }
}

/// The position of a language's translation in the records of [`texts!`].
pub(crate) const fn position(language: Language) -> usize {
    match language {
        Language::Ru => 0,
        Language::En => 1,
        Language::Zh => 2,
    }
}

/// One text of a record that contains all languages.
#[cfg(not(target_arch = "wasm32"))]
pub fn translation(record: &'static str, index: usize, language: Language) -> &'static str {
    let mut texts = record.trim_end_matches(RECORD).split_terminator(UNIT).skip(1);
    texts.nth(index * 3 + position(language)).unwrap_or_default()
}

/// Outside a browser, the texts are part of the program.
#[cfg(not(target_arch = "wasm32"))]
pub async fn load_texts(_: Language) -> bool {
    true
}
