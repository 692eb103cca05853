//! The end of a count: what should lie in the cell beside what was found there.

use super::{
    desk::{Desk, Entry, Stage},
    show::thing,
    texts::Words,
};
use frontend_ui::{
    api::{self, Options},
    components::Loaded,
    i18n::t,
};
use leptos::prelude::*;
use shared_types::{
    codes::Scanned,
    endpoint::Nothing,
    id::CellId,
    scan::{CellCard, ScanMode, ScanWord, ScannedItem, ShowCell, Verdict},
};
use std::collections::BTreeMap;

/// What was found in the cell, and with what word.
#[derive(Clone, Debug, Default)]
pub(super) struct Counted {
    found: BTreeMap<i64, (ScannedItem, ScanWord)>,
    unexpected: Vec<Entry>,
}

impl Counted {
    /// Of the scans of one cell.
    pub(super) fn of(entries: &[Entry], context: &str) -> Self {
        let mut counted = Self::default();
        let ours = entries
            .iter()
            .filter(|entry| entry.scan.mode == ScanMode::Inventory && entry.scan.context.as_deref() == Some(context));
        // Oldest first: what was moved here stays told as moved.
        for entry in ours.rev() {
            match &entry.stage {
                Stage::Told(outcome) if outcome.verdict == Verdict::Done => {
                    for item in &outcome.found.items {
                        counted
                            .found
                            .entry(item.id.0)
                            .or_insert_with(|| (item.clone(), outcome.word));
                    }
                }
                Stage::Told(_) => counted.unexpected.push(entry.clone()),
                _ => {}
            }
        }
        counted
    }
}

fn part(title: Words, class: &'static str, items: Vec<ScannedItem>) -> Option<AnyView> {
    if items.is_empty() {
        return None;
    }
    let count = items.len();
    let mark = format!("count-{class}");
    Some(
        view! {
            <section class="card" data-testid=mark>
                <h2>{t(title)}" · "{count}</h2>
                {items.into_iter().map(thing).collect_view()}
            </section>
        }
        .into_any(),
    )
}

/// The report of the cell that was counted.
pub(super) fn report(counted: String, desk: Desk) -> AnyView {
    let Scanned::Ours(code) = Scanned::read(&counted) else {
        return ().into_any();
    };
    let cell = LocalResource::new(move || {
        api::send::<ShowCell>((CellId(code.id),), Nothing {}, Nothing {}, Options::default())
    });
    let content = move |card: CellCard| {
        let Counted { found, unexpected } = desk.entries.with_untracked(|entries| Counted::of(entries, &counted));
        let missing: Vec<ScannedItem> = card
            .contents
            .iter()
            .filter(|item| !found.contains_key(&item.id.0))
            .cloned()
            .collect();
        let (moved, in_place): (Vec<_>, Vec<_>) = found.into_values().partition(|(_, word)| *word == ScanWord::Moved);
        let items = |list: Vec<(ScannedItem, ScanWord)>| list.into_iter().map(|(item, _)| item).collect::<Vec<_>>();
        let is_right = missing.is_empty() && unexpected.is_empty();
        let strange = unexpected.iter().map(super::show::row).collect_view();
        view! {
            {is_right.then(|| view! { <p class="note good" data-testid="count-right">{t(Words::AllThere)}</p> })}
            {part(Words::Missing, "missing", missing)}
            {part(Words::MovedHere, "moved", items(moved))}
            {(!unexpected.is_empty()).then(|| view! { <section class="card" data-testid="count-unexpected"><h2>{t(Words::Unexpected)}</h2><ul class="scan-list">{strange}</ul></section> })}
            {part(Words::Counted, "in-place", items(in_place))}
        }
        .into_any()
    };
    view! { <Loaded resource=cell content=content/> }.into_any()
}
