//! Reading the chat, and how far it was read.

use super::{
    entity::{message, reaction, read_mark},
    files, views,
};
use crate::{
    identity::entity::user,
    media::Signer,
    orders::{card, entity::order},
    platform::{
        http::Failure,
        scope::{Rows, SystemScope},
    },
};
use sea_orm::{DbErr, QueryOrder, QuerySelect, Select, entity::prelude::*};
use shared_types::{
    chat::{ChatMessage, ChatQuery, ReadMarks, limits},
    fields::{FieldErrors, Rule},
    id::{MessageId, OrderId},
    orders::{OrderStatus, Side},
    problem::ProblemCode,
};
use std::collections::BTreeSet;

/// Who reads: the side and the person.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    pub(super) side: Side,
    pub(super) user_id: i64,
}

/// The order whose chat it is; staff find no draft.
pub(super) async fn order(rows: &impl Rows, side: Side, id: OrderId) -> Result<order::Model, Failure> {
    let order = card::find(rows, id).await?;
    if side == Side::Staff && order.status == OrderStatus::Draft.as_str() {
        return Err(ProblemCode::NotFound.into());
    }
    Ok(order)
}

fn of_order(order: i64) -> Select<message::Entity> {
    message::Entity::find().filter(message::Column::OrderId.eq(order))
}

/// Messages of a selection with all that is told of them, in the order the selection says.
async fn told(rows: &impl Rows, signer: &Signer, select: Select<message::Entity>) -> Result<Vec<ChatMessage>, DbErr> {
    let found = rows.all_with(select.find_also_related(user::Entity)).await?;
    if found.is_empty() {
        return Ok(Vec::new());
    }
    let ids = found.iter().map(|(message, _)| message.id);
    let select = reaction::Entity::find()
        .filter(reaction::Column::MessageId.is_in(ids))
        .order_by_asc(reaction::Column::Id);
    let reactions = rows.all(select).await?;
    let with_files = found.iter().filter(|(message, _)| message.has_files);
    let files = files::of(rows, with_files.map(|(message, _)| message.id).collect()).await?;
    Ok(views::messages(found, &reactions, &files, signer))
}

/// A part of the chat, oldest first, and whether there are more beyond it.
pub(super) async fn page(
    rows: &impl Rows,
    signer: &Signer,
    order: i64,
    query: &ChatQuery,
) -> Result<(Vec<ChatMessage>, bool), Failure> {
    let limit = query.limit.unwrap_or(limits::PAGE);
    let mut errors = FieldErrors::default();
    if !(1..=limits::LONGEST_PAGE).contains(&limit) {
        let most = i64::try_from(limits::LONGEST_PAGE).unwrap_or(i64::MAX);
        errors.add("limit", Rule::OutOfRange(1, most));
    }
    errors.or(())?;
    let mut select = of_order(order).limit(limit + 1);
    if let Some(before) = query.before {
        select = select.filter(message::Column::Id.lt(before.0));
    }
    let select = match query.after {
        Some(after) => select
            .filter(message::Column::Id.gt(after.0))
            .order_by_asc(message::Column::Id),
        None => select.order_by_desc(message::Column::Id),
    };
    let mut messages = told(rows, signer, select).await?;
    let more = messages.len() as u64 > limit;
    messages.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    if query.after.is_none() {
        messages.reverse();
    }
    Ok((messages, more))
}

/// Whether the last word was the agent's and needs no answer.
pub(super) async fn is_settled(rows: &impl Rows, order: i64) -> Result<bool, DbErr> {
    let last = rows.one(of_order(order).order_by_desc(message::Column::Id)).await?;
    Ok(last.is_some_and(|last| last.no_reply_needed))
}

/// One message of an order.
pub(super) async fn one(rows: &impl Rows, signer: &Signer, order: i64, id: MessageId) -> Result<ChatMessage, Failure> {
    by_id(rows, signer, order, id.0)
        .await?
        .ok_or_else(|| ProblemCode::NotFound.into())
}

/// The same, where there may be none.
pub(super) async fn by_id(
    rows: &impl Rows,
    signer: &Signer,
    order: i64,
    id: i64,
) -> Result<Option<ChatMessage>, DbErr> {
    let select = of_order(order).filter(message::Column::Id.eq(id));
    Ok(told(rows, signer, select).await?.pop())
}

/// Messages of an order that came after one, for its listeners.
pub(super) async fn after(
    system: &SystemScope,
    signer: &Signer,
    order: i64,
    last: i64,
) -> Result<Vec<ChatMessage>, DbErr> {
    let select = of_order(order)
        .filter(message::Column::Id.gt(last))
        .order_by_asc(message::Column::Id)
        .limit(limits::LONGEST_PAGE);
    told(system, signer, select).await
}

/// The last message of an order; zero when nobody wrote yet.
pub(super) async fn last_of(system: &SystemScope, order: i64) -> Result<i64, DbErr> {
    let last = system.one(of_order(order).order_by_desc(message::Column::Id)).await?;
    Ok(last.map_or(0, |last| last.id))
}

/// How far both sides have read an order's chat.
pub(super) async fn marks(rows: &impl Rows, order: i64, reader: Reader) -> Result<ReadMarks, DbErr> {
    let select = read_mark::Entity::find().filter(read_mark::Column::OrderId.eq(order));
    let marks = rows.all(select).await?;
    let (own, other): (Vec<_>, Vec<_>) = marks.iter().partition(|mark| mark.side == reader.side.as_str());
    let mine = own.iter().find(|mark| mark.user_id == reader.user_id);
    Ok(ReadMarks {
        read_by_others: other.iter().map(|mark| MessageId(mark.last_message_id)).max(),
        read_by_me: mine.map(|mark| MessageId(mark.last_message_id)),
    })
}

/// Which of these people have not read a message, and how far they have read; who never looked has read nothing.
pub(crate) async fn unread_by(
    system: &SystemScope,
    order: i64,
    side: Side,
    message: i64,
    people: &BTreeSet<i64>,
) -> Result<Vec<(i64, i64)>, DbErr> {
    let select = read_mark::Entity::find()
        .filter(read_mark::Column::OrderId.eq(order))
        .filter(read_mark::Column::Side.eq(side.as_str()));
    let marks = system.all(select).await?;
    let read = |person: i64| {
        let mark = marks.iter().find(|mark| mark.user_id == person);
        mark.map_or(0, |mark| mark.last_message_id)
    };
    let waiting = people.iter().map(|person| (*person, read(*person)));
    Ok(waiting.filter(|(_, read)| *read < message).collect())
}
