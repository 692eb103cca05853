//! What a page knows of a chat.

use super::{calls, live};
use crate::api::Error;
use futures::{channel::mpsc::UnboundedSender, future::AbortHandle};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    chat::{Chat, ChatMessage, ChatQuery, React, limits},
    id::{MessageId, OrderId, UserId},
    orders::Side,
};

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
    /// Counts who was told to write, so that only the last one's time runs out.
    pub(super) typed: StoredValue<u32>,
    /// The message whose reactions are being chosen.
    pub(super) menu: RwSignal<Option<MessageId>>,
    /// Everything up to here is known; a message of one's own may be later than one that was missed.
    complete: StoredValue<Option<MessageId>>,
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
            typed: StoredValue::new(0),
            menu: RwSignal::new(None),
            complete: StoredValue::new(None),
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
        while let Some(after) = self.complete.try_get_value() {
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
        self.complete
            .try_update_value(|complete| *complete = last.max(*complete));
        self.merge(chat.data);
        self.mark(chat.read_by_others, chat.read_by_me);
    }

    /// A message that the connection told of: nothing before it was missed.
    pub(super) fn hear(self, message: ChatMessage) {
        let id = message.id;
        self.complete
            .try_update_value(|complete| *complete = Some(id).max(*complete));
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
