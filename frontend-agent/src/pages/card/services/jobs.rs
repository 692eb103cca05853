//! Files on their way to the server: in chunks, a few at once, going on after a broken line.

use super::{Bench, Target, poster};
use frontend_ui::{
    api::{self, Error, Options},
    components::sentence,
    features::services::ServiceText,
    i18n::t,
};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::MediaId,
    media::MediaKind,
    problem::ProblemCode,
    services::{
        ContinueUpload, FinishUpload, NewUpload, RemoveMedia, ShowUpload, StartItemUpload, StartServiceUpload,
        UploadState,
    },
};
use wasm_bindgen::JsCast as _;

/// Files that are sent at once.
const AT_ONCE: usize = 3;
/// Bytes of the first chunk; the next ones grow as long as the line bears it.
const FIRST: i64 = 1 << 20;
/// The smallest chunk.
const LEAST: i64 = 64 << 10;

/// A file on its way.
#[derive(Clone)]
pub(super) struct Job {
    key: usize,
    file: StoredValue<web_sys::File, LocalStorage>,
    name: String,
    bytes: i64,
    kind: MediaKind,
    id: RwSignal<Option<MediaId>>,
    /// How many bytes came.
    pub(super) sent: RwSignal<i64>,
    busy: RwSignal<bool>,
    /// Why it was not taken.
    pub(super) wrong: RwSignal<Option<String>>,
    gone: RwSignal<bool>,
}

/// All of them.
#[derive(Clone, Copy)]
pub(super) struct Jobs {
    target: StoredValue<Target>,
    bench: Bench,
    pub(super) list: RwSignal<Vec<Job>>,
    next: StoredValue<usize>,
    /// Whether the line is down.
    pub(super) offline: RwSignal<bool>,
}

impl Job {
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
            wrong: RwSignal::new(None),
            gone: RwSignal::new(false),
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

    /// What it is doing.
    pub(super) fn state(&self) -> String {
        let (sent, all) = (self.sent.get(), self.bytes().max(1));
        if !self.busy.get() {
            t(ServiceText::Waiting).to_owned()
        } else if sent >= all {
            t(ServiceText::Checking).to_owned()
        } else {
            format!("{} %", sent * 100 / all)
        }
    }
}

/// Why a file was not taken, in the words of this page.
fn reason(error: &Error) -> String {
    match error.code() {
        Some(ProblemCode::MediaHeic) => t(ServiceText::TooHeic).to_owned(),
        Some(ProblemCode::MediaTypeRefused) => t(ServiceText::WrongType).to_owned(),
        Some(ProblemCode::MediaTooLarge) => t(ServiceText::TooLarge).to_owned(),
        Some(ProblemCode::MediaUnreadable) => t(ServiceText::Damaged).to_owned(),
        Some(ProblemCode::MediaLimit) => t(ServiceText::Full).to_owned(),
        _ => sentence(error),
    }
}

impl Jobs {
    pub(super) fn new(target: Target, bench: Bench) -> Self {
        Self {
            target: StoredValue::new(target),
            bench,
            list: RwSignal::new(Vec::new()),
            next: StoredValue::new(0),
            offline: RwSignal::new(false),
        }
    }

    /// Whether anything is still to come.
    pub(super) fn is_busy(self) -> bool {
        self.list
            .with(|list| list.iter().any(|job| job.wrong.with(Option::is_none)))
    }

    /// Takes files that were chosen, dropped or pasted.
    pub(super) fn take(self, files: Option<web_sys::FileList>) {
        let Some(files) = files else { return };
        for index in 0..files.length() {
            let Some(file) = files.get(index) else { continue };
            let key = self.next.get_value();
            self.next.set_value(key + 1);
            let job = Job::new(key, file);
            self.list.update(|list| list.push(job));
        }
        self.start();
    }

    /// Starts as many as may be under way at once.
    fn start(self) {
        let Some(list) = self.list.try_get_untracked() else {
            return;
        };
        let is_busy = |job: &&Job| job.busy.get_untracked();
        let free = AT_ONCE.saturating_sub(list.iter().filter(is_busy).count());
        let waiting = list
            .into_iter()
            .filter(|job| !job.busy.get_untracked() && job.wrong.with_untracked(Option::is_none));
        for job in waiting.take(free) {
            job.busy.set(true);
            spawn_local(async move {
                self.work(&job).await;
                job.busy.try_set(false);
                self.start();
            });
        }
    }

    /// Tries a file again that was refused.
    pub(super) fn again(self, job: &Job) {
        job.id.set(None);
        job.sent.set(0);
        job.wrong.set(None);
        self.start();
    }

    /// Gives a file up.
    pub(super) fn give_up(self, job: &Job) {
        job.gone.set(true);
        let (key, id) = (job.key, job.id.get_untracked());
        self.list.update(|list| list.retain(|job| job.key != key));
        if let Some(id) = id {
            spawn_local(async move {
                // What is not removed is forgotten by the server in a day.
                drop(api::send::<RemoveMedia>((id,), Nothing {}, Nothing {}, Options::default()).await);
            });
        }
    }

    async fn work(self, job: &Job) {
        let mut tries = 0_u32;
        loop {
            match self.send(job).await {
                Ok(()) => {
                    self.offline.try_set(false);
                    let key = job.key;
                    self.list.try_update(|list| list.retain(|job| job.key != key));
                    self.bench.read();
                    return;
                }
                // The dialog is gone, and the file with it.
                Err(_) if job.gone.try_get_untracked().unwrap_or(true) => return,
                Err(Error::Network) => {
                    self.offline.try_set(true);
                    TimeoutFuture::new(1000 << tries.min(4)).await;
                    tries += 1;
                }
                Err(refused) => {
                    job.wrong.try_set(Some(reason(&refused)));
                    return;
                }
            }
        }
    }

    async fn begin(self, job: &Job) -> Result<UploadState, Error> {
        let new = NewUpload {
            name: job.name().chars().take(200).collect(),
            bytes: job.bytes(),
            kind: job.kind,
            sha256: None,
        };
        let options = Options::default();
        let begun = match self.target.get_value() {
            Target::Service(service) => {
                api::send::<StartServiceUpload>((service.id,), Nothing {}, new, options).await?
            }
            Target::Item(item) => api::send::<StartItemUpload>((item,), Nothing {}, new, options).await?,
        };
        job.id.set(Some(begun.id));
        Ok(begun)
    }

    async fn send(self, job: &Job) -> Result<(), Error> {
        let known = job.id.get_untracked();
        let mut state = match known {
            Some(id) => api::send::<ShowUpload>((id,), Nothing {}, Nothing {}, Options::default()).await?,
            None => self.begin(job).await?,
        };
        let mut chunk = FIRST;
        while !state.done && state.offset < state.bytes {
            job.sent.set(state.offset);
            let end = (state.offset + chunk.min(state.chunk)).min(state.bytes);
            let bytes = job
                .file
                .try_with_value(|file| slice(file, state.offset, end))
                .flatten()
                .ok_or(Error::Unreadable)?;
            match api::send_bytes::<ContinueUpload>((state.id,), Nothing {}, bytes, state.offset).await {
                Ok(now) => {
                    self.offline.try_set(false);
                    state = now;
                    chunk = (chunk * 2).min(state.chunk);
                }
                // An answer was lost: the server says where it goes on.
                Err(error) if error.code() == Some(ProblemCode::UploadOffset) => {
                    state = api::send::<ShowUpload>((state.id,), Nothing {}, Nothing {}, Options::default()).await?;
                }
                Err(error) => return Err(error),
            }
            if job.gone.try_get_untracked().unwrap_or(true) {
                return Err(Error::Unreadable);
            }
            chunk = chunk.max(LEAST);
        }
        job.sent.set(state.bytes);
        let media = api::send::<FinishUpload>((state.id,), Nothing {}, Nothing {}, Options::default()).await?;
        if media.kind == MediaKind::Video
            && let Some(file) = job.file.try_get_value()
        {
            poster::send(&file, media.id).await;
        }
        Ok(())
    }
}

/// Some bytes of a file; nothing is read before they are sent.
#[expect(clippy::cast_precision_loss, reason = "the browser counts bytes in floats")]
fn slice(file: &web_sys::File, from: i64, to: i64) -> Option<web_sys::Blob> {
    let blob: &web_sys::Blob = file.dyn_ref()?;
    blob.slice_with_f64_and_f64(from as f64, to as f64).ok()
}
