//! State of the scanner page and the handling of scanned codes, regardless of their source.

use super::{
    entry::{ScanContext, ScanEntry, ScanStage},
    queue,
    sender::{self, Connection, Settled},
    sound::{Sound, play},
};
use crate::pages::labels;
use frontend_ui::prelude::*;
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    codes::{Code, CodeKind, Scanned, normalize, to_latin_layout, without_scanner_marks},
    id::StaffId,
    scan::{
        Cell, CodeLookup, Label, LabelQuery, ListCells, LookUpCode, NewScan, ScanCode, ScanMessage, ScanMode,
        ScanOutcome, ScanQuery, ShowLabels, Verdict,
    },
};

/// The maximum number of scans in memory. A count of a whole cell needs all of its scans.
const MAX_ENTRIES: usize = 5_000;
/// The maximum number of scans on the screen.
pub(super) const SHOWN_ENTRIES: usize = 60;

/// State shared by the parts of the page.
#[derive(Clone, Copy)]
pub(super) struct ScanState {
    pub(super) staff: StaffId,
    pub(super) mode: RwSignal<ScanMode>,
    pub(super) context: RwSignal<Option<ScanContext>>,
    /// Newest first.
    pub(super) entries: RwSignal<Vec<ScanEntry>>,
    /// The number of scans that wait to be sent.
    pub(super) waiting: Memo<usize>,
    pub(super) connection: RwSignal<Connection>,
    pub(super) cells: RwSignal<Vec<Cell>>,
    pub(super) auto_print: RwSignal<bool>,
    /// Whether the weight of a received item is asked.
    pub(super) asks_weight: RwSignal<bool>,
    pub(super) labels_to_print: RwSignal<Vec<Label>>,
    /// Incremented when the list of unknown codes may have changed.
    pub(super) unknown_version: RwSignal<u32>,
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

/// The query for a code. Addresses have no control characters.
fn code_query(text: &str) -> ScanQuery {
    ScanQuery {
        code: Some(without_scanner_marks(text)),
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
            waiting: Memo::new(move |_| {
                queue::track();
                queue::waiting(staff).len()
            }),
            connection: RwSignal::from(sender::connection()),
            cells: RwSignal::new(Vec::new()),
            auto_print: RwSignal::new(false),
            asks_weight: RwSignal::new(false),
            labels_to_print: RwSignal::new(Vec::new()),
            unknown_version: RwSignal::new(0),
            navigate,
        };
        if let Some(me) = current_user().me() {
            queue::remember_name(staff, &me.user.name);
        }
        let waiting = queue::waiting(staff);
        let entries = waiting.into_iter().rev().map(|scan| ScanEntry {
            scan,
            stage: ScanStage::Queued,
        });
        state.entries.set(entries.take(MAX_ENTRIES).collect());
        // The first scan without a connection sounds too.
        Effect::new(move |before: Option<Connection>| {
            let connection = state.connection.get();
            if connection != Connection::Online && before == Some(Connection::Online) {
                play(Sound::Queued);
            }
            connection
        });
        sender::listen(Callback::new(move |settled| state.handle_settled(settled)));
        sender::start(staff);
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
                self.enqueue(new_scan(mode, Some(context.code), text));
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
            if let Ok(found) = api::get::<LookUpCode>(code_query(&code)).await
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
            match api::get::<LookUpCode>(code_query(&text)).await {
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

    /// Opens the page of the scanned object. If it has notes, they are shown first instead, and a place of a shipment is weighed.
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
                let is_left = outcome.found.notes.is_empty() && outcome.found.place.is_none();
                if let Some(link) = page_url(&outcome.found).filter(|_| is_left) {
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

    /// Updates the stage of a shown scan.
    fn set_stage(self, scan_id: &str, stage: ScanStage) {
        self.entries.update(|entries| {
            if let Some(entry) = entries.iter_mut().find(|entry| entry.scan.scan_id == scan_id) {
                entry.stage = stage;
            }
        });
    }

    /// Queues a scan and shows it.
    fn enqueue(self, scan: NewScan) {
        queue::push(self.staff, scan.clone());
        self.add_entry(ScanEntry {
            scan,
            stage: ScanStage::Queued,
        });
        if self.connection.get_untracked() != Connection::Online {
            play(Sound::Queued);
        }
        sender::start(self.staff);
    }

    /// Sends a refused scan again, as a new one: the server keeps the outcome of the old one.
    pub(super) fn send_again(self, refused: &NewScan) {
        queue::remove(self.staff, &refused.scan_id);
        self.enqueue(new_scan(refused.mode, refused.context.clone(), &refused.code));
    }

    /// Shows the outcomes of scans, and prints labels if automatic printing is on.
    fn handle_settled(self, settled: Settled) {
        let outcomes = || {
            settled.iter().filter_map(|(_, stage)| match stage {
                ScanStage::Processed(outcome) => Some(outcome),
                _ => None,
            })
        };
        // Only the sound of the worst outcome is played.
        let worst = outcomes().max_by_key(|outcome| match outcome.verdict {
            _ if !outcome.found.notes.is_empty() => 3,
            Verdict::Wrong => 4,
            Verdict::Unknown => 2,
            Verdict::Already => 1,
            Verdict::Done => 0,
        });
        match worst {
            Some(worst) => self.play_outcome(worst),
            None => play(Sound::Failure),
        }
        let received: Vec<i64> = outcomes()
            .filter(|outcome| outcome.word == ScanMessage::Received)
            .flat_map(|outcome| outcome.found.items.iter().map(|item| item.id.0))
            .collect();
        for (id, stage) in settled {
            self.set_stage(&id, stage);
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
