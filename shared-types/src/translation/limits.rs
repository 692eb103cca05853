//! Limits of translation.

/// Largest monthly limit of an agent, in characters. That of the server applies if it is lower.
pub const MONTHLY_CHARACTERS: i64 = 1_000_000_000;
/// Maximum number of terms in a glossary.
pub const TERMS: usize = 500;
/// Maximum length of a term and of its translation, in characters.
pub const TERM: usize = 100;
/// Maximum number of texts in one request of the extension.
pub const EXTENSION_TEXTS: usize = 10;
/// Maximum length of a text in a request of the extension, in characters.
pub const EXTENSION_TEXT: usize = 500;
/// Requests for translations per person and day that the extension may make.
pub const EXTENSION_REQUESTS_PER_DAY: i64 = 2000;
