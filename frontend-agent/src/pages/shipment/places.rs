//! The places (boxes) of a shipment. Weight and sides are typed in the row: Enter saves and goes to the next place.

use super::state::{ShipmentCardState, ShipmentDialog};
use crate::pages::{labels, scan::ScanTexts};
use frontend_ui::{
    components::{NumberCell, error_message},
    data::Form,
    features::{
        services::icon,
        shipment_places::{PlaceTexts, density_text, places_list, totals_text},
        shipments::SideTexts,
    },
    prelude::*,
};
use leptos::{ev, wasm_bindgen::JsCast, web_sys};
use shared_types::{
    codes::CodeKind,
    shipments::{
        AddShipmentPlaces, ChangeShipmentPlace, NewPlaces, PlaceChange, PlaceSides, RemoveShipmentPlace, ShipmentPlace,
        ShipmentPlaces,
    },
};

frontend_ui::texts! {
    enum EditTexts;
    Count: "Сколько мест", "Number of boxes", "箱数";
    Add: "Добавить места", "Add boxes", "添加箱件";
    Contents: "Что внутри", "Contents", "箱内商品";
    Remove: "Убрать место", "Remove the box", "移除箱件";
    Labels: "Ярлыки", "Labels", "标签";
    Hint:
        "Взвесьте и подпишите каждую коробку: вес и объём посылки сложатся сами.",
        "Weigh and label each box: the weight and the volume of the shipment follow.",
        "给每个箱子称重并贴标签，包裹的重量和体积会自动合计。";
}

/// The card of the places: fields while the size may change, else a list.
pub(super) fn places_card(may_measure: bool, state: ShipmentCardState) -> AnyView {
    if !may_measure {
        let list = move |places: &ShipmentPlaces| {
            let items = state
                .shipment
                .read(|shipment| shipment.items.clone())
                .unwrap_or_default();
            places_list(places, &items)
        };
        return state.places.view(list);
    }
    let places = state.places;
    let rows = places.rows(|place: &ShipmentPlace| place.id.0, |places| places.places.clone());
    let print = |ids: &Vec<i64>| {
        let ids = ids.clone();
        (!ids.is_empty()).then(|| {
            view! {
                <a class="button" target="_blank" data-testid="place-labels" href=labels::url(CodeKind::Place, ids)>
                    {t(EditTexts::Labels)}
                </a>
            }
        })
    };
    let totals = move |places: &ShipmentPlaces| totals_text(places.totals());
    let hint = move || (!state.has_places()).then(|| view! { <p class="muted place-hint">{t(EditTexts::Hint)}</p> });
    any_view! {
        <section class="shop places" data-testid="place-list">
            <h2>
                {t(PlaceTexts::Places)} <small class="muted" data-testid="place-totals">
                    {move || places.with(totals)}
                </small> <span class="spacer"></span>
                {places.part(|places| places.places.iter().map(|place| place.id.0).collect::<Vec<_>>(), print)}
            </h2>
            {hint}
            <ul>{rows.build(move |place| place_row(place, state))}</ul>
            {add_form(state)}
        </section>
    }
}

/// The fields for weight and sides.
#[derive(Clone, Copy)]
struct MeasureFields {
    weight: NumberInput,
    sides: [NumberInput; 3],
}

impl MeasureFields {
    fn of_place(form: Form<ShipmentPlace>) -> Self {
        let side = |of: fn(PlaceSides) -> i64| {
            form.number(NumberKind::Centimetres, move |place| {
                Some(format::centimetres(of(place.measures.sides?)))
            })
        };
        Self {
            weight: form.number(NumberKind::Kilograms, |place| {
                place.measures.weight_grams.map(format::kilograms)
            }),
            sides: [
                side(|sides| sides.length_mm),
                side(|sides| sides.width_mm),
                side(|sides| sides.height_mm),
            ],
        }
    }

    fn empty() -> Self {
        let side = || NumberInput::new(NumberKind::Centimetres, "");
        Self {
            weight: NumberInput::new(NumberKind::Kilograms, ""),
            sides: [side(), side(), side()],
        }
    }

    /// Weight and sides, unless one of them is not a number. An empty field is zero: it clears the measure.
    fn read(self) -> Option<(i64, [i64; 3])> {
        let mut numbers = NumberReader::default();
        let mut typed = |input| numbers.units(input).unwrap_or_default();
        let (weight, sides) = (typed(self.weight), self.sides.map(&mut typed));
        numbers.is_complete().then_some((weight, sides))
    }

    fn view(self) -> AnyView {
        let [length, width, height] = self.sides;
        any_view! {
            <span class="place-weight">
                <NumberCell name="place-weight" label=t(PlaceTexts::Weight) input=self.weight />
                <small class="muted">{t(LifecycleTexts::Kilograms)}</small>
            </span>
            <span class="place-sides">
                <NumberCell name="place-length" label=t(SideTexts::Length) input=length />
                <span aria-hidden="true">"×"</span>
                <NumberCell name="place-width" label=t(SideTexts::Width) input=width />
                <span aria-hidden="true">"×"</span>
                <NumberCell name="place-height" label=t(SideTexts::Height) input=height />
                <small class="muted">{t(PlaceTexts::Centimetres)}</small>
            </span>
        }
    }
}

/// Sends the measures of a place, if the person has changed them.
fn save(form: Form<ShipmentPlace>, fields: MeasureFields, action: Action, state: ShipmentCardState) {
    if form.touched_texts().is_empty() || untrack(|| action.is_busy()) {
        return;
    }
    let place = form.object();
    let (Some(id), Some((weight, [length, width, height]))) = (place.read(|place| place.id), fields.read()) else {
        return;
    };
    let body = PlaceChange {
        weight_grams: Some(weight),
        length_mm: Some(length),
        width_mm: Some(width),
        height_mm: Some(height),
        items: None,
    };
    let call = api::send::<ChangeShipmentPlace>((state.id(), id), Nothing {}, body, Options::default());
    form.send(action, call, |_| {});
}

/// Moves the focus from a field to the same one of the next place. Returns whether there is one.
fn focus_next(event: &ev::KeyboardEvent) -> bool {
    let field = event_target::<web_sys::HtmlInputElement>(event);
    let row = field.closest(".place-row").ok().flatten();
    let selector = format!("input[name=\"{}\"]", field.name());
    let next = row.and_then(|row| row.next_element_sibling()?.query_selector(&selector).ok()?);
    let next = next.and_then(|next| next.dyn_into::<web_sys::HtmlInputElement>().ok());
    if let Some(next) = &next {
        // Fails for a field that is not on the page any more.
        let _ = next.focus();
        next.select();
    }
    next.is_some()
}

fn place_row(place: Live<ShipmentPlace>, state: ShipmentCardState) -> AnyView {
    // The last measuring is the right one.
    let form = place.form(|_| 0);
    let fields = MeasureFields::of_place(form);
    let action = use_action().reloading(move || {
        state.places.reload();
        state.shipment.reload();
    });
    let id = move || place.read(|place| place.id);
    let on_key = move |event: ev::KeyboardEvent| {
        if event.key() == "Enter" && event_target::<web_sys::Element>(&event).tag_name() == "INPUT" {
            event.prevent_default();
            if !focus_next(&event) {
                save(form, fields, action, state);
            }
        }
    };
    let leave = move |event: ev::FocusEvent| {
        let row = event_target::<web_sys::Element>(&event)
            .closest(".place-row")
            .ok()
            .flatten();
        let to = event
            .related_target()
            .and_then(|to| to.dyn_into::<web_sys::Node>().ok());
        if row.is_none_or(|row| !row.contains(to.as_ref())) {
            save(form, fields, action, state);
        }
    };
    let remove = move |_| {
        let Some(id) = id() else { return };
        let call = api::send::<RemoveShipmentPlace>((state.id(), id), Nothing {}, Nothing {}, Options::default());
        action.run(call, |_| {});
    };
    let open = move |_| state.dialog.set(id().map(ShipmentDialog::Contents));
    let density = move || place.with(|place| place.measures.density()).flatten().map(density_text);
    let pieces = |place: &ShipmentPlace| place.items.iter().map(|item| i64::from(item.quantity)).sum::<i64>();
    let pieces = move || place.with(pieces).filter(|pieces| *pieces > 0);
    let fault = move || {
        let error = action.error()?;
        Some(view! {
            <small class="fault" role="alert">
                {error_message(&error)}
            </small>
        })
    };
    let label = move || labels::url(CodeKind::Place, id().map(|id| id.0));
    any_view! {
        <li
            class="place-row"
            data-testid="place"
            aria-busy=move || action.is_busy().to_string()
            on:keydown=on_key
            on:focusout=leave
        >
            <strong class="place-number">"№ "{move || place.with(|place| place.number)}</strong>
            {fields.view()}
            <span class="place-more">
                <span class="muted" data-testid="place-density">
                    {density}
                </span>
                <button class="quiet" data-testid="place-contents" on:click=open>
                    {t(EditTexts::Contents)}
                    {move || pieces().map(|pieces| format!(" · {pieces}"))}
                </button>
            </span>
            <span class="place-actions">
                <a
                    class="icon"
                    target="_blank"
                    aria-label=t(ScanTexts::PrintLabel)
                    title=t(ScanTexts::PrintLabel)
                    href=label
                >
                    {icon("print")}
                </a>
                <button
                    class="icon"
                    data-testid="remove-place"
                    aria-label=t(EditTexts::Remove)
                    title=t(EditTexts::Remove)
                    on:click=remove
                >
                    {Icon::X.view()}
                </button>
            </span>
            {fault}
        </li>
    }
}

/// The form that adds places. The sides stay for the next ones, because boxes come in few sizes.
fn add_form(state: ShipmentCardState) -> AnyView {
    let fields = MeasureFields::empty();
    let count = NumberInput::required(NumberKind::Whole, "1");
    let action = use_action().reloading(move || {
        state.places.reload();
        state.shipment.reload();
    });
    let add = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let wanted = numbers.units(count);
        if !numbers.finish() {
            return;
        }
        let Some((weight, [length, width, height])) = fields.read() else {
            return;
        };
        let body = NewPlaces {
            count: wanted,
            weight_grams: Some(weight),
            length_mm: Some(length),
            width_mm: Some(width),
            height_mm: Some(height),
        };
        let call = api::send::<AddShipmentPlaces>((state.id(),), Nothing {}, body, Options::default());
        action.run(call, move |_| {
            fields.weight.set("");
            count.set("1");
        });
    };
    any_view! {
        <form class="place-row place-new" on:submit=add>
            <span class="place-number">
                <NumberCell name="place-count" label=t(EditTexts::Count) input=count />
            </span>
            {fields.view()}
            <button class="button" data-testid="add-places" disabled=move || action.is_busy()>
                {t(EditTexts::Add)}
            </button>
            <ErrorNote error=action />
        </form>
    }
}
