//! Request and response bodies of translation.

use super::Language;
use crate::{id::ClientId, month::CalendarMonth};

/// A text in another language, translated by a machine.
#[apply(response)]
pub struct Translation {
    /// Language of the translation.
    pub language: Language,
    /// The translated text.
    pub text: String,
}

/// The texts of an item in the caller's language, translated by a machine. Texts without a translation are absent.
#[serde_with::skip_serializing_none]
#[apply(response)]
#[derive(Default)]
pub struct ItemTranslation {
    pub title: Option<String>,
    /// Selected options, such as colour and size.
    pub variant: Option<String>,
    /// The client's comment.
    pub comment: Option<String>,
    /// The agent's comment.
    pub agent_comment: Option<String>,
}

impl ItemTranslation {
    /// Whether no text is translated.
    pub const fn is_empty(&self) -> bool {
        self.title.is_none() && self.variant.is_none() && self.comment.is_none() && self.agent_comment.is_none()
    }
}

/// A term with the translation that is always used for it.
#[apply(request)]
pub struct GlossaryTerm {
    /// The term as it occurs in texts, in any case.
    pub term: String,
    /// Language of the translation.
    pub language: Language,
    /// The translation. A name that stays as it is has the term itself.
    pub translation: String,
}

/// The agent's translations, and the used part of its limit.
#[expect(clippy::struct_excessive_bools, reason = "independent facts and switches of a form")]
#[apply(response)]
pub struct TranslationSettings {
    /// Whether the server has a translation provider. Without one, nothing is translated.
    pub available: bool,
    /// Whether messages of chats are translated.
    pub chat: bool,
    /// Whether titles, variants and comments of items are translated.
    pub titles: bool,
    /// The agent's limit, in characters per month, or null for the limit of the server.
    pub monthly_limit: Option<i64>,
    /// The limit of the server, in characters per month and agent.
    pub server_limit: i64,
    /// Characters that were translated this month.
    pub used: i64,
    /// Month of `used` in UTC, as `2026-11`.
    pub month: CalendarMonth,
    /// Whether texts stay untranslated because the limit of this month is reached.
    pub exhausted: bool,
    /// Terms with fixed translations.
    pub glossary: Vec<GlossaryTerm>,
    /// Version of the settings. Send it back in `If-Match`. 0 if they were never saved.
    pub version: i64,
}

/// A change of the settings. Absent fields stay unchanged.
#[apply(request)]
#[derive(Default)]
pub struct TranslationSettingsChange {
    /// Whether messages of chats are translated.
    pub chat: Option<bool>,
    /// Whether titles, variants and comments of items are translated.
    pub titles: Option<bool>,
    /// The agent's limit, in characters per month. That of the server applies if it is lower. Null removes it.
    #[serde(
        default,
        deserialize_with = "crate::fields::present",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<i64>))]
    pub monthly_limit: Option<Option<i64>>,
    /// All terms with fixed translations, at most 500.
    pub glossary: Option<Vec<GlossaryTerm>>,
}

/// Texts that a person wants to read before they add an item.
#[apply(request)]
pub struct NewTranslations {
    /// The texts, 1 to 10.
    pub texts: Vec<String>,
    /// Language of the person.
    pub to: Language,
    /// Client account whose agent translates. Defaults to the first one whose agent does.
    pub client_id: Option<ClientId>,
}

/// The translations that are known so far.
#[apply(response)]
pub struct Translations {
    /// The texts in the order of the request. A text that is already in the language, or that can't be translated, is returned as
    /// it is. A text whose translation is not known yet is null.
    pub texts: Vec<Option<String>>,
    /// Whether a translation is being made. Repeat the request after a second.
    pub pending: bool,
}
