//! Languages of readers.

use serde::{Deserialize, Serialize};

/// A language that people read, as in their profile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the variants are languages")]
pub enum Language {
    /// Of people who have not chosen a language.
    #[default]
    Ru,
    En,
    Zh,
}

impl Language {
    /// All languages.
    pub const ALL: [Self; 3] = [Self::Ru, Self::En, Self::Zh];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ru => "ru",
            Self::En => "en",
            Self::Zh => "zh",
        }
    }

    /// Chooses the text of this language.
    pub const fn pick<T: Copy>(self, russian: T, english: T, chinese: T) -> T {
        match self {
            Self::Ru => russian,
            Self::En => english,
            Self::Zh => chinese,
        }
    }

    /// Returns the language with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.as_str() == name)
    }
}
