//! The reactions to a message, and the menu that adds one.

use super::{room::Room, row::MessageRow, texts::ChatTexts};
use crate::i18n::t;
use leptos::{html, prelude::*};
use shared_types::{
    chat::{Reaction, limits},
    id::{MessageId, UserId},
};

/// Returns whether a user has given a reaction.
fn has_reacted(row: Option<&MessageRow>, emoji: &str, me: UserId) -> bool {
    row.is_some_and(|row| {
        let mut all = row.message.reactions.iter();
        all.any(|reaction| reaction.emoji == emoji && reaction.users.contains(&me))
    })
}

/// The reactions to a message.
pub(super) fn reaction_list(id: MessageId, row: Memo<Option<MessageRow>>, room: Room) -> AnyView {
    let given = Memo::new(move |_| {
        let all = row.with(|row| row.as_ref().map(|row| row.message.reactions.clone()));
        let mut all = all.unwrap_or_default();
        all.retain(|reaction| !reaction.users.is_empty());
        all
    });
    let emojis = move || given.with(|all| all.iter().map(|reaction| reaction.emoji.clone()).collect::<Vec<_>>());
    let reaction_button = move |emoji: String| {
        let counted = emoji.clone();
        let count = Memo::new(move |_| {
            let is_same = |reaction: &&Reaction| reaction.emoji == counted;
            given.with(|all| all.iter().find(is_same).map_or(0, |reaction| reaction.users.len()))
        });
        let text = emoji.clone();
        if !room.can_write {
            return any_view! {
                <span class="reaction" data-testid="reaction">
                    {text}
                    " "
                    {move || count.get()}
                </span>
            };
        }
        let has_own = Memo::new(move |_| row.with(|row| has_reacted(row.as_ref(), &emoji, room.me)));
        let reaction = text.clone();
        let label = {
            let text = text.clone();
            move || format!("{text} {}", count.get())
        };
        let toggle = move |_| room.set_reaction(id, reaction.clone(), !has_own.get_untracked());
        any_view! {
            <button
                type="button"
                class="reaction"
                data-testid="reaction"
                aria-label=label
                aria-pressed=move || has_own.get().to_string()
                on:click=toggle
            >
                {text}
                " "
                {move || count.get()}
            </button>
        }
    };
    any_view! {
        <div class="reactions">
            <For each=emojis key=String::clone children=reaction_button />
        </div>
    }
}

/// The button and menu that add a reaction.
pub(super) fn reaction_menu(id: MessageId, row: Memo<Option<MessageRow>>, room: Room) -> AnyView {
    let button = NodeRef::<html::Button>::new();
    let is_open = Memo::new(move |_| room.menu.get() == Some(id));
    let close = move || {
        room.menu.set(None);
        if let Some(button) = button.get_untracked() {
            let _ = button.focus();
        }
    };
    let choices = move || {
        is_open.get().then(|| {
            let choice = |emoji: &'static str| {
                let toggle = move |_| {
                    let given = row.with_untracked(|row| has_reacted(row.as_ref(), emoji, room.me));
                    room.set_reaction(id, emoji.to_owned(), !given);
                    close();
                };
                let has_own = move || row.with(|row| has_reacted(row.as_ref(), emoji, room.me)).to_string();
                view! {
                    <button
                        type="button"
                        class="reaction"
                        data-testid="react-with"
                        aria-label=emoji
                        aria-pressed=has_own
                        on:click=toggle
                    >
                        {emoji}
                    </button>
                }
            };
            let on_keydown = move |event: leptos::ev::KeyboardEvent| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    close();
                }
            };
            view! {
                <div class="reaction-menu" role="group" aria-label=t(ChatTexts::AddReaction) on:keydown=on_keydown>
                    {limits::REACTIONS.map(choice).collect_view()}
                </div>
            }
        })
    };
    let toggle = move |_| room.menu.set((!is_open.get_untracked()).then_some(id));
    any_view! {
        <button
            type="button"
            class="icon react"
            data-testid="react"
            aria-label=t(ChatTexts::AddReaction)
            title=t(ChatTexts::AddReaction)
            aria-expanded=move || is_open.get().to_string()
            node_ref=button
            on:click=toggle
        >
            "☺"
        </button>
        {choices}
    }
}
