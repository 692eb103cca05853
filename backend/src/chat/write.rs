//! Writing to the chat: messages, reactions, read marks.

use super::{
    bridge::relay,
    files,
    reader::{self, Reader},
};
use crate::chat::ChatError;
use chrono::{DateTime, Utc};
use entities::{chat_file as file, chat_message as message, chat_reaction as reaction, chat_read_mark as read_mark};
use entities::{messenger_contact::Messenger, order};
use infra::events::{self, NotificationEvent, Subject};
use platform::error::OperationError;
use platform::{jobs::NewJob, scope::ScopedConnection};
use sea_orm::{
    ActiveValue::NotSet,
    QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{
    chat::{ReactionChange, limits},
    fields::{FieldErrors, Rule},
    id::{ChatFileId, MessageId, OrderId, UserId},
    notifications::Notice,
    orders::Side,
};
use trade::orders::{dialogues, history::Actor, record_activity};

/// Most characters of a message that a messenger shows.
const MAX_SNIPPET: usize = 200;

/// The content of a new message.
#[derive(Clone, Debug)]
pub(crate) struct MessageContent {
    pub(crate) body: String,
    pub(crate) files: Vec<ChatFileId>,
    pub(crate) no_reply_needed: bool,
    /// The messenger from which it was written.
    pub(crate) messenger: Option<Messenger>,
}

/// Writes a message. The order stays locked, so that message ids rise in the order of writing.
pub(crate) async fn send(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: OrderId,
    content: &MessageContent,
    now: DateTime<Utc>,
) -> Result<(message::Model, Vec<file::Model>), ChatError> {
    let mut errors = FieldErrors::default();
    let files = files::check_files(&mut errors, &content.files);
    let body = if files.is_empty() {
        errors.required_text("body", &content.body, limits::BODY)
    } else {
        errors.text("body", &content.body, limits::BODY)
    };
    errors.into_result(())?;
    let order = record_activity(rows, actor.side, id, now).await?;
    reader::require_chat(&order)?;
    let row = message::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        author_user_id: Set(actor.user_id),
        author_side: Set(actor.side),
        body: Set(body),
        no_reply_needed: Set(content.no_reply_needed),
        has_files: Set(!files.is_empty()),
        messenger: Set(content.messenger),
        translations: Set(None),
        edited_at: Set(None),
        created_at: Set(now),
    };
    let row = rows.insert(row).await?;
    let dialogue = dialogues::record_message(rows, &order, &row).await?;
    if dialogue.in_messengers && actor.side == Side::Staff {
        let payload = row.id.to_string();
        rows.enqueue(NewJob::immediate(relay::RELAY, &payload, now), now)
            .await?;
    }
    let mut attached = Vec::new();
    if let Some(user_id) = actor.user_id {
        let reader = Reader {
            side: actor.side,
            user_id,
        };
        attached = files::attach(rows, reader, order.id, &files, row.id).await?;
        // The author has read everything before the message.
        save_read_mark(rows, &order, reader, row.id, now).await?;
    }
    events::notify(rows, vec![message_event(&order, actor.side, &row, &attached)], now).await?;
    Ok((row, attached))
}

fn message_event(order: &order::Model, side: Side, row: &message::Model, files: &[file::Model]) -> NotificationEvent {
    let names = files.iter().map(|file| format!("📎 {}", file.name));
    let body = Some(row.body.clone()).filter(|body| !body.is_empty());
    let full_text = body.into_iter().chain(names).collect::<Vec<_>>().join("\n");
    let mut text: String = full_text.chars().take(MAX_SNIPPET).collect();
    if full_text.chars().nth(MAX_SNIPPET).is_some() {
        text.push('…');
    }
    NotificationEvent {
        notice: if side == Side::Client {
            Notice::ClientWrote
        } else {
            Notice::NewMessage
        },
        agent_id: order.agent_id,
        client_id: Some(order.client_id),
        subject: Subject::Order(order.id),
        name: order.number.clone(),
        money: None,
        text,
        service: shared_types::services::LocalizedName::default(),
        again: false,
        message: Some(row.id),
        invoice: None,
    }
}

/// Sets whether a message of the agent's side needs no reply.
pub(super) async fn set_no_reply_needed(
    rows: &impl ScopedConnection,
    order: OrderId,
    id: MessageId,
    no_reply_needed: bool,
) -> Result<(), ChatError> {
    let update = message::Entity::update_many()
        .col_expr(message::Column::NoReplyNeeded, Expr::value(no_reply_needed))
        .filter(message::Column::Id.eq(id.0))
        .filter(message::Column::OrderId.eq(order))
        .filter(message::Column::AuthorSide.eq(Side::Staff));
    if rows.update_count(update).await? == 0 {
        return Err(OperationError::NotFound.into());
    }
    Ok(())
}

/// Adds or removes a reaction.
pub(super) async fn react(
    rows: &impl ScopedConnection,
    order: &order::Model,
    id: MessageId,
    user_id: UserId,
    react: &ReactionChange,
    now: DateTime<Utc>,
) -> Result<(), ChatError> {
    if !limits::REACTIONS.contains(&react.emoji.as_str()) {
        return Err(FieldErrors::single("emoji", Rule::UnknownValue).into());
    }
    require_message(rows, order.id, id).await?;
    if react.given {
        let row = reaction::ActiveModel {
            id: NotSet,
            agent_id: Set(order.agent_id),
            client_id: Set(order.client_id),
            message_id: Set(id),
            user_id: Set(user_id),
            emoji: Set(react.emoji.clone()),
            created_at: Set(now),
        };
        let unique = OnConflict::columns([
            reaction::Column::MessageId,
            reaction::Column::UserId,
            reaction::Column::Emoji,
        ]);
        rows.insert_if_absent(row, unique).await?;
    } else {
        let delete = reaction::Entity::delete_many()
            .filter(reaction::Column::MessageId.eq(id.0))
            .filter(reaction::Column::UserId.eq(user_id))
            .filter(reaction::Column::Emoji.eq(react.emoji.clone()));
        rows.delete_where(delete).await?;
    }
    Ok(())
}

/// Returns a 404 unless the message belongs to the order.
async fn require_message(rows: &impl ScopedConnection, order: OrderId, id: MessageId) -> Result<(), ChatError> {
    let select = message::Entity::find_by_id(id)
        .filter(message::Column::OrderId.eq(order))
        .limit(1);
    rows.one(select)
        .await?
        .map(drop)
        .ok_or_else(|| OperationError::NotFound.into())
}

/// Stores how far a person has read. The mark never moves back.
pub(super) async fn mark_read(
    rows: &impl ScopedConnection,
    reader: Reader,
    order: OrderId,
    message: MessageId,
    now: DateTime<Utc>,
) -> Result<(), ChatError> {
    let order = reader::order(rows, reader.side, order).await?;
    require_message(rows, order.id, message).await?;
    save_read_mark(rows, &order, reader, message, now).await
}

async fn save_read_mark(
    rows: &impl ScopedConnection,
    order: &order::Model,
    reader: Reader,
    message: MessageId,
    now: DateTime<Utc>,
) -> Result<(), ChatError> {
    let row = read_mark::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        side: Set(reader.side),
        user_id: Set(reader.user_id),
        last_message_id: Set(message),
        updated_at: Set(now),
    };
    let conflict = OnConflict::columns([
        read_mark::Column::OrderId,
        read_mark::Column::Side,
        read_mark::Column::UserId,
    ])
    .value(
        read_mark::Column::LastMessageId,
        Expr::cust(
            "CASE WHEN excluded.last_message_id > chat_read_marks.last_message_id THEN excluded.last_message_id \
             ELSE chat_read_marks.last_message_id END",
        ),
    )
    .update_column(read_mark::Column::UpdatedAt)
    .to_owned();
    Ok(rows.insert_many([row], Some(conflict)).await?)
}
