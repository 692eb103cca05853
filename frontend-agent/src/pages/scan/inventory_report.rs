//! The report of an inventory count: the expected contents of the cell compared with the scans.

use super::texts::ScanTexts;
use crate::pages::scan::{
    entry::{ScanEntry, ScanStage},
    results::item_row,
    state::ScanState,
};
use frontend_ui::prelude::*;
use shared_types::{
    codes::Scanned,
    id::CellId,
    scan::{CellCard, ScanMessage, ScanMode, ScannedItem, ShowCell, Verdict},
};
use std::collections::BTreeMap;

/// The scanned items by id with the outcome of their scans, and scans that are not items of the cell.
#[derive(Clone, Debug, Default)]
pub(super) struct InventoryCount {
    found: BTreeMap<i64, (ScannedItem, ScanMessage)>,
    unexpected: Vec<ScanEntry>,
}

impl InventoryCount {
    /// Collects the inventory scans of one cell.
    pub(super) fn from_entries(entries: &[ScanEntry], context: &str) -> Self {
        let mut counted = Self::default();
        let of_cell = entries
            .iter()
            .filter(|entry| entry.scan.mode == ScanMode::Inventory && entry.scan.context.as_deref() == Some(context));
        // Oldest first: an item that was moved here by its first scan is reported as moved.
        for entry in of_cell.rev() {
            match &entry.stage {
                ScanStage::Processed(outcome) if outcome.verdict == Verdict::Done => {
                    for item in &outcome.found.items {
                        counted
                            .found
                            .entry(item.id.0)
                            .or_insert_with(|| (item.clone(), outcome.word));
                    }
                }
                ScanStage::Processed(_) => counted.unexpected.push(entry.clone()),
                _ => {}
            }
        }
        counted
    }
}

/// A section of the report; `None` if it is empty.
fn section(title: ScanTexts, class: &'static str, items: Vec<ScannedItem>) -> Option<AnyView> {
    if items.is_empty() {
        return None;
    }
    let count = items.len();
    let test_id = format!("count-{class}");
    Some(any_view! {
        <section class="card" data-testid=test_id>
            <h2>{t(title)}" · "{count}</h2>
            {items.into_iter().map(item_row).collect_view()}
        </section>
    })
}

/// The report for the cell with this code.
pub(super) fn report(counted: String, state: ScanState) -> AnyView {
    let Scanned::LabelCode(code) = Scanned::parse(&counted) else {
        return ().into_any();
    };
    let cell = use_value(&[], move || {
        api::send::<ShowCell>((CellId(code.id),), Nothing {}, Nothing {}, Options::default())
    });
    let content = move |card: CellCard| {
        let InventoryCount { found, unexpected } = state
            .entries
            .with_untracked(|entries| InventoryCount::from_entries(entries, &counted));
        let missing: Vec<ScannedItem> = card
            .contents
            .iter()
            .filter(|item| !found.contains_key(&item.id.0))
            .cloned()
            .collect();
        let (moved, in_place): (Vec<_>, Vec<_>) =
            found.into_values().partition(|(_, word)| *word == ScanMessage::Moved);
        let items = |list: Vec<(ScannedItem, ScanMessage)>| list.into_iter().map(|(item, _)| item).collect::<Vec<_>>();
        let is_complete = missing.is_empty() && unexpected.is_empty();
        let unexpected_rows = unexpected
            .iter()
            .map(|entry| crate::pages::scan::results::result_row(entry.clone(), state))
            .collect_view();
        any_view! {
            {is_complete
                .then(|| {
                    view! {
                        <p class="note good" data-testid="count-complete">
                            {t(ScanTexts::CountComplete)}
                        </p>
                    }
                })}
            {section(ScanTexts::Missing, "missing", missing)}
            {section(ScanTexts::MovedHere, "moved", items(moved))}
            {(!unexpected.is_empty())
                .then(|| {
                    view! {
                        <section class="card" data-testid="count-unexpected">
                            <h2>{t(ScanTexts::Unexpected)}</h2>
                            <ul class="scan-list">{unexpected_rows}</ul>
                        </section>
                    }
                })}
            {section(ScanTexts::InPlace, "in-place", items(in_place))}
        }
    };
    cell.show(Skeleton::Rows, move |value| content(value.clone()))
}
