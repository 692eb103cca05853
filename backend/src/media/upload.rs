//! Uploads in chunks: each lies by itself until all are there; then the file is made of them as it is read.

use super::{
    HEAD, MediaError, Stored, keep_photo,
    kinds::{FileType, sniff},
    video,
};
use crate::platform::storage::{Storage, StorageError};
use bytes::{Bytes, BytesMut};
use futures::{Stream, StreamExt, TryStreamExt, stream};
use sha2::{Digest, Sha256};
use shared_types::media::MediaKind;
use std::ops::Range;

/// The folder of uploads under way; what is in it becomes a file or is swept.
pub const UPLOADS: &str = "uploads";

fn folder(path: &str) -> String {
    format!("{UPLOADS}/{path}")
}

/// Keeps a chunk of a file that will be at `path`.
pub async fn put_chunk(storage: &Storage, path: &str, offset: u64, bytes: Bytes) -> Result<(), MediaError> {
    Ok(storage.put(&format!("{}/{offset:012}", folder(path)), bytes).await?)
}

/// Forgets the chunks.
pub async fn drop_chunks(storage: &Storage, path: &str) -> Result<(), MediaError> {
    Ok(storage.remove_folder(&folder(path)).await?)
}

/// What the sender said of a file.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    /// What it is.
    pub kind: MediaKind,
    /// How many bytes it has.
    pub bytes: u64,
    /// Its SHA-256 in hex.
    pub sha256: Option<&'a str>,
}

/// The chunks of one file, each with where it begins.
pub(super) struct Chunks<'a> {
    storage: &'a Storage,
    parts: Vec<(u64, String)>,
    /// Bytes of the file.
    pub(super) size: u64,
}

impl<'a> Chunks<'a> {
    async fn of(storage: &'a Storage, path: &str, size: u64) -> Result<Self, MediaError> {
        let listed = storage.list(&folder(path)).await?;
        let begins = |(name, _): (String, _)| {
            let begin = name.rsplit('/').next().and_then(|last| last.parse().ok());
            (begin.unwrap_or(u64::MAX), name)
        };
        let mut parts: Vec<_> = listed.map_ok(begins).try_collect().await?;
        parts.sort_unstable();
        Ok(Self { storage, parts, size })
    }

    /// Some bytes of the file; fewer where chunks are shorter than they should be.
    pub(super) async fn range(&self, range: Range<u64>) -> Result<Bytes, MediaError> {
        let mut found = BytesMut::new();
        for (index, (begin, name)) in self.parts.iter().enumerate() {
            let end = self.parts.get(index + 1).map_or(self.size, |(next, _)| *next);
            let (from, to) = (range.start.max(*begin), range.end.min(end));
            if from < to {
                found.extend_from_slice(&self.storage.read_range(name, from - begin..to - begin).await?);
            }
        }
        Ok(found.freeze())
    }

    fn stream(&self) -> impl Stream<Item = Result<Bytes, StorageError>> + Send {
        let storage = self.storage;
        stream::iter(&self.parts)
            .then(move |(_, name)| async move { Ok::<_, StorageError>(storage.get(name, None).await?.stream) })
            .try_flatten()
    }
}

/// Makes a photo or a video of the chunks; on a refusal nothing of it is kept.
pub async fn assemble(storage: &Storage, path: &str, declared: Declared<'_>) -> Result<Stored, MediaError> {
    let chunks = Chunks::of(storage, path, declared.bytes).await?;
    let made = made_of(&chunks, path, declared).await;
    match &made {
        // What failed for a while may be tried again; the chunks stay.
        Err(MediaError::Failed(_)) => storage.remove_folder(path).await?,
        Err(_) => {
            storage.remove_folder(path).await?;
            drop_chunks(storage, path).await?;
        }
        Ok(_) => drop_chunks(storage, path).await?,
    }
    made
}

async fn made_of(chunks: &Chunks<'_>, path: &str, declared: Declared<'_>) -> Result<Stored, MediaError> {
    if declared.bytes > declared.kind.max_bytes() {
        return Err(MediaError::Bytes(declared.kind.max_bytes()));
    }
    let file = sniff(&chunks.range(0..HEAD as u64).await?)?;
    if file.kind() != declared.kind {
        return Err(MediaError::Kind(declared.kind));
    }
    let mut seen = Seen {
        bytes: 0,
        hash: declared.sha256.map(|_| Sha256::new()),
    };
    if let FileType::Picture(_) = file {
        let start = BytesMut::with_capacity(usize::try_from(declared.bytes).unwrap_or_default());
        let whole = chunks
            .stream()
            .inspect_ok(|bytes| seen.add(bytes))
            .try_fold(start, |mut whole, next| async move {
                whole.extend_from_slice(&next);
                Ok(whole)
            })
            .await?;
        seen.check(declared)?;
        return keep_photo(chunks.storage, path.to_owned(), whole.freeze()).await;
    }
    // One pass: what is blanked is known before the first byte is written.
    let blanks = video::user_data(chunks, file).await?;
    let clean = chunks.stream().map_ok(|bytes| {
        let at = seen.bytes;
        seen.add(&bytes);
        video::blanked(bytes, at, &blanks)
    });
    let name = file.file_name();
    chunks.storage.put_stream(&format!("{path}/{name}"), clean).await?;
    seen.check(declared)?;
    Ok(Stored {
        path: path.to_owned(),
        file: name,
        width: 0,
        height: 0,
        bytes: declared.bytes,
    })
}

/// What went by: the file must be what was declared.
struct Seen {
    bytes: u64,
    hash: Option<Sha256>,
}

impl Seen {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        if let Some(hash) = &mut self.hash {
            hash.update(bytes);
        }
    }

    fn check(self, declared: Declared<'_>) -> Result<(), MediaError> {
        if self.bytes != declared.bytes {
            return Err(MediaError::Damaged("the file is not as long as was declared"));
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
