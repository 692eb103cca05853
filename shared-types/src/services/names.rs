//! The names of a service.

use crate::translation::Language;

/// The name of a service in the supported languages.
#[apply(request)]
#[derive(Default)]
pub struct LocalizedName {
    /// Russian.
    pub ru: String,
    /// English.
    pub en: String,
    /// Chinese.
    pub zh: String,
}

impl LocalizedName {
    /// Returns the name in a language, or in any other language that has a name.
    pub fn in_language(&self, language: Language) -> &str {
        let preferred = language.pick(&self.ru, &self.en, &self.zh);
        [preferred, &self.ru, &self.en, &self.zh]
            .into_iter()
            .find(|name| !name.is_empty())
            .map_or("", String::as_str)
    }
}
