//! The queue of scans in the browser's storage. A scan stays until its own outcome is known: a performed one leaves, and a
//! refused one stays until it is dismissed.
//!
//! Each scan has its own entry, so that two tabs never overwrite each other's scans.

use frontend_ui::i18n::storage;
use leptos::prelude::*;
use shared_types::{
    id::StaffId,
    problem::ProblemCode,
    scan::{NewScan, ScanMessage},
};
use std::{
    cell::{Cell, RefCell},
    collections::BTreeMap,
};

/// Why a scan was not performed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    Outcome(ScanMessage),
    Problem(ProblemCode),
}

/// A scan that waits for its outcome, or that was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct QueuedScan {
    pub(super) scan: NewScan,
    pub(super) refusal: Option<Refusal>,
}

/// A stored entry: the scan, and why it was refused.
type StoredScan = (NewScan, Option<ScanMessage>, Option<ProblemCode>);

thread_local! {
    /// Scans that the storage had no space for. They are lost if the tab is closed.
    static UNSTORED: RefCell<Vec<(StaffId, QueuedScan)>> = const { RefCell::new(Vec::new()) };
    /// Changes with the queue.
    static VERSION: ArcRwSignal<u32> = ArcRwSignal::new(0);
    static IS_CLOSE_GUARDED: Cell<bool> = const { Cell::new(false) };
}

impl QueuedScan {
    fn parse(text: &str) -> Option<Self> {
        let (scan, message, code): StoredScan = serde_json::from_str(text).ok()?;
        let refusal = message.map(Refusal::Outcome).or(code.map(Refusal::Problem));
        Some(Self { scan, refusal })
    }

    fn to_text(&self) -> Option<String> {
        let (message, code) = match self.refusal {
            None => (None, None),
            Some(Refusal::Outcome(message)) => (Some(message), None),
            Some(Refusal::Problem(code)) => (None, Some(code)),
        };
        serde_json::to_string(&(&self.scan, message, code)).ok()
    }
}

/// The keys of scans go on with the id of their owner.
const PREFIX: &str = "karavan.scan.";
/// The keys of the names of people who scan.
const NAME: &str = "karavan.scanner.";

fn prefix(staff: StaffId) -> String {
    format!("{PREFIX}{staff}.")
}

/// The key of the whole queue in earlier versions.
fn legacy_key(staff: StaffId) -> String {
    format!("karavan.scans.{staff}")
}

/// Tracks the queue: the calling effect runs again when it changes.
pub(super) fn track() {
    VERSION.with(ArcRwSignal::track);
}

/// Announces a change of the queue, also one by another tab.
pub(super) fn announce() {
    VERSION.with(|version| version.update(|version| *version = version.wrapping_add(1)));
}

fn keys(staff: StaffId) -> Vec<String> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let prefix = prefix(staff);
    (0..storage.length().unwrap_or(0))
        .filter_map(|index| storage.key(index).ok().flatten())
        .filter(|key| key.starts_with(&prefix))
        .collect()
}

fn unstored(staff: StaffId) -> Vec<QueuedScan> {
    let of_staff = |(owner, entry): &(StaffId, QueuedScan)| (*owner == staff).then(|| entry.clone());
    UNSTORED.with_borrow(|entries| entries.iter().filter_map(of_staff).collect())
}

/// Whether some scans could not be stored, so that the tab must stay open.
pub(super) fn is_storage_full() -> bool {
    UNSTORED.with_borrow(|entries| !entries.is_empty())
}

/// All scans of the queue, oldest first.
pub(super) fn entries(staff: StaffId) -> Vec<QueuedScan> {
    split_legacy_queue(staff);
    let read = |key: String| QueuedScan::parse(&storage()?.get_item(&key).ok()??);
    let mut entries = unstored(staff);
    let stored = keys(staff).into_iter().filter_map(read);
    let stored: Vec<QueuedScan> = stored
        .filter(|entry| entries.iter().all(|other| other.scan.scan_id != entry.scan.scan_id))
        .collect();
    entries.extend(stored);
    entries.sort_by_key(|entry| entry.scan.scanned_at);
    entries
}

/// The scans without an outcome, oldest first.
pub(super) fn waiting(staff: StaffId) -> Vec<NewScan> {
    let waiting = entries(staff).into_iter().filter(|entry| entry.refusal.is_none());
    waiting.map(|entry| entry.scan).collect()
}

/// The refused scans, newest first.
pub(super) fn refused(staff: StaffId) -> Vec<QueuedScan> {
    let refused = entries(staff).into_iter().rev();
    refused.filter(|entry| entry.refusal.is_some()).collect()
}

/// Stores the name of a person who scans, for others who use the browser.
pub(super) fn remember_name(staff: StaffId, name: &str) {
    if let Some(storage) = storage() {
        let _ = storage.set_item(&format!("{NAME}{staff}"), name);
    }
}

/// The names of other people whose scans wait in this browser, with the number of their scans. Only their owner can send them.
pub(super) fn of_others(staff: StaffId) -> Vec<(Option<String>, usize)> {
    let Some(storage) = storage() else {
        return Vec::new();
    };
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let keys = (0..storage.length().unwrap_or(0)).filter_map(|index| storage.key(index).ok().flatten());
    for key in keys {
        if let Some((owner, _)) = key.strip_prefix(PREFIX).and_then(|rest| rest.split_once('.')) {
            *counts.entry(owner.to_owned()).or_default() += 1;
        }
    }
    counts.remove(&staff.to_string());
    let name = |owner: &str| storage.get_item(&format!("{NAME}{owner}")).ok().flatten();
    counts.into_iter().map(|(owner, count)| (name(&owner), count)).collect()
}

/// Whether the queue has any scan, without parsing them.
pub(super) fn has_entries(staff: StaffId) -> bool {
    let legacy = storage().and_then(|storage| storage.get_item(&legacy_key(staff)).ok().flatten());
    legacy.is_some() || !keys(staff).is_empty() || !unstored(staff).is_empty()
}

/// Stores an entry. An entry for which there is no space stays in memory, and the tab asks before it is closed.
fn write(staff: StaffId, entry: QueuedScan) {
    let key = format!("{}{}", prefix(staff), entry.scan.scan_id);
    let is_stored = storage()
        .zip(entry.to_text())
        .is_some_and(|(storage, text)| storage.set_item(&key, &text).is_ok());
    UNSTORED.with_borrow_mut(|entries| {
        entries.retain(|(_, other)| other.scan.scan_id != entry.scan.scan_id);
        if !is_stored {
            entries.push((staff, entry));
        }
    });
    if !is_stored && !IS_CLOSE_GUARDED.replace(true) {
        window_event_listener_untyped("beforeunload", |event| {
            if is_storage_full() {
                event.prevent_default();
            }
        });
    }
}

/// Adds a scan.
pub(super) fn push(staff: StaffId, scan: NewScan) {
    write(staff, QueuedScan { scan, refusal: None });
    announce();
}

/// Keeps a refused scan until it is dismissed.
pub(super) fn refuse(staff: StaffId, scan: NewScan, refusal: Refusal) {
    let refusal = Some(refusal);
    write(staff, QueuedScan { scan, refusal });
    announce();
}

/// Removes a scan that has its outcome, or that the person dismissed.
pub(super) fn remove(staff: StaffId, scan_id: &str) {
    if let Some(storage) = storage() {
        let _ = storage.remove_item(&format!("{}{scan_id}", prefix(staff)));
    }
    // There may be space now for scans that could not be stored.
    for (owner, entry) in UNSTORED.take() {
        if entry.scan.scan_id != scan_id {
            write(owner, entry);
        }
    }
    announce();
}

/// Stores the scans of the one list that earlier versions had each on its own.
fn split_legacy_queue(staff: StaffId) {
    let (Some(storage), key) = (storage(), legacy_key(staff)) else {
        return;
    };
    let Some(text) = storage.get_item(&key).ok().flatten() else {
        return;
    };
    let scans: Vec<NewScan> = serde_json::from_str(&text).unwrap_or_default();
    let _ = storage.remove_item(&key);
    for scan in scans {
        write(staff, QueuedScan { scan, refusal: None });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::scan::ScanMode;

    #[test]
    fn stored_entries_keep_their_refusal() {
        let scan = NewScan {
            scan_id: "a".to_owned(),
            mode: ScanMode::Receive,
            context: Some("KC-12".to_owned()),
            code: "]C1SF1\u{1d}".to_owned(),
            scanned_at: chrono::DateTime::UNIX_EPOCH,
        };
        for refusal in [
            None,
            Some(Refusal::Outcome(ScanMessage::Unreadable)),
            Some(Refusal::Problem(ProblemCode::PermissionDenied)),
        ] {
            let entry = QueuedScan {
                scan: scan.clone(),
                refusal,
            };
            let text = entry.to_text().expect("a text");
            assert_eq!(QueuedScan::parse(&text), Some(entry));
        }
    }
}
