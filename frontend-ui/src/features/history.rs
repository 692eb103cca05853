//! The history of an order, oldest entry first.

use crate::{
    countries::country_name_of,
    features::{captures::CaptureTexts, item_status, order_status, recipients::RecipientTexts},
    prelude::*,
};
use shared_types::orders::{ChangedField, FieldChange, FieldValue, HistoryEntry, HistoryEvent, Origin};

fn headline(entry: &HistoryEntry) -> String {
    let text = match entry.event {
        HistoryEvent::Created => t(Text::EventCreated),
        HistoryEvent::Changed => t(Text::EventChanged),
        HistoryEvent::ItemAdded => t(Text::EventItemAdded),
        HistoryEvent::ItemChanged => t(Text::EventItemChanged),
        HistoryEvent::ItemRemoved => t(Text::EventItemRemoved),
        HistoryEvent::Priced if entry.item_id.is_some() => t(LifecycleTexts::EventItemPriced),
        HistoryEvent::Priced => t(LifecycleTexts::EventPriced),
        HistoryEvent::Refunded => t(LifecycleTexts::EventRefunded),
        HistoryEvent::DepositReserved => t(LifecycleTexts::EventDepositReserved),
        HistoryEvent::DepositReleased => t(LifecycleTexts::EventDepositReleased),
        HistoryEvent::Assigned => t(LifecycleTexts::EventAssigned),
        HistoryEvent::AssignedInTurn => t(LifecycleTexts::EventAssignedInTurn),
        HistoryEvent::ChatAssigned => t(LifecycleTexts::EventChatAssigned),
        HistoryEvent::Claimed => t(LifecycleTexts::EventClaimed),
        HistoryEvent::ItemMoved => entry
            .step
            .map_or(t(LifecycleTexts::EventItemMoved), item_status::move_done_text),
        HistoryEvent::Imported => t(Text::EventImported),
        HistoryEvent::Repeated => t(Text::EventRepeated),
        HistoryEvent::ImportUndone => t(Text::EventImportUndone),
        HistoryEvent::ServiceOrdered => t(LifecycleTexts::EventServiceOrdered),
        HistoryEvent::ServiceRendered => t(LifecycleTexts::EventServiceRendered),
        HistoryEvent::ServiceCanceled => t(LifecycleTexts::EventServiceCanceled),
        HistoryEvent::Moved => {
            let name = |status: Option<_>| status.map(order_status::status_name).unwrap_or_default();
            return format!("{} → {}", name(entry.from), name(entry.to));
        }
    };
    text.to_owned()
}

fn field_label(field: ChangedField) -> &'static str {
    use ChangedField as F;
    match field {
        F::Title => t(Text::Title),
        F::Url => t(Text::Link),
        F::Price => t(Text::Price),
        F::Quantity => t(Text::Quantity),
        F::ImageUrl => t(Text::ImageLink),
        F::Variant => t(Text::Variant),
        F::Comment => t(Text::Comment),
        F::AgentPrice => t(LifecycleTexts::AgentPrice),
        F::AgentQuantity => t(LifecycleTexts::AgentQuantity),
        F::AgentComment => t(LifecycleTexts::AgentComment),
        F::WeightGrams => t(LifecycleTexts::WeightLabel),
        F::VolumeCm3 => t(LifecycleTexts::Volume),
        F::DomesticTrack => t(LifecycleTexts::Track),
        F::Cell => t(LifecycleTexts::Cell),
        F::DestinationCountry => t(Text::Country),
        F::DestinationCity => t(Text::City),
        F::Recipient => t(RecipientTexts::Recipient),
        F::Type => t(LifecycleTexts::OrderType),
        F::DeliveryMethod => t(LifecycleTexts::DeliveryMethod),
        F::Packaging => t(LifecycleTexts::Packaging),
        F::Insurance => t(LifecycleTexts::Insurance),
        F::Domestic => t(LifecycleTexts::DomesticShipping),
        F::Refund => t(LifecycleTexts::RefundLabel),
        F::RefundedQuantity => t(LifecycleTexts::RefundedPieces),
        F::Deposit => t(LifecycleTexts::Deposit),
        F::LinesAdded => t(LifecycleTexts::ItemsAdded),
        F::LinesUpdated => t(LifecycleTexts::ItemsUpdated),
        F::Options => t(CaptureTexts::Options),
        F::SkuId => t(CaptureTexts::Sku),
        F::Images => t(CaptureTexts::Images),
        F::UnitWeightGrams => t(CaptureTexts::UnitWeight),
        F::UnitSizeMm => t(CaptureTexts::UnitSize),
        F::PricePer => t(LifecycleTexts::PricePer),
        F::AgentPricePer => t(LifecycleTexts::AgentPricePer),
        F::MinQuantity => t(LifecycleTexts::MinQuantity),
        F::Proof => t(CaptureTexts::Screenshot),
        F::Assignee => t(LifecycleTexts::Assignee),
    }
}

fn value_text(field: ChangedField, value: Option<FieldValue>) -> String {
    match value {
        None => "—".to_owned(),
        Some(FieldValue::Text(code)) if field == ChangedField::DestinationCountry => country_name_of(&code),
        Some(FieldValue::Text(size)) if field == ChangedField::UnitSizeMm => format::millimetres(&size),
        Some(FieldValue::Text(text)) => text,
        Some(FieldValue::Amount(amount)) => format::money(amount),
        Some(FieldValue::Number(grams))
            if matches!(field, ChangedField::WeightGrams | ChangedField::UnitWeightGrams) =>
        {
            format::weight(grams)
        }
        Some(FieldValue::Number(number)) => number.to_string(),
        Some(FieldValue::Type(kind)) => order_status::type_name(kind).to_owned(),
    }
}

/// Renders a changed field with its old and new value, or the name alone if the values are not disclosed.
fn change_row(change: FieldChange) -> AnyView {
    let FieldChange { field, before, after } = change;
    let values = (before.is_some() || after.is_some()).then(|| {
        let before = before.map(|before| {
            let text = value_text(field, Some(before));
            view! {
                <del dir="auto">{text}</del>
                " → "
            }
        });
        let after = value_text(field, after);
        view! {
            ": "
            {before}
            <bdi>{after}</bdi>
        }
    });
    any_view! {
        <span class="detail" data-testid="change">
            <span class="muted">{field_label(field)}</span>
            {values}
        </span>
    }
}

/// The entries of a history.
#[component]
pub fn HistoryList(entries: Vec<HistoryEntry>) -> impl IntoView {
    let row = |entry: HistoryEntry| {
        // The system has no name.
        let actor = (!entry.actor_name.is_empty()).then(|| format!(" · {}", entry.actor_name));
        let via = (entry.via == Origin::Extension).then(|| format!(" · {}", t(Text::ViaExtension)));
        view! {
            <li>
                <strong>{headline(&entry)}</strong>
                <span class="muted">{format::date_time(entry.at)}<bdi>{actor}</bdi>{via}</span>
                {(!entry.detail.is_empty())
                    .then_some(
                        view! {
                            <span class="detail" dir="auto">
                                {entry.detail}
                            </span>
                        },
                    )}
                {entry.changes.into_iter().map(change_row).collect_view()}
                {entry
                    .reason
                    .map(|reason| view! { <span class="detail">{t(Text::Reason)}": "<bdi>{reason}</bdi></span> })}
            </li>
        }
    };
    view! {
        <ol class="history" data-testid="history">
            {entries.into_iter().map(row).collect_view()}
        </ol>
    }
}
