//! Samples of a shipment: statuses, contents, delivery and problem.

use crate::{case_view, sample_view};
use frontend_ui::features::{
    shipment_places::places_list,
    shipments::{self, ShipmentBadge},
};
use leptos::prelude::*;
use shared_types::shipments::{Shipment, ShipmentPlaces, ShipmentStatus};

const SHIPMENT: &str = include_str!("../samples/shipment.json");
const PLACES: &str = include_str!("../samples/places.json");

fn statuses() -> AnyView {
    let all = ShipmentStatus::ALL
        .iter()
        .map(|status| view! { <ShipmentBadge status=*status /> });
    view! { <div class="row">{all.collect_view()}</div> }.into_any()
}

fn contents(shipment: Shipment) -> AnyView {
    let all = shipment.items.into_iter().map(|item| shipments::item_row(item, None));
    view! {
        <section class="shop">
            <ul>{all.collect_view()}</ul>
        </section>
    }
    .into_any()
}

pub(crate) fn cases() -> AnyView {
    view! {
        {case_view("ShipmentBadge", statuses())}
        {case_view(
            "row",
            sample_view(SHIPMENT, |shipment: Shipment| shipments::shipment_row(shipment.summary, "client")),
        )}
        {case_view("contents", sample_view(SHIPMENT, contents))}
        {case_view(
            "places",
            sample_view(
                SHIPMENT,
                |shipment: Shipment| {
                    sample_view(PLACES, move |places: ShipmentPlaces| places_list(&places, &shipment.items))
                },
            ),
        )}
        {case_view("summary with a problem", sample_view(SHIPMENT, |shipment: Shipment| shipments::summary(&shipment)))}
        {case_view(
            "history",
            sample_view(
                SHIPMENT,
                |shipment: Shipment| shipments::history_list(shipment.history, shipments::stored_status_name),
            ),
        )}
    }
    .into_any()
}
