//! Handles bot events: start links and shared contacts, which verify phones. See ADR 0016 for the rules.

use super::{
    bot_texts, pending_link,
    queries::{self, UserKey},
    register::{self, by_email},
    session,
};
use chrono::{DateTime, Utc};
use entities::phone_confirmation::LinkPurpose;
use entities::{phone_confirmation as confirmation, session::RevokeReason, user};
use infra::messengers::{self, BotEvent, Buttons, Chat, Messenger, OutgoingMessage, Proof};
use platform::{
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{Condition, DbErr, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    identity::{InvitationQuery, invitation_of_launch},
    phone::Phone,
    translation::Language,
};

/// Handles one bot event. `key` identifies the update and deduplicates the reply.
pub async fn on_event(state: AppState, event: BotEvent, key: String) -> Result<(), String> {
    handle(&state, event, &key).await.map_err(|error| error.to_string())
}

async fn handle(state: &AppState, event: BotEvent, key: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let may_end_sessions = matches!(event, BotEvent::Contact { .. });
    state
        .system()
        .in_transaction(async |tx| {
            let (chat, reply) = match event {
                BotEvent::Started { chat, token: None } | BotEvent::Text { chat, .. } => {
                    let reply = on_text(state, tx, &chat).await?;
                    (chat, reply)
                }
                BotEvent::Started {
                    chat,
                    token: Some(token),
                } => {
                    let reply = match invitation_of_launch(&token) {
                        Some(link) => on_invitation(state, tx, &chat, &link).await?,
                        None => on_start_link(tx, &chat, &token, now).await?,
                    };
                    (chat, reply)
                }
                BotEvent::Contact { chat, phone } => {
                    let reply = link_contact(tx, &chat, &phone, key, now).await?;
                    (chat, reply)
                }
                BotEvent::ForeignContact { chat } => {
                    let language = chat.language;
                    let reply = contact_request(language, bot_texts::foreign_contact(language).to_owned());
                    (chat, reply)
                }
                BotEvent::Choice { .. } | BotEvent::Blocked { .. } => return Ok(()),
            };
            post_message(tx, chat.messenger, &chat.id, &reply, format!("answer:{key}"), now).await?;
            Ok::<_, DbErr>(())
        })
        .await?;
    if may_end_sessions {
        state.notify_session_change();
    }
    Ok(())
}

async fn post_message(
    tx: &Tx<SystemPolicy>,
    messenger: Messenger,
    chat_id: &str,
    message: &OutgoingMessage,
    key: String,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let post = messengers::NewMessage {
        messenger,
        chat_id,
        message,
        login_code_id: None,
        order_id: None,
        chat_message_id: None,
        dedupe_key: Some(key),
        expires_at: None,
    };
    messengers::queue_message(tx, post, now).await
}

/// A reply with the button that shares the person's number.
fn contact_request(language: Language, text: String) -> OutgoingMessage {
    OutgoingMessage {
        text,
        buttons: Buttons::ShareContact {
            label: bot_texts::share_button(language).to_owned(),
        },
        file: None,
    }
}

/// A reply that removes the button.
const fn plain_message(text: String) -> OutgoingMessage {
    OutgoingMessage {
        text,
        buttons: Buttons::None,
        file: None,
    }
}

/// Answers a text: a linked chat where to write instead, any other chat how to link it.
async fn on_text(state: &AppState, tx: &Tx<SystemPolicy>, chat: &Chat) -> Result<OutgoingMessage, DbErr> {
    let language = chat.language;
    let Some(phone) = messengers::phone_of_chat(tx, chat).await? else {
        return Ok(contact_request(language, bot_texts::greeting(language).to_owned()));
    };
    let is_client = !queries::memberships(tx, UserKey::Phone(&phone), Guard::Client)
        .await?
        .is_empty();
    let is_staff = !is_client
        && !queries::memberships(tx, UserKey::Phone(&phone), Guard::Agent)
            .await?
            .is_empty();
    let guard = if is_staff { Guard::Agent } else { Guard::Client };
    let url = format!("{}/{}/orders", state.config.public_url, guard.as_str());
    Ok(plain_message(bot_texts::where_to_write(language, guard, &url)))
}

/// Matches confirmations that are neither confirmed, used nor expired.
fn pending(now: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(confirmation::Column::ConfirmedAt.is_null())
        .add(confirmation::Column::UsedAt.is_null())
        .add(confirmation::Column::ExpiresAt.gt(now))
}

/// Answers the link of an agent by a button that opens the cabinet, where a new client registers.
async fn on_invitation(
    state: &AppState,
    tx: &Tx<SystemPolicy>,
    chat: &Chat,
    link: &InvitationQuery,
) -> Result<OutgoingMessage, DbErr> {
    let language = chat.language;
    let Some(agent) = register::find_agent_of_link(tx, link).await? else {
        return Ok(plain_message(bot_texts::unknown_agent(language).to_owned()));
    };
    let url = format!("{}/client/register?agent={}", state.config.public_url, agent.subdomain);
    let text = bot_texts::invitation(language, &agent.name);
    let button = bot_texts::open_cabinet(language);
    Ok(OutgoingMessage::with_page(text, button, url))
}

/// Handles a start link. The link belongs to the first chat that opens it. The phone still has to be verified by a shared
/// contact, except for a registration whose phone and chat are both unclaimed.
async fn on_start_link(
    tx: &Tx<SystemPolicy>,
    chat: &Chat,
    token: &str,
    now: DateTime<Utc>,
) -> Result<OutgoingMessage, DbErr> {
    let language = chat.language;
    let unclaimed = Condition::any().add(confirmation::Column::ChatId.is_null()).add(
        Condition::all()
            .add(confirmation::Column::ChatId.eq(chat.id.as_str()))
            .add(confirmation::Column::Messenger.eq(chat.messenger)),
    );
    let claim = confirmation::Entity::update_many()
        .col_expr(confirmation::Column::Messenger, Expr::value(chat.messenger))
        .col_expr(confirmation::Column::ChatId, Expr::value(chat.id.as_str()))
        .filter(confirmation::Column::TokenHash.eq(rng::digest(token)))
        .filter(pending(now))
        .filter(unclaimed);
    let Some(row) = tx.update(claim).await?.pop() else {
        return Ok(contact_request(language, bot_texts::link_expired(language).to_owned()));
    };
    let phone = &row.phone;
    if row.purpose == LinkPurpose::Register && is_unclaimed(tx, chat, phone).await? {
        messengers::link_phone(tx, chat, phone, Proof::Start, now).await?;
        let confirm = confirmation::Entity::update_many()
            .col_expr(confirmation::Column::ConfirmedAt, Expr::value(now))
            .filter(confirmation::Column::Id.eq(row.id));
        tx.update_count(confirm).await?;
        return Ok(plain_message(bot_texts::phone_confirmed(language).to_owned()));
    }
    Ok(contact_request(
        language,
        pending_link::confirmation_prompt(language, &row),
    ))
}

/// Whether the phone has neither a user nor a chat, and the chat has no other phone.
async fn is_unclaimed(tx: &Tx<SystemPolicy>, chat: &Chat, phone: &Phone) -> Result<bool, DbErr> {
    let user = user::Entity::find().filter(user::Column::Phone.eq(phone.as_str()));
    Ok(tx.one(user).await?.is_none() && !messengers::is_linked_elsewhere(tx, chat, phone).await?)
}

/// Links a chat to a number that the messenger verified, and confirms the pending confirmations of this phone in this chat. Returns the
/// reply.
pub(super) async fn link_contact(
    tx: &Tx<SystemPolicy>,
    chat: &Chat,
    phone: &Phone,
    key: &str,
    now: DateTime<Utc>,
) -> Result<OutgoingMessage, DbErr> {
    let language = chat.language;
    let former_chats = messengers::contacts_of_phone(tx, phone).await?;
    messengers::link_phone(tx, chat, phone, Proof::Contact, now).await?;
    claim_account(tx, phone, now).await?;
    for former in &former_chats {
        let is_same_messenger = former.messenger == chat.messenger;
        if is_same_messenger && former.chat_id != chat.id {
            let text = bot_texts::chat_replaced(former.language).to_owned();
            let key = format!("moved:{key}");
            post_message(tx, chat.messenger, &former.chat_id, &plain_message(text), key, now).await?;
        }
        // The former chat was bound by a start link alone, which does not verify the number: unbind it and reset the account.
        if former.proof == Proof::Start && !(is_same_messenger && former.chat_id == chat.id) {
            messengers::unlink_phone(tx, former, chat).await?;
            reset_account(tx, phone, now).await?;
        }
    }
    let in_this_chat = Condition::all()
        .add(confirmation::Column::Messenger.eq(chat.messenger))
        .add(confirmation::Column::ChatId.eq(chat.id.as_str()))
        .add(pending(now));
    let confirm = confirmation::Entity::update_many()
        .col_expr(confirmation::Column::ConfirmedAt, Expr::value(now))
        .filter(confirmation::Column::Phone.eq(phone.as_str()))
        .filter(in_this_chat.clone());
    if tx.update_count(confirm).await? > 0 {
        return Ok(plain_message(bot_texts::phone_confirmed(language).to_owned()));
    }
    let other_phone = tx.one(confirmation::Entity::find().filter(in_this_chat)).await?;
    Ok(plain_message(if other_phone.is_some() {
        bot_texts::different_phone(language).to_owned()
    } else {
        bot_texts::phone_linked(language).to_owned()
    }))
}

/// Gives an account that a person has registered by e-mail with this number to the owner of the number.
pub(super) async fn claim_account(tx: &Tx<SystemPolicy>, phone: &Phone, now: DateTime<Utc>) -> Result<(), DbErr> {
    if let Some(user) = queries::user_by_phone(tx, phone).await?
        && user.phone_unproved_at.is_some()
    {
        by_email::void_unproved(tx, user.id).await?;
        reset_account(tx, phone, now).await?;
    }
    Ok(())
}

/// Deletes the password of the phone's user and ends all their sessions.
async fn reset_account(tx: &Tx<SystemPolicy>, phone: &Phone, now: DateTime<Utc>) -> Result<(), DbErr> {
    let Some(user) = queries::user_by_phone(tx, phone).await? else {
        return Ok(());
    };
    let delete_password = user::Entity::update_many()
        .col_expr(user::Column::PasswordHash, Expr::value(None::<String>))
        .filter(user::Column::Id.eq(user.id));
    tx.update_count(delete_password).await?;
    session::revoke_all(tx, user.id, RevokeReason::PhoneVerifiedElsewhere, now).await
}
