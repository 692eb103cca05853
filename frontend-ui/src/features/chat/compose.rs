//! The form: a text, a button, and a draft that outlives a reload of the page.

use super::{
    attach::Attach,
    calls::{self, Intent},
    room::{Nudge, Room},
    texts::ChatText,
};
use crate::{
    api::{self, Error},
    components::ErrorNote,
    i18n::t,
};
use leptos::{ev, html, prelude::*, task::spawn_local};
use shared_types::{chat::limits, id::MessageId, orders::Side};

/// Drafts live as long as the window: another one may write another.
fn storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

fn key(room: Room) -> String {
    format!("karavan.chat.{}.{}", room.me, room.order)
}

fn draft(room: Room) -> String {
    let held = storage().and_then(|storage| storage.get_item(&key(room)).ok().flatten());
    held.unwrap_or_default()
}

/// A browser whose storage is full or shut still holds the text on the screen.
fn keep(room: Room, text: &str) {
    if let Some(storage) = storage() {
        let _ = if text.is_empty() {
            storage.remove_item(&key(room))
        } else {
            storage.set_item(&key(room), text)
        };
    }
}

/// What is being written.
#[derive(Clone, Copy)]
struct Pen {
    room: Room,
    files: Attach,
    text: RwSignal<String>,
    /// Needs no answer; for staff alone.
    no_reply: RwSignal<bool>,
    busy: RwSignal<bool>,
    error: RwSignal<Option<Error>>,
    /// What was tried last: the same words again are the same message.
    tried: StoredValue<Option<Intent>>,
    field: NodeRef<html::Textarea>,
    sent: Callback<()>,
}

impl Pen {
    fn set(self, text: String) {
        keep(self.room, &text);
        self.text.try_set(text);
    }

    fn focus(self) {
        if let Some(field) = self.field.try_get_untracked().flatten() {
            let _ = field.focus();
        }
    }

    fn send(self) {
        let (body, no_reply_needed) = (
            self.text.get_untracked().trim().to_owned(),
            self.no_reply.get_untracked(),
        );
        let (files, uploads) = untrack(|| (self.files.ready(), self.files.is_busy()));
        if (body.is_empty() && files.is_empty()) || uploads || self.busy.get_untracked() {
            return;
        }
        let tried = self.tried.get_value();
        let is_retry =
            |tried: &Intent| tried.body == body && tried.files == files && tried.no_reply_needed == no_reply_needed;
        let intent = tried.filter(is_retry).unwrap_or_else(|| Intent {
            key: api::fresh_key(),
            body,
            files: files.clone(),
            no_reply_needed,
        });
        self.tried.set_value(Some(intent.clone()));
        self.busy.set(true);
        spawn_local(async move {
            let answer = calls::say(self.room.order, intent).await;
            self.busy.try_set(false);
            match answer {
                Ok(message) => {
                    self.tried.try_set_value(None);
                    self.error.try_set(None);
                    self.no_reply.try_set(false);
                    self.set(String::new());
                    self.files.sent(&files);
                    self.room.merge(vec![message]);
                    self.sent.try_run(());
                    self.focus();
                }
                Err(refused) => {
                    self.error.try_set(Some(refused));
                }
            }
        });
    }

    fn form(self, is_staff: bool) -> AnyView {
        let pen = self;
        let typed = move |event| {
            let text = event_target_value(&event);
            if !text.trim().is_empty() {
                pen.room.nudge(Nudge::Types);
            }
            pen.set(text);
        };
        let pressed = move |event: ev::KeyboardEvent| {
            // Enter that ends a composition is no Enter; Safari says so by the number alone.
            let is_composing = event.is_composing() || event.key_code() == 229;
            if event.key() == "Enter" && !event.shift_key() && !is_composing {
                event.prevent_default();
                pen.send();
            }
        };
        let submit = move |event: ev::SubmitEvent| {
            event.prevent_default();
            pen.send();
        };
        let tick = move |event| pen.no_reply.set(event_target_checked(&event));
        let has_nothing = move || pen.text.with(|text| text.trim().is_empty()) && pen.files.ready().is_empty();
        let is_idle = move || pen.busy.get() || pen.files.is_busy() || has_nothing();
        view! {
            <form class="chat-form" on:submit=submit>
                {pen.files.chips(pen.busy)}
                // The words again, unseen: they give the field its height.
                <div class="grow" data-text=move || pen.text.get()>
                    <textarea node_ref=pen.field rows="1" data-testid="chat-text" maxlength=limits::BODY.to_string()
                        enterkeyhint="send" aria-label=t(ChatText::YourMessage) placeholder=t(ChatText::YourMessage)
                        prop:value=move || pen.text.get() prop:readOnly=move || pen.busy.get() on:input=typed
                        on:keydown=pressed on:paste=move |event| pen.files.paste(&event)></textarea>
                </div>
                <div class="chat-send">
                    {pen.files.button()}
                    {is_staff.then(|| view! { <label class="row"><input type="checkbox" data-testid="chat-no-reply"
                        prop:checked=move || pen.no_reply.get()
                        on:change=tick/><span>{t(ChatText::NoReply)}</span></label> })}
                    <button type="submit" class="button primary" data-testid="chat-send" disabled=is_idle>{t(ChatText::Send)}</button>
                </div>
            </form>
        }
        .into_any()
    }
}

/// The form, or the way to it where the last word needs no answer; `sent` hears that a message went out.
pub(super) fn compose(room: Room, files: Attach, sent: Callback<()>) -> AnyView {
    let pen = Pen {
        room,
        files,
        text: RwSignal::new(draft(room)),
        no_reply: RwSignal::new(false),
        busy: RwSignal::new(false),
        error: RwSignal::new(None),
        tried: StoredValue::new(None),
        field: NodeRef::new(),
        sent,
    };
    let is_staff = room.side == Side::Staff;
    // The word that the person goes on after all; another one closes the form again.
    let past = RwSignal::new(None::<MessageId>);
    let closed = Memo::new(move |_| {
        room.flagged()
            // Who has chosen files goes on.
            .filter(|flagged| !is_staff && past.get() != Some(*flagged) && files.is_empty())
    });
    let go_on = move |_| {
        past.set(closed.get_untracked());
        request_animation_frame(move || pen.focus());
    };
    view! {
        <ErrorNote error=pen.error/>
        {move || {
            if closed.get().is_some() {
                view! {
                    <div class="chat-closed">
                        <p class="muted">{t(ChatText::NoReplySaid)}</p>
                        <button type="button" class="button" data-testid="chat-continue" on:click=go_on>{t(ChatText::Continue)}</button>
                    </div>
                }
                .into_any()
            } else {
                pen.form(is_staff)
            }
        }}
    }
    .into_any()
}
