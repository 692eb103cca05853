//! Loading of a cargo delivery by scan: what is in it, what is missing, and what does not belong to it.

use super::ShipmentStatus;
use crate::id::{DeliveryId, PlaceId, ShipmentId};
use chrono::{DateTime, Utc};

/// Something that is loaded by one scan: a place of a shipment, or a whole shipment without labels of places.
#[apply(response)]
pub struct LoadUnit {
    pub shipment_id: ShipmentId,
    pub shipment_number: String,
    /// Current status of the shipment.
    pub status: ShipmentStatus,
    pub client_code: String,
    /// The place. Null for a whole shipment.
    pub place_id: Option<PlaceId>,
    /// Number of the place within the shipment. Null for a whole shipment.
    pub number: Option<i32>,
    /// Number of places that the scan loads: 1 for a place, all places for a whole shipment.
    pub places: i32,
    pub weight_grams: Option<i64>,
    /// The delivery that is to carry the shipment.
    pub delivery_id: Option<DeliveryId>,
}

impl LoadUnit {
    /// The number of the shipment, with the number of the place if it is one.
    pub fn name(&self) -> String {
        match self.number {
            Some(number) => format!("{}/{number}", self.shipment_number),
            None => self.shipment_number.clone(),
        }
    }
}

/// A unit that was scanned into a delivery.
#[apply(response)]
pub struct LoadedUnit {
    #[serde(flatten)]
    pub unit: LoadUnit,
    /// Person who scanned it.
    pub actor_name: String,
    /// Time of the scan.
    pub loaded_at: DateTime<Utc>,
}

/// How far the loading of a delivery is.
#[apply(response)]
#[derive(Default)]
pub struct DeliveryLoading {
    /// Number of places to load.
    pub expected: i64,
    /// Number of these places that were scanned.
    pub loaded: i64,
    /// Units of the delivery that were not scanned yet.
    pub missing: Vec<LoadUnit>,
    /// Units that were scanned, but are not of this delivery: their shipments are in another one, or can't be loaded.
    pub surplus: Vec<LoadedUnit>,
}

/// A code that was scanned at the loading of a delivery.
#[apply(request)]
pub struct LoadScan {
    /// The code of a place or a shipment, or the number of a shipment.
    pub code: String,
}

closed_set! {
    /// The outcome of a scan at the loading.
    pub enum LoadResult {
        /// The place is loaded.
        Loaded = "loaded",
        /// The place is loaded, and its shipment, which no delivery carried, was added to this one.
        Added = "added",
        /// The place was scanned before.
        Already = "already",
        /// The shipment is in another delivery. The place is listed as surplus.
        OtherDelivery = "other_delivery",
        /// The shipment can't be loaded in its status. The place is listed as surplus.
        NotReady = "not_ready",
        /// The shipment has several places, whose labels must be scanned.
        ScanPlaces = "scan_places",
        /// The code is not the one of a place or a shipment.
        Unknown = "unknown",
    }
}

/// The result of a scan at the loading.
#[apply(response)]
pub struct LoadOutcome {
    /// Outcome of the scan.
    pub result: LoadResult,
    /// The scanned unit. Null if the code is unknown.
    pub unit: Option<LoadUnit>,
    /// The loading after the scan.
    pub loading: DeliveryLoading,
}

/// Units to take out of a delivery again.
#[apply(request)]
#[derive(Default)]
pub struct LoadRemoval {
    /// Places that were scanned.
    #[serde(default)]
    pub places: Vec<PlaceId>,
    /// Whole shipments that were scanned.
    #[serde(default)]
    pub shipments: Vec<ShipmentId>,
}
