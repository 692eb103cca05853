//! Saved replies: the button that inserts one, and the editor.

use super::texts::InboxTexts;
use frontend_ui::{
    api::{self, Options},
    components::{Dialog, ErrorNote, Field, Icon, Skeleton, TextArea, notify_with_undo},
    data::{Action, List, use_action, use_list, use_value},
    i18n::{Text, t},
};
use leptos::{ev::SubmitEvent, prelude::*};
use shared_types::{
    chat::{
        ChangeChatReply, ChatReply, CreateChatReply, FillChatReplies, FilledReply, ListChatReplies, NewChatReply,
        RemoveChatReply, limits,
    },
    endpoint::Nothing,
    id::OrderId,
    page::Listing,
};

/// The part of the dialog that is open.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    Choose,
    Edit,
}

/// The button below a new message that inserts a saved reply.
pub(super) fn picker(order: OrderId, insert: Callback<String>, may_edit: bool) -> AnyView {
    let open = RwSignal::new(None::<Part>);
    let close = Callback::new(move |()| open.set(None));
    let choose = Callback::new(move |text: String| {
        open.set(None);
        // The dialog gives the focus back when it is gone.
        request_animation_frame(move || insert.run(text));
    });
    let dialog = move || {
        open.get().map(|part| match part {
            Part::Choose => any_view! {
                <Dialog title=t(InboxTexts::Replies) close=close>
                    {filled_replies(order, choose)}
                    {may_edit
                        .then(|| {
                            view! {
                                <button
                                    type="button"
                                    class="quiet"
                                    data-testid="edit-replies"
                                    on:click=move |_| open.set(Some(Part::Edit))
                                >
                                    {Icon::Pencil.view()}
                                    {t(InboxTexts::EditReplies)}
                                </button>
                            }
                        })}
                </Dialog>
            },
            Part::Edit => any_view! {
                <Dialog title=t(InboxTexts::Replies) close=Callback::new(move |()| open.set(Some(Part::Choose)))>
                    <ReplyEditor />
                </Dialog>
            },
        })
    };
    any_view! {
        <button type="button" class="quiet" data-testid="saved-replies" on:click=move |_| open.set(Some(Part::Choose))>
            {t(InboxTexts::Replies)}
        </button>
        {dialog}
    }
}

/// The replies with the data of the order. A click inserts one.
fn filled_replies(order: OrderId, choose: Callback<String>) -> AnyView {
    let replies = use_value(&[], move || {
        api::send::<FillChatReplies>((order,), Nothing {}, Nothing {}, Options::default())
    });
    let reply = move |reply: FilledReply| {
        let text = reply.text.clone();
        view! {
            <li>
                <button
                    type="button"
                    class="saved-reply"
                    data-testid="saved-reply"
                    on:click=move |_| choose.run(text.clone())
                >
                    <strong dir="auto">{reply.title}</strong>
                    <span dir="auto">{reply.text}</span>
                </button>
            </li>
        }
    };
    replies.show(Skeleton::Table, move |list: &Listing<FilledReply>| {
        if list.data.is_empty() {
            any_view! { <p class="muted">{t(InboxTexts::NoReplies)}</p> }
        } else {
            let rows = list.data.iter().cloned().map(reply).collect_view();
            any_view! { <ul class="saved-reply-list">{rows}</ul> }
        }
    })
}

/// The form for one reply, next to the list of all.
#[derive(Clone, Copy)]
struct EditorState {
    list: List<ChatReply>,
    action: Action,
    /// The reply that is changed; `None` for a new one.
    changed: RwSignal<Option<ChatReply>>,
    title: RwSignal<String>,
    body: RwSignal<String>,
}

impl EditorState {
    fn open(self, reply: Option<ChatReply>) {
        let (title, body) = reply.clone().map(|reply| (reply.title, reply.body)).unwrap_or_default();
        self.title.set(title);
        self.body.set(body);
        self.changed.set(reply);
        self.action.set_error(None);
    }

    fn save(self) {
        let body = NewChatReply {
            title: self.title.get_untracked(),
            body: self.body.get_untracked(),
        };
        let changed = self.changed.get_untracked();
        let call = async move {
            match changed {
                Some(reply) => api::send::<ChangeChatReply>((reply.id,), Nothing {}, body, Options::default()).await,
                None => api::send::<CreateChatReply>((), Nothing {}, body, Options::default()).await,
            }
        };
        self.action.run(call, move |_| self.open(None));
    }

    /// Deletes a reply. The message can undo it.
    fn remove(self, reply: ChatReply) {
        let call = api::send::<RemoveChatReply>((reply.id,), Nothing {}, Nothing {}, Options::default());
        self.action.run(call, move |_| {
            let text = format!("{}: {}", t(InboxTexts::Removed), reply.title);
            notify_with_undo(text, move || {
                let body = NewChatReply {
                    title: reply.title.clone(),
                    body: reply.body.clone(),
                };
                let call = api::send::<CreateChatReply>((), Nothing {}, body, Options::default());
                self.action.run(call, |_| ());
            });
        });
    }

    fn row(self, reply: ChatReply) -> AnyView {
        let (changed, removed) = (reply.clone(), reply.clone());
        any_view! {
            <li class="row" data-testid="reply-row">
                <strong class="spacer" dir="auto">
                    {reply.title}
                </strong>
                <button
                    type="button"
                    class="icon"
                    data-testid="change-reply"
                    aria-label=t(Text::Edit)
                    title=t(Text::Edit)
                    on:click=move |_| self.open(Some(changed.clone()))
                >
                    {Icon::Pencil.view()}
                </button>
                <button
                    type="button"
                    class="icon"
                    data-testid="remove-reply"
                    aria-label=t(Text::Delete)
                    title=t(Text::Delete)
                    on:click=move |_| self.remove(removed.clone())
                >
                    {Icon::X.view()}
                </button>
            </li>
        }
    }
}

/// The saved replies, and the form that adds or changes one.
#[component]
fn ReplyEditor() -> impl IntoView {
    let list = use_list(
        &[],
        |reply: &ChatReply| reply.id.0,
        |_| api::get::<ListChatReplies>(Nothing {}),
    );
    let state = EditorState {
        list,
        action: use_action().reloading(move || list.reload()),
        changed: RwSignal::new(None),
        title: RwSignal::new(String::new()),
        body: RwSignal::new(String::new()),
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        state.save();
    };
    let rows = move || {
        let rows = state.list.rows().view(move |reply| state.row(reply));
        any_view! { <ul class="saved-reply-list">{rows}</ul> }
    };
    let empty = || any_view! { <p class="muted">{t(InboxTexts::NoReplies)}</p> };
    let is_new = move || state.changed.with(Option::is_none);
    any_view! {
        {list.view(Skeleton::Table, empty, rows)}
        <form on:submit=submit data-testid="reply-form">
            <ErrorNote error=state.action />
            {move || is_new().then(|| view! { <h3>{t(InboxTexts::NewReply)}</h3> })}
            <Field name="title" label=t(InboxTexts::ReplyTitle) value=state.title error=state.action required=true />
            <TextArea
                name="body"
                label=t(InboxTexts::Body)
                value=state.body
                error=state.action
                max_length=limits::BODY
                required=true
            />
            <small class="muted">{t(InboxTexts::Placeholders)}</small>
            <div class="row">
                <button class="button primary" data-testid="save-reply" disabled=move || state.action.is_busy()>
                    {t(Text::Save)}
                </button>
                {move || {
                    (!is_new())
                        .then(|| {
                            view! {
                                <button type="button" class="button" on:click=move |_| state.open(None)>
                                    {t(Text::Cancel)}
                                </button>
                            }
                        })
                }}
            </div>
        </form>
    }
}
