//! A shipment: its states, contents, delivery and problem.

use crate::{case, of_sample};
use frontend_ui::features::shipments::{self, ShipmentBadge};
use leptos::prelude::*;
use shared_types::shipments::{Shipment, ShipmentStatus};

const SHIPMENT: &str = include_str!("../samples/shipment.json");

fn statuses() -> AnyView {
    let all = ShipmentStatus::ALL
        .iter()
        .map(|status| view! { <ShipmentBadge status=*status/> });
    view! { <div class="row">{all.collect_view()}</div> }.into_any()
}

fn contents(shipment: Shipment) -> AnyView {
    let all = shipment.items.into_iter().map(|item| shipments::item(item, None));
    view! { <section class="shop"><ul>{all.collect_view()}</ul></section> }.into_any()
}

/// The cases.
pub(crate) fn cases() -> AnyView {
    view! {
        {case("ShipmentBadge", statuses())}
        {case("a row", of_sample(SHIPMENT, |shipment: Shipment| shipments::row(shipment.summary, "client")))}
        {case("contents", of_sample(SHIPMENT, contents))}
        {case("summary with a problem", of_sample(SHIPMENT, |shipment: Shipment| shipments::summary(&shipment)))}
        {case("passages", of_sample(SHIPMENT, |shipment: Shipment| shipments::passages(shipment.history, shipments::named)))}
    }
    .into_any()
}
