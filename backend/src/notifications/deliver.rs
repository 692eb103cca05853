//! The job that sends messages about events.

use super::{
    browsers,
    channels::Destination,
    email,
    message::Message,
    recipients::{self, Recipient},
    texts,
};
use crate::chat;
use books::settings;
use chrono::Duration;
use entities::{agent, balance_request, client, order_quote as quote};
use infra::{
    emails::{self, NewEmail},
    events::{EventBatch, NotificationEvent, Subject},
    media::UrlSigner,
    messengers::{self, NewMessage, OutgoingMessage},
    push::{self, NewPush},
};
use platform::{
    jobs::{FailedRows, Outcome},
    scope::{ScopedConnection, SystemPolicy, SystemScope, Tx},
    state::AppState,
};
use sea_orm::{DbErr, QueryOrder, entity::prelude::*};
use shared_types::{
    access::Guard,
    id::{AgentId, MessageId, UserId},
    money::Money,
    notifications::Notice,
    settings::Brand,
    topups::numbers_to_copy,
};
use std::collections::BTreeMap;

/// How long after an event its messages may still be sent.
const MESSAGE_LIFETIME: Duration = Duration::days(3);

/// Runs the job: queues the messages of a batch of events. A retry queues none twice, and an event that fails stops no other.
pub(super) async fn deliver_batch(state: AppState, payload: String) -> Outcome {
    let batch: EventBatch = serde_json::from_str(&payload).map_err(|error| error.to_string())?;
    let mut failed = FailedRows::default();
    for (index, event) in batch.events.iter().enumerate() {
        let key = format!("notice:{}:{index}", batch.id);
        let delivered = deliver_event(&state, event, &key).await;
        failed.check(&key, delivered);
    }
    failed.into_outcome()
}

async fn deliver_event(state: &AppState, event: &NotificationEvent, key: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let system = state.system();
    let mut recipients = recipients::of_event(state, event).await?;
    let unread = unread_by_recipients(&system, event, &recipients).await?;
    recipients.retain(|to| unread.as_ref().is_none_or(|unread| unread.contains_key(&to.user_id)));
    if let (Notice::NewMessage, Subject::Order(order), Some(message)) = (event.notice, event.subject, event.message) {
        let relayed = chat::relayed_users(&system, order, message).await?;
        recipients.retain(|to| !relayed.contains(&to.user_id));
    }
    if recipients.is_empty() {
        return Ok(());
    }
    let client = match event.client_id {
        Some(id) => system.one(client::Entity::find_by_id(id)).await?,
        None => None,
    };
    let client = client.map_or_else(String::new, |client| format!("{} ({})", client.name, client.code));
    let event = &NotificationEvent {
        money: amount(&system, event).await?,
        ..event.clone()
    };
    let requisites = requisites(&system, event).await?;
    let sender = sender(state, event).await?;
    let link = link(&state.config.public_url, event);
    system
        .in_transaction(async |tx| {
            for to in recipients {
                let hidden = event.without_sums();
                let event = if to.sees_sums { event } else { &hidden };
                let text = texts::message_text(to.language, event, &client);
                let subject = texts::message_text(to.language, &event.as_subject(), &client);
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
                let button = texts::page_button(to.language, event);
                let message = Message {
                    subject: &email::first_sentence(&subject),
                    text: &text,
                    sender: &sender,
                    sum: event.money.map(|money| money.in_language(to.language)),
                    requisites: requisites.as_deref().filter(|_| to.sees_sums),
                    link: Some((&button, &link)),
                    order: event.subject.order(),
                    tag: format!("{}:{}", event.notice.as_str(), event.subject),
                    key: format!("{key}:{}", to.key()),
                    expires_at: Some(now + MESSAGE_LIFETIME),
                };
                queue(state, tx, &to, message).await?;
            }
            Ok(())
        })
        .await
}

/// Queues a notification for a chat, an e-mail address or a browser.
pub(super) async fn queue(
    state: &AppState,
    tx: &Tx<SystemPolicy>,
    to: &Recipient,
    message: Message<'_>,
) -> Result<(), DbErr> {
    let now = state.clock.now();
    match &to.destination {
        Destination::Chat { messenger, chat_id } => {
            let text = match message.requisites {
                Some(requisites) => format!("{}\n\n{requisites}", message.text),
                None => message.text.to_owned(),
            };
            let outgoing = match message.link {
                Some((button, link)) => OutgoingMessage::with_page(text, button, link.to_owned()),
                None => OutgoingMessage {
                    text,
                    ..OutgoingMessage::default()
                },
            };
            let numbers = message.requisites.map(numbers_to_copy).unwrap_or_default();
            let outgoing = outgoing.with_buttons(texts::copy_buttons(to.language, numbers));
            let new = NewMessage {
                messenger: *messenger,
                chat_id,
                message: &outgoing,
                login_code_id: None,
                order_id: message.order,
                chat_message_id: None,
                dedupe_key: Some(message.key),
                expires_at: message.expires_at,
            };
            messengers::queue_message(tx, new, now).await
        }
        Destination::Email(address) => {
            let content = email::content(&state.config, to.user_id, to.language, &message);
            let new = NewEmail {
                user_id: to.user_id,
                address,
                content: &content,
                dedupe_key: message.key,
                expires_at: message.expires_at,
            };
            emails::queue_email(tx, new, now).await
        }
        Destination::Browser(id) => {
            let announcements = format!("{}/client/announcements", state.config.public_url);
            let (button, page) = match message.link {
                Some((button, page)) => (Some(button), page),
                None => (None, announcements.as_str()),
            };
            let (subject, text) = (message.subject, message.text);
            let new = NewPush {
                subscription_id: *id,
                content: browsers::content(to.language, subject, text, page, button, &message.tag),
                dedupe_key: message.key,
                expires_at: message.expires_at,
            };
            push::queue_push(tx, new, now).await
        }
    }
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
    let side = event.notice.guard().into();
    let people = recipients.iter().map(|to| to.user_id).collect();
    let unread = chat::unread_by(system, order, side, message, &people).await?;
    Ok(Some(unread.into_iter().collect()))
}

/// The amount of an event. The order's history does not know the total of a quote, so it is read here.
async fn amount(system: &SystemScope, event: &NotificationEvent) -> Result<Option<Money>, DbErr> {
    let (Notice::OrderQuoted, Subject::Order(order)) = (event.notice, event.subject) else {
        return Ok(event.money);
    };
    let select = quote::Entity::find()
        .filter(quote::Column::OrderId.eq(order))
        .order_by_desc(quote::Column::Id);
    let quote = system.one(select).await?;
    Ok(quote.map(|quote| Money::new(quote.due_minor, quote.currency)))
}

/// The agent as its clients see it. Staff get e-mails of the service.
async fn sender(state: &AppState, event: &NotificationEvent) -> Result<Brand, DbErr> {
    if event.notice.guard() == Guard::Client {
        brand_of_agent(state, event.agent_id).await
    } else {
        let name = "Karavan".to_owned();
        Ok(Brand {
            name,
            ..Brand::default()
        })
    }
}

/// The brand of an agent in e-mails.
pub(super) async fn brand_of_agent(state: &AppState, agent_id: AgentId) -> Result<Brand, DbErr> {
    let system = state.system();
    let agent = system.one(agent::Entity::find_by_id(agent_id)).await?;
    let name = agent.map(|agent| agent.name).unwrap_or_default();
    settings::brand(&system.enter_agent(agent_id), &name, &UrlSigner::new(state)).await
}

/// The requisites that an event announces, as long as they are to be paid.
async fn requisites(system: &SystemScope, event: &NotificationEvent) -> Result<Option<String>, DbErr> {
    let (Notice::TopupIssued, Subject::Topup(id)) = (event.notice, event.subject) else {
        return Ok(None);
    };
    let request = system.one(balance_request::Entity::find_by_id(id)).await?;
    Ok(request
        .filter(|request| request.status.shows_requisites())
        .and_then(|request| request.requisites))
}

/// The page that shows the subject of an event.
fn link(base: &str, event: &NotificationEvent) -> String {
    let side = event.notice.guard().as_str();
    let path = match (event.subject, event.notice.guard()) {
        (Subject::Order(id), _) => format!("orders/{id}"),
        (Subject::Shipment(id), _) => format!("shipments/{id}"),
        (Subject::ShippingRequest(id), _) => format!("shipping-requests/{id}"),
        (Subject::Topup(_), Guard::Client) => match event.notice {
            Notice::TopupIssued => "balance?requests=issued".to_owned(),
            Notice::TopupRejected => "balance?requests=rejected".to_owned(),
            _ => "balance".to_owned(),
        },
        (Subject::Withdrawal(_), Guard::Client) | (Subject::Invoice(_), _) => "balance".to_owned(),
        (Subject::Topup(_), Guard::Agent) => "balance-requests".to_owned(),
        (Subject::Webhook(id), Guard::Agent) => format!("settings?tab=webhooks&webhook={id}"),
        (Subject::Webhook(id), Guard::Client) => format!("settings?webhook={id}"),
        (Subject::Wallet(_), Guard::Client) => "wallet-topup".to_owned(),
        (Subject::Wallet(_), Guard::Agent) => "wallet-topups".to_owned(),
        (Subject::Withdrawal(_), Guard::Agent) => "withdrawals".to_owned(),
    };
    format!("{base}/{side}/{path}")
}
