//! Saved replies of the staff, with placeholders for the data of an order.

use super::ChatError;
use chrono::{DateTime, Utc};
use entities::{
    chat_reply::{ActiveModel, Column, Entity, Model},
    client, order, order_quote as quote,
};
use platform::{error::OperationError, scope::ScopedConnection};
use sea_orm::{
    ActiveValue::NotSet, Condition, DbErr, QueryOrder, QuerySelect, Set, entity::prelude::*, sea_query::Expr,
};
use shared_types::{
    access::{Level, Object, Rights},
    chat::{ChatReply, FilledReply, NewChatReply, REPLIES, REPLY_TITLE, ReplyField, limits},
    fields::{FieldErrors, Rule},
    id::ChatReplyId,
    money::Money,
    notifications::Template,
    orders::OrderStatus,
    translation::Language,
};

pub(super) fn view(row: Model) -> ChatReply {
    ChatReply {
        id: row.id,
        title: row.title,
        body: row.body,
    }
}

pub(super) async fn list(rows: &impl ScopedConnection) -> Result<Vec<Model>, DbErr> {
    let select = Entity::find()
        .order_by_asc(Column::Title)
        .order_by_asc(Column::Id)
        .limit(u64::from(REPLIES));
    rows.all(select).await
}

/// Checks a reply. Other replies with its title make it invalid.
async fn checked(
    rows: &impl ScopedConnection,
    id: Option<ChatReplyId>,
    new: &NewChatReply,
) -> Result<(String, String), ChatError> {
    let mut errors = FieldErrors::default();
    let title = errors.required_text("title", &new.title, REPLY_TITLE);
    let body = errors.required_text("body", &new.body, limits::BODY);
    if let Err(rule) = Template::<ReplyField>::parse(&body) {
        errors.add("body", rule);
    }
    errors.into_result(())?;
    let mut other = Condition::all().add(Column::Title.eq(&title));
    if let Some(id) = id {
        other = other.add(Column::Id.ne(id));
    }
    let counts = rows
        .counts::<Entity>(vec![other, Condition::all()], u64::from(REPLIES))
        .await?;
    if counts.first().is_some_and(|same| *same > 0) {
        return Err(FieldErrors::single("title", Rule::Taken).into());
    }
    if id.is_none() && counts.get(1).is_some_and(|all| *all >= i64::from(REPLIES)) {
        return Err(ChatError::TooManyReplies);
    }
    Ok((title, body))
}

pub(crate) async fn create(
    rows: &impl ScopedConnection,
    new: &NewChatReply,
    now: DateTime<Utc>,
) -> Result<ChatReply, ChatError> {
    let (title, body) = checked(rows, None, new).await?;
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        title: Set(title),
        body: Set(body),
        created_at: Set(now),
        updated_at: Set(now),
    };
    Ok(view(rows.insert(row).await?))
}

pub(super) async fn change(
    rows: &impl ScopedConnection,
    id: ChatReplyId,
    new: &NewChatReply,
    now: DateTime<Utc>,
) -> Result<ChatReply, ChatError> {
    let (title, body) = checked(rows, Some(id), new).await?;
    let update = Entity::update_many()
        .col_expr(Column::Title, Expr::value(title))
        .col_expr(Column::Body, Expr::value(body))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id));
    let row = rows.update(update).await?.pop().ok_or(OperationError::NotFound)?;
    Ok(view(row))
}

pub(super) async fn remove(rows: &impl ScopedConnection, id: ChatReplyId) -> Result<(), ChatError> {
    let delete = Entity::delete_many().filter(Column::Id.eq(id));
    if rows.delete_where(delete).await? == 0 {
        return Err(OperationError::NotFound.into());
    }
    Ok(())
}

/// The replies with the data of an order. A reply with a sum needs an order that is to be paid, and the right to see prices.
pub(super) async fn fill(
    rows: &impl ScopedConnection,
    public_url: &str,
    rights: &Rights,
    order: &order::Model,
) -> Result<Vec<FilledReply>, ChatError> {
    let replies = list(rows).await?;
    let client = rows.one(client::Entity::find_by_id(order.client_id)).await?;
    let (name, code) = client.map(|client| (client.name, client.code)).unwrap_or_default();
    let shows_sum = order.status == OrderStatus::Quoted && rights.allows(Object::OrderPrices, Level::View);
    let quote = match order.quote_id.filter(|_| shows_sum) {
        Some(id) => rows.one(quote::Entity::find_by_id(id)).await?,
        None => None,
    };
    // One text for all people of the client, so the sum does not follow the language of each.
    let sum = quote.map(|quote| Money::new(quote.due_minor, quote.currency).in_language(Language::Ru));
    let link = format!("{public_url}/client/orders/{}", order.id);
    let value = |field| match field {
        ReplyField::Client => name.as_str(),
        ReplyField::Code => code.as_str(),
        ReplyField::Order => order.number.as_str(),
        ReplyField::Sum => sum.as_deref().unwrap_or_default(),
        ReplyField::Link => link.as_str(),
    };
    let filled = replies.into_iter().filter_map(|reply| {
        let template = Template::<ReplyField>::parse(&reply.body).ok()?;
        let is_shown = sum.is_some() || !template.has_field(|field| field == ReplyField::Sum);
        is_shown.then(|| FilledReply {
            id: reply.id,
            title: reply.title,
            text: template.fill(value),
        })
    });
    Ok(filled.collect())
}
