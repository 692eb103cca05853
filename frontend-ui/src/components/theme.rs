//! The theme: the system's, light, or dark. It is stored in the browser.

use super::Icon;
use crate::i18n::{self, Text, t};
use leptos::prelude::*;

const STORAGE_KEY: &str = "karavan.theme";

/// A theme: its value in the storage and in `data-theme`, its icon and its name.
const THEMES: [(&str, Icon, Text); 3] = [
    ("", Icon::Monitor, Text::ThemeOfSystem),
    ("light", Icon::Sun, Text::ThemeLight),
    ("dark", Icon::Moon, Text::ThemeDark),
];

fn stored_theme() -> String {
    i18n::storage()
        .and_then(|storage| storage.get_item(STORAGE_KEY).ok().flatten())
        .unwrap_or_default()
}

fn apply(theme: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-theme", theme);
    }
}

/// Applies the theme stored in this browser.
pub(crate) fn apply_stored_theme() {
    apply(&stored_theme());
}

/// Applies the theme of the messenger around the page, unless one was chosen in this browser.
pub(crate) fn apply_host_theme(is_dark: bool) {
    if stored_theme().is_empty() {
        apply(if is_dark { "dark" } else { "light" });
    }
}

pub(super) fn theme_choice() -> AnyView {
    let chosen = RwSignal::new(stored_theme());
    let choices = THEMES.map(|(theme, icon, name)| {
        let choose = move |_| {
            apply(theme);
            chosen.set(theme.to_owned());
            if let Some(storage) = i18n::storage() {
                let _ = storage.set_item(STORAGE_KEY, theme);
            }
        };
        let is_chosen = move || chosen.with(|chosen| chosen == theme).to_string();
        view! {
            <button
                type="button"
                data-testid="theme"
                aria-pressed=is_chosen
                aria-label=t(name)
                title=t(name)
                on:click=choose
            >
                {icon.view()}
            </button>
        }
    });
    any_view! {
        <div class="segments" role="group" aria-label=t(Text::Theme)>
            {choices}
        </div>
    }
}
