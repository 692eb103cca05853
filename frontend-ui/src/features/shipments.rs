//! Shipments as both sides see them: states, rows, the summary of a parcel.

use crate::{
    features::{
        delivery::Delivery,
        items::Thumbnail,
        services::{Gallery, shots, thumbs},
    },
    format,
    i18n::{Life, t},
};
use leptos::prelude::*;
use leptos_router::components::A;
use shared_types::{
    settings::Choice,
    shipments::{DeliveryStatus, Passage, Shipment, ShipmentItem, ShipmentPhoto, ShipmentStatus, ShipmentSummary},
};

/// The state's name.
pub fn name(status: ShipmentStatus) -> &'static str {
    t(match status {
        ShipmentStatus::Forming => Life::ShForming,
        ShipmentStatus::Packed => Life::ShPacked,
        ShipmentStatus::Quoted => Life::ShQuoted,
        ShipmentStatus::Paid => Life::ShPaid,
        ShipmentStatus::Cod => Life::ShCod,
        ShipmentStatus::Dispatched => Life::ShDispatched,
        ShipmentStatus::Arrived => Life::ShArrived,
        ShipmentStatus::Accepted => Life::ShAccepted,
        ShipmentStatus::Problem => Life::ShProblem,
        ShipmentStatus::Canceled => Life::ShCanceled,
    })
}

/// The name of a delivery's state.
pub fn delivery_name(status: DeliveryStatus) -> &'static str {
    t(match status {
        DeliveryStatus::Forming => Life::DlForming,
        DeliveryStatus::InTransit => Life::DlInTransit,
        DeliveryStatus::Arrived => Life::DlArrived,
        DeliveryStatus::Canceled => Life::DlCanceled,
    })
}

/// A shipment's state as a coloured label.
#[component]
pub fn ShipmentBadge(status: ShipmentStatus) -> impl IntoView {
    view! { <span class=format!("badge sh-{}", status.as_str()) data-testid="shipment-status">{name(status)}</span> }
}

fn size(shipment: &ShipmentSummary) -> String {
    let weight = shipment.weight_grams.map(format::weight);
    let places = shipment
        .places
        .map(|places| format!("{}: {places}", t(Life::Places).to_lowercase()));
    [weight, places].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn place(shipment: &ShipmentSummary) -> String {
    [shipment.country.clone(), shipment.city.clone()]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(", ")
}

/// A row of a list; leads to the shipment's page on this side.
pub fn row(shipment: ShipmentSummary, guard: &str) -> AnyView {
    let (size, place) = (size(&shipment), place(&shipment));
    view! {
        <A href=format!("/{guard}/shipments/{}", shipment.id) attr:class="ship-row" attr:data-testid="shipment-row">
            <strong>{shipment.number}</strong>
            <ShipmentBadge status=shipment.status/>
            <span><span class="muted">{shipment.client_code}" "</span>{place}</span>
            <span class="muted">{size}</span>
            <strong class="right">{shipment.cost.map(format::money)}</strong>
        </A>
    }
    .into_any()
}

/// An item inside a parcel.
pub fn item(item: ShipmentItem, lead: Option<AnyView>) -> AnyView {
    let class = if lead.is_some() {
        "parcel-item with-lead"
    } else {
        "parcel-item"
    };
    view! {
        <li class=class data-testid="shipment-item">
            {lead.map(|lead| view! { <span class="lead">{lead}</span> })}
            <Thumbnail url=item.image_url title=item.title.clone()/>
            <span class="what"><span lang="zh">{item.title}</span><small class="muted">{item.order_number}" "<span lang="zh">{item.variant}</span>" "{item.cell}</small></span>
            <strong>{item.quantity}" "{t(Life::Pieces)}</strong>
        </li>
    }
    .into_any()
}

/// What happened, oldest first; `named` says a state's name.
pub fn passages(history: Vec<Passage>, named: fn(&str) -> &'static str) -> AnyView {
    let rows = history.into_iter().map(|row| {
        view! {
            <li>
                <strong>{named(&row.to)}</strong>
                <span class="muted">{format::moment(row.at)}" · "{row.actor_name}</span>
                {row.reason.map(|reason| view! { <span class="detail">{reason}</span> })}
            </li>
        }
    });
    view! { <ol class="history" data-testid="history">{rows.collect_view()}</ol> }.into_any()
}

/// The state of a shipment by its name in the history.
pub fn named(status: &str) -> &'static str {
    ShipmentStatus::from_name(status).map_or("", name)
}

/// The state of a delivery by its name in the history.
pub fn delivery_named(status: &str) -> &'static str {
    DeliveryStatus::from_name(status).map_or("", delivery_name)
}

fn chosen(label: Delivery, choice: Option<&Choice>) -> Option<AnyView> {
    let choice = choice?;
    let (name, detail) = (choice.name.clone(), choice.detail.clone());
    Some(
        view! { <li><span class="muted">{t(label)}</span><span class="right"><strong>{name}</strong>{(!detail.is_empty()).then(|| view! { <br/><small class="muted">{detail}</small> })}</span></li> }
            .into_any(),
    )
}

/// The company of the last mile, with a link that follows the track.
fn company(choice: Option<&Choice>) -> Option<AnyView> {
    let choice = choice?;
    let (name, link) = (choice.name.clone(), choice.detail.clone());
    let follow = (!link.is_empty())
        .then(|| view! { " "<a href=link target="_blank" rel="noopener noreferrer">{t(Delivery::Follow)}</a> });
    Some(
        view! { <li><span class="muted">{t(Delivery::Company)}</span><span class="right"><strong>{name}</strong>{follow}</span></li> }
            .into_any(),
    )
}

/// The read-only summary of a parcel: what both sides see alike.
pub fn summary(shipment: &Shipment) -> AnyView {
    let fact = |label: Life, value: Option<String>| {
        value
            .filter(|value| !value.is_empty())
            .map(|value| view! { <li><span class="muted">{t(label)}</span><strong>{value}</strong></li> })
    };
    let of = &shipment.summary;
    let both = [
        of.cost,
        shipment
            .cost_rub
            .filter(|rub| Some(rub.currency) != of.cost.map(|cost| cost.currency)),
    ];
    let cost = both
        .into_iter()
        .flatten()
        .map(format::money)
        .collect::<Vec<_>>()
        .join(" = ");
    view! {
        <ul class="payments" data-testid="summary">
            {fact(Life::Weighs, of.weight_grams.map(format::weight))}
            {fact(Life::Volume, of.volume_cm3.map(|volume| volume.to_string()))}
            {fact(Life::Places, of.places.map(|places| places.to_string()))}
            {fact(Life::Delivery, Some(place(of)))}
            {chosen(Delivery::Method, shipment.delivery.method.as_ref())}
            {chosen(Delivery::Packaging, shipment.delivery.packaging.as_ref())}
            {chosen(Delivery::Insurance, shipment.delivery.insurance.as_ref())}
            {chosen(Delivery::Point, shipment.delivery.pickup_point.as_ref())}
            {company(shipment.delivery.transport_company.as_ref())}
            {fact(Life::Track, shipment.track.clone())}
            {fact(Life::Rate, shipment.rate.filter(|_| both[1].is_some()).map(|rate| format::decimal(&rate.to_string())))}
            {fact(Life::Cost, Some(cost))}
        </ul>
        {(!shipment.comment.is_empty()).then(|| view! { <p class="note">{shipment.comment.clone()}</p> })}
        {shipment.problem_reason.clone().map(|reason| view! {
            <p class="note error" data-testid="problem-reason">{reason}</p>
            <ProblemPhotos photos=shipment.problem_photos.clone()/>
        })}
    }
    .into_any()
}

/// What the client photographed of a problem; one that is pressed opens over the whole screen.
#[component]
fn ProblemPhotos(photos: Vec<ShipmentPhoto>) -> impl IntoView {
    let photos = shots(&photos);
    let looking = RwSignal::new(None::<usize>);
    let open = Callback::new(move |index| looking.set(Some(index)));
    view! {
        {thumbs(&photos, open)}
        {move || looking.get().map(|start| view! { <Gallery media=photos.clone() start=start close=Callback::new(move |()| looking.set(None))/> })}
    }
    .into_any()
}
