//! What happened in an order, oldest first.

use super::{lines, status};
use crate::{
    format,
    i18n::{Life, Text, t},
};
use leptos::prelude::*;
use shared_types::orders::{ChangedField, FieldChange, FieldValue, HistoryEntry, HistoryEvent, Via};

fn headline(entry: &HistoryEntry) -> String {
    let text = match entry.event {
        HistoryEvent::Created => t(Text::EvCreated),
        HistoryEvent::Changed => t(Text::EvChanged),
        HistoryEvent::ItemAdded => t(Text::EvItemAdded),
        HistoryEvent::ItemChanged => t(Text::EvItemChanged),
        HistoryEvent::ItemRemoved => t(Text::EvItemRemoved),
        HistoryEvent::Priced if entry.item_id.is_some() => t(Life::EvItemPriced),
        HistoryEvent::Priced => t(Life::EvPriced),
        HistoryEvent::Refunded => t(Life::EvRefunded),
        HistoryEvent::Assigned => t(Life::EvAssigned),
        HistoryEvent::ItemMoved => entry.step.map_or(t(Life::EvItemMoved), lines::done),
        HistoryEvent::Imported => t(Text::EvImported),
        HistoryEvent::ImportUndone => t(Text::EvImportUndone),
        HistoryEvent::ServiceOrdered => t(Life::EvServiceOrdered),
        HistoryEvent::ServiceRendered => t(Life::EvServiceRendered),
        HistoryEvent::ServiceCanceled => t(Life::EvServiceCanceled),
        HistoryEvent::Moved => {
            let name = |status: Option<_>| status.map(status::name).unwrap_or_default();
            return format!("{} → {}", name(entry.from), name(entry.to));
        }
    };
    text.to_owned()
}

fn label(field: ChangedField) -> &'static str {
    use ChangedField as F;
    match field {
        F::Title => t(Text::Title),
        F::Url => t(Text::Link),
        F::Price => t(Text::Price),
        F::Quantity => t(Text::Quantity),
        F::ImageUrl => t(Text::ImageLink),
        F::Variant => t(Text::Variant),
        F::Comment => t(Text::Comment),
        F::AgentPrice => t(Life::AgentPrice),
        F::AgentQuantity => t(Life::AgentQuantity),
        F::AgentComment => t(Life::AgentComment),
        F::WeightGrams => t(Life::Weighs),
        F::VolumeCm3 => t(Life::Volume),
        F::DomesticTrack => t(Life::Track),
        F::Cell => t(Life::Cell),
        F::DestinationCountry => t(Text::Country),
        F::DestinationCity => t(Text::City),
        F::Type => t(Life::OrderKind),
        F::DeliveryMethod => t(Life::DeliveryMethod),
        F::Packaging => t(Life::Packaging),
        F::Insurance => t(Life::Insurance),
        F::Domestic => t(Life::Domestic),
        F::Refund => t(Life::Refund),
        F::LinesAdded => t(Life::LinesAdded),
        F::LinesUpdated => t(Life::LinesUpdated),
    }
}

fn value(field: ChangedField, value: Option<FieldValue>) -> String {
    match value {
        None => "—".to_owned(),
        Some(FieldValue::Text(text)) => text,
        Some(FieldValue::Amount(amount)) => format::money(amount),
        Some(FieldValue::Number(grams)) if field == ChangedField::WeightGrams => format::weight(grams),
        Some(FieldValue::Number(number)) => number.to_string(),
        Some(FieldValue::Type(kind)) => status::kind(kind).to_owned(),
    }
}

/// A field's name with what it was and is; the name alone where neither is told.
fn change(change: FieldChange) -> AnyView {
    let FieldChange { field, before, after } = change;
    let values = (before.is_some() || after.is_some()).then(|| {
        let before = before.map(|before| {
            let text = value(field, Some(before));
            view! { <del>{text}</del>" → " }
        });
        let after = value(field, after);
        view! { ": "{before}<span>{after}</span> }
    });
    view! { <span class="detail" data-testid="change"><span class="muted">{label(field)}</span>{values}</span> }
        .into_any()
}

/// The rows.
#[component]
pub fn HistoryList(entries: Vec<HistoryEntry>) -> impl IntoView {
    let row = |entry: HistoryEntry| {
        let via = (entry.via == Via::Extension).then(|| format!(" · {}", t(Text::ViaExtension)));
        view! {
            <li>
                <strong>{headline(&entry)}</strong>
                <span class="muted">{format::moment(entry.at)} " · " {entry.actor_name}{via}</span>
                {(!entry.detail.is_empty()).then_some(view! { <span class="detail">{entry.detail}</span> })}
                {entry.changes.into_iter().map(change).collect_view()}
                {entry.reason.map(|reason| view! { <span class="detail">{t(Text::Reason)}": "{reason}</span> })}
            </li>
        }
    };
    view! { <ol class="history" data-testid="history">{entries.into_iter().map(row).collect_view()}</ol> }
}
