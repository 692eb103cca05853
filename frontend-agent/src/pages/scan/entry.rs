//! Scans on the screen, and their cell or shipment.

use frontend_ui::api::Error;
use shared_types::scan::{NewScan, ScanMessage, ScanOutcome, Verdict};

/// The cell or shipment that items are scanned into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScanContext {
    pub(super) code: String,
    pub(super) name: String,
}

/// The progress of a scan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ScanStage {
    /// Queued for sending.
    Queued,
    /// Processed by the server.
    Processed(ScanOutcome),
    /// Rejected in the browser, without the server.
    RejectedLocally(ScanMessage),
    RequestFailed(Error),
}

/// A scan on the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScanEntry {
    pub(super) scan: NewScan,
    pub(super) stage: ScanStage,
}

impl ScanEntry {
    /// The verdict; `None` while the scan is queued.
    pub(super) fn verdict(&self) -> Option<Verdict> {
        match &self.stage {
            ScanStage::Queued => None,
            ScanStage::Processed(outcome) => Some(outcome.verdict),
            ScanStage::RejectedLocally(_) | ScanStage::RequestFailed(_) => Some(Verdict::Wrong),
        }
    }
}
