//! Messages of clients to the bots.

use super::{
    texts,
    writer::{Target, Writer, received_in},
};
use crate::chat::{
    ChatError, files,
    reader::Reader,
    signal::{Event, Signal},
    translation,
    write::{self, MessageContent},
};
use books::billing;
use chrono::{DateTime, Utc};
use entities::{chat_relay as relay, messenger_incoming as incoming, order};
use infra::messengers::{
    self, Button, Buttons, Chat, FileError, IncomingMessage, NewMessage, OutgoingMessage, fetch_file,
};
use platform::{
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, QueryOrder, Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{
    billing::PlanLimit,
    chat::limits,
    id::{ChatFileId, MessageId, OrderId},
    orders::{Origin, Side},
};
use std::iter;
use trade::orders::{dialogues, history::Actor};

/// How long a question about the order is not repeated.
const QUESTION_PAUSE: chrono::Duration = chrono::Duration::minutes(10);

/// Handles a message. Returns false if it is none of a client about an order.
pub(super) async fn on_message(
    state: &AppState,
    chat: &Chat,
    message: &IncomingMessage,
    key: &str,
) -> Result<bool, ChatError> {
    let system = state.system();
    if message.text.trim().is_empty() && message.files.is_empty() {
        return Ok(false);
    }
    let Some(writer) = Writer::of_chat(&system, chat).await? else {
        return Ok(false);
    };
    let known = incoming::Entity::find()
        .filter(received_in(chat.messenger, &chat.id))
        .filter(incoming::Column::NativeId.eq(message.id.as_str()));
    if system.one(known).await?.is_some() {
        return Ok(true);
    }
    match writer.target(&system, chat, message, state.clock.now()).await? {
        Target::Order(order) => deliver(state, &writer, chat, order, message, key).await?,
        Target::Choice(orders) => ask(state, chat, &orders, message, key).await?,
        Target::None => return Ok(false),
    }
    Ok(true)
}

/// Handles a press on a button of a question: passes on the messages that are kept for the chat.
pub(super) async fn on_choice(
    state: &AppState,
    chat: &Chat,
    callback: &str,
    data: &str,
    key: &str,
) -> Result<(), ChatError> {
    let system = state.system();
    let order = data.strip_prefix("order:").and_then(|id| id.parse().ok()).map(OrderId);
    let writer = Writer::of_chat(&system, chat).await?;
    let found = match (&writer, order) {
        (Some(writer), Some(order)) => writer.find_order(&system, order).await?,
        _ => None,
    };
    if let (Some(writer), Some(order)) = (&writer, &found) {
        let kept = incoming::Entity::find()
            .filter(received_in(chat.messenger, &chat.id))
            .filter(incoming::Column::Content.is_not_null())
            .order_by_asc(incoming::Column::Id);
        for kept in system.all(kept).await? {
            let content = kept.content.as_deref().unwrap_or_default();
            let message: IncomingMessage =
                serde_json::from_str(content).map_err(|error| DbErr::Json(error.to_string()))?;
            deliver(state, writer, chat, order.id, &message, key).await?;
        }
    }
    let text = if found.is_some() {
        texts::chosen(chat.language)
    } else {
        texts::not_found(chat.language)
    };
    // The button stops waiting without it, too.
    if let Err(error) = messengers::answer_choice(state, chat.messenger, callback, text).await {
        tracing::warn!(messenger = chat.messenger.as_str(), %error, "choice not answered");
    }
    Ok(())
}

async fn post(
    tx: &Tx<SystemPolicy>,
    chat: &Chat,
    order_id: Option<OrderId>,
    message: &OutgoingMessage,
    key: String,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let new = NewMessage {
        messenger: chat.messenger,
        chat_id: &chat.id,
        message,
        login_code_id: None,
        order_id,
        chat_message_id: None,
        dedupe_key: Some(key),
        expires_at: None,
    };
    messengers::queue_message(tx, new, now).await
}

/// Keeps a message, and asks which order it is about.
async fn ask(
    state: &AppState,
    chat: &Chat,
    orders: &[order::Model],
    message: &IncomingMessage,
    key: &str,
) -> Result<(), ChatError> {
    let now = state.clock.now();
    let content = serde_json::to_string(message).map_err(|error| DbErr::Json(error.to_string()))?;
    let button = |order: &order::Model| {
        let label = format!("{} {}", order.number, order.title);
        Button::Choice {
            label: label.chars().take(60).collect::<String>().trim_end().to_owned(),
            data: format!("order:{}", order.id),
        }
    };
    let question = OutgoingMessage {
        text: texts::which_order(chat.language).to_owned(),
        buttons: Buttons::Inline {
            buttons: orders.iter().map(button).collect(),
        },
        file: None,
    };
    state
        .system()
        .in_transaction(async |tx| {
            let waiting = incoming::Entity::find()
                .filter(received_in(chat.messenger, &chat.id))
                .filter(incoming::Column::Content.is_not_null())
                .filter(incoming::Column::ReceivedAt.gte(now - QUESTION_PAUSE));
            let is_asked = tx.one(waiting).await?.is_some();
            let row = received(chat, message, now, (None, None), Some(content.clone()));
            tx.insert_if_absent(row, native_ids()).await?;
            if !is_asked {
                post(tx, chat, None, &question, format!("which:{key}"), now).await?;
            }
            Ok::<_, DbErr>(())
        })
        .await?;
    Ok(())
}

fn native_ids() -> OnConflict {
    OnConflict::columns([
        incoming::Column::Messenger,
        incoming::Column::ChatId,
        incoming::Column::NativeId,
    ])
}

fn received(
    chat: &Chat,
    message: &IncomingMessage,
    now: DateTime<Utc>,
    (order_id, chat_message_id): (Option<OrderId>, Option<MessageId>),
    content: Option<String>,
) -> incoming::ActiveModel {
    incoming::ActiveModel {
        id: NotSet,
        messenger: Set(chat.messenger),
        chat_id: Set(chat.id.clone()),
        native_id: Set(message.id.clone()),
        order_id: Set(order_id),
        chat_message_id: Set(chat_message_id),
        content: Set(content),
        received_at: Set(now),
    }
}

/// Fetches and stores the files of a message. Returns them, and a line for each file that was not taken.
async fn store_files(
    state: &AppState,
    reader: Reader,
    chat: &Chat,
    order: &order::Model,
    message: &IncomingMessage,
) -> Result<(Vec<ChatFileId>, Vec<String>), ChatError> {
    let system = state.system();
    let limit = billing::plan_limit(&system, order.agent_id, PlanLimit::Storage).await?;
    let (mut stored, mut refused) = (Vec::new(), Vec::new());
    for (index, file) in message.files.iter().enumerate() {
        if index >= limits::FILES {
            refused.push(texts::file_refused(chat.language, &file.name, false));
            continue;
        }
        let result = match fetch_file(state, chat.messenger, file).await {
            Ok(bytes) => files::add(&system, state, reader, order.id, (&file.name, bytes), limit).await,
            Err(FileError::Temporary(reason)) => return Err(DbErr::Custom(reason).into()),
            Err(error) => {
                let is_too_large = error == FileError::TooLarge;
                refused.push(texts::file_refused(chat.language, &file.name, is_too_large));
                continue;
            }
        };
        match result {
            Ok(row) => stored.push(row.id),
            Err(ChatError::Operation(error)) => return Err(error.into()),
            Err(error) => {
                tracing::warn!(messenger = chat.messenger.as_str(), %error, "file of a messenger refused");
                refused.push(texts::file_refused(chat.language, &file.name, false));
            }
        }
    }
    Ok((stored, refused))
}

/// The bodies of messages that hold a text together. A messenger's text can be longer than a message of a chat.
fn bodies(text: &str) -> Vec<String> {
    let letters: Vec<char> = text.chars().collect();
    let parts = letters.chunks(limits::BODY).map(|part| part.iter().collect());
    parts.filter(|part: &String| !part.trim().is_empty()).collect()
}

/// Writes a message of a messenger into the chat of an order.
async fn deliver(
    state: &AppState,
    writer: &Writer,
    chat: &Chat,
    order_id: OrderId,
    message: &IncomingMessage,
    key: &str,
) -> Result<(), ChatError> {
    let (system, now) = (state.system(), state.clock.now());
    let Some(order) = writer.find_order(&system, order_id).await? else {
        return Ok(());
    };
    let reader = Reader {
        side: Side::Client,
        user_id: writer.user_id,
    };
    let (files, refused) = store_files(state, reader, chat, &order, message).await?;
    let text = [message.text.trim()].into_iter().filter(|text| !text.is_empty());
    let lines: Vec<&str> = text.chain(refused.iter().map(String::as_str)).collect();
    let mut bodies = bodies(&lines.join("\n")).into_iter();
    let message_of = |body: String, files: Vec<ChatFileId>| MessageContent {
        body,
        files,
        no_reply_needed: false,
        messenger: Some(chat.messenger),
    };
    // The files belong to the first message.
    let first = message_of(bodies.next().unwrap_or_default(), files);
    let contents: Vec<_> = iter::once(first)
        .chain(bodies.map(|body| message_of(body, Vec::new())))
        .collect();
    let actor = Actor {
        side: Side::Client,
        user_id: Some(writer.user_id),
        name: writer.name.clone(),
        via: Origin::Cabinet,
    };
    let written = system
        .in_transaction(async |tx| {
            let mut ids = Vec::new();
            for content in &contents {
                let (row, _) = write::send(tx, &actor, order.id, content, now).await?;
                translation::queue_new(state, tx, &row).await?;
                ids.push(row.id);
            }
            let written_ids = (Some(order.id), ids.first().copied());
            let mut written = native_ids();
            written.update_columns([
                incoming::Column::OrderId,
                incoming::Column::ChatMessageId,
                incoming::Column::Content,
            ]);
            tx.upsert(received(chat, message, now, written_ids, None), written)
                .await?;
            if follow(tx, writer, chat, &order, now).await? {
                let url = format!("{}/client/orders/{}", state.config.public_url, order.id);
                let text = texts::delivered(chat.language, &order.number);
                let answer = OutgoingMessage::with_page(text, texts::open_order(chat.language), url);
                post(tx, chat, Some(order.id), &answer, format!("delivered:{key}"), now).await?;
            }
            Ok::<_, ChatError>(ids)
        })
        .await?;
    for id in written {
        let signal = Signal {
            order: order.id,
            event: Event::Created { message: Some(id) },
            except: None,
            except_session: None,
        };
        signal.send(state).await;
    }
    Ok(())
}

/// Records that a person writes about an order from a chat, so that answers go back there. Returns whether the conversation begins.
async fn follow(
    tx: &Tx<SystemPolicy>,
    writer: &Writer,
    chat: &Chat,
    order: &order::Model,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let update = relay::Entity::update_many()
        .col_expr(relay::Column::UserId, Expr::value(writer.user_id))
        .col_expr(relay::Column::WrittenAt, Expr::value(now))
        .filter(relay::Column::OrderId.eq(order.id))
        .filter(relay::Column::Messenger.eq(chat.messenger))
        .filter(relay::Column::ChatId.eq(chat.id.as_str()));
    if tx.update_count(update).await? > 0 {
        return Ok(false);
    }
    let row = relay::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        messenger: Set(chat.messenger),
        chat_id: Set(chat.id.clone()),
        user_id: Set(writer.user_id),
        written_at: Set(now),
    };
    tx.insert(row).await?;
    dialogues::follow_messengers(tx, order.id).await?;
    Ok(true)
}
