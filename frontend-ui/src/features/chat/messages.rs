//! The list: messages by day, with reactions and marks.

use super::{files::files, reading, room::Room, texts::ChatText, words::linked};
use crate::{features::services::Gallery, format, i18n::t};
use chrono::{Local, TimeDelta};
use leptos::{html, prelude::*, task::spawn_local};
use shared_types::{
    chat::{ChatMessage, Reaction, limits},
    id::{MessageId, UserId},
    orders::Side,
};

/// One person's messages within so many minutes stand under one name.
const RUN: TimeDelta = TimeDelta::minutes(5);
/// So near to its end a list counts as being there.
const NEAR: i32 = 40;

/// A message and its place among the others.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    message: ChatMessage,
    /// The first one of a day.
    starts_day: bool,
    /// The first one under a name.
    starts_run: bool,
    /// The last one of the person's own that somebody of the other side has read.
    is_read: bool,
}

fn rows(all: &[ChatMessage], me: UserId, read_by_others: Option<MessageId>) -> Vec<Row> {
    let is_read = |message: &&ChatMessage| message.author_id == Some(me) && Some(message.id) <= read_by_others;
    let last_read = all.iter().rfind(is_read).map(|message| message.id);
    let day = |message: &ChatMessage| message.created_at.with_timezone(&Local).date_naive();
    let mut before = None::<&ChatMessage>;
    all.iter()
        .map(|message| {
            let starts_day = before.is_none_or(|before| day(before) != day(message));
            let goes_on = before.is_some_and(|before| {
                (before.author_id, &before.author_name, before.side)
                    == (message.author_id, &message.author_name, message.side)
                    && message.created_at - before.created_at < RUN
            });
            before = Some(message);
            Row {
                message: message.clone(),
                starts_day,
                starts_run: starts_day || !goes_on,
                is_read: Some(message.id) == last_read,
            }
        })
        .collect()
}

/// The list of a chat that was fetched; it goes to its end each time that `sent` counts on.
pub(super) fn messages(room: Room, sent: RwSignal<u32>) -> AnyView {
    let rows = Memo::new(move |_| {
        let read = room.read_by_others.get();
        room.messages.with(|all| rows(all, room.me, read))
    });
    let (list, end) = (NodeRef::<html::Div>::new(), NodeRef::<html::Div>::new());
    let (at_end, fresh) = (StoredValue::new(true), RwSignal::new(false));
    let go = move || {
        at_end.set_value(true);
        fresh.set(false);
        // What came is laid out by then.
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    };
    Effect::new(move |known: Option<Option<MessageId>>| {
        let newest = rows.with(|rows| rows.last().map(|row| row.message.id));
        // The choice of reactions opens below its message.
        room.menu.track();
        if at_end.get_value() {
            go();
        } else if known.is_some_and(|known| newest > known) {
            fresh.set(true);
        }
        newest
    });
    Effect::new(move |_| {
        sent.track();
        go();
    });
    let scrolled = move |_| {
        if let Some(list) = list.get_untracked() {
            let is_near = list.scroll_height() - list.scroll_top() - list.client_height() < NEAR;
            at_end.set_value(is_near);
            if is_near {
                fresh.set(false);
            }
        }
    };
    let busy = RwSignal::new(false);
    let earlier = move |_| {
        busy.set(true);
        spawn_local(async move {
            let below = move || {
                let list = list.try_get_untracked().flatten()?;
                Some((list.scroll_height() - list.scroll_top(), list))
            };
            let before = below();
            room.refused.try_set(room.earlier().await.err());
            busy.try_set(false);
            // What was looked at stays where it was: as far from the end as before.
            request_animation_frame(move || {
                if let (Some((before, _)), Some((after, list))) = (before, below()) {
                    list.set_scroll_top(list.scroll_top() + after - before);
                }
            });
        });
    };
    reading::watch(room, end);
    let ids = move || rows.with(|rows| rows.iter().map(|row| row.message.id).collect::<Vec<_>>());
    let is_empty = Memo::new(move |_| rows.with(Vec::is_empty));
    let invitation = match room.side {
        Side::Client => ChatText::EmptyClient,
        _ => ChatText::EmptyAgent,
    };
    view! {
        <div class="chat-list">
            <div class="messages" role="log" aria-live="polite" tabindex="0" data-testid="chat-messages"
                aria-label=t(ChatText::Messages) aria-busy=move || busy.get().to_string() node_ref=list
                on:scroll=scrolled>
                {move || room.more.get().then(|| view! { <button type="button" class="quiet" data-testid="chat-earlier"
                    disabled=move || busy.get() on:click=earlier>{t(ChatText::Earlier)}</button> })}
                {move || is_empty.get().then(|| view! { <p class="muted none-yet">{t(invitation)}</p> })}
                <For each=ids key=|id| *id children=move |id| line(id, rows, room)/>
                <div class="chat-end" node_ref=end></div>
            </div>
            {move || fresh.get().then(|| view! { <button type="button" class="button fresh-ones"
                data-testid="chat-fresh" on:click=move |_| go()>{t(ChatText::Fresh)}</button> })}
            {move || room.looking.get().map(|(shots, start)| view! { <Gallery media=shots start=start
                close=Callback::new(move |()| room.looking.set(None))/> })}
        </div>
    }
    .into_any()
}

/// A message; what never changes is built once.
fn line(id: MessageId, rows: Memo<Vec<Row>>, room: Room) -> AnyView {
    let row = Memo::new(move |_| {
        rows.with(|rows| {
            let at = rows.binary_search_by_key(&id, |row| row.message.id).ok()?;
            rows.get(at).cloned()
        })
    });
    let is = move |what: fn(&Row) -> bool| row.with(|row| row.as_ref().is_some_and(what));
    let Some(Row { message, .. }) = row.get_untracked() else {
        return ().into_any();
    };
    let ChatMessage {
        side,
        author_id,
        author_name,
        body,
        created_at,
        ..
    } = message;
    let is_own = author_id == Some(room.me);
    let name = if is_own {
        t(ChatText::You).to_owned()
    } else {
        author_name
    };
    let sent_along = Memo::new(move |_| {
        let all = row.with(|row| row.as_ref().map(|row| row.message.files.clone()));
        all.unwrap_or_default()
    });
    let flags = room.writes && room.side == Side::Staff && side == Side::Staff;
    let no_reply = move || is(|row| row.message.no_reply_needed);
    let is_last = move || rows.with(|rows| rows.last().is_some_and(|row| row.message.id == id));
    let flag = move || {
        (flags && is_last()).then(|| {
            let label = move || {
                t(if no_reply() {
                    ChatText::ReplyNeeded
                } else {
                    ChatText::NoReply
                })
            };
            view! { <button type="button" class="quiet" data-testid="chat-flag"
            on:click=move |_| room.flag(id, !no_reply())>{label}</button> }
        })
    };
    view! {
        {move || is(|row| row.starts_day).then(|| view! { <p class="chat-day">{format::day(created_at)}</p> })}
        <article class="message" data-testid="message" data-side=side.as_str() class:own=is_own
            class:first=move || is(|row| row.starts_run)>
            {move || is(|row| row.starts_run).then(|| view! { <strong class="author">{name.clone()}</strong> })}
            {(!body.is_empty()).then(|| view! { <p class="bubble">{linked(&body)}</p> })}
            {files(id, sent_along, room)}
            {reactions(id, row, room)}
            <div class="about">
                <time datetime=created_at.to_rfc3339() title=format::moment(created_at)>{format::time(created_at)}</time>
                {move || is(|row| row.is_read).then(|| view! { <span class="tick"
                    data-testid="chat-read">"✓ "{t(ChatText::ReadByOthers)}</span> })}
                {move || no_reply().then(|| view! { <span class="badge" data-testid="no-reply">{t(ChatText::NoReply)}</span> })}
                {flag}
                {room.writes.then(|| menu(id, row, room))}
            </div>
        </article>
    }
    .into_any()
}

/// Whether a person gave a reaction.
fn is_given(row: Option<&Row>, emoji: &str, me: UserId) -> bool {
    row.is_some_and(|row| {
        let mut all = row.message.reactions.iter();
        all.any(|reaction| reaction.emoji == emoji && reaction.users.contains(&me))
    })
}

/// The reactions that were given.
fn reactions(id: MessageId, row: Memo<Option<Row>>, room: Room) -> AnyView {
    let given = Memo::new(move |_| {
        let all = row.with(|row| row.as_ref().map(|row| row.message.reactions.clone()));
        let mut all = all.unwrap_or_default();
        all.retain(|reaction| !reaction.users.is_empty());
        all
    });
    let names = move || given.with(|all| all.iter().map(|reaction| reaction.emoji.clone()).collect::<Vec<_>>());
    let one = move |emoji: String| {
        let sign = emoji.clone();
        let count = Memo::new(move |_| {
            let of = |reaction: &&Reaction| reaction.emoji == sign;
            given.with(|all| all.iter().find(of).map_or(0, |reaction| reaction.users.len()))
        });
        let sign = emoji.clone();
        if !room.writes {
            return view! { <span class="reaction" data-testid="reaction">{sign}" "{move || count.get()}</span> }
                .into_any();
        }
        let mine = Memo::new(move |_| row.with(|row| is_given(row.as_ref(), &emoji, room.me)));
        let said = sign.clone();
        let label = {
            let sign = sign.clone();
            move || format!("{sign} {}", count.get())
        };
        let press = move |_| room.react(id, said.clone(), !mine.get_untracked());
        view! { <button type="button" class="reaction" data-testid="reaction" aria-label=label
        aria-pressed=move || mine.get().to_string()
        on:click=press>{sign}" "{move || count.get()}</button> }
        .into_any()
    };
    view! { <div class="reactions"><For each=names key=String::clone children=one/></div> }.into_any()
}

/// The way to give one.
fn menu(id: MessageId, row: Memo<Option<Row>>, room: Room) -> AnyView {
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
                let press = move |_| {
                    let given = row.with_untracked(|row| is_given(row.as_ref(), emoji, room.me));
                    room.react(id, emoji.to_owned(), !given);
                    close();
                };
                let mine = move || row.with(|row| is_given(row.as_ref(), emoji, room.me)).to_string();
                view! { <button type="button" class="reaction" data-testid="react-with" aria-label=emoji
                aria-pressed=mine on:click=press>{emoji}</button> }
            };
            let escape = move |event: leptos::ev::KeyboardEvent| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    close();
                }
            };
            view! { <div class="choices-of" role="group" aria-label=t(ChatText::AddReaction)
            on:keydown=escape>{limits::REACTIONS.map(choice).collect_view()}</div> }
        })
    };
    let toggle = move |_| room.menu.set((!is_open.get_untracked()).then_some(id));
    view! {
        <button type="button" class="icon react" data-testid="react" aria-label=t(ChatText::AddReaction)
            title=t(ChatText::AddReaction) aria-expanded=move || is_open.get().to_string() node_ref=button
            on:click=toggle>"☺"</button>
        {choices}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::{DateTime, Utc};
    use shared_types::id::OrderId;

    fn message(id: i64, author: i64, minutes: i64) -> ChatMessage {
        ChatMessage {
            id: MessageId(id),
            order_id: OrderId(1),
            side: Side::Client,
            author_id: Some(UserId(author)),
            author_name: author.to_string(),
            body: String::new(),
            files: Vec::new(),
            no_reply_needed: false,
            reactions: Vec::new(),
            created_at: DateTime::<Utc>::UNIX_EPOCH + TimeDelta::minutes(minutes),
        }
    }

    #[test]
    fn names_days_and_ticks_stand_where_they_belong() {
        let all = [
            message(1, 7, 0),
            message(2, 7, 4),
            message(3, 7, 9),
            message(4, 8, 10),
            message(5, 7, 4 * 24 * 60),
        ];
        let rows = rows(&all, UserId(7), Some(MessageId(4)));
        let seen: Vec<_> = rows
            .iter()
            .map(|row| (row.starts_day, row.starts_run, row.is_read))
            .collect();
        let plain = (false, false, false);
        assert_eq!(seen[0], (true, true, false));
        assert_eq!(seen[1], plain);
        assert_eq!(seen[2], (false, true, true));
        assert_eq!(seen[3], (false, true, false));
        assert_eq!(seen[4], (true, true, false));
    }
}
