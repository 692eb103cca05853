//! The height of the rows of all tables. The browser stores it.

use crate::i18n::{self, t};
use leptos::prelude::*;

crate::texts! {
    enum DensityTexts;
    Compact: "Плотные строки", "Compact rows", "紧凑行";
}

/// Local storage key of the density.
const DENSITY_KEY: &str = "karavan.compact-rows";

/// The stored choice.
pub(super) fn stored_density() -> RwSignal<bool> {
    let stored = i18n::storage().and_then(|storage| storage.get_item(DENSITY_KEY).ok().flatten());
    RwSignal::new(stored.is_some())
}

/// The button that makes the rows of all tables lower or higher.
pub(super) fn density_button(is_compact: RwSignal<bool>) -> AnyView {
    let toggle = move |_| {
        is_compact.update(|is_compact| *is_compact = !*is_compact);
        if let Some(storage) = i18n::storage() {
            // Fails if the storage is full; then the choice lasts until the page is left.
            let _ = if is_compact.get_untracked() {
                storage.set_item(DENSITY_KEY, "1")
            } else {
                storage.remove_item(DENSITY_KEY)
            };
        }
    };
    any_view! {
        <button
            type="button"
            class="quiet density"
            data-testid="density"
            aria-pressed=move || is_compact.get().to_string()
            on:click=toggle
        >
            {t(DensityTexts::Compact)}
        </button>
    }
}
