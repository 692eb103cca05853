//! What happened in an order, oldest first.

use super::{lines, status};
use crate::{
    format,
    i18n::{Life, Text, t},
};
use leptos::prelude::*;
use shared_types::orders::{HistoryEntry, HistoryEvent, Via};

fn headline(entry: &HistoryEntry) -> String {
    let text = match entry.event {
        HistoryEvent::Created => t(Text::EvCreated),
        HistoryEvent::Changed => t(Text::EvChanged),
        HistoryEvent::ItemAdded => t(Text::EvItemAdded),
        HistoryEvent::ItemChanged => t(Text::EvItemChanged),
        HistoryEvent::ItemRemoved => t(Text::EvItemRemoved),
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
                {entry.reason.map(|reason| view! { <span class="detail">{t(Text::Reason)}": "{reason}</span> })}
            </li>
        }
    };
    view! { <ol class="history" data-testid="history">{entries.into_iter().map(row).collect_view()}</ol> }
}
