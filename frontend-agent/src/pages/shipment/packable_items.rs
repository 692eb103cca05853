//! The items that can be added to a shipment that is being formed.

use super::{ShipmentCardState, add_item};
use frontend_ui::{
    api,
    components::{Icon, Loaded},
    features::shipments,
    i18n::{LifecycleTexts, t},
};
use leptos::prelude::*;
use shared_types::{
    id::{ClientId, ShipmentId},
    page::Listing,
    shipments::{ListPackableItems, PackableItem, PackableQuery},
};

/// The client's other items in the warehouse, which can be added to the shipment.
#[component]
pub(super) fn PackableItems(id: ShipmentId, client: ClientId, state: ShipmentCardState) -> impl IntoView {
    let packable = LocalResource::new(move || {
        api::get::<ListPackableItems>(PackableQuery {
            client_id: Some(client),
        })
    });
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
