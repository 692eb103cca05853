//! Pictures and videos: what is taken, how large, and where it is seen.

use crate::{
    access::Access,
    endpoint::{Nothing, RawFile},
};
use serde::{Deserialize, Serialize};

pub mod limits {
    //! How large, in bytes and pixels; the server refuses more, the pages say so beforehand.

    /// A photo's file.
    pub const PHOTO_BYTES: u64 = 25 << 20;
    /// A video's file.
    pub const VIDEO_BYTES: u64 = 300 << 20;
    /// Width or height of a photo.
    pub const SIDE: u32 = 20_000;
    /// Pixels of a photo.
    pub const PIXELS: u64 = 60_000_000;
    /// The longer side of a thumbnail.
    pub const THUMB: u32 = 320;
    /// The longer side of the picture that is looked at.
    pub const VIEW: u32 = 1600;
}

/// What a file shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum MediaKind {
    /// A picture.
    Photo,
    /// A video.
    Video,
}

impl MediaKind {
    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Photo => "photo",
            Self::Video => "video",
        }
    }

    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        [Self::Photo, Self::Video]
            .into_iter()
            .find(|kind| kind.as_str() == name)
    }

    /// How many bytes a file of it may have.
    pub const fn max_bytes(self) -> u64 {
        match self {
            Self::Photo => limits::PHOTO_BYTES,
            Self::Video => limits::VIDEO_BYTES,
        }
    }
}

/// Where a picture is seen; the addresses work for an hour at most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PhotoAddresses {
    /// A thumbnail, at most 320 pixels a side.
    pub thumb: String,
    /// To be looked at, at most 1600 pixels a side.
    pub view: String,
    /// As large as it was sent.
    pub full: String,
}

/// The signature of an address.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Signed {
    /// Until when it works, in seconds since 1970.
    #[serde(default)]
    pub exp: i64,
    /// The signature.
    #[serde(default)]
    pub sig: String,
    /// The name to save it by; signed, too.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

crate::endpoints! {
    ShowMedia, "show_media": Get "/media/{key}", Access::Public, 200;
    "A picture, a video or another file by the signed address that the API gave; `Range` is answered.";
    path = (String,), query = Signed, body = Nothing => RawFile;
}
