//! What a bot's events mean: a browser that waits, a phone that is proved. The rules are decision 0016.

use super::{
    bot_texts::{self, Language},
    entity::{confirmation, user},
    link::{self, Purpose},
    queries, session,
};
use crate::{
    messengers::{self, Buttons, Chat, Event, Messenger, Outgoing, Proof},
    platform::{
        rng,
        scope::{Rows, SystemWall, Tx},
        state::AppState,
    },
};
use chrono::{DateTime, Utc};
use sea_orm::{Condition, DbErr, entity::prelude::*, sea_query::Expr};
use shared_types::phone::Phone;

/// Does what an event means; `key` names the update, so that its answer is sent once.
pub async fn on_event(state: AppState, event: Event, key: String) -> Result<(), String> {
    handle(&state, event, &key).await.map_err(|error| error.to_string())
}

async fn handle(state: &AppState, event: Event, key: &str) -> Result<(), DbErr> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let (chat, answer) = match event {
        Event::Started { chat, token: None } | Event::Text { chat } => {
            let language = Language::of(&chat.language);
            let answer = asking(language, bot_texts::greeting(language).to_owned());
            (chat, answer)
        }
        Event::Started {
            chat,
            token: Some(token),
        } => {
            let answer = started(&tx, &chat, &token, now).await?;
            (chat, answer)
        }
        Event::Contact { chat, phone } => {
            let answer = shared(&tx, &chat, &phone, key, now).await?;
            (chat, answer)
        }
        Event::ForeignContact { chat } => {
            let language = Language::of(&chat.language);
            let answer = asking(language, bot_texts::foreign(language).to_owned());
            (chat, answer)
        }
        Event::Blocked { .. } => return tx.commit().await,
    };
    post(&tx, chat.messenger, &chat.id, &answer, format!("answer:{key}"), now).await?;
    tx.commit().await
}

async fn post(
    tx: &Tx<SystemWall>,
    messenger: Messenger,
    chat_id: &str,
    message: &Outgoing,
    key: String,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let new = messengers::Posted {
        messenger,
        chat_id,
        message,
        login_code_id: None,
        dedupe_key: Some(key),
        expires_at: None,
    };
    messengers::post(tx, new, now).await
}

fn asking(language: Language, text: String) -> Outgoing {
    Outgoing {
        text,
        buttons: Buttons::ShareContact {
            label: bot_texts::share(language).to_owned(),
        },
    }
}

const fn saying(text: String) -> Outgoing {
    Outgoing {
        text,
        buttons: Buttons::None,
    }
}

/// Confirmations that can still be proved.
fn open(now: DateTime<Utc>) -> Condition {
    Condition::all()
        .add(confirmation::Column::ConfirmedAt.is_null())
        .add(confirmation::Column::UsedAt.is_null())
        .add(confirmation::Column::ExpiresAt.gt(now))
}

/// A link was followed: the first chat that follows it has it. The phone itself must still be proved by its contact, but where it
/// belongs to nobody yet and a registration waits.
async fn started(tx: &Tx<SystemWall>, chat: &Chat, token: &str, now: DateTime<Utc>) -> Result<Outgoing, DbErr> {
    let language = Language::of(&chat.language);
    let unclaimed = Condition::any().add(confirmation::Column::ChatId.is_null()).add(
        Condition::all()
            .add(confirmation::Column::ChatId.eq(chat.id.as_str()))
            .add(confirmation::Column::Messenger.eq(chat.messenger.as_str())),
    );
    let claim = confirmation::Entity::update_many()
        .col_expr(confirmation::Column::Messenger, Expr::value(chat.messenger.as_str()))
        .col_expr(confirmation::Column::ChatId, Expr::value(chat.id.as_str()))
        .filter(confirmation::Column::TokenHash.eq(rng::digest(token)))
        .filter(open(now))
        .filter(unclaimed);
    let Some(row) = tx.update(claim).await?.pop() else {
        return Ok(asking(language, bot_texts::too_old(language).to_owned()));
    };
    let Ok(phone) = Phone::parse(&row.phone) else {
        return Ok(asking(language, bot_texts::too_old(language).to_owned()));
    };
    if row.purpose == Purpose::Register.as_str() && is_nobodys(tx, chat, &phone).await? {
        messengers::bind(tx, chat, &phone, Proof::Start, now).await?;
        let confirm = confirmation::Entity::update_many()
            .col_expr(confirmation::Column::ConfirmedAt, Expr::value(now))
            .filter(confirmation::Column::Id.eq(row.id));
        tx.update_count(confirm).await?;
        return Ok(saying(bot_texts::confirmed(language).to_owned()));
    }
    Ok(asking(language, link::question(language, &row)))
}

/// Whether the phone has neither a person nor a chat, and the chat no other phone.
async fn is_nobodys(tx: &Tx<SystemWall>, chat: &Chat, phone: &Phone) -> Result<bool, DbErr> {
    let person = user::Entity::find().filter(user::Column::Phone.eq(phone.as_str()));
    Ok(tx.one(person).await?.is_none() && !messengers::is_taken(tx, chat, phone).await?)
}

/// The messenger vouched for the number: the chat is the phone's, and what waits in this chat for this phone is proved.
async fn shared(
    tx: &Tx<SystemWall>,
    chat: &Chat,
    phone: &Phone,
    key: &str,
    now: DateTime<Utc>,
) -> Result<Outgoing, DbErr> {
    let language = Language::of(&chat.language);
    let former = messengers::of_phone(tx, phone.as_str()).await?;
    messengers::bind(tx, chat, phone, Proof::Contact, now).await?;
    for other in &former {
        let is_this = other.messenger == chat.messenger.as_str();
        if is_this && other.chat_id != chat.id {
            let text = bot_texts::moved(Language::of(&other.language)).to_owned();
            let key = format!("moved:{key}");
            post(tx, chat.messenger, &other.chat_id, &saying(text), key, now).await?;
        }
        // A start link alone proves no number: whoever came by one and was not this person loses what it gave.
        if other.proof == Proof::Start.as_str() && !(is_this && other.chat_id == chat.id) {
            messengers::unbind(tx, other, chat).await?;
            disown(tx, phone, now).await?;
        }
    }
    let here = Condition::all()
        .add(confirmation::Column::Messenger.eq(chat.messenger.as_str()))
        .add(confirmation::Column::ChatId.eq(chat.id.as_str()))
        .add(open(now));
    let confirm = confirmation::Entity::update_many()
        .col_expr(confirmation::Column::ConfirmedAt, Expr::value(now))
        .filter(confirmation::Column::Phone.eq(phone.as_str()))
        .filter(here.clone());
    if tx.update_count(confirm).await? > 0 {
        return Ok(saying(bot_texts::confirmed(language).to_owned()));
    }
    let others = tx.one(confirmation::Entity::find().filter(here)).await?;
    Ok(saying(if others.is_some() {
        bot_texts::another(language).to_owned()
    } else {
        bot_texts::linked(language).to_owned()
    }))
}

/// Ends every login of the phone's person and forgets the password.
async fn disown(tx: &Tx<SystemWall>, phone: &Phone, now: DateTime<Utc>) -> Result<(), DbErr> {
    let Some(person) = queries::user_of(tx, phone.as_str()).await? else {
        return Ok(());
    };
    let forget = user::Entity::update_many()
        .col_expr(user::Column::PasswordHash, Expr::value(None::<String>))
        .filter(user::Column::Id.eq(person.id));
    tx.update_count(forget).await?;
    session::revoke_all(tx, person.id, "the phone was proved by somebody else", now).await
}
