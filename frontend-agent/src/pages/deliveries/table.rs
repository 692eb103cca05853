//! The table of deliveries.

use super::{contents::ContentsTexts, details::details_text};
use crate::notes;
use frontend_ui::{
    components::{Column, RowAction, TableRow},
    features::{arrival::late_badge, shipments::delivery_badge},
    prelude::*,
};
use shared_types::{
    notes::NoteKind,
    shipments::{DeliveryStatus, DeliverySummary},
};

frontend_ui::texts! {
    enum TableTexts;
    Way: "Перевозка", "Transport", "运输";
    OnThisPage: "На странице", "On this page", "本页合计";
}

/// The row of a delivery.
pub(super) fn row(delivery: DeliverySummary) -> TableRow {
    let (id, url) = (delivery.id.0, format!("/agent/deliveries/{}", delivery.id));
    let note = notes::note_button(NoteKind::Delivery, id, delivery.has_note, delivery.number.clone());
    let way = details_text(&delivery);
    let is_on_its_way = delivery.status == DeliveryStatus::InTransit;
    let contents = delivery.contents;
    let cells = view! {
        <td class="number">
            <a href=url.clone()>{delivery.number}</a>
        </td>
        <td class="status">{delivery_badge(delivery.status)}</td>
        <td class="wide way">
            {delivery.track} <small class="muted" dir="auto">
                {way}
            </small>
        </td>
        <td class="wide clients" data-label=t(LifecycleTexts::Clients)>
            {contents.clients.join(", ")}
        </td>
        <td class="right" data-label=t(LifecycleTexts::Shipments)>
            {contents.shipments}
        </td>
        <td class="right" data-label=t(ContentsTexts::Places)>
            {contents.places}
        </td>
        <td class="right weight" data-label=t(LifecycleTexts::WeightLabel)>
            {format::weight(contents.weight_grams)}
        </td>
        <td class="muted" data-label=t(LifecycleTexts::DepartedAt)>
            {delivery.departed_at.map(format::day)}
        </td>
        <td class="muted arrival" data-label=t(LifecycleTexts::Arrival)>
            {match delivery.arrived_at {
                Some(at) => Some(format::day(at)),
                None => delivery.expected_on.map(|day| format!("≈ {}", format::date(day))),
            }}
            {late_badge(is_on_its_way, delivery.expected_on)}
        </td>
        <td class="note-cell">{note}</td>
    };
    TableRow {
        id,
        action: RowAction::Open(url),
        test_id: "delivery-row",
        class: String::new(),
        cells: cells.into_any(),
    }
}

/// The heads, in the order of the cells.
pub(super) fn columns() -> Vec<Column> {
    vec![
        Column::new("number", t(Text::Number)),
        Column::new("status", t(Text::Status)),
        Column::new("way", t(TableTexts::Way)),
        Column::new("clients", t(LifecycleTexts::Clients)),
        Column::new("right", t(LifecycleTexts::Shipments)),
        Column::new("right", t(ContentsTexts::Places)),
        Column::new("right weight", t(LifecycleTexts::WeightLabel)),
        Column::new("", t(LifecycleTexts::DepartedAt)),
        Column::new("arrival", t(LifecycleTexts::Arrival)),
        Column::new("note-cell", ""),
    ]
}

/// The totals of the page's deliveries; a single delivery needs none.
pub(super) fn totals(deliveries: &[DeliverySummary]) -> Option<AnyView> {
    let sum = |count: fn(&DeliverySummary) -> i64| deliveries.iter().map(count).sum::<i64>();
    (deliveries.len() > 1).then(|| {
        any_view! {
            <th colspan="4">{t(TableTexts::OnThisPage)}</th>
            <td class="right">{sum(|delivery| delivery.contents.shipments)}</td>
            <td class="right">{sum(|delivery| delivery.contents.places)}</td>
            <td class="right weight">{format::weight(sum(|delivery| delivery.contents.weight_grams))}</td>
            <td colspan="3"></td>
        }
    })
}
