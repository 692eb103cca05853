//! Reading the chat and its read marks.

use super::{
    bridge::relay,
    files,
    reader::Reader,
    views::{self, MessageContext},
};
use crate::chat::ChatError;
use entities::user;
use entities::{chat_message as message, chat_reaction as reaction, chat_read_mark as read_mark};
use platform::error::OperationError;
use platform::scope::{ScopedConnection, SystemScope};
use sea_orm::{Condition, DbErr, FromQueryResult, QueryOrder, QuerySelect, Select, entity::prelude::*};
use shared_types::{
    chat::{ChatMessage, ChatQuery, ReadMarks, limits},
    fields::{FieldErrors, Rule},
    id::{MessageId, OrderId, UserId},
    orders::Side,
};
use std::collections::{BTreeMap, BTreeSet};

fn messages_of(order: OrderId) -> Select<message::Entity> {
    message::Entity::find().filter(message::Column::OrderId.eq(order))
}

/// Loads the selected messages with authors, reactions and files, in the order of the selection.
async fn load_views(
    rows: &impl ScopedConnection,
    context: &MessageContext,
    select: Select<message::Entity>,
) -> Result<Vec<ChatMessage>, DbErr> {
    let found = rows.all_with(select.find_also_related(user::Entity)).await?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let ids = found.iter().map(|(message, _)| message.id);
    let select = reaction::Entity::find()
        .filter(rows.id_in(reaction::Column::MessageId, ids))
        .order_by_asc(reaction::Column::Id);
    let reactions = rows.all(select).await?;
    let with_files = found.iter().filter(|(message, _)| message.has_files);
    let files = files::of_messages(rows, with_files.map(|(message, _)| message.id).collect()).await?;
    let of_staff = found.iter().filter(|(message, _)| message.author_side == Side::Staff);
    let deliveries = relay::deliveries(&context.system, of_staff.map(|(message, _)| message.id).collect()).await?;
    Ok(views::message_views(found, &reactions, &files, &deliveries, context))
}

/// A page of the chat, oldest first, and whether there are more messages beyond it.
pub(super) async fn page(
    rows: &impl ScopedConnection,
    context: &MessageContext,
    order: OrderId,
    query: &ChatQuery,
) -> Result<(Vec<ChatMessage>, bool), ChatError> {
    let limit = query.limit.unwrap_or(limits::DEFAULT_PAGE);
    let mut errors = FieldErrors::default();
    if !(1..=limits::MAX_PAGE).contains(&limit) {
        let most = i64::try_from(limits::MAX_PAGE).unwrap_or(i64::MAX);
        errors.add("limit", Rule::OutOfRange(1, most));
    }
    errors.into_result(())?;
    let mut select = messages_of(order).limit(limit + 1);
    if let Some(before) = query.before {
        select = select.filter(message::Column::Id.lt(before.0));
    }
    let select = match query.after {
        Some(after) => select
            .filter(message::Column::Id.gt(after.0))
            .order_by_asc(message::Column::Id),
        None => select.order_by_desc(message::Column::Id),
    };
    let mut messages = load_views(rows, context, select).await?;
    let more = messages.len() as u64 > limit;
    messages.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    if query.after.is_none() {
        messages.reverse();
    }
    Ok((messages, more))
}

/// Whether the last message is marked as needing no reply.
pub(super) async fn needs_no_reply(rows: &impl ScopedConnection, order: OrderId) -> Result<bool, DbErr> {
    let last = rows.one(messages_of(order).order_by_desc(message::Column::Id)).await?;
    Ok(last.is_some_and(|last| last.no_reply_needed))
}

/// A message of an order, or a 404.
pub(super) async fn get_message(
    rows: &impl ScopedConnection,
    context: &MessageContext,
    order: OrderId,
    id: MessageId,
) -> Result<ChatMessage, ChatError> {
    find_message(rows, context, order, id)
        .await?
        .ok_or_else(|| OperationError::NotFound.into())
}

/// A message of an order, if it exists.
pub(super) async fn find_message(
    rows: &impl ScopedConnection,
    context: &MessageContext,
    order: OrderId,
    id: MessageId,
) -> Result<Option<ChatMessage>, DbErr> {
    let select = messages_of(order).filter(message::Column::Id.eq(id));
    Ok(load_views(rows, context, select).await?.pop())
}

/// Messages of an order after `last`, for its listeners; one page at most.
pub(super) async fn messages_after(
    system: &SystemScope,
    context: &MessageContext,
    order: OrderId,
    last: Option<MessageId>,
    up_to: Option<MessageId>,
) -> Result<Vec<ChatMessage>, DbErr> {
    let after = last.map(|last| message::Column::Id.gt(last));
    let until = up_to.map(|up_to| message::Column::Id.lte(up_to));
    let select = messages_of(order)
        .filter(Condition::all().add_option(after).add_option(until))
        .order_by_asc(message::Column::Id)
        .limit(limits::MAX_PAGE);
    load_views(system, context, select).await
}

#[derive(FromQueryResult)]
struct LastMessage {
    id: MessageId,
}

/// The id of the last message of an order.
pub(super) async fn last_message_id(system: &SystemScope, order: OrderId) -> Result<Option<MessageId>, DbErr> {
    let select = messages_of(order)
        .select_only()
        .column(message::Column::Id)
        .order_by_desc(message::Column::Id);
    let last: Option<LastMessage> = system.one_as(select).await?;
    Ok(last.map(|last| last.id))
}

/// How far both sides have read an order's chat.
pub(super) async fn read_marks(
    rows: &impl ScopedConnection,
    order: OrderId,
    reader: Reader,
) -> Result<ReadMarks, DbErr> {
    let select = read_mark::Entity::find().filter(read_mark::Column::OrderId.eq(order));
    let marks = rows.all(select).await?;
    let (own, other): (Vec<_>, Vec<_>) = marks.iter().partition(|mark| mark.side == reader.side);
    let mine = own.iter().find(|mark| mark.user_id == reader.user_id);
    Ok(ReadMarks {
        read_by_others: other.iter().map(|mark| mark.last_message_id).max(),
        read_by_me: mine.map(|mark| mark.last_message_id),
    })
}

/// The people who have not read a message, with the id of the last message that each has read.
pub(crate) async fn unread_by(
    system: &SystemScope,
    order: OrderId,
    side: Side,
    message: MessageId,
    people: &BTreeSet<UserId>,
) -> Result<Vec<(UserId, Option<MessageId>)>, DbErr> {
    let select = read_mark::Entity::find()
        .filter(read_mark::Column::OrderId.eq(order))
        .filter(read_mark::Column::Side.eq(side));
    let marks = system.all(select).await?;
    let read: BTreeMap<UserId, MessageId> = marks.iter().map(|mark| (mark.user_id, mark.last_message_id)).collect();
    let waiting = people.iter().map(|person| (*person, read.get(person).copied()));
    Ok(waiting.filter(|(_, read)| *read < Some(message)).collect())
}
