//! The chat of an order: what client and agent write to each other, told as it happens.

mod attach;
mod calls;
mod compose;
mod files;
mod live;
mod messages;
mod reading;
mod room;
mod texts;
mod words;

use crate::{
    components::{ErrorNote, sentence},
    i18n::{Text, t},
    session::{self, current},
};
use attach::Attach;
use leptos::{ev::DragEvent, prelude::*};
use room::Room;
use shared_types::{
    access::{Guard, Level, Object},
    id::OrderId,
    orders::Side,
};
use texts::ChatText;

/// The chat; it stands outside of what a card reads anew, so that nobody's typing is lost to it.
#[component]
pub fn ChatPanel(
    /// The order.
    order: OrderId,
) -> impl IntoView {
    let current = current();
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
    let is_look = session::looks_as().is_some();
    let writes = current.may(Object::Orders, Level::Edit) && !is_look;
    let room = Room::new(order, (me.id, me.name), side, writes, is_look);
    room.enter();
    let files = Attach::new(order);
    let may_drop = move || writes && room.entered.with_untracked(|entered| matches!(entered, Some(Ok(()))));
    let dragged = move |event: DragEvent| {
        if may_drop() {
            files.drag(&event);
        }
    };
    let dropped = move |event: DragEvent| {
        if may_drop() {
            files.drop(&event);
        }
    };
    let sent = RwSignal::new(0_u32);
    let went_out = Callback::new(move |()| sent.update(|sent| *sent = sent.wrapping_add(1)));
    let unread = Memo::new(move |_| room.unread().0);
    let content = move || {
        match room.entered.get() {
        None => view! { <div class="skeleton" role="status" aria-label=t(Text::Loading)><span></span><span></span></div> }.into_any(),
        Some(Err(error)) => view! {
            <div class="note error" role="alert">
                <p>{sentence(&error)}</p>
                <button type="button" class="button" data-testid="chat-retry" on:click=move |_| room.enter()>{t(Text::Retry)}</button>
            </div>
        }
        .into_any(),
        Some(Ok(())) => view! {
            {messages::messages(room, sent)}
            <p class="chat-typing"
                data-testid="chat-typing">{move || room.typing.get().map(|name| format!("{name} {}", t(ChatText::Types)))}</p>
            <ErrorNote error=room.refused/>
            {writes.then(|| compose::compose(room, files, went_out))}
        }
        .into_any(),
    }
    };
    view! {
        <section class="card chat" data-testid="chat" on:dragover=dragged on:drop=dropped>
            <header>
                <h2>{t(ChatText::Title)}</h2>
                {move || Some(unread.get()).filter(|count| *count > 0).map(|count| view! { <span class="badge warn"
                    data-testid="chat-unread" title=t(ChatText::Unread)>{count}</span> })}
            </header>
            {move || room.down.get().then(|| view! { <p class="chat-offline" role="status"
                data-testid="chat-offline">{t(ChatText::Down)}</p> })}
            {content}
            {files.veil()}
        </section>
    }
    .into_any()
}
