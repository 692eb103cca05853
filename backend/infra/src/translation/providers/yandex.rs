//! Yandex Cloud Translate, API version 2.

use super::provider::{Batch, Ceilings, DEFAULT_WAIT, Provider, ProviderError, reason, texts};
use platform::config::{TranslationConfig, TranslationProvider};
use reqwest::{Client, RequestBuilder, header};
use serde_json::{Value, json};

pub(super) struct Yandex;

impl Provider for Yandex {
    fn id(&self) -> TranslationProvider {
        TranslationProvider::Yandex
    }

    fn ceilings(&self) -> Ceilings {
        // All texts of a call together have at most 10,000 characters.
        Ceilings {
            lines: 100,
            characters: 9000,
        }
    }

    fn request(&self, client: &Client, config: &TranslationConfig, batch: &Batch<'_>) -> RequestBuilder {
        let mut body = json!({
            "targetLanguageCode": batch.to.as_str(),
            "format": "PLAIN_TEXT",
            "texts": batch.lines,
        });
        if let Some(language) = batch.from {
            body["sourceLanguageCode"] = language.as_str().into();
        }
        if let Some(folder) = &config.folder {
            body["folderId"] = folder.as_str().into();
        }
        let key = config.key.as_deref().unwrap_or_default();
        client
            .post(format!("{}/translate/v2/translate", config.url))
            .header(header::AUTHORIZATION, format!("Api-Key {key}"))
            .json(&body)
    }

    fn read(&self, answer: &Value) -> Option<Vec<String>> {
        texts(&answer["translations"], "text")
    }

    fn error(&self, status: u16, wait: Option<i64>, answer: &Value) -> ProviderError {
        let text = reason(self.name(), status, &answer["message"]);
        // The code of gRPC is in the body, whatever a proxy makes of the status.
        match (status, answer["code"].as_i64()) {
            (429, _) | (_, Some(8)) => ProviderError::RateLimited(wait.unwrap_or(DEFAULT_WAIT)),
            (413, _) => ProviderError::TooLarge(text),
            (400, _) if text.contains("too long") || text.contains("limit") => ProviderError::TooLarge(text),
            (500.., _) => ProviderError::Temporary(text),
            _ => ProviderError::Refused(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_and_errors_are_read() {
        let answer = json!({"translations": [{"text": "a", "detectedLanguageCode": "zh"}]});
        assert_eq!(Yandex.read(&answer), Some(vec!["a".to_owned()]));
        let error = |status, code| Yandex.error(status, None, &json!({"code": code, "message": "m", "details": []}));
        assert_eq!(error(429, 8), ProviderError::RateLimited(DEFAULT_WAIT));
        assert!(matches!(error(401, 16), ProviderError::Refused(_)));
        assert!(matches!(error(503, 14), ProviderError::Temporary(_)));
    }
}
