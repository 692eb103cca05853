//! The table of deliveries.

use super::{contents::ContentsTexts, details::details_text};
use crate::notes;
use frontend_ui::{
    components::{Column, RowAction, TableRow},
    features::shipments::delivery_badge,
    format,
    i18n::{LifecycleTexts, Text, t},
};
use leptos::prelude::*;
use shared_types::{notes::NoteKind, shipments::DeliverySummary};

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
        <td class="muted" data-label=t(LifecycleTexts::ArrivedAt)>
            {delivery.arrived_at.map(format::day)}
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
        Column::new("", t(LifecycleTexts::ArrivedAt)),
        Column::new("note-cell", ""),
    ]
}

/// The totals of the page's deliveries; a single delivery needs none.
pub(super) fn totals(deliveries: &[DeliverySummary]) -> Option<AnyView> {
    let sum = |count: fn(&DeliverySummary) -> i64| deliveries.iter().map(count).sum::<i64>();
    (deliveries.len() > 1).then(|| {
        view! {
            <th colspan="4">{t(TableTexts::OnThisPage)}</th>
            <td class="right">{sum(|delivery| delivery.contents.shipments)}</td>
            <td class="right">{sum(|delivery| delivery.contents.places)}</td>
            <td class="right weight">{format::weight(sum(|delivery| delivery.contents.weight_grams))}</td>
            <td colspan="3"></td>
        }
        .into_any()
    })
}
