//! Resumable uploads: files are sent in chunks, a few files in parallel, and continue after a lost connection.

use super::{
    poster,
    state::{ServicesState, UploadTarget},
};
use frontend_ui::{api::Error, components::error_message, features::services::ServiceTexts, prelude::*};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    id::MediaId,
    media::MediaKind,
    services::{
        ContinueUpload, FinishUpload, NewUpload, RemoveMedia, ShowUpload, StartItemUpload, StartServiceUpload,
        UploadState,
    },
};
use wasm_bindgen::JsCast as _;

/// The number of files uploaded in parallel.
const MAX_PARALLEL: usize = 3;
/// Size of the first chunk in bytes. It doubles with every chunk that succeeds, up to the server's limit.
const FIRST_CHUNK: i64 = 1 << 20;
/// The smallest chunk in bytes.
const MIN_CHUNK: i64 = 64 << 10;

/// A file being uploaded.
#[derive(Clone)]
pub(super) struct Upload {
    key: usize,
    file: StoredValue<web_sys::File, LocalStorage>,
    name: String,
    bytes: i64,
    kind: MediaKind,
    id: RwSignal<Option<MediaId>>,
    /// Bytes that the server has received.
    pub(super) sent: RwSignal<i64>,
    busy: RwSignal<bool>,
    /// Why the upload was refused.
    pub(super) error: RwSignal<Option<String>>,
    is_canceled: RwSignal<bool>,
}

/// The uploads of one target.
#[derive(Clone, Copy)]
pub(super) struct UploadQueue {
    target: StoredValue<UploadTarget>,
    services_state: ServicesState,
    pub(super) list: RwSignal<Vec<Upload>>,
    next_key: StoredValue<usize>,
    /// Whether the last request could not reach the server.
    pub(super) offline: RwSignal<bool>,
}

impl Upload {
    #[expect(clippy::cast_possible_truncation, reason = "the browser counts bytes in floats")]
    fn new(key: usize, file: web_sys::File) -> Self {
        let is_video = file.type_().starts_with("video/");
        Self {
            key,
            name: file.name(),
            bytes: file.size() as i64,
            kind: if is_video { MediaKind::Video } else { MediaKind::Photo },
            file: StoredValue::new_local(file),
            id: RwSignal::new(None),
            sent: RwSignal::new(0),
            busy: RwSignal::new(false),
            error: RwSignal::new(None),
            is_canceled: RwSignal::new(false),
        }
    }

    pub(super) fn name(&self) -> String {
        self.name.clone()
    }

    pub(super) const fn bytes(&self) -> i64 {
        self.bytes
    }

    pub(super) const fn key(&self) -> usize {
        self.key
    }

    /// The progress as text: waiting, a percentage, or being checked by the server.
    pub(super) fn progress_text(&self) -> String {
        let (sent, total) = (self.sent.get(), self.bytes().max(1));
        if !self.busy.get() {
            t(ServiceTexts::Waiting).to_owned()
        } else if sent >= total {
            t(ServiceTexts::Checking).to_owned()
        } else {
            format!("{} %", sent * 100 / total)
        }
    }
}

/// Why a file was refused, in the texts of this page where there is one.
fn refusal_text(error: &Error) -> String {
    match error.code() {
        Some(ProblemCode::MediaHeic) => t(ServiceTexts::TooHeic).to_owned(),
        Some(ProblemCode::MediaTypeRefused) => t(ServiceTexts::WrongType).to_owned(),
        Some(ProblemCode::MediaTooLarge) => t(ServiceTexts::TooLarge).to_owned(),
        Some(ProblemCode::MediaUnreadable) => t(ServiceTexts::Damaged).to_owned(),
        Some(ProblemCode::MediaLimit) => t(ServiceTexts::FileLimit).to_owned(),
        _ => error_message(error),
    }
}

impl UploadQueue {
    pub(super) fn new(target: UploadTarget, services_state: ServicesState) -> Self {
        Self {
            target: StoredValue::new(target),
            services_state,
            list: RwSignal::new(Vec::new()),
            next_key: StoredValue::new(0),
            offline: RwSignal::new(false),
        }
    }

    /// Whether any upload is waiting or running.
    pub(super) fn is_busy(self) -> bool {
        self.list
            .with(|list| list.iter().any(|upload| upload.error.with(Option::is_none)))
    }

    /// The names of the files that the server does not have yet, refused ones included.
    pub(super) fn pending_names(self) -> Vec<String> {
        self.list.with_untracked(|list| list.iter().map(Upload::name).collect())
    }

    /// Adds files that were chosen, dropped or pasted, and starts uploading them.
    pub(super) fn add_files(self, files: Option<web_sys::FileList>) {
        let Some(files) = files else { return };
        for index in 0..files.length() {
            let Some(file) = files.get(index) else { continue };
            let key = self.next_key.get_value();
            self.next_key.set_value(key + 1);
            let upload = Upload::new(key, file);
            self.list.update(|list| list.push(upload));
        }
        self.start_waiting();
    }

    /// Starts waiting uploads, up to the limit.
    fn start_waiting(self) {
        let Some(list) = self.list.try_get_untracked() else {
            return;
        };
        let is_busy = |upload: &&Upload| upload.busy.get_untracked();
        let free_slots = MAX_PARALLEL.saturating_sub(list.iter().filter(is_busy).count());
        let waiting = list
            .into_iter()
            .filter(|upload| !upload.busy.get_untracked() && upload.error.with_untracked(Option::is_none));
        for upload in waiting.take(free_slots) {
            upload.busy.set(true);
            spawn_local(async move {
                self.run(&upload).await;
                upload.busy.try_set(false);
                self.start_waiting();
            });
        }
    }

    /// Uploads a refused file again from the beginning.
    pub(super) fn retry(self, upload: &Upload) {
        upload.id.set(None);
        upload.sent.set(0);
        upload.error.set(None);
        self.start_waiting();
    }

    /// Cancels an upload and removes the uploaded part from the server.
    pub(super) fn cancel(self, upload: &Upload) {
        upload.is_canceled.set(true);
        let (key, id) = (upload.key, upload.id.get_untracked());
        self.list.update(|list| list.retain(|upload| upload.key != key));
        if let Some(id) = id {
            spawn_local(async move {
                // An error is ignored: the server removes unfinished uploads after a day.
                drop(api::send::<RemoveMedia>((id,), Nothing {}, Nothing {}, Options::default()).await);
            });
        }
    }

    /// Uploads one file. Retries with growing delays while the server can't be reached.
    async fn run(self, upload: &Upload) {
        let mut attempts = 0_u32;
        loop {
            match self.upload(upload).await {
                Ok(()) => {
                    self.offline.try_set(false);
                    let key = upload.key;
                    self.list.try_update(|list| list.retain(|upload| upload.key != key));
                    self.services_state.refresh();
                    return;
                }
                // The dialog was closed or the upload canceled.
                Err(_) if upload.is_canceled.try_get_untracked().unwrap_or(true) => return,
                Err(Error::Network) => {
                    self.offline.try_set(true);
                    TimeoutFuture::new(1000 << attempts.min(4)).await;
                    attempts += 1;
                }
                Err(err) => {
                    upload.error.try_set(Some(refusal_text(&err)));
                    return;
                }
            }
        }
    }

    /// Creates the upload on the server.
    async fn create_upload(self, upload: &Upload) -> Result<UploadState, Error> {
        let new = NewUpload {
            name: upload.name().chars().take(200).collect(),
            bytes: upload.bytes(),
            kind: upload.kind,
            sha256: None,
        };
        let options = Options::default();
        let created = match self.target.try_get_value().ok_or(Error::Unreadable)? {
            UploadTarget::Service(service) => {
                api::send::<StartServiceUpload>((service.id,), Nothing {}, new, options).await?
            }
            UploadTarget::Item(item) => api::send::<StartItemUpload>((item,), Nothing {}, new, options).await?,
        };
        upload.id.set(Some(created.id));
        Ok(created)
    }

    /// Sends the chunks from the server's offset on, finishes the upload and adds a poster to a video.
    async fn upload(self, upload: &Upload) -> Result<(), Error> {
        // The dialog may have been closed while the upload waited for a retry.
        let known = upload.id.try_get_untracked().ok_or(Error::Unreadable)?;
        let mut state = match known {
            Some(id) => api::send::<ShowUpload>((id,), Nothing {}, Nothing {}, Options::default()).await?,
            None => self.create_upload(upload).await?,
        };
        let mut chunk = FIRST_CHUNK;
        while !state.done && state.offset < state.bytes {
            upload.sent.set(state.offset);
            let end = (state.offset + chunk.min(state.chunk)).min(state.bytes);
            let bytes = upload
                .file
                .try_with_value(|file| slice(file, state.offset, end))
                .flatten()
                .ok_or(Error::Unreadable)?;
            match api::send_bytes::<ContinueUpload>((state.id,), Nothing {}, bytes, state.offset).await {
                Ok(updated) => {
                    self.offline.try_set(false);
                    state = updated;
                    chunk = (chunk * 2).min(state.chunk);
                }
                // A response was lost: continue from the server's offset.
                Err(error) if error.code() == Some(ProblemCode::UploadOffset) => {
                    state = api::send::<ShowUpload>((state.id,), Nothing {}, Nothing {}, Options::default()).await?;
                }
                Err(error) => return Err(error),
            }
            if upload.is_canceled.try_get_untracked().unwrap_or(true) {
                return Err(Error::Unreadable);
            }
            chunk = chunk.max(MIN_CHUNK);
        }
        upload.sent.set(state.bytes);
        let media = api::send::<FinishUpload>((state.id,), Nothing {}, Nothing {}, Options::default()).await?;
        if media.kind == MediaKind::Video
            && let Some(file) = upload.file.try_get_value()
        {
            poster::upload(&file, media.id).await;
        }
        Ok(())
    }
}

/// A part of the file as a blob. The browser reads its bytes only when they are sent.
#[expect(clippy::cast_precision_loss, reason = "the browser counts bytes in floats")]
fn slice(file: &web_sys::File, from: i64, to: i64) -> Option<web_sys::Blob> {
    let blob: &web_sys::Blob = file.dyn_ref()?;
    blob.slice_with_f64_and_f64(from as f64, to as f64).ok()
}
