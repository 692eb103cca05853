//! The chat of an order between client and agent, with live updates.

mod attachments;
mod compose;
mod connection;
mod files;
mod links;
mod live;
mod messages;
mod messengers;
mod outgoing;
mod reactions;
mod read_tracking;
mod room;
mod row;
mod texts;

use crate::{
    components::error_message,
    features::translation::exhausted_note,
    prelude::*,
    session::{self},
};
use attachments::Attachments;
use leptos::ev::DragEvent;
use room::Room;
use shared_types::{id::OrderId, orders::Side};
use texts::ChatTexts;

/// Buttons of a page below the text of a new message. They get the order, and a call that inserts a text.
pub type ComposerTools = Callback<(OrderId, Callback<String>), AnyView>;

/// The chat panel. It is rendered outside of the part of the card that is reloaded, so that a message being typed is kept.
#[component]
pub fn ChatPanel(
    order: OrderId,
    /// Gets the number of unread messages.
    #[prop(optional)]
    unread_count: Option<RwSignal<usize>>,
    /// Whether the panel is on the screen, if a tab can hide it. The list scrolls to its end when it is shown.
    #[prop(optional, into)]
    is_shown: Option<Signal<bool>>,
    #[prop(optional)] tools: Option<ComposerTools>,
) -> impl IntoView {
    let current = current_user();
    let Some(me) = current.0.with_untracked(|me| me.as_ref().map(|me| me.user.clone())) else {
        return ().into_any();
    };
    if !current.may(Object::Orders, Level::View) {
        return ().into_any();
    }
    let side = match session::guard() {
        Guard::Agent => Side::Staff,
        Guard::Client => Side::Client,
    };
    let is_preview = session::preview_group().is_some();
    let can_write = current.may(Object::Orders, Level::Edit) && !is_preview;
    let person = me.id;
    let room = Room::new(order, (person, me.name), side, can_write, is_preview);
    live::load(room);
    let files = Attachments::of_order(person, order);
    let may_drop = move || can_write && room.load_result.with_untracked(|result| matches!(result, Some(Ok(()))));
    let on_drag_over = move |event: DragEvent| {
        if may_drop() {
            files.on_drag_over(&event);
        }
    };
    let on_drop = move |event: DragEvent| {
        if may_drop() {
            files.on_drop(&event);
        }
    };
    let sent_count = RwSignal::new(0_u32);
    let on_sent = Callback::new(move |()| sent_count.update(|count| *count = count.wrapping_add(1)));
    if let Some(is_shown) = is_shown {
        Effect::new(move |_| {
            if is_shown.get() {
                on_sent.run(());
            }
        });
    }
    let unread = Memo::new(move |_| room.unread().0);
    if let Some(unread_count) = unread_count {
        Effect::new(move |_| unread_count.set(unread.get()));
    }
    let content = move || match room.load_result.get() {
        None => any_view! {
            <div class="skeleton" role="status" aria-label=t(Text::Loading)>
                <span></span>
                <span></span>
            </div>
        },
        Some(Err(error)) => any_view! {
            <div class="note error" role="alert">
                <p>{error_message(&error)}</p>
                <button type="button" class="button" data-testid="chat-retry" on:click=move |_| live::load(room)>
                    {t(Text::Retry)}
                </button>
            </div>
        },
        Some(Ok(())) => any_view! {
            {move || room.translation_exhausted.get().then(exhausted_note)}
            {messages::message_list(room, sent_count)}
            <p class="chat-typing" data-testid="chat-typing">
                {move || room.typing.get().map(|name| format!("{name} {}", t(ChatTexts::IsTyping)))}
            </p>
            <ErrorNote error=room.error />
            {can_write.then(|| compose::compose(room, files, tools, on_sent))}
        },
    };
    any_view! {
        <section class="card chat" data-testid="chat" on:dragover=on_drag_over on:drop=on_drop>
            <header>
                <h2>{t(ChatTexts::Title)}</h2>
                {move || {
                    Some(unread.get())
                        .filter(|count| *count > 0)
                        .map(|count| {
                            view! {
                                <span class="count-badge" data-testid="chat-unread" title=t(ChatTexts::Unread)>
                                    {count}
                                </span>
                            }
                        })
                }}
            </header>
            {move || {
                room.connection_lost
                    .get()
                    .then(|| {
                        view! {
                            <p class="chat-offline" role="status" data-testid="chat-offline">
                                {t(ChatTexts::Offline)}
                            </p>
                        }
                    })
            }}
            {content}
            {files.drop_overlay()}
        </section>
    }
}
