//! The outbox: a message is written in the transaction of its cause. A text that is too long for one message becomes several.

use super::{Bot as _, Messenger, OutgoingFile, parts};
use chrono::{DateTime, Utc};
use entities::{messenger_contact as contact, messenger_message as message};
use platform::{
    jobs::{NewJob, enqueue},
    scope::{RowPolicy, ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, QueryOrder, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict, Query},
};
use serde::{Deserialize, Serialize};
use shared_types::id::{LoginCodeId, MessageId, OrderId, UserId};

/// The job that finds the chat of a person.
pub(super) const NOTIFY: &str = "messengers:notify";

/// The job that sends the queued messages of a chat. Each messenger has its own kinds, and so have login codes: neither a messenger
/// that hangs nor an announcement to thousands of clients holds up a code.
pub const fn delivery_kind(messenger: Messenger, is_code: bool) -> &'static str {
    match (messenger, is_code) {
        (Messenger::Telegram, false) => "messengers:deliver-telegram",
        (Messenger::Telegram, true) => "messengers:deliver-telegram-codes",
        (Messenger::Max, false) => "messengers:deliver-max",
        (Messenger::Max, true) => "messengers:deliver-max-codes",
    }
}

/// The buttons below a text.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Buttons {
    /// Keeps the current buttons.
    #[default]
    Keep,
    /// Removes the buttons.
    None,
    /// A button that shares the person's phone number.
    ShareContact {
        /// The caption.
        label: String,
    },
    /// A button that opens a page.
    Link {
        /// The caption.
        label: String,
        /// The address of the page.
        url: String,
    },
    /// Buttons of the message, one below the other.
    Inline { buttons: Vec<Button> },
}

/// A button below one message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Button {
    /// Opens a page.
    Link { label: String, url: String },
    /// Copies a text.
    Copy {
        label: String,
        /// At most 256 characters.
        text: String,
    },
    /// Sends the bot a choice.
    Choice {
        label: String,
        /// At most 64 bytes.
        data: String,
    },
}

/// The content of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutgoingMessage {
    /// Plain text.
    pub text: String,
    /// The buttons below the text.
    #[serde(default)]
    pub buttons: Buttons,
    /// A file. The text is its caption, and it has no buttons.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub file: Option<OutgoingFile>,
}

impl OutgoingMessage {
    /// A text with a page: behind a button, or after the text where messengers refuse such a button. They take addresses with https only.
    pub fn with_page(text: String, label: &str, url: String) -> Self {
        if !url.starts_with("https://") {
            return Self {
                text: format!("{text}\n{url}"),
                ..Self::default()
            };
        }
        let button = Button::Link {
            label: label.to_owned(),
            url,
        };
        Self {
            text,
            buttons: Buttons::Inline { buttons: vec![button] },
            file: None,
        }
    }

    /// The message with buttons above its own ones, one below the other.
    #[must_use]
    pub fn with_buttons(self, above: Vec<Button>) -> Self {
        if above.is_empty() {
            return self;
        }
        let below = match self.buttons {
            Buttons::Inline { buttons } => buttons,
            _ => Vec::new(),
        };
        let buttons = above.into_iter().chain(below).collect();
        Self {
            buttons: Buttons::Inline { buttons },
            ..self
        }
    }

    /// A file without a text.
    pub fn with_file(file: OutgoingFile) -> Self {
        Self {
            file: Some(file),
            ..Self::default()
        }
    }
}

/// A message to be queued for a chat.
#[derive(Clone, Debug)]
pub struct NewMessage<'a> {
    pub messenger: Messenger,
    pub chat_id: &'a str,
    pub message: &'a OutgoingMessage,
    /// The login code that replaces `{code}` in the text. The code is generated when the message is sent.
    pub login_code_id: Option<LoginCodeId>,
    /// The order that the message is about. Who answers the message writes into its chat.
    pub order_id: Option<OrderId>,
    /// The message of a chat that is passed on.
    pub chat_message_id: Option<MessageId>,
    /// Of the messages with the same key only the first one is sent.
    pub dedupe_key: Option<String>,
    /// The moment after which the message is not sent any more.
    pub expires_at: Option<DateTime<Utc>>,
}

/// Appends a message to the queue of its chat.
pub async fn queue_message(tx: &Tx<SystemPolicy>, new: NewMessage<'_>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let texts = parts::split(&new.message.text, parts::max_units(new.messenger));
    let last = texts.len() - 1;
    let mut is_new = false;
    for (index, text) in texts.into_iter().enumerate() {
        // The last part has the key and the buttons of the whole: its result is the result of the message.
        let (buttons, dedupe_key) = if index == last {
            (new.message.buttons.clone(), new.dedupe_key.clone())
        } else {
            let key = new.dedupe_key.as_ref();
            (Buttons::Keep, key.map(|key| parts::key_of_part(key, index)))
        };
        let part = OutgoingMessage {
            text: text.to_owned(),
            buttons,
            file: new.message.file.clone(),
        };
        let row = message::ActiveModel {
            id: NotSet,
            messenger: Set(new.messenger),
            chat_id: Set(new.chat_id.to_owned()),
            body: Set(serde_json::to_string(&part).map_err(|error| DbErr::Custom(error.to_string()))?),
            login_code_id: Set(new.login_code_id),
            dedupe_key: Set(dedupe_key),
            attempts: Set(0),
            next_try_at: Set(now),
            claimed_until: Set(None),
            expires_at: Set(new.expires_at),
            sent_at: Set(None),
            failed_at: Set(None),
            last_error: Set(None),
            native_id: Set(None),
            order_id: Set(new.order_id),
            chat_message_id: Set(new.chat_message_id),
            created_at: Set(now),
        };
        let unique = OnConflict::column(message::Column::DedupeKey);
        is_new |= tx.insert_if_absent(row, unique).await?;
    }
    if is_new {
        let kind = delivery_kind(new.messenger, new.login_code_id.is_some());
        enqueue_delivery(tx, kind, new.messenger, new.chat_id, now, now).await?;
    }
    Ok(())
}

pub(super) async fn enqueue_delivery(
    tx: &Tx<SystemPolicy>,
    kind: &str,
    messenger: Messenger,
    chat_id: &str,
    run_at: DateTime<Utc>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let job = NewJob {
        kind,
        payload: &format!("{}:{chat_id}", messenger.as_str()),
        run_at,
        dedupe_key: None,
    };
    enqueue(tx, job, now).await.map(drop)
}

/// A message to a person, through a chat linked to the person's phone.
#[derive(Clone, Debug)]
pub struct UserMessage<'a> {
    pub user_id: UserId,
    pub message: &'a OutgoingMessage,
    /// The only messenger to use. Without it, the most recently used chat gets the message.
    pub only: Option<Messenger>,
    /// Of the messages with the same key only the first one is sent.
    pub dedupe_key: String,
}

#[derive(Serialize, Deserialize)]
struct QueuedUserMessage {
    user_id: UserId,
    message: OutgoingMessage,
    only: Option<String>,
    key: String,
}

/// Enqueues a message to a person in the caller's transaction, with one statement. A person without a chat gets none.
pub async fn send_to_user<W: RowPolicy>(tx: &Tx<W>, note: UserMessage<'_>, now: DateTime<Utc>) -> Result<(), DbErr> {
    let queued = QueuedUserMessage {
        user_id: note.user_id,
        message: note.message.clone(),
        only: note.only.map(|only| only.as_str().to_owned()),
        key: note.dedupe_key.clone(),
    };
    let payload = serde_json::to_string(&queued).map_err(|error| DbErr::Custom(error.to_string()))?;
    let job = NewJob::immediate(NOTIFY, &payload, now).with_dedupe_key(format!("{NOTIFY}:{}", note.dedupe_key));
    enqueue(tx, job, now).await.map(drop)
}

/// Runs a [`NOTIFY`] job: finds the chat of the person and queues the message there.
pub(super) async fn run_notify_job(state: AppState, payload: String) -> Result<(), String> {
    let queued: QueuedUserMessage = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    queue_for_user(&state, queued)
        .await
        .map_err(|error| error.to_string())?;
    state.wake_worker();
    Ok(())
}

async fn queue_for_user(state: &AppState, queued: QueuedUserMessage) -> Result<(), DbErr> {
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            // Chats are linked to phones. The person is the user who has the phone now.
            let phone = Query::select()
                .column("phone")
                .from("users")
                .and_where(Expr::col("id").eq(queued.user_id))
                .and_where(Expr::col("disabled_at").is_null())
                .to_owned();
            let mut chats = contact::Entity::find()
                .filter(contact::Column::Phone.in_subquery(phone))
                .filter(contact::Column::BlockedAt.is_null())
                .order_by_desc(contact::Column::UpdatedAt);
            if let Some(only) = queued.only {
                chats = chats.filter(contact::Column::Messenger.eq(only));
            }
            if let Some(chat) = tx.one(chats).await?
                && chat.messenger.is_enabled(&state.config)
            {
                let new = NewMessage {
                    messenger: chat.messenger,
                    chat_id: &chat.chat_id,
                    message: &queued.message,
                    login_code_id: None,
                    order_id: None,
                    chat_message_id: None,
                    dedupe_key: Some(queued.key),
                    expires_at: None,
                };
                queue_message(tx, new, now).await?;
            }
            Ok(())
        })
        .await
}
