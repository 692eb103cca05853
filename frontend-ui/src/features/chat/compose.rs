//! The form for a new message. Its draft survives a reload of the page.

use super::{
    ComposerTools,
    outgoing::{self, OutgoingMessage},
    room::Room,
    texts::ChatTexts,
};
use crate::{api::Error, features::chat::attachments::Attachments, prelude::*};
use leptos::{ev, html};
use shared_types::{chat::limits, id::MessageId, orders::Side};

/// Drafts are stored per browser tab, so that two tabs can hold different drafts.
fn session_storage() -> Option<web_sys::Storage> {
    window().session_storage().ok().flatten()
}

fn draft_key(room: Room) -> String {
    format!("karavan.chat.{}.{}", room.me, room.order)
}

fn stored_draft(room: Room) -> String {
    let text = session_storage().and_then(|storage| storage.get_item(&draft_key(room)).ok().flatten());
    text.unwrap_or_default()
}

/// Stores the draft. Errors are ignored: without storage the text is still in the field.
fn store_draft(room: Room, text: &str) {
    if let Some(storage) = session_storage() {
        let _ = if text.is_empty() {
            storage.remove_item(&draft_key(room))
        } else {
            storage.set_item(&draft_key(room), text)
        };
    }
}

/// The state of the form.
#[derive(Clone, Copy)]
struct Composer {
    room: Room,
    files: Attachments,
    tools: Option<ComposerTools>,
    text: RwSignal<String>,
    /// Whether the message needs no reply; only for staff.
    no_reply: RwSignal<bool>,
    busy: RwSignal<bool>,
    error: RwSignal<Option<Error>>,
    /// The last message that was sent. Sending the same content again is a retry of it.
    last_attempt: StoredValue<Option<OutgoingMessage>>,
    field: NodeRef<html::Textarea>,
    on_sent: Callback<()>,
}

impl Composer {
    fn set(self, text: String) {
        store_draft(self.room, &text);
        self.text.try_set(text);
    }

    /// Adds a text to the draft.
    fn insert(self, text: &str) {
        let draft = self.text.get_untracked();
        let draft = draft.trim_end();
        self.set(if draft.is_empty() {
            text.to_owned()
        } else {
            format!("{draft}\n{text}")
        });
        self.focus();
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
        let (files, uploads) = untrack(|| (self.files.uploaded_ids(), self.files.is_busy()));
        if (body.is_empty() && files.is_empty()) || uploads || self.busy.get_untracked() {
            return;
        }
        let is_retry = |last: &OutgoingMessage| {
            last.body == body && last.files == files && last.no_reply_needed == no_reply_needed
        };
        let message = self
            .last_attempt
            .get_value()
            .filter(is_retry)
            .unwrap_or_else(|| OutgoingMessage {
                key: api::new_key(),
                body,
                files: files.clone(),
                no_reply_needed,
            });
        self.last_attempt.set_value(Some(message.clone()));
        self.busy.set(true);
        spawn_local(async move {
            let result = outgoing::send_message(self.room.order, message).await;
            self.busy.try_set(false);
            match result {
                Ok(message) => {
                    self.last_attempt.try_set_value(None);
                    self.error.try_set(None);
                    self.no_reply.try_set(false);
                    self.set(String::new());
                    self.files.remove_sent(&files);
                    self.room.merge(vec![message]);
                    self.on_sent.try_run(());
                    self.focus();
                }
                Err(err) => {
                    self.error.try_set(Some(err));
                }
            }
        });
    }

    fn form(self, is_staff: bool) -> AnyView {
        let composer = self;
        let on_input = move |event| {
            let text = event_target_value(&event);
            if !text.trim().is_empty() {
                composer.room.send_typing();
            }
            composer.set(text);
        };
        let on_keydown = move |event: ev::KeyboardEvent| {
            // Enter may end the composition of an input method; in Safari only the key code 229 shows it.
            let is_composing = event.is_composing() || event.key_code() == 229;
            if event.key() == "Enter" && !event.shift_key() && !is_composing {
                event.prevent_default();
                composer.send();
            }
        };
        let submit = move |event: ev::SubmitEvent| {
            event.prevent_default();
            composer.send();
        };
        let on_change = move |event| composer.no_reply.set(event_target_checked(&event));
        let is_empty =
            move || composer.text.with(|text| text.trim().is_empty()) && composer.files.uploaded_ids().is_empty();
        let is_disabled = move || composer.busy.get() || composer.files.is_busy() || is_empty();
        any_view! {
            <form class="chat-form" on:submit=submit>
                {composer.files.chips(composer.busy)}
                // An invisible copy of the text gives the field its height.
                <div class="grow" data-text=move || composer.text.get()>
                    <textarea
                        dir="auto"
                        node_ref=composer.field
                        rows="1"
                        data-testid="chat-text"
                        maxlength=limits::BODY.to_string()
                        enterkeyhint="send"
                        aria-label=t(ChatTexts::YourMessage)
                        placeholder=t(ChatTexts::YourMessage)
                        prop:value=move || composer.text.get()
                        prop:readOnly=move || composer.busy.get()
                        on:input=on_input
                        on:keydown=on_keydown
                        on:paste=move |event| composer.files.on_paste(&event)
                    ></textarea>
                </div>
                <div class="chat-send">
                    {composer.files.button()}
                    {composer
                        .tools
                        .map(|tools| {
                            tools.run((composer.room.order, Callback::new(move |text: String| composer.insert(&text))))
                        })}
                    {is_staff
                        .then(|| {
                            view! {
                                <label class="row">
                                    <input
                                        type="checkbox"
                                        data-testid="chat-no-reply"
                                        prop:checked=move || composer.no_reply.get()
                                        on:change=on_change
                                    />
                                    <span>{t(ChatTexts::NoReply)}</span>
                                </label>
                            }
                        })} <button type="submit" class="button primary" data-testid="chat-send" disabled=is_disabled>
                        {t(ChatTexts::Send)}
                    </button>
                </div>
            </form>
        }
    }
}

/// Renders the form. If the last message needs no reply, the client first sees a note with a button that opens the form.
/// `on_sent` is called after a message has been sent.
pub(super) fn compose(room: Room, files: Attachments, tools: Option<ComposerTools>, on_sent: Callback<()>) -> AnyView {
    let composer = Composer {
        room,
        files,
        tools,
        text: RwSignal::new(stored_draft(room)),
        no_reply: RwSignal::new(false),
        busy: RwSignal::new(false),
        error: RwSignal::new(None),
        last_attempt: StoredValue::new(None),
        field: NodeRef::new(),
        on_sent,
    };
    let is_staff = room.side == Side::Staff;
    // The message after which the client chose to reply anyway; the next one closes the form again.
    let dismissed = RwSignal::new(None::<MessageId>);
    let closed = Memo::new(move |_| {
        room.message_without_reply()
            // The form stays open while files are attached.
            .filter(|message| !is_staff && dismissed.get() != Some(*message) && files.is_empty())
    });
    let open = move |_| {
        dismissed.set(closed.get_untracked());
        request_animation_frame(move || composer.focus());
    };
    any_view! {
        <ErrorNote error=composer.error />
        {move || {
            if closed.get().is_some() {
                any_view! {
                    <div class="chat-closed">
                        <p class="muted">{t(ChatTexts::NoReplyNotice)}</p>
                        <button type="button" class="button" data-testid="chat-continue" on:click=open>
                            {t(ChatTexts::Continue)}
                        </button>
                    </div>
                }
            } else {
                composer.form(is_staff)
            }
        }}
    }
}
