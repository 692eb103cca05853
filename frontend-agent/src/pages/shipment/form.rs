//! The delivery form of a shipment: size, destination, way, track.

use super::{Desk, make, plain};
use frontend_ui::{
    api::{self, Options},
    components::{Field, Loaded, NumberField, NumberInput, NumberReader},
    features::delivery::{self, Delivery},
    i18n::{Life, Text, t},
    numbers::NumberKind,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    settings::{Choice, DeliveryOptions, ListDeliveryOptions},
    shipments::{ChangeShipment, ParcelChoice, Shipment, ShipmentChange, ShipmentMove},
};

/// The delivery form.
#[component]
pub(super) fn Form(shipment: Shipment, desk: Desk) -> impl IntoView {
    let options = LocalResource::new(|| api::get::<ListDeliveryOptions>(Nothing {}));
    let held = StoredValue::new(shipment);
    view! { <Loaded resource=options content={move |options: DeliveryOptions| view! { <Fields shipment=held.get_value() options=options desk=desk/> }.into_any()}/> }
}

#[component]
fn Fields(shipment: Shipment, options: DeliveryOptions, desk: Desk) -> impl IntoView {
    let number = |value: Option<i64>| {
        NumberInput::new(
            NumberKind::Whole,
            value.map(|value| value.to_string()).unwrap_or_default(),
        )
    };
    let text = |value: Option<String>| RwSignal::new(value.unwrap_or_default());
    let of = shipment.summary;
    let by = shipment.delivery;
    let id_of = |choice: &Option<Choice>| delivery::held(choice.as_ref().map(|choice| choice.id));
    let (method, packaging, insurance) = (id_of(&by.method), id_of(&by.packaging), id_of(&by.insurance));
    let (company, point) = (id_of(&by.transport_company), id_of(&by.pickup_point));
    let (weight, volume, places) = (
        number(of.weight_grams),
        number(of.volume_cm3),
        number(of.places.map(i64::from)),
    );
    let (country, city, track) = (text(of.country), text(of.city), text(shipment.track));
    let comment = RwSignal::new(shipment.comment);
    let error = desk.error;
    let (id, version) = (of.id, shipment.version);
    let packable = shipment.moves.contains(&ShipmentMove::Pack);
    let packing = RwSignal::new(false);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let then_pack = packing.get_untracked();
        packing.set(false);
        let mut numbers = NumberReader::default();
        // An empty field clears what was there.
        let mut typed = |input| Some(numbers.units(input).unwrap_or_default());
        let (weight_grams, volume_cm3, places) = (typed(weight), typed(volume), typed(places));
        if !numbers.finish() {
            return;
        }
        let body = ShipmentChange {
            country: Some(country.get_untracked()),
            city: Some(city.get_untracked()),
            weight_grams,
            volume_cm3,
            places,
            delivery: Some(ParcelChoice {
                delivery_method_id: delivery::picked(method),
                packaging_id: delivery::picked(packaging),
                insurance_id: delivery::picked(insurance),
                transport_company_id: delivery::picked(company),
                pickup_point_id: delivery::picked(point),
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
                // What was typed is kept before the parcel is closed.
                Ok(_) if then_pack => {
                    make(desk, id, plain(ShipmentMove::Pack)).await;
                }
                result => {
                    desk.done(result);
                }
            }
        });
    };
    view! {
        <form class="card" on:submit=save>
            <div class="grid three even">
                <NumberField name="weight_grams" label=t(Life::Weight) input=weight error=error/>
                <NumberField name="volume_cm3" label=t(Life::Volume) input=volume error=error/>
                <NumberField name="places" label=t(Life::Places) input=places error=error/>
                <Field name="country" label=t(Text::Country) value=country error=error/>
                <Field name="city" label=t(Text::City) value=city error=error/>
                <Field name="track" label=t(Life::Track) value=track error=error/>
                {delivery::field("delivery_method_id", Delivery::Method, method, &options.methods, by.method.as_ref(), t(Delivery::Days))}
                {delivery::field("packaging_id", Delivery::Packaging, packaging, &options.packagings, by.packaging.as_ref(), "")}
                {delivery::field("insurance_id", Delivery::Insurance, insurance, &options.insurances, by.insurance.as_ref(), "")}
                {delivery::field("transport_company_id", Delivery::Company, company, &options.transport_companies, by.transport_company.as_ref(), "")}
                {delivery::field("pickup_point_id", Delivery::Point, point, &options.pickup_points, by.pickup_point.as_ref(), "")}
            </div>
            <Field name="comment" label=t(Life::Comment) value=comment error=error/>
            <div class="row">
                <button class="button" data-testid="save-form">{t(Life::SaveForm)}</button>
                {packable.then(|| view! { <button class="button primary" data-testid="pack" on:click=move |_| packing.set(true)>{t(Life::Pack)}</button> })}
            </div>
        </form>
    }
    .into_any()
}
