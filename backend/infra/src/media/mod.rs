//! Pictures and videos: type detection, re-encoding, storage, and delivery by signed URLs.
//!
//! Invariants:
//! - Pictures are re-encoded from their pixels; no byte of the uploaded file is served. Only pictures of sheets are stored as they were
//!   sent, until they are shown.
//! - A picture is decoded only after its dimensions have been checked against the limits.
//! - The content type of a stored file follows from its name in the storage, never from the upload.
//! - A file that is served as it was sent has passed the virus scanner, if one is configured.
//! - A signed URL is created only for callers who may see the file. Pictures of goods have public addresses that can't be guessed.
//!
//! A feature stores a picture with [`store_photo`] and saves the returned path. It creates URLs for responses with [`UrlSigner`].
//! When the picture is no longer used, it enqueues the job returned by [`removal_job`] in the same transaction.

mod chunks;
mod cleanup;
mod colour;
mod error;
mod file_type;
pub mod heic;
mod picture;
mod pixels;
mod png;
mod public_picture;
mod routes;
mod signed_url;
mod upload;
mod video;

pub use chunks::{UPLOADS, put_chunk, remove_chunks};
pub use cleanup::handle_removal;
pub use cleanup::{REMOVE_JOB, removal_job, remove_orphans};
pub use error::MediaError;
pub use file_type::{FileType, SNIFF_BYTES, sniff};
pub use public_picture::{picture_address, store_source};
pub use routes::routes;
pub use signed_url::UrlSigner;
pub use upload::{DeclaredFile, assemble};

use bytes::Bytes;
use futures::stream;
use platform::{rng, state::AppState, storage::Storage, virus_scanner};
use shared_types::media::{MediaKind, limits};

/// The kind of object that a stored file belongs to. It is the first part of the file's path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// Photos and videos of order items.
    Items,
    /// People's pictures.
    Avatars,
    /// Photos of problems with shipments.
    Problems,
    /// Files of chats.
    Chats,
    /// Screenshots of product pages.
    Proofs,
    /// Logos of agents.
    Logos,
    /// Pictures of goods from imported sheets.
    Pictures,
}

impl Area {
    /// The first part of the paths in this area.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Items => "items",
            Self::Avatars => "avatars",
            Self::Problems => "problems",
            Self::Chats => "chats",
            Self::Proofs => "proofs",
            Self::Logos => "logos",
            Self::Pictures => "pictures",
        }
    }
}

/// The name of a stored file of any type, which is only downloaded.
const BLOB_FILE_NAME: &str = "file.bin";

/// A stored photo or video.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredMedia {
    /// The folder of its files.
    pub path: String,
    /// The name of its largest file.
    pub file: &'static str,
    /// Width of a photo in pixels; 0 for a video.
    pub width: u32,
    /// Height of a photo in pixels; 0 for a video.
    pub height: u32,
    /// The storage that the files take: a photo in all sizes, or a video.
    pub bytes: u64,
}

/// A stored file of any type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredFile {
    /// The folder of its files.
    pub path: String,
    /// Width and height, if it is a picture.
    pub picture: Option<(u32, u32)>,
    /// The storage that the files take: a picture in all sizes, or the file.
    pub bytes: u64,
}

/// Creates a new path. Its last part is random, so it can't be guessed.
pub fn new_path(area: Area, owner_id: impl Into<i64>) -> String {
    format!("{}/{}/{}", area.as_str(), owner_id.into(), rng::request_id())
}

/// The path in the storage of a file that was stored with [`store_file`].
pub fn stored_path(path: &str, is_picture: bool) -> String {
    format!("{path}/{}", if is_picture { "full.jpg" } else { BLOB_FILE_NAME })
}

/// The type of a picture, by its first bytes. It is not decoded.
fn check_photo(bytes: &Bytes) -> Result<FileType, MediaError> {
    if bytes.len() as u64 > limits::PHOTO_BYTES {
        return Err(MediaError::TooManyBytes(limits::PHOTO_BYTES));
    }
    let file = sniff(bytes.get(..SNIFF_BYTES).unwrap_or(bytes))?;
    if file.kind() != MediaKind::Photo {
        return Err(MediaError::UnexpectedKind(MediaKind::Photo));
    }
    Ok(file)
}

/// Stores a picture of any supported format, re-encoded in three sizes.
pub async fn store_photo(storage: &Storage, path: String, bytes: Bytes) -> Result<StoredMedia, MediaError> {
    let file = check_photo(&bytes)?;
    let picture = picture::reencode(bytes, file).await?;
    let size = picture.bytes();
    for (name, bytes) in [
        ("thumb.jpg", picture.thumb),
        ("view.jpg", picture.view),
        ("full.jpg", picture.full),
    ] {
        storage.put(&format!("{path}/{name}"), bytes.into()).await?;
    }
    Ok(StoredMedia {
        path,
        file: file.file_name(),
        width: picture.width,
        height: picture.height,
        bytes: size,
    })
}

/// Stores a file of any type. A picture is re-encoded. Any other file, and a HEIC that can't be decoded, is scanned, stored unchanged,
/// and can only be downloaded.
pub async fn store_file(state: &AppState, path: String, bytes: Bytes) -> Result<StoredFile, MediaError> {
    if bytes.is_empty() {
        return Err(MediaError::Damaged("the file is empty"));
    }
    let is_picture =
        sniff(bytes.get(..SNIFF_BYTES).unwrap_or(&bytes)).is_ok_and(|file| file.kind() == MediaKind::Photo);
    if is_picture {
        match store_photo(&state.storage, path.clone(), bytes.clone()).await {
            Ok(stored) => {
                return Ok(StoredFile {
                    path: stored.path,
                    picture: Some((stored.width, stored.height)),
                    bytes: stored.bytes,
                });
            }
            // The other person may have a program that shows it.
            Err(MediaError::Heic) => {}
            Err(error) => return Err(error),
        }
    }
    let size = bytes.len() as u64;
    let content = bytes.clone();
    virus_scanner::scan(state, stream::once(async { Ok(content) })).await?;
    state.storage.put(&format!("{path}/{BLOB_FILE_NAME}"), bytes).await?;
    Ok(StoredFile {
        path,
        picture: None,
        bytes: size,
    })
}
