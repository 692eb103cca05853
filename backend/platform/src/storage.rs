//! Files in a folder, an S3-compatible bucket or, for tests, memory, with one interface that streams both ways.
//!
//! The store is opened on first use, so that a server without files creates no folder.

use crate::telemetry::{self, CallOutcome};
use bytes::Bytes;
use futures::{Stream, StreamExt, TryStreamExt, stream::BoxStream};
pub use object_store::GetRange;
use object_store::{
    GetOptions, ObjectStore, ObjectStoreExt, PutPayload, WriteMultipart, aws::AmazonS3Builder, local::LocalFileSystem,
    memory::InMemory, path::Path, prefix::PrefixStore,
};
use std::{future::Future, ops::Range, sync::Arc};
use tokio::sync::OnceCell;

/// Size of one part of a streamed file, in bytes: the smallest that S3 accepts, and the most of a file that is in memory.
const PART_SIZE: usize = 5 << 20;

/// The variables that configure an S3 store, under their usual names.
pub const S3_VARIABLES: [&str; 7] = [
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    "AWS_REGION",
    "AWS_ENDPOINT",
    "AWS_ALLOW_HTTP",
    "AWS_VIRTUAL_HOSTED_STYLE_REQUEST",
];

/// The files of the service.
#[derive(Clone)]
pub struct Storage {
    url: Arc<str>,
    options: Arc<[(String, String)]>,
    opened: Arc<OnceCell<Arc<dyn ObjectStore>>>,
}

/// Why an operation failed.
#[derive(Debug, thiserror::Error)]
pub enum StorageError {
    /// There is no such file.
    #[error("there is no such file")]
    NotFound,
    /// The range lies outside the file.
    #[error("the range lies outside the file")]
    Range,
    /// Any other error.
    #[error("the storage failed: {0}")]
    Failed(String),
}

impl From<object_store::Error> for StorageError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::NotFound,
            other => Self::Failed(other.to_string()),
        }
    }
}

/// A file, or a range of it, to be sent.
pub struct FileStream {
    /// Length of the whole file, in bytes.
    pub size: u64,
    /// The bytes that the stream contains.
    pub range: Range<u64>,
    pub stream: BoxStream<'static, Result<Bytes, StorageError>>,
}

impl Storage {
    /// A store at an address: `memory:`, `s3://bucket/prefix`, or the path of a folder.
    pub fn new(url: &str, options: Vec<(String, String)>) -> Self {
        Self {
            url: url.into(),
            options: options.into(),
            opened: Arc::default(),
        }
    }

    async fn store(&self) -> Result<&Arc<dyn ObjectStore>, StorageError> {
        self.opened
            .get_or_try_init(|| async { open(&self.url, &self.options) })
            .await
    }

    /// Writes a small file. A file at the same path is replaced.
    pub async fn put(&self, path: &str, bytes: Bytes) -> Result<(), StorageError> {
        let (store, path) = (self.store().await?, Path::from(path));
        record(store.put(&path, PutPayload::from_bytes(bytes))).await?;
        Ok(())
    }

    /// Writes a file as a stream, part by part. The file exists only once all of it is written.
    pub async fn put_stream<S>(&self, path: &str, bytes: S) -> Result<(), StorageError>
    where
        S: Stream<Item = Result<Bytes, StorageError>> + Send,
    {
        let upload = self.store().await?.put_multipart(&Path::from(path)).await?;
        let mut writer = WriteMultipart::new_with_chunk_size(upload, PART_SIZE);
        futures::pin_mut!(bytes);
        loop {
            match bytes.try_next().await {
                Ok(Some(next)) => {
                    writer.write(&next);
                    writer.wait_for_capacity(1).await?;
                }
                Ok(None) => break,
                Err(error) => {
                    writer.abort().await.ok();
                    return Err(error);
                }
            }
        }
        record(writer.finish()).await?;
        Ok(())
    }

    /// Opens a file, or a range of it, as a stream.
    pub async fn get(&self, path: &str, range: Option<GetRange>) -> Result<FileStream, StorageError> {
        let ranged = range.is_some();
        let options = GetOptions {
            range,
            ..GetOptions::default()
        };
        let (store, location) = (self.store().await?, Path::from(path));
        let found = match record(store.get_opts(&location, options)).await {
            Ok(found) => found,
            // Stores report an invalid range in different ways. If the file itself is there, the range is the cause.
            Err(error) if ranged && !matches!(error, object_store::Error::NotFound { .. }) => {
                self.size(path).await?;
                return Err(StorageError::Range);
            }
            Err(error) => return Err(error.into()),
        };
        Ok(FileStream {
            size: found.meta.size,
            range: found.range.clone(),
            stream: found.into_stream().map_err(StorageError::from).boxed(),
        })
    }

    /// Reads a file that is known to be small.
    pub async fn read(&self, path: &str) -> Result<Bytes, StorageError> {
        Ok(self.store().await?.get(&Path::from(path)).await?.bytes().await?)
    }

    /// Reads a range of a file.
    pub async fn read_range(&self, path: &str, range: Range<u64>) -> Result<Bytes, StorageError> {
        Ok(self.store().await?.get_range(&Path::from(path), range).await?)
    }

    /// The length of a file, in bytes.
    pub async fn size(&self, path: &str) -> Result<u64, StorageError> {
        Ok(self.store().await?.head(&Path::from(path)).await?.size)
    }

    /// The paths below a folder, with the time of each file's last change.
    pub async fn list(
        &self,
        folder: &str,
    ) -> Result<BoxStream<'static, Result<(String, chrono::DateTime<chrono::Utc>), StorageError>>, StorageError> {
        let found = self.store().await?.list(Some(&Path::from(folder)));
        Ok(found
            .map_ok(|meta| (meta.location.to_string(), meta.last_modified))
            .map_err(StorageError::from)
            .boxed())
    }

    /// Removes a file. It is no error if there is none.
    pub async fn remove(&self, path: &str) -> Result<(), StorageError> {
        match self.store().await?.delete(&Path::from(path)).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Removes everything below a folder. It is no error if there is nothing.
    pub async fn remove_folder(&self, folder: &str) -> Result<(), StorageError> {
        let store = self.store().await?;
        let paths = store
            .list(Some(&Path::from(folder)))
            .map_ok(|meta| meta.location)
            .boxed();
        let mut removed = store.delete_stream(paths);
        while let Some(outcome) = removed.next().await {
            match outcome {
                Ok(_) | Err(object_store::Error::NotFound { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }
}

/// Counts and times a call of the store. A file that is not there is no failure.
async fn record<T>(call: impl Future<Output = object_store::Result<T>>) -> object_store::Result<T> {
    telemetry::record_call(
        "storage",
        |_| call,
        |result| match result {
            Ok(_) => CallOutcome::Ok,
            Err(object_store::Error::NotFound { .. }) => CallOutcome::Refused,
            Err(_) => CallOutcome::Failed,
        },
    )
    .await
}

fn open(url: &str, options: &[(String, String)]) -> Result<Arc<dyn ObjectStore>, StorageError> {
    if url == "memory:" {
        return Ok(Arc::new(InMemory::new()));
    }
    if let Some(rest) = url.strip_prefix("s3://") {
        let prefix = rest.split_once('/').map_or("", |(_, prefix)| prefix);
        let mut builder = AmazonS3Builder::new().with_url(url);
        for (name, value) in options {
            builder = builder.with_config(name.to_lowercase().parse()?, value);
        }
        let store = builder.build()?;
        return Ok(if prefix.is_empty() {
            Arc::new(store)
        } else {
            Arc::new(PrefixStore::new(store, prefix))
        });
    }
    let folder = url.strip_prefix("file://").unwrap_or(url);
    std::fs::create_dir_all(folder).map_err(|error| StorageError::Failed(format!("{folder}: {error}")))?;
    let store = LocalFileSystem::new_with_prefix(folder)?
        .with_automatic_cleanup(true)
        .with_fsync(true);
    Ok(Arc::new(store))
}
