//! Files attached to a new message: chosen, pasted or dropped, and uploaded before the message is sent.

mod chips;

use super::{
    files::{ATTACH_ICON, icon},
    texts::ChatTexts,
};
use crate::{api::Error, prelude::*};
use leptos::{ev::DragEvent, html};
use shared_types::{
    chat::{AddChatFile, ChatFile, ChatFileName, RemoveChatFile, limits},
    id::{ChatFileId, OrderId, UserId},
};
use std::{cell::RefCell, collections::HashMap};
use wasm_bindgen::JsCast as _;

/// Number of parallel uploads; low, because phones have little bandwidth.
const MAX_PARALLEL: usize = 2;

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

/// The files attached to the message that is being written. They stay and are uploaded while other pages are open, and the browser
/// asks before it closes the tab. The server deletes uploaded files that were never sent.
#[derive(Clone, Copy)]
pub(in crate::features::chat) struct Attachments {
    order: OrderId,
    list: RwSignal<Vec<PendingFile>, LocalStorage>,
    next_key: StoredValue<usize>,
    /// Why files were rejected before the upload, as texts.
    rejections: RwSignal<Vec<String>>,
    /// Whether files are being dragged over the panel.
    is_dragging: RwSignal<bool>,
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

thread_local! {
    /// The files of each person and order that a panel was opened for.
    static DRAFTS: RefCell<HashMap<(UserId, OrderId), Attachments>> = RefCell::default();
    /// Owns their signals, which outlive the panel.
    static OWNER: Owner = Owner::new_root(None);
}

/// Has the browser ask before it closes a tab with files that were not sent.
fn guard_close(event: web_sys::Event) {
    let has_files = |files: &Attachments| files.list.with_untracked(|list| !list.is_empty());
    if DRAFTS.with_borrow(|drafts| drafts.values().any(has_files)) {
        event.prevent_default();
    }
}

impl Attachments {
    /// The files that the person has attached to a message of the order.
    pub(in crate::features::chat) fn of_order(person: UserId, order: OrderId) -> Self {
        let stored = DRAFTS.with_borrow(|drafts| drafts.get(&(person, order)).copied());
        stored.unwrap_or_else(|| {
            let files = OWNER.with(|owner| owner.with(|| Self::new(order)));
            let is_first = DRAFTS.with_borrow_mut(|drafts| {
                drafts.insert((person, order), files);
                drafts.len() == 1
            });
            if is_first {
                // It stays as long as the page.
                window_event_listener_untyped("beforeunload", guard_close);
            }
            files
        })
    }

    fn new(order: OrderId) -> Self {
        Self {
            order,
            list: RwSignal::new_local(Vec::new()),
            next_key: StoredValue::new(0),
            rejections: RwSignal::new(Vec::new()),
            is_dragging: RwSignal::new(false),
            button: NodeRef::new(),
            input: NodeRef::new(),
        }
    }

    /// Returns whether there are neither files nor rejections to show.
    pub(in crate::features::chat) fn is_empty(self) -> bool {
        self.list.with(Vec::is_empty) && self.rejections.with(Vec::is_empty)
    }

    /// Returns whether an upload is queued or running.
    pub(in crate::features::chat) fn is_busy(self) -> bool {
        self.list
            .with(|list| list.iter().any(|pending| pending.state.is_uploading()))
    }

    /// Returns the uploaded files, in the order in which they were added.
    pub(in crate::features::chat) fn uploaded_ids(self) -> Vec<ChatFileId> {
        let id = |pending: &PendingFile| match &pending.state {
            UploadState::Uploaded(file) => Some(file.id),
            _ => None,
        };
        self.list.with(|list| list.iter().filter_map(id).collect())
    }

    /// Removes files that have been sent with a message.
    pub(in crate::features::chat) fn remove_sent(self, files: &[ChatFileId]) {
        let is_sent =
            |pending: &PendingFile| matches!(&pending.state, UploadState::Uploaded(file) if files.contains(&file.id));
        self.list.try_update(|list| list.retain(|pending| !is_sent(pending)));
        self.rejections.try_set(Vec::new());
    }

    /// Returns how many more files can be added. Failed uploads do not count.
    fn free_slots(self) -> usize {
        let is_taken = |pending: &&PendingFile| !matches!(pending.state, UploadState::Failed(_));
        let taken = self.list.with_untracked(|list| list.iter().filter(is_taken).count());
        limits::FILES.saturating_sub(taken)
    }

    fn add_files(self, files: &web_sys::FileList) {
        let (mut rejected, mut free_slots, mut is_full) = (Vec::new(), self.free_slots(), false);
        for file in (0..files.length()).filter_map(|index| files.get(index)) {
            let (name, bytes) = (file.name(), file_size(&file));
            if u64::try_from(bytes).is_ok_and(|bytes| bytes > limits::FILE_BYTES) {
                rejected.push(format!("{name}: {}", t(ChatTexts::TooLarge)));
            } else if free_slots == 0 {
                is_full = true;
            } else {
                free_slots -= 1;
                let key = self.next_key.get_value();
                self.next_key.set_value(key + 1);
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
        self.rejections.set(rejected);
        self.start_uploads();
    }

    /// Attaches pasted files. Pasted text is left to the text field.
    pub(in crate::features::chat) fn on_paste(self, event: &web_sys::Event) {
        let event = event.dyn_ref::<web_sys::ClipboardEvent>();
        let Some(data) = event.and_then(web_sys::ClipboardEvent::clipboard_data) else {
            return;
        };
        // Office programs copy text together with a picture of it; the text should be pasted.
        let has = |kind: &str| data.get_data(kind).is_ok_and(|text| !text.is_empty());
        let is_office = has("text/plain") && has("text/html");
        if let Some(files) = data.files().filter(|files| files.length() > 0 && !is_office) {
            if let Some(event) = event {
                event.prevent_default();
            }
            self.add_files(&files);
        }
    }

    /// Handles files that are dragged over the panel.
    pub(in crate::features::chat) fn on_drag_over(self, event: &DragEvent) {
        if has_files(event) {
            event.prevent_default();
            // The event fires many times per second; notify only once.
            if !self.is_dragging.get_untracked() {
                self.is_dragging.set(true);
            }
        }
    }

    /// Attaches files that were dropped on the panel.
    pub(in crate::features::chat) fn on_drop(self, event: &DragEvent) {
        if has_files(event) {
            event.prevent_default();
            self.is_dragging.set(false);
            if let Some(files) = event.data_transfer().and_then(|data| data.files()) {
                self.add_files(&files);
            }
        }
    }

    /// Marks the next queued file as uploading and returns it, unless enough uploads are running.
    fn start_next(self) -> Option<(usize, String, web_sys::File)> {
        let next = self.list.try_update(|list| {
            let running = list.iter().filter(|pending| pending.state == UploadState::Uploading);
            if running.count() >= MAX_PARALLEL {
                return None;
            }
            let next = list.iter_mut().find(|pending| pending.state == UploadState::Queued)?;
            next.state = UploadState::Uploading;
            Some((next.key, next.name.clone(), next.file.clone()))
        });
        next.flatten()
    }

    fn start_uploads(self) {
        while let Some((key, name, file)) = self.start_next() {
            spawn_local(async move {
                let result = api::upload::<AddChatFile>((self.order,), ChatFileName { name }, &file).await;
                let uploaded = result.as_ref().ok().map(|file| file.id);
                let state = result.map_or_else(UploadState::Failed, |file| UploadState::Uploaded(Box::new(file)));
                // The file may have been removed during the upload.
                let is_removed = !self.set(key, state);
                if let Some(id) = uploaded.filter(|_| is_removed) {
                    self.delete_from_server(id);
                }
                self.start_uploads();
            });
        }
    }

    /// Sets the state of a file. Returns `false` if the file has been removed.
    fn set(self, key: usize, state: UploadState) -> bool {
        let is_found = self.list.try_update(|list| {
            let pending = list.iter_mut().find(|pending| pending.key == key);
            pending.map(|pending| pending.state = state).is_some()
        });
        is_found == Some(true)
    }

    fn retry(self, key: usize) {
        if self.free_slots() == 0 {
            self.rejections.set(vec![t(ChatTexts::TooMany).to_owned()]);
        } else {
            self.rejections.set(Vec::new());
            self.set(key, UploadState::Queued);
            self.start_uploads();
        }
    }

    fn remove(self, key: usize) {
        let removed = self.list.try_update(|list| {
            let at = list.iter().position(|pending| pending.key == key)?;
            Some(list.remove(at))
        });
        self.rejections.set(Vec::new());
        if let Some(UploadState::Uploaded(file)) = removed.flatten().map(|pending| pending.state) {
            self.delete_from_server(file.id);
        }
        // The clicked button is gone, so the focus moves to the attach button.
        if let Some(button) = self.button.get_untracked() {
            let _ = button.focus();
        }
    }

    fn delete_from_server(self, file: ChatFileId) {
        spawn_local(async move {
            // If this fails, the server deletes the file within a day.
            drop(api::call::<RemoveChatFile>((self.order, file), Nothing {}).await);
        });
    }

    /// The button that opens the file dialog.
    pub(in crate::features::chat) fn button(self) -> AnyView {
        let open_dialog = move |_| {
            if let Some(input) = self.input.get_untracked() {
                input.click();
            }
        };
        let on_change = move |event: web_sys::Event| {
            let input: web_sys::HtmlInputElement = event_target(&event);
            if let Some(files) = input.files() {
                self.add_files(&files);
            }
            // Clear the input, so that choosing the same file again triggers `change`.
            input.set_value("");
        };
        any_view! {
            <button
                type="button"
                class="icon"
                data-testid="chat-attach"
                aria-label=t(ChatTexts::Attach)
                title=t(ChatTexts::Attach)
                node_ref=self.button
                on:click=open_dialog
            >
                {icon(ATTACH_ICON)}
            </button>
            <input type="file" multiple hidden data-testid="chat-file-input" node_ref=self.input on:change=on_change />
        }
    }

    /// The overlay that is shown while files are dragged over the panel.
    pub(in crate::features::chat) fn drop_overlay(self) -> AnyView {
        // The overlay covers the panel, so leaving it means leaving the panel.
        let overlay = move || {
            let on_drag_leave = move |_| self.is_dragging.set(false);
            self.is_dragging.get().then(|| {
                view! {
                    <div class="chat-drop" data-testid="chat-drop" on:dragleave=on_drag_leave>
                        <span>{t(ChatTexts::DropHere)}</span>
                    </div>
                }
            })
        };
        overlay.into_any()
    }
}
