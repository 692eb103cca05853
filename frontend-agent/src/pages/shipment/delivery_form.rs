//! The delivery form of a shipment: size, destination, delivery method, track.

use super::{ShipmentCardState, apply_move, move_without_details};
use frontend_ui::{
    api::{self, Fetched, Options},
    components::{CountryField, Field, Loaded, NumberField, NumberInput, NumberReader},
    features::{
        delivery::{self, DeliveryTexts},
        shipments::SideTexts,
    },
    format,
    i18n::{LifecycleTexts, Text, days_text, t},
    numbers::NumberKind,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    settings::{DeliveryOption, DeliveryOptions, ListDeliveryOptions},
    shipments::{ChangeShipment, PlaceSides, Shipment, ShipmentChange, ShipmentDeliveryChange, ShipmentMove},
};

/// Calculates the volume of all places from the sides of one, when a side or the number of places changes. A volume that was typed stays
/// otherwise.
fn follow_sides(sides: [NumberInput; 3], places: NumberInput, volume: NumberInput) {
    Effect::new(move |last: Option<([Option<i64>; 3], Option<i64>)>| {
        let typed = (sides.map(NumberInput::preview), places.preview());
        if last.is_some_and(|last| last != typed)
            && let Some(product) = volume_of(typed.0, typed.1)
        {
            volume.set(&product.to_string());
        }
        typed
    });
}

fn volume_of([length, width, height]: [Option<i64>; 3], places: Option<i64>) -> Option<i64> {
    let sides = PlaceSides {
        length_mm: length?,
        width_mm: width?,
        height_mm: height?,
    };
    sides
        .volume_cm3(places.unwrap_or(1).max(1))
        .filter(|volume| *volume > 0)
}

/// Loads the delivery options and shows the form.
#[component]
pub(super) fn DeliveryForm(shipment: Shipment, state: ShipmentCardState) -> impl IntoView {
    let options = Fetched::new(|| api::get::<ListDeliveryOptions>(Nothing {}));
    let shipment = StoredValue::new(shipment);
    view! {
        <Loaded
            resource=options
            content=move |options: DeliveryOptions| {
                view! { <DeliveryFields shipment=shipment.get_value() options=options state=state /> }.into_any()
            }
        />
    }
}

#[component]
fn DeliveryFields(shipment: Shipment, options: DeliveryOptions, state: ShipmentCardState) -> impl IntoView {
    let number = |value: Option<i64>| {
        NumberInput::new(
            NumberKind::Whole,
            value.map(|value| value.to_string()).unwrap_or_default(),
        )
    };
    let text = |value: Option<String>| RwSignal::new(value.unwrap_or_default());
    let summary = shipment.summary;
    let delivery = shipment.delivery;
    let id_of = |choice: &Option<DeliveryOption>| delivery::selection(choice.as_ref().map(|choice| choice.id));
    let (method, packaging, insurance) = (
        id_of(&delivery.method),
        id_of(&delivery.packaging),
        id_of(&delivery.insurance),
    );
    let (company, point) = (id_of(&delivery.transport_company), id_of(&delivery.pickup_point));
    let (weight, volume, places) = (
        number(summary.weight_grams),
        number(summary.volume_cm3),
        number(summary.places.map(i64::from)),
    );
    let side = |of: fn(PlaceSides) -> i64| {
        let text = summary
            .sides
            .map(|sides| format::centimetres(of(sides)))
            .unwrap_or_default();
        NumberInput::new(NumberKind::Centimetres, text)
    };
    let sides = [
        side(|sides| sides.length_mm),
        side(|sides| sides.width_mm),
        side(|sides| sides.height_mm),
    ];
    follow_sides(sides, places, volume);
    let [length, width, height] = sides;
    let (country, city, track) = (
        text(summary.country.map(String::from)),
        text(summary.city),
        text(shipment.track),
    );
    let comment = RwSignal::new(shipment.comment);
    let error = state.error;
    let (id, version) = (summary.id, shipment.version);
    let packable = shipment.moves.contains(&ShipmentMove::Pack);
    let packing = RwSignal::new(false);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let then_pack = packing.get_untracked();
        packing.set(false);
        let mut numbers = NumberReader::default();
        // An empty field clears the stored value.
        let mut typed = |input| Some(numbers.units(input).unwrap_or_default());
        let (weight_grams, volume_cm3, places) = (typed(weight), typed(volume), typed(places));
        let [length_mm, width_mm, height_mm] = sides.map(typed);
        if !numbers.finish() {
            return;
        }
        let body = ShipmentChange {
            country: Some(country.get_untracked()),
            city: Some(city.get_untracked()),
            recipient: None,
            weight_grams,
            volume_cm3,
            places,
            length_mm,
            width_mm,
            height_mm,
            delivery: Some(ShipmentDeliveryChange {
                delivery_method_id: delivery::selected_id(method),
                packaging_id: delivery::selected_id(packaging),
                insurance_id: delivery::selected_id(insurance),
                transport_company_id: delivery::selected_id(company),
                pickup_point_id: delivery::selected_id(point),
            }),
            comment: Some(comment.get_untracked()),
            track: Some(track.get_untracked()),
        };
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<ChangeShipment>((id,), Nothing {}, body, options).await {
                // The form is saved before the shipment is packed.
                Ok(saved) if then_pack => {
                    apply_move(state, id, saved.version, move_without_details(ShipmentMove::Pack)).await;
                }
                result => {
                    state.handle_result(result);
                }
            }
        });
    };
    view! {
        <form class="card" on:submit=save>
            <div class="grid three even">
                <NumberField name="weight_grams" label=t(LifecycleTexts::WeightGrams) input=weight error=error />
                <NumberField name="places" label=t(LifecycleTexts::Packages) input=places error=error />
                <NumberField name="volume_cm3" label=t(LifecycleTexts::Volume) input=volume error=error />
                <NumberField name="length_cm" label=t(SideTexts::Length) input=length error=error />
                <NumberField name="width_cm" label=t(SideTexts::Width) input=width error=error />
                <NumberField name="height_cm" label=t(SideTexts::Height) input=height error=error />
                <CountryField name="country" label=t(Text::Country) value=country error=error />
                <Field name="city" label=t(Text::City) value=city error=error />
                <Field name="track" label=t(LifecycleTexts::Track) value=track error=error />
                {delivery::choice_field(
                    "delivery_method_id",
                    DeliveryTexts::Method,
                    method,
                    &options.methods,
                    delivery.method.as_ref(),
                    days_text,
                )}
                {delivery::choice_field(
                    "packaging_id",
                    DeliveryTexts::Packaging,
                    packaging,
                    &options.packagings,
                    delivery.packaging.as_ref(),
                    str::to_owned,
                )}
                {delivery::choice_field(
                    "insurance_id",
                    DeliveryTexts::Insurance,
                    insurance,
                    &options.insurances,
                    delivery.insurance.as_ref(),
                    str::to_owned,
                )}
                {delivery::choice_field(
                    "transport_company_id",
                    DeliveryTexts::TransportCompany,
                    company,
                    &options.transport_companies,
                    delivery.transport_company.as_ref(),
                    str::to_owned,
                )}
                {delivery::choice_field(
                    "pickup_point_id",
                    DeliveryTexts::PickupPoint,
                    point,
                    &options.pickup_points,
                    delivery.pickup_point.as_ref(),
                    str::to_owned,
                )}
            </div>
            <Field name="comment" label=t(LifecycleTexts::Comment) value=comment error=error />
            <div class="row">
                <button class="button" data-testid="save-form">
                    {t(LifecycleTexts::SaveForm)}
                </button>
                {packable
                    .then(|| {
                        view! {
                            <button class="button primary" data-testid="pack" on:click=move |_| packing.set(true)>
                                {t(LifecycleTexts::Pack)}
                            </button>
                        }
                    })}
            </div>
        </form>
    }
    .into_any()
}
