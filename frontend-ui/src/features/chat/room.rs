//! The client-side state of a chat.

use super::connection::Connection;
use crate::{api::Error, features::services::GalleryItem, prelude::*};
use chrono::{DateTime, TimeDelta, Utc};
use gloo_timers::future::TimeoutFuture;
use shared_types::{
    chat::{
        ChangeAgentMessage, Chat, ChatMessage, ChatQuery, MessageChange, ReactionChange, SetReaction, ShowChat, limits,
    },
    id::{MessageId, OrderId, UserId},
    orders::Side,
};

/// Minimum interval between two requests that renew the URLs of files.
const RENEW_INTERVAL: TimeDelta = TimeDelta::minutes(1);
/// Delay before such a request, so that pictures failing at the same time are renewed together.
const RENEW_DELAY_MS: u32 = 500;

/// State that is not rendered, so changes do not notify anyone.
pub(super) struct RoomData {
    /// Counts typing events, so that only the timeout of the latest one hides the note.
    pub(super) typing_events: u32,
    /// Whether the first messages were requested.
    pub(super) is_requested: bool,
    /// All messages up to this one are known. A message of one's own may be newer than one that was missed.
    known_up_to: Option<MessageId>,
    /// The first message whose files need new URLs, while a request for them is pending.
    renew_from: Option<MessageId>,
    /// When URLs were last renewed.
    last_renewed: DateTime<Utc>,
}

/// The chat of an order while its panel is open.
///
/// Tasks may outlive the panel. Their calls then have no effect, because the signals are disposed.
#[derive(Clone, Copy)]
pub(super) struct Room {
    pub(super) order: OrderId,
    /// The logged-in user.
    pub(super) me: UserId,
    pub(super) name: StoredValue<String>,
    pub(super) side: Side,
    /// Whether the user may write and react.
    pub(super) can_write: bool,
    /// Whether the cabinet is a preview, in which nothing counts as read.
    pub(super) is_preview: bool,
    /// The known messages, sorted by id, without duplicates.
    pub(super) messages: RwSignal<Vec<ChatMessage>>,
    /// Whether there are earlier messages on the server.
    pub(super) has_earlier: RwSignal<bool>,
    pub(super) read_by_others: RwSignal<Option<MessageId>>,
    pub(super) read_by_me: RwSignal<Option<MessageId>>,
    /// The result of loading the first messages; `None` while they are loading.
    pub(super) load_result: RwSignal<Option<Result<(), Error>>>,
    /// The error of the last action.
    pub(super) error: RwSignal<Option<Error>>,
    /// Whether messages stay untranslated because the agent's limit is reached.
    pub(super) translation_exhausted: RwSignal<bool>,
    /// Whether the connection is subscribed.
    pub(super) live: RwSignal<bool>,
    /// Whether the connection was lost or could not be opened.
    pub(super) connection_lost: RwSignal<bool>,
    /// The name of the person who is typing.
    pub(super) typing: RwSignal<Option<String>>,
    /// The message whose reaction menu is open.
    pub(super) menu: RwSignal<Option<MessageId>>,
    /// The pictures in the gallery and the index of the first one, while the gallery is open.
    pub(super) gallery: RwSignal<Option<(Vec<GalleryItem>, usize)>>,
    pub(super) data: StoredValue<RoomData>,
    pub(super) connection: StoredValue<Option<Connection>>,
}

impl Room {
    pub(super) fn new(
        order: OrderId,
        (me, name): (UserId, String),
        side: Side,
        can_write: bool,
        is_preview: bool,
    ) -> Self {
        Self {
            order,
            me,
            name: StoredValue::new(name),
            side,
            can_write,
            is_preview,
            messages: RwSignal::new(Vec::new()),
            has_earlier: RwSignal::new(false),
            read_by_others: RwSignal::new(None),
            read_by_me: RwSignal::new(None),
            load_result: RwSignal::new(None),
            error: RwSignal::new(None),
            translation_exhausted: RwSignal::new(false),
            live: RwSignal::new(false),
            connection_lost: RwSignal::new(false),
            typing: RwSignal::new(None),
            menu: RwSignal::new(None),
            gallery: RwSignal::new(None),
            data: StoredValue::new(RoomData {
                typing_events: 0,
                is_requested: false,
                known_up_to: None,
                renew_from: None,
                last_renewed: DateTime::UNIX_EPOCH,
            }),
            connection: StoredValue::new(None),
        }
    }

    pub(super) async fn fetch(self, query: ChatQuery) -> Result<Chat, Error> {
        api::send::<ShowChat>((self.order,), query, Nothing {}, Options::default()).await
    }

    /// Loads the messages after the last known one, page by page.
    pub(super) async fn catch_up(self) -> Result<(), Error> {
        while let Some(after) = self.data.try_with_value(|data| data.known_up_to) {
            let query = ChatQuery {
                after,
                limit: after.map(|_| limits::MAX_PAGE),
                ..ChatQuery::default()
            };
            let chat = self.fetch(query).await?;
            if after.is_none() {
                self.has_earlier.try_set(chat.more);
            }
            let is_last = after.is_none() || !chat.more || chat.data.is_empty();
            self.apply_latest(chat);
            if is_last {
                break;
            }
        }
        Ok(())
    }

    /// Reloads the latest messages: their reactions and flags may have changed while there was no connection.
    pub(super) async fn reload_latest(self) -> Result<(), Error> {
        let chat = self.fetch(ChatQuery::default()).await?;
        for message in chat.data {
            self.replace(message);
        }
        Ok(())
    }

    /// Reloads messages starting with `from`, because the URLs of their files have expired. At most once a minute.
    pub(super) fn renew_file_urls(self, from: MessageId) {
        let is_pending = self.data.try_update_value(|data| {
            let is_pending = data.renew_from.is_some();
            data.renew_from = Some(data.renew_from.map_or(from, |first| first.min(from)));
            is_pending
        });
        if is_pending != Some(false) {
            return;
        }
        spawn_local(async move {
            let Some(last) = self.data.try_with_value(|data| data.last_renewed) else {
                return;
            };
            // The upper limit covers a clock that was set back.
            let wait = (last + RENEW_INTERVAL - format::now())
                .min(RENEW_INTERVAL)
                .num_milliseconds();
            TimeoutFuture::new(u32::try_from(wait).unwrap_or(0).max(RENEW_DELAY_MS)).await;
            let from = self.data.try_update_value(|data| {
                data.last_renewed = format::now();
                data.renew_from.take()
            });
            let Some(from) = from.flatten() else {
                return;
            };
            let query = ChatQuery {
                after: Some(MessageId(from.0 - 1)),
                limit: Some(limits::MAX_PAGE),
                ..ChatQuery::default()
            };
            // On failure, the next picture that fails to load starts another request.
            if let Ok(chat) = self.fetch(query).await {
                for message in chat.data {
                    self.replace(message);
                }
            }
        });
    }

    /// Renews the URLs of all known files.
    pub(super) fn renew_all_file_urls(self) {
        let first = self.messages.try_with_untracked(|all| {
            let mut all = all.iter();
            all.find(|message| !message.files.is_empty()).map(|message| message.id)
        });
        if let Some(first) = first.flatten() {
            self.renew_file_urls(first);
        }
    }

    /// Loads the messages before the first known one.
    pub(super) async fn load_earlier(self) -> Result<(), Error> {
        let query = ChatQuery {
            before: self
                .messages
                .with_untracked(|all| all.first().map(|message| message.id)),
            ..ChatQuery::default()
        };
        let chat = self.fetch(query).await?;
        self.has_earlier.try_set(chat.more);
        self.merge(chat.data);
        Ok(())
    }

    pub(super) fn apply_latest(self, chat: Chat) {
        let last = chat.data.last().map(|message| message.id);
        self.set_known_up_to(last);
        self.merge(chat.data);
        self.translation_exhausted.try_set(chat.translation_exhausted);
        self.set_read_marks(chat.read_by_others, chat.read_by_me);
    }

    fn set_known_up_to(self, up_to: Option<MessageId>) {
        self.data
            .try_update_value(|data| data.known_up_to = up_to.max(data.known_up_to));
    }

    /// Handles a message from the connection. No message before it has been missed.
    pub(super) fn on_message(self, message: ChatMessage) {
        self.set_known_up_to(Some(message.id));
        self.merge(vec![message]);
    }

    /// Inserts messages at their positions, replacing known ones.
    pub(super) fn merge(self, messages: Vec<ChatMessage>) {
        if !messages.is_empty() {
            self.messages.try_update(|all| merge(all, messages));
        }
    }

    /// Updates a known message. Unknown messages are ignored; they are loaded with their page.
    pub(super) fn replace(self, message: ChatMessage) {
        let is_changed = self
            .messages
            .try_with_untracked(|all| position(all, message.id).is_ok_and(|at| all.get(at) != Some(&message)));
        if is_changed == Some(true) {
            self.merge(vec![message]);
        }
    }

    /// Updates how far both sides have read. Read marks never move back.
    pub(super) fn set_read_marks(self, by_others: Option<MessageId>, by_me: Option<MessageId>) {
        for (mark, now) in [(self.read_by_others, by_others), (self.read_by_me, by_me)] {
            if mark.try_get_untracked().is_some_and(|known| now > known) {
                mark.try_set(now);
            }
        }
    }

    /// Returns the number of unread messages of others, and the last of them.
    pub(super) fn unread(self) -> (usize, Option<MessageId>) {
        let read = self.read_by_me.get();
        self.messages.with(|all| {
            let unread = all
                .iter()
                .filter(|message| Some(message.id) > read && message.author_id != Some(self.me));
            unread.fold((0, None), |(count, _), message| (count + 1, Some(message.id)))
        })
    }

    /// Returns the last message if it is from staff and needs no reply.
    pub(super) fn message_without_reply(self) -> Option<MessageId> {
        self.messages.with(|all| {
            let last = all
                .last()
                .filter(|last| last.side == Side::Staff && last.no_reply_needed);
            last.map(|last| last.id)
        })
    }

    /// Adds a reaction to a message, or removes it.
    pub(super) fn set_reaction(self, message: MessageId, emoji: String, given: bool) {
        spawn_local(async move {
            let change = ReactionChange { emoji, given };
            self.handle_result(api::call::<SetReaction>((self.order, message), change).await);
        });
    }

    /// Sets whether a message needs a reply. Only staff can set it, and only on messages of staff.
    pub(super) fn set_no_reply(self, message: MessageId, no_reply_needed: bool) {
        spawn_local(async move {
            let change = MessageChange { no_reply_needed };
            self.handle_result(api::call::<ChangeAgentMessage>((self.order, message), change).await);
        });
    }

    fn handle_result(self, result: Result<ChatMessage, Error>) {
        match result {
            Ok(message) => {
                self.error.try_set(None);
                self.replace(message);
            }
            Err(err) => {
                self.error.try_set(Some(err));
            }
        }
    }

    /// Notifies the other subscribers that the person is typing.
    pub(super) fn send_typing(self) {
        if self.live.try_get_untracked() != Some(true) {
            return;
        }
        let name = self.name.try_get_value().unwrap_or_default();
        self.connection.try_update_value(|connection| {
            if let Some(connection) = connection {
                connection.send_typing(name);
            }
        });
    }
}

fn position(all: &[ChatMessage], id: MessageId) -> Result<usize, usize> {
    all.binary_search_by_key(&id, |message| message.id)
}

fn merge(all: &mut Vec<ChatMessage>, messages: Vec<ChatMessage>) {
    for message in messages {
        match position(all, message.id) {
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
            translations: Vec::new(),
            no_reply_needed: false,
            via: None,
            deliveries: Vec::new(),
            reactions: Vec::new(),
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn messages_are_merged_by_id_without_duplicates() {
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
