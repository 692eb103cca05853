//! The job that sends messages about events.

use super::{
    recipients::{self, Recipient},
    texts,
};
use crate::chat;
use chrono::Duration;
use entities::{client, order_quote as quote};
use infra::events::{EventBatch, NotificationEvent, Subject};
use infra::messengers::{self, NewMessage, OutgoingMessage};
use platform::{
    jobs::Outcome,
    scope::{ScopedConnection, SystemScope},
    state::AppState,
};
use sea_orm::{DbErr, QueryOrder, entity::prelude::*};
use shared_types::{
    access::Guard,
    id::{MessageId, UserId},
    money::Money,
    notifications::Notice,
    orders::Side,
};
use std::collections::BTreeMap;

/// How long after an event its messages may still be sent.
const MESSAGE_LIFETIME: Duration = Duration::days(3);

/// Runs the job: queues the messages of a batch of events. A retry queues none twice.
pub(super) async fn deliver_batch(state: AppState, payload: String) -> Outcome {
    let batch: EventBatch = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    for (index, event) in batch.news.iter().enumerate() {
        let key = format!("notice:{}:{index}", batch.id);
        deliver_event(&state, event, &key)
            .await
            .map_err(|error| error.to_string())?;
    }
    Ok(())
}

async fn deliver_event(state: &AppState, event: &NotificationEvent, key: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let system = state.system();
    let mut recipients = recipients::of_event(&system, event).await?;
    let unread = unread_by_recipients(&system, event, &recipients).await?;
    recipients.retain(|to| unread.as_ref().is_none_or(|unread| unread.contains_key(&to.user_id)));
    if recipients.is_empty() {
        return Ok(());
    }
    let client = system.one(client::Entity::find_by_id(event.client_id)).await?;
    let client = client.map_or_else(String::new, |client| format!("{} ({})", client.name, client.code));
    let event = &NotificationEvent {
        amount: amount(&system, event).await?,
        ..event.clone()
    };
    let link = link(&state.config.public_url, event);
    let tx = system.begin().await?;
    for to in recipients {
        let text = format!("{}\n{link}", texts::message_text(&to.locale, event, &client));
        // A person is notified once about unread messages in a chat, until they read the chat.
        let key = match unread.as_ref().and_then(|unread| unread.get(&to.user_id)) {
            Some(read) => format!(
                "notice:chat:{}:{}:{}:{}",
                event.subject,
                event.notice.as_str(),
                to.user_id,
                read.map_or(0, i64::from)
            ),
            None => key.to_owned(),
        };
        let key = format!("{key}:{}:{}", to.messenger.as_str(), to.chat_id);
        let message = OutgoingMessage {
            text,
            ..OutgoingMessage::default()
        };
        let new = NewMessage {
            messenger: to.messenger,
            chat_id: &to.chat_id,
            message: &message,
            login_code_id: None,
            dedupe_key: Some(key),
            expires_at: Some(now + MESSAGE_LIFETIME),
        };
        messengers::queue_message(&tx, new, now).await?;
    }
    tx.commit().await
}

/// For a message in a chat: who has not read it, with the last message that each has read. `None` for other events.
async fn unread_by_recipients(
    system: &SystemScope,
    event: &NotificationEvent,
    recipients: &[Recipient],
) -> Result<Option<BTreeMap<UserId, Option<MessageId>>>, DbErr> {
    let (Some(message), Subject::Order(order)) = (event.message, event.subject) else {
        return Ok(None);
    };
    let side = match event.notice.guard() {
        Guard::Agent => Side::Staff,
        Guard::Client => Side::Client,
    };
    let people = recipients.iter().map(|to| to.user_id).collect();
    let unread = chat::unread_by(system, order, side, message, &people).await?;
    Ok(Some(unread.into_iter().collect()))
}

/// The amount of an event. The order's history does not know the total of a quote, so it is read here.
async fn amount(system: &SystemScope, event: &NotificationEvent) -> Result<String, DbErr> {
    let (Notice::OrderQuoted, Subject::Order(order)) = (event.notice, event.subject) else {
        return Ok(event.amount.clone());
    };
    let select = quote::Entity::find()
        .filter(quote::Column::OrderId.eq(order))
        .order_by_desc(quote::Column::Id);
    let quote = system.one(select).await?;
    Ok(quote.map_or_else(String::new, |quote| {
        let currency = quote.currency;
        Money::new(quote.due_minor, currency).to_string()
    }))
}

/// The page that shows the subject of an event.
fn link(base: &str, event: &NotificationEvent) -> String {
    let side = event.notice.guard().as_str();
    let path = match (event.subject, event.notice.guard()) {
        (Subject::Order(id), _) => format!("orders/{id}"),
        (Subject::Shipment(id), _) => format!("shipments/{id}"),
        (Subject::Topup(_), Guard::Client) => "balance".to_owned(),
        (Subject::Topup(_), Guard::Agent) => "balance-requests".to_owned(),
        (Subject::Wallet(_), Guard::Client) => "wallet-topup".to_owned(),
        (Subject::Wallet(_), Guard::Agent) => "wallet-topups".to_owned(),
    };
    format!("{base}/{side}/{path}")
}
