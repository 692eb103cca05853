//! Servers with the API of `LibreTranslate`.

use super::provider::{Batch, Ceilings, DEFAULT_WAIT, Provider, ProviderError, reason};
use platform::config::{TranslationConfig, TranslationProvider};
use reqwest::{Client, RequestBuilder};
use serde_json::{Value, json};
use shared_types::translation::Language;

pub(super) struct LibreTranslate;

const fn code(language: Language) -> &'static str {
    match language {
        Language::Ru => "ru",
        Language::En => "en",
        Language::Zh => "zh-Hans",
    }
}

impl Provider for LibreTranslate {
    fn id(&self) -> TranslationProvider {
        TranslationProvider::LibreTranslate
    }

    fn ceilings(&self) -> Ceilings {
        // The operator of the server sets the limits. A call that exceeds them is split.
        Ceilings {
            lines: 50,
            characters: 5000,
        }
    }

    fn request(&self, client: &Client, config: &TranslationConfig, batch: &Batch<'_>) -> RequestBuilder {
        let mut body = json!({
            "q": batch.lines,
            "source": batch.from.map_or("auto", code),
            "target": code(batch.to),
            "format": "text",
        });
        if let Some(key) = &config.key {
            body["api_key"] = key.as_str().into();
        }
        client.post(format!("{}/translate", config.url)).json(&body)
    }

    fn read(&self, answer: &Value) -> Option<Vec<String>> {
        match &answer["translatedText"] {
            Value::String(text) => Some(vec![text.clone()]),
            Value::Array(texts) => texts.iter().map(|text| text.as_str().map(ToOwned::to_owned)).collect(),
            _ => None,
        }
    }

    fn error(&self, status: u16, wait: Option<i64>, answer: &Value) -> ProviderError {
        let text = reason(self.name(), status, &answer["error"]);
        match status {
            429 => ProviderError::RateLimited(wait.unwrap_or(DEFAULT_WAIT)),
            // `request (6000) exceeds text limit (5000)`, `exceeds batch limit`.
            400 | 413 if status == 413 || text.contains("limit") => ProviderError::TooLarge(text),
            500.. => ProviderError::Temporary(text),
            _ => ProviderError::Refused(text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_have_a_text_or_a_list() {
        let read = |answer: Value| LibreTranslate.read(&answer);
        assert_eq!(read(json!({"translatedText": "a"})), Some(vec!["a".to_owned()]));
        assert_eq!(
            read(
                json!({"translatedText": ["a", "b"], "detectedLanguage": [{"confidence": 90, "language": "zh-Hans"}]})
            ),
            Some(vec!["a".to_owned(), "b".to_owned()])
        );
        assert_eq!(read(json!({"error": "x"})), None);
        assert_eq!(read(json!({"translatedText": [1]})), None);
    }

    #[test]
    fn errors_tell_whether_to_wait_to_split_or_to_stop() {
        let error = |status, text: &str| LibreTranslate.error(status, Some(7), &json!({"error": text}));
        assert_eq!(error(429, "Slowdown: 10 per 1 minute"), ProviderError::RateLimited(7));
        assert!(matches!(
            error(400, "Invalid request: request (9000) exceeds text limit (5000)"),
            ProviderError::TooLarge(_)
        ));
        assert!(matches!(error(400, "zz is not supported"), ProviderError::Refused(_)));
        assert!(matches!(error(403, "Invalid API key"), ProviderError::Refused(_)));
        assert!(matches!(
            error(500, "Cannot translate text"),
            ProviderError::Temporary(_)
        ));
    }
}
