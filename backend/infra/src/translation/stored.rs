//! Translations that are stored with the row of a text.

use super::needs_translation;
use entities::{
    json::Json,
    translations::{StoredTranslation, StoredTranslations},
};
use platform::rng;
use sea_orm::DbErr;
use shared_types::translation::{Language, Translation};

/// Hexadecimal digits of the hash by which a stored translation names its text.
const HASH_DIGITS: usize = 16;

fn text_hash(text: &str) -> String {
    rng::digest(text).chars().take(HASH_DIGITS).collect()
}

/// The result of looking up the translation of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lookup<'a> {
    Translated(&'a str),
    /// The reader understands the text, or no provider can translate it.
    Original,
    /// The text is not translated yet.
    Missing,
}

/// The translations of a row under one glossary.
#[derive(Clone, Copy, Debug)]
pub struct StoredView<'a> {
    rows: &'a [StoredTranslation],
    glossary_key: i64,
}

impl<'a> StoredView<'a> {
    /// The translations that a column contains.
    pub fn new(column: Option<&'a StoredTranslations>, glossary_key: i64) -> Self {
        Self {
            rows: column.map_or(&[], |rows| rows),
            glossary_key,
        }
    }

    /// Finds the translation of a text into a language.
    pub fn lookup(&self, text: &str, to: Language) -> Lookup<'a> {
        if text.is_empty() {
            return Lookup::Original;
        }
        if !self.rows.is_empty() {
            let of = text_hash(text);
            let found = self
                .rows
                .iter()
                .find(|row| row.to == to && row.glossary == self.glossary_key && row.of == of);
            if let Some(row) = found {
                return row.text.as_deref().map_or(Lookup::Original, Lookup::Translated);
            }
        }
        if needs_translation(text, to) {
            Lookup::Missing
        } else {
            Lookup::Original
        }
    }

    /// The translation for a reader, if there is one.
    pub fn text(&self, text: &str, to: Language) -> Option<String> {
        match self.lookup(text, to) {
            Lookup::Translated(text) => Some(text.to_owned()),
            Lookup::Original | Lookup::Missing => None,
        }
    }

    /// All translations of a text.
    pub fn translations(&self, text: &str) -> Vec<Translation> {
        if self.rows.is_empty() {
            return Vec::new();
        }
        let translation = |language| {
            Some(Translation {
                language,
                text: self.text(text, language)?,
            })
        };
        Language::ALL.into_iter().filter_map(translation).collect()
    }
}

/// The translations of a text into every language, regardless of the glossary, for search.
pub fn all_texts<'a>(column: Option<&'a StoredTranslations>, text: &str) -> impl Iterator<Item = &'a str> + use<'a> {
    let rows: &[StoredTranslation] = column.map_or(&[], |rows| rows);
    let of = if rows.is_empty() {
        String::new()
    } else {
        text_hash(text)
    };
    rows.iter()
        .filter(move |row| row.of == of)
        .filter_map(|row| row.text.as_deref())
}

/// Adds new translations to a row, and drops the translations of texts that the row no longer has.
pub fn merge(
    column: Option<&StoredTranslations>,
    current_texts: &[&str],
    translated: &[(&str, Option<&str>)],
    to: Language,
    glossary_key: i64,
) -> Result<Option<StoredTranslations>, DbErr> {
    let current: Vec<String> = current_texts.iter().map(|text| text_hash(text)).collect();
    let new = translated
        .iter()
        .filter(|(text, _)| current_texts.contains(text))
        .map(|(text, translation)| StoredTranslation {
            of: text_hash(text),
            to,
            glossary: glossary_key,
            text: translation.map(ToOwned::to_owned),
        });
    let mut rows: Vec<StoredTranslation> = new.collect();
    let is_kept = |row: &&StoredTranslation| {
        current.contains(&row.of) && !rows.iter().any(|new| new.of == row.of && new.to == row.to)
    };
    let kept: Vec<StoredTranslation> = column
        .map_or(&[][..], |rows| rows)
        .iter()
        .filter(is_kept)
        .cloned()
        .collect();
    rows.extend(kept);
    Json::non_empty(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn translation_is_shown_for_the_same_text_and_glossary_only() {
        let stored = merge(None, &["加绒卫衣"], &[("加绒卫衣", Some("худи"))], Language::Ru, 5).expect("json");
        let view = |glossary| StoredView::new(stored.as_ref(), glossary);
        assert_eq!(view(5).lookup("加绒卫衣", Language::Ru), Lookup::Translated("худи"));
        assert_eq!(view(6).lookup("加绒卫衣", Language::Ru), Lookup::Missing);
        assert_eq!(view(5).lookup("加绒", Language::Ru), Lookup::Missing);
        assert_eq!(view(5).lookup("加绒卫衣", Language::Zh), Lookup::Original);
        assert_eq!(view(5).lookup("42", Language::Ru), Lookup::Original);
    }

    #[test]
    fn text_that_was_replaced_loses_its_translations() {
        let first = merge(None, &["红"], &[("红", Some("red"))], Language::En, 0).expect("json");
        let second = merge(first.as_ref(), &["红"], &[("红", None)], Language::Ru, 0).expect("json");
        assert_eq!(second.as_deref().map(Vec::len), Some(2));
        assert_eq!(all_texts(second.as_ref(), "红").collect::<Vec<_>>(), ["red"]);
        let third = merge(second.as_ref(), &["蓝"], &[], Language::Ru, 0).expect("json");
        assert_eq!(third, None);
    }
}
