//! The list of the client's shipments.

use crate::pages::{recipients::AddressBookTexts, shipping_requests::ShippingRequestPageTexts, steps};
use frontend_ui::{
    api,
    components::{Skeleton, empty_state},
    countries,
    data::use_list,
    features::{
        shipment_payment::due_badge,
        shipments::{self, ShipmentBadge},
        shipping::ShippingTexts,
    },
    format,
    i18n::{LifecycleTexts, t},
    live::Topic,
    session::current_user,
};
use leptos::prelude::*;
use shared_types::{
    access::{Level, Object},
    next_step::ShipmentAction,
    orders::Side,
    shipments::{ListShipments, ShipmentQuery, ShipmentSummary},
};

frontend_ui::texts! {
    /// The label of the button that takes a shipment to its next step.
    enum StepButtonTexts;
    ChooseDelivery: "Выбрать доставку", "Choose the delivery", "选择配送方式";
    Pay: "Оплатить", "Pay", "付款";
    Accept: "Подтвердить получение", "Confirm the receipt", "确认收货";
}

/// The button that takes the shipment to its next step, if that is up to this person.
fn next_button(shipment: &ShipmentSummary) -> Option<AnyView> {
    let may = |object| current_user().may(object, Level::Edit);
    let (text, class) = match shipment.next_step(Side::Client).own()? {
        ShipmentAction::Pay if may(Object::Balance) => (StepButtonTexts::Pay, "button primary"),
        ShipmentAction::ChooseDelivery if may(Object::Shipments) => (StepButtonTexts::ChooseDelivery, "button"),
        ShipmentAction::Accept if may(Object::Shipments) => (StepButtonTexts::Accept, "button"),
        _ => return None,
    };
    Some(
        view! {
            <a href=format!("/client/shipments/{}", shipment.id) class=class data-testid="next-step">
                {t(text)}
            </a>
        }
        .into_any(),
    )
}

/// A shipment in the list: its destination, its progress, and the amount due.
fn shipment_card(shipment: ShipmentSummary) -> AnyView {
    let (next, button) = (steps::shipment_next(&shipment), next_button(&shipment));
    let place = countries::destination_text(shipment.country, shipment.city.as_deref());
    let due = shipment.due.and_then(|_| due_badge(&shipment));
    let size = shipments::size_text(&shipment);
    view! {
        <li>
            <a href=format!("/client/shipments/{}", shipment.id) class="parcel" data-testid="shipment-row">
                <span class="row spread">
                    <strong>{shipment.number.clone()}</strong>
                    <ShipmentBadge status=shipment.status />
                </span>
                {steps::shipment_progress(shipment.status).line()}
                <span class="row spread">
                    <span dir="auto">{place}</span>
                    <strong>{shipment.cost.map(format::money)}</strong>
                </span>
                <span class="row spread">
                    <small class="muted">{size}</small>
                    <small class="muted">{format::short_day(shipment.updated_at)}</small>
                </span>
                {due}
                {steps::expected_text(&shipment)
                    .map(|text| {
                        view! { <strong data-testid="expected">{text}</strong> }
                    })}
                <small>{next}</small>
            </a>
            {button}
        </li>
    }
    .into_any()
}

/// The list of shipments.
#[component]
pub(crate) fn ShipmentsPage() -> impl IntoView {
    let list = use_list(
        &[Topic::Shipment],
        |shipment: &ShipmentSummary| shipment.id.0,
        |cursor| {
            api::get::<ListShipments>(ShipmentQuery {
                cursor,
                ..ShipmentQuery::default()
            })
        },
    );
    let may_ask = current_user().may(Object::Shipments, Level::Edit);
    let empty = || empty_state(t(LifecycleTexts::NoShipments), Some(t(LifecycleTexts::NoShipmentsHint)));
    let content = move || {
        view! {
            <ul class="parcels">{list.rows().view(shipment_card)}</ul>
            {list.more_button()}
        }
        .into_any()
    };
    view! {
        <div class="page-head">
            <h1>{t(LifecycleTexts::Shipments)}</h1>
            <div class="spacer"></div>
            <a href="/client/recipients" class="button" data-testid="address-book">
                {t(AddressBookTexts::Title)}
            </a>
            <a href="/client/shipping-requests" class="button" data-testid="shipping-requests">
                {t(ShippingTexts::Requests)}
            </a>
            {may_ask
                .then(|| {
                    view! {
                        <a href="/client/shipping-requests/create" class="button primary" data-testid="ask-shipping">
                            {t(ShippingRequestPageTexts::ShipItems)}
                        </a>
                    }
                })}
        </div>
        {list.view(Skeleton::Cards, empty, content)}
    }
}
