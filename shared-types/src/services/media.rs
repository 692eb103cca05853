//! Request and response bodies of photos, videos and their uploads.

use super::LocalizedName;
use crate::{
    id::{ItemId, ItemServiceId, MediaId, UploadLinkId},
    media::{MediaKind, PhotoAddresses},
    qr::QrCode,
};
use chrono::{DateTime, Utc};

closed_set! {
    /// The origin of an uploaded file.
    pub enum UploadOrigin {
        /// The cabinet.
        Desktop = "desktop",
        /// An upload link.
        Phone = "phone",
    }
}

/// A photo or video of an item.
#[serde_with::skip_serializing_none]
#[apply(response)]
pub struct ItemMedia {
    pub id: MediaId,
    pub item_id: ItemId,
    /// Service that produced it. Absent for an extra photo or video.
    pub service_id: Option<ItemServiceId>,
    /// Photo or video.
    pub kind: MediaKind,
    /// URLs of the photo, or of the poster of a video.
    pub photo: Option<PhotoAddresses>,
    /// URL of the video.
    pub video: Option<String>,
    /// Width in pixels. 0 if unknown.
    pub width: i32,
    /// Height in pixels. 0 if unknown.
    pub height: i32,
    /// File size in bytes.
    pub bytes: i64,
    /// Whether it is hidden from the client.
    pub hidden: bool,
    /// How the file was uploaded.
    pub via: UploadOrigin,
    /// Time of the upload.
    pub created_at: DateTime<Utc>,
}

/// A file to upload.
#[apply(request)]
pub struct NewUpload {
    /// File name on the device. Only displayed, never used as a path.
    #[serde(default)]
    pub name: String,
    /// File size in bytes.
    pub bytes: i64,
    /// Photo or video.
    pub kind: MediaKind,
    /// SHA-256 of the file in hex. If given, it is verified at the end of the upload.
    pub sha256: Option<String>,
}

#[apply(response)]
pub struct UploadState {
    /// Id of the upload, and of the photo or video that it becomes.
    pub id: MediaId,
    /// File name on the device.
    pub name: String,
    /// File size in bytes.
    pub bytes: i64,
    /// Number of bytes received: the offset of the next chunk.
    pub offset: i64,
    /// Whether the upload is finished.
    pub done: bool,
    /// Maximum size of one upload request, in bytes.
    pub chunk: i64,
    /// Time when an unfinished upload is deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
}

/// A change of the visibility of a photo or video.
#[apply(request)]
#[derive(Copy)]
pub struct MediaChange {
    /// Whether it is hidden from the client.
    pub hidden: bool,
}

/// A link for uploads from a phone.
#[apply(response)]
pub struct UploadLink {
    pub id: UploadLinkId,
    /// URL of the upload page. Returned only once.
    pub url: String,
    /// The same URL as a QR code.
    pub qr: QrCode,
    /// Expiry time.
    pub expires_at: DateTime<Utc>,
}

#[apply(response)]
#[derive(Copy)]
pub struct UploadLimits {
    /// Maximum number of files.
    pub files: i64,
    /// Maximum total size, in bytes.
    pub total_bytes: i64,
    /// Maximum size of a photo, in bytes.
    pub photo_bytes: i64,
    /// Maximum size of a video, in bytes.
    pub video_bytes: i64,
    /// Maximum size of one upload request, in bytes.
    pub chunk: i64,
}

/// A file uploaded with an upload link.
#[apply(response)]
pub struct PublicMedia {
    pub id: MediaId,
    /// Photo or video.
    pub kind: MediaKind,
    /// URL of the thumbnail.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thumb: Option<String>,
    /// File size in bytes.
    pub bytes: i64,
}

/// The upload page of an upload link.
#[apply(response)]
pub struct PublicUploads {
    /// Names of the service. Empty for extra photos and videos.
    pub names: LocalizedName,
    /// Title of the product, so that the right one is photographed.
    pub title: String,
    /// Instructions for the service.
    pub comment: String,
    /// Accepted kind of media. Any kind if absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<MediaKind>,
    /// Expiry time of the link.
    pub expires_at: DateTime<Utc>,
    /// Limits of uploads.
    pub limits: UploadLimits,
    /// Files uploaded with this link, oldest first.
    pub media: Vec<PublicMedia>,
}
