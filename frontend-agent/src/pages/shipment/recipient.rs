//! The dialog by which staff correct the recipient of a shipment.

use super::state::ShipmentCardState;
use frontend_ui::{
    features::recipients::{RecipientFields, RecipientInputs, RecipientTexts},
    prelude::*,
};
use shared_types::{
    settings::{DeliveryOptions, ListDeliveryOptions},
    shipments::{ChangeShipment, ShipmentChange},
};

/// The dialog with the form. The history of the shipment has the corrected values.
#[component]
pub(super) fn RecipientDialog(state: ShipmentCardState, close: Callback<()>) -> impl IntoView {
    let options = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    let shipment = state.shipment;
    let form = shipment.form(|shipment| shipment.version);
    form.depends_on(|shipment| shipment.summary.recipient.clone());
    let current = shipment.read(|shipment| shipment.summary.recipient.clone()).flatten();
    let inputs = RecipientInputs::new(
        current.as_ref().map(|copy| &copy.recipient),
        current.as_ref().and_then(|copy| copy.pickup_point_id),
        current.as_ref().and_then(|copy| copy.documents.clone()),
    );
    if current.is_none() {
        let place = shipment.read(|shipment| (shipment.summary.country, shipment.summary.city.clone()));
        let (country, city) = place.unwrap_or_default();
        inputs
            .country
            .set(country.map_or_else(|| "RU".to_owned(), String::from));
        inputs.city.set(city.unwrap_or_default());
    }
    let action = use_action().reloading(move || shipment.reload());
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let body = ShipmentChange {
            recipient: Some(inputs.read()),
            ..ShipmentChange::default()
        };
        let call = api::send::<ChangeShipment>((state.id(),), Nothing {}, body, form.options());
        form.send(action, call, move |_| {
            notify(t(Text::ChangesSaved));
            close.try_run(());
        });
    };
    let fields = move |options: DeliveryOptions| {
        any_view! { <RecipientFields inputs=inputs points=options.pickup_points error=action prefixed=true /> }
    };
    any_view! {
        <Dialog title=t(RecipientTexts::Correct) close=close wide=true>
            <form on:submit=submit data-testid="recipient-form">
                <ErrorNote error=action />
                {options.show(Skeleton::Rows, move |value| fields(value.clone()))}
                <div class="row">
                    <button class="button primary" data-testid="save-recipient" disabled=move || action.is_busy()>
                        {t(Text::Save)}
                    </button>
                    <button type="button" class="quiet" on:click=move |_| close.run(())>
                        {t(Text::Cancel)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}
