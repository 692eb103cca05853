//! The dialogs of the card and the form of a new item. Their code is loaded when one is opened, or when the person has looked at
//! the card for a moment.

use super::{
    CardState,
    bulk::ItemsMoveDialog,
    item_form::ItemForm,
    items::NewItemForm,
    order_moves::{OrderMoveDialog, ShownOrder},
};
use crate::lazy_routes;
use frontend_ui::components::load_page;
use leptos::prelude::*;
use shared_types::money::Currency;
use std::time::Duration;

/// A path that only the part of the dialogs has.
const PART: &str = "/agent/order-dialogs";
/// How long the card is shown before the part is loaded.
const DELAY: Duration = Duration::from_secs(2);

/// Data that the dialogs get from the card. As a context, because their code belongs to another part.
#[derive(Clone, Copy)]
pub(super) struct DialogContext {
    /// The state of the card, which is another one for each order.
    pub(super) state: Signal<CardState>,
    pub(super) shown: ShownOrder,
    /// The currency of the order; `None` before it is loaded.
    pub(super) currency: Signal<Option<Currency>>,
}

/// The dialog of a status change of the order.
#[component]
pub(crate) fn OrderDialogPart() -> impl IntoView {
    let DialogContext { state, shown, .. } = expect_context();
    let state = state.get_untracked();
    let dialog = state.order_dialog.get_untracked();
    dialog.map(|dialog| view! { <OrderMoveDialog dialog=dialog shown=shown state=state /> })
}

/// The dialog of the selected items.
#[component]
pub(crate) fn ItemsDialogPart() -> impl IntoView {
    let DialogContext { state, shown, .. } = expect_context();
    let state = state.get_untracked();
    let dialog = state.items_dialog.get_untracked();
    dialog.map(|(dialog, items)| view! { <ItemsMoveDialog dialog=dialog items=items shown=shown state=state /> })
}

/// The form with the agent's values of an item.
#[component]
pub(crate) fn ItemFormPart() -> impl IntoView {
    let DialogContext { state, currency, .. } = expect_context();
    let state = state.get_untracked();
    let edited = state.edited_item.get_untracked().zip(currency.get_untracked());
    edited.map(|((item, can_price), currency)| {
        view! { <ItemForm item=item can_price=can_price currency=currency state=state /> }
    })
}

/// The form that adds an item.
#[component]
pub(crate) fn NewItemPart() -> impl IntoView {
    let DialogContext { state, .. } = expect_context();
    view! { <NewItemForm state=state.get_untracked() /> }
}

/// Provides the context, and loads the part while the person looks at the card.
pub(super) fn prepare(context: DialogContext) {
    provide_context(context);
    set_timeout(|| load_page(PART), DELAY);
}

/// Renders the dialogs that the state asks for.
pub(super) fn open_dialogs(state: CardState) -> AnyView {
    view! {
        {move || state.order_dialog.get().map(|_| lazy_routes::order_dialog())}
        {move || state.items_dialog.get().map(|_| lazy_routes::items_dialog())}
        {move || state.edited_item.get().map(|_| lazy_routes::item_form())}
    }
    .into_any()
}
