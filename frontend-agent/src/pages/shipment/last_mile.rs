//! The carrier and the track of the last mile of a shipment whose size and destination are fixed.

use super::state::ShipmentCardState;
use frontend_ui::{
    features::delivery::{self, DeliveryTexts, shipment_choice},
    prelude::*,
};
use shared_types::{
    settings::{DeliveryOptions, ListDeliveryOptions},
    shipments::{ChangeShipment, ShipmentChange, ShipmentDeliveryChange},
};

/// Loads the carriers and shows the form.
#[component]
pub(super) fn LastMileForm(state: ShipmentCardState) -> impl IntoView {
    let options = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    view! {
        {options
            .show(
                Skeleton::Rows,
                move |options| {
                    let options = options.clone();
                    last_mile_fields(state, options)
                },
            )}
    }
}

fn last_mile_fields(state: ShipmentCardState, options: DeliveryOptions) -> AnyView {
    let form = state.shipment.form(|shipment| shipment.version);
    let (company, company_field) = shipment_choice(
        form,
        "transport_company_id",
        DeliveryTexts::TransportCompany,
        |choices| &choices.transport_company,
        options.transport_companies,
        str::to_owned,
    );
    let track = form.text(|shipment| shipment.track.clone().unwrap_or_default());
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
        let call = api::send::<ChangeShipment>((state.id(),), Nothing {}, body, form.options());
        form.save(state.action, call);
    };
    any_view! {
        <form class="card" data-testid="last-mile" on:submit=save>
            <div class="grid two">
                {company_field} <Field name="track" label=t(LifecycleTexts::Track) value=track error=state.action />
            </div>
            <div class="row">
                <button class="button" data-testid="save-last-mile">
                    {t(LifecycleTexts::SaveForm)}
                </button>
            </div>
        </form>
    }
}
