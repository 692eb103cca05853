//! Tracks of many shipments, pasted as a list or read from a sheet.

use crate::{id::ShipmentId, items::ExportFault};

/// Most rows of a list of tracks.
pub const TRACK_ROWS: usize = 2_000;

/// A line of a list: a shipment, and the values that it gets.
#[apply(request)]
pub struct ShipmentTrack {
    /// Shipment number.
    pub number: String,
    /// Tracking number of the last mile.
    pub track: String,
    /// Name of the transport company, as the agent's settings have it. Absent leaves the company of the shipment.
    pub carrier: Option<String>,
}

/// Tracks of shipments, of any number of clients.
#[apply(request)]
pub struct ShipmentTracks {
    /// 1 to 100 shipments, each once.
    pub tracks: Vec<ShipmentTrack>,
    /// Whether other tracks and companies are replaced. Otherwise shipments that have them are left out.
    #[serde(default)]
    pub replace: bool,
}

closed_set! {
    /// The change that a line of the list makes to its shipment.
    pub enum ShipmentTrackEffect {
        /// The shipment gets the track, or the company that it lacks.
        Set = "set",
        /// The shipment has another track or company, which is replaced on request only.
        Replace = "replace",
        /// The shipment has the track already.
        Nothing = "nothing",
        /// The shipment is canceled.
        Canceled = "canceled",
        /// No shipment has the number.
        Unknown = "unknown",
        /// The number has several tracks.
        Repeated = "repeated",
    }
}

/// The effect of the track of one shipment.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct ShipmentTrackResult {
    /// Shipment number.
    pub number: String,
    /// Tracking number of the last mile.
    pub track: String,
    /// Name of the transport company.
    pub carrier: Option<String>,
    pub effect: ShipmentTrackEffect,
    /// The shipment, if there is one.
    pub shipment_id: Option<ShipmentId>,
    /// Code of the client, by which staff know it.
    pub client_code: Option<String>,
    /// The track that it has.
    pub present_track: Option<String>,
    /// Name of the transport company that it has.
    pub present_carrier: Option<String>,
    /// Whether the settings have no transport company of this name. The line then changes the track alone.
    pub is_carrier_unknown: bool,
    /// Whether another line has the same track.
    pub shares_track: bool,
}

/// A row of the list without a track to store.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct SkippedTrackRow {
    /// Number of the row.
    pub row: u32,
    /// Number of the shipment, as the row has it.
    pub number: Option<String>,
    pub fault: ExportFault,
}

/// A list of tracks that was read.
#[apply(response)]
pub struct ShipmentTrackList {
    /// The effects of its tracks, in its order.
    pub results: Vec<ShipmentTrackResult>,
    /// The rows without a track to store.
    pub skipped: Vec<SkippedTrackRow>,
}
