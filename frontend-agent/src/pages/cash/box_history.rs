//! The history of a cash box, in its dialog.

use super::texts::CashTexts;
use frontend_ui::prelude::*;
use shared_types::{
    cash::{
        CashBoxEvent, CashBoxField, CashBoxFieldChange, CashBoxHistoryEntry, CashBoxHistoryQuery, ListCashBoxHistory,
    },
    id::CashBoxId,
};

fn event_name(event: CashBoxEvent) -> CashTexts {
    match event {
        CashBoxEvent::Created => CashTexts::BoxAdded,
        CashBoxEvent::Changed => CashTexts::BoxChanged,
        CashBoxEvent::Archived => CashTexts::BoxArchived,
        CashBoxEvent::Restored => CashTexts::BoxRestored,
    }
}

fn change_row(change: CashBoxFieldChange) -> AnyView {
    let name = match change.field {
        CashBoxField::Name => t(Text::Name),
        CashBoxField::Holder => t(CashTexts::Holder),
        CashBoxField::BankAccount => t(CashTexts::BankAccount),
    };
    let value = |value: Option<String>| value.unwrap_or_else(|| "—".to_owned());
    any_view! {
        <span class="detail">
            <span class="muted">{name}</span>
            ": "
            <del dir="auto">{value(change.before)}</del>
            " → "
            <bdi>{value(change.after)}</bdi>
        </span>
    }
}

fn entry_row(entry: CashBoxHistoryEntry) -> AnyView {
    any_view! {
        <li data-testid="box-change">
            <strong>{t(event_name(entry.event))}</strong>
            <span class="muted">{format::date_time(entry.at)} " · " <bdi>{entry.actor_name}</bdi></span>
            {entry.changes.into_iter().map(change_row).collect_view()}
        </li>
    }
}

/// The entries, newest first.
pub(super) fn box_history(id: CashBoxId) -> AnyView {
    let entries = use_list(
        &[Topic::CashBox],
        |entry: &CashBoxHistoryEntry| entry.id,
        move |cursor| {
            let query = CashBoxHistoryQuery { limit: None, cursor };
            api::send::<ListCashBoxHistory>((id,), query, Nothing {}, Options::default())
        },
    );
    let content = move || {
        any_view! {
            <ol class="history">{entries.rows().view(entry_row)}</ol>
            {entries.more_button()}
        }
    };
    any_view! {
        <details>
            <summary data-testid="box-history">{t(Text::HistoryTab)}</summary>
            {entries.view(Skeleton::Rows, || ().into_any(), content)}
        </details>
    }
}
