//! State of the scanner page and the handling of scanned codes, whatever their source.

use super::{
    entry::{ScanContext, ScanEntry, ScanStage},
    queue::{self, CONFLICT_RETRY_MS, RETRY_MS, SendResult},
    sound::{Sound, play},
};
use crate::pages::labels;
use frontend_ui::{
    api::{self, Options},
    format,
};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    codes::{Code, CodeKind, Scanned, normalize, to_latin_layout},
    endpoint::Nothing,
    id::StaffId,
    scan::{
        Cell, CodeLookup, Label, LabelQuery, ListCells, LookUpCode, NewScan, ScanCode, ScanMessage, ScanMode,
        ScanOutcome, ScanQuery, ShowLabels, Verdict,
    },
};

/// The maximum number of scans on the screen.
const MAX_ENTRIES: usize = 60;

/// State shared by the parts of the page.
#[derive(Clone, Copy)]
pub(super) struct ScanState {
    pub(super) staff: StaffId,
    pub(super) mode: RwSignal<ScanMode>,
    pub(super) context: RwSignal<Option<ScanContext>>,
    /// Newest first.
    pub(super) entries: RwSignal<Vec<ScanEntry>>,
    pub(super) waiting: RwSignal<usize>,
    pub(super) offline: RwSignal<bool>,
    pub(super) cells: RwSignal<Vec<Cell>>,
    pub(super) auto_print: RwSignal<bool>,
    pub(super) labels_to_print: RwSignal<Vec<Label>>,
    /// Incremented when the list of unknown codes may have changed.
    pub(super) unknown_version: RwSignal<u32>,
    sending: StoredValue<bool>,
    navigate: Callback<String>,
}

fn new_scan(mode: ScanMode, context: Option<String>, code: &str) -> NewScan {
    NewScan {
        scan_id: api::new_key(),
        mode,
        context,
        code: code.to_owned(),
        scanned_at: format::now(),
    }
}

impl ScanState {
    /// Creates the state, shows and sends the queue of the last visit, and loads the cells.
    pub(super) fn open(staff: StaffId, mode: ScanMode, navigate: Callback<String>) -> Self {
        let state = Self {
            staff,
            mode: RwSignal::new(mode),
            context: RwSignal::new(None),
            entries: RwSignal::new(Vec::new()),
            waiting: RwSignal::new(0),
            offline: RwSignal::new(false),
            cells: RwSignal::new(Vec::new()),
            auto_print: RwSignal::new(false),
            labels_to_print: RwSignal::new(Vec::new()),
            unknown_version: RwSignal::new(0),
            sending: StoredValue::new(false),
            navigate,
        };
        let queued = queue::queued(staff);
        let entries = queued.into_iter().rev().map(|scan| ScanEntry {
            scan,
            stage: ScanStage::Queued,
        });
        state.entries.set(entries.take(MAX_ENTRIES).collect());
        state.send_queue();
        spawn_local(async move {
            if let Ok(cells) = api::get::<ListCells>(Nothing {}).await {
                let _ = state.cells.try_set(cells.data);
            }
        });
        state
    }

    /// The cell with this name, also if it was typed with a Russian keyboard layout.
    fn find_cell(self, key: &str) -> Option<ScanContext> {
        let latin = to_latin_layout(key);
        self.cells.with_untracked(|cells| {
            let cell = cells.iter().find(|cell| {
                let name = normalize(&cell.name);
                name == key || Some(&name) == latin.as_ref()
            })?;
            Some(ScanContext {
                code: cell.code.clone()?,
                name: cell.name.clone(),
            })
        })
    }

    fn context_for(self, code: Code) -> ScanContext {
        let text = code.to_string();
        let name = self.cells.with_untracked(|cells| {
            let cell = cells.iter().find(|cell| cell.code.as_deref() == Some(text.as_str()))?;
            Some(cell.name.clone())
        });
        ScanContext {
            name: name.unwrap_or_else(|| text.clone()),
            code: text,
        }
    }

    fn set_context(self, context: ScanContext) {
        self.context.set(Some(context));
        play(Sound::Success);
    }

    /// Handles a scanned or typed code, depending on the mode.
    pub(super) fn handle_code(self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let mode = self.mode.get_untracked();
        let scanned = Scanned::parse(text);
        let context_kind = mode.context();
        match &scanned {
            Scanned::Misread => return self.show_local_failure(text, ScanMessage::Misread),
            Scanned::LabelCode(code) if Some(code.kind) == context_kind => {
                self.set_context(self.context_for(*code));
                // The name is fetched afterwards.
                return self.fetch_context_name(text.to_owned());
            }
            Scanned::Text(key) if context_kind == Some(CodeKind::Cell) => {
                if let Some(cell) = self.find_cell(key) {
                    return self.set_context(cell);
                }
            }
            _ => {}
        }
        let context = self.context.get_untracked();
        match (mode, context) {
            (ScanMode::Open, _) => self.open_object(text),
            (_, None) => self.select_context(mode, text.to_owned()),
            (_, Some(context)) => {
                let scan = new_scan(mode, Some(context.code), text);
                queue::push(self.staff, scan.clone());
                self.add_entry(ScanEntry {
                    scan,
                    stage: ScanStage::Queued,
                });
                self.send_queue();
            }
        }
    }

    /// Adds an entry at the top of the list.
    fn add_entry(self, entry: ScanEntry) {
        self.entries.update(|entries| {
            entries.insert(0, entry);
            entries.truncate(MAX_ENTRIES);
        });
    }

    /// Shows a failure that needs no request.
    fn show_local_failure(self, text: &str, message: ScanMessage) {
        let scan = new_scan(self.mode.get_untracked(), None, text);
        self.add_entry(ScanEntry {
            scan,
            stage: ScanStage::RejectedLocally(message),
        });
        play(Sound::Failure);
    }

    /// Fetches the name of the current context and replaces the code by it.
    fn fetch_context_name(self, code: String) {
        spawn_local(async move {
            if let Ok(found) = api::get::<LookUpCode>(ScanQuery { code: Some(code) }).await
                && let Some(target) = found.target
            {
                let _ = self.context.try_update(|context| {
                    if let Some(context) = context.as_mut().filter(|context| context.code == target.code) {
                        context.name = target.label;
                    }
                });
            }
        });
    }

    /// Looks up the shipment or cell of the scanned text and makes it the context.
    fn select_context(self, mode: ScanMode, text: String) {
        spawn_local(async move {
            let query = ScanQuery {
                code: Some(text.clone()),
            };
            match api::get::<LookUpCode>(query).await {
                Ok(CodeLookup {
                    target: Some(target), ..
                }) if Some(target.kind) == mode.context() => self.set_context(ScanContext {
                    code: target.code,
                    name: target.label,
                }),
                Ok(CodeLookup {
                    target: None, items, ..
                }) if items.is_empty() => {
                    self.show_local_failure(&text, ScanMessage::UnknownContext);
                }
                _ => self.show_local_failure(&text, ScanMessage::NoContext),
            }
        });
    }

    /// Opens the page of the scanned object. If it has notes, they are shown first instead.
    fn open_object(self, text: &str) {
        let scan = new_scan(ScanMode::Open, None, text);
        spawn_local(async move {
            let result = api::send::<ScanCode>((), Nothing {}, scan.clone(), Options::default()).await;
            let stage = match result {
                Ok(outcome) => ScanStage::Processed(outcome),
                Err(error) => ScanStage::RequestFailed(error),
            };
            if let ScanStage::Processed(outcome) = &stage {
                self.play_outcome(outcome);
                if let Some(link) = page_url(&outcome.found).filter(|_| outcome.found.notes.is_empty()) {
                    self.navigate.try_run(link);
                    return;
                }
            } else {
                play(Sound::Failure);
            }
            self.add_entry(ScanEntry { scan, stage });
        });
    }

    /// Plays the sound of an outcome.
    fn play_outcome(self, outcome: &ScanOutcome) {
        play(match outcome.verdict {
            _ if !outcome.found.notes.is_empty() => Sound::Note,
            Verdict::Done => Sound::Success,
            Verdict::Already => Sound::Repeat,
            Verdict::Wrong => Sound::Failure,
            Verdict::Unknown => Sound::UnknownCode,
        });
        if outcome.verdict == Verdict::Unknown || !outcome.found.items.is_empty() {
            self.unknown_version.update(|count| *count = count.wrapping_add(1));
        }
    }

    /// Sends the queue batch by batch until it is empty. Does nothing if that is under way already.
    pub(super) fn send_queue(self) {
        self.waiting.set(queue::queued(self.staff).len());
        if self.sending.get_value() {
            return;
        }
        self.sending.set_value(true);
        spawn_local(async move {
            loop {
                let result = queue::send_batch(self.staff).await;
                // `try_set` fails if the page was left meanwhile; the rest is then sent in the background.
                if self.waiting.try_set(queue::queued(self.staff).len()).is_some() {
                    queue::send_all(self.staff).await;
                    return;
                }
                match result {
                    SendResult::Conflict => TimeoutFuture::new(CONFLICT_RETRY_MS).await,
                    SendResult::Empty => break,
                    SendResult::Processed(outcomes) => {
                        self.offline.set(false);
                        self.handle_outcomes(outcomes);
                    }
                    SendResult::Rejected(scans, error) => {
                        for scan in scans {
                            self.set_stage(&scan.scan_id, ScanStage::RequestFailed(error.clone()));
                        }
                        play(Sound::Failure);
                    }
                    SendResult::Unavailable => {
                        if self.offline.try_get_untracked() == Some(false) {
                            play(Sound::Queued);
                        }
                        self.offline.set(true);
                        TimeoutFuture::new(RETRY_MS).await;
                    }
                }
            }
            self.sending.set_value(false);
        });
    }

    /// Updates the stage of a shown scan.
    fn set_stage(self, scan_id: &str, stage: ScanStage) {
        self.entries.update(|entries| {
            if let Some(entry) = entries.iter_mut().find(|entry| entry.scan.scan_id == scan_id) {
                entry.stage = stage;
            }
        });
    }

    /// Shows the outcomes of a batch, and prints labels if automatic printing is on.
    fn handle_outcomes(self, outcomes: Vec<ScanOutcome>) {
        // Only the sound of the worst outcome is played.
        let worst = outcomes.iter().max_by_key(|outcome| match outcome.verdict {
            _ if !outcome.found.notes.is_empty() => 3,
            Verdict::Wrong => 4,
            Verdict::Unknown => 2,
            Verdict::Already => 1,
            Verdict::Done => 0,
        });
        if let Some(worst) = worst {
            self.play_outcome(worst);
        }
        let received: Vec<i64> = outcomes
            .iter()
            .filter(|outcome| outcome.word == ScanMessage::Received)
            .flat_map(|outcome| outcome.found.items.iter().map(|item| item.id.0))
            .collect();
        for outcome in outcomes {
            let id = outcome.scan_id.clone();
            self.set_stage(&id, ScanStage::Processed(outcome));
        }
        if self.auto_print.get_untracked() && !received.is_empty() {
            self.print_labels(received);
        }
    }

    /// Prints the labels of items without leaving the page.
    pub(super) fn print_labels(self, ids: Vec<i64>) {
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        let query = LabelQuery {
            kind: Some(CodeKind::Item),
            ids: Some(ids.join(",")),
            orders: None,
        };
        spawn_local(async move {
            if let Ok(labels) = api::get::<ShowLabels>(query).await {
                self.labels_to_print.set(labels.data);
                // Gives the browser time to render the labels before printing.
                TimeoutFuture::new(50).await;
                let _ = window().print();
            }
        });
    }

    /// The labels to be printed; visible only on paper.
    pub(super) fn printable_labels(self) -> AnyView {
        let labels = self.labels_to_print.get();
        if labels.is_empty() {
            return ().into_any();
        }
        labels::label_sheet(labels, labels::LabelSize::stored(), 1)
    }
}

/// The URL to open: the page of the found object, or the order of the found items.
pub(super) fn page_url(found: &CodeLookup) -> Option<String> {
    if let Some(target) = &found.target {
        return Some(target.link.clone());
    }
    let first = found.items.first()?;
    Some(format!("/agent/orders/{}", first.order_id))
}
