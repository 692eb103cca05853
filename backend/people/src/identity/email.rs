//! Login by e-mail address and password reset by e-mail, for staff.

use super::{
    IdentityError,
    attempts::{self, AttemptKind, AttemptSource},
    device::Device,
    login::{self, Account, EnteredFactors},
    queries::UserKey,
    recovery,
    second_factor::EnteredFactor,
    session::OpenedSession,
};
use chrono::Duration;
use entities::{password_reset, user};
use platform::{
    auth::{Caller, password::QueueShare},
    jobs::{NewJob, enqueue},
    mail::{self, Email},
    rng,
    scope::ScopedConnection,
    state::AppState,
    throttle::Bucket,
};
use sea_orm::{ActiveValue::NotSet, DbErr, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    email_address::EmailAddress,
    fields::{FieldErrors, Rule},
    identity::{
        EmailLogin, NewPassword,
        limits::{EMAIL, EMAIL_LINK_MINUTES},
    },
    translation::Language,
};

/// Job that sends a password reset link. Its payload is the e-mail address.
pub(super) const PASSWORD_RESET_JOB: &str = "identity:password-reset";

/// Parses the address of the field `email`.
pub(super) fn parse_address(text: &str) -> Result<EmailAddress, IdentityError> {
    let mut errors = FieldErrors::default();
    let text = errors.required_text("email", text, EMAIL);
    errors.into_result(())?;
    let address = EmailAddress::parse(&text).ok_or_else(|| FieldErrors::single("email", Rule::NotAnEmail))?;
    Ok(address)
}

/// Logs staff in by e-mail address and password.
pub(super) async fn log_in(
    state: &AppState,
    login: EmailLogin,
    device: Device,
) -> Result<OpenedSession, IdentityError> {
    let email = parse_address(&login.email)?;
    let account = Account {
        key: UserKey::Email(&email),
        kind: AttemptKind::EmailPassword,
        subject: email.as_str(),
    };
    let entered = EnteredFactors {
        password: login.password,
        second: EnteredFactor::new(login.code, login.passkey),
    };
    login::by_account(state, Guard::Agent, account, entered, None, device).await
}

/// Counts an e-mail to a new address. It is counted against the user's own budget, which other people can't use up.
pub(super) async fn count_email(state: &AppState, caller: &Caller, device: &Device) -> Result<(), IdentityError> {
    let subject = format!("user-{}", caller.user_id);
    let buckets = attempts::buckets(
        AttemptKind::Email,
        &subject,
        &AttemptSource::from_session(caller),
        device,
    );
    attempts::take(state, &buckets).await
}

/// Requests a password reset link. The response is the same for known and unknown addresses.
pub(super) async fn request_reset(state: &AppState, email: &str, device: &Device) -> Result<(), IdentityError> {
    let email = parse_address(email)?;
    let source = AttemptSource::look_up(state, UserKey::Email(&email), device).await?;
    attempts::take(
        state,
        &attempts::buckets(AttemptKind::Email, email.as_str(), &source, device),
    )
    .await?;
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            let job = NewJob::immediate(PASSWORD_RESET_JOB, email.as_str(), now);
            enqueue(tx, job, now).await?;
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.wake_worker();
    Ok(())
}

/// Runs a [`PASSWORD_RESET_JOB`] job. The token is generated when the e-mail is sent, so that only its hash is ever stored.
pub(super) async fn send_password_reset(state: AppState, email: String) -> Result<(), String> {
    let Some((user, link)) = create_reset_link(&state, &email)
        .await
        .map_err(|error| error.to_string())?
    else {
        return Ok(());
    };
    mail::send(&state, reset_email(&user, email, &link))
        .await
        .map_err(|error| error.to_string())
}

/// Creates a reset link. `None` if no active user has the address.
async fn create_reset_link(state: &AppState, email: &str) -> Result<Option<(user::Model, String)>, DbErr> {
    let system = state.system();
    let by_email = user::Entity::find()
        .filter(user::Column::Email.eq(email))
        .filter(user::Column::DisabledAt.is_null());
    let Some(user) = system.one(by_email).await? else {
        return Ok(None);
    };
    let (token, now) = (rng::refresh_token(), state.clock.now());
    let row = password_reset::ActiveModel {
        id: NotSet,
        user_id: Set(user.id),
        token_hash: Set(rng::digest(&token)),
        used_at: Set(None),
        expires_at: Set(now + Duration::minutes(EMAIL_LINK_MINUTES)),
        created_at: Set(now),
    };
    system.insert(row).await?;
    let link = format!("{}/agent/reset-password/{token}", state.config.public_url);
    Ok(Some((user, link)))
}

fn reset_email(user: &user::Model, to: String, link: &str) -> Email {
    let (subject, text) = match user.locale {
        Language::En => (
            "Reset your Karavan password",
            format!(
                "Open this link within an hour to set a new password:\n\n{link}\n\nIf you did not request this, ignore this e-mail: your password does not change."
            ),
        ),
        Language::Zh => (
            "Karavan 新密码",
            format!(
                "请在一小时内打开以下地址设置新密码：\n\n{link}\n\n如果不是您本人请求，请忽略此邮件，您的密码不会改变。"
            ),
        ),
        Language::Ru => (
            "Новый пароль для Karavan",
            format!(
                "Откройте этот адрес в течение часа, чтобы задать новый пароль:\n\n{link}\n\nЕсли вы этого не просили, ничего не делайте: пароль останется прежним."
            ),
        ),
    };
    Email {
        to,
        subject: subject.to_owned(),
        text,
        ..Email::default()
    }
}

/// Redeems a reset link: sets the password and ends all sessions of the user. An invalid link costs no hash, and a valid one
/// only a few, because its attempts are limited.
pub(super) async fn reset_password(
    state: &AppState,
    token: &str,
    new: NewPassword,
    device: &Device,
) -> Result<(), IdentityError> {
    let mut errors = FieldErrors::default();
    recovery::validate_password(&mut errors, &new.password);
    errors.into_result(())?;
    let now = state.clock.now();
    let token_hash = rng::digest(token);
    let valid = password_reset::Entity::find()
        .filter(password_reset::Column::TokenHash.eq(&token_hash))
        .filter(password_reset::Column::UsedAt.is_null())
        .filter(password_reset::Column::ExpiresAt.gt(now));
    if state.system().one(valid).await?.is_none() {
        attempts::take(state, &attempts::address_buckets("reset", device)).await?;
        return Err(IdentityError::LinkExpired);
    }
    let buckets = [Bucket::growing_lock(format!("reset:link:{token_hash}"), 5)];
    let slot = attempts::take_with_slot(state, &buckets, QueueShare::Anonymous).await?;
    let hash = slot.hash(new.password).await?;
    state
        .system()
        .in_transaction(async |tx| {
            let redeem = password_reset::Entity::update_many()
                .col_expr(password_reset::Column::UsedAt, Expr::value(now))
                .filter(password_reset::Column::TokenHash.eq(token_hash))
                .filter(password_reset::Column::UsedAt.is_null())
                .filter(password_reset::Column::ExpiresAt.gt(now));
            let row = tx.update(redeem).await?.pop().ok_or(IdentityError::LinkExpired)?;
            // Invalidate the user's other reset links.
            let others = password_reset::Entity::update_many()
                .col_expr(password_reset::Column::UsedAt, Expr::value(now))
                .filter(password_reset::Column::UserId.eq(row.user_id))
                .filter(password_reset::Column::UsedAt.is_null());
            tx.update_count(others).await?;
            recovery::replace_password(tx, row.user_id, hash, new.end_extensions, now).await?;
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.notify_session_change();
    Ok(())
}
