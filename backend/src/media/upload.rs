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

/// Makes a photo or a video of the chunks; on a refusal nothing of it is kept.
pub async fn assemble(storage: &Storage, path: &str, declared: Declared<'_>) -> Result<Stored, MediaError> {
    let mut names: Vec<String> = storage
        .list(&folder(path))
        .await?
        .map_ok(|(name, _)| name)
        .try_collect()
        .await?;
    names.sort_unstable();
    let made = match names.first() {
        Some(first) => made_of(storage, path, declared, first, &names).await,
        None => Err(MediaError::Damaged("the file is empty")),
    };
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

async fn made_of(
    storage: &Storage,
    path: &str,
    declared: Declared<'_>,
    first: &str,
    names: &[String],
) -> Result<Stored, MediaError> {
    if declared.bytes > declared.kind.max_bytes() {
        return Err(MediaError::Bytes(declared.kind.max_bytes()));
    }
    let head = storage.read_range(first, 0..HEAD as u64).await.unwrap_or_default();
    let file = sniff(&head)?;
    if file.kind() != declared.kind {
        return Err(MediaError::Kind(declared.kind));
    }
    let mut seen = Seen::default();
    let all = chunks(storage, names).inspect_ok(|bytes| seen.add(bytes));
    let stored = match file {
        FileType::Picture(_) => {
            let start = BytesMut::with_capacity(usize::try_from(declared.bytes).unwrap_or_default());
            let whole = all
                .try_fold(start, |mut whole, next| async move {
                    whole.extend_from_slice(&next);
                    Ok(whole)
                })
                .await?;
            seen.check(declared)?;
            return keep_photo(storage, path.to_owned(), whole.freeze()).await;
        }
        _ => {
            let name = file.file_name();
            storage.put_stream(&format!("{path}/{name}"), all).await?;
            Stored {
                path: path.to_owned(),
                file: name,
                width: 0,
                height: 0,
                bytes: declared.bytes,
            }
        }
    };
    seen.check(declared)?;
    video::blank_metadata(storage, &stored, file).await?;
    Ok(stored)
}

fn chunks<'a>(
    storage: &'a Storage,
    names: &'a [String],
) -> impl Stream<Item = Result<Bytes, StorageError>> + Send + 'a {
    stream::iter(names)
        .then(move |name| async move { Ok::<_, StorageError>(storage.get(name, None).await?.stream) })
        .try_flatten()
}

/// What went by: the file must be what was declared.
#[derive(Default)]
struct Seen {
    bytes: u64,
    hash: Sha256,
}

impl Seen {
    fn add(&mut self, bytes: &[u8]) {
        self.bytes += bytes.len() as u64;
        self.hash.update(bytes);
    }

    fn check(self, declared: Declared<'_>) -> Result<(), MediaError> {
        if self.bytes != declared.bytes {
            return Err(MediaError::Damaged("the file is not as long as was declared"));
        }
        let sum = hex::encode(self.hash.finalize());
        if declared
            .sha256
            .is_some_and(|declared| !declared.eq_ignore_ascii_case(&sum))
        {
            return Err(MediaError::Damaged("the file does not have the declared SHA-256"));
        }
        Ok(())
    }
}
