//! Uploads in chunks. Each chunk is stored separately; when all have arrived, the file is assembled from them as a stream.

use super::{
    MediaError, SNIFF_BYTES, StoredMedia,
    chunks::{Chunks, remove_chunks},
    store_photo, video,
};
use crate::media::file_type::{FileType, sniff};
use bytes::BytesMut;
use futures::TryStreamExt;
use platform::{state::AppState, virus_scanner};
use sha2::{Digest, Sha256};
use shared_types::media::MediaKind;
use std::io;

/// The sender's declaration of a file.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredFile<'a> {
    /// Photo or video.
    pub kind: MediaKind,
    /// Size in bytes.
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: Option<&'a str>,
}

/// Assembles the chunks of an upload into a photo or a video, and removes them.
///
/// If the file is rejected, the chunks are removed too. If the storage or the virus scanner fails, they stay, so that the call can
/// be repeated.
pub async fn assemble(state: &AppState, path: &str, declared: DeclaredFile<'_>) -> Result<StoredMedia, MediaError> {
    let storage = &state.storage;
    let chunks = Chunks::open(storage, path, declared.bytes).await?;
    let result = check_and_store(state, &chunks, path, declared).await;
    match &result {
        Err(error) if error.is_temporary() => storage.remove_folder(path).await?,
        Err(_) => {
            storage.remove_folder(path).await?;
            remove_chunks(storage, path).await?;
        }
        Ok(_) => remove_chunks(storage, path).await?,
    }
    result
}

/// Checks and stores the file; the chunks stay.
async fn check_and_store(
    state: &AppState,
    chunks: &Chunks<'_>,
    path: &str,
    declared: DeclaredFile<'_>,
) -> Result<StoredMedia, MediaError> {
    let file = check_type(chunks, declared).await?;
    if file.kind() == MediaKind::Video {
        virus_scanner::scan(state, chunks.stream().map_err(io::Error::other)).await?;
    }
    store(chunks, path, file, declared).await
}

/// The type of the file, if it is the declared one.
pub(super) async fn check_type(chunks: &Chunks<'_>, declared: DeclaredFile<'_>) -> Result<FileType, MediaError> {
    if declared.bytes > declared.kind.max_bytes() {
        return Err(MediaError::TooManyBytes(declared.kind.max_bytes()));
    }
    let file = sniff(&chunks.range(0..SNIFF_BYTES as u64).await?)?;
    if file.kind() != declared.kind {
        return Err(MediaError::UnexpectedKind(declared.kind));
    }
    Ok(file)
}

/// Stores the file without the user data of its sender.
pub(super) async fn store(
    chunks: &Chunks<'_>,
    path: &str,
    file: FileType,
    declared: DeclaredFile<'_>,
) -> Result<StoredMedia, MediaError> {
    let mut check = ContentCheck {
        bytes: 0,
        hash: declared.sha256.map(|_| Sha256::new()),
    };
    if file.kind() == MediaKind::Photo {
        let buffer = BytesMut::with_capacity(usize::try_from(declared.bytes).unwrap_or_default());
        let picture = chunks
            .stream()
            .inspect_ok(|bytes| check.add(bytes))
            .try_fold(buffer, |mut buffer, chunk| async move {
                buffer.extend_from_slice(&chunk);
                Ok(buffer)
            })
            .await?;
        check.check(declared)?;
        return store_photo(chunks.storage, path.to_owned(), picture.freeze()).await;
    }
    // The ranges to blank are found first, so that the file is written in one pass.
    let blanks = video::find_user_data(chunks, file).await?;
    let clean = chunks.stream().map_ok(|bytes| {
        let at = check.bytes;
        check.add(&bytes);
        video::blank_ranges(bytes, at, &blanks)
    });
    let name = file.file_name();
    chunks.storage.put_stream(&format!("{path}/{name}"), clean).await?;
    check.check(declared)?;
    Ok(StoredMedia {
        path: path.to_owned(),
        file: name,
        width: 0,
        height: 0,
        bytes: declared.bytes,
    })
}

/// Checks that the bytes of a file have the declared size and hash.
struct ContentCheck {
    bytes: u64,
    hash: Option<Sha256>,
}

impl ContentCheck {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        if let Some(hash) = &mut self.hash {
            hash.update(bytes);
        }
    }

    fn check(self, declared: DeclaredFile<'_>) -> Result<(), MediaError> {
        if self.bytes != declared.bytes {
            return Err(MediaError::Damaged("the file does not have the declared size"));
        }
        let sum = self.hash.map(|hash| hex::encode(hash.finalize()));
        match (declared.sha256, sum) {
            (Some(declared), Some(sum)) if !declared.eq_ignore_ascii_case(&sum) => {
                Err(MediaError::Damaged("the file does not have the declared SHA-256"))
            }
            _ => Ok(()),
        }
    }
}
