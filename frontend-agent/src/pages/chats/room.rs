//! The chosen dialogue: who answers it, when it comes back, and its chat.

use super::{
    replies,
    snooze::snooze_menu,
    state::{RoomState, Shown},
    texts::InboxTexts,
};
use crate::pages::assignees::{AssigneeField, Assignees};
use frontend_ui::{
    api,
    components::{ErrorNote, Icon, Skeleton, notify_with_undo},
    data::{use_action, use_record},
    features::chat::ChatPanel,
    format,
    i18n::{Text, t},
    live::Topic,
    session::current_user,
};
use leptos::prelude::*;
use shared_types::{
    access::{Level, Object},
    chat::{AssignDialogue, Dialogue, DialogueAssignment, ReplyNeed, SetReplyNeed, ShowDialogue},
    endpoint::Nothing,
    id::{OrderId, StaffId},
    staff::rules,
};

impl RoomState {
    fn assign(self, staff_id: Option<StaffId>) {
        let call = api::call::<AssignDialogue>((self.order,), DialogueAssignment { staff_id });
        self.action.run(call, |_| ());
    }

    fn set_reply_needed(self, reply_needed: bool) {
        let call = api::call::<SetReplyNeed>((self.order,), ReplyNeed { reply_needed });
        self.action.run(call, move |_| {
            if !reply_needed {
                notify_with_undo(t(InboxTexts::AnsweredDone), move || self.set_reply_needed(true));
            }
        });
    }

    /// The button that records that the client needs no answer.
    fn reply_need(self) -> AnyView {
        self.dialogue.view(move |dialogue| {
            dialogue.waiting_since.map(|_| {
                view! {
                    <button
                        type="button"
                        class="button"
                        data-testid="no-reply-needed"
                        disabled=move || self.action.is_busy()
                        on:click=move |_| self.set_reply_needed(false)
                    >
                        {Icon::Check.view()}
                        {t(InboxTexts::Answered)}
                    </button>
                }
            })
        })
    }

    /// The people and times of the dialogue.
    fn controls(self, assignees: Assignees, (may_edit, may_assign): (bool, bool)) -> AnyView {
        let choose = Callback::new(move |staff_id| self.assign(staff_id));
        any_view! {
            <div class="inbox-controls">
                {may_assign
                    .then(|| {
                        self.dialogue
                            .view(move |dialogue| {
                                let selected = dialogue.assigned_staff_id;
                                view! { <AssigneeField assignees=assignees selected=selected choose=choose /> }
                            })
                    })} {may_edit.then(|| snooze_menu(self))} {may_edit.then(|| self.reply_need())}
            </div>
        }
    }
}

fn heading(dialogue: &Dialogue, may_see_clients: bool) -> AnyView {
    let order = dialogue.order_id;
    let client = format!("{} {}", dialogue.client_code, dialogue.client_name);
    let client = if may_see_clients {
        any_view! {
            <a dir="auto" href=format!("/agent/clients/{}", dialogue.client_id)>
                {client}
            </a>
        }
    } else {
        any_view! { <bdi>{client}</bdi> }
    };
    let snoozed = dialogue.snoozed_until.map(|until| {
        view! {
            <small class="muted" data-testid="snoozed-until">
                {t(InboxTexts::SnoozedUntil)}
                " "
                {format::date_time(until)}
            </small>
        }
    });
    any_view! {
        <h2>{client}</h2>
        <a href=format!("/agent/orders/{order}") data-testid="open-order" title=t(InboxTexts::OpenOrder)>
            {dialogue.order_number.clone()}
        </a>
        {snoozed}
    }
}

/// The room of a dialogue. `changed` updates the list after a change.
pub(super) fn room(order: OrderId, shown: Memo<Shown>, assignees: Assignees, changed: Callback<()>) -> AnyView {
    let id = Memo::new(move |_| order);
    let current = current_user();
    let may_see_clients = current.may(Object::Clients, Level::View);
    let may_edit = current.may(Object::Orders, Level::Edit);
    let may_edit_replies = current.may(Object::Settings, Level::Edit);
    let tools = Callback::new(move |(order, insert)| replies::picker(order, insert, may_edit_replies));
    let may_assign = rules::may_assign(&current.rights(), Object::Orders);
    let dialogue = use_record(&[Topic::Chat], id, |id| {
        api::send::<ShowDialogue>((id,), Nothing {}, Nothing {}, api::Options::default())
    })
    .following_own(&[Topic::Chat]);
    let action = use_action().reloading(move || {
        dialogue.reload();
        changed.run(());
    });
    let state = RoomState {
        order,
        dialogue,
        action,
    };
    let back = move || {
        Shown {
            order: None,
            ..shown.get()
        }
        .url()
    };
    let content = move || {
        any_view! {
            <header class="inbox-head">
                <a
                    href=back
                    class="icon inbox-back"
                    data-testid="back-to-chats"
                    aria-label=t(Text::Back)
                    title=t(Text::Back)
                >
                    {Icon::ChevronLeft.view()}
                </a>
                {dialogue.view(move |dialogue| heading(dialogue, may_see_clients))}
            </header>
            {state.controls(assignees, (may_edit, may_assign))}
            <ErrorNote error=action />
            <ChatPanel order=order tools=tools />
        }
    };
    dialogue.page(Skeleton::Table, content)
}
