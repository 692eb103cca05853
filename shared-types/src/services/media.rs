//! Bodies of photos, videos and their uploads.

use super::Names;
use crate::{
    id::{ItemId, ItemServiceId, MediaId, UploadLinkId},
    media::{MediaKind, PhotoAddresses},
    qr::QrCode,
};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// How a file came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum UploadedVia {
    /// From the cabinet.
    Desktop,
    /// By a link.
    Phone,
}

impl UploadedVia {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Phone => "phone",
        }
    }
}

/// A photo or a video of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ItemMedia {
    /// Its id.
    pub id: MediaId,
    /// The line.
    pub item_id: ItemId,
    /// The service that brought it; none for an extra photo.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service_id: Option<ItemServiceId>,
    /// What it is.
    pub kind: MediaKind,
    /// The photo, or the poster of a video.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub photo: Option<PhotoAddresses>,
    /// The video.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub video: Option<String>,
    /// Width in pixels; 0 where it is not known.
    pub width: i32,
    /// Height in pixels.
    pub height: i32,
    /// Bytes of the file.
    pub bytes: i64,
    /// Whether it is kept from the client.
    pub hidden: bool,
    /// How it came.
    pub via: UploadedVia,
    /// When it came.
    pub created_at: DateTime<Utc>,
}

/// A file that is about to be uploaded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NewUpload {
    /// What it is called on its device; it is shown, never used as a path.
    #[serde(default)]
    pub name: String,
    /// How many bytes it has.
    pub bytes: i64,
    /// What it is.
    pub kind: MediaKind,
    /// Its SHA-256 in hex; checked at the end where it is told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
}

/// An upload under way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadState {
    /// Its id: that of the photo or video it will be.
    pub id: MediaId,
    /// What it is called on its device.
    pub name: String,
    /// How many bytes it has.
    pub bytes: i64,
    /// How many of them came: where the next chunk begins.
    pub offset: i64,
    /// Whether it was finished.
    pub done: bool,
    /// The most that one request may bring.
    pub chunk: i64,
    /// Until when it may go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
}

/// Whether a photo or video is kept from the client.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MediaChange {
    /// Kept from the client.
    pub hidden: bool,
}

/// A link that hands an upload over to a phone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadLink {
    /// Its id.
    pub id: UploadLinkId,
    /// The address; it is told only now.
    pub url: String,
    /// The same for a phone's camera.
    pub qr: QrCode,
    /// Until when it works.
    pub expires_at: DateTime<Utc>,
}

/// What may be uploaded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadLimits {
    /// Files in all.
    pub files: i64,
    /// Bytes in all.
    pub total_bytes: i64,
    /// Bytes of a photo.
    pub photo_bytes: i64,
    /// Bytes of a video.
    pub video_bytes: i64,
    /// Bytes of one request of an upload.
    pub chunk: i64,
}

/// A file as the phone that may have sent it sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PublicMedia {
    /// Its id.
    pub id: MediaId,
    /// What it is.
    pub kind: MediaKind,
    /// A thumbnail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumb: Option<String>,
    /// Bytes of the file.
    pub bytes: i64,
}

/// What the holder of an upload link sees.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PublicList {
    /// What the service is called; empty for extra photos.
    pub names: Names,
    /// The product, so that the right parcel is photographed.
    pub title: String,
    /// What is wanted.
    pub comment: String,
    /// What is taken; anything when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<MediaKind>,
    /// Until when the link works.
    pub expires_at: DateTime<Utc>,
    /// What may be uploaded.
    pub limits: UploadLimits,
    /// What was uploaded by this link, oldest first.
    pub media: Vec<PublicMedia>,
}
