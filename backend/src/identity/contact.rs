//! Another phone, another e-mail address: after a fresh proof, once the new one is proved to be the person's own.

use super::{
    bot_texts::{self, Language},
    code::{self, Purpose},
    email,
    entity::{email_change, user},
    login,
    proof::{self, Witness},
};
use crate::{
    messengers::{self, Buttons, Messenger, Outgoing, Posted},
    platform::{
        auth::{Caller, Demand, proved},
        db::{Constraint, broken_unique},
        http::Failure,
        jobs::{NewJob, enqueue},
        mail::{self, Letter},
        rng,
        scope::{Rows, SystemWall, Tx},
        state::AppState,
    },
};
use axum_extra::extract::cookie::Cookie;
use chrono::{DateTime, Duration, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Guard,
    identity::{CodeLogin, CodeRequest, limits::LETTER_MINUTES},
    problem::ProblemCode,
    profile::{EmailChange, PhoneChange, PhoneCodeRequest},
};

/// The job that writes a letter to a new address.
pub const NEW_ADDRESS: &str = "identity:new-address";

/// One person a phone, one person an address.
const PHONE: Constraint = Constraint {
    name: "uq_users_phone",
    columns: "users.phone",
};
const EMAIL: Constraint = Constraint {
    name: "uq_users_email",
    columns: "users.email",
};

/// Whoever has a password gives it; whoever has none has just come in by a code.
async fn fresh(state: &AppState, caller: &Caller, current: Option<&str>, witness: &Witness) -> Result<(), Failure> {
    match current.filter(|text| !text.is_empty()) {
        Some(password) => proof::by_password(state, caller, password, witness).await,
        None => proved(state, caller, Demand::Always).await,
    }
}

/// Sends a code to the new phone, if a chat has it.
pub(crate) async fn ask_phone(
    state: &AppState,
    caller: &Caller,
    new: PhoneCodeRequest,
    witness: &Witness,
) -> Result<Option<Cookie<'static>>, Failure> {
    login::phone(&new.phone)?;
    fresh(state, caller, new.current.as_deref(), witness).await?;
    let request = CodeRequest {
        phone: new.phone,
        channel: new.channel,
    };
    let (asker, device) = (&witness.asker, &witness.device);
    let mark = code::ask(state, caller.guard(), Purpose::Phone, request, asker, device).await?;
    Ok(mark.cookie)
}

/// Takes the code: the phone is the person's from now on.
pub(crate) async fn change_phone(
    state: &AppState,
    caller: &Caller,
    new: PhoneChange,
    witness: &Witness,
) -> Result<user::Model, Failure> {
    fresh(state, caller, new.current.as_deref(), witness).await?;
    let attempt = CodeLogin {
        phone: new.phone,
        code: new.code,
    };
    let (asker, device) = (&witness.asker, &witness.device);
    let phone = code::redeem(state, caller.guard(), Purpose::Phone, attempt, asker, device).await;
    let phone = phone.map_err(proof::unproved)?;
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let changed = set(&tx, caller, user::Column::Phone, phone.as_str(), &PHONE, now).await?;
    proof::end_others(&tx, caller, "the phone was changed", now).await?;
    let word = bot_texts::new_phone(Language::of(&changed.locale), &bot_texts::masked(phone.as_str()));
    tell(&tx, &caller.phone, word, now).await?;
    tx.commit().await?;
    state.wake_worker();
    Ok(changed)
}

/// Has a letter written to the new address.
pub(crate) async fn ask_email(
    state: &AppState,
    caller: &Caller,
    new: EmailChange,
    witness: &Witness,
) -> Result<(), Failure> {
    let address = email::address(&new.email)?;
    fresh(state, caller, new.current.as_deref(), witness).await?;
    email::take_letter(state, caller, &witness.device).await?;
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let row = email_change::ActiveModel {
        id: NotSet,
        user_id: Set(caller.user_id),
        guard: Set(caller.guard().as_str().to_owned()),
        email: Set(address),
        // Empty until the letter is written.
        token_hash: Set(None),
        used_at: Set(None),
        expires_at: Set(now + Duration::minutes(LETTER_MINUTES)),
        created_at: Set(now),
    };
    let id = tx.insert(row).await?.id.to_string();
    let job = NewJob::at_once(NEW_ADDRESS, &id, now);
    enqueue(&tx, job, now).await?;
    tx.commit().await?;
    state.wake_worker();
    Ok(())
}

/// Does a [`NEW_ADDRESS`] job. The link is made when the letter is written, so that it stands in no row.
pub async fn write_to_new_address(state: AppState, id: String) -> Result<(), String> {
    let id: i64 = id.parse().map_err(|_| "no change is named")?;
    let made = letter(&state, id).await.map_err(|error| error.to_string())?;
    match made {
        Some(letter) => mail::send(&state.config, letter).await,
        None => Ok(()),
    }
}

async fn letter(state: &AppState, id: i64) -> Result<Option<Letter>, DbErr> {
    let (system, now, token) = (state.system(), state.clock.now(), rng::refresh_token());
    let made = email_change::Entity::update_many()
        .col_expr(email_change::Column::TokenHash, Expr::value(rng::digest(&token)))
        .filter(email_change::Column::Id.eq(id))
        .filter(email_change::Column::UsedAt.is_null())
        .filter(email_change::Column::ExpiresAt.gt(now));
    let Some(change) = system.update(made).await?.pop() else {
        return Ok(None);
    };
    let Some(person) = system.one(user::Entity::find_by_id(change.user_id)).await? else {
        return Ok(None);
    };
    let guard = Guard::from_name(&change.guard).map_or("client", Guard::as_str);
    let link = format!("{}/{guard}/profile?email={token}", state.config.public_url);
    let (subject, text) = match Language::of(&person.locale) {
        Language::Russian => (
            "Новая почта в Karavan",
            format!(
                "Откройте этот адрес в течение часа, чтобы эта почта стала вашей в Karavan:\n\n{link}\n\nЕсли вы этого не просили, ничего не делайте."
            ),
        ),
        Language::English => (
            "A new e-mail address for Karavan",
            format!(
                "Open this address within an hour to make this your e-mail address in Karavan:\n\n{link}\n\nIf you did not ask for it, do nothing."
            ),
        ),
        Language::Chinese => (
            "Karavan 新邮箱",
            format!(
                "请在一小时内打开以下地址，将此邮箱设为您的 Karavan 邮箱：\n\n{link}\n\n如果不是您本人请求，请忽略此邮件。"
            ),
        ),
    };
    Ok(Some(Letter {
        to: change.email,
        subject: subject.to_owned(),
        text,
    }))
}

/// Takes the link: the address is the person's from now on. Only the person who asked for it can.
pub(crate) async fn change_email(state: &AppState, caller: &Caller, token: &str) -> Result<user::Model, Failure> {
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let once = email_change::Entity::update_many()
        .col_expr(email_change::Column::UsedAt, Expr::value(now))
        .filter(email_change::Column::TokenHash.eq(rng::digest(token)))
        .filter(email_change::Column::UserId.eq(caller.user_id))
        .filter(email_change::Column::UsedAt.is_null())
        .filter(email_change::Column::ExpiresAt.gt(now));
    let change = tx.update(once).await?.pop().ok_or(ProblemCode::LinkExpired)?;
    let changed = set(&tx, caller, user::Column::Email, &change.email, &EMAIL, now).await?;
    let word = bot_texts::new_email(Language::of(&changed.locale), &change.email);
    tell(&tx, &caller.phone, word, now).await?;
    tx.commit().await?;
    state.wake_worker();
    Ok(changed)
}

async fn set(
    tx: &Tx<SystemWall>,
    caller: &Caller,
    column: user::Column,
    value: &str,
    once: &Constraint,
    now: DateTime<Utc>,
) -> Result<user::Model, Failure> {
    let update = user::Entity::update_many()
        .col_expr(column, Expr::value(value))
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(caller.user_id));
    match tx.update(update).await {
        Ok(mut rows) => rows.pop().ok_or_else(|| ProblemCode::NotFound.into()),
        // Whoever gets this far has proved that it is theirs, so it tells them nothing about strangers.
        Err(error) if broken_unique(&error, *once) => Err(ProblemCode::Conflict.into()),
        Err(error) => Err(error.into()),
    }
}

/// Tells every chat of a phone.
async fn tell(tx: &Tx<SystemWall>, phone: &str, text: String, now: DateTime<Utc>) -> Result<(), DbErr> {
    let message = Outgoing {
        text,
        buttons: Buttons::Keep,
    };
    for chat in messengers::of_phone(tx, phone).await? {
        let Some(messenger) = Messenger::from_name(&chat.messenger).filter(|_| chat.blocked_at.is_none()) else {
            continue;
        };
        let new = Posted {
            messenger,
            chat_id: &chat.chat_id,
            message: &message,
            login_code_id: None,
            dedupe_key: None,
            expires_at: None,
        };
        messengers::post(tx, new, now).await?;
    }
    Ok(())
}
