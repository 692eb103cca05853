//! The dialog that says what lies in a place.

use super::state::ShipmentCardState;
use frontend_ui::{components::NumberCell, features::shipment_places::PlaceTexts, prelude::*};
use shared_types::{
    id::{ItemId, PlaceId},
    shipments::{ChangeShipmentPlace, NewPlaceItem, PlaceChange, ShipmentItem, ShipmentPlaces},
};

frontend_ui::texts! {
    enum ContentsTexts;
    FillRest: "Положить всё остальное", "Put in everything else", "放入其余全部商品";
    OfPieces: "из", "of", "/";
}

/// How many pieces of an item are in this place, and how many in the others.
fn placed(places: &ShipmentPlaces, place: PlaceId, item: ItemId) -> (i32, i32) {
    let (mut here, mut elsewhere) = (0_i32, 0_i32);
    for other in &places.places {
        for pieces in other.items.iter().filter(|pieces| pieces.item_id == item) {
            let sum = if other.id == place { &mut here } else { &mut elsewhere };
            *sum = sum.saturating_add(pieces.quantity);
        }
    }
    (here, elsewhere)
}

/// An item with the field for its pieces in the place, and the pieces that are in no other place.
type Row = (ShipmentItem, NumberInput, i32);

#[component]
pub(super) fn PlaceContents(place: PlaceId, state: ShipmentCardState, close: Callback<()>) -> impl IntoView {
    let places = state.places.read(Clone::clone);
    let number = places.as_ref().and_then(|places| {
        let found = places.places.iter().find(|row| row.id == place)?;
        Some(found.number)
    });
    let items = state
        .shipment
        .read(|shipment| shipment.items.clone())
        .unwrap_or_default();
    let row = |item: ShipmentItem| -> Row {
        let (here, elsewhere) = places
            .as_ref()
            .map_or((0, 0), |places| placed(places, place, item.item_id));
        let input = NumberInput::new(
            NumberKind::Whole,
            if here > 0 { here.to_string() } else { String::new() },
        );
        let free = item.quantity.saturating_sub(elsewhere);
        (item, input, free)
    };
    let rows: Vec<Row> = items.into_iter().map(row).collect();
    let fields = StoredValue::new(
        rows.iter()
            .map(|(item, input, free)| (item.item_id, *input, *free))
            .collect::<Vec<_>>(),
    );
    let fill = move |_| {
        fields.with_value(|fields| {
            for (_, input, free) in fields.iter().filter(|(_, _, free)| *free > 0) {
                input.set(&free.to_string());
            }
        });
    };
    let action = use_action().reloading(move || {
        state.places.reload();
        state.shipment.reload();
    });
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let mut items = Vec::new();
        fields.with_value(|fields| {
            for (item_id, input, _) in fields {
                let pieces = numbers.units(*input).and_then(|pieces| i32::try_from(pieces).ok());
                if let Some(quantity) = pieces.filter(|pieces| *pieces > 0) {
                    let item_id = *item_id;
                    items.push(NewPlaceItem { item_id, quantity });
                }
            }
        });
        if !numbers.finish() {
            return;
        }
        let body = PlaceChange {
            items: Some(items),
            ..PlaceChange::default()
        };
        let call = api::send::<ChangeShipmentPlace>((state.id(), place), Nothing {}, body, Options::default());
        action.run(call, move |_| _ = close.try_run(()));
    };
    let lines = rows.into_iter().map(|(item, input, free)| {
        let label = item.title.clone();
        view! {
            <li class="place-item">
                <span dir="auto" class="row-text">
                    {item.title}
                    <small class="muted">{item.variant}</small>
                </span>
                <span class="place-pieces">
                    <NumberCell name="pieces" label=label input=input class="short" />
                    <small class="muted">{t(ContentsTexts::OfPieces)}" "{free}</small>
                </span>
            </li>
        }
    });
    let title = format!("{} {}", t(PlaceTexts::Place), number.unwrap_or_default());
    view! {
        <Dialog title=title close=close>
            <form on:submit=save data-testid="place-contents-form">
                <ul class="place-items">{lines.collect_view()}</ul>
                <ErrorNote error=action />
                <div class="row">
                    <button class="button primary" data-testid="save-contents" disabled=move || action.is_busy()>
                        {t(Text::Save)}
                    </button>
                    <button type="button" class="button" data-testid="fill-place" on:click=fill>
                        {t(ContentsTexts::FillRest)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
