//! The panel that adds items to a submitted order: one by a form, or many from a spreadsheet.

use super::state::CardState;
use frontend_ui::{
    features::{
        item_form::{ItemForm, existing_order},
        item_import::{FileImport, ImportPreviewState},
    },
    prelude::*,
};

frontend_ui::texts! {
    enum NewItemTexts;
    ByForm: "Форма", "Form", "表单";
    FromSheet: "Таблица", "Spreadsheet", "表格";
}

/// The panel. The state of the import stays while the form is shown.
pub(super) fn new_items(state: CardState) -> AnyView {
    let close = Callback::new(move |()| state.parts().is_adding_item.set(false));
    let done = Callback::new(move |()| {
        close.run(());
        state.reload.run(());
    });
    let (importing, shown, id) = (RwSignal::new(false), ImportPreviewState::default(), state.id());
    let tab = move |is_import: bool, label: NewItemTexts, mark: &'static str| {
        let selected = move || (importing.get() == is_import).to_string();
        view! {
            <button
                type="button"
                class="tab"
                role="tab"
                data-testid=mark
                aria-selected=selected
                on:click=move |_| importing.set(is_import)
            >
                {t(label)}
            </button>
        }
    };
    let panel = move || {
        if importing.get() {
            view! { <FileImport order=id shown=shown changed=state.reload leave=close /> }.into_any()
        } else {
            view! { <ItemForm draft=existing_order(id) item=None done=done /> }.into_any()
        }
    };
    any_view! {
        <div class="tabs" role="tablist">
            {tab(false, NewItemTexts::ByForm, "items-by-form")}
            {tab(true, NewItemTexts::FromSheet, "items-from-sheet")}
        </div>
        {panel}
    }
}
