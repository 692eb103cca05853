//! Rows pasted from a spreadsheet. They are read as a file, so that a number or a column has the same meaning in both.

use super::state::ImportState;
use super::texts::ImportTexts;
use crate::{features::sheet_import::text_file, i18n::t};
use leptos::prelude::*;

/// The text field for pasted rows, and the button that shows them.
pub(super) fn paste_field(state: ImportState) -> AnyView {
    let pasted = state.pasted;
    let is_blank = move || pasted.with(|text| text.trim().is_empty());
    let read = move |_| {
        if let Some(file) = pasted.with_untracked(|text| text_file(t(ImportTexts::PastedName), text)) {
            state.take(file);
        }
    };
    any_view! {
        <label class="field">
            <span>{t(ImportTexts::PasteHint)}</span>
            <textarea
                rows="4"
                data-testid="import-text"
                prop:value=move || pasted.get()
                on:input=move |event| pasted.set(event_target_value(&event))
            ></textarea>
        </label>
        <button
            type="button"
            class="button"
            data-testid="import-read"
            disabled=move || is_blank() || state.action.is_busy()
            on:click=read
        >
            {t(ImportTexts::PasteRead)}
        </button>
    }
}
