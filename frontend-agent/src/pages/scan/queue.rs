//! The queue of scans: stored in the browser until the server has processed them, and sent in order.
//!
//! The id of a scan makes repeated sending safe: the server processes each scan once.

use frontend_ui::{
    api::{self, Error, Options},
    i18n::storage,
};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    endpoint::Nothing,
    id::StaffId,
    problem::ProblemCode,
    scan::{BATCH, NewScan, ScanBatch, ScanCodes, ScanOutcome},
};

/// Delay before the next attempt when the server can't be reached, in milliseconds.
pub(super) const RETRY_MS: u32 = 4_000;
/// Delay before the next attempt after a conflict with a concurrent change, in milliseconds.
pub(super) const CONFLICT_RETRY_MS: u32 = 300;

fn storage_key(staff: StaffId) -> String {
    format!("karavan.scans.{staff}")
}

/// The queued scans, oldest first.
pub(super) fn queued(staff: StaffId) -> Vec<NewScan> {
    let stored = storage().and_then(|storage| storage.get_item(&storage_key(staff)).ok().flatten());
    stored
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

fn store(staff: StaffId, scans: &[NewScan]) {
    let (Some(storage), Ok(text)) = (storage(), serde_json::to_string(scans)) else {
        return;
    };
    let _ = storage.set_item(&storage_key(staff), &text);
}

/// Whether any scan is queued, without parsing the queue.
pub(super) fn has_queued(staff: StaffId) -> bool {
    let stored = storage().and_then(|storage| storage.get_item(&storage_key(staff)).ok().flatten());
    stored.is_some_and(|text| text.len() > "[]".len())
}

/// Appends a scan.
pub(super) fn push(staff: StaffId, scan: NewScan) {
    let mut scans = queued(staff);
    scans.push(scan);
    store(staff, &scans);
}

/// The result of sending one batch.
pub(super) enum SendResult {
    /// The queue is empty.
    Empty,
    /// The outcomes of the batch; more scans may be queued.
    Processed(Vec<ScanOutcome>),
    /// The server rejected these scans for good.
    Rejected(Vec<NewScan>, Error),
    /// A concurrent change of the same objects; the batch is to be sent again at once.
    Conflict,
    /// The server could not be reached or failed; the batch is to be sent again later.
    Unavailable,
}

/// Sends the oldest scans as one batch and removes them from the queue if they were processed or rejected.
pub(super) async fn send_batch(staff: StaffId) -> SendResult {
    let mut scans = queued(staff);
    scans.truncate(BATCH);
    if scans.is_empty() {
        return SendResult::Empty;
    }
    let batch = ScanBatch { scans: scans.clone() };
    let result = api::send::<ScanCodes>((), Nothing {}, batch, Options::default()).await;
    match result {
        Ok(done) => {
            remove_sent(staff, &scans);
            SendResult::Processed(done.data)
        }
        Err(error)
            if matches!(
                error.code(),
                Some(ProblemCode::ValidationFailed | ProblemCode::PermissionDenied)
            ) =>
        {
            remove_sent(staff, &scans);
            SendResult::Rejected(scans, error)
        }
        Err(Error::Problem(problem)) if problem.status == 409 => SendResult::Conflict,
        Err(_) => SendResult::Unavailable,
    }
}

/// Sends the whole queue in the background, without showing outcomes.
pub(super) async fn send_all(staff: StaffId) {
    while has_queued(staff) {
        match send_batch(staff).await {
            SendResult::Empty => return,
            SendResult::Processed(_) | SendResult::Rejected(..) => {}
            SendResult::Conflict => TimeoutFuture::new(CONFLICT_RETRY_MS).await,
            SendResult::Unavailable => TimeoutFuture::new(RETRY_MS).await,
        }
    }
}

/// Removes sent scans from the queue. Scans that another window added meanwhile stay.
fn remove_sent(staff: StaffId, sent: &[NewScan]) {
    let remaining: Vec<NewScan> = queued(staff)
        .into_iter()
        .filter(|scan| sent.iter().all(|done| done.scan_id != scan.scan_id))
        .collect();
    store(staff, &remaining);
}
