//! Import of a spreadsheet file: upload, mapping of the columns, preview of the errors, confirmation and undo.

mod columns;
mod paste;
mod preview;
mod questions;
mod state;
mod texts;

use crate::{features::sheet_import::SheetFile, i18n::language};
use leptos::prelude::*;
use paste::paste_field;
use preview::preview_table;
use shared_types::id::OrderId;
pub use state::ImportPreviewState;
use state::ImportState;

/// The import of a file in the import tab.
#[component]
pub fn FileImport(
    /// The draft of a client, or for staff a submitted order.
    order: OrderId,
    /// The state of the import that the page keeps.
    shown: ImportPreviewState,
    /// Called when the import has changed the items.
    changed: Callback<()>,
    /// Called when the user returns to the items.
    leave: Callback<()>,
) -> impl IntoView {
    let state = ImportState {
        order,
        shown,
        changed,
        leave,
    };
    let template = format!(
        "/api/import-template.xlsx?language={}",
        language().as_str().get(..2).unwrap_or("ru")
    );
    any_view! {
        <SheetFile
            take=UnsyncCallback::new(move |file| state.take(file))
            template=template
            template_name="karavan.xlsx"
            action=state.action
        >
            {paste_field(state)}
            {move || state.preview.get().map(|preview| preview_table(state, preview))}
        </SheetFile>
    }
}
