//! The dialogs of the card and the form of a new item. Their code is loaded when one is opened, or when the person has looked at
//! the card for a moment.

use super::{
    bulk::items_dialog, item_form::item_form, new_items::new_items, order_moves::order_dialog, state::CardState,
};
use crate::lazy_routes;
use frontend_ui::components::load_page;
use leptos::prelude::*;
use std::time::Duration;

/// A path that only the part of the dialogs has.
const PART: &str = "/agent/order-dialogs";
/// How long the card is shown before the part is loaded.
const DELAY: Duration = Duration::from_secs(2);

/// The state of the card. As a context, because the code of the dialogs belongs to another part.
fn card_state() -> CardState {
    expect_context()
}

/// The dialog of a status change of the order.
#[component]
pub(crate) fn OrderDialogPart() -> impl IntoView {
    let state = card_state();
    let dialog = state.parts().order_dialog.get_untracked();
    dialog.map(|dialog| order_dialog(dialog, state))
}

/// The dialog of the selected items.
#[component]
pub(crate) fn ItemsDialogPart() -> impl IntoView {
    let state = card_state();
    let dialog = state.parts().items_dialog.get_untracked();
    dialog.map(|(dialog, items)| items_dialog(dialog, items, state))
}

/// The form with the agent's values of an item.
#[component]
pub(crate) fn ItemFormPart() -> impl IntoView {
    let state = card_state();
    let edited = state.parts().edited_item.get_untracked();
    edited.map(|item| item_form(item, state))
}

/// The panel that adds items.
#[component]
pub(crate) fn NewItemPart() -> impl IntoView {
    new_items(card_state())
}

/// Provides the context, and loads the part while the person looks at the card.
pub(super) fn prepare(state: CardState) {
    provide_context(state);
    set_timeout(|| load_page(PART), DELAY);
}

/// Renders the dialogs that the state asks for.
pub(super) fn open_dialogs(state: CardState) -> AnyView {
    any_view! {
        {move || state.parts().order_dialog.get().map(|_| lazy_routes::order_dialog())}
        {move || state.parts().items_dialog.get().map(|_| lazy_routes::items_dialog())}
        {move || state.parts().edited_item.get().map(|_| lazy_routes::item_form())}
    }
}
