//! Photos of shipments.

use crate::{id::ShipmentPhotoId, media::PhotoAddresses};
use chrono::{DateTime, Utc};

/// A photo of a problem with a shipment, or of the scale at a new weighing.
#[apply(response)]
pub struct ShipmentPhoto {
    pub id: ShipmentPhotoId,
    /// URLs of the photo.
    pub addresses: PhotoAddresses,
    /// Time of the upload.
    pub created_at: DateTime<Utc>,
}
