//! The items that can be added to a shipment that is being formed, and the controls that add and remove them.

use super::state::ShipmentCardState;
use frontend_ui::{components::notify_with_undo, features::shipments, prelude::*};
use shared_types::{
    id::{ClientId, ItemId},
    shipments::{
        AddShipmentItems, ListPackableItems, PackableItem, PackableQuery, RemoveShipmentItems, Shipment, ShipmentItems,
    },
};

frontend_ui::texts! {
    enum PackableTexts;
    AddFitting: "Добавить подходящие", "Add what fits", "添加匹配商品";
}

/// The client's other items in the warehouse, which can be added to the shipment.
#[component]
pub(super) fn PackableItems(client: ClientId, state: ShipmentCardState) -> impl IntoView {
    let packed = state.items();
    let packable = use_list(
        &[Topic::Order, Topic::Shipment],
        |packable: &PackableItem| packable.item.item_id.0,
        move |cursor| {
            packed.track();
            api::get::<ListPackableItems>(PackableQuery {
                client_id: Some(client),
                cursor,
                ..PackableQuery::default()
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
                on:click=move |_| add_items(state, vec![item])
            >
                {Icon::Plus.view()}
            </button>
        };
        shipments::item_row(packable.item, Some(lead.into_any()))
    };
    let fitting = move || {
        let fits = |shipment: &Shipment, item: &PackableItem| {
            let method = shipment.delivery.method.as_ref().map(|method| method.id);
            item.target.fits(&shipment.summary, method)
        };
        let items = packable.rows().map(|item| {
            let fits = state.shipment.with(|shipment| fits(shipment, item));
            fits.unwrap_or_default().then_some(item.item.item_id)
        });
        items.into_iter().flatten().collect::<Vec<ItemId>>()
    };
    let add_fitting = move || {
        let items = fitting();
        (!items.is_empty()).then(|| {
            let count = items.len();
            view! {
                <button
                    class="button"
                    data-testid="add-fitting"
                    disabled=move || state.action.is_busy()
                    on:click=move |_| add_items(state, items.clone())
                >
                    {t(PackableTexts::AddFitting)}
                    " · "
                    {count}
                </button>
            }
        })
    };
    let content = move || {
        any_view! {
            <section class="shop">
                <h2>{t(LifecycleTexts::AddItems)} <span class="spacer"></span> {add_fitting}</h2>
                <ul>{packable.rows().view(row)}</ul>
                <div class="row pager">{packable.more_button()}</div>
            </section>
        }
    };
    packable.view(Skeleton::Rows, || ().into_any(), content)
}

/// Removes the item from the shipment. The message can undo it.
pub(super) fn remove_item(state: ShipmentCardState, item: ItemId, title: String) {
    let body = ShipmentItems { items: vec![item] };
    let call = api::send::<RemoveShipmentItems>((state.id(),), Nothing {}, body, Options::default());
    state.action.run(call, move |_| {
        notify_with_undo(format!("{}: {title}", t(LifecycleTexts::DoneUnpack)), move || {
            add_items(state, vec![item]);
        });
    });
}

/// Adds items to the shipment.
fn add_items(state: ShipmentCardState, items: Vec<ItemId>) {
    let call = api::send::<AddShipmentItems>((state.id(),), Nothing {}, ShipmentItems { items }, Options::default());
    state.action.run(call, |_| notify(t(LifecycleTexts::DonePack)));
}
