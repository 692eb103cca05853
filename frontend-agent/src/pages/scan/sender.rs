//! Sends the queue of scans in order, on any page, until each scan has its own outcome. The server performs a scan with the
//! same id once, so repeating a batch is safe.

use super::{
    entry::ScanStage,
    queue::{self, Refusal},
};
use frontend_ui::{api::Error, prelude::*};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    id::StaffId,
    scan::{BATCH, NewScan, ScanBatch, ScanCodes, ScanOutcome, Verdict},
};
use std::cell::{Cell, RefCell};

/// Delay before the next attempt when the server can't be reached, in milliseconds.
const RETRY_MS: u32 = 4_000;
/// Delay before the next attempt after a conflict with a concurrent change, in milliseconds. It doubles with each conflict.
const CONFLICT_RETRY_MS: u32 = 300;
/// A scan whose outcome comes later than this is not in front of the person any more, in milliseconds.
const LATE_MS: i64 = 10_000;
/// How often the server may fail at a single scan before the others continue without it.
const MAX_FAILURES: u32 = 3;

/// Whether the queue can be sent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Connection {
    #[default]
    Online,
    Offline,
    /// The session has ended. The queue is sent after the next login.
    LoggedOut,
}

/// The scans that have got their outcomes.
pub(super) type Settled = Vec<(String, ScanStage)>;

thread_local! {
    /// Whose scans are sent: the person who is logged in.
    static PERSON: Cell<Option<StaffId>> = const { Cell::new(None) };
    static IS_SENDING: Cell<bool> = const { Cell::new(false) };
    static CONNECTION: ArcRwSignal<Connection> = ArcRwSignal::new(Connection::Online);
    /// The scanner page, while it is open, with the number of its visit.
    static LISTENER: RefCell<Option<(u32, Callback<Settled>)>> = const { RefCell::new(None) };
    static VISITS: Cell<u32> = const { Cell::new(0) };
}

/// Whether the queue can be sent.
pub(super) fn connection() -> ArcRwSignal<Connection> {
    CONNECTION.with(Clone::clone)
}

/// Reports outcomes to the scanner page until it is left.
pub(super) fn listen(listener: Callback<Settled>) {
    let visit = VISITS.get().wrapping_add(1);
    VISITS.set(visit);
    LISTENER.set(Some((visit, listener)));
    // When the page is drawn again, the old one may be cleaned up after the new one is there.
    on_cleanup(move || {
        LISTENER.with_borrow_mut(|current| {
            current.take_if(|(of, _)| *of == visit);
        });
    });
}

/// Sends the queue of the person who is logged in. Does nothing if that is under way already.
pub(super) fn start(staff: StaffId) {
    PERSON.set(Some(staff));
    if !IS_SENDING.replace(true) {
        spawn_local(async {
            while let Some(staff) = PERSON.get() {
                send_queue(staff).await;
                // Another person may have logged in meanwhile.
                if PERSON.get() == Some(staff) {
                    break;
                }
            }
            IS_SENDING.set(false);
        });
    }
}

/// Sends batches until nothing waits. A batch that is refused as a whole is halved until the refused scan is alone.
async fn send_queue(staff: StaffId) {
    let (mut size, mut failures) = (BATCH, 0_u32);
    while PERSON.get() == Some(staff) {
        let mut scans = queue::waiting(staff);
        scans.truncate(size);
        if scans.is_empty() {
            return;
        }
        let batch = ScanBatch { scans: scans.clone() };
        match api::send::<ScanCodes>((), Nothing {}, batch, Options::default()).await {
            Ok(outcomes) => {
                connection().set(Connection::Online);
                (size, failures) = ((size * 2).min(BATCH), 0);
                if !settle(staff, &scans, outcomes.data) {
                    TimeoutFuture::new(RETRY_MS).await;
                }
            }
            Err(error) => match Reaction::to(&error, scans.len() > 1, failures) {
                Reaction::Stop => {
                    connection().set(Connection::LoggedOut);
                    return;
                }
                Reaction::Halve => (size, failures) = (scans.len().div_ceil(2), 0),
                Reaction::Refuse => {
                    connection().set(Connection::Online);
                    failures = 0;
                    refuse(staff, scans, &error);
                }
                Reaction::Wait(delay, is_reached) => {
                    let state = if is_reached {
                        Connection::Online
                    } else {
                        Connection::Offline
                    };
                    connection().set(state);
                    failures = failures.saturating_add(1);
                    TimeoutFuture::new(delay).await;
                }
            },
        }
    }
}

/// The reaction to a failed request.
enum Reaction {
    /// Nothing can be sent without a login.
    Stop,
    /// One of several scans is refused: fewer are sent at once.
    Halve,
    /// All scans of the request are refused.
    Refuse,
    /// The request is repeated after a delay in milliseconds; and whether the server was reached.
    Wait(u32, bool),
}

impl Reaction {
    fn to(error: &Error, is_batch: bool, failures: u32) -> Self {
        let Error::Problem(problem) = error else {
            return Self::Wait(RETRY_MS, false);
        };
        match problem.status {
            401 => Self::Stop,
            408 | 425 | 429 => Self::Wait(RETRY_MS, true),
            // Only after several attempts: most conflicts and faults pass.
            409 | 500 if failures < MAX_FAILURES => {
                let delay = if problem.status == 409 {
                    CONFLICT_RETRY_MS << failures
                } else {
                    RETRY_MS
                };
                Self::Wait(delay, true)
            }
            // Missing rights of the person or the cabinet concern every scan.
            402 | 403 => Self::Refuse,
            400..=500 if is_batch => Self::Halve,
            400..=500 => Self::Refuse,
            _ => Self::Wait(RETRY_MS, false),
        }
    }
}

/// Removes the scans that have their outcomes from the queue; scans that were refused late stay until they are dismissed. Returns
/// whether there was any.
fn settle(staff: StaffId, sent: &[NewScan], outcomes: Vec<ScanOutcome>) -> bool {
    let is_page_open = LISTENER.with_borrow(Option::is_some);
    let mut settled = Settled::new();
    for outcome in outcomes {
        let Some(scan) = sent.iter().find(|scan| scan.scan_id == outcome.scan_id) else {
            continue;
        };
        let age = format::now().signed_duration_since(scan.scanned_at).num_milliseconds();
        if outcome.verdict == Verdict::Wrong && (!is_page_open || age > LATE_MS) {
            queue::refuse(staff, scan.clone(), Refusal::Outcome(outcome.word));
        } else {
            queue::remove(staff, &scan.scan_id);
        }
        settled.push((outcome.scan_id.clone(), ScanStage::Processed(outcome)));
    }
    let is_any = !settled.is_empty();
    report(settled);
    is_any
}

/// Keeps scans that the server refused until they are dismissed.
fn refuse(staff: StaffId, scans: Vec<NewScan>, error: &Error) {
    let code = error.code().unwrap_or(ProblemCode::ValidationFailed);
    let mut settled = Settled::new();
    for scan in scans {
        settled.push((scan.scan_id.clone(), ScanStage::RequestFailed(error.clone())));
        queue::refuse(staff, scan, Refusal::Problem(code));
    }
    report(settled);
}

fn report(settled: Settled) {
    if let Some((_, listener)) = LISTENER.with_borrow(Clone::clone) {
        listener.try_run(settled);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_refusal_concerns_one_scan_and_a_failure_none() {
        let reaction = |code: ProblemCode, is_batch, failures| {
            let error = Error::Problem(Box::new(code.into()));
            match Reaction::to(&error, is_batch, failures) {
                Reaction::Stop => "stop",
                Reaction::Halve => "halve",
                Reaction::Refuse => "refuse",
                Reaction::Wait(..) => "wait",
            }
        };
        assert_eq!(reaction(ProblemCode::ValidationFailed, true, 0), "halve");
        assert_eq!(reaction(ProblemCode::ValidationFailed, false, 0), "refuse");
        assert_eq!(reaction(ProblemCode::PermissionDenied, true, 0), "refuse");
        assert_eq!(reaction(ProblemCode::CredentialRevoked, true, 0), "stop");
        assert_eq!(reaction(ProblemCode::ScanInProgress, true, 0), "wait");
        assert_eq!(reaction(ProblemCode::ScanInProgress, true, 9), "halve");
        assert_eq!(reaction(ProblemCode::Internal, false, 0), "wait");
        assert_eq!(reaction(ProblemCode::Internal, false, 9), "refuse");
        assert!(matches!(
            Reaction::to(&Error::Network, false, 99),
            Reaction::Wait(_, false)
        ));
    }
}
