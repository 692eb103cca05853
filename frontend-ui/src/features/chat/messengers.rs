//! Marks of messages that come from messengers or go there.

use super::texts::ChatTexts;
use crate::i18n::t;
use leptos::prelude::*;
use shared_types::{
    chat::MessageDelivery,
    notifications::{DeliveryState, NoticeChannel},
};

const fn name(channel: NoticeChannel) -> &'static str {
    match channel {
        NoticeChannel::Telegram => "Telegram",
        NoticeChannel::Max => "MAX",
        NoticeChannel::Email => "E-mail",
        NoticeChannel::Browser => "Web push",
    }
}

/// The messenger from which a message was written.
pub(super) fn origin(channel: NoticeChannel) -> AnyView {
    any_view! { <span data-testid="chat-via">{name(channel)}</span> }
}

/// The state of the delivery to a messenger.
pub(super) fn delivery(delivery: &MessageDelivery) -> AnyView {
    let state = match (delivery.state, delivery.blocked) {
        (DeliveryState::Waiting, _) => ChatTexts::Sending,
        (DeliveryState::Sent, _) => ChatTexts::Sent,
        (DeliveryState::Failed, true) => ChatTexts::BotBlocked,
        (DeliveryState::Failed, false) => ChatTexts::NotDelivered,
    };
    let is_failed = delivery.state == DeliveryState::Failed;
    any_view! {
        <span class:fault=is_failed data-testid="chat-delivery" data-state=delivery.state.as_str()>
            {name(delivery.channel)}
            ": "
            {t(state)}
        </span>
    }
}
