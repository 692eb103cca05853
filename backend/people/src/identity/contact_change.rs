//! Changes of the user's phone and e-mail address. A change needs a fresh proof and a verification of the new phone or address.
//! See ADR 0024.

use super::{
    IdentityError, bot_texts,
    browser_binding::Binding,
    chat_notice::notify_chats,
    code::{self, CodeAttempt, CodeOrder},
    contacts, email, error, proof,
    proof_context::ProofContext,
};
use chrono::{DateTime, Duration, Utc};
use entities::login_code::CodePurpose;
use entities::{email_change, session::RevokeReason, user};
use platform::error::OperationError;
use platform::{
    auth::{Caller, StepUp, require_step_up},
    db::{UniqueConstraint, is_unique_violation},
    jobs::{NewJob, enqueue},
    mail::{self, Email},
    rng,
    scope::{ScopedConnection, SystemPolicy, Tx},
    state::AppState,
};
use sea_orm::{
    ActiveValue::NotSet,
    DbErr, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    identity::limits::EMAIL_LINK_MINUTES,
    profile::{EmailChange, PhoneChange, PhoneCodeRequest},
    translation::Language,
};

/// Job that sends the verification link to a new e-mail address.
pub const EMAIL_CHANGE_JOB: &str = "identity:email-change";

/// Phones and e-mail addresses are unique among users.
const UNIQUE_PHONE: UniqueConstraint = UniqueConstraint {
    name: "uq_users_phone",
    columns: "users.phone",
};
const UNIQUE_EMAIL: UniqueConstraint = UniqueConstraint {
    name: "uq_users_email",
    columns: "users.email",
};

/// Verifies the current password. Without one, requires that the session was verified by a code within `PROOF_MINUTES`.
async fn require_fresh_proof(
    state: &AppState,
    caller: &Caller,
    current: Option<&str>,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    match current.filter(|text| !text.is_empty()) {
        Some(password) => proof::verify_password(state, caller, password, context).await,
        None => Ok(require_step_up(state, caller, StepUp::Always).await?),
    }
}

/// Sends a code to the new phone if a messenger is linked with it.
pub async fn request_phone_change(
    state: &AppState,
    caller: &Caller,
    new: PhoneCodeRequest,
    context: &ProofContext,
) -> Result<Binding, IdentityError> {
    let phone = contacts::parse_phone(&new.phone)?;
    require_fresh_proof(state, caller, new.current.as_deref(), context).await?;
    let order = CodeOrder {
        purpose: CodePurpose::Phone,
        phone,
        channel: new.channel,
    };
    let (requester, device) = (&context.requester, &context.device);
    code::request_code(state, caller.guard(), order, requester, device).await
}

/// Redeems the code, changes the phone, ends the user's other sessions and notifies the chats of the former phone.
pub async fn change_phone(
    state: &AppState,
    caller: &Caller,
    new: PhoneChange,
    context: &ProofContext,
) -> Result<user::Model, IdentityError> {
    require_fresh_proof(state, caller, new.current.as_deref(), context).await?;
    let attempt = CodeAttempt {
        phone: contacts::parse_phone(&new.phone)?,
        code: new.code,
    };
    let (requester, device) = (&context.requester, &context.device);
    let phone = code::redeem(state, caller.guard(), CodePurpose::Phone, attempt, requester, device).await;
    let phone = phone.map_err(error::as_proof_error)?;
    let now = state.clock.now();
    let changed = state
        .system()
        .in_transaction(async |tx| {
            let changed = set_contact(tx, caller, user::Column::Phone, phone.as_str(), &UNIQUE_PHONE, now).await?;
            let prove = user::Entity::update_many()
                .col_expr(user::Column::PhoneUnprovedAt, Expr::value(None::<DateTime<Utc>>))
                .filter(user::Column::Id.eq(caller.user_id));
            tx.update_count(prove).await?;
            proof::end_other_sessions(tx, caller, RevokeReason::PhoneChanged, now).await?;
            let text = bot_texts::phone_changed(changed.locale, &bot_texts::mask_phone(&phone));
            notify_chats(tx, &caller.phone, text, now).await?;
            Ok::<_, IdentityError>(changed)
        })
        .await?;
    state.notify_session_change();
    state.wake_worker();
    Ok(changed)
}

/// Requests an e-mail with a verification link to the new address.
pub async fn request_email_change(
    state: &AppState,
    caller: &Caller,
    new: EmailChange,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    let address = email::parse_address(&new.email)?;
    require_fresh_proof(state, caller, new.current.as_deref(), context).await?;
    email::count_email(state, caller, &context.device).await?;
    let now = state.clock.now();
    state
        .system()
        .in_transaction(async |tx| {
            let row = email_change::ActiveModel {
                id: NotSet,
                user_id: Set(caller.user_id),
                guard: Set(caller.guard()),
                email: Set(address),
                // Set when the e-mail is sent.
                token_hash: Set(None),
                used_at: Set(None),
                expires_at: Set(now + Duration::minutes(EMAIL_LINK_MINUTES)),
                created_at: Set(now),
            };
            let id = tx.insert(row).await?.id.to_string();
            let job = NewJob::immediate(EMAIL_CHANGE_JOB, &id, now);
            enqueue(tx, job, now).await?;
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.wake_worker();
    Ok(())
}

/// Runs a [`EMAIL_CHANGE_JOB`] job. The token is generated when the e-mail is sent, so that only its hash is ever stored.
pub async fn send_email_change(state: AppState, id: String) -> Result<(), String> {
    let id: i64 = id
        .parse()
        .map_err(|_| "the payload is not the id of an e-mail change")?;
    let email = verification_email(&state, id)
        .await
        .map_err(|error| error.to_string())?;
    match email {
        Some(email) => mail::send(&state, email).await.map_err(|error| error.to_string()),
        None => Ok(()),
    }
}

async fn verification_email(state: &AppState, id: i64) -> Result<Option<Email>, DbErr> {
    let (system, now, token) = (state.system(), state.clock.now(), rng::refresh_token());
    let set_token = email_change::Entity::update_many()
        .col_expr(email_change::Column::TokenHash, Expr::value(rng::digest(&token)))
        .filter(email_change::Column::Id.eq(id))
        .filter(email_change::Column::UsedAt.is_null())
        .filter(email_change::Column::ExpiresAt.gt(now));
    let Some(change) = system.update(set_token).await?.pop() else {
        return Ok(None);
    };
    let Some(person) = system.one(user::Entity::find_by_id(change.user_id)).await? else {
        return Ok(None);
    };
    let guard = change.guard.as_str();
    let link = format!("{}/{guard}/profile?email={token}", state.config.public_url);
    let (subject, text) = match person.locale {
        Language::Ru => (
            "Новая почта в Karavan",
            format!(
                "Откройте этот адрес в течение часа, чтобы эта почта стала вашей в Karavan:\n\n{link}\n\nЕсли вы этого не просили, ничего не делайте."
            ),
        ),
        Language::En => (
            "Confirm your new e-mail address for Karavan",
            format!(
                "Open this link within an hour to make this your e-mail address in Karavan:\n\n{link}\n\nIf you did not request this, ignore this e-mail."
            ),
        ),
        Language::Zh => (
            "Karavan 新邮箱",
            format!(
                "请在一小时内打开以下地址，将此邮箱设为您的 Karavan 邮箱：\n\n{link}\n\n如果不是您本人请求，请忽略此邮件。"
            ),
        ),
    };
    Ok(Some(Email {
        to: change.email.into(),
        subject: subject.to_owned(),
        text,
        ..Email::default()
    }))
}

/// Redeems the link and changes the address. The link works only for the user who requested it.
pub async fn change_email(state: &AppState, caller: &Caller, token: &str) -> Result<user::Model, IdentityError> {
    let now = state.clock.now();
    let changed = state
        .system()
        .in_transaction(async |tx| {
            let redeem = email_change::Entity::update_many()
                .col_expr(email_change::Column::UsedAt, Expr::value(now))
                .filter(email_change::Column::TokenHash.eq(rng::digest(token)))
                .filter(email_change::Column::UserId.eq(caller.user_id))
                .filter(email_change::Column::UsedAt.is_null())
                .filter(email_change::Column::ExpiresAt.gt(now));
            let change = tx.update(redeem).await?.pop().ok_or(IdentityError::LinkExpired)?;
            let changed = set_contact(
                tx,
                caller,
                user::Column::Email,
                change.email.as_str(),
                &UNIQUE_EMAIL,
                now,
            )
            .await?;
            let text = bot_texts::email_changed(changed.locale, change.email.as_str());
            notify_chats(tx, &caller.phone, text, now).await?;
            Ok::<_, IdentityError>(changed)
        })
        .await?;
    state.wake_worker();
    Ok(changed)
}

async fn set_contact(
    tx: &Tx<SystemPolicy>,
    caller: &Caller,
    column: user::Column,
    value: &str,
    unique: &UniqueConstraint,
    now: DateTime<Utc>,
) -> Result<user::Model, IdentityError> {
    let update = user::Entity::update_many()
        .col_expr(column, Expr::value(value))
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(caller.user_id));
    match tx.update(update).await {
        Ok(mut rows) => rows.pop().ok_or_else(|| OperationError::NotFound.into()),
        // The caller has verified the phone or address, so the conflict reveals nothing about other people's accounts.
        Err(error) if is_unique_violation(&error, *unique) => Err(IdentityError::ContactTaken),
        Err(error) => Err(error.into()),
    }
}
