//! `DeepL`, API version 2.

use super::provider::{Batch, Ceilings, DEFAULT_WAIT, Provider, ProviderError, reason, texts};
use platform::config::{TranslationConfig, TranslationProvider};
use reqwest::{Client, RequestBuilder, header};
use serde_json::{Value, json};
use shared_types::translation::Language;

pub(super) struct DeepL;

/// Codes of target languages name a variant.
const fn target(language: Language) -> &'static str {
    match language {
        Language::Ru => "RU",
        Language::En => "EN-US",
        Language::Zh => "ZH-HANS",
    }
}

const fn source(language: Language) -> &'static str {
    match language {
        Language::Ru => "RU",
        Language::En => "EN",
        Language::Zh => "ZH",
    }
}

impl Provider for DeepL {
    fn id(&self) -> TranslationProvider {
        TranslationProvider::DeepL
    }

    fn ceilings(&self) -> Ceilings {
        // A body has at most 128 KiB; a character in JSON has at most twelve bytes.
        Ceilings {
            lines: 50,
            characters: 9000,
        }
    }

    fn request(&self, client: &Client, config: &TranslationConfig, batch: &Batch<'_>) -> RequestBuilder {
        let mut body = json!({
            "text": batch.lines,
            "target_lang": target(batch.to),
            "split_sentences": "0",
            "preserve_formatting": true,
        });
        if let Some(language) = batch.from {
            body["source_lang"] = source(language).into();
        }
        let key = config.key.as_deref().unwrap_or_default();
        client
            .post(format!("{}/v2/translate", config.url))
            .header(header::AUTHORIZATION, format!("DeepL-Auth-Key {key}"))
            .json(&body)
    }

    fn read(&self, answer: &Value) -> Option<Vec<String>> {
        texts(&answer["translations"], "text")
    }

    fn error(&self, status: u16, wait: Option<i64>, answer: &Value) -> ProviderError {
        let text = reason(self.name(), status, &answer["message"]);
        match status {
            429 | 529 => ProviderError::RateLimited(wait.unwrap_or(DEFAULT_WAIT)),
            456 => ProviderError::QuotaUsedUp,
            413 | 414 => ProviderError::TooLarge(text),
            500.. => ProviderError::Temporary(text),
            _ => ProviderError::Refused(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_errors_are_read() {
        let answer = json!({"translations": [{"detected_source_language": "ZH", "text": "a"}, {"text": "b"}]});
        assert_eq!(DeepL.read(&answer), Some(vec!["a".to_owned(), "b".to_owned()]));
        assert_eq!(DeepL.read(&json!({"message": "x"})), None);
        let error = |status, wait| DeepL.error(status, wait, &json!({"message": "Quota Exceeded"}));
        assert_eq!(error(456, None), ProviderError::QuotaUsedUp);
        assert_eq!(error(429, Some(3)), ProviderError::RateLimited(3));
        assert_eq!(error(529, None), ProviderError::RateLimited(DEFAULT_WAIT));
        assert!(matches!(error(403, None), ProviderError::Refused(_)));
        assert!(matches!(error(413, None), ProviderError::TooLarge(_)));
        assert!(matches!(error(504, None), ProviderError::Temporary(_)));
    }
}
