//! A phone linked to a chat of a messenger.

use sea_orm::entity::prelude::*;
use shared_types::id::UserId;
use shared_types::identity::Channel;
use shared_types::phone::Phone;
use shared_types::translation::Language;

shared_types::named_set! {
    /// A supported messenger.
    pub enum Messenger {
        Telegram = "telegram",
        Max = "max",
    }
}

shared_types::named_set! {
    /// How a phone was linked to a chat.
    pub enum Proof {
        /// A start link made for the phone. It proves only that a person typed the number.
        Start = "start",
        /// A shared contact. The messenger itself confirmed the number of its user.
        Contact = "contact",
    }
}

impl Messenger {
    /// The messenger of a channel; `None` for the log and e-mail.
    pub const fn from_channel(channel: Channel) -> Option<Self> {
        match channel {
            Channel::Log | Channel::Email => None,
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
}

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "messenger_contacts")]
pub struct Model {
    #[sea_orm(primary_key)]
    pub id: i64,
    pub phone: Phone,
    pub messenger: Messenger,
    pub chat_id: String,
    /// The person in the messenger. `None` until the first update of a chat that was linked before it was stored.
    pub person_id: Option<String>,
    pub user_id: Option<UserId>,
    pub proof: Proof,
    pub language: Language,
    pub blocked_at: Option<DateTimeUtc>,
    pub created_at: DateTimeUtc,
    pub updated_at: DateTimeUtc,
}

crate::relations!();

platform::owned!(Entity => Global);
