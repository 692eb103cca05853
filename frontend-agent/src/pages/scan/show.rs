//! What a scan came to: large for the last one, a line for those before.

use super::{
    desk::{Desk, Entry, Stage, link},
    texts::{Words, said},
};
use frontend_ui::{
    components::sentence,
    features::{items::Thumbnail, lines::ItemBadge},
    i18n::{Life, t},
};
use leptos::prelude::*;
use leptos_router::components::A;
use shared_types::scan::{ScanFound, ScannedItem, Verdict};

/// Lines of a parcel that are shown at once.
const LINES: usize = 6;

fn class(entry: &Entry) -> &'static str {
    match entry.verdict() {
        None => "waiting",
        Some(Verdict::Done) => "done",
        Some(Verdict::Already) => "already",
        Some(Verdict::Wrong) => "wrong",
        Some(Verdict::Unknown) => "unknown",
    }
}

fn word(entry: &Entry) -> String {
    match &entry.stage {
        Stage::Waiting => t(Words::SaidWaiting).to_owned(),
        Stage::Told(outcome) => said(outcome.word, entry.scan.mode).to_owned(),
        Stage::Here(word) => said(*word, entry.scan.mode).to_owned(),
        Stage::Refused(error) => sentence(error),
    }
}

fn found(entry: &Entry) -> ScanFound {
    match &entry.stage {
        Stage::Told(outcome) => outcome.found.clone(),
        _ => ScanFound::default(),
    }
}

/// A line of an order, for a look from an arm's length.
pub(crate) fn thing(item: ScannedItem) -> AnyView {
    view! {
        <div class="scan-thing" data-testid="scanned-item">
            <Thumbnail url=item.image_url title=item.title.clone()/>
            <span class="what">
                <strong lang="zh">{item.title}</strong>
                <small>{item.order_number}" "<span lang="zh">{item.variant}</span></small>
                <small><ItemBadge status=item.status/>" "{item.cell.map(|cell| format!("{} {cell}", t(Life::Cell)))}</small>
            </span>
            <strong class="pieces">{item.quantity}" "{t(Life::Pieces)}</strong>
        </div>
    }
    .into_any()
}

/// The last scan.
pub(super) fn last(entry: Entry, desk: Desk) -> AnyView {
    let found = found(&entry);
    let ids: Vec<i64> = found.items.iter().map(|item| item.id.0).collect();
    let more = found.items.len().saturating_sub(LINES);
    let address = link(&found);
    let notes = found.notes.iter().map(|note| {
        view! { <p class="scan-note" role="alert" data-testid="spoken-note"><small>{t(Words::Note)}</small>{note.body.clone()}</p> }
    });
    view! {
        <section class=format!("scan-now {}", class(&entry)) role="status" data-testid="scan-now">
            <span class="word" data-testid="scan-word">{word(&entry)}</span>
            <code class="code">{entry.scan.code.clone()}</code>
            {notes.collect_view()}
            {found.items.into_iter().take(LINES).map(thing).collect_view()}
            {(more > 0).then(|| format!("+ {more}"))}
            <div class="actions-row">
                {address.map(|to| view! { <A href=to attr:class="button" attr:data-testid="open-found">{t(Words::OpenIt)}" →"</A> })}
                {(!ids.is_empty()).then(|| view! { <button type="button" class="button" data-testid="print-label" on:click=move |_| desk.print(ids.clone())>{t(Words::PrintLabel)}</button> })}
            </div>
        </section>
    }
    .into_any()
}

/// A scan in the list.
pub(super) fn row(entry: &Entry) -> AnyView {
    let found = found(entry);
    let name = found
        .items
        .first()
        .map(|item| item.title.clone())
        .or_else(|| found.target.as_ref().map(|target| target.label.clone()));
    let (class, word, code) = (class(entry), word(entry), entry.scan.code.clone());
    view! {
        <li class=class data-testid="scan-row">
            <span class="dot" aria-hidden="true"></span>
            <span class="what"><span lang="zh">{name.unwrap_or_else(|| code.clone())}</span><small class="muted">{word}</small></span>
            <small class="muted">{code}</small>
        </li>
    }
    .into_any()
}
