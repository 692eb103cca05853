//! Scans on their way: kept in this browser until the server has done them, sent in their order, each once.
//!
//! The scan's own id makes it safe to send a second time what was perhaps done already.

use frontend_ui::{
    api::{self, Error, Options},
    i18n::storage,
};
use shared_types::{
    endpoint::Nothing,
    problem::ProblemCode,
    scan::{BATCH, NewScan, ScanBatch, ScanMany, ScanOutcome},
};

fn key(staff: i64) -> String {
    format!("karavan.scans.{staff}")
}

/// What waits, oldest first.
pub(super) fn waiting(staff: i64) -> Vec<NewScan> {
    let held = storage().and_then(|storage| storage.get_item(&key(staff)).ok().flatten());
    held.and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn keep(staff: i64, scans: &[NewScan]) {
    let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(scans)) else {
        return;
    };
    let _ = storage.set_item(&key(staff), &text);
}

/// Puts a scan at the end.
pub(super) fn push(staff: i64, scan: NewScan) {
    let mut scans = waiting(staff);
    scans.push(scan);
    keep(staff, &scans);
}

/// What became of a turn of sending.
pub(super) enum Turn {
    /// Nothing waits.
    Empty,
    /// These were done; more may wait.
    Done(Vec<ScanOutcome>),
    /// These will never be done: the server said no.
    Refused(Vec<NewScan>, Error),
    /// The server was not reached, or could not.
    Later,
}

/// Sends the oldest that wait.
pub(super) async fn send(staff: i64) -> Turn {
    let mut scans = waiting(staff);
    scans.truncate(BATCH);
    if scans.is_empty() {
        return Turn::Empty;
    }
    let batch = ScanBatch { scans: scans.clone() };
    let answer = api::send::<ScanMany>((), Nothing {}, batch, Options::default()).await;
    match answer {
        Ok(done) => {
            drop_sent(staff, &scans);
            Turn::Done(done.data)
        }
        Err(error)
            if matches!(
                error.code(),
                Some(ProblemCode::ValidationFailed | ProblemCode::PermissionDenied)
            ) =>
        {
            drop_sent(staff, &scans);
            Turn::Refused(scans, error)
        }
        Err(_) => Turn::Later,
    }
}

/// Takes off what was sent; what another window added meanwhile stays.
fn drop_sent(staff: i64, sent: &[NewScan]) {
    let left: Vec<NewScan> = waiting(staff)
        .into_iter()
        .filter(|scan| sent.iter().all(|gone| gone.scan_id != scan.scan_id))
        .collect();
    keep(staff, &left);
}
