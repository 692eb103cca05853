//! Bots of Telegram and MAX: outgoing messages, incoming updates, and the links between phones and chats.
//!
//! Invariants:
//! - The messages of a chat arrive in the order of writing, each at least once, and exactly once unless a worker crashes.
//! - An update is processed once.
//! - Tokens, secrets, phones and texts are never logged.
//!
//! The meaning of an update belongs to other features: this module passes them an [`BotEvent`].

mod api;
mod attachments;
mod bodies;
mod bots;
mod contacts;
mod delivery;
mod event;
mod files;
mod jobs;
mod launch;
mod message;
mod outbox;
mod outgoing_file;
mod parts;
mod webhook_routes;
mod webhooks;

pub use api::{ApiResult, SendError};
pub use api::{answer_choice, is_blocked};
pub use bots::{WebhookCommand, bot_address, bot_link, run_webhook_command};
pub use contacts::{
    Contact, contact_of_person, contacts_of_phone, is_linked_elsewhere, link_phone, phone_of_chat, unlink_phone,
};
pub use delivery::run_deliver_job;
pub use event::{BotEvent, Chat};
pub use files::{FileError, FileSource, IncomingFile, fetch_file, file_server};
pub use jobs::jobs;
pub use launch::{Launch, LaunchError, SharedPhone, verify_launch, verify_phone};
pub use message::IncomingMessage;
pub use outbox::{
    Button, Buttons, NewMessage, OutgoingMessage, UserMessage, delivery_kind, queue_message, send_to_user,
};
pub use outgoing_file::{FileKind, OutgoingFile};
pub use webhook_routes::routes;
pub use webhooks::{UPDATE, run_update_job};

pub use entities::messenger_contact::{Messenger, Proof};
use platform::config::{BotConfig, Config};

/// The bot of a messenger.
pub trait Bot {
    /// The configuration of the bot.
    fn config(self, config: &Config) -> &BotConfig;

    /// Whether the bot is configured.
    fn is_enabled(&self, config: &Config) -> bool;
}

impl Bot for Messenger {
    fn config(self, config: &Config) -> &BotConfig {
        match self {
            Self::Telegram => &config.messaging.telegram,
            Self::Max => &config.messaging.max,
        }
    }

    fn is_enabled(&self, config: &Config) -> bool {
        self.config(config).token.is_some()
    }
}
