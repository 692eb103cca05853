//! Files attached to a new message: chosen, pasted or dropped, and uploaded before the message is sent.

use super::{
    calls,
    files::{ATTACH_ICON, FILE_ICON, file_name, icon},
    texts::ChatTexts,
};
use crate::{
    api::Error,
    components::error_message,
    format,
    i18n::{Text, t},
};
use leptos::{ev::DragEvent, html, prelude::*, task::spawn_local};
use shared_types::{
    chat::{ChatFile, limits},
    id::{ChatFileId, OrderId},
};
use wasm_bindgen::JsCast as _;

/// Number of parallel uploads; low, because phones have little bandwidth.
const MAX_PARALLEL: usize = 2;

/// The state of an upload.
#[derive(Clone, Debug, PartialEq, Eq)]
enum UploadState {
    Queued,
    Uploading,
    Uploaded(Box<ChatFile>),
    Failed(Error),
}

impl UploadState {
    const fn is_uploading(&self) -> bool {
        matches!(self, Self::Queued | Self::Uploading)
    }

    const fn as_str(&self) -> &'static str {
        match self {
            Self::Queued | Self::Uploading => "sending",
            Self::Uploaded(_) => "ready",
            Self::Failed(_) => "failed",
        }
    }
}

/// A file attached to the message that is being written.
#[derive(Clone)]
struct PendingFile {
    key: usize,
    file: web_sys::File,
    name: String,
    bytes: i64,
    state: UploadState,
}

/// The files attached to the message that is being written. They are lost when the panel is closed; the server deletes
/// uploaded files that were never sent.
#[derive(Clone, Copy)]
pub(super) struct Attachments {
    order: OrderId,
    list: RwSignal<Vec<PendingFile>, LocalStorage>,
    next: StoredValue<usize>,
    /// Why files were rejected before the upload, as texts.
    refused: RwSignal<Vec<String>>,
    /// Whether files are being dragged over the panel.
    over: RwSignal<bool>,
    button: NodeRef<html::Button>,
    input: NodeRef<html::Input>,
}

#[expect(clippy::cast_possible_truncation, reason = "the browser counts bytes in floats")]
fn file_size(file: &web_sys::File) -> i64 {
    file.size() as i64
}

/// Whether a drag event carries files. Text can be dragged, too, into the text field.
fn has_files(event: &DragEvent) -> bool {
    let data = event.data_transfer();
    data.is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

impl Attachments {
    pub(super) fn new(order: OrderId) -> Self {
        Self {
            order,
            list: RwSignal::new_local(Vec::new()),
            next: StoredValue::new(0),
            refused: RwSignal::new(Vec::new()),
            over: RwSignal::new(false),
            button: NodeRef::new(),
            input: NodeRef::new(),
        }
    }

    /// Returns whether there are neither files nor rejections to show.
    pub(super) fn is_empty(self) -> bool {
        self.list.with(Vec::is_empty) && self.refused.with(Vec::is_empty)
    }

    /// Returns whether an upload is queued or running.
    pub(super) fn is_busy(self) -> bool {
        self.list
            .with(|list| list.iter().any(|waiting| waiting.state.is_uploading()))
    }

    /// Returns the uploaded files, in the order in which they were added.
    pub(super) fn ready(self) -> Vec<ChatFileId> {
        let id = |waiting: &PendingFile| match &waiting.state {
            UploadState::Uploaded(file) => Some(file.id),
            _ => None,
        };
        self.list.with(|list| list.iter().filter_map(id).collect())
    }

    /// Removes files that have been sent with a message.
    pub(super) fn sent(self, files: &[ChatFileId]) {
        let is_sent =
            |waiting: &PendingFile| matches!(&waiting.state, UploadState::Uploaded(file) if files.contains(&file.id));
        self.list.try_update(|list| list.retain(|waiting| !is_sent(waiting)));
        self.refused.try_set(Vec::new());
    }

    /// Returns how many more files can be added. Failed uploads do not count.
    fn places(self) -> usize {
        let is_taken = |waiting: &&PendingFile| !matches!(waiting.state, UploadState::Failed(_));
        let taken = self.list.with_untracked(|list| list.iter().filter(is_taken).count());
        limits::FILES.saturating_sub(taken)
    }

    fn take(self, files: &web_sys::FileList) {
        let (mut rejected, mut free, mut is_full) = (Vec::new(), self.places(), false);
        for file in (0..files.length()).filter_map(|index| files.get(index)) {
            let (name, bytes) = (file.name(), file_size(&file));
            if u64::try_from(bytes).is_ok_and(|bytes| bytes > limits::FILE_BYTES) {
                rejected.push(format!("{name}: {}", t(ChatTexts::TooLarge)));
            } else if free == 0 {
                is_full = true;
            } else {
                free -= 1;
                let key = self.next.get_value();
                self.next.set_value(key + 1);
                let state = UploadState::Queued;
                self.list.update(|list| {
                    list.push(PendingFile {
                        key,
                        file,
                        name,
                        bytes,
                        state,
                    });
                });
            }
        }
        if is_full {
            rejected.push(t(ChatTexts::TooMany).to_owned());
        }
        self.refused.set(rejected);
        self.start();
    }

    /// Attaches pasted files. Pasted text is left to the text field.
    pub(super) fn paste(self, event: &web_sys::Event) {
        let event = event.dyn_ref::<web_sys::ClipboardEvent>();
        let Some(data) = event.and_then(web_sys::ClipboardEvent::clipboard_data) else {
            return;
        };
        // Office programs copy text together with a picture of it; the text is what should be pasted.
        let has = |kind: &str| data.get_data(kind).is_ok_and(|text| !text.is_empty());
        let is_office = has("text/plain") && has("text/html");
        if let Some(files) = data.files().filter(|files| files.length() > 0 && !is_office) {
            if let Some(event) = event {
                event.prevent_default();
            }
            self.take(&files);
        }
    }

    /// Handles files that are dragged over the panel.
    pub(super) fn drag(self, event: &DragEvent) {
        if has_files(event) {
            event.prevent_default();
            // The event fires many times per second; notify only once.
            if !self.over.get_untracked() {
                self.over.set(true);
            }
        }
    }

    /// Attaches files that were dropped on the panel.
    pub(super) fn drop(self, event: &DragEvent) {
        if has_files(event) {
            event.prevent_default();
            self.over.set(false);
            if let Some(files) = event.data_transfer().and_then(|data| data.files()) {
                self.take(&files);
            }
        }
    }

    /// Marks the next queued file as uploading and returns it, unless enough uploads are running.
    fn begin(self) -> Option<(usize, String, web_sys::File)> {
        let next = self.list.try_update(|list| {
            let running = list.iter().filter(|waiting| waiting.state == UploadState::Uploading);
            if running.count() >= MAX_PARALLEL {
                return None;
            }
            let next = list.iter_mut().find(|waiting| waiting.state == UploadState::Queued)?;
            next.state = UploadState::Uploading;
            Some((next.key, next.name.clone(), next.file.clone()))
        });
        next.flatten()
    }

    fn start(self) {
        while let Some((key, name, file)) = self.begin() {
            spawn_local(async move {
                let answer = calls::upload_file(self.order, name, &file).await;
                let uploaded = answer.as_ref().ok().map(|file| file.id);
                let state = answer.map_or_else(UploadState::Failed, |file| UploadState::Uploaded(Box::new(file)));
                // The file may have been removed during the upload.
                let is_removed = !self.set(key, state);
                if let Some(id) = uploaded.filter(|_| is_removed) {
                    self.forget(id);
                }
                self.start();
            });
        }
    }

    /// Sets the state of a file. Returns `false` if the file has been removed.
    fn set(self, key: usize, state: UploadState) -> bool {
        let is_found = self.list.try_update(|list| {
            let waiting = list.iter_mut().find(|waiting| waiting.key == key);
            waiting.map(|waiting| waiting.state = state).is_some()
        });
        is_found == Some(true)
    }

    fn again(self, key: usize) {
        if self.places() == 0 {
            self.refused.set(vec![t(ChatTexts::TooMany).to_owned()]);
        } else {
            self.refused.set(Vec::new());
            self.set(key, UploadState::Queued);
            self.start();
        }
    }

    fn remove(self, key: usize) {
        let removed = self.list.try_update(|list| {
            let at = list.iter().position(|waiting| waiting.key == key)?;
            Some(list.remove(at))
        });
        self.refused.set(Vec::new());
        if let Some(UploadState::Uploaded(file)) = removed.flatten().map(|waiting| waiting.state) {
            self.forget(file.id);
        }
        // The clicked button is gone, so the focus moves to the attach button.
        if let Some(button) = self.button.get_untracked() {
            let _ = button.focus();
        }
    }

    fn forget(self, file: ChatFileId) {
        spawn_local(async move {
            // If this fails, the server deletes the file within a day.
            drop(calls::remove_file(self.order, file).await);
        });
    }

    /// The button that opens the file dialog.
    pub(super) fn button(self) -> AnyView {
        let open_dialog = move |_| {
            if let Some(input) = self.input.get_untracked() {
                input.click();
            }
        };
        let on_change = move |event: web_sys::Event| {
            let input: web_sys::HtmlInputElement = event_target(&event);
            if let Some(files) = input.files() {
                self.take(&files);
            }
            // Clear the input, so that choosing the same file again triggers `change`.
            input.set_value("");
        };
        view! {
            <button type="button" class="icon" data-testid="chat-attach" aria-label=t(ChatTexts::Attach)
                title=t(ChatTexts::Attach) node_ref=self.button on:click=open_dialog>{icon(ATTACH_ICON)}</button>
            <input type="file" multiple hidden data-testid="chat-file-input" node_ref=self.input on:change=on_change/>
        }
        .into_any()
    }

    /// The overlay that is shown while files are dragged over the panel.
    pub(super) fn veil(self) -> AnyView {
        // The overlay covers the panel, so leaving it means leaving the panel.
        let overlay = move || {
            let on_drag_leave = move |_| self.over.set(false);
            self.over.get().then(|| view! { <div class="chat-drop" data-testid="chat-drop" on:dragleave=on_drag_leave><span>{t(ChatTexts::DropHere)}</span></div> })
        };
        overlay.into_any()
    }

    /// The attached files. They can't be removed while the message is being sent.
    pub(super) fn chips(self, is_sending: RwSignal<bool>) -> AnyView {
        let keys = move || {
            self.list
                .with(|list| list.iter().map(|waiting| waiting.key).collect::<Vec<_>>())
        };
        let rejection =
            move |text: String| view! { <p class="fault" role="alert" data-testid="chat-file-refused">{text}</p> };
        let is_shown = Memo::new(move |_| !self.list.with(Vec::is_empty));
        view! {
            {move || is_shown.get().then(|| view! {
                <ul class="chat-waiting" aria-label=t(ChatTexts::AttachedFiles)><For each=keys key=|key| *key
                    children=move |key| self.chip(key, is_sending)/></ul>
            })}
            {move || self.refused.get().into_iter().map(rejection).collect_view()}
        }
        .into_any()
    }

    fn chip(self, key: usize, is_sending: RwSignal<bool>) -> AnyView {
        let find = move |list: &Vec<PendingFile>| list.iter().find(|waiting| waiting.key == key).cloned();
        let Some(PendingFile { name, bytes, .. }) = self.list.with_untracked(find) else {
            return ().into_any();
        };
        let state = Memo::new(move |_| {
            let waiting = self.list.with(find);
            waiting.map_or(UploadState::Queued, |waiting| waiting.state)
        });
        let is_uploading = move || state.with(UploadState::is_uploading);
        let preview = move || {
            let thumb = state.with(|state| match state {
                UploadState::Uploaded(file) => file.picture.as_ref().map(|picture| picture.addresses.thumb.clone()),
                _ => None,
            });
            match thumb {
                Some(thumb) => view! { <img src=thumb alt="" draggable="false"/> }.into_any(),
                None => icon(FILE_ICON),
            }
        };
        let error_note = move || {
            let error = state.with(|state| match state {
                UploadState::Failed(error) => Some(error_message(error)),
                _ => None,
            });
            error.map(|text| {
                view! {
                    <span class="fault" role="alert">{text}</span>
                    <button type="button" class="quiet" data-testid="chat-file-retry"
                        on:click=move |_| self.again(key)>{t(Text::Retry)}</button>
                }
            })
        };
        let label = format!("{}: {name}", t(ChatTexts::Remove));
        view! {
            <li data-testid="chat-file-waiting" data-state=move || state.with(UploadState::as_str)
                aria-busy=move || is_uploading().to_string()>
                {preview}
                <span class="file-words">
                    {file_name(&name)}
                    <span class="muted">{format::file_size(bytes)}{move || is_uploading().then(|| format!(" · {}", t(ChatTexts::Uploading)))}</span>
                    {error_note}
                </span>
                <button type="button" class="icon" data-testid="chat-file-remove" aria-label=label title=t(ChatTexts::Remove)
                    disabled=move || is_sending.get() on:click=move |_| self.remove(key)>"✕"</button>
            </li>
        }
        .into_any()
    }
}
