//! Files in a folder, an S3-compatible bucket or, for tests, memory, with one interface that streams both ways.
//!
//! The store is opened on first use, so that a server without files creates no folder.

mod bounded_client;

use crate::{
    breaker::Breaker,
    clock::Clock,
    config::Config,
    telemetry::{self, CallOutcome},
};
use bytes::Bytes;
use futures::{
    Stream, StreamExt, TryStreamExt,
    stream::{self, BoxStream},
};
pub use object_store::GetRange;
use object_store::{
    ClientConfigKey, GetOptions, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig, WriteMultipart,
    aws::{AmazonS3Builder, AmazonS3ConfigKey},
    client::{HttpError, HttpErrorKind},
    local::LocalFileSystem,
    memory::InMemory,
    path::Path,
    prefix::PrefixStore,
};
use std::{error::Error, future::Future, iter, ops::Range, sync::Arc, time::Duration};
use tokio::{
    sync::OnceCell,
    time::{error::Elapsed, timeout},
};

/// Size of one part of a streamed file, in bytes: the smallest that S3 accepts, and the most of a file that is in memory.
const PART_SIZE: usize = 5 << 20;

/// The name of the store in metrics and of its circuit.
pub const SYSTEM: &str = "storage";
/// Most time of an operation, and of the pause between two pieces of a file. A request has longer, so that it ends with a reason.
const TIMEOUT: Duration = Duration::from_secs(20);
/// Attempts of the client of an S3 store after the first one.
const RETRIES: usize = 1;
/// The largest file that is read into memory, in bytes.
const MAX_READ: u64 = 64 << 20;

/// The files of the service.
#[derive(Clone)]
pub struct Storage {
    url: Arc<str>,
    options: Arc<[(String, String)]>,
    opened: Arc<OnceCell<Arc<dyn ObjectStore>>>,
    breaker: Breaker,
    clock: Clock,
    limit: Duration,
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
    /// Any other error: the store can't be reached, refuses the operation, or is full.
    #[error("the storage failed: {0}")]
    Unavailable(String),
}

impl From<object_store::Error> for StorageError {
    fn from(error: object_store::Error) -> Self {
        match error {
            object_store::Error::NotFound { .. } => Self::NotFound,
            other => Self::Unavailable(other.to_string()),
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
    /// The store of a configuration: `memory:`, `s3://bucket/prefix`, or the path of a folder.
    pub fn new(config: &Config, breaker: Breaker, clock: Clock) -> Self {
        Self {
            url: config.media_url.as_str().into(),
            options: config.media_options.clone().into(),
            opened: Arc::default(),
            breaker,
            clock,
            limit: TIMEOUT.min(config.outside_patience),
        }
    }

    async fn store(&self) -> Result<&Arc<dyn ObjectStore>, StorageError> {
        self.opened
            .get_or_try_init(|| async { open(&self.url, &self.options, self.limit) })
            .await
    }

    /// A store in memory, which is lost with the process.
    pub fn in_memory() -> Self {
        Self {
            url: "memory:".into(),
            options: Arc::default(),
            opened: Arc::default(),
            breaker: Breaker::default(),
            clock: Clock::System,
            limit: TIMEOUT,
        }
    }

    /// Runs an operation of the store, unless its circuit is open. Silence opens the circuit, and answers close it, whatever they are:
    /// a full store can still be read.
    async fn run<T>(&self, operation: impl Future<Output = object_store::Result<T>>) -> Result<T, StorageError> {
        self.ensure_closed()?;
        let outcome = record(timeout(self.limit, operation)).await;
        self.conclude(outcome)
    }

    /// Counts the outcome for the circuit.
    fn conclude<T>(&self, outcome: Result<object_store::Result<T>, Elapsed>) -> Result<T, StorageError> {
        if matches!(&outcome, Ok(Ok(_))) || matches!(&outcome, Ok(Err(error)) if !is_silence(error)) {
            self.breaker.on_success(SYSTEM);
        } else {
            self.breaker.on_failure(SYSTEM, self.clock.now());
        }
        match outcome {
            Ok(result) => Ok(result?),
            Err(_) => Err(StorageError::Unavailable(format!("no answer within {:?}", self.limit))),
        }
    }

    fn ensure_closed(&self) -> Result<(), StorageError> {
        match self.breaker.open_until(SYSTEM, self.clock.now()) {
            Some(_) => Err(StorageError::Unavailable("its circuit is open".to_owned())),
            None => Ok(()),
        }
    }

    /// Passes pieces on as long as no pause is too long.
    fn bounded<T: Send + 'static>(
        &self,
        pieces: impl Stream<Item = object_store::Result<T>> + Send + 'static,
    ) -> BoxStream<'static, Result<T, StorageError>> {
        let store = self.clone();
        let start = Some((store, Box::pin(pieces)));
        stream::unfold(start, |state| async move {
            let (store, mut pieces) = state?;
            let next = timeout(store.limit, pieces.next()).await;
            let piece = store.conclude(next.map(Option::transpose)).transpose()?;
            let goes_on = !matches!(piece, Err(StorageError::Unavailable(_)));
            Some((piece, goes_on.then_some((store, pieces))))
        })
        .boxed()
    }

    /// Writes a small file. A file at the same path is replaced.
    pub async fn put(&self, path: &str, bytes: Bytes) -> Result<(), StorageError> {
        let (store, path) = (self.store().await?, Path::from(path));
        self.run(store.put(&path, PutPayload::from_bytes(bytes))).await?;
        Ok(())
    }

    /// Writes a file as a stream, part by part. The file exists only once all of it is written.
    pub async fn put_stream<S>(&self, path: &str, bytes: S) -> Result<(), StorageError>
    where
        S: Stream<Item = Result<Bytes, StorageError>> + Send,
    {
        let (store, path) = (self.store().await?, Path::from(path));
        let upload = self.run(store.put_multipart(&path)).await?;
        let mut writer = WriteMultipart::new_with_chunk_size(upload, PART_SIZE);
        futures::pin_mut!(bytes);
        let written = loop {
            match bytes.try_next().await {
                Ok(Some(next)) => {
                    writer.write(&next);
                    if let Err(error) = self.run(writer.wait_for_capacity(1)).await {
                        break Err(error);
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        match written {
            Ok(()) => self.run(writer.finish()).await.map(drop),
            Err(error) => {
                // The store removes parts that are left.
                self.run(writer.abort()).await.ok();
                Err(error)
            }
        }
    }

    /// Opens a file, or a range of it, as a stream.
    pub async fn get(&self, path: &str, range: Option<GetRange>) -> Result<FileStream, StorageError> {
        let ranged = range.is_some();
        let options = GetOptions {
            range,
            ..GetOptions::default()
        };
        let (store, location) = (self.store().await?, Path::from(path));
        let found = match self.run(store.get_opts(&location, options)).await {
            Ok(found) => found,
            // Stores report an invalid range in different ways. If the file itself is there, the range is the cause.
            Err(StorageError::Unavailable(_)) if ranged => {
                self.size(path).await?;
                return Err(StorageError::Range);
            }
            Err(error) => return Err(error),
        };
        Ok(FileStream {
            size: found.meta.size,
            range: found.range.clone(),
            stream: self.bounded(found.into_stream()),
        })
    }

    /// Reads a file that is known to be small.
    pub async fn read(&self, path: &str) -> Result<Bytes, StorageError> {
        let (store, path) = (self.store().await?, Path::from(path));
        self.run(async {
            let found = store.get(&path).await?;
            if found.meta.size > MAX_READ {
                return Err(object_store::Error::Generic {
                    store: SYSTEM,
                    source: format!("{} bytes are too many", found.meta.size).into(),
                });
            }
            found.bytes().await
        })
        .await
    }

    /// Reads a range of a file.
    pub async fn read_range(&self, path: &str, range: Range<u64>) -> Result<Bytes, StorageError> {
        let (store, path) = (self.store().await?, Path::from(path));
        self.run(store.get_range(&path, range)).await
    }

    /// The length of a file, in bytes.
    pub async fn size(&self, path: &str) -> Result<u64, StorageError> {
        let (store, path) = (self.store().await?, Path::from(path));
        Ok(self.run(store.head(&path)).await?.size)
    }

    /// The paths below a folder, with the time of each file's last change.
    pub async fn list(
        &self,
        folder: &str,
    ) -> Result<BoxStream<'static, Result<(String, chrono::DateTime<chrono::Utc>), StorageError>>, StorageError> {
        self.ensure_closed()?;
        let found = self.store().await?.list(Some(&Path::from(folder)));
        let found = self.bounded(found);
        Ok(found
            .map_ok(|meta| (meta.location.to_string(), meta.last_modified))
            .boxed())
    }

    /// Removes a file. Succeeds if there is none.
    pub async fn remove(&self, path: &str) -> Result<(), StorageError> {
        let (store, path) = (self.store().await?, Path::from(path));
        match self.run(store.delete(&path)).await {
            Ok(()) | Err(StorageError::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Removes everything below a folder. Succeeds if there is nothing.
    pub async fn remove_folder(&self, folder: &str) -> Result<(), StorageError> {
        self.ensure_closed()?;
        let store = self.store().await?;
        let paths = store
            .list(Some(&Path::from(folder)))
            .map_ok(|meta| meta.location)
            .boxed();
        let mut removed = self.bounded(store.delete_stream(paths));
        while let Some(outcome) = removed.next().await {
            match outcome {
                Ok(_) | Err(StorageError::NotFound) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Counts and times a call of the store. A file that is not there is not a failure.
async fn record<T>(
    call: impl Future<Output = Result<object_store::Result<T>, Elapsed>>,
) -> Result<object_store::Result<T>, Elapsed> {
    telemetry::record_call(
        SYSTEM,
        |_| call,
        |result| match result {
            Ok(Ok(_)) => CallOutcome::Ok,
            Ok(Err(object_store::Error::NotFound { .. })) => CallOutcome::Refused,
            Ok(Err(_)) => CallOutcome::Failed,
            Err(_) => CallOutcome::Timeout,
        },
    )
    .await
}

/// Whether an error of an S3 store means that it did not answer.
fn is_silence(error: &object_store::Error) -> bool {
    let mut causes = iter::successors(Some(error as &(dyn Error + 'static)), |&cause| cause.source());
    let kind = causes.find_map(|cause| cause.downcast_ref::<HttpError>().map(HttpError::kind));
    matches!(kind, Some(HttpErrorKind::Connect | HttpErrorKind::Timeout))
}

fn open(url: &str, options: &[(String, String)], limit: Duration) -> Result<Arc<dyn ObjectStore>, StorageError> {
    if url == "memory:" {
        return Ok(Arc::new(InMemory::new()));
    }
    if let Some(rest) = url.strip_prefix("s3://") {
        let prefix = rest.split_once('/').map_or("", |(_, prefix)| prefix);
        let pause = format!("{}ms", limit.as_millis());
        // No limit for a whole file: a client may be slow. Each piece has one.
        let mut builder = AmazonS3Builder::new()
            .with_url(url)
            .with_http_connector(bounded_client::BoundedConnector)
            .with_retry(RetryConfig {
                max_retries: RETRIES,
                retry_timeout: limit,
                ..RetryConfig::default()
            })
            .with_config(AmazonS3ConfigKey::Client(ClientConfigKey::Timeout), "1h")
            .with_config(AmazonS3ConfigKey::Client(ClientConfigKey::ReadTimeout), pause);
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
    std::fs::create_dir_all(folder).map_err(|error| StorageError::Unavailable(format!("{folder}: {error}")))?;
    let store = LocalFileSystem::new_with_prefix(folder)?
        .with_automatic_cleanup(true)
        .with_fsync(true);
    Ok(Arc::new(store))
}
