//! The carrier and the track of the last mile of a shipment whose size and destination are fixed.

use super::ShipmentCardState;
use frontend_ui::{
    api::{self, Fetched, Options},
    components::{Field, Loaded},
    features::delivery::{self, DeliveryTexts},
    i18n::{LifecycleTexts, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    settings::{DeliveryOptions, ListDeliveryOptions},
    shipments::{ChangeShipment, Shipment, ShipmentChange, ShipmentDeliveryChange},
};

/// Loads the carriers and shows the form.
#[component]
pub(super) fn LastMileForm(shipment: Shipment, state: ShipmentCardState) -> impl IntoView {
    let options = Fetched::new(|| api::get::<ListDeliveryOptions>(Nothing {}));
    let shipment = StoredValue::new(shipment);
    view! {
        <Loaded
            resource=options
            content=move |options: DeliveryOptions| {
                view! { <LastMileFields shipment=shipment.get_value() options=options state=state /> }.into_any()
            }
        />
    }
}

#[component]
fn LastMileFields(shipment: Shipment, options: DeliveryOptions, state: ShipmentCardState) -> impl IntoView {
    let current = shipment.delivery.transport_company;
    let company = delivery::selection(current.as_ref().map(|choice| choice.id));
    let track = RwSignal::new(shipment.track.unwrap_or_default());
    let (id, version, error) = (shipment.summary.id, shipment.version, state.error);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ShipmentChange {
            delivery: Some(ShipmentDeliveryChange {
                transport_company_id: delivery::selected_id(company),
                ..ShipmentDeliveryChange::default()
            }),
            track: Some(track.get_untracked()),
            ..ShipmentChange::default()
        };
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        spawn_local(async move {
            state.handle_result(api::send::<ChangeShipment>((id,), Nothing {}, body, options).await);
        });
    };
    view! {
        <form class="card" data-testid="last-mile" on:submit=save>
            <div class="grid two">
                {delivery::choice_field(
                    "transport_company_id",
                    DeliveryTexts::TransportCompany,
                    company,
                    &options.transport_companies,
                    current.as_ref(),
                    str::to_owned,
                )} <Field name="track" label=t(LifecycleTexts::Track) value=track error=error />
            </div>
            <div class="row">
                <button class="button" data-testid="save-last-mile">
                    {t(LifecycleTexts::SaveForm)}
                </button>
            </div>
        </form>
    }
    .into_any()
}
