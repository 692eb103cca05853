//! Files on their way into a message: chosen, pasted or dropped, and kept by the server until the message goes out.

use super::{
    calls,
    files::{CLIP, SHEET, named, sign},
    texts::ChatText,
};
use crate::{
    api::Error,
    components::sentence,
    format,
    i18n::{Text, t},
};
use leptos::{ev::DragEvent, html, prelude::*, task::spawn_local};
use shared_types::{
    chat::{ChatFile, limits},
    id::{ChatFileId, OrderId},
};
use wasm_bindgen::JsCast as _;

/// Files that are sent at once: a phone's line is narrow.
const AT_ONCE: usize = 2;

/// How far a file is.
#[derive(Clone, Debug, PartialEq, Eq)]
enum State {
    Queued,
    Sending,
    Ready(Box<ChatFile>),
    Failed(Error),
}

impl State {
    const fn is_on_its_way(&self) -> bool {
        matches!(self, Self::Queued | Self::Sending)
    }

    const fn as_str(&self) -> &'static str {
        match self {
            Self::Queued | Self::Sending => "sending",
            Self::Ready(_) => "ready",
            Self::Failed(_) => "failed",
        }
    }
}

/// A file that waits for its message.
#[derive(Clone)]
struct Waiting {
    key: usize,
    file: web_sys::File,
    name: String,
    bytes: i64,
    state: State,
}

/// The files that wait for the next message. They are lost with the panel: the server sweeps them.
#[derive(Clone, Copy)]
pub(super) struct Attach {
    order: OrderId,
    list: RwSignal<Vec<Waiting>, LocalStorage>,
    next: StoredValue<usize>,
    /// What was not even begun, in words.
    refused: RwSignal<Vec<String>>,
    /// Whether files are held over the panel.
    over: RwSignal<bool>,
    button: NodeRef<html::Button>,
    input: NodeRef<html::Input>,
}

#[expect(clippy::cast_possible_truncation, reason = "the browser counts bytes in floats")]
fn size(file: &web_sys::File) -> i64 {
    file.size() as i64
}

/// Words are dragged as well, into the text.
fn has_files(event: &DragEvent) -> bool {
    let data = event.data_transfer();
    data.is_some_and(|data| data.types().includes(&"Files".into(), 0))
}

impl Attach {
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

    /// Whether there is nothing to show of files.
    pub(super) fn is_empty(self) -> bool {
        self.list.with(Vec::is_empty) && self.refused.with(Vec::is_empty)
    }

    /// Whether a file still uploads.
    pub(super) fn is_busy(self) -> bool {
        self.list
            .with(|list| list.iter().any(|waiting| waiting.state.is_on_its_way()))
    }

    /// What the message takes along, in the order it was chosen.
    pub(super) fn ready(self) -> Vec<ChatFileId> {
        let id = |waiting: &Waiting| match &waiting.state {
            State::Ready(file) => Some(file.id),
            _ => None,
        };
        self.list.with(|list| list.iter().filter_map(id).collect())
    }

    /// Files that went out with a message wait no longer.
    pub(super) fn sent(self, files: &[ChatFileId]) {
        let is_sent = |waiting: &Waiting| matches!(&waiting.state, State::Ready(file) if files.contains(&file.id));
        self.list.try_update(|list| list.retain(|waiting| !is_sent(waiting)));
        self.refused.try_set(Vec::new());
    }

    /// How many more the message takes; what failed does not go with it.
    fn places(self) -> usize {
        let is_taken = |waiting: &&Waiting| !matches!(waiting.state, State::Failed(_));
        let taken = self.list.with_untracked(|list| list.iter().filter(is_taken).count());
        limits::FILES.saturating_sub(taken)
    }

    fn take(self, files: &web_sys::FileList) {
        let (mut refused, mut places, mut is_full) = (Vec::new(), self.places(), false);
        for file in (0..files.length()).filter_map(|index| files.get(index)) {
            let (name, bytes) = (file.name(), size(&file));
            if u64::try_from(bytes).is_ok_and(|bytes| bytes > limits::FILE_BYTES) {
                refused.push(format!("{name}: {}", t(ChatText::TooLarge)));
            } else if places == 0 {
                is_full = true;
            } else {
                places -= 1;
                let key = self.next.get_value();
                self.next.set_value(key + 1);
                let state = State::Queued;
                self.list.update(|list| {
                    list.push(Waiting {
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
            refused.push(t(ChatText::TooMany).to_owned());
        }
        self.refused.set(refused);
        self.start();
    }

    /// Takes the files of a paste; words go to where they always do.
    pub(super) fn paste(self, event: &web_sys::Event) {
        let event = event.dyn_ref::<web_sys::ClipboardEvent>();
        let Some(data) = event.and_then(web_sys::ClipboardEvent::clipboard_data) else {
            return;
        };
        // What is copied in an office comes with a picture of itself: its words are meant.
        let has = |kind: &str| data.get_data(kind).is_ok_and(|text| !text.is_empty());
        let is_office = has("text/plain") && has("text/html");
        if let Some(files) = data.files().filter(|files| files.length() > 0 && !is_office) {
            if let Some(event) = event {
                event.prevent_default();
            }
            self.take(&files);
        }
    }

    /// Files are held over the panel.
    pub(super) fn drag(self, event: &DragEvent) {
        if has_files(event) {
            event.prevent_default();
            // Told many times a second.
            if !self.over.get_untracked() {
                self.over.set(true);
            }
        }
    }

    /// They were let go there.
    pub(super) fn drop(self, event: &DragEvent) {
        if has_files(event) {
            event.prevent_default();
            self.over.set(false);
            if let Some(files) = event.data_transfer().and_then(|data| data.files()) {
                self.take(&files);
            }
        }
    }

    /// Takes the next file in turn, where one more may be under way.
    fn begin(self) -> Option<(usize, String, web_sys::File)> {
        let begun = self.list.try_update(|list| {
            let under_way = list.iter().filter(|waiting| waiting.state == State::Sending);
            if under_way.count() >= AT_ONCE {
                return None;
            }
            let next = list.iter_mut().find(|waiting| waiting.state == State::Queued)?;
            next.state = State::Sending;
            Some((next.key, next.name.clone(), next.file.clone()))
        });
        begun.flatten()
    }

    fn start(self) {
        while let Some((key, name, file)) = self.begin() {
            spawn_local(async move {
                let answer = calls::keep_file(self.order, name, &file).await;
                let kept = answer.as_ref().ok().map(|file| file.id);
                let state = answer.map_or_else(State::Failed, |file| State::Ready(Box::new(file)));
                // It may have been taken away meanwhile.
                let is_gone = !self.set(key, state);
                if let Some(id) = kept.filter(|_| is_gone) {
                    self.forget(id);
                }
                self.start();
            });
        }
    }

    /// Says how far a file is; false where it waits no longer.
    fn set(self, key: usize, state: State) -> bool {
        let is_there = self.list.try_update(|list| {
            let waiting = list.iter_mut().find(|waiting| waiting.key == key);
            waiting.map(|waiting| waiting.state = state).is_some()
        });
        is_there == Some(true)
    }

    fn again(self, key: usize) {
        if self.places() == 0 {
            self.refused.set(vec![t(ChatText::TooMany).to_owned()]);
        } else {
            self.refused.set(Vec::new());
            self.set(key, State::Queued);
            self.start();
        }
    }

    fn remove(self, key: usize) {
        let gone = self.list.try_update(|list| {
            let at = list.iter().position(|waiting| waiting.key == key)?;
            Some(list.remove(at))
        });
        self.refused.set(Vec::new());
        if let Some(State::Ready(file)) = gone.flatten().map(|waiting| waiting.state) {
            self.forget(file.id);
        }
        // The button that was pressed is gone.
        if let Some(button) = self.button.get_untracked() {
            let _ = button.focus();
        }
    }

    fn forget(self, file: ChatFileId) {
        spawn_local(async move {
            // What is not removed is swept by the server in a day.
            drop(calls::remove_file(self.order, file).await);
        });
    }

    /// The way to choose files.
    pub(super) fn button(self) -> AnyView {
        let press = move |_| {
            if let Some(input) = self.input.get_untracked() {
                input.click();
            }
        };
        let chosen = move |event: web_sys::Event| {
            let input: web_sys::HtmlInputElement = event_target(&event);
            if let Some(files) = input.files() {
                self.take(&files);
            }
            // The same file may be chosen again.
            input.set_value("");
        };
        view! {
            <button type="button" class="icon" data-testid="chat-attach" aria-label=t(ChatText::Attach)
                title=t(ChatText::Attach) node_ref=self.button on:click=press>{sign(CLIP)}</button>
            <input type="file" multiple hidden data-testid="chat-file-input" node_ref=self.input on:change=chosen/>
        }
        .into_any()
    }

    /// Says over the panel that files may be let go.
    pub(super) fn veil(self) -> AnyView {
        // It covers the panel, so that what leaves it leaves the panel.
        let veil = move || {
            let left = move |_| self.over.set(false);
            self.over.get().then(|| view! { <div class="chat-drop" data-testid="chat-drop" on:dragleave=left><span>{t(ChatText::DropHere)}</span></div> })
        };
        veil.into_any()
    }

    /// The files that wait; none is taken away while a message goes out.
    pub(super) fn chips(self, is_sending: RwSignal<bool>) -> AnyView {
        let keys = move || {
            self.list
                .with(|list| list.iter().map(|waiting| waiting.key).collect::<Vec<_>>())
        };
        let refused =
            move |words: String| view! { <p class="fault" role="alert" data-testid="chat-file-refused">{words}</p> };
        let is_shown = Memo::new(move |_| !self.list.with(Vec::is_empty));
        view! {
            {move || is_shown.get().then(|| view! {
                <ul class="chat-waiting" aria-label=t(ChatText::WaitingFiles)><For each=keys key=|key| *key
                    children=move |key| self.chip(key, is_sending)/></ul>
            })}
            {move || self.refused.get().into_iter().map(refused).collect_view()}
        }
        .into_any()
    }

    fn chip(self, key: usize, is_sending: RwSignal<bool>) -> AnyView {
        let find = move |list: &Vec<Waiting>| list.iter().find(|waiting| waiting.key == key).cloned();
        let Some(Waiting { name, bytes, .. }) = self.list.with_untracked(find) else {
            return ().into_any();
        };
        let state = Memo::new(move |_| {
            let waiting = self.list.with(find);
            waiting.map_or(State::Queued, |waiting| waiting.state)
        });
        let is_on_its_way = move || state.with(State::is_on_its_way);
        let face = move || {
            let thumb = state.with(|state| match state {
                State::Ready(file) => file.picture.as_ref().map(|picture| picture.addresses.thumb.clone()),
                _ => None,
            });
            match thumb {
                Some(thumb) => view! { <img src=thumb alt="" draggable="false"/> }.into_any(),
                None => sign(SHEET),
            }
        };
        let fault = move || {
            let error = state.with(|state| match state {
                State::Failed(error) => Some(sentence(error)),
                _ => None,
            });
            error.map(|words| {
                view! {
                    <span class="fault" role="alert">{words}</span>
                    <button type="button" class="quiet" data-testid="chat-file-retry"
                        on:click=move |_| self.again(key)>{t(Text::Retry)}</button>
                }
            })
        };
        let label = format!("{}: {name}", t(ChatText::Remove));
        view! {
            <li data-testid="chat-file-waiting" data-state=move || state.with(State::as_str)
                aria-busy=move || is_on_its_way().to_string()>
                {face}
                <span class="file-words">
                    {named(&name)}
                    <span class="muted">{format::bytes(bytes)}{move || is_on_its_way().then(|| format!(" · {}", t(ChatText::OnItsWay)))}</span>
                    {fault}
                </span>
                <button type="button" class="icon" data-testid="chat-file-remove" aria-label=label title=t(ChatText::Remove)
                    disabled=move || is_sending.get() on:click=move |_| self.remove(key)>"✕"</button>
            </li>
        }
        .into_any()
    }
}
