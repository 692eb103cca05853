//! Providers of translations: the calls of each one, and the meaning of its responses.

mod deepl;
mod libretranslate;
mod provider;
mod send;
mod yandex;

pub(super) use provider::{Batch, Ceilings, Provider, ProviderError};
pub(super) use send::send;

use platform::config::{TranslationConfig, TranslationProvider};

/// The configured provider.
pub(super) fn configured(config: &TranslationConfig) -> &'static dyn Provider {
    match config.provider {
        TranslationProvider::LibreTranslate => &libretranslate::LibreTranslate,
        TranslationProvider::DeepL => &deepl::DeepL,
        TranslationProvider::Yandex => &yandex::Yandex,
    }
}
