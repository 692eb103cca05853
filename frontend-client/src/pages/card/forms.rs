//! The forms of a draft's items. Their code is loaded when one is opened, because most orders are not drafts.

use crate::{lazy_routes, pages::shared_link::read_link};
use frontend_ui::{
    data::Live,
    features::{
        item_form::{ItemForm, existing_order},
        item_import::{FileImport, ImportPreviewState},
    },
};
use leptos::prelude::*;
use shared_types::{id::OrderId, items::Item};

/// Data that the import gets from the card.
#[derive(Clone)]
struct ImportContext {
    order: OrderId,
    shown: ImportPreviewState,
    changed: Callback<()>,
    leave: Callback<()>,
}

/// Data that a form gets from the card. As a context, because its code belongs to another part.
#[derive(Clone)]
struct FormContext {
    order: OrderId,
    /// The item to edit; `None` for a new one.
    item: Option<Live<Item>>,
    done: Callback<()>,
}

/// The form that adds or edits an item.
#[component]
pub(crate) fn ItemFormPart() -> impl IntoView {
    let FormContext { order, item, done } = expect_context();
    view! { <ItemForm draft=existing_order(order) item=item done=done read_link=read_link /> }
}

/// The import of a file or of pasted rows.
#[component]
pub(crate) fn ImportPart() -> impl IntoView {
    let ImportContext {
        order,
        shown,
        changed,
        leave,
    } = expect_context();
    view! { <FileImport order=order shown=shown changed=changed leave=leave /> }
}

/// The form that adds or edits an item, once its code is loaded.
pub(super) fn item_form(order: OrderId, item: Option<Live<Item>>, done: Callback<()>) -> AnyView {
    provide_context(FormContext { order, item, done });
    lazy_routes::item_form().into_any()
}

/// The import, once its code is loaded.
pub(super) fn import(order: OrderId, shown: ImportPreviewState, changed: Callback<()>, leave: Callback<()>) -> AnyView {
    provide_context(ImportContext {
        order,
        shown,
        changed,
        leave,
    });
    lazy_routes::order_import().into_any()
}
