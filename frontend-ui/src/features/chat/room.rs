//! What a page knows of a chat.

use super::{calls, live};
use crate::{api::Error, features::services::Shot, format};
use chrono::{DateTime, TimeDelta, Utc};
use futures::{channel::mpsc::UnboundedSender, future::AbortHandle};
use gloo_timers::future::TimeoutFuture;
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    chat::{Chat, ChatMessage, ChatQuery, React, limits},
    id::{MessageId, OrderId, UserId},
    orders::Side,
};

/// Between two looks for fresh addresses of files.
const RENEW_EVERY: TimeDelta = TimeDelta::minutes(1);
/// Pictures fail together: one look is for all of them.
const BURST_MS: u32 = 500;

/// What the page tells its connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Nudge {
    /// The person types.
    Types,
    /// The network is back.
    Online,
}

/// The running connection; it ends with the panel.
pub(super) struct Running {
    /// Stops it.
    pub(super) stop: AbortHandle,
    /// Hears what the page has to tell.
    pub(super) nudges: UnboundedSender<Nudge>,
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop.abort();
    }
}

/// What is remembered unseen.
pub(super) struct Memory {
    /// Counts who was told to write, so that only the last one's time runs out.
    pub(super) typed: u32,
    /// Everything up to here is known; a message of one's own may be later than one that was missed.
    complete: Option<MessageId>,
    /// The first message whose files want fresh addresses, while a look for them is due.
    stale: Option<MessageId>,
    /// When addresses were last looked for.
    renewed: DateTime<Utc>,
}

/// The chat of one order, as long as its panel stands. Tasks may outlive the panel: what they call here fails in silence then.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) order: OrderId,
    /// The person at the screen.
    pub(super) me: UserId,
    pub(super) name: StoredValue<String>,
    pub(super) side: Side,
    /// Whether the person may write and react.
    pub(super) writes: bool,
    /// Whether the cabinet is only looked at: nothing counts as read.
    pub(super) is_look: bool,
    /// By id, each once.
    pub(super) messages: RwSignal<Vec<ChatMessage>>,
    /// Whether there are earlier ones.
    pub(super) more: RwSignal<bool>,
    pub(super) read_by_others: RwSignal<Option<MessageId>>,
    pub(super) read_by_me: RwSignal<Option<MessageId>>,
    /// Nothing while the first messages are fetched.
    pub(super) entered: RwSignal<Option<Result<(), Error>>>,
    /// Why the last press came to nothing.
    pub(super) refused: RwSignal<Option<Error>>,
    /// Whether news come by themselves.
    pub(super) live: RwSignal<bool>,
    /// Whether a connection was lost, or could not be made.
    pub(super) down: RwSignal<bool>,
    /// Who writes.
    pub(super) typing: RwSignal<Option<String>>,
    /// The message whose reactions are being chosen.
    pub(super) menu: RwSignal<Option<MessageId>>,
    /// Pictures over the whole screen, and which of them first.
    pub(super) looking: RwSignal<Option<(Vec<Shot>, usize)>>,
    pub(super) memory: StoredValue<Memory>,
    pub(super) running: StoredValue<Option<Running>>,
}

impl Room {
    pub(super) fn new(order: OrderId, (me, name): (UserId, String), side: Side, writes: bool, is_look: bool) -> Self {
        Self {
            order,
            me,
            name: StoredValue::new(name),
            side,
            writes,
            is_look,
            messages: RwSignal::new(Vec::new()),
            more: RwSignal::new(false),
            read_by_others: RwSignal::new(None),
            read_by_me: RwSignal::new(None),
            entered: RwSignal::new(None),
            refused: RwSignal::new(None),
            live: RwSignal::new(false),
            down: RwSignal::new(false),
            typing: RwSignal::new(None),
            menu: RwSignal::new(None),
            looking: RwSignal::new(None),
            memory: StoredValue::new(Memory {
                typed: 0,
                complete: None,
                stale: None,
                renewed: DateTime::UNIX_EPOCH,
            }),
            running: StoredValue::new(None),
        }
    }

    /// Fetches the latest messages and begins to listen.
    pub(super) fn enter(self) {
        self.entered.set(None);
        spawn_local(async move {
            let chat = calls::show(self.order, ChatQuery::default()).await;
            let answer = chat.map(|chat| {
                let socket = chat.socket.clone();
                self.more.try_set(chat.more);
                self.take_latest(chat);
                live::start(self, socket);
            });
            self.entered.try_set(Some(answer));
        });
    }

    /// Fetches what came since, page by page.
    pub(super) async fn catch_up(self) -> Result<(), Error> {
        while let Some(after) = self.memory.try_with_value(|memory| memory.complete) {
            let query = ChatQuery {
                after,
                limit: after.map(|_| limits::LONGEST_PAGE),
                ..ChatQuery::default()
            };
            let chat = calls::show(self.order, query).await?;
            if after.is_none() {
                self.more.try_set(chat.more);
            }
            let is_last = after.is_none() || !chat.more || chat.data.is_empty();
            self.take_latest(chat);
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// Looks at the latest messages again: reactions and marks may have changed unheard.
    pub(super) async fn look_again(self) -> Result<(), Error> {
        let chat = calls::show(self.order, ChatQuery::default()).await?;
        for message in chat.data {
            self.replace(message);
        }
        Ok(())
    }

    /// Fetches messages again, from one on: the addresses of its files have run out. Once a minute at most.
    pub(super) fn renew(self, from: MessageId) {
        let is_due = self.memory.try_update_value(|memory| {
            let is_due = memory.stale.is_some();
            memory.stale = Some(memory.stale.map_or(from, |known| known.min(from)));
            is_due
        });
        if is_due != Some(false) {
            return;
        }
        spawn_local(async move {
            let Some(last) = self.memory.try_with_value(|memory| memory.renewed) else {
                return;
            };
            // A clock that was set back makes nobody wait longer.
            let rest = (last + RENEW_EVERY - format::now()).min(RENEW_EVERY).num_milliseconds();
            TimeoutFuture::new(u32::try_from(rest).unwrap_or(0).max(BURST_MS)).await;
            let from = self.memory.try_update_value(|memory| {
                memory.renewed = format::now();
                memory.stale.take()
            });
            let Some(from) = from.flatten() else {
                return;
            };
            let query = ChatQuery {
                after: Some(MessageId(from.0 - 1)),
                limit: Some(limits::LONGEST_PAGE),
                ..ChatQuery::default()
            };
            // Without an answer the next picture that fails asks again.
            if let Ok(chat) = calls::show(self.order, query).await {
                for message in chat.data {
                    self.replace(message);
                }
            }
        });
    }

    /// Renews the addresses of all files that are shown.
    pub(super) fn renew_all(self) {
        let first = self.messages.try_with_untracked(|all| {
            let mut all = all.iter();
            all.find(|message| !message.files.is_empty()).map(|message| message.id)
        });
        if let Some(first) = first.flatten() {
            self.renew(first);
        }
    }

    /// Fetches what was said before the first message that is known.
    pub(super) async fn earlier(self) -> Result<(), Error> {
        let query = ChatQuery {
            before: self
                .messages
                .with_untracked(|all| all.first().map(|message| message.id)),
            ..ChatQuery::default()
        };
        let chat = calls::show(self.order, query).await?;
        self.more.try_set(chat.more);
        self.merge(chat.data);
        Ok(())
    }

    fn take_latest(self, chat: Chat) {
        let last = chat.data.last().map(|message| message.id);
        self.complete(last);
        self.merge(chat.data);
        self.mark(chat.read_by_others, chat.read_by_me);
    }

    fn complete(self, up_to: Option<MessageId>) {
        self.memory
            .try_update_value(|memory| memory.complete = up_to.max(memory.complete));
    }

    /// A message that the connection told of: nothing before it was missed.
    pub(super) fn hear(self, message: ChatMessage) {
        self.complete(Some(message.id));
        self.merge(vec![message]);
    }

    /// Puts messages to where they belong, each once.
    pub(super) fn merge(self, news: Vec<ChatMessage>) {
        if !news.is_empty() {
            self.messages.try_update(|all| merge(all, news));
        }
    }

    /// What a known message is now; others come with the page they stand on.
    pub(super) fn replace(self, message: ChatMessage) {
        let is_changed = self
            .messages
            .try_with_untracked(|all| place(all, message.id).is_ok_and(|at| all.get(at) != Some(&message)));
        if is_changed == Some(true) {
            self.merge(vec![message]);
        }
    }

    /// How far both sides have read; a mark never goes back.
    pub(super) fn mark(self, by_others: Option<MessageId>, by_me: Option<MessageId>) {
        for (mark, now) in [(self.read_by_others, by_others), (self.read_by_me, by_me)] {
            if mark.try_get_untracked().is_some_and(|known| now > known) {
                mark.try_set(now);
            }
        }
    }

    /// How many messages of others the person has not read, and the last of them.
    pub(super) fn unread(self) -> (usize, Option<MessageId>) {
        let read = self.read_by_me.get();
        self.messages.with(|all| {
            let unread = all
                .iter()
                .filter(|message| Some(message.id) > read && message.author_id != Some(self.me));
            unread.fold((0, None), |(count, _), message| (count + 1, Some(message.id)))
        })
    }

    /// The last message, where it is staff's and needs no answer.
    pub(super) fn flagged(self) -> Option<MessageId> {
        self.messages.with(|all| {
            let last = all
                .last()
                .filter(|last| last.side == Side::Staff && last.no_reply_needed);
            last.map(|last| last.id)
        })
    }

    /// Answers a message with a press, or takes that back.
    pub(super) fn react(self, message: MessageId, emoji: String, given: bool) {
        spawn_local(async move {
            self.done(calls::react(self.order, message, React { emoji, given }).await);
        });
    }

    /// Says of a message whether it needs an answer.
    pub(super) fn flag(self, message: MessageId, no_reply_needed: bool) {
        spawn_local(async move {
            self.done(calls::flag(self.order, message, no_reply_needed).await);
        });
    }

    fn done(self, answer: Result<ChatMessage, Error>) {
        match answer {
            Ok(message) => {
                self.refused.try_set(None);
                self.replace(message);
            }
            Err(refused) => {
                self.refused.try_set(Some(refused));
            }
        }
    }

    /// Tells the connection something, if there is one.
    pub(super) fn nudge(self, nudge: Nudge) {
        self.running.try_with_value(|running| {
            if let Some(running) = running {
                // A connection that ended needs to be told nothing.
                let _ = running.nudges.unbounded_send(nudge);
            }
        });
    }
}

fn place(all: &[ChatMessage], id: MessageId) -> Result<usize, usize> {
    all.binary_search_by_key(&id, |message| message.id)
}

fn merge(all: &mut Vec<ChatMessage>, news: Vec<ChatMessage>) {
    for message in news {
        match place(all, message.id) {
            Ok(at) => all[at] = message,
            Err(at) => all.insert(at, message),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::DateTime;

    fn message(id: i64, body: &str) -> ChatMessage {
        ChatMessage {
            id: MessageId(id),
            order_id: OrderId(1),
            side: Side::Client,
            author_id: None,
            author_name: String::new(),
            body: body.to_owned(),
            files: Vec::new(),
            no_reply_needed: false,
            reactions: Vec::new(),
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_message_stands_once_and_in_its_place() {
        let mut all = Vec::new();
        merge(&mut all, vec![message(4, "four"), message(9, "nine")]);
        merge(
            &mut all,
            vec![message(9, "changed"), message(2, "two"), message(5, "five")],
        );
        let seen: Vec<_> = all
            .iter()
            .map(|message| (message.id.0, message.body.as_str()))
            .collect();
        assert_eq!(seen, [(2, "two"), (4, "four"), (5, "five"), (9, "changed")]);
    }
}
