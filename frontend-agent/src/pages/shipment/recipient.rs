//! The dialog by which staff correct the recipient of a shipment.

use super::ShipmentCardState;
use frontend_ui::{
    api::{self, Error, Fetched, Options},
    components::{Dialog, ErrorNote, Loaded},
    features::recipients::{RecipientFields, RecipientInputs, RecipientTexts},
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    settings::{DeliveryOptions, ListDeliveryOptions},
    shipments::{ChangeShipment, Shipment, ShipmentChange},
};

/// The dialog with the form. The history of the shipment has the corrected values.
#[component]
pub(super) fn RecipientDialog(shipment: Shipment, state: ShipmentCardState, close: Callback<()>) -> impl IntoView {
    let options = Fetched::new(|| api::get::<ListDeliveryOptions>(Nothing {}));
    let current = shipment.summary.recipient;
    let inputs = RecipientInputs::new(
        current.as_ref().map(|copy| &copy.recipient),
        current.as_ref().and_then(|copy| copy.pickup_point_id),
        current.as_ref().and_then(|copy| copy.documents.clone()),
    );
    if current.is_none() {
        inputs
            .country
            .set(shipment.summary.country.map_or_else(|| "RU".to_owned(), String::from));
        inputs.city.set(shipment.summary.city.unwrap_or_default());
    }
    let (busy, error) = (RwSignal::new(false), RwSignal::new(None::<Error>));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let Some((id, version)) = state.shown_version() else {
            return;
        };
        busy.set(true);
        let body = ShipmentChange {
            recipient: Some(inputs.read()),
            ..ShipmentChange::default()
        };
        let options = Options {
            version: Some(version),
            ..Options::default()
        };
        spawn_local(async move {
            match api::send::<ChangeShipment>((id,), Nothing {}, body, options).await {
                Ok(changed) => {
                    close.try_run(());
                    state.handle_result(Ok(changed));
                }
                Err(err) => error.set(Some(err)),
            }
            busy.set(false);
        });
    };
    let fields = move |options: DeliveryOptions| {
        view! { <RecipientFields inputs=inputs points=options.pickup_points error=error prefixed=true /> }.into_any()
    };
    view! {
        <Dialog title=t(RecipientTexts::Correct) close=close wide=true>
            <form on:submit=submit data-testid="recipient-form">
                <ErrorNote error=error />
                <Loaded resource=options content=fields />
                <div class="row">
                    <button class="button primary" data-testid="save-recipient" disabled=move || busy.get()>
                        {t(Text::Save)}
                    </button>
                    <button type="button" class="quiet" on:click=move |_| close.run(())>
                        {t(Text::Cancel)}
                    </button>
                </div>
            </form>
        </Dialog>
    }
    .into_any()
}
