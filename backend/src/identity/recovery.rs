//! A new password, proved by a code: for who forgot it and for invited staff who never had one.

use super::{
    asker::{Asker, Mark},
    code::{self, Purpose},
    entity::user,
    login, queries,
    session::{self, Device, Opened},
};
use crate::{
    messengers::Messenger,
    platform::{http::Failure, scope::Rows, state::AppState},
};
use chrono::{DateTime, Utc};
use sea_orm::{
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Guard,
    fields::{FieldErrors, Rule},
    identity::{
        Channel, CodeLogin, CodeRequest, PasswordByCode, RecoveryRequest,
        limits::{PASSWORD_MAX, PASSWORD_MIN},
    },
    problem::ProblemCode,
};

/// Checks a new password.
pub(super) fn check_password(errors: &mut FieldErrors, password: &str) {
    let length = password.chars().count();
    if length < PASSWORD_MIN {
        errors.add("password", Rule::TooShort(PASSWORD_MIN));
    } else if length > PASSWORD_MAX {
        errors.add("password", Rule::TooLong(PASSWORD_MAX));
    }
}

/// Asks for a code that sets a password. A phone that no code can reach is answered like any other.
pub(super) async fn ask(
    state: &AppState,
    guard: Guard,
    request: RecoveryRequest,
    asker: &Asker,
    device: &Device,
) -> Result<Mark, Failure> {
    let phone = login::phone(&request.phone)?;
    let mut bots = Messenger::ALL.into_iter().filter(|bot| bot.is_on(&state.config));
    let fallback = if state.config.log_codes {
        Channel::Log
    } else {
        bots.next().map_or(Channel::Telegram, Messenger::channel)
    };
    let channel = code::channel(state, phone.as_str(), request.channel)
        .await?
        .unwrap_or(fallback);
    let request = CodeRequest {
        phone: request.phone,
        channel,
    };
    code::ask(state, guard, Purpose::Recovery, request, asker, device).await
}

/// Sets the password, ends the person's other logins, and logs in.
pub(super) async fn set_password(
    state: &AppState,
    guard: Guard,
    new: PasswordByCode,
    asker: &Asker,
    device: Device,
) -> Result<Opened, Failure> {
    let mut errors = FieldErrors::default();
    check_password(&mut errors, &new.password);
    errors.or(())?;
    let attempt = CodeLogin {
        phone: new.phone,
        code: new.code,
    };
    let phone = code::redeem(state, guard, Purpose::Recovery, attempt, asker, &device).await?;
    let hash = state.hasher.hash(new.password).await?;
    let tx = state.system().begin().await?;
    let person = queries::user_of(&tx, phone.as_str())
        .await?
        .ok_or(ProblemCode::CodeWrong)?;
    change(&tx, person.id, hash, state.clock.now()).await?;
    tx.commit().await?;
    let opened = login::enter(state, guard, &phone, device).await?;
    opened.ok_or_else(|| ProblemCode::CodeWrong.into())
}

/// Writes a new password and ends every login of the person.
pub(super) async fn change(rows: &impl Rows, user_id: i64, hash: String, now: DateTime<Utc>) -> Result<(), DbErr> {
    let update = user::Entity::update_many()
        .col_expr(user::Column::PasswordHash, Expr::value(hash))
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(user_id));
    rows.update_count(update).await?;
    session::revoke_all(rows, user_id, "the password was changed", now).await
}
