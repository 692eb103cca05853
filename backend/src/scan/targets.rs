//! The objects of codes as the scanner names them.

use entities::{cell, order, order_item as item, shipment, shipment_place};
use shared_types::{
    codes::{Code, CodeKind},
    scan::{ScanTarget, ScannedPlace},
};

/// Formats a code as it is printed on labels.
pub(super) fn format_code(kind: CodeKind, id: impl Into<i64>) -> String {
    Code { kind, id: id.into() }.to_string()
}

fn target(kind: CodeKind, id: impl Into<i64>, label: String, link: String) -> ScanTarget {
    let id = id.into();
    ScanTarget {
        kind,
        id,
        label,
        code: format_code(kind, id),
        link,
    }
}

pub(super) fn item_target(item: &item::Model) -> ScanTarget {
    let link = format!("/agent/orders/{}", item.order_id);
    target(CodeKind::Item, item.id, item.title.clone(), link)
}

pub(super) fn order_target(order: &order::Model) -> ScanTarget {
    let link = format!("/agent/orders/{}", order.id);
    target(CodeKind::Order, order.id, order.number.clone(), link)
}

pub(super) fn shipment_target(shipment: &shipment::Model) -> ScanTarget {
    let link = format!("/agent/shipments/{}", shipment.id);
    target(CodeKind::Shipment, shipment.id, shipment.number.clone(), link)
}

pub(super) fn cell_target(cell: &cell::Model) -> ScanTarget {
    target(
        CodeKind::Cell,
        cell.id,
        cell.name.clone(),
        format!("/agent/cells/{}", cell.id),
    )
}

/// A place is named by its shipment and its number.
pub(super) fn place_target(place: &shipment_place::Model, shipment: &shipment::Model) -> ScanTarget {
    let label = format!("{} · {}", shipment.number, place.number);
    target(
        CodeKind::Place,
        place.id,
        label,
        format!("/agent/shipments/{}", shipment.id),
    )
}

pub(super) fn scanned_place(place: &shipment_place::Model, shipment: &shipment::Model) -> ScannedPlace {
    ScannedPlace {
        id: place.id,
        shipment_id: shipment.id,
        shipment_number: shipment.number.clone(),
        status: shipment.status,
        number: place.number,
        places: shipment.places.unwrap_or_default(),
        measures: place.measures(),
    }
}
