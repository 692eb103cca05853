//! Conversations in messengers: a client's message to a bot lands in the chat of an order, and the answers of the staff go back.
//!
//! Invariants:
//! - A message of a messenger becomes one message of a chat, however often its update is repeated.
//! - A message whose order is not known is kept until the person has chosen one.
//! - Only people who may write in the chat of an order reach it.

mod receive;
pub(super) mod relay;
mod texts;
mod writer;

use infra::messengers::{self, BotEvent, Chat, IncomingMessage, Messenger};
use people::identity;
use platform::{
    jobs::{Jobs, NewJob, Outcome},
    scope::ScopedConnection,
    state::AppState,
    storage,
};
use serde::{Deserialize, Serialize};
use shared_types::translation::Language;

pub(crate) use relay::{announce_delivery, relayed_users};

/// The job that receives a message or a choice. Each messenger has its own: one that hangs does not hold up the other, nor logins.
const fn receive_kind(messenger: Messenger) -> &'static str {
    match messenger {
        Messenger::Telegram => "chat:receive-telegram",
        Messenger::Max => "chat:receive-max",
    }
}

/// A message or a choice of a chat, with the key of its update.
#[derive(Serialize, Deserialize)]
struct Received {
    chat_id: String,
    language: Language,
    key: String,
    content: Content,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Content {
    Message(IncomingMessage),
    Choice { id: String, data: String },
}

pub(super) fn jobs(jobs: Jobs) -> Jobs {
    Messenger::ALL
        .into_iter()
        .fold(jobs.handle(relay::RELAY, relay::relay_message), |jobs, messenger| {
            let kind = receive_kind(messenger);
            let files = messengers::file_server(messenger);
            jobs.handle(kind, move |state, payload| receive_job(state, messenger, payload))
                .calls(kind, [messenger.as_str(), files, storage::SYSTEM])
        })
}

/// Handles one event of a bot. `key` identifies the update.
pub(crate) async fn on_event(state: AppState, event: BotEvent, key: String) -> Result<(), String> {
    let (chat, content) = match event {
        BotEvent::Text { chat, message } if !message.text.starts_with('/') => (chat, Content::Message(message)),
        BotEvent::Choice { chat, id, data } => (chat, Content::Choice { id, data }),
        event => return identity::on_event(state, event, key).await,
    };
    let received = Received {
        chat_id: chat.id,
        language: chat.language,
        key,
        content,
    };
    let payload = serde_json::to_string(&received).map_err(|error| error.to_string())?;
    let (kind, now) = (receive_kind(chat.messenger), state.clock.now());
    let job = NewJob::immediate(kind, &payload, now).with_dedupe_key(format!("{kind}:{}", received.key));
    let enqueued = state.system().enqueue(job, now).await;
    enqueued.map(drop).map_err(|error| error.to_string())
}

async fn receive_job(state: AppState, messenger: Messenger, payload: String) -> Outcome {
    let received: Received = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    let Received { content, key, .. } = received;
    let chat = Chat {
        messenger,
        id: received.chat_id,
        person_id: None,
        language: received.language,
    };
    match content {
        Content::Choice { id, data } => receive::on_choice(&state, &chat, &id, &data, &key)
            .await
            .map_err(|error| error.to_string()),
        Content::Message(message) => match receive::on_message(&state, &chat, &message, &key).await {
            Ok(true) => Ok(()),
            Ok(false) => identity::on_event(state, BotEvent::Text { chat, message }, key).await,
            Err(error) => Err(error.to_string()),
        },
    }
}
