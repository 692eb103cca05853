//! The channels through which a person can be reached.

use chrono::{DateTime, Utc};
use entities::{email_failure, messenger_contact as contact, push_subscription, user};
use infra::{emails, messengers::Messenger, push};
use platform::config::Config;
use sea_orm::{
    FromQueryResult, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Guard,
    email_address::EmailAddress,
    id::{AgentId, PushSubscriptionId, UserId},
    identity::Channel,
    notifications::{ChannelState, NoticeChannel},
    phone::Phone,
    translation::Language,
};

/// Where a notification is sent.
#[derive(Clone, Debug)]
pub(super) enum Destination {
    Chat { messenger: Messenger, chat_id: String },
    Email(EmailAddress),
    Browser(PushSubscriptionId),
}

/// The facts that decide how a person is notified.
#[derive(FromQueryResult)]
pub(super) struct Person {
    pub(super) id: UserId,
    pub(super) phone: Phone,
    pub(super) locale: Language,
    /// The confirmed address.
    email: Option<EmailAddress>,
    /// The messenger that the person chose in the profile.
    contact_channel: Option<Channel>,
    /// The address that refused the last e-mail permanently.
    failing_address: Option<EmailAddress>,
    /// Whether a browser shows the notifications of the side at the agent.
    has_browser: bool,
}

impl Person {
    /// Selects people with the facts that decide how one side of an agent notifies them.
    pub(super) fn select(agent_id: AgentId, guard: Guard, now: DateTime<Utc>) -> Select<user::Entity> {
        let has_browser = user::Column::Id.in_subquery(push::select_subscribers(agent_id, guard, now));
        let failing = email_failure::Entity::find()
            .select_only()
            .column(email_failure::Column::Address)
            .filter(
                Expr::col((email_failure::Entity, email_failure::Column::UserId))
                    .equals((user::Entity, user::Column::Id)),
            )
            .into_query();
        user::Entity::find()
            .select_only()
            .columns([
                user::Column::Id,
                user::Column::Phone,
                user::Column::Locale,
                user::Column::Email,
                user::Column::ContactChannel,
            ])
            .expr_as(Expr::from(failing), "failing_address")
            .expr_as(has_browser, "has_browser")
    }
}

/// The channels through which a person can be reached.
pub(super) struct PersonChannels {
    chats: Vec<contact::Model>,
    email: Option<EmailAddress>,
    has_browser: bool,
    browsers: Vec<PushSubscriptionId>,
    pub(super) is_email_failing: bool,
    /// The messenger that the person chose in the profile.
    pub(super) preferred: Option<NoticeChannel>,
}

impl PersonChannels {
    /// Gathers the channels of a person. Without `browsers` there is a state of the channel, but no destination.
    pub(super) fn new(
        config: &Config,
        person: &Person,
        contacts: &[contact::Model],
        browsers: &[push_subscription::Model],
    ) -> Self {
        let browsers = browsers.iter().filter(|browser| browser.user_id == person.id);
        let chats = contacts.iter().filter(|contact| contact.phone == person.phone);
        let email = person.email.clone().filter(|_| emails::is_enabled(config));
        Self {
            chats: chats.cloned().collect(),
            is_email_failing: email.is_some() && email == person.failing_address,
            email,
            has_browser: person.has_browser,
            browsers: browsers.map(|browser| browser.id).collect(),
            preferred: person.contact_channel.and_then(Messenger::from_channel).map(channel_of),
        }
    }

    fn chat(&self, channel: NoticeChannel) -> Option<&contact::Model> {
        self.chats.iter().find(|chat| channel_of(chat.messenger) == channel)
    }

    pub(super) fn state(&self, channel: NoticeChannel) -> ChannelState {
        let is_failing = match channel {
            NoticeChannel::Email => self.email.as_ref().map(|_| self.is_email_failing),
            // A browser that refuses messages is no destination any more.
            NoticeChannel::Browser => self.has_browser.then_some(false),
            _ => self.chat(channel).map(|chat| chat.blocked_at.is_some()),
        };
        match is_failing {
            None => ChannelState::NotLinked,
            Some(true) => ChannelState::Failing,
            Some(false) => ChannelState::Working,
        }
    }

    pub(super) fn destinations(&self, channel: NoticeChannel) -> Vec<Destination> {
        match channel {
            NoticeChannel::Email => self.email.clone().map(Destination::Email).into_iter().collect(),
            NoticeChannel::Browser => self.browsers.iter().copied().map(Destination::Browser).collect(),
            _ => {
                let chat = self.chat(channel).map(|chat| Destination::Chat {
                    messenger: chat.messenger,
                    chat_id: chat.chat_id.clone(),
                });
                chat.into_iter().collect()
            }
        }
    }
}

pub(super) const fn channel_of(messenger: Messenger) -> NoticeChannel {
    match messenger {
        Messenger::Telegram => NoticeChannel::Telegram,
        Messenger::Max => NoticeChannel::Max,
    }
}
