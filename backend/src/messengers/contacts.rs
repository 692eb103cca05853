//! Which phone has which chat.

use super::{Messenger, event::Chat};
use crate::messengers::entity::contact;
use crate::platform::scope::Rows;
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, QueryOrder, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::phone::Phone;

/// A phone's chat.
pub type Contact = contact::Model;

/// How a chat came by its phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A start link that was made for the phone: says that somebody typed the number.
    Start,
    /// The messenger itself told the number of its user.
    Contact,
}

impl Proof {
    /// The name in the database.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Contact => "contact",
        }
    }
}

/// The chats of a phone, the one last used first.
pub async fn of_phone(rows: &impl Rows, phone: &str) -> Result<Vec<Contact>, DbErr> {
    rows.all(
        contact::Entity::find()
            .filter(contact::Column::Phone.eq(phone))
            .order_by_desc(contact::Column::UpdatedAt),
    )
    .await
}

/// Writes down that the phone belongs to the chat: neither keeps another partner in this messenger.
pub async fn bind(
    rows: &impl Rows,
    chat: &Chat,
    phone: &Phone,
    proof: Proof,
    now: DateTime<Utc>,
) -> Result<Contact, DbErr> {
    let former = contact::Entity::delete_many()
        .filter(contact::Column::Messenger.eq(chat.messenger.as_str()))
        .filter(contact::Column::ChatId.eq(chat.id.as_str()))
        .filter(contact::Column::Phone.ne(phone.as_str()));
    rows.delete_where(former).await?;
    let row = contact::ActiveModel {
        id: NotSet,
        phone: Set(phone.as_str().to_owned()),
        messenger: Set(chat.messenger.as_str().to_owned()),
        chat_id: Set(chat.id.clone()),
        user_id: Set(None),
        proof: Set(proof.as_str().to_owned()),
        language: Set(chat.language.clone()),
        blocked_at: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let conflict = OnConflict::columns([contact::Column::Phone, contact::Column::Messenger])
        .update_columns([
            contact::Column::ChatId,
            contact::Column::Proof,
            contact::Column::Language,
            contact::Column::BlockedAt,
            contact::Column::UpdatedAt,
        ])
        .to_owned();
    rows.upsert(row, conflict).await
}

/// Whether the phone has another chat, or the chat another phone.
pub async fn is_taken(rows: &impl Rows, chat: &Chat, phone: &Phone) -> Result<bool, DbErr> {
    let here = Condition::all()
        .add(contact::Column::Messenger.eq(chat.messenger.as_str()))
        .add(contact::Column::ChatId.eq(chat.id.as_str()));
    let known = contact::Entity::find().filter(
        Condition::any()
            .add(contact::Column::Phone.eq(phone.as_str()).and(here_is_not(chat)))
            .add(here.add(contact::Column::Phone.ne(phone.as_str()))),
    );
    Ok(rows.one(known).await?.is_some())
}

fn here_is_not(chat: &Chat) -> Expr {
    contact::Column::Messenger
        .ne(chat.messenger.as_str())
        .or(contact::Column::ChatId.ne(chat.id.as_str()))
}

/// Takes the phone from the chat it had, unless that is this chat by now.
pub async fn unbind(rows: &impl Rows, former: &Contact, chat: &Chat) -> Result<(), DbErr> {
    let delete = contact::Entity::delete_many()
        .filter(contact::Column::Messenger.eq(former.messenger.as_str()))
        .filter(contact::Column::ChatId.eq(former.chat_id.as_str()))
        .filter(here_is_not(chat));
    rows.delete_where(delete).await.map(drop)
}

/// Notes that the bot can or can't write to a chat.
pub(super) async fn set_blocked(
    rows: &impl Rows,
    messenger: Messenger,
    chat_id: &str,
    at: Option<DateTime<Utc>>,
) -> Result<(), DbErr> {
    let update = contact::Entity::update_many()
        .col_expr(contact::Column::BlockedAt, Expr::value(at))
        .filter(contact::Column::Messenger.eq(messenger.as_str()))
        .filter(contact::Column::ChatId.eq(chat_id));
    rows.update_count(update).await?;
    Ok(())
}
