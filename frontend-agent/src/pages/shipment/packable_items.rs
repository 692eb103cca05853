//! The items that can be added to a shipment that is being formed, and the controls that add and remove them.

use super::state::ShipmentCardState;
use frontend_ui::{
    api::{self, Options},
    components::{Icon, Skeleton, notify, notify_with_undo},
    data::use_list,
    features::shipments,
    i18n::{LifecycleTexts, t},
    live::Topic,
};
use leptos::prelude::*;
use shared_types::{
    endpoint::Nothing,
    id::{ClientId, ItemId},
    shipments::{AddShipmentItems, ListPackableItems, PackableItem, PackableQuery, RemoveShipmentItems, ShipmentItems},
};

/// The client's other items in the warehouse, which can be added to the shipment.
#[component]
pub(super) fn PackableItems(client: ClientId, state: ShipmentCardState) -> impl IntoView {
    let packed = state.items();
    let packable = use_list(
        &[Topic::Order, Topic::Shipment],
        |packable: &PackableItem| packable.item.item_id.0,
        move |_| {
            packed.track();
            api::get::<ListPackableItems>(PackableQuery {
                client_id: Some(client),
            })
        },
    );
    let row = move |packable: PackableItem| {
        let item = packable.item.item_id;
        let lead = view! {
            <button
                class="icon"
                data-testid="add-to-shipment"
                aria-label=t(LifecycleTexts::AddItems)
                title=t(LifecycleTexts::AddItems)
                on:click=move |_| add_item(state, item)
            >
                {Icon::Plus.view()}
            </button>
        };
        shipments::item_row(packable.item, Some(lead.into_any()))
    };
    let content = move || {
        view! {
            <section class="shop">
                <h2>{t(LifecycleTexts::AddItems)}</h2>
                <ul>{packable.rows().view(row)}</ul>
            </section>
        }
        .into_any()
    };
    packable.view(Skeleton::Rows, || ().into_any(), content)
}

/// Removes the item from the shipment. The message can undo it.
pub(super) fn remove_item(state: ShipmentCardState, item: ItemId, title: String) {
    let body = ShipmentItems { items: vec![item] };
    let call = api::send::<RemoveShipmentItems>((state.id(),), Nothing {}, body, Options::default());
    state.action.run(call, move |_| {
        notify_with_undo(format!("{}: {title}", t(LifecycleTexts::DoneUnpack)), move || {
            add_item(state, item);
        });
    });
}

/// Adds the item to the shipment.
fn add_item(state: ShipmentCardState, item: ItemId) {
    let body = ShipmentItems { items: vec![item] };
    let call = api::send::<AddShipmentItems>((state.id(),), Nothing {}, body, Options::default());
    state.action.run(call, |_| notify(t(LifecycleTexts::DonePack)));
}
