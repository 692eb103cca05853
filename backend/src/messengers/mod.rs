//! Bots of two messengers: messages on their way out, updates on their way in, which phone has which chat.
//!
//! Invariants: a chat's messages arrive in the order they were written, each at least once and in all but a crash exactly once;
//! an update is worked off once; no token, secret, phone or text is logged. What an update means is its feature's business:
//! this module hands it an [`Event`].

mod api;
mod bots;
mod contacts;
pub mod entity;
mod event;
mod outbox;
mod webhooks;

pub use api::{Answer, SendError};
pub use bots::{Command, command, link};
pub use contacts::{Contact, Proof, bind, is_taken, of_phone, unbind};
pub use event::{Chat, Event};
pub use outbox::{Buttons, DELIVER, NOTIFY, Note, Outgoing, Posted, deliver, notify, post, send_to_user};
pub use webhooks::{SWEEP, UPDATE, routes, sweep, work_off};

use crate::platform::config::{BotConfig, Config};
use shared_types::identity::Channel;

/// A messenger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Messenger {
    /// Telegram.
    Telegram,
    /// MAX.
    Max,
}

impl Messenger {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Telegram, Self::Max];

    /// The name in JSON and in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Telegram => "telegram",
            Self::Max => "max",
        }
    }

    /// The messenger of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|messenger| messenger.as_str() == name)
    }

    /// The messenger behind a channel; the log has none.
    pub const fn of(channel: Channel) -> Option<Self> {
        match channel {
            Channel::Log => None,
            Channel::Telegram => Some(Self::Telegram),
            Channel::Max => Some(Self::Max),
        }
    }

    /// The channel of codes.
    pub const fn channel(self) -> Channel {
        match self {
            Self::Telegram => Channel::Telegram,
            Self::Max => Channel::Max,
        }
    }

    /// What people call it.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Telegram => "Telegram",
            Self::Max => "MAX",
        }
    }

    /// What the environment says of its bot.
    pub fn config(self, config: &Config) -> &BotConfig {
        match self {
            Self::Telegram => &config.outside.telegram,
            Self::Max => &config.outside.max,
        }
    }

    /// Whether there is a bot.
    pub fn is_on(self, config: &Config) -> bool {
        self.config(config).token.is_some()
    }
}
