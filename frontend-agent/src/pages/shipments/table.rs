//! The table of shipments.

use crate::notes;
use frontend_ui::{
    components::{Column, RowAction, SelectedRows, TableRow, select_cell},
    features::{
        arrival::late_badge,
        shipment_payment::due_badge,
        shipments::{self, ShipmentBadge},
    },
    prelude::*,
};
use shared_types::{
    notes::NoteKind,
    shipments::{ShipmentStatus, ShipmentSummary},
};

frontend_ui::texts! {
    enum TableTexts;
    Size: "Вес и места", "Weight and boxes", "重量与件数";
    Price: "Стоимость", "Price", "费用";
}

/// The row of a shipment.
pub(super) fn row(shipment: ShipmentSummary, selected: Option<SelectedRows>) -> TableRow {
    let (id, url) = (shipment.id.0, format!("/agent/shipments/{}", shipment.id));
    let note = notes::note_button(NoteKind::Shipment, id, shipment.has_note, shipment.number.clone());
    let (size, place) = (shipments::size_text(&shipment), shipments::destination_text(&shipment));
    let expected_on = shipment.transport.as_ref().and_then(|transport| transport.expected_on);
    let due = shipment.due.and_then(|_| due_badge(&shipment));
    let cells = view! {
        {selected.map(|selected| select_cell(selected, id, "select-shipment", shipment.number.clone()))}
        <td class="number">
            <a href=url.clone()>{shipment.number}</a>
        </td>
        <td class="status">
            <ShipmentBadge status=shipment.status />
            {late_badge(shipment.status == ShipmentStatus::Dispatched, expected_on)}
        </td>
        <td class="wide client">
            {shipment.client_code}" "<span dir="auto" class="muted">
                {shipment.client_name}
            </span>
        </td>
        <td class="wide place" dir="auto">
            {place}
        </td>
        <td class="size muted">{size}</td>
        <td class="right sum">
            <strong>{shipment.cost.map(format::money)}</strong>
        </td>
        <td class="due">{due}</td>
        <td class="muted date">{format::day(shipment.created_at)}</td>
        <td class="note-cell">{note}</td>
    };
    TableRow {
        id,
        action: RowAction::Open(url),
        test_id: "shipment-row",
        class: String::new(),
        cells: cells.into_any(),
    }
}

/// The heads, in the order of the cells.
pub(super) fn columns() -> Vec<Column> {
    vec![
        Column::new("number", t(Text::Number)),
        Column::new("status", t(Text::Status)),
        Column::new("client", t(Text::Client)),
        Column::new("place", t(Text::Destination)),
        Column::new("size", t(TableTexts::Size)),
        Column::new("right sum", t(TableTexts::Price)),
        Column::new("due", ""),
        Column::new("date", t(Text::CreatedAt)),
        Column::new("note-cell", ""),
    ]
}
