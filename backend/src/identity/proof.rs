//! Proving oneself anew before something sensitive: by the password, or by a code that was asked for.

use super::{
    asker::Asker,
    attempts::{self, Kind, Standing},
    code::{self, Purpose},
    entity::{session, user},
    queries::{self, Who},
    recovery,
    session::{Device, thrown_out},
};
use crate::platform::{auth::Caller, http::Failure, scope::Rows, state::AppState};
use axum::{extract::FromRequestParts, http::request::Parts};
use axum_extra::extract::cookie::Cookie;
use chrono::{DateTime, Utc};
use sea_orm::{
    DbErr,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    identity::{Channel, CodeLogin, CodeRequest, limits::PASSWORD_MAX},
    problem::ProblemCode,
};

/// The person who asks, with the browser that does.
pub(crate) struct Witness {
    pub(super) asker: Asker,
    pub(super) device: Device,
}

/// Checks a new password.
pub(crate) fn check_password(errors: &mut FieldErrors, password: &str) {
    recovery::check_password(errors, password);
}

/// Whether the password is the person's; wrong ones are counted like those at the login.
pub(crate) async fn by_password(
    state: &AppState,
    caller: &Caller,
    password: &str,
    witness: &Witness,
) -> Result<(), Failure> {
    if password.chars().count() > PASSWORD_MAX {
        return Err(Failure::field("current", Rule::TooLong(PASSWORD_MAX)));
    }
    let standing = Standing::of_login(caller);
    let buckets = attempts::buckets(Kind::Password, &caller.phone, &standing, &witness.device);
    let credential = queries::credential(&state.system(), Who::User(caller.user_id), None).await?;
    let slot = attempts::take_with_slot(state, &buckets, standing.lane()).await?;
    if !slot.verify(password.to_owned(), credential.password_hash).await? {
        return Err(ProblemCode::ProofWrong.into());
    }
    attempts::give_back(state, &buckets).await?;
    Ok(())
}

/// Whether the code is the one sent to the person's own phone.
pub(crate) async fn by_code(state: &AppState, caller: &Caller, code: &str, witness: &Witness) -> Result<(), Failure> {
    redeem(state, caller, Purpose::Recovery, code, witness).await
}

async fn redeem(
    state: &AppState,
    caller: &Caller,
    purpose: Purpose,
    code: &str,
    witness: &Witness,
) -> Result<(), Failure> {
    let attempt = CodeLogin {
        phone: caller.phone.clone(),
        code: code.to_owned(),
    };
    let (asker, device) = (&witness.asker, &witness.device);
    match code::redeem(state, caller.guard(), purpose, attempt, asker, device).await {
        Ok(_) => Ok(()),
        Err(failure) => Err(unproved(failure)),
    }
}

/// The login itself is good: only the proof is not.
pub(super) fn unproved(failure: Failure) -> Failure {
    match failure.code() {
        ProblemCode::CodeWrong => ProblemCode::ProofWrong.into(),
        _ => failure,
    }
}

/// Sends the person a code that proves who pays out.
pub(crate) async fn ask_payout_code(
    state: &AppState,
    caller: &Caller,
    channel: Option<Channel>,
    witness: &Witness,
) -> Result<Option<Cookie<'static>>, Failure> {
    // A person without a messenger learns it here: there is nobody to hide it from.
    let channel = code::channel(state, &caller.phone, channel).await?;
    let request = CodeRequest {
        phone: caller.phone.clone(),
        channel: channel.ok_or_else(|| Failure::field("channel", Rule::Required))?,
    };
    let (asker, device) = (&witness.asker, &witness.device);
    let standing = Standing::of_login(caller);
    let mark = code::ask_as(state, standing, caller.guard(), Purpose::Payout, request, asker, device).await?;
    Ok(mark.cookie)
}

/// Takes the code: for a while this login may pay out.
pub(crate) async fn prove_payouts(
    state: &AppState,
    caller: &Caller,
    code: &str,
    witness: &Witness,
) -> Result<(), Failure> {
    redeem(state, caller, Purpose::Payout, code, witness).await?;
    let proved = session::Entity::update_many()
        .col_expr(session::Column::ProvedAt, Expr::value(state.clock.now()))
        .filter(session::Column::Id.eq(caller.session_id));
    state.system().update_count(proved).await?;
    Ok(())
}

/// Writes a new password and ends the person's other logins.
pub(crate) async fn set_password(
    rows: &impl Rows,
    caller: &Caller,
    hash: String,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let update = user::Entity::update_many()
        .col_expr(user::Column::PasswordHash, Expr::value(hash))
        .col_expr(user::Column::Version, Expr::col(user::Column::Version).add(1))
        .col_expr(user::Column::UpdatedAt, Expr::value(now))
        .filter(user::Column::Id.eq(caller.user_id));
    rows.update_count(update).await?;
    end_others(rows, caller, "the password was changed", now).await
}

/// Ends every login of the person but the one that asks, and forgets their browsers.
pub(crate) async fn end_others(
    rows: &impl Rows,
    caller: &Caller,
    reason: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let end = thrown_out(reason, now)
        .filter(session::Column::UserId.eq(caller.user_id))
        .filter(session::Column::Id.ne(caller.session_id));
    rows.update_count(end).await.map(drop)
}

impl FromRequestParts<AppState> for Witness {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Failure> {
        Ok(Self {
            asker: Asker::from_request_parts(parts, state).await?,
            device: Device::from_request_parts(parts, state).await?,
        })
    }
}

/// Whether an agent asks for a second factor at the person's logins.
pub(crate) async fn is_asked_by_agent(state: &AppState, caller: &Caller) -> Result<bool, DbErr> {
    let members = queries::memberships(&state.system(), Who::User(caller.user_id), caller.guard()).await?;
    Ok(members.first().is_some_and(|member| member.asked.by_agent))
}

/// Browser and system of a user agent, as far as they can be told.
pub(crate) fn device_name(user_agent: &str) -> String {
    super::asker::described(&Device {
        user_agent: user_agent.to_owned(),
        ..Device::default()
    })
}
