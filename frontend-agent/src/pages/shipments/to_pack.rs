//! Items in the warehouse that are in no shipment, as suggestions for shipments.

use frontend_ui::{
    api::Error,
    components::{NumberCell, error_message},
    countries,
    features::shipments,
    prelude::*,
};
use leptos_router::hooks::use_navigate;
use shared_types::{
    id::{ClientId, ItemId, OrderId, ShipmentId},
    shipments::{
        ChangeShipment, CreateShipment, ListPackableItems, MoveShipment, NewShipment, PackableItem, PackableQuery,
        PackingGroup, PackingTarget, ShipmentChange, ShipmentMove, ShipmentStep, packing_groups,
    },
};
use std::{
    collections::BTreeSet,
    hash::{DefaultHasher, Hash, Hasher},
};

frontend_ui::texts! {
    /// A text of the form that packs a client's items.
    enum PackTexts;
    Pack: "Упаковать", "Pack", "打包";
    Places: "Места", "Places", "件数";
    Weight: "Вес, кг", "Weight, kg", "重量（公斤）";
}

/// The weight and the places of a shipment that is packed at once.
#[derive(Clone, Copy)]
struct Packed {
    weight_grams: i64,
    places: i64,
}

/// Creates a shipment, and packs it if its weight is known. A shipment that can't be packed yet stays open, and its page says why.
async fn create_shipment(new: NewShipment, packed: Option<Packed>) -> Result<ShipmentId, Error> {
    let created = api::send::<CreateShipment>((), Nothing {}, new, Options::default()).await?;
    let id = created.summary.id;
    let Some(Packed { weight_grams, places }) = packed else {
        return Ok(id);
    };
    let change = ShipmentChange {
        weight_grams: Some(weight_grams),
        places: Some(places),
        ..ShipmentChange::default()
    };
    let step = ShipmentStep {
        step: ShipmentMove::Pack,
        reason: None,
        cost: None,
        currency: None,
        rate: None,
    };
    let pack = async {
        api::send::<ChangeShipment>((id,), Nothing {}, change, Options::default()).await?;
        api::send::<MoveShipment>((id,), Nothing {}, step, Options::default()).await
    };
    if let Err(error) = pack.await {
        notify(error_message(&error));
    }
    Ok(id)
}

/// A suggestion for one shipment.
#[derive(Clone, PartialEq)]
struct Suggestion(PackingGroup);

impl Suggestion {
    /// Identifies it in the list as long as client and target stay.
    fn key(&self) -> i64 {
        let mut hasher = DefaultHasher::new();
        (self.0.client_id, &self.0.target).hash(&mut hasher);
        hasher.finish().cast_signed()
    }
}

/// The suggestions; with an order only the ones that have items of it.
fn suggestions(packable: Vec<PackableItem>, order: Option<OrderId>) -> Vec<Suggestion> {
    let has_order = |group: &PackingGroup| {
        let mut items = group.items.iter();
        order.is_none_or(|order| items.any(|packable| packable.item.order_id == order))
    };
    let groups = packing_groups(packable).into_iter().filter(has_order);
    groups.map(Suggestion).collect()
}

/// Where the items of a suggestion go, and how.
fn target_text(target: &PackingTarget) -> String {
    let destination = countries::destination_text(target.country, target.city.as_deref());
    let parts = [Some(destination), target.delivery_method.clone()];
    let parts = parts.into_iter().flatten().filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join(" · ")
}

/// Items in the warehouse that are not packed. Items of a client with the same recipient and delivery method are suggested together, and
/// the selected ones become a shipment.
#[component]
pub(super) fn ToPack(
    /// The order whose items are selected at first. All items if absent.
    order: Option<OrderId>,
    /// The client whose items are shown. All clients if absent.
    client: Option<ClientId>,
) -> impl IntoView {
    let packable = use_list(
        &[Topic::Order, Topic::Shipment],
        |packable: &PackableItem| packable.item.item_id.0,
        move |cursor| {
            api::get::<ListPackableItems>(PackableQuery {
                client_id: client,
                order_id: order,
                cursor,
                ..PackableQuery::default()
            })
        },
    );
    let content = move || {
        let groups = packable.rows();
        let groups = groups.grouped(Suggestion::key, move |items| suggestions(items, order));
        any_view! {
            {groups.build(move |client| client_items(client, order))}
            <div class="row pager">{packable.more_button()}</div>
        }
    };
    packable.view(
        Skeleton::Rows,
        || empty_state(t(LifecycleTexts::NothingToPack), None),
        content,
    )
}

/// The items that can lie together, with the items of the order, or else all, selected at first, and the button that creates the
/// shipment.
fn client_items(client: Live<Suggestion>, order: Option<OrderId>) -> AnyView {
    let is_first = move |packable: &PackableItem| order.is_none_or(|order| packable.item.order_id == order);
    // The items with another tick than at first. An item that joins the suggestion has the first one, as the others.
    let flipped = RwSignal::new(BTreeSet::<ItemId>::new());
    let sent = Memo::new(move |_| -> BTreeSet<ItemId> {
        let ids = client.with(|client| {
            let items = client.0.items.iter();
            flipped.with(|flipped| {
                let is_chosen = |item: &&PackableItem| is_first(item) != flipped.contains(&item.item.item_id);
                items.filter(is_chosen).map(|packable| packable.item.item_id).collect()
            })
        });
        ids.unwrap_or_default()
    });
    let action = use_action();
    let may_edit = current_user().may(Object::Shipments, Level::Edit);
    let navigate = StoredValue::new_local(use_navigate());
    let weight = NumberInput::new(NumberKind::Kilograms, "");
    let places = NumberInput::new(NumberKind::Whole, "1");
    let create = move |packed: Option<Packed>| {
        let Some(client_id) = client.read(|client| client.0.client_id) else {
            return;
        };
        let items = sent.get_untracked().into_iter().collect();
        let call = create_shipment(NewShipment { client_id, items }, packed);
        action.run(call, move |id| {
            let url = format!("/agent/shipments/{id}");
            navigate.try_with_value(|navigate| navigate(&url, leptos_router::NavigateOptions::default()));
        });
    };
    let pack = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let (weight_grams, places) = (numbers.units(weight.mandatory()), numbers.units(places.mandatory()));
        if let (true, Some(weight_grams), Some(places)) = (numbers.finish(), weight_grams, places) {
            create(Some(Packed { weight_grams, places }));
        }
    };
    let row = move |packable: PackableItem| {
        let (item, is_first) = (packable.item.item_id, is_first(&packable));
        let toggle = move |_| {
            flipped.update(|flipped| {
                if !flipped.remove(&item) {
                    flipped.insert(item);
                }
            });
        };
        let lead = view! {
            <input
                type="checkbox"
                aria-label=packable.item.title.clone()
                prop:checked=move || flipped.with(|flipped| is_first != flipped.contains(&item))
                on:change=toggle
            />
        };
        shipments::item_row(packable.item, Some(lead.into_any()))
    };
    let rows = client.rows(
        |packable: &PackableItem| packable.item.item_id.0,
        |client| client.0.items.clone(),
    );
    let is_blocked = move || action.is_busy() || sent.with(BTreeSet::is_empty);
    let pack_form = may_edit.then(|| {
        view! {
            <form class="row pack-form" on:submit=pack>
                <label>
                    <span class="muted">{t(PackTexts::Weight)}</span>
                    <NumberCell name="pack-weight" label=t(PackTexts::Weight) input=weight />
                </label>
                <label>
                    <span class="muted">{t(PackTexts::Places)}</span>
                    <NumberCell name="pack-places" label=t(PackTexts::Places) input=places />
                </label>
                <button class="button primary" data-testid="pack-now" disabled=is_blocked>
                    {t(PackTexts::Pack)}
                    " · "
                    {move || sent.with(BTreeSet::len)}
                </button>
                <button
                    type="button"
                    class="button"
                    data-testid="create-shipment"
                    disabled=is_blocked
                    on:click=move |_| create(None)
                >
                    {t(LifecycleTexts::CreateShipment)}
                </button>
            </form>
        }
    });
    view! {
        <section class="shop" data-testid="packable">
            <h2>
                <strong>{move || client.with(|client| client.0.client_code.clone())}</strong>
                <small class="muted pack-target" dir="auto" data-testid="pack-target">
                    {move || client.with(|client| target_text(&client.0.target))}
                </small>
                <span class="spacer"></span>
                {pack_form}
            </h2>
            <ErrorNote error=action />
            <ul>{rows.view(row)}</ul>
        </section>
    }
    .into_any()
}
