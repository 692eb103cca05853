//! Bots of Telegram and MAX: outgoing messages, incoming updates, and the links between phones and chats.
//!
//! Invariants:
//! - The messages of a chat arrive in the order of writing, each at least once, and exactly once unless a worker crashes.
//! - An update is processed once.
//! - Tokens, secrets, phones and texts are never logged.
//!
//! The meaning of an update belongs to other features: this module passes them an [`BotEvent`].

mod api;
mod bots;
mod contacts;
mod event;
mod outbox;
mod webhooks;

pub use api::{ApiResult, SendError};
pub use bots::{WebhookCommand, bot_link, run_webhook_command};
pub use contacts::{Contact, Proof, contacts_of_phone, is_linked_elsewhere, link_phone, unlink_phone};
pub use event::{BotEvent, Chat};
pub use outbox::{
    Buttons, DELIVER, NOTIFY, NewMessage, OutgoingMessage, UserMessage, queue_message, run_deliver_job, run_notify_job,
    send_to_user,
};
pub use webhooks::{SWEEP, UPDATE, routes, run_sweep_job, run_update_job};

use platform::config::{BotConfig, Config};
use shared_types::identity::Channel;

/// A supported messenger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Messenger {
    Telegram,
    Max,
}

impl Messenger {
    pub const ALL: [Self; 2] = [Self::Telegram, Self::Max];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Telegram => "telegram",
            Self::Max => "max",
        }
    }

    /// The messenger with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|messenger| messenger.as_str() == name)
    }

    /// The messenger of a channel; `None` for the log.
    pub const fn from_channel(channel: Channel) -> Option<Self> {
        match channel {
            Channel::Log => None,
            Channel::Telegram => Some(Self::Telegram),
            Channel::Max => Some(Self::Max),
        }
    }

    /// The channel that sends one-time codes through this messenger.
    pub const fn channel(self) -> Channel {
        match self {
            Self::Telegram => Channel::Telegram,
            Self::Max => Channel::Max,
        }
    }

    /// The name shown to people.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Telegram => "Telegram",
            Self::Max => "MAX",
        }
    }

    /// The configuration of its bot.
    pub fn config(self, config: &Config) -> &BotConfig {
        match self {
            Self::Telegram => &config.messaging.telegram,
            Self::Max => &config.messaging.max,
        }
    }

    /// Whether its bot is configured.
    pub fn is_enabled(self, config: &Config) -> bool {
        self.config(config).token.is_some()
    }
}
