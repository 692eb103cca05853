//! Links between phones and chats.

use super::{Messenger, Proof, event::Chat, launch::Launch};
use chrono::{DateTime, Utc};
use entities::messenger_contact as contact;
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    Condition, DbErr, QueryOrder, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::phone::Phone;

/// The chat of a phone in one messenger.
pub type Contact = contact::Model;

/// The chats of a phone, the most recently used one first.
pub async fn contacts_of_phone(rows: &impl ScopedConnection, phone: &Phone) -> Result<Vec<Contact>, DbErr> {
    rows.all(
        contact::Entity::find()
            .filter(contact::Column::Phone.eq(phone.as_str()))
            .order_by_desc(contact::Column::UpdatedAt),
    )
    .await
}

/// The phone that a chat is linked to.
pub async fn phone_of_chat(rows: &impl ScopedConnection, chat: &Chat) -> Result<Option<Phone>, DbErr> {
    let linked = contact::Entity::find()
        .filter(contact::Column::Messenger.eq(chat.messenger))
        .filter(contact::Column::ChatId.eq(chat.id.as_str()));
    Ok(rows.one(linked).await?.map(|contact| contact.phone))
}

/// The link of the person who opened a mini app.
pub async fn contact_of_person(rows: &impl ScopedConnection, launch: &Launch) -> Result<Option<Contact>, DbErr> {
    let person = contact::Column::PersonId.eq(launch.person_id.as_str());
    let linked = contact::Entity::find()
        .filter(contact::Column::Messenger.eq(launch.messenger))
        .filter(person)
        .order_by_desc(contact::Column::UpdatedAt);
    rows.one(linked).await
}

/// Stores the person of a chat that was linked before people were stored, and the chat of a person whom a mini app has linked: it can
/// name another dialogue.
pub(super) async fn store_person(rows: &impl ScopedConnection, chat: &Chat) -> Result<(), DbErr> {
    let Some(person) = &chat.person_id else { return Ok(()) };
    let of_messenger = || contact::Entity::update_many().filter(contact::Column::Messenger.eq(chat.messenger));
    let this_chat = || contact::Column::ChatId.eq(chat.id.as_str());
    let known = contact::Entity::find().filter(contact::Column::Messenger.eq(chat.messenger));
    let update = match rows.one(known.filter(this_chat())).await? {
        Some(contact) if contact.person_id.is_some() => return Ok(()),
        Some(_) => of_messenger()
            .col_expr(contact::Column::PersonId, Expr::value(person.as_str()))
            .filter(this_chat()),
        None => of_messenger()
            .col_expr(contact::Column::ChatId, Expr::value(chat.id.as_str()))
            .filter(contact::Column::PersonId.eq(person.as_str())),
    };
    rows.update_count(update).await.map(drop)
}

/// Links a phone to a chat. Both lose any other link that they have in this messenger.
pub async fn link_phone(
    rows: &impl ScopedConnection,
    chat: &Chat,
    phone: &Phone,
    proof: Proof,
    now: DateTime<Utc>,
) -> Result<Contact, DbErr> {
    let former = contact::Entity::delete_many()
        .filter(contact::Column::Messenger.eq(chat.messenger))
        .filter(contact::Column::ChatId.eq(chat.id.as_str()))
        .filter(contact::Column::Phone.ne(phone.as_str()));
    rows.delete_where(former).await?;
    let row = contact::ActiveModel {
        id: NotSet,
        phone: Set(phone.clone()),
        messenger: Set(chat.messenger),
        chat_id: Set(chat.id.clone()),
        person_id: Set(chat.person_id.clone()),
        user_id: Set(None),
        proof: Set(proof),
        language: Set(chat.language),
        blocked_at: Set(None),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let conflict = OnConflict::columns([contact::Column::Phone, contact::Column::Messenger])
        .update_columns([
            contact::Column::ChatId,
            contact::Column::PersonId,
            contact::Column::Proof,
            contact::Column::Language,
            contact::Column::BlockedAt,
            contact::Column::UpdatedAt,
        ])
        .to_owned();
    rows.upsert(row, conflict).await
}

/// Whether the phone is linked to another chat, or the chat to another phone.
pub async fn is_linked_elsewhere(rows: &impl ScopedConnection, chat: &Chat, phone: &Phone) -> Result<bool, DbErr> {
    let this_chat = Condition::all()
        .add(contact::Column::Messenger.eq(chat.messenger))
        .add(contact::Column::ChatId.eq(chat.id.as_str()));
    let known = contact::Entity::find().filter(
        Condition::any()
            .add(contact::Column::Phone.eq(phone.as_str()).and(is_other_chat(chat)))
            .add(this_chat.add(contact::Column::Phone.ne(phone.as_str()))),
    );
    Ok(rows.one(known).await?.is_some())
}

fn is_other_chat(chat: &Chat) -> Expr {
    contact::Column::Messenger
        .ne(chat.messenger)
        .or(contact::Column::ChatId.ne(chat.id.as_str()))
}

/// Removes the links of the former chat, unless it is this chat.
pub async fn unlink_phone(rows: &impl ScopedConnection, former: &Contact, chat: &Chat) -> Result<(), DbErr> {
    let delete = contact::Entity::delete_many()
        .filter(contact::Column::Messenger.eq(former.messenger))
        .filter(contact::Column::ChatId.eq(former.chat_id.as_str()))
        .filter(is_other_chat(chat));
    rows.delete_where(delete).await.map(drop)
}

/// Stores since when the bot is blocked in a chat; `None` means that it can write again.
pub(super) async fn set_blocked(
    rows: &impl ScopedConnection,
    messenger: Messenger,
    chat_id: &str,
    at: Option<DateTime<Utc>>,
) -> Result<(), DbErr> {
    let update = contact::Entity::update_many()
        .col_expr(contact::Column::BlockedAt, Expr::value(at))
        .filter(contact::Column::Messenger.eq(messenger))
        .filter(contact::Column::ChatId.eq(chat_id));
    rows.update_count(update).await?;
    Ok(())
}
