//! Weighing of a scanned place (box), and of an item that is received. The focus waits in the weight field: a person or a scale
//! types the number and Enter.

use super::{
    scale::scale,
    sound::{Sound, play},
    state::ScanState,
};
use frontend_ui::{
    api::Error,
    components::{NumberCell, error_message},
    features::shipment_places::{PlaceTexts, measures_text},
    prelude::*,
};
use leptos::{ev, html, wasm_bindgen::JsCast, web_sys};
use shared_types::{
    items::{AgentItemChange, ChangeAgentItem},
    scan::{ScannedItem, ScannedPlace},
    shipments::{ChangeShipmentPlace, PlaceChange, PlaceMeasures, ShipmentStatus},
};
use std::future::Future;

frontend_ui::texts! {
    enum WeighTexts;
    Weight: "Вес, кг", "Weight, kg", "重量（公斤）";
    Save: "Записать вес", "Save the weight", "记录重量";
    Weighed: "Взвешено", "Weighed", "已称重";
    Fixed: "Посылка уже оценена: вес не меняется", "The shipment is priced: its weight is fixed", "包裹已报价，重量不可更改";
}

/// The text of the weight field when Enter comes.
#[derive(Debug, PartialEq, Eq)]
enum Typed {
    Kilograms(String),
    /// The person has scanned the next code instead.
    Code,
}

/// Scales that type as a keyboard add the unit or a sign before the number.
fn read_typed(text: &str) -> Typed {
    let text = text.trim().trim_start_matches('+').trim_start();
    let number = ["kg", "кг", "公斤"]
        .iter()
        .find_map(|unit| text.to_lowercase().strip_suffix(unit).map(str::to_owned))
        .unwrap_or_else(|| text.to_owned());
    if number.chars().any(char::is_alphabetic) {
        Typed::Code
    } else {
        Typed::Kilograms(number.trim().to_owned())
    }
}

/// The measures of the place, and the field for its weight.
pub(super) fn weigh_card(place: ScannedPlace, state: ScanState) -> AnyView {
    let measures = RwSignal::new(place.measures);
    let name = format!(
        "{} · {} {} / {}",
        place.shipment_number,
        t(PlaceTexts::Place),
        place.number,
        place.places
    );
    let is_open = matches!(place.status, ShipmentStatus::Forming | ShipmentStatus::Packed);
    let may_weigh = current_user().may(Object::Shipments, Level::Edit);
    let form = match (may_weigh, is_open) {
        (true, true) => weigh_form(&place, measures, state),
        (true, false) => any_view! { <p class="muted">{t(WeighTexts::Fixed)}</p> },
        (false, _) => ().into_any(),
    };
    any_view! {
        <div class="weigh" data-testid="weigh">
            <strong class="weigh-place">{name}</strong>
            <span data-testid="place-measures">{move || measures_text(measures.get())}</span>
            {form}
        </div>
    }
}

fn weigh_form(place: &ScannedPlace, measures: RwSignal<PlaceMeasures>, state: ScanState) -> AnyView {
    let (shipment, place) = (place.shipment_id, place.id);
    weight_form(state, move |weight_grams| async move {
        let body = PlaceChange {
            weight_grams,
            ..PlaceChange::default()
        };
        let places = api::send::<ChangeShipmentPlace>((shipment, place), Nothing {}, body, Options::default()).await?;
        if let Some(changed) = places.places.iter().find(|row| row.id == place) {
            measures.try_set(changed.measures);
        }
        Ok(())
    })
}

/// The weight of an item that was just received, of all its pieces together.
pub(super) fn item_weight(item: &ScannedItem, state: ScanState) -> AnyView {
    let (order, item) = (item.order_id, item.id);
    weight_form(state, move |weight_grams| async move {
        let body = AgentItemChange {
            weight_grams,
            ..AgentItemChange::default()
        };
        let call = api::send::<ChangeAgentItem>((order, item), Nothing {}, body, Options::default());
        call.await.map(|_| ())
    })
}

/// Whether the next code is being typed already: its keys must not be divided between two fields.
fn is_typing() -> bool {
    let focused = document().active_element();
    let input = focused.and_then(|element| element.dyn_into::<web_sys::HtmlInputElement>().ok());
    input.is_some_and(|input| !input.value().is_empty())
}

/// The field for a weight, which takes the focus. What is sent is in grams.
fn weight_form<F>(state: ScanState, send: impl Fn(Option<i64>) -> F + Copy + 'static) -> AnyView
where
    F: Future<Output = Result<(), Error>> + 'static,
{
    let weight = NumberInput::required(NumberKind::Kilograms, "");
    let (action, is_weighed) = (use_action(), RwSignal::new(false));
    let node = NodeRef::<html::Form>::new();
    let field = move || {
        let field = node.get_untracked()?.query_selector("input").ok()??;
        field.dyn_into::<web_sys::HtmlInputElement>().ok()
    };
    Effect::new(move |_| {
        if node.get().is_some()
            && !is_typing()
            && let Some(field) = field()
        {
            // Fails for a field that is not on the page any more.
            let _ = field.focus();
        }
    });
    let save = move |event: ev::SubmitEvent| {
        event.prevent_default();
        let typed = weight.text.get_untracked();
        match read_typed(&typed) {
            Typed::Code => {
                weight.text.set(String::new());
                return state.handle_code(&typed);
            }
            Typed::Kilograms(number) => weight.text.set(number),
        }
        let mut numbers = NumberReader::default();
        let grams = numbers.units(weight);
        if !numbers.finish() {
            return play(Sound::Failure);
        }
        let call = async move {
            let result = send(grams).await;
            play(if result.is_ok() { Sound::Success } else { Sound::Failure });
            result
        };
        action.run(call, move |()| {
            is_weighed.try_set(true);
            // The next keys are the next code.
            if let Some(field) = field() {
                let _ = field.blur();
            }
        });
    };
    // The person's own number stays.
    let last = StoredValue::new(String::new());
    let on_scale = Callback::new(move |grams: i64| {
        let is_own = weight
            .text
            .with_untracked(|text| !text.is_empty() && last.with_value(|last| last != text));
        if !is_own && !is_weighed.get_untracked() {
            let text = format::kilograms(grams);
            last.set_value(text.clone());
            weight.text.set(text);
        }
    });
    let fault = move || {
        let error = action.error()?;
        Some(view! {
            <small class="fault" role="alert">
                {error_message(&error)}
            </small>
        })
    };
    any_view! {
        <form class="weigh-form" node_ref=node on:submit=save>
            <NumberCell name="weight" label=t(WeighTexts::Weight) input=weight />
            <span>{t(LifecycleTexts::Kilograms)}</span>
            <button class="button primary" data-testid="save-weight" disabled=move || action.is_busy()>
                {t(WeighTexts::Save)}
            </button>
            {scale(on_scale)}
            {fault}
            {move || {
                is_weighed
                    .get()
                    .then(|| {
                        view! {
                            <strong class="weighed" role="status" data-testid="weighed">
                                {t(WeighTexts::Weighed)}
                            </strong>
                        }
                    })
            }}
        </form>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_and_scanners_type_into_the_same_field() {
        let kilograms = |number: &str| Typed::Kilograms(number.to_owned());
        for (text, typed) in [
            ("12,5", kilograms("12,5")),
            (" 12.50 kg\r", kilograms("12.50")),
            ("+  3.2KG", kilograms("3.2")),
            ("0,85 кг", kilograms("0,85")),
            ("KP-4K7J", Typed::Code),
            ("лз-4л7о", Typed::Code),
            ("", kilograms("")),
        ] {
            assert_eq!(read_typed(text), typed, "{text:?}");
        }
    }
}
