//! The list of messages by day, with read marks.

use super::{
    files::file_list,
    links::with_links,
    messengers,
    reactions::{reaction_list, reaction_menu},
    read_tracking,
    room::Room,
    row::MessageRow,
    texts::ChatTexts,
};
use crate::{
    features::{services::Gallery, translation::translation_mark},
    i18n::{self},
    prelude::*,
};
use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use leptos::html;
use shared_types::{
    chat::ChatMessage,
    id::{MessageId, UserId},
    orders::Side,
};

/// Consecutive messages of one person within this time are grouped under one name.
const GROUP_WINDOW: TimeDelta = TimeDelta::minutes(5);

/// Distance from the end of the list, in pixels, that counts as being at the end.
const NEAR_END_PX: i32 = 40;

/// Builds the rows; `day_of` returns the calendar day of a time.
fn build_rows(
    all: &[ChatMessage],
    me: UserId,
    read_by_others: Option<MessageId>,
    day_of: impl Fn(DateTime<Utc>) -> NaiveDate,
) -> Vec<MessageRow> {
    let is_read = |message: &&ChatMessage| message.author_id == Some(me) && Some(message.id) <= read_by_others;
    let last_read = all.iter().rfind(is_read).map(|message| message.id);
    let mut previous = None::<(&ChatMessage, NaiveDate)>;
    all.iter()
        .map(|message| {
            let day = day_of(message.created_at);
            let starts_day = previous.is_none_or(|(_, previous_day)| previous_day != day);
            let continues_group = previous.is_some_and(|(previous, _)| {
                (previous.author_id, &previous.author_name, previous.side)
                    == (message.author_id, &message.author_name, message.side)
                    && message.created_at - previous.created_at < GROUP_WINDOW
            });
            previous = Some((message, day));
            MessageRow {
                message: message.clone(),
                starts_day,
                starts_group: starts_day || !continues_group,
                is_read: Some(message.id) == last_read,
            }
        })
        .collect()
}

/// The list of messages. It scrolls to its end whenever `sent` changes.
pub(super) fn message_list(room: Room, sent: RwSignal<u32>) -> AnyView {
    let rows = Memo::new(move |_| {
        let read = room.read_by_others.get();
        room.messages.with(|all| build_rows(all, room.me, read, format::day_of))
    });
    let (list, end) = (NodeRef::<html::Div>::new(), NodeRef::<html::Div>::new());
    let (at_end, has_new) = (StoredValue::new(true), RwSignal::new(false));
    let scroll_to_end = move || {
        at_end.set_value(true);
        has_new.set(false);
        // Wait until new messages are laid out.
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                list.set_scroll_top(list.scroll_height());
            }
        });
    };
    Effect::new(move |previous: Option<Option<MessageId>>| {
        let newest = rows.with(|rows| rows.last().map(|row| row.message.id));
        // The reaction menu opens below its message and makes the list longer.
        room.menu.track();
        if at_end.get_value() {
            scroll_to_end();
        } else if previous.is_some_and(|previous| newest > previous) {
            has_new.set(true);
        }
        newest
    });
    Effect::new(move |_| {
        sent.track();
        scroll_to_end();
    });
    let on_scroll = move |_| {
        if let Some(list) = list.get_untracked() {
            let is_near = list.scroll_height() - list.scroll_top() - list.client_height() < NEAR_END_PX;
            at_end.set_value(is_near);
            if is_near {
                has_new.set(false);
            }
        }
    };
    let busy = RwSignal::new(false);
    let load_earlier = move |_| {
        busy.set(true);
        spawn_local(async move {
            let distance_to_end = move || {
                let list = list.try_get_untracked().flatten()?;
                Some((list.scroll_height() - list.scroll_top(), list))
            };
            let before = distance_to_end();
            room.error.try_set(room.load_earlier().await.err());
            busy.try_set(false);
            // Keep the distance from the end, so that the visible messages do not move.
            request_animation_frame(move || {
                if let (Some((before, _)), Some((after, list))) = (before, distance_to_end()) {
                    list.set_scroll_top(list.scroll_top() + after - before);
                }
            });
        });
    };
    read_tracking::track_reading(room, end);
    let ids = move || rows.with(|rows| rows.iter().map(|row| row.message.id).collect::<Vec<_>>());
    let is_empty = Memo::new(move |_| rows.with(Vec::is_empty));
    let hint = match room.side {
        Side::Client => ChatTexts::EmptyClient,
        _ => ChatTexts::EmptyAgent,
    };
    any_view! {
        <div class="chat-list">
            <div
                class="messages"
                role="log"
                aria-live="polite"
                tabindex="0"
                data-testid="chat-messages"
                aria-label=t(ChatTexts::Messages)
                aria-busy=move || busy.get().to_string()
                node_ref=list
                on:scroll=on_scroll
            >
                {move || {
                    room.has_earlier
                        .get()
                        .then(|| {
                            view! {
                                <button
                                    type="button"
                                    class="quiet"
                                    data-testid="chat-earlier"
                                    disabled=move || busy.get()
                                    on:click=load_earlier
                                >
                                    {t(ChatTexts::ShowEarlier)}
                                </button>
                            }
                        })
                }}
                {move || is_empty.get().then(|| view! { <p class="muted no-messages">{t(hint)}</p> })}
                <For each=ids key=|id| *id children=move |id| message_row(id, rows, room) />
                <div class="chat-end" node_ref=end></div>
            </div>
            {move || {
                has_new
                    .get()
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="button new-messages"
                                data-testid="chat-new-messages"
                                on:click=move |_| scroll_to_end()
                            >
                                {t(ChatTexts::NewMessages)}
                            </button>
                        }
                    })
            }}
            {move || {
                room.gallery
                    .get()
                    .map(|(items, start)| {
                        view! {
                            <Gallery media=items start=start close=Callback::new(move |()| room.gallery.set(None)) />
                        }
                    })
            }}
        </div>
    }
}

/// A message. The parts that never change are built once.
fn message_row(id: MessageId, rows: Memo<Vec<MessageRow>>, room: Room) -> AnyView {
    let row = Memo::new(move |_| {
        rows.with(|rows| {
            let at = rows.binary_search_by_key(&id, |row| row.message.id).ok()?;
            rows.get(at).cloned()
        })
    });
    let is = move |predicate: fn(&MessageRow) -> bool| row.with(|row| row.as_ref().is_some_and(predicate));
    let Some(MessageRow { message, .. }) = row.get_untracked() else {
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
        t(ChatTexts::You).to_owned()
    } else {
        author_name
    };
    let attached = Memo::new(move |_| {
        let all = row.with(|row| row.as_ref().map(|row| row.message.files.clone()));
        all.unwrap_or_default()
    });
    // A translation comes after its message. One's own messages are shown as they were written.
    let translation = Memo::new(move |_| {
        let language = i18n::language().as_str();
        let all = row.with(|row| row.as_ref().map(|row| row.message.translations.clone()));
        let mut all = all.unwrap_or_default().into_iter();
        let own = all.find(|translation| translation.language.as_str() == language);
        own.filter(|_| !is_own).map(|translation| translation.text)
    });
    let shows_original = RwSignal::new(false);
    let original = body.clone();
    let text = move || match translation.get() {
        Some(text) if !shows_original.get() => with_links(&text),
        _ => with_links(&original),
    };
    let has_translation = Memo::new(move |_| translation.with(Option::is_some));
    let mark = move || has_translation.get().then(|| translation_mark(shows_original));
    let can_flag = room.can_write && room.side == Side::Staff && side == Side::Staff;
    let no_reply = move || is(|row| row.message.no_reply_needed);
    let is_last = move || rows.with(|rows| rows.last().is_some_and(|row| row.message.id == id));
    let flag = move || {
        (can_flag && is_last()).then(|| {
            let label = move || {
                t(if no_reply() {
                    ChatTexts::ReplyNeeded
                } else {
                    ChatTexts::NoReply
                })
            };
            view! {
                <button
                    type="button"
                    class="quiet"
                    data-testid="chat-flag"
                    on:click=move |_| room.set_no_reply(id, !no_reply())
                >
                    {label}
                </button>
            }
        })
    };
    let via = move || row.with(|row| row.as_ref()?.message.via).map(messengers::origin);
    let is_staff = room.side == Side::Staff;
    let deliveries = Memo::new(move |_| {
        let all = row.with(|row| row.as_ref().map(|row| row.message.deliveries.clone()));
        all.filter(|_| is_staff).unwrap_or_default()
    });
    let deliveries = move || deliveries.with(|all| all.iter().map(messengers::delivery).collect_view());
    any_view! {
        {move || is(|row| row.starts_day).then(|| view! { <p class="chat-day">{format::day(created_at)}</p> })}
        <article
            class="message"
            data-testid="message"
            data-side=side.as_str()
            class:own=is_own
            class:first=move || is(|row| row.starts_group)
        >
            {move || {
                is(|row| row.starts_group)
                    .then(|| {
                        view! {
                            <strong dir="auto" class="author">
                                {name.clone()}
                            </strong>
                        }
                    })
            }}
            {(!body.is_empty())
                .then(|| {
                    view! {
                        <p dir="auto" class="bubble">
                            {text}
                        </p>
                    }
                })}
            {mark}
            {file_list(id, attached, room)}
            {reaction_list(id, row, room)}
            <div class="message-meta">
                <time datetime=created_at.to_rfc3339() title=format::date_time(created_at)>
                    {format::time(created_at)}
                </time>
                {via}
                {deliveries}
                {move || {
                    is(|row| row.is_read)
                        .then(|| {
                            view! {
                                <span class="tick" data-testid="chat-read">
                                    "✓ "
                                    {t(ChatTexts::ReadByOthers)}
                                </span>
                            }
                        })
                }}
                {move || {
                    no_reply()
                        .then(|| {
                            view! {
                                <span class="badge" data-testid="no-reply">
                                    {t(ChatTexts::NoReply)}
                                </span>
                            }
                        })
                }}
                {flag}
                {room.can_write.then(|| reaction_menu(id, row, room))}
            </div>
        </article>
    }
}

#[cfg(test)]
mod tests {
    use super::*;
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
            translations: Vec::new(),
            no_reply_needed: false,
            via: None,
            deliveries: Vec::new(),
            reactions: Vec::new(),
            created_at: DateTime::<Utc>::UNIX_EPOCH + TimeDelta::minutes(minutes),
        }
    }

    #[test]
    fn rows_mark_days_groups_and_the_last_read_message() {
        let all = [
            message(1, 7, 0),
            message(2, 7, 4),
            message(3, 7, 9),
            message(4, 8, 10),
            message(5, 7, 4 * 24 * 60),
        ];
        let rows = build_rows(&all, UserId(7), Some(MessageId(4)), |at| at.date_naive());
        let seen: Vec<_> = rows
            .iter()
            .map(|row| (row.starts_day, row.starts_group, row.is_read))
            .collect();
        let plain = (false, false, false);
        assert_eq!(seen[0], (true, true, false));
        assert_eq!(seen[1], plain);
        assert_eq!(seen[2], (false, true, true));
        assert_eq!(seen[3], (false, true, false));
        assert_eq!(seen[4], (true, true, false));
    }
}
