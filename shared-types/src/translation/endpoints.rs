//! Endpoints of translation.

use super::dto::*;
use crate::{
    access::{Access, Level, Object},
    endpoint::Nothing,
};

crate::endpoints! {
    translation_endpoints:

    [Settings]
    ShowTranslationSettings, "show_translation_settings": Get "/agent/settings/translation",
        Access::Agent(Object::Settings, Level::View), 200;
    "Returns the agent's translation settings, the characters used this month, and the glossary.";
    path = (), query = Nothing, body = Nothing => TranslationSettings;

    ChangeTranslationSettings, "change_translation_settings": Patch "/agent/settings/translation",
        Access::Agent(Object::Settings, Level::Edit), 200, versioned = true;
    "Changes the agent's translation settings, its limit, and the glossary.";
    path = (), query = Nothing, body = TranslationSettingsChange => TranslationSettings;

    [Extension]
    ExtTranslate, "ext_translate": Post "/api/ext/translations", Access::ExtensionToken, 200;
    "Translates texts of a product page. Translations that are not known yet are made in the background: repeat the request.";
    path = (), query = Nothing, body = NewTranslations => Translations;
}
