//! The chunks of an unfinished upload in the storage.

use super::MediaError;
use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt, TryStreamExt, stream};
use platform::storage::{Storage, StorageError};
use std::ops::Range;

/// The folder of unfinished uploads in the storage.
pub const UPLOADS: &str = "uploads";

fn chunks_folder(path: &str) -> String {
    format!("{UPLOADS}/{path}")
}

/// Stores a chunk of the file that will be assembled at `path`.
pub async fn put_chunk(storage: &Storage, path: &str, offset: u64, bytes: Bytes) -> Result<(), MediaError> {
    Ok(storage
        .put(&format!("{}/{offset:012}", chunks_folder(path)), bytes)
        .await?)
}

/// Removes the chunks of an upload.
pub async fn remove_chunks(storage: &Storage, path: &str) -> Result<(), MediaError> {
    Ok(storage.remove_folder(&chunks_folder(path)).await?)
}

/// The chunks of one file in the storage.
pub(super) struct Chunks<'a> {
    pub(super) storage: &'a Storage,
    /// Offset and path of each chunk, in order.
    parts: Vec<(u64, String)>,
    /// Size of the file in bytes.
    pub(super) size: u64,
}

impl<'a> Chunks<'a> {
    pub(super) async fn open(storage: &'a Storage, path: &str, size: u64) -> Result<Self, MediaError> {
        let listed = storage.list(&chunks_folder(path)).await?;
        let with_offset = |(name, _): (String, _)| {
            let offset = name.rsplit('/').next().and_then(|last| last.parse().ok());
            (offset.unwrap_or(u64::MAX), name)
        };
        let mut parts: Vec<_> = listed.map_ok(with_offset).try_collect().await?;
        parts.sort_unstable();
        Ok(Self { storage, parts, size })
    }

    /// Reads a range of the file. The result is shorter if chunks are missing or too short.
    pub(super) async fn range(&self, range: Range<u64>) -> Result<Bytes, MediaError> {
        let mut output = BytesMut::new();
        for (index, (offset, name)) in self.parts.iter().enumerate() {
            let end = self.parts.get(index + 1).map_or(self.size, |(next, _)| *next);
            let (from, to) = (range.start.max(*offset), range.end.min(end));
            if from < to {
                output.extend_from_slice(&self.storage.read_range(name, from - offset..to - offset).await?);
            }
        }
        Ok(output.freeze())
    }

    pub(super) fn stream(&self) -> impl Stream<Item = Result<Bytes, StorageError>> + Send {
        let storage = self.storage;
        stream::iter(&self.parts)
            .then(move |(_, name)| async move { Ok::<_, StorageError>(storage.get(name, None).await?.stream) })
            .try_flatten()
    }
}
