//! Sets a password by a one-time code: for users who forgot theirs and for invited staff who have none yet.

use super::{
    IdentityError,
    browser_binding::{Binding, Requester},
    code::{self, CodeAttempt, CodeOrder},
    common_passwords::is_common_password,
    contacts,
    device::Device,
    extension_tokens, first_cabinet, queries,
    session::{self, OpenedSession},
};
use crate::api_keys::end_keys_of_user;
use chrono::{DateTime, Utc};
use entities::login_code::CodePurpose;
use entities::{session::RevokeReason, user};
use infra::messengers::{Bot as _, Messenger};
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Guard,
    fields::{FieldErrors, Rule},
    id::UserId,
    identity::{
        Channel, PasswordByCode, RecoveryRequest,
        limits::{PASSWORD_MAX, PASSWORD_MIN},
    },
};

/// Validates a new password: its length, and that it is not one that attackers try first.
pub(super) fn validate_password(errors: &mut FieldErrors, password: &str) {
    let length = password.chars().count();
    if length < PASSWORD_MIN {
        errors.add("password", Rule::TooShort(PASSWORD_MIN));
    } else if length > PASSWORD_MAX {
        errors.add("password", Rule::TooLong(PASSWORD_MAX));
    } else if is_common_password(password) {
        errors.add("password", Rule::TooCommon);
    }
}

/// Requests a code that sets a password. The response is the same for a phone that no code can be sent to.
pub(super) async fn request_code(
    state: &AppState,
    guard: Guard,
    request: RecoveryRequest,
    requester: &Requester,
    device: &Device,
) -> Result<Binding, IdentityError> {
    let phone = contacts::parse_phone(&request.phone)?;
    let mut bots = Messenger::ALL.into_iter().filter(|bot| bot.is_enabled(&state.config));
    let fallback = if state.config.log_codes {
        Channel::Log
    } else {
        bots.next().map_or(Channel::Telegram, Messenger::channel)
    };
    let channel = code::choose_channel(state, &phone, request.channel)
        .await?
        .unwrap_or(fallback);
    let order = CodeOrder {
        purpose: CodePurpose::Recovery,
        phone,
        channel,
    };
    code::request_code(state, guard, order, requester, device).await
}

/// Redeems the code, sets the password, ends all sessions of the user and logs in.
pub(super) async fn set_password(
    state: &AppState,
    guard: Guard,
    new: PasswordByCode,
    requester: &Requester,
    device: Device,
) -> Result<OpenedSession, IdentityError> {
    let mut errors = FieldErrors::default();
    validate_password(&mut errors, &new.password);
    errors.into_result(())?;
    let attempt = CodeAttempt {
        phone: contacts::parse_phone(&new.phone)?,
        code: new.code,
    };
    let phone = code::redeem(state, guard, CodePurpose::Recovery, attempt, requester, &device).await?;
    let hash = state.hasher.hash(new.password).await?;
    state
        .system()
        .in_transaction(async |tx| {
            let user = queries::user_by_phone(tx, &phone)
                .await?
                .ok_or(IdentityError::CodeWrong)?;
            replace_password(tx, user.id, hash, new.end_extensions, state.clock.now()).await?;
            Ok::<_, IdentityError>(())
        })
        .await?;
    state.notify_session_change();
    // The new password was just set, and the code verified the phone. An authenticator app is needed at a new login.
    let opened = first_cabinet::open_first_cabinet(state, guard, &phone, true, device).await?;
    opened.ok_or(IdentityError::CodeWrong)
}

/// Stores a new password hash, ends all sessions of the user, and if the person wants it the tokens of the extensions.
pub(super) async fn replace_password(
    rows: &impl ScopedConnection,
    user_id: UserId,
    hash: String,
    ends_extensions: bool,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = user::Entity::update_many()
        .col_expr(user::Column::PasswordHash, Expr::value(hash))
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(user_id));
    rows.update_count(update).await?;
    if ends_extensions {
        extension_tokens::revoke_all(rows, user_id, now).await?;
        end_keys_of_user(rows, user_id, now).await?;
    }
    session::revoke_all(rows, user_id, RevokeReason::PasswordChanged, now).await
}
