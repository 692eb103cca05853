//! Shipments as shown in both cabinets: statuses, rows, summary and history.

use crate::{
    components::{StateMark, Tone, state_badge},
    countries,
    features::{
        delivery::DeliveryTexts,
        delivery_changes::{self, DetailTexts},
        items::Thumbnail,
        recipients::{self, RecipientTexts},
        shipment_payment::due_badge,
        shipment_photos::photo_row,
        shipment_places::{PlaceTexts, density_text, revision_row, sides_text},
        translation::{translated_text, translation_mark},
    },
    prelude::*,
    session,
};
use shared_types::{
    settings::DeliveryOption,
    shipments::{DeliveryStatus, Shipment, ShipmentItem, ShipmentStatus, ShipmentSummary, StatusChange},
};

/// Returns the name of a shipment status.
pub fn status_name(status: ShipmentStatus) -> &'static str {
    t(match status {
        ShipmentStatus::Forming => LifecycleTexts::ShipmentForming,
        ShipmentStatus::Packed => LifecycleTexts::ShipmentPacked,
        ShipmentStatus::Quoted => LifecycleTexts::ShipmentQuoted,
        ShipmentStatus::Paid => LifecycleTexts::ShipmentPaid,
        ShipmentStatus::Cod => LifecycleTexts::ShipmentCod,
        ShipmentStatus::Dispatched => LifecycleTexts::ShipmentDispatched,
        ShipmentStatus::Arrived => LifecycleTexts::ShipmentArrived,
        ShipmentStatus::Accepted => LifecycleTexts::ShipmentAccepted,
        ShipmentStatus::Problem => LifecycleTexts::ShipmentProblem,
        ShipmentStatus::Canceled => LifecycleTexts::ShipmentCanceled,
    })
}

/// Returns the name of a delivery status.
pub fn delivery_status_name(status: DeliveryStatus) -> &'static str {
    t(match status {
        DeliveryStatus::Forming => LifecycleTexts::DeliveryForming,
        DeliveryStatus::InTransit => LifecycleTexts::DeliveryInTransit,
        DeliveryStatus::Arrived => LifecycleTexts::DeliveryArrived,
        DeliveryStatus::Canceled => LifecycleTexts::DeliveryCanceled,
    })
}

/// How a status looks.
const fn status_mark(status: ShipmentStatus) -> StateMark {
    match status {
        ShipmentStatus::Forming => StateMark::new(Icon::PackageOpen, Tone::Busy),
        ShipmentStatus::Packed => StateMark::new(Icon::Package, Tone::Busy),
        ShipmentStatus::Quoted => StateMark::new(Icon::CreditCard, Tone::Waiting),
        ShipmentStatus::Paid => StateMark::new(Icon::CircleCheck, Tone::Accent),
        ShipmentStatus::Cod => StateMark::new(Icon::HandCoins, Tone::Accent),
        ShipmentStatus::Dispatched => StateMark::new(Icon::Ship, Tone::Moving),
        ShipmentStatus::Arrived => StateMark::new(Icon::MapPin, Tone::Good),
        ShipmentStatus::Accepted => StateMark::new(Icon::PackageCheck, Tone::Good),
        ShipmentStatus::Problem => StateMark::new(Icon::TriangleAlert, Tone::Bad),
        ShipmentStatus::Canceled => StateMark::new(Icon::Ban, Tone::Quiet),
    }
}

/// A shipment status with its icon.
#[component]
pub fn ShipmentBadge(status: ShipmentStatus) -> impl IntoView {
    let class = format!("shipment-{}", status.as_str());
    state_badge(
        &class,
        status_mark(status),
        Some("shipment-status"),
        status_name(status),
    )
}

/// How the status of a delivery looks.
const fn delivery_status_mark(status: DeliveryStatus) -> StateMark {
    match status {
        DeliveryStatus::Forming => StateMark::new(Icon::PackageOpen, Tone::Busy),
        DeliveryStatus::InTransit => StateMark::new(Icon::Ship, Tone::Moving),
        DeliveryStatus::Arrived => StateMark::new(Icon::MapPin, Tone::Good),
        DeliveryStatus::Canceled => StateMark::new(Icon::Ban, Tone::Quiet),
    }
}

/// The status of a delivery with its icon.
pub fn delivery_badge(status: DeliveryStatus) -> AnyView {
    let class = format!("delivery-{}", status.as_str());
    state_badge(
        &class,
        delivery_status_mark(status),
        Some("delivery-status"),
        delivery_status_name(status),
    )
}

/// The weight and the number of packages of a shipment, as far as they are known.
pub fn size_text(shipment: &ShipmentSummary) -> String {
    let weight = shipment.weight_grams.map(format::weight);
    let places = shipment
        .places
        .map(|places| format!("{}: {places}", t(LifecycleTexts::Packages).to_lowercase()));
    [weight, places].into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

/// The country and the city that a shipment goes to.
pub fn destination_text(shipment: &ShipmentSummary) -> String {
    countries::destination_text(shipment.country, shipment.city.as_deref())
}

/// A row of the shipment list that links to the shipment's page in the cabinet of `guard`.
pub fn shipment_row(shipment: ShipmentSummary, guard: &str) -> AnyView {
    let (size, place) = (size_text(&shipment), destination_text(&shipment));
    let due = shipment.due.and_then(|_| due_badge(&shipment));
    any_view! {
        <a href=format!("/{guard}/shipments/{}", shipment.id) class="shipment-row" data-testid="shipment-row">
            <strong>{shipment.number}</strong>
            <ShipmentBadge status=shipment.status />
            <span>
                <span class="muted">{shipment.client_code}" "</span>
                <bdi>{place}</bdi>
            </span>
            <span class="muted">{size}</span>
            <strong class="right">{shipment.cost.map(format::money)}</strong>
            {due}
        </a>
    }
}

/// The first part of the addresses of this cabinet's pages.
fn current_guard_path() -> &'static str {
    match session::guard() {
        Guard::Agent => "/agent",
        Guard::Client => "/client",
    }
}

/// The title of an item in the language of the page, if it is translated.
pub fn shown_title(item: &ShipmentItem) -> String {
    let translated = item.translation.as_ref().and_then(|texts| texts.title.clone());
    translated.unwrap_or_else(|| item.title.clone())
}

/// An item of a shipment. `lead` is rendered before it.
pub fn item_row(item: ShipmentItem, lead: Option<AnyView>) -> AnyView {
    let order = format!("{}/orders/{}", current_guard_path(), item.order_id);
    let class = if lead.is_some() {
        "shipment-item with-lead"
    } else {
        "shipment-item"
    };
    let shows_original = RwSignal::new(false);
    let translation = item.translation.unwrap_or_default();
    let has_translation = translation.title.is_some() || translation.variant.is_some();
    let mark = has_translation.then(|| translation_mark(shows_original));
    let variant = item
        .variant
        .map(|variant| translated_text(variant, translation.variant, shows_original));
    any_view! {
        <li class=class data-testid="shipment-item">
            {lead.map(|lead| view! { <span class="lead">{lead}</span> })}
            <Thumbnail url=item.image_url title=item.title.clone() />
            <span class="row-text">
                {translated_text(item.title.clone(), translation.title, shows_original)} <small class="muted">
                    <a href=order data-testid="item-order">
                        {item.order_number}
                    </a>
                    " "
                    {variant}
                    " "
                    <bdi>{item.cell}</bdi>
                </small> {mark}
            </span>
            <strong>{item.quantity}" "{t(LifecycleTexts::Pieces)}</strong>
        </li>
    }
}

/// The history of a shipment or delivery, oldest entry first. `status_name_of` returns the name of a stored status.
pub fn history_list(history: Vec<StatusChange>, status_name_of: fn(&str) -> &'static str) -> AnyView {
    let rows = history.into_iter().map(|row| {
        view! {
            <li>
                <strong>
                    {match (row.changes.is_empty(), row.details.is_empty(), row.places.is_empty()) {
                        (false, ..) => t(RecipientTexts::Changed),
                        (true, false, _) => t(DetailTexts::Changed),
                        (true, true, false) => t(PlaceTexts::Changed),
                        (true, true, true) => status_name_of(&row.to),
                    }}
                </strong>
                <span class="muted">{format::date_time(row.at)}" · "<bdi>{row.actor_name}</bdi></span>
                {row
                    .paid
                    .map(|paid| {
                        view! {
                            <span class="detail" data-testid="history-paid">
                                {t(LifecycleTexts::PaidAt)}
                                ": "
                                {format::money(paid)}
                            </span>
                        }
                    })}
                {row
                    .reason
                    .map(|reason| {
                        view! {
                            <span dir="auto" class="detail">
                                {reason}
                            </span>
                        }
                    })}
                {row.changes.into_iter().map(recipients::change_row).collect_view()}
                {row.details.into_iter().map(delivery_changes::change_row).collect_view()}
                {row.places.into_iter().map(revision_row).collect_view()}
            </li>
        }
    });
    any_view! {
        <ol class="history" data-testid="history">
            {rows.collect_view()}
        </ol>
    }
}

/// Returns the name of a shipment status as it is stored in the history.
pub fn stored_status_name(status: &str) -> &'static str {
    ShipmentStatus::from_name(status).map_or("", status_name)
}

/// Returns the name of a delivery status as it is stored in the history.
pub fn stored_delivery_status_name(status: &str) -> &'static str {
    DeliveryStatus::from_name(status).map_or("", delivery_status_name)
}

fn choice_row(label: DeliveryTexts, choice: Option<&DeliveryOption>) -> Option<AnyView> {
    let choice = choice?;
    let (name, detail) = (choice.name.clone(), choice.detail.clone());
    Some(any_view! {
        <li>
            <span class="muted">{t(label)}</span>
            <span class="right">
                <strong dir="auto">{name}</strong>
                {(!detail.is_empty())
                    .then(|| {
                        view! {
                            <br />
                            <small class="muted">{detail}</small>
                        }
                    })}
            </span>
        </li>
    })
}

/// The transport company with a tracking link.
fn company_row(choice: Option<&DeliveryOption>) -> Option<AnyView> {
    let choice = choice?;
    let (name, link) = (choice.name.clone(), choice.detail.clone());
    let follow = (!link.is_empty()).then(|| {
        view! {
            " "
            <a href=link target="_blank" rel="noopener noreferrer">
                {t(DeliveryTexts::TrackShipment)}
            </a>
        }
    });
    Some(any_view! {
        <li>
            <span class="muted">{t(DeliveryTexts::TransportCompany)}</span>
            <span class="right">
                <strong dir="auto">{name}</strong>
                {follow}
            </span>
        </li>
    })
}

crate::texts! {
    /// The sides of a place.
    pub enum SideTexts;
    Sides: "Стороны места, см", "Box size, cm", "单件尺寸（厘米）";
    Length: "Длина места, см", "Box length, cm", "单件长（厘米）";
    Width: "Ширина места, см", "Box width, cm", "单件宽（厘米）";
    Height: "Высота места, см", "Box height, cm", "单件高（厘米）";
}

/// The read-only summary of a shipment.
pub fn summary(shipment: &Shipment) -> AnyView {
    let fact = |label: LifecycleTexts, value: Option<String>| {
        value.filter(|value| !value.is_empty()).map(|value| {
            view! {
                <li>
                    <span class="muted">{t(label)}</span>
                    <strong dir="auto">{value}</strong>
                </li>
            }
        })
    };
    let details = &shipment.summary;
    let costs = [
        details.cost,
        shipment
            .cost_rub
            .filter(|rub| Some(rub.currency) != details.cost.map(|cost| cost.currency)),
    ];
    let cost = costs
        .into_iter()
        .flatten()
        .map(format::money)
        .collect::<Vec<_>>()
        .join(" = ");
    any_view! {
        <ul class="payments" data-testid="summary">
            {fact(LifecycleTexts::WeightLabel, details.weight_grams.map(format::weight))}
            {fact(LifecycleTexts::Volume, details.volume_cm3.map(|volume| format::count(volume.unsigned_abs())))}
            {details
                .sides
                .map(|sides| {
                    view! {
                        <li data-testid="sides">
                            <span class="muted">{t(SideTexts::Sides)}</span>
                            <strong>{sides_text(sides)}</strong>
                        </li>
                    }
                })}
            {fact(LifecycleTexts::Packages, details.places.map(|places| places.to_string()))}
            {details
                .density()
                .map(|density| {
                    view! {
                        <li data-testid="density">
                            <span class="muted">{t(PlaceTexts::Density)}</span>
                            <strong>{density_text(density)}</strong>
                        </li>
                    }
                })}
            {fact(LifecycleTexts::Delivery, Some(destination_text(details)))}
            {choice_row(DeliveryTexts::Method, shipment.delivery.method.as_ref())}
            {choice_row(DeliveryTexts::Packaging, shipment.delivery.packaging.as_ref())}
            {choice_row(DeliveryTexts::Insurance, shipment.delivery.insurance.as_ref())}
            {choice_row(DeliveryTexts::PickupPoint, shipment.delivery.pickup_point.as_ref())}
            {company_row(shipment.delivery.transport_company.as_ref())}
            {details
                .recipient
                .clone()
                .map(|recipient| view! { <li class="recipient-line">{recipients::recipient_view(recipient)}</li> })}
            {fact(LifecycleTexts::Track, shipment.track.clone())}
            {fact(
                LifecycleTexts::Rate,
                shipment.rate.filter(|_| costs[1].is_some()).map(|rate| format::decimal(&rate.to_string())),
            )}
            {fact(LifecycleTexts::DeliveryCost, Some(cost))}
        </ul>
        {due_badge(details)}
        {(!shipment.comment.is_empty())
            .then(|| {
                view! {
                    <p dir="auto" class="note">
                        {shipment.comment.clone()}
                    </p>
                }
            })}
        {shipment
            .problem_reason
            .clone()
            .map(|reason| {
                view! {
                    <p dir="auto" class="note error" data-testid="problem-reason">
                        {reason}
                    </p>
                    {photo_row(&shipment.problem_photos)}
                }
            })}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::components::state_badge::are_distinct;

    #[test]
    fn no_two_states_look_alike() {
        assert!(are_distinct(
            &ShipmentStatus::ALL.iter().copied().map(status_mark).collect::<Vec<_>>()
        ));
        assert!(are_distinct(
            &DeliveryStatus::ALL
                .iter()
                .copied()
                .map(delivery_status_mark)
                .collect::<Vec<_>>()
        ));
    }
}
