//! Writing in the chat: messages, answers with a press, how far somebody has read.

use super::{
    entity::{file, message, reaction, read_mark},
    files,
    read::{self, Reader},
};
use crate::{
    notifications::{self, News, Subject},
    orders::{entity::order, history::Actor, touch},
    platform::{http::Failure, scope::Rows},
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, OnConflict},
};
use shared_types::{
    chat::{React, limits},
    fields::{FieldErrors, Rule},
    id::{ChatFileId, MessageId, OrderId},
    notifications::Notice,
    orders::{OrderStatus, Side},
    problem::{Problem, ProblemCode},
};

/// How much of a message a messenger shows, in characters.
const SNIPPET: usize = 200;

/// What somebody says.
#[derive(Clone, Debug)]
pub(super) struct Words {
    pub(super) body: String,
    pub(super) files: Vec<ChatFileId>,
    pub(super) no_reply_needed: bool,
}

/// Refuses an order that nobody can talk about yet.
pub(super) fn has_chat(order: &order::Model) -> Result<(), Failure> {
    if order.status == OrderStatus::Draft.as_str() {
        let why = "a draft has no chat: hand the order in first";
        return Err(Problem::new(ProblemCode::Conflict).detail(why).into());
    }
    Ok(())
}

/// Writes a message; the order is locked meanwhile, so that ids rise as messages are written.
pub(super) async fn send(
    rows: &impl Rows,
    actor: &Actor,
    id: OrderId,
    words: &Words,
    now: DateTime<Utc>,
) -> Result<(message::Model, Vec<file::Model>), Failure> {
    let mut errors = FieldErrors::default();
    let files = files::checked(&mut errors, &words.files);
    let body = if files.is_empty() {
        errors.required_text("body", &words.body, limits::BODY)
    } else {
        errors.text("body", &words.body, limits::BODY)
    };
    errors.or(())?;
    let order = touch(rows, actor.side, id.0, now).await?;
    has_chat(&order)?;
    let row = message::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        author_user_id: Set(actor.user_id),
        author_side: Set(actor.side.as_str().to_owned()),
        body: Set(body),
        language: Set(None),
        no_reply_needed: Set(words.no_reply_needed),
        has_files: Set(!files.is_empty()),
        edited_at: Set(None),
        created_at: Set(now),
    };
    let row = rows.insert(row).await?;
    let mut attached = Vec::new();
    if let Some(user_id) = actor.user_id {
        let reader = Reader {
            side: actor.side,
            user_id,
        };
        attached = files::attach(rows, reader, order.id, &files, row.id).await?;
        // Who writes has read what stands before.
        mark(rows, &order, reader, row.id, now).await?;
    }
    notifications::tell(rows, vec![news(&order, actor.side, &row, &attached)], now).await?;
    Ok((row, attached))
}

fn news(order: &order::Model, side: Side, row: &message::Model, files: &[file::Model]) -> News {
    let names = files.iter().map(|file| format!("📎 {}", file.name));
    let body = Some(row.body.clone()).filter(|body| !body.is_empty());
    let said = body.into_iter().chain(names).collect::<Vec<_>>().join("\n");
    let mut text: String = said.chars().take(SNIPPET).collect();
    if said.chars().nth(SNIPPET).is_some() {
        text.push('…');
    }
    News {
        notice: if side == Side::Client {
            Notice::ClientWrote
        } else {
            Notice::NewMessage
        },
        agent_id: order.agent_id,
        client_id: order.client_id,
        subject: Subject::Order(order.id),
        name: order.number.clone(),
        amount: String::new(),
        text,
        service: shared_types::services::Names::default(),
        again: false,
        message: Some(row.id),
    }
}

/// Says of a message of the agent's side whether it needs an answer.
pub(super) async fn flag(rows: &impl Rows, order: i64, id: MessageId, no_reply_needed: bool) -> Result<(), Failure> {
    let update = message::Entity::update_many()
        .col_expr(message::Column::NoReplyNeeded, Expr::value(no_reply_needed))
        .filter(message::Column::Id.eq(id.0))
        .filter(message::Column::OrderId.eq(order))
        .filter(message::Column::AuthorSide.eq(Side::Staff.as_str()));
    if rows.update_count(update).await? == 0 {
        return Err(ProblemCode::NotFound.into());
    }
    Ok(())
}

/// Answers a message with a press, or takes that back.
pub(super) async fn react(
    rows: &impl Rows,
    order: &order::Model,
    id: MessageId,
    user_id: i64,
    react: &React,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    if !limits::REACTIONS.contains(&react.emoji.as_str()) {
        return Err(FieldErrors::one("emoji", Rule::UnknownValue).into());
    }
    exists(rows, order.id, id).await?;
    if react.given {
        let row = reaction::ActiveModel {
            id: NotSet,
            agent_id: Set(order.agent_id),
            client_id: Set(order.client_id),
            message_id: Set(id.0),
            user_id: Set(user_id),
            emoji: Set(react.emoji.clone()),
            created_at: Set(now),
        };
        let unique = OnConflict::columns([
            reaction::Column::MessageId,
            reaction::Column::UserId,
            reaction::Column::Emoji,
        ]);
        rows.insert_unless_there(row, unique).await?;
    } else {
        let delete = reaction::Entity::delete_many()
            .filter(reaction::Column::MessageId.eq(id.0))
            .filter(reaction::Column::UserId.eq(user_id))
            .filter(reaction::Column::Emoji.eq(react.emoji.clone()));
        rows.delete_where(delete).await?;
    }
    Ok(())
}

/// Refuses a message that is not of the order.
async fn exists(rows: &impl Rows, order: i64, id: MessageId) -> Result<(), Failure> {
    let select = message::Entity::find_by_id(id.0)
        .filter(message::Column::OrderId.eq(order))
        .limit(1);
    rows.one(select)
        .await?
        .map(drop)
        .ok_or_else(|| ProblemCode::NotFound.into())
}

/// Notes how far somebody has read; nobody reads backwards.
pub(super) async fn note_read(
    rows: &impl Rows,
    reader: Reader,
    order: OrderId,
    message: MessageId,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let order = read::order(rows, reader.side, order).await?;
    exists(rows, order.id, message).await?;
    mark(rows, &order, reader, message.0, now).await
}

async fn mark(
    rows: &impl Rows,
    order: &order::Model,
    reader: Reader,
    message: i64,
    now: DateTime<Utc>,
) -> Result<(), Failure> {
    let row = read_mark::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        side: Set(reader.side.as_str().to_owned()),
        user_id: Set(reader.user_id),
        last_message_id: Set(message),
        updated_at: Set(now),
    };
    let there = OnConflict::columns([
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
    Ok(rows.insert_many([row], Some(there)).await?)
}
