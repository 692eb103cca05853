//! The interface of a provider, and helpers that all of them use.

use platform::config::{TranslationConfig, TranslationProvider};
use reqwest::{Client, RequestBuilder};
use serde_json::Value;
use shared_types::translation::Language;

/// Lines to translate with one call.
#[derive(Clone, Debug)]
pub(in crate::translation) struct Batch<'a> {
    pub(in crate::translation) lines: &'a [String],
    /// The language of the lines; `None` for the provider to detect it.
    pub(in crate::translation) from: Option<Language>,
    pub(in crate::translation) to: Language,
}

/// How much a provider takes with one call.
#[derive(Clone, Copy, Debug)]
pub(in crate::translation) struct Ceilings {
    pub(in crate::translation) lines: usize,
    pub(in crate::translation) characters: usize,
}

/// Why a call brought no translations.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(in crate::translation) enum ProviderError {
    /// A temporary failure: the job is retried.
    #[error("{0}")]
    Temporary(String),
    /// Too many calls. The provider wants none for so many seconds.
    #[error("too many calls, the next one in {0} s")]
    RateLimited(i64),
    /// The quota of the operator's account is used up.
    #[error("the quota is used up")]
    QuotaUsedUp,
    /// The call is too large.
    #[error("the call is too large: {0}")]
    TooLarge(String),
    /// The provider refuses the call: the configuration is wrong, or it can't translate these languages.
    #[error("{0}")]
    Refused(String),
}

pub(in crate::translation) trait Provider: Send + Sync {
    /// Which provider it is.
    fn id(&self) -> TranslationProvider;

    /// The name in metrics and in the log.
    fn name(&self) -> &'static str {
        self.id().as_str()
    }

    fn ceilings(&self) -> Ceilings;

    /// Builds the call.
    fn request(&self, client: &Client, config: &TranslationConfig, batch: &Batch<'_>) -> RequestBuilder;

    /// Reads the translations of a successful answer, in the order of the lines.
    fn read(&self, answer: &Value) -> Option<Vec<String>>;

    /// The error that an answer means. `wait` is its `Retry-After` in seconds.
    fn error(&self, status: u16, wait: Option<i64>, answer: &Value) -> ProviderError;
}

/// The delay after too many calls, if the provider names none.
pub(super) const DEFAULT_WAIT: i64 = 60;

pub(super) fn reason(provider: &str, status: u16, message: &Value) -> String {
    let message: String = message.as_str().unwrap_or_default().chars().take(200).collect();
    format!("{provider} answered {status}: {message}")
}

pub(super) fn texts(list: &Value, name: &str) -> Option<Vec<String>> {
    let text = |entry: &Value| entry[name].as_str().map(ToOwned::to_owned);
    list.as_array()?.iter().map(text).collect()
}
