//! Clients whom no answer reaches in their messengers.

use entities::{chat_relay as relay, messenger_contact as contact};
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::id::OrderId;
use std::collections::BTreeSet;

/// The orders about which people write from messengers, and whose bot is blocked in all of these chats.
pub(super) async fn blocked_orders(system: &SystemScope, orders: Vec<OrderId>) -> Result<BTreeSet<OrderId>, DbErr> {
    if orders.is_empty() {
        return Ok(BTreeSet::new());
    }
    let relays = relay::Entity::find().filter(system.id_in(relay::Column::OrderId, orders));
    let relays = system.all(relays).await?;
    let chats: BTreeSet<&str> = relays.iter().map(|relay| relay.chat_id.as_str()).collect();
    let blocked = contact::Entity::find()
        .filter(contact::Column::ChatId.is_in(chats))
        .filter(contact::Column::BlockedAt.is_not_null());
    let blocked = system.all(blocked).await?;
    // A person who has written since then has unblocked the bot.
    let is_blocked = |relay: &relay::Model| {
        blocked.iter().any(|chat| {
            chat.messenger == relay.messenger
                && chat.chat_id == relay.chat_id
                && chat.blocked_at >= Some(relay.written_at)
        })
    };
    let (closed, open): (Vec<_>, Vec<_>) = relays.iter().partition(|relay| is_blocked(relay));
    let open: BTreeSet<OrderId> = open.iter().map(|relay| relay.order_id).collect();
    let closed = closed.iter().map(|relay| relay.order_id);
    Ok(closed.filter(|order| !open.contains(order)).collect())
}
