//! Pictures and videos: taken by content, made anew, stored under names of our own, served by signed addresses.
//!
//! Invariants: no byte of a sent picture is stored, only its pixels encoded again; nothing is decoded before its size is known to
//! be bearable; a stored file's type follows from the name we gave it; an address is made only for whoever may see the file.
//!
//! A feature that takes a picture calls [`keep_photo`] and keeps the path it gets; when it shows the picture it makes
//! addresses with [`Signer`]; when it gives the picture up it enqueues [`REMOVE`] in the same transaction, or calls [`remove`].

mod address;
mod kinds;
mod picture;
mod serve;
mod sweep;
mod upload;
mod video;

pub use address::Signer;
pub use kinds::{FileType, HEAD, sniff};
pub use serve::routes;
pub(crate) use sweep::do_remove;
pub use sweep::{REMOVE, remove, sweep};
pub use upload::{Declared, UPLOADS, assemble, drop_chunks, put_chunk};

use crate::platform::{
    http::Failure,
    rng,
    storage::{Storage, StorageError},
};
use bytes::Bytes;
use shared_types::{
    media::{MediaKind, limits},
    problem::{Problem, ProblemCode},
};

/// What a stored file belongs to: the first part of its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// Photos and videos of order items.
    Items,
    /// People's pictures.
    Avatars,
    /// Photos of what is wrong with a shipment.
    Problems,
    /// Files of chats.
    Chats,
}

impl Area {
    /// The first part of its paths.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Items => "items",
            Self::Avatars => "avatars",
            Self::Problems => "problems",
            Self::Chats => "chats",
        }
    }
}

/// The name of a file that is only ever saved.
const BLOB: &str = "file.bin";

/// Why a file is not taken.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MediaError {
    /// It is nothing that is taken.
    #[error("JPEG, PNG, WebP, GIF, MP4, MOV and WebM are taken")]
    Type,
    /// A photo where a video was expected, or the other way round.
    #[error("a {expected} is expected here", expected = .0.as_str())]
    Kind(MediaKind),
    /// Apple's format, which browsers do not show.
    #[error("photos in the HEIC format are not taken: on an iPhone choose Settings, Camera, Formats, Most Compatible")]
    Heic,
    /// Too many bytes.
    #[error("at most {0} bytes are taken")]
    Bytes(u64),
    /// Too many pixels.
    #[error("a picture may have {side} pixels a side and {pixels} in all", side = limits::SIDE, pixels = limits::PIXELS)]
    Pixels,
    /// It is broken.
    #[error("{0}")]
    Damaged(&'static str),
    /// A fault of ours.
    #[error("{0}")]
    Failed(String),
}

impl From<StorageError> for MediaError {
    fn from(error: StorageError) -> Self {
        Self::Failed(error.to_string())
    }
}

impl From<MediaError> for Failure {
    #[track_caller]
    fn from(error: MediaError) -> Self {
        let code = match error {
            MediaError::Type | MediaError::Kind(_) => ProblemCode::MediaTypeRefused,
            MediaError::Heic => ProblemCode::MediaHeic,
            MediaError::Bytes(_) | MediaError::Pixels => ProblemCode::MediaTooLarge,
            MediaError::Damaged(_) => ProblemCode::MediaUnreadable,
            MediaError::Failed(cause) => return Self::internal(cause),
        };
        Problem::new(code).detail(error.to_string()).into()
    }
}

/// What was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// Where: the folder of its files.
    pub path: String,
    /// Its largest file.
    pub file: &'static str,
    /// Width of a picture.
    pub width: u32,
    /// Height of a picture.
    pub height: u32,
    /// Bytes of what is served largest.
    pub bytes: u64,
}

/// A file of any kind that was stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// Where: the folder of its files.
    pub path: String,
    /// Width and height of a picture.
    pub picture: Option<(u32, u32)>,
    /// Bytes of what is served largest.
    pub bytes: u64,
}

/// A fresh path for something of this owner; nobody can guess it.
pub fn new_path(area: Area, owner_id: i64) -> String {
    format!("{}/{owner_id}/{}", area.as_str(), rng::request_id())
}

/// Takes a picture of any accepted format and stores it in three sizes.
pub async fn keep_photo(storage: &Storage, path: String, bytes: Bytes) -> Result<Stored, MediaError> {
    if bytes.len() as u64 > limits::PHOTO_BYTES {
        return Err(MediaError::Bytes(limits::PHOTO_BYTES));
    }
    let file = sniff(bytes.get(..HEAD).unwrap_or(&bytes))?;
    if file.kind() != MediaKind::Photo {
        return Err(MediaError::Kind(MediaKind::Photo));
    }
    let made = picture::remake(bytes, file).await?;
    let size = made.full.len() as u64;
    for (name, bytes) in [
        ("thumb.jpg", made.thumb),
        ("view.jpg", made.view),
        ("full.jpg", made.full),
    ] {
        storage.put(&format!("{path}/{name}"), bytes.into()).await?;
    }
    Ok(Stored {
        path,
        file: file.file_name(),
        width: made.width,
        height: made.height,
        bytes: size,
    })
}

/// Takes any file: a picture is made anew, all else is kept as it came, under a name that makes it nothing but bytes to save.
pub async fn keep_any(storage: &Storage, path: String, bytes: Bytes) -> Result<Kept, MediaError> {
    if bytes.is_empty() {
        return Err(MediaError::Damaged("the file is empty"));
    }
    let is_picture = sniff(bytes.get(..HEAD).unwrap_or(&bytes)).is_ok_and(|file| file.kind() == MediaKind::Photo);
    if is_picture {
        let stored = keep_photo(storage, path, bytes).await?;
        return Ok(Kept {
            path: stored.path,
            picture: Some((stored.width, stored.height)),
            bytes: stored.bytes,
        });
    }
    let size = bytes.len() as u64;
    storage.put(&format!("{path}/{BLOB}"), bytes).await?;
    Ok(Kept {
        path,
        picture: None,
        bytes: size,
    })
}
