//! The form for a packed shipment before it has a price: destination and delivery options.

use super::{
    recipient_choice::{RecipientSelect, chosen_recipient, missing_fields},
    shipment_prices::MethodField,
};
use frontend_ui::{
    components::CountryField,
    features::{
        delivery::{self, DeliveryTexts, shipment_choice},
        recipients::requirement_note,
    },
    prelude::*,
};
use shared_types::{
    country::Country,
    settings::{DeliveryOptions, ListDeliveryOptions},
    shipments::{ChangeClientShipment, ClientShipmentChange, Shipment, ShipmentDeliveryChange},
};

/// Loads the delivery options and shows the form.
#[component]
pub(super) fn ShipmentForm(shipment: Record<Shipment>) -> impl IntoView {
    let options = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    view! {
        {options
            .show(
                Skeleton::Rows,
                move |options| {
                    let options = options.clone();
                    shipment_fields(shipment, options)
                },
            )}
    }
}

fn shipment_fields(shipment: Record<Shipment>, options: DeliveryOptions) -> AnyView {
    let Some((id, current_method)) = shipment.read(|shipment| (shipment.summary.id, shipment.delivery.method.clone()))
    else {
        return ().into_any();
    };
    let action = use_action().reloading(move || shipment.reload());
    let form = shipment.form(|shipment| shipment.version);
    let country = form.text(|shipment| shipment.summary.country.map_or_else(String::new, String::from));
    let city = form.text(|shipment| shipment.summary.city.clone().unwrap_or_default());
    // A packed shipment keeps its recipient; the same entry of the address book can complete it.
    let addressed = shipment.slice(|shipment| shipment.summary.recipient.is_some());
    let is_addressed = move || addressed.get().unwrap_or_default();
    let recipient = form.text(|shipment| {
        let recipient = shipment.summary.recipient.as_ref();
        let id = recipient.and_then(|recipient| recipient.recipient_id);
        id.map(|id| id.to_string()).unwrap_or_default()
    });
    let recipient_country = RwSignal::new(None::<Country>);
    // The country that the prices of the methods are for; the server knows the country of an addressed shipment.
    let priced_country = Memo::new(move |_| match recipient_country.get() {
        Some(country) => String::from(country),
        None if is_addressed() => String::new(),
        None => country.get(),
    });
    let method = form.text(|shipment| {
        let method = shipment.delivery.method.as_ref();
        method.map(|method| method.id.to_string()).unwrap_or_default()
    });
    let (packaging, packaging_field) = shipment_choice(
        form,
        "packaging_id",
        DeliveryTexts::Packaging,
        |choices| &choices.packaging,
        options.packagings,
        str::to_owned,
    );
    let (insurance, insurance_field) = shipment_choice(
        form,
        "insurance_id",
        DeliveryTexts::Insurance,
        |choices| &choices.insurance,
        options.insurances,
        str::to_owned,
    );
    let (company, company_field) = shipment_choice(
        form,
        "transport_company_id",
        DeliveryTexts::TransportCompany,
        |choices| &choices.transport_company,
        options.transport_companies,
        str::to_owned,
    );
    let (point, point_field) = shipment_choice(
        form,
        "pickup_point_id",
        DeliveryTexts::PickupPoint,
        |choices| &choices.pickup_point,
        options.pickup_points.clone(),
        str::to_owned,
    );
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let has_place = !untrack(is_addressed) && chosen_recipient(recipient).is_none();
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
        let call = api::send::<ChangeClientShipment>((id,), Nothing {}, body, form.options());
        form.send(action, call, |_| {});
    };
    any_view! {
        <form class="card" on:submit=save>
            <ErrorNote error=action />
            {move || action.error().map(|error| missing_fields(&error))}
            <RecipientSelect selection=recipient points=options.pickup_points.clone() country=recipient_country />
            {requirement_note(options.methods.clone(), method)}
            <div class="grid even">
                {move || {
                    (!is_addressed() && recipient.get().is_empty())
                        .then(|| {
                            view! {
                                <CountryField name="country" label=t(Text::Country) value=country error=action />
                                <Field name="city" label=t(Text::City) value=city error=action />
                            }
                        })
                }}
                <MethodField
                    id=id
                    country=priced_country
                    chosen=method
                    methods=options.methods.clone()
                    current=current_method
                /> {packaging_field} {insurance_field} {company_field} {point_field}
            </div>
            <div class="row">
                <button class="button primary" data-testid="save-form">
                    {t(LifecycleTexts::SaveForm)}
                </button>
            </div>
        </form>
    }
}
