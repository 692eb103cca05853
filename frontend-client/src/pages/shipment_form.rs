//! The form for a packed shipment before it has a price: destination and delivery options.

use super::{
    recipient_choice::{RecipientSelect, chosen_recipient, missing_fields},
    shipment_prices::MethodField,
};
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{CountryField, ErrorNote, Field, Loaded},
    features::{
        delivery::{self, DeliveryTexts},
        recipients::requirement_note,
    },
    i18n::{LifecycleTexts, Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    country::Country,
    endpoint::Nothing,
    settings::{DeliveryOption, DeliveryOptions, ListClientDeliveryOptions},
    shipments::{ChangeClientShipment, ClientShipmentChange, Shipment, ShipmentDeliveryChange},
};

/// Loads the delivery options and shows the form.
#[component]
pub(super) fn ShipmentForm(shipment: Shipment, reload: Callback<()>) -> impl IntoView {
    let options = Fetched::new(|| api::get::<ListClientDeliveryOptions>(Nothing {}));
    let stored = StoredValue::new(shipment);
    view! {
        <Loaded
            resource=options
            content=move |options: DeliveryOptions| {
                view! { <ShipmentFields shipment=stored.get_value() options=options reload=reload /> }.into_any()
            }
        />
    }
}

#[component]
fn ShipmentFields(shipment: Shipment, options: DeliveryOptions, reload: Callback<()>) -> impl IntoView {
    let error = RwSignal::new(None::<Error>);
    let (id, version) = (shipment.summary.id, shipment.version);
    let country = RwSignal::new(shipment.summary.country.map_or_else(String::new, String::from));
    let city = RwSignal::new(shipment.summary.city.unwrap_or_default());
    // A packed shipment keeps its recipient; the same entry of the address book can complete it.
    let is_addressed = shipment.summary.recipient.is_some();
    let current_recipient = shipment.summary.recipient.and_then(|recipient| recipient.recipient_id);
    let recipient = RwSignal::new(current_recipient.map(|id| id.to_string()).unwrap_or_default());
    let recipient_country = RwSignal::new(None::<Country>);
    // The country that the prices of the methods are for; the server knows the country of an addressed shipment.
    let priced_country = Memo::new(move |_| match recipient_country.get() {
        Some(country) => String::from(country),
        None if is_addressed => String::new(),
        None => country.get(),
    });
    let current = shipment.delivery;
    let selection = |choice: &Option<DeliveryOption>| delivery::selection(choice.as_ref().map(|choice| choice.id));
    let (method, packaging) = (selection(&current.method), selection(&current.packaging));
    let insurance = selection(&current.insurance);
    let (company, point) = (selection(&current.transport_company), selection(&current.pickup_point));
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let has_place = !is_addressed && chosen_recipient(recipient).is_none();
        let body = ClientShipmentChange {
            country: has_place.then(|| country.get_untracked()),
            city: has_place.then(|| city.get_untracked()),
            recipient_id: chosen_recipient(recipient),
            delivery: Some(ShipmentDeliveryChange {
                delivery_method_id: delivery::selected_id(method),
                packaging_id: delivery::selected_id(packaging),
                insurance_id: delivery::selected_id(insurance),
                transport_company_id: delivery::selected_id(company),
                pickup_point_id: delivery::selected_id(point),
            }),
        };
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<ChangeClientShipment>((id,), Nothing {}, body, options).await {
                Ok(_) => {
                    reload.try_run(());
                }
                Err(err) => error.set(Some(err)),
            }
        });
    };
    view! {
        <form class="card" on:submit=save>
            <ErrorNote error=error />
            {move || error.get().map(|error| missing_fields(&error))}
            <RecipientSelect selection=recipient points=options.pickup_points.clone() country=recipient_country />
            {requirement_note(options.methods.clone(), method)}
            <div class="grid even">
                {move || {
                    (!is_addressed && recipient.get().is_empty())
                        .then(|| {
                            view! {
                                <CountryField name="country" label=t(Text::Country) value=country error=error />
                                <Field name="city" label=t(Text::City) value=city error=error />
                            }
                        })
                }}
                <MethodField
                    id=id
                    country=priced_country
                    chosen=method
                    methods=options.methods.clone()
                    current=current.method
                />
                {delivery::choice_field(
                    "packaging_id",
                    DeliveryTexts::Packaging,
                    packaging,
                    &options.packagings,
                    current.packaging.as_ref(),
                    str::to_owned,
                )}
                {delivery::choice_field(
                    "insurance_id",
                    DeliveryTexts::Insurance,
                    insurance,
                    &options.insurances,
                    current.insurance.as_ref(),
                    str::to_owned,
                )}
                {delivery::choice_field(
                    "transport_company_id",
                    DeliveryTexts::TransportCompany,
                    company,
                    &options.transport_companies,
                    current.transport_company.as_ref(),
                    str::to_owned,
                )}
                {delivery::choice_field(
                    "pickup_point_id",
                    DeliveryTexts::PickupPoint,
                    point,
                    &options.pickup_points,
                    current.pickup_point.as_ref(),
                    str::to_owned,
                )}
            </div>
            <div class="row">
                <button class="button primary" data-testid="save-form">
                    {t(LifecycleTexts::SaveForm)}
                </button>
            </div>
        </form>
    }
    .into_any()
}
