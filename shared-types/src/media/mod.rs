//! Photos and videos: accepted kinds, size limits and URLs.

use crate::{
    access::Access,
    endpoint::{Nothing, RawFile},
};

pub mod limits {
    //! Size limits in bytes and pixels. The server rejects larger files; the pages check before an upload.

    /// Maximum size of a photo file, in bytes.
    pub const PHOTO_BYTES: u64 = 25 << 20;
    /// Maximum size of a video file, in bytes.
    pub const VIDEO_BYTES: u64 = 300 << 20;
    /// Maximum width and height of a photo, in pixels.
    pub const PHOTO_SIDE: u32 = 20_000;
    /// Maximum number of pixels of a photo.
    pub const PHOTO_PIXELS: u64 = 60_000_000;
    /// Length of the longer side of a thumbnail, in pixels.
    pub const THUMB_SIDE: u32 = 320;
    /// Length of the longer side of the view size, in pixels.
    pub const VIEW_SIDE: u32 = 1600;
}

closed_set! {
    /// The kind of a media file.
    pub enum MediaKind {
        Photo = "photo",
        Video = "video",
    }
}

impl MediaKind {
    /// Returns the maximum file size, in bytes.
    pub const fn max_bytes(self) -> u64 {
        match self {
            Self::Photo => limits::PHOTO_BYTES,
            Self::Video => limits::VIDEO_BYTES,
        }
    }
}

/// Signed URLs of a picture, valid for one hour at most.
#[apply(response)]
pub struct PhotoAddresses {
    /// Thumbnail, at most 320 pixels per side.
    pub thumb: String,
    /// View size, at most 1600 pixels per side.
    pub view: String,
    /// Original size.
    pub full: String,
}

/// Signature of a media URL.
#[apply(request)]
#[derive(Default)]
pub struct SignedQuery {
    /// Expiry time, in seconds since 1970.
    #[serde(default)]
    pub exp: i64,
    #[serde(default)]
    pub sig: String,
    /// File name for the download. Part of the signature.
    pub name: Option<String>,
}

crate::endpoints! {
    media_endpoints:

    [Media]
    ShowMedia, "show_media": Get "/media/{key}", Access::Public, 200;
    "Returns a picture, a video or another file by its signed URL. Supports `Range`.";
    path = (String,), query = SignedQuery, body = Nothing => RawFile;

    ShowPicture, "show_picture": Get "/goods-pictures/{name}", Access::Public, 200;
    "Returns a picture of goods from an imported sheet. Its address can't be guessed.";
    path = (String,), query = Nothing, body = Nothing => RawFile;
}
