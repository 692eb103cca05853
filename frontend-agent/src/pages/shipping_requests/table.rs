//! The table of shipping requests.

use frontend_ui::{
    components::{Column, RowAction, TableRow},
    countries,
    features::{order_status::item_count, shipping::request_badge},
    prelude::*,
};
use shared_types::shipments::ShippingRequest;

/// The row of a request.
pub(super) fn row(request: ShippingRequest) -> TableRow {
    let url = format!("/agent/shipping-requests/{}", request.id);
    let place = request.recipient.as_ref().map(|copy| {
        let recipient = &copy.recipient;
        countries::destination_text(Some(recipient.country), Some(&recipient.city))
    });
    let cells = view! {
        <td class="number">
            <a href=url.clone()>{request.number}</a>
        </td>
        <td class="status">{request_badge(request.status)}</td>
        <td class="wide client">
            {request.client_code}" "<span dir="auto" class="muted">
                {request.client_name}
            </span>
        </td>
        <td class="wide" dir="auto">
            {place}
        </td>
        <td class="right size">{item_count(i32::try_from(request.items.len()).unwrap_or(i32::MAX))}</td>
        <td class="muted date">{format::date_time(request.created_at)}</td>
    };
    TableRow {
        id: request.id.0,
        action: RowAction::Open(url),
        test_id: "request-row",
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
        Column::new("right size", t(Text::Items)),
        Column::new("date", t(Text::CreatedAt)),
    ]
}
