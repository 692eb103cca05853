//! The items that can be added to a shipment that is being formed, and the controls that add and remove them.

use super::ShipmentCardState;
use frontend_ui::{
    api::{self, Fetched, Options},
    components::{Icon, Loaded, notify, notify_with_undo},
    features::shipments,
    i18n::{LifecycleTexts, t},
    live::{Topic, use_live},
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::{ClientId, ItemId, ShipmentId},
    page::Listing,
    shipments::{AddShipmentItems, ListPackableItems, PackableItem, PackableQuery, RemoveShipmentItems, ShipmentItems},
};

/// The client's other items in the warehouse, which can be added to the shipment.
#[component]
pub(super) fn PackableItems(id: ShipmentId, client: ClientId, state: ShipmentCardState) -> impl IntoView {
    let packable = Fetched::new(move || {
        api::get::<ListPackableItems>(PackableQuery {
            client_id: Some(client),
        })
    });
    use_live(&[Topic::Order, Topic::Shipment], move || packable.refetch());
    let content = move |list: Listing<PackableItem>| {
        if list.data.is_empty() {
            return ().into_any();
        }
        let rows = list.data.into_iter().map(|packable| {
            let item = packable.item.item_id;
            let add = move |_| add_item(state, id, item);
            let lead = view! {
                <button
                    class="icon"
                    data-testid="add-to-shipment"
                    aria-label=t(LifecycleTexts::AddItems)
                    title=t(LifecycleTexts::AddItems)
                    on:click=add
                >
                    {Icon::Plus.view()}
                </button>
            };
            shipments::item_row(packable.item, Some(lead.into_any()))
        });
        view! {
            <section class="shop">
                <h2>{t(LifecycleTexts::AddItems)}</h2>
                <ul>{rows.collect_view()}</ul>
            </section>
        }
        .into_any()
    };
    view! { <Loaded resource=packable content=content /> }
}

/// Removes the item from the shipment. The message can undo it.
pub(super) fn remove_item(state: ShipmentCardState, id: ShipmentId, item: ItemId, title: String) {
    spawn_local(async move {
        let body = ShipmentItems { items: vec![item] };
        let removed = api::send::<RemoveShipmentItems>((id,), Nothing {}, body, Options::default()).await;
        state.finish(removed, |_| {
            notify_with_undo(format!("{}: {title}", t(LifecycleTexts::DoneUnpack)), move || {
                add_item(state, id, item);
            });
        });
    });
}

/// Adds the item to the shipment.
fn add_item(state: ShipmentCardState, id: ShipmentId, item: ItemId) {
    spawn_local(async move {
        let body = ShipmentItems { items: vec![item] };
        let added = api::send::<AddShipmentItems>((id,), Nothing {}, body, Options::default()).await;
        state.finish(added, |_| notify(t(LifecycleTexts::DonePack)));
    });
}
