//! Table `translation_cache`: translated lines, shared by all agents. Numbers, codes and terms of glossaries are placeholders in
//! them.

use platform::config::TranslationProvider;
use sea_orm::entity::prelude::*;
use shared_types::translation::Language;

shared_types::named_set! {
    /// The language that a line is translated from.
    pub enum SourceLanguage {
        Ru = "ru",
        En = "en",
        Zh = "zh",
        /// The provider detects it.
        Auto = "auto",
    }
}

impl From<Option<Language>> for SourceLanguage {
    fn from(language: Option<Language>) -> Self {
        match language {
            Some(Language::Ru) => Self::Ru,
            Some(Language::En) => Self::En,
            Some(Language::Zh) => Self::Zh,
            None => Self::Auto,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "translation_cache")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    /// SHA-256 of the line with its placeholders.
    pub text_hash: String,
    pub source: SourceLanguage,
    pub target: Language,
    pub provider: TranslationProvider,
    /// The translation with the placeholders; null if the provider returned none that can be used.
    pub translated: Option<String>,
    pub created_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
