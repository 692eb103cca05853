//! Configuration of the provider of machine translation.

use shared_types::web_address;
use std::{fmt, time::Duration};

/// Characters that an agent may have translated per month unless the operator sets another limit.
const DEFAULT_MONTHLY_CHARACTERS: i64 = 200_000;
/// Seconds that a call may take unless the operator sets another limit.
const DEFAULT_TIMEOUT: u64 = 20;
/// A job may take four minutes.
const MAX_TIMEOUT: u64 = 120;

/// The service that translates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TranslationProvider {
    /// A server with the API of `LibreTranslate`.
    LibreTranslate,
    /// `DeepL`, API version 2.
    DeepL,
    /// Yandex Cloud Translate, API version 2.
    Yandex,
}

impl TranslationProvider {
    /// All providers.
    pub const ALL: [Self; 3] = [Self::LibreTranslate, Self::DeepL, Self::Yandex];

    /// The name in the database, in metrics and in the log.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::LibreTranslate => "libretranslate",
            Self::DeepL => "deepl",
            Self::Yandex => "yandex",
        }
    }

    /// The provider with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|provider| provider.as_str() == name)
    }
}

shared_types::stored!(TranslationProvider);

/// The provider of machine translation.
#[derive(Clone, PartialEq, Eq)]
pub struct TranslationConfig {
    pub provider: TranslationProvider,
    /// The base address of the API.
    pub url: String,
    /// The key of the API.
    pub key: Option<String>,
    /// The folder of Yandex Cloud. Must be left out for the key of a service account.
    pub folder: Option<String>,
    /// Most characters per month that are translated for one agent.
    pub monthly_characters: i64,
    /// How long a call may take.
    pub timeout: Duration,
}

impl fmt::Debug for TranslationConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Secrets must not appear where a configuration is printed.
        f.debug_struct("TranslationConfig")
            .field("provider", &self.provider)
            .field("url", &self.url)
            .field("has_key", &self.key.is_some())
            .finish_non_exhaustive()
    }
}

impl TranslationConfig {
    /// Reads the variables that begin with `TRANSLATION`. `None` if nothing is translated.
    pub(super) fn from_variables(variable: &impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> Option<Self> {
        let value = |name: &str| variable(name).filter(|text| !text.is_empty());
        let key = value("TRANSLATION_KEY");
        let (provider, default_url) = match value("TRANSLATION").as_deref() {
            None | Some("none") => return None,
            Some("libretranslate") => (TranslationProvider::LibreTranslate, None),
            // Keys of the free plan end with `:fx` and are valid at another host.
            Some("deepl") if key.as_deref().is_some_and(|key| key.ends_with(":fx")) => {
                (TranslationProvider::DeepL, Some("https://api-free.deepl.com"))
            }
            Some("deepl") => (TranslationProvider::DeepL, Some("https://api.deepl.com")),
            Some("yandex") => (
                TranslationProvider::Yandex,
                Some("https://translate.api.cloud.yandex.net"),
            ),
            Some(other) => {
                errors.push(format!(
                    "TRANSLATION must be none, libretranslate, deepl or yandex, not {other}"
                ));
                return None;
            }
        };
        let url = value("TRANSLATION_URL").or_else(|| default_url.map(ToOwned::to_owned));
        match url.as_deref() {
            None => errors.push("TRANSLATION_URL must be set when TRANSLATION is libretranslate".to_owned()),
            Some(url) if web_address::parse(url).is_err() => {
                errors.push("TRANSLATION_URL must be an http or https address".to_owned());
            }
            Some(_) => {}
        }
        if key.is_none() && provider != TranslationProvider::LibreTranslate {
            errors.push("TRANSLATION_KEY must be set when TRANSLATION is deepl or yandex".to_owned());
        }
        let monthly_characters = match value("TRANSLATION_MONTHLY_CHARACTERS") {
            None => DEFAULT_MONTHLY_CHARACTERS,
            Some(text) => text.parse().ok().filter(|limit| *limit >= 0).unwrap_or_else(|| {
                errors.push(format!("TRANSLATION_MONTHLY_CHARACTERS is not valid: {text}"));
                0
            }),
        };
        let timeout = match value("TRANSLATION_TIMEOUT") {
            None => DEFAULT_TIMEOUT,
            Some(text) => {
                let seconds = text.parse().ok().filter(|seconds| (1..=MAX_TIMEOUT).contains(seconds));
                seconds.unwrap_or_else(|| {
                    errors.push(format!(
                        "TRANSLATION_TIMEOUT must be 1 to {MAX_TIMEOUT} seconds, not {text}"
                    ));
                    DEFAULT_TIMEOUT
                })
            }
        };
        Some(Self {
            provider,
            timeout: Duration::from_secs(timeout),
            url: url.unwrap_or_default().trim_end_matches('/').to_owned(),
            key,
            folder: value("TRANSLATION_FOLDER"),
            monthly_characters,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> (Option<TranslationConfig>, Vec<String>) {
        let mut errors = Vec::new();
        let variable = |name: &str| {
            let found = pairs.iter().find(|(key, _)| *key == name);
            found.map(|(_, value)| (*value).to_owned())
        };
        (TranslationConfig::from_variables(&variable, &mut errors), errors)
    }

    #[test]
    fn nothing_is_translated_without_a_provider() {
        assert_eq!(read(&[]), (None, Vec::new()));
        assert_eq!(read(&[("TRANSLATION", "none")]), (None, Vec::new()));
    }

    #[test]
    fn host_of_deepl_follows_the_key() {
        for (key, url) in [("a:fx", "https://api-free.deepl.com"), ("a", "https://api.deepl.com")] {
            let (config, errors) = read(&[("TRANSLATION", "deepl"), ("TRANSLATION_KEY", key)]);
            assert_eq!(config.map(|config| config.url).as_deref(), Some(url));
            assert!(errors.is_empty());
        }
    }

    #[test]
    fn incomplete_configuration_is_refused() {
        for pairs in [
            &[("TRANSLATION", "google")][..],
            &[("TRANSLATION", "libretranslate")],
            &[("TRANSLATION", "libretranslate"), ("TRANSLATION_URL", "nowhere")],
            &[("TRANSLATION", "deepl")],
            &[("TRANSLATION", "yandex")],
            &[
                ("TRANSLATION", "yandex"),
                ("TRANSLATION_KEY", "k"),
                ("TRANSLATION_MONTHLY_CHARACTERS", "-1"),
            ],
        ] {
            assert_eq!(read(pairs).1.len(), 1, "{pairs:?}");
        }
        let (config, _) = read(&[("TRANSLATION", "yandex"), ("TRANSLATION_KEY", "very-secret")]);
        assert!(!format!("{config:?}").contains("very-secret"));
    }
}
