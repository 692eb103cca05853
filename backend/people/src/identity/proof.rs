//! Step-up authentication before sensitive operations: by the current password or by a one-time code.

use super::{
    IdentityError,
    attempts::{self, AttemptKind, AttemptSource},
    browser_binding::Binding,
    code::{self, CodeAttempt, CodeOrder},
    device::Device,
    error::as_proof_error,
    extension_tokens, passkey_use,
    proof_context::ProofContext,
    queries::{self, UserKey},
    recovery,
    second_factor::{self, EnteredFactor},
    session::revoke_statement,
};
use crate::api_keys::end_keys_of_user;
use chrono::{DateTime, Utc};
use entities::login_code::CodePurpose;
use entities::{
    session::{self, RevokeReason},
    user,
};
use platform::error::OperationError;
use platform::{auth::Caller, scope::ScopedConnection, state::AppState};
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    identity::{Channel, PasskeyChallenge, limits::PASSWORD_MAX},
    profile::PayoutProof,
};

/// Validates the length of a new password.
pub fn validate_password(errors: &mut FieldErrors, password: &str) {
    recovery::validate_password(errors, password);
}

/// Verifies the caller's password. A wrong password counts as a failed login attempt.
pub async fn verify_password(
    state: &AppState,
    caller: &Caller,
    password: &str,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    if password.chars().count() > PASSWORD_MAX {
        return Err(OperationError::field("current", Rule::TooLong(PASSWORD_MAX)).into());
    }
    let source = AttemptSource::from_session(caller);
    let buckets = attempts::buckets(AttemptKind::Password, caller.phone.as_str(), &source, &context.device);
    let credential = queries::credential(&state.system(), UserKey::User(caller.user_id), None).await?;
    let slot = attempts::take_with_slot(state, &buckets, source.queue_share()).await?;
    if !slot.verify(password.to_owned(), credential.password_hash).await? {
        return Err(IdentityError::ProofWrong);
    }
    attempts::refund(state, &buckets).await?;
    Ok(())
}

/// Redeems a recovery code that was sent to the caller's own phone.
pub async fn verify_code(
    state: &AppState,
    caller: &Caller,
    code: &str,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    redeem_own_code(state, caller, CodePurpose::Recovery, code, context).await
}

async fn redeem_own_code(
    state: &AppState,
    caller: &Caller,
    purpose: CodePurpose,
    code: &str,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    let attempt = CodeAttempt {
        phone: caller.phone.clone(),
        code: code.to_owned(),
    };
    let (requester, device) = (&context.requester, &context.device);
    match code::redeem(state, caller.guard(), purpose, attempt, requester, device).await {
        Ok(_) => Ok(()),
        Err(error) => Err(as_proof_error(error)),
    }
}

/// How a caller confirms payouts.
pub enum PayoutConfirmation {
    /// By a code that was sent. The binding is stored in the browser.
    Messenger(Binding),
    /// By a code of the authenticator app.
    Authenticator,
    /// By a passkey, or a code of the app if the person has one. Contains the challenge.
    Passkey(Option<PasskeyChallenge>),
}

/// Sends the caller a code that authorizes payouts, unless the caller has an authenticator app or a passkey.
pub async fn request_payout_code(
    state: &AppState,
    caller: &Caller,
    channel: Option<Channel>,
    context: &ProofContext,
) -> Result<PayoutConfirmation, IdentityError> {
    let factors = second_factor::of_user(&state.system(), caller.user_id).await?;
    if factors.has_passkeys {
        let challenge = passkey_use::challenge(state, caller.user_id).await?;
        return Ok(PayoutConfirmation::Passkey(challenge));
    }
    if factors.has_authenticator {
        return Ok(PayoutConfirmation::Authenticator);
    }
    // The caller is authenticated, so the response may reveal that no messenger is linked.
    let channel = code::choose_channel(state, &caller.phone, channel).await?;
    let order = CodeOrder {
        purpose: CodePurpose::Payout,
        phone: caller.phone.clone(),
        channel: channel.ok_or_else(|| OperationError::field("channel", Rule::Required))?,
    };
    let (requester, device) = (&context.requester, &context.device);
    let source = AttemptSource::from_session(caller);
    code::request_code_from(state, source, caller.guard(), order, requester, device)
        .await
        .map(PayoutConfirmation::Messenger)
}

/// Verifies the proof that confirms payouts, and stores the time of the proof in the session: a passkey or a code of the app if
/// the caller has one, else the code that was sent.
pub async fn verify_payout(
    state: &AppState,
    caller: &Caller,
    proof: PayoutProof,
    context: &ProofContext,
) -> Result<(), IdentityError> {
    if second_factor::of_user(&state.system(), caller.user_id).await?.any() {
        let entered = EnteredFactor::new(Some(proof.code), proof.passkey);
        if entered.is_empty() {
            return Err(OperationError::field("code", Rule::Required).into());
        }
        second_factor::redeem_in_session(state, caller, entered, context).await?;
    } else {
        redeem_own_code(state, caller, CodePurpose::Payout, &proof.code, context).await?;
    }
    let update = session::Entity::update_many()
        .col_expr(session::Column::ProvedAt, Expr::value(state.clock.now()))
        .filter(session::Column::Id.eq(caller.session_id()?));
    state.system().update_count(update).await?;
    Ok(())
}

/// Stores a new password hash, ends the user's other sessions, and if the person wants it the tokens of the extensions. The caller
/// calls [`AppState::notify_session_change`] after the commit.
pub async fn set_password(
    rows: &impl ScopedConnection,
    caller: &Caller,
    hash: String,
    ends_extensions: bool,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = user::Entity::update_many()
        .col_expr(user::Column::PasswordHash, Expr::value(hash))
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(caller.user_id));
    rows.update_count(update).await?;
    if ends_extensions {
        extension_tokens::revoke_all(rows, caller.user_id, now).await?;
        end_keys_of_user(rows, caller.user_id, now).await?;
    }
    end_other_sessions(rows, caller, RevokeReason::PasswordChanged, now).await
}

/// Ends all sessions of the user except the caller's own, and removes their browsers from the known ones. The caller calls
/// [`AppState::notify_session_change`] after the commit.
pub async fn end_other_sessions(
    rows: &impl ScopedConnection,
    caller: &Caller,
    reason: RevokeReason,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let end = revoke_statement(reason, now).filter(session::Column::UserId.eq(caller.user_id));
    let end = match caller.session() {
        Some(own) => end.filter(session::Column::Id.ne(own)),
        None => end,
    };
    rows.update_count(end).await.map(drop)
}

/// Whether an agent requires a second factor at the user's logins.
pub async fn is_second_factor_required(state: &AppState, caller: &Caller) -> Result<bool, DbErr> {
    let members = queries::memberships(&state.system(), UserKey::User(caller.user_id), caller.guard()).await?;
    Ok(members.first().is_some_and(|member| member.requirements.by_agent))
}

/// Browser and operating system of a user agent; empty if neither is recognized.
pub fn device_name(user_agent: &str) -> String {
    crate::identity::browser_binding::describe_device(&Device {
        user_agent: user_agent.to_owned(),
        ..Device::default()
    })
}
