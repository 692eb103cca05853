//! The brand of an agent: its colour, its mark, and the link home in the header of its clients' cabinet.

use crate::{
    i18n,
    prelude::*,
    session::{self},
};
use shared_types::settings::{Brand, BrandColor, ShowBrand};

/// The colour of the last page, so that the next one starts with it.
const ACCENT_KEY: &str = "karavan.accent";

/// Shows a colour on this page only.
pub fn show_accent(color: BrandColor) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("data-accent", color.as_str());
    }
}

/// Applies a colour to the whole app.
pub(crate) fn apply_accent(color: BrandColor) {
    show_accent(color);
    if let Some(storage) = i18n::storage() {
        let _ = storage.set_item(ACCENT_KEY, color.as_str());
    }
}

/// Applies the colour of the last page in this browser.
pub(crate) fn apply_stored_accent() {
    let stored = i18n::storage().and_then(|storage| storage.get_item(ACCENT_KEY).ok().flatten());
    if let Some(color) = stored.as_deref().and_then(BrandColor::from_name) {
        show_accent(color);
    }
}

/// The logo, or the first letter of the name. It is hidden from screen readers, because the name stands next to it.
pub fn brand_mark(brand: &Brand) -> AnyView {
    if let Some(logo) = brand.logo.clone() {
        return any_view! { <img class="brand-mark" src=logo alt="" data-testid="brand-logo" /> };
    }
    let initial = brand.name.chars().next();
    any_view! {
        <span class="brand-mark" aria-hidden="true">
            {initial.map(|initial| initial.to_uppercase().to_string())}
        </span>
    }
}

/// The mark and the name, as the header has them.
pub fn header_brand(brand: &Brand) -> AnyView {
    any_view! {
        {brand_mark(brand)}
        <span dir="auto">{brand.name.clone()}</span>
    }
}

/// The link home with the brand of the client's agent. The name is known at once; the mark takes its space until it is loaded.
pub fn agent_home_link() -> AnyView {
    let (brand, name) = (RwSignal::new(None::<Brand>), agent_name());
    spawn_local(async move {
        let found = api::get::<ShowBrand>(Nothing {}).await.unwrap_or_else(|_| Brand {
            name: agent_name(),
            ..Brand::default()
        });
        apply_accent(found.color);
        let _ = brand.try_set(Some(found));
    });
    let content = move || match brand.get() {
        Some(brand) => header_brand(&brand),
        None => any_view! {
            <span class="brand-mark" data-pending></span>
            <span dir="auto">{name.clone()}</span>
        },
    };
    any_view! {
        <a href=session::home_path() class="brand agent-brand" data-testid="agent-brand">
            {content}
        </a>
    }
}

fn agent_name() -> String {
    let name = current_user()
        .0
        .with_untracked(|me| me.as_ref().map(|me| me.cabinet.agent_name.clone()));
    name.unwrap_or_default()
}
