//! Staff with an e-mail address: login by it, and a letter that sets a password.

use super::{
    attempts::{self, Kind, Standing},
    bot_texts::Language,
    entity::{password_reset, user},
    login::{self, Account},
    queries::Who,
    recovery,
    session::{Device, Opened},
};
use crate::platform::{
    auth::{Caller, password::Lane},
    http::Failure,
    jobs::{NewJob, enqueue},
    mail::{self, Letter},
    rng,
    scope::Rows,
    state::AppState,
    throttle::Bucket,
};
use chrono::Duration;
use sea_orm::{ActiveValue::NotSet, DbErr, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    fields::{FieldErrors, Rule},
    identity::{
        EmailLogin, NewPassword,
        limits::{EMAIL, LETTER_MINUTES},
    },
    problem::ProblemCode,
};

/// The job that writes a letter to whoever forgot the password.
pub const LETTER: &str = "identity:letter";

pub(super) fn address(text: &str) -> Result<String, Failure> {
    let mut errors = FieldErrors::default();
    let text = errors.required_text("email", text, EMAIL).to_lowercase();
    let is_address = text.split_once('@').is_some_and(|(name, host)| {
        !name.is_empty() && host.contains('.') && !host.contains('@') && !text.contains(char::is_whitespace)
    });
    if errors.is_empty() && !is_address {
        errors.add("email", Rule::NotAnEmail);
    }
    Ok(errors.or(text)?)
}

/// Logs staff in by e-mail and password.
pub(super) async fn log_in(state: &AppState, login: EmailLogin, device: Device) -> Result<Opened, Failure> {
    let email = address(&login.email)?;
    let account = Account {
        who: Who::Email(&email),
        kind: Kind::EmailPassword,
        subject: &email,
    };
    login::by_secret(state, Guard::Agent, account, login.password, None, device).await
}

/// Counts a letter to a new address of a person. The person's own budget counts it, which nobody else can use up.
pub(super) async fn take_letter(state: &AppState, caller: &Caller, device: &Device) -> Result<(), Failure> {
    let subject = format!("user-{}", caller.user_id);
    let buckets = attempts::buckets(Kind::Letter, &subject, &Standing::of_login(caller), device);
    attempts::take(state, &buckets).await
}

/// Asks for a letter; the answer is the same for a known and an unknown address.
pub(super) async fn forget(state: &AppState, email: &str, device: &Device) -> Result<(), Failure> {
    let email = address(email)?;
    let standing = Standing::look_up(state, Who::Email(&email), device).await?;
    attempts::take(state, &attempts::buckets(Kind::Letter, &email, &standing, device)).await?;
    let now = state.clock.now();
    let tx = state.system().begin().await?;
    let job = NewJob::at_once(LETTER, &email, now);
    enqueue(&tx, job, now).await?;
    tx.commit().await?;
    state.wake_worker();
    Ok(())
}

/// Does a [`LETTER`] job. The link is made when the letter is written, so that it stands in no row.
pub async fn write(state: AppState, email: String) -> Result<(), String> {
    let Some((user, link)) = make(&state, &email).await.map_err(|error| error.to_string())? else {
        return Ok(());
    };
    mail::send(&state.config, letter(&user, email, &link)).await
}

async fn make(state: &AppState, email: &str) -> Result<Option<(user::Model, String)>, DbErr> {
    let system = state.system();
    let known = user::Entity::find()
        .filter(user::Column::Email.eq(email))
        .filter(user::Column::DisabledAt.is_null());
    let Some(user) = system.one(known).await? else {
        return Ok(None);
    };
    let (token, now) = (rng::refresh_token(), state.clock.now());
    let row = password_reset::ActiveModel {
        id: NotSet,
        user_id: Set(user.id),
        token_hash: Set(rng::digest(&token)),
        used_at: Set(None),
        expires_at: Set(now + Duration::minutes(LETTER_MINUTES)),
        created_at: Set(now),
    };
    system.insert(row).await?;
    let link = format!("{}/agent/reset-password/{token}", state.config.public_url);
    Ok(Some((user, link)))
}

fn letter(user: &user::Model, to: String, link: &str) -> Letter {
    let (subject, text) = match Language::of(&user.locale) {
        Language::English => (
            "A new password for Karavan",
            format!(
                "Open this address within an hour to set a new password:\n\n{link}\n\nIf you did not ask for it, do nothing: your password stays."
            ),
        ),
        Language::Chinese => (
            "Karavan 新密码",
            format!(
                "请在一小时内打开以下地址设置新密码：\n\n{link}\n\n如果不是您本人请求，请忽略此邮件，您的密码不会改变。"
            ),
        ),
        Language::Russian => (
            "Новый пароль для Karavan",
            format!(
                "Откройте этот адрес в течение часа, чтобы задать новый пароль:\n\n{link}\n\nЕсли вы этого не просили, ничего не делайте: пароль останется прежним."
            ),
        ),
    };
    Letter {
        to,
        subject: subject.to_owned(),
        text,
    }
}

/// Sets a password by the link of a letter, once, and ends every login of the person. Nothing is hashed for a link that is not
/// good, and one that is good a few times at most.
pub(super) async fn reset(state: &AppState, token: &str, new: NewPassword, device: &Device) -> Result<(), Failure> {
    let mut errors = FieldErrors::default();
    recovery::check_password(&mut errors, &new.password);
    errors.or(())?;
    let now = state.clock.now();
    let token_hash = rng::digest(token);
    let live = password_reset::Entity::find()
        .filter(password_reset::Column::TokenHash.eq(&token_hash))
        .filter(password_reset::Column::UsedAt.is_null())
        .filter(password_reset::Column::ExpiresAt.gt(now));
    if state.system().one(live).await?.is_none() {
        attempts::take(state, &attempts::of_address("reset", device)).await?;
        return Err(ProblemCode::LinkExpired.into());
    }
    let buckets = [Bucket::growing(format!("reset:link:{token_hash}"), 5)];
    let slot = attempts::take_with_slot(state, &buckets, Lane::Stranger).await?;
    let hash = slot.hash(new.password).await?;
    let tx = state.system().begin().await?;
    let once = password_reset::Entity::update_many()
        .col_expr(password_reset::Column::UsedAt, Expr::value(now))
        .filter(password_reset::Column::TokenHash.eq(token_hash))
        .filter(password_reset::Column::UsedAt.is_null())
        .filter(password_reset::Column::ExpiresAt.gt(now));
    let row = tx.update(once).await?.pop().ok_or(ProblemCode::LinkExpired)?;
    // Other letters of the person are of no use any more.
    let others = password_reset::Entity::update_many()
        .col_expr(password_reset::Column::UsedAt, Expr::value(now))
        .filter(password_reset::Column::UserId.eq(row.user_id))
        .filter(password_reset::Column::UsedAt.is_null());
    tx.update_count(others).await?;
    recovery::change(&tx, row.user_id, hash, now).await?;
    tx.commit().await?;
    Ok(())
}
