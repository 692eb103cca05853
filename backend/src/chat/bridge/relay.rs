//! Answers of the staff, which go to the messengers that the client's people have written from.

use super::{texts, writer};
use crate::chat::{
    signal::{Event, Signal},
    views::{self, Deliveries},
};
use entities::{
    chat_file as file, chat_message as message, chat_relay as relay, messenger_message as outgoing, order, user,
};
use infra::{
    media,
    messengers::{self, FileKind, NewMessage, OutgoingFile, OutgoingMessage},
};
use platform::{
    jobs::Outcome,
    scope::{ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{DbErr, QueryOrder, entity::prelude::*};
use shared_types::{
    access::Level,
    chat::MessageDelivery,
    id::{MessageId, OrderId, UserId},
    notifications::DeliveryState,
    translation::Language,
};
use std::collections::{BTreeMap, BTreeSet};

/// The job that sends a message of the staff to messengers.
pub(in crate::chat) const RELAY: &str = "chat:relay";

/// Runs a [`RELAY`] job. Its payload is the id of the message.
pub(in crate::chat) async fn relay_message(state: AppState, payload: String) -> Outcome {
    let id: i64 = payload.parse().map_err(|_| "the payload names no message")?;
    relay_to_messengers(&state, MessageId(id))
        .await
        .map_err(|error| error.to_string())?;
    state.wake_worker();
    Ok(())
}

async fn relay_to_messengers(state: &AppState, id: MessageId) -> Result<(), DbErr> {
    let (system, now) = (state.system(), state.clock.now());
    let found = system
        .all_with(message::Entity::find_by_id(id).find_also_related(user::Entity))
        .await?;
    let Some((row, author)) = found.into_iter().next() else {
        return Ok(());
    };
    let Some(order) = system.one(order::Entity::find_by_id(row.order_id)).await? else {
        return Ok(());
    };
    let select = file::Entity::find()
        .filter(file::Column::MessageId.eq(row.id))
        .order_by_asc(file::Column::Id);
    let files = system.all(select).await?;
    let author = author.map_or_else(String::new, |author| format!(" · {}", author.name));
    let lines = [format!("{}{author}", order.number), row.body.clone()];
    let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
    let url = format!("{}/client/orders/{}", state.config.public_url, order.id);
    let relays = relay::Entity::find().filter(relay::Column::OrderId.eq(order.id));
    let relays = system.all(relays).await?;
    let readers = readers(&system, &order, relays.iter().map(|relay| relay.user_id)).await?;
    system
        .in_transaction(async |tx| {
            for relay in relays.iter().filter(|relay| readers.contains_key(&relay.user_id)) {
                let language = readers.get(&relay.user_id).copied().unwrap_or_default();
                let text = lines.join("\n");
                let answer = OutgoingMessage::with_page(text, texts::open_order(language), url.clone());
                // The text comes first, then a message for each file.
                let files = files.iter().map(|file| OutgoingMessage::with_file(outgoing_file(file)));
                for (index, message) in std::iter::once(answer).chain(files).enumerate() {
                    let key = format!("chat:{}:{}:{}", row.id, relay.messenger.as_str(), relay.chat_id);
                    let new = NewMessage {
                        messenger: relay.messenger,
                        chat_id: &relay.chat_id,
                        message: &message,
                        login_code_id: None,
                        order_id: Some(order.id),
                        chat_message_id: Some(row.id),
                        dedupe_key: Some(if index == 0 { key } else { format!("{key}:file{index}") }),
                        expires_at: None,
                    };
                    messengers::queue_message(tx, new, now).await?;
                }
            }
            Ok(())
        })
        .await
}

/// A file of a chat as a messenger gets it. Pictures are stored as JPEG, whatever they were.
fn outgoing_file(file: &file::Model) -> OutgoingFile {
    let size = file.width.zip(file.height);
    let stem = file.name.rsplit_once('.').map_or(file.name.as_str(), |(stem, _)| stem);
    OutgoingFile {
        path: media::stored_path(&file.path, size.is_some()),
        name: size.map_or_else(|| file.name.clone(), |_| format!("{stem}.jpg")),
        kind: FileKind::from_file(&file.name, file.bytes, size),
    }
}

/// The language of each person who may still read the order.
async fn readers(
    system: &SystemScope,
    order: &order::Model,
    people: impl Iterator<Item = UserId>,
) -> Result<BTreeMap<UserId, Language>, DbErr> {
    let select = user::Entity::find()
        .filter(user::Column::Id.is_in(people))
        .filter(user::Column::DisabledAt.is_null());
    let mut found = BTreeMap::new();
    for person in system.all(select).await? {
        let orders = writer::orders_of(system, person.id, Level::View).await?;
        if let Some(orders) = orders
            && system
                .one(order::Entity::find_by_id(order.id).filter(orders))
                .await?
                .is_some()
        {
            found.insert(person.id, person.locale);
        }
    }
    Ok(found)
}

/// The deliveries of messages of the staff to messengers. A message of several parts has failed if one of them has.
pub(in crate::chat) async fn deliveries(system: &SystemScope, messages: Vec<MessageId>) -> Result<Deliveries, DbErr> {
    let mut found = Deliveries::new();
    if messages.is_empty() {
        return Ok(found);
    }
    let select = outgoing::Entity::find()
        .filter(system.id_in(outgoing::Column::ChatMessageId, messages))
        .order_by_asc(outgoing::Column::Id);
    for row in system.all(select).await? {
        let Some(message) = row.chat_message_id else { continue };
        let state = match (row.failed_at, row.sent_at) {
            (Some(_), _) => DeliveryState::Failed,
            (None, Some(_)) => DeliveryState::Sent,
            (None, None) => DeliveryState::Waiting,
        };
        let delivery = MessageDelivery {
            channel: views::channel(row.messenger),
            state,
            blocked: row.last_error.as_deref().is_some_and(messengers::is_blocked),
        };
        let of_message = found.entry(message).or_default();
        match of_message.iter_mut().find(|known| known.channel == delivery.channel) {
            // The worst of them counts.
            Some(known) if known.state == DeliveryState::Sent || state == DeliveryState::Failed => *known = delivery,
            Some(_) => {}
            None => of_message.push(delivery),
        }
    }
    Ok(found)
}

/// The people to whom a message of the staff went through a messenger, or is on its way.
pub(crate) async fn relayed_users(
    system: &SystemScope,
    order: OrderId,
    message: MessageId,
) -> Result<BTreeSet<UserId>, DbErr> {
    let sent = outgoing::Entity::find()
        .filter(outgoing::Column::ChatMessageId.eq(message))
        .filter(outgoing::Column::FailedAt.is_null());
    let sent = system.all(sent).await?;
    if sent.is_empty() {
        return Ok(BTreeSet::new());
    }
    let relays = relay::Entity::find().filter(relay::Column::OrderId.eq(order));
    let relays = system.all(relays).await?.into_iter();
    let is_sent = |relay: &relay::Model| {
        sent.iter()
            .any(|sent| sent.messenger == relay.messenger && sent.chat_id == relay.chat_id)
    };
    Ok(relays.filter(is_sent).map(|relay| relay.user_id).collect())
}

/// Announces to open chats that the delivery of a message has ended.
pub(crate) async fn announce_delivery(state: AppState, id: MessageId) -> Result<(), String> {
    let found = state.system().one(message::Entity::find_by_id(id)).await;
    if let Some(row) = found.map_err(|error| error.to_string())? {
        let signal = Signal {
            order: row.order_id,
            event: Event::Updated { message: id },
            except: None,
            except_session: None,
        };
        signal.send(&state).await;
    }
    Ok(())
}
