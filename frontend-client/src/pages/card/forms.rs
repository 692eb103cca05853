//! The forms of a draft's items. Their code is loaded when one is opened, because most orders are not drafts.

use crate::{
    lazy_routes,
    pages::{
        import_file::FileImport,
        paste_import::{ImportForm, PasteState},
    },
};
use frontend_ui::features::item_form::{ItemForm, existing_order};
use leptos::prelude::*;
use shared_types::{id::OrderId, items::Item};

/// What a form gets from the card. As a context, because its code belongs to another part.
#[derive(Clone)]
struct FormContext {
    order: OrderId,
    /// The item to edit; `None` for a new one.
    item: Option<Item>,
    done: Callback<()>,
}

/// What the import gets from the card.
#[derive(Clone, Copy)]
struct ImportContext {
    order: OrderId,
    pasted: PasteState,
    done: Callback<()>,
    reload: Callback<()>,
}

/// The form that adds or edits an item.
#[component]
pub(crate) fn ItemFormPart() -> impl IntoView {
    let FormContext { order, item, done } = expect_context();
    view! { <ItemForm draft=existing_order(order) item=item done=done /> }
}

/// The import of a file or of pasted rows.
#[component]
pub(crate) fn ImportPart() -> impl IntoView {
    let ImportContext {
        order,
        pasted,
        done,
        reload,
    } = expect_context();
    view! {
        <FileImport order=order changed=done />
        <ImportForm order=order state=pasted done=done reload=reload />
    }
}

/// The form that adds or edits an item, once its code is loaded.
pub(super) fn item_form(order: OrderId, item: Option<Item>, done: Callback<()>) -> AnyView {
    provide_context(FormContext { order, item, done });
    lazy_routes::item_form().into_any()
}

/// The import, once its code is loaded.
pub(super) fn import(order: OrderId, pasted: PasteState, done: Callback<()>, reload: Callback<()>) -> AnyView {
    provide_context(ImportContext {
        order,
        pasted,
        done,
        reload,
    });
    lazy_routes::order_import().into_any()
}
