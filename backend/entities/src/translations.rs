//! Translations in a column of the row whose texts they are.

use crate::json::Json;
use serde::{Deserialize, Serialize};
use shared_types::translation::Language;

/// The translation of one text of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredTranslation {
    /// Hash of the text. A translation of another text is not shown.
    pub of: String,
    pub to: Language,
    /// The glossary with which it was made. A translation with another glossary is not shown.
    pub glossary: i64,
    /// The translation; null if the text can't be translated.
    pub text: Option<String>,
}

/// The translations of the texts of a row.
pub type StoredTranslations = Json<Vec<StoredTranslation>>;
