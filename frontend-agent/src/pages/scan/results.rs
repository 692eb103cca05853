//! Results of scans: a large card for the last one, and a row for each one before.

use super::{
    texts::{ScanTexts, outcome_text},
    weigh,
};
use crate::pages::scan::{
    entry::{ScanEntry, ScanStage},
    sender::Connection,
    state::{ScanState, page_url},
};
use frontend_ui::{
    components::error_message,
    features::{item_status::ItemBadge, items::Thumbnail, translation::shop_text},
    prelude::*,
};
use shared_types::scan::{CodeLookup, ScanMessage, ScannedItem, Verdict};

/// The maximum number of items shown for a scan.
const MAX_ITEMS: usize = 6;

fn verdict_class(entry: &ScanEntry) -> &'static str {
    match entry.verdict() {
        None => "waiting",
        Some(Verdict::Done) => "done",
        Some(Verdict::Already) => "already",
        Some(Verdict::Wrong) => "wrong",
        Some(Verdict::Unknown) => "unknown",
    }
}

fn result_text(entry: &ScanEntry, state: ScanState) -> String {
    match &entry.stage {
        ScanStage::Queued if state.connection.get() == Connection::Online => t(ScanTexts::ResultSending).to_owned(),
        ScanStage::Queued => t(ScanTexts::ResultQueued).to_owned(),
        ScanStage::Processed(outcome) if outcome.found.place.is_some() => t(ScanTexts::ResultPlace).to_owned(),
        ScanStage::Processed(outcome) => outcome_text(outcome.word, entry.scan.mode).to_owned(),
        ScanStage::RejectedLocally(word) => outcome_text(*word, entry.scan.mode).to_owned(),
        ScanStage::RequestFailed(error) => error_message(error),
    }
}

fn found_objects(entry: &ScanEntry) -> CodeLookup {
    match &entry.stage {
        ScanStage::Processed(outcome) => outcome.found.clone(),
        _ => CodeLookup::default(),
    }
}

/// The title in the reader's language, and the original if it is another text.
fn titles(item: &ScannedItem) -> (String, Option<String>) {
    let translated = item.translation.as_ref().and_then(|texts| texts.title.clone());
    match translated {
        Some(translated) => (translated, Some(item.title.clone())),
        None => (item.title.clone(), None),
    }
}

/// A scanned item, large enough to be read at arm's length.
pub(crate) fn item_row(item: ScannedItem) -> AnyView {
    let (title, original) = titles(&item);
    let variant = item.translation.and_then(|texts| texts.variant).or(item.variant);
    any_view! {
        <div class="scan-item" data-testid="scanned-item">
            <Thumbnail url=item.image_url title=item.title.clone() />
            <span class="row-text">
                <strong>{shop_text(title)}</strong>
                {original
                    .map(|original| {
                        view! {
                            <small class="muted" data-testid="original-title">
                                {shop_text(original)}
                            </small>
                        }
                    })}
                <small>{item.order_number}" "{variant.map(shop_text)}</small>
                <small>
                    <ItemBadge status=item.status />
                    " "
                    {item.cell.map(|cell| format!("{} {cell}", t(LifecycleTexts::Cell)))}
                </small>
            </span>
            <strong class="pieces">{item.quantity}" "{t(LifecycleTexts::Pieces)}</strong>
        </div>
    }
}

/// The item that the scan has received, if it is one.
fn received_item(entry: &ScanEntry) -> Option<ScannedItem> {
    let ScanStage::Processed(outcome) = &entry.stage else {
        return None;
    };
    match outcome.found.items.as_slice() {
        [item] if outcome.word == ScanMessage::Received => Some(item.clone()),
        _ => None,
    }
}

/// The card of the last scan.
pub(super) fn latest_result(entry: ScanEntry, state: ScanState) -> AnyView {
    let found = found_objects(&entry);
    let ids: Vec<i64> = found.items.iter().map(|item| item.id.0).collect();
    let more = found.items.len().saturating_sub(MAX_ITEMS);
    let address = page_url(&found);
    let received = received_item(&entry).filter(|_| state.asks_weight.get_untracked());
    let notes = found.notes.iter().map(|note| {
        view! {
            <p class="scan-note" role="alert" data-testid="scan-note">
                <small>{t(ScanTexts::Note)}</small>
                <bdi>{note.body.clone()}</bdi>
            </p>
        }
    });
    any_view! {
        <section class=format!("scan-latest {}", verdict_class(&entry)) role="status" data-testid="scan-latest">
            <span class="scan-message" data-testid="scan-message">
                {result_text(&entry, state)}
            </span>
            <code class="code">{entry.scan.code.clone()}</code>
            {notes.collect_view()}
            {found.place.map(|place| weigh::weigh_card(place, state))}
            {received.map(|item| weigh::item_weight(&item, state))}
            {found.items.into_iter().take(MAX_ITEMS).map(item_row).collect_view()}
            {(more > 0).then(|| format!("+ {more}"))}
            <div class="actions-row">
                {address
                    .map(|to| {
                        view! {
                            <a href=to class="button" data-testid="open-found">
                                {t(ScanTexts::OpenPage)}
                                " →"
                            </a>
                        }
                    })}
                {(!ids.is_empty())
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button"
                                data-testid="print-label"
                                on:click=move |_| state.print_labels(ids.clone())
                            >
                                {t(ScanTexts::PrintLabel)}
                            </button>
                        }
                    })}
            </div>
        </section>
    }
}

/// A row of the list.
pub(super) fn result_row(entry: ScanEntry, state: ScanState) -> AnyView {
    let found = found_objects(&entry);
    let (name, original) = found.items.first().map_or_else(
        || (found.target.as_ref().map(|target| target.label.clone()), None),
        |item| {
            let (title, original) = titles(item);
            (Some(title), original)
        },
    );
    let (class, code) = (verdict_class(&entry), entry.scan.code.clone());
    let word = move || result_text(&entry, state);
    any_view! {
        <li class=class data-testid="scan-row">
            <span class="dot" aria-hidden="true"></span>
            <span class="row-text">
                {shop_text(name.unwrap_or_else(|| code.clone()))}
                {original
                    .map(|original| {
                        view! { <small class="muted">{shop_text(original)}</small> }
                    })} <small class="muted">{word}</small>
            </span>
            <small class="muted" title=code.clone()>
                {code.clone()}
            </small>
        </li>
    }
}
