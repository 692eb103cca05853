//! What happens when a code arrives, however it was read.

use super::{
    queue::{self, AGAIN_MS, RETRY_MS, Turn},
    sound::{Sound, play},
};
use crate::pages::labels;
use frontend_ui::{
    api::{self, Error, Options},
    format,
};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    codes::{Code, CodeKind, Scanned, latin_keys, tidy},
    endpoint::Nothing,
    scan::{
        Cell, FollowCode, Label, LabelQuery, ListCells, NewScan, Scan, ScanFound, ScanMode, ScanOutcome, ScanQuery,
        ScanWord, ShowLabels, Verdict,
    },
};

/// Scans that are shown.
const SHOWN: usize = 60;

/// A cell or a shipment that was scanned before the things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Context {
    pub(super) code: String,
    pub(super) name: String,
}

/// How far a scan is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// It waits to be sent.
    Waiting,
    /// The server has done it.
    Told(ScanOutcome),
    /// It was clear without the server.
    Here(ScanWord),
    /// The server said no to all of it.
    Refused(Error),
}

/// A scan on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) scan: NewScan,
    pub(super) stage: Stage,
}

impl Entry {
    /// Whether it was right; nothing while it waits.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        match &self.stage {
            Stage::Waiting => None,
            Stage::Told(outcome) => Some(outcome.verdict),
            Stage::Here(_) | Stage::Refused(_) => Some(Verdict::Wrong),
        }
    }
}

/// The page's state.
#[derive(Clone, Copy)]
pub(super) struct Desk {
    pub(super) staff: i64,
    pub(super) mode: RwSignal<ScanMode>,
    pub(super) context: RwSignal<Option<Context>>,
    /// Newest first.
    pub(super) entries: RwSignal<Vec<Entry>>,
    pub(super) waiting: RwSignal<usize>,
    pub(super) offline: RwSignal<bool>,
    pub(super) cells: RwSignal<Vec<Cell>>,
    pub(super) prints: RwSignal<bool>,
    pub(super) paper: RwSignal<Vec<Label>>,
    /// Counts what changed the list of unknown codes.
    pub(super) unknown: RwSignal<u32>,
    sending: StoredValue<bool>,
    go: Callback<String>,
}

fn new_scan(mode: ScanMode, context: Option<String>, code: &str) -> NewScan {
    NewScan {
        scan_id: api::fresh_key(),
        mode,
        context,
        code: code.to_owned(),
        scanned_at: format::now(),
    }
}

impl Desk {
    pub(super) fn open(staff: i64, mode: ScanMode, go: Callback<String>) -> Self {
        let desk = Self {
            staff,
            mode: RwSignal::new(mode),
            context: RwSignal::new(None),
            entries: RwSignal::new(Vec::new()),
            waiting: RwSignal::new(0),
            offline: RwSignal::new(false),
            cells: RwSignal::new(Vec::new()),
            prints: RwSignal::new(false),
            paper: RwSignal::new(Vec::new()),
            unknown: RwSignal::new(0),
            sending: StoredValue::new(false),
            go,
        };
        // What waits since the last visit is shown, and goes first.
        let held = queue::waiting(staff);
        let shown = held.into_iter().rev().map(|scan| Entry {
            scan,
            stage: Stage::Waiting,
        });
        desk.entries.set(shown.take(SHOWN).collect());
        desk.send();
        spawn_local(async move {
            if let Ok(cells) = api::get::<ListCells>(Nothing {}).await {
                let _ = desk.cells.try_set(cells.data);
            }
        });
        desk
    }

    fn cell_named(self, key: &str) -> Option<Context> {
        let latin = latin_keys(key);
        self.cells.with_untracked(|cells| {
            let cell = cells.iter().find(|cell| {
                let name = tidy(&cell.name);
                name == key || Some(&name) == latin.as_ref()
            })?;
            Some(Context {
                code: cell.code.clone()?,
                name: cell.name.clone(),
            })
        })
    }

    fn context_of(self, code: Code) -> Context {
        let text = code.to_string();
        let named = self.cells.with_untracked(|cells| {
            let cell = cells.iter().find(|cell| cell.code.as_deref() == Some(text.as_str()))?;
            Some(cell.name.clone())
        });
        Context {
            name: named.unwrap_or_else(|| text.clone()),
            code: text,
        }
    }

    fn enter(self, context: Context) {
        self.context.set(Some(context));
        play(Sound::Right);
    }

    /// A code has come.
    pub(super) fn take(self, text: &str) {
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let mode = self.mode.get_untracked();
        let read = Scanned::read(text);
        let wanted = mode.context();
        match &read {
            Scanned::Misread => return self.tell(text, ScanWord::Misread),
            Scanned::Ours(code) if Some(code.kind) == wanted => {
                self.enter(self.context_of(*code));
                // The server knows what people call it.
                return self.name_context(text.to_owned());
            }
            Scanned::Text(key) if wanted == Some(CodeKind::Cell) => {
                if let Some(cell) = self.cell_named(key) {
                    return self.enter(cell);
                }
            }
            _ => {}
        }
        let context = self.context.get_untracked();
        match (mode, context) {
            (ScanMode::Open, _) => self.follow(text),
            (ScanMode::Pack, None) => self.find_shipment(text.to_owned()),
            (_, None) => self.tell(text, ScanWord::NoContext),
            (_, Some(context)) => {
                let scan = new_scan(mode, Some(context.code), text);
                queue::push(self.staff, scan.clone());
                self.show(Entry {
                    scan,
                    stage: Stage::Waiting,
                });
                self.send();
            }
        }
    }

    fn show(self, entry: Entry) {
        self.entries.update(|entries| {
            entries.insert(0, entry);
            entries.truncate(SHOWN);
        });
    }

    /// Says what needs no server.
    fn tell(self, text: &str, word: ScanWord) {
        let scan = new_scan(self.mode.get_untracked(), None, text);
        self.show(Entry {
            scan,
            stage: Stage::Here(word),
        });
        play(Sound::Wrong);
    }

    fn name_context(self, code: String) {
        spawn_local(async move {
            if let Ok(found) = api::get::<FollowCode>(ScanQuery { code: Some(code) }).await
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

    fn find_shipment(self, text: String) {
        spawn_local(async move {
            let query = ScanQuery {
                code: Some(text.clone()),
            };
            match api::get::<FollowCode>(query).await {
                Ok(ScanFound {
                    target: Some(target), ..
                }) if target.kind == CodeKind::Shipment => self.enter(Context {
                    code: target.code,
                    name: target.label,
                }),
                _ => self.tell(&text, ScanWord::NoContext),
            }
        });
    }

    /// Goes to the thing; notes on it are read first.
    fn follow(self, text: &str) {
        let scan = new_scan(ScanMode::Open, None, text);
        spawn_local(async move {
            let answer = api::send::<Scan>((), Nothing {}, scan.clone(), Options::default()).await;
            let stage = match answer {
                Ok(outcome) => Stage::Told(outcome),
                Err(error) => Stage::Refused(error),
            };
            if let Stage::Told(outcome) = &stage {
                self.hear(outcome);
                if let Some(link) = link(&outcome.found).filter(|_| outcome.found.notes.is_empty()) {
                    self.go.run(link);
                    return;
                }
            } else {
                play(Sound::Wrong);
            }
            self.show(Entry { scan, stage });
        });
    }

    fn hear(self, outcome: &ScanOutcome) {
        play(match outcome.verdict {
            _ if !outcome.found.notes.is_empty() => Sound::Note,
            Verdict::Done => Sound::Right,
            Verdict::Already => Sound::Again,
            Verdict::Wrong => Sound::Wrong,
            Verdict::Unknown => Sound::Unknown,
        });
        if outcome.verdict == Verdict::Unknown || !outcome.found.items.is_empty() {
            self.unknown.update(|count| *count = count.wrapping_add(1));
        }
    }

    /// Sends what waits, one turn after another, until nothing does.
    pub(super) fn send(self) {
        self.waiting.set(queue::waiting(self.staff).len());
        if self.sending.get_value() {
            return;
        }
        self.sending.set_value(true);
        spawn_local(async move {
            loop {
                let turn = queue::send(self.staff).await;
                // The page may have been left; what waits goes all the same.
                if self.waiting.try_set(queue::waiting(self.staff).len()).is_some() {
                    queue::drain(self.staff).await;
                    return;
                }
                match turn {
                    Turn::Again => TimeoutFuture::new(AGAIN_MS).await,
                    Turn::Empty => break,
                    Turn::Done(outcomes) => {
                        self.offline.set(false);
                        self.told(outcomes);
                    }
                    Turn::Refused(scans, error) => {
                        for scan in scans {
                            self.settle(&scan.scan_id, Stage::Refused(error.clone()));
                        }
                        play(Sound::Wrong);
                    }
                    Turn::Later => {
                        if !self.offline.get_untracked() {
                            play(Sound::Kept);
                        }
                        self.offline.set(true);
                        TimeoutFuture::new(RETRY_MS).await;
                    }
                }
            }
            self.sending.set_value(false);
        });
    }

    fn settle(self, scan_id: &str, stage: Stage) {
        self.entries.update(|entries| {
            if let Some(entry) = entries.iter_mut().find(|entry| entry.scan.scan_id == scan_id) {
                entry.stage = stage;
            }
        });
    }

    fn told(self, outcomes: Vec<ScanOutcome>) {
        // Of many that come at once only the worst is heard.
        let worst = outcomes.iter().max_by_key(|outcome| match outcome.verdict {
            _ if !outcome.found.notes.is_empty() => 3,
            Verdict::Wrong => 4,
            Verdict::Unknown => 2,
            Verdict::Already => 1,
            Verdict::Done => 0,
        });
        if let Some(worst) = worst {
            self.hear(worst);
        }
        let received: Vec<i64> = outcomes
            .iter()
            .filter(|outcome| outcome.word == ScanWord::Received)
            .flat_map(|outcome| outcome.found.items.iter().map(|item| item.id.0))
            .collect();
        for outcome in outcomes {
            let id = outcome.scan_id.clone();
            self.settle(&id, Stage::Told(outcome));
        }
        if self.prints.get_untracked() && !received.is_empty() {
            self.print(received);
        }
    }

    /// Prints the labels of lines, without leaving the page.
    pub(super) fn print(self, ids: Vec<i64>) {
        let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
        let query = LabelQuery {
            kind: Some(CodeKind::Item),
            ids: Some(ids.join(",")),
            orders: None,
        };
        spawn_local(async move {
            if let Ok(labels) = api::get::<ShowLabels>(query).await {
                self.paper.set(labels.data);
                // The sheet stands in the page before the browser draws it.
                TimeoutFuture::new(50).await;
                let _ = window().print();
            }
        });
    }

    /// The labels that are to be printed.
    pub(super) fn sheet(self) -> AnyView {
        let labels = self.paper.get();
        if labels.is_empty() {
            return ().into_any();
        }
        labels::sheet(labels, labels::Size::remembered(), 1)
    }
}

/// The page to open: the thing's own, or the order of all the lines.
pub(super) fn link(found: &ScanFound) -> Option<String> {
    if let Some(target) = &found.target {
        return Some(target.link.clone());
    }
    let first = found.items.first()?;
    Some(format!("/agent/orders/{}", first.order_id))
}
