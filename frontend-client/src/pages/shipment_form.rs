//! What the client chooses for a packed shipment before it has a price: where it goes, and by what.

use frontend_ui::{
    api::{self, Error, Options},
    components::{ErrorNote, Field, Loaded},
    features::delivery::{self, Delivery},
    i18n::{Life, Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    settings::{Choice, DeliveryOptions, ListClientDeliveryOptions},
    shipments::{ChangeClientShipment, ClientShipmentChange, ParcelChoice, Shipment},
};

/// The form.
#[component]
pub(super) fn ShipmentForm(shipment: Shipment, reload: Callback<()>) -> impl IntoView {
    let options = LocalResource::new(|| api::get::<ListClientDeliveryOptions>(Nothing {}));
    let held = StoredValue::new(shipment);
    view! { <Loaded resource=options content={move |options: DeliveryOptions| view! { <Fields shipment=held.get_value() options=options reload=reload/> }.into_any()}/> }
}

#[component]
fn Fields(shipment: Shipment, options: DeliveryOptions, reload: Callback<()>) -> impl IntoView {
    let error = RwSignal::new(None::<Error>);
    let (id, version) = (shipment.summary.id, shipment.version);
    let country = RwSignal::new(shipment.summary.country.unwrap_or_default());
    let city = RwSignal::new(shipment.summary.city.unwrap_or_default());
    let by = shipment.delivery;
    let of = |choice: &Option<Choice>| delivery::held(choice.as_ref().map(|choice| choice.id));
    let (method, packaging, insurance) = (of(&by.method), of(&by.packaging), of(&by.insurance));
    let (company, point) = (of(&by.transport_company), of(&by.pickup_point));
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ClientShipmentChange {
            country: Some(country.get_untracked()),
            city: Some(city.get_untracked()),
            delivery: Some(ParcelChoice {
                delivery_method_id: delivery::picked(method),
                packaging_id: delivery::picked(packaging),
                insurance_id: delivery::picked(insurance),
                transport_company_id: delivery::picked(company),
                pickup_point_id: delivery::picked(point),
            }),
        };
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<ChangeClientShipment>((id,), Nothing {}, body, options).await {
                Ok(_) => reload.run(()),
                Err(refused) => error.set(Some(refused)),
            }
        });
    };
    view! {
        <form class="card" on:submit=save>
            <ErrorNote error=error/>
            <div class="grid even">
                <Field name="country" label=t(Text::Country) value=country error=error/>
                <Field name="city" label=t(Text::City) value=city error=error/>
                {delivery::field("delivery_method_id", Delivery::Method, method, &options.methods, by.method.as_ref(), t(Delivery::Days))}
                {delivery::field("packaging_id", Delivery::Packaging, packaging, &options.packagings, by.packaging.as_ref(), "")}
                {delivery::field("insurance_id", Delivery::Insurance, insurance, &options.insurances, by.insurance.as_ref(), "")}
                {delivery::field("transport_company_id", Delivery::Company, company, &options.transport_companies, by.transport_company.as_ref(), "")}
                {delivery::field("pickup_point_id", Delivery::Point, point, &options.pickup_points, by.pickup_point.as_ref(), "")}
            </div>
            <div class="row"><button class="button primary" data-testid="save-form">{t(Life::SaveForm)}</button></div>
        </form>
    }
    .into_any()
}
