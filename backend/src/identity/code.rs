//! One-time codes: six digits, five minutes, one use, five tries, stored as a salted password hash.

use super::{
    entity::login_code,
    login,
    queries::{self, Who},
    session::{self, Device, Opened},
};
use crate::{
    platform::{http::Failure, rng, scope::Rows, state::AppState, throttle},
    staff,
};
use chrono::Duration;
use sea_orm::{
    ActiveValue::NotSet,
    QuerySelect, QueryTrait, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    access::Guard,
    fields::Rule,
    identity::{
        CodeLogin, CodeRequest,
        limits::{CODE_DIGITS, CODE_MINUTES, CODE_TRIES},
    },
    problem::ProblemCode,
};

/// Sends a code to a known phone; the answer is the same for an unknown one.
pub(super) async fn send(state: &AppState, guard: Guard, request: CodeRequest, device: &Device) -> Result<(), Failure> {
    let phone = login::phone(&request.phone)?;
    if !login::channels(state).contains(&request.channel) {
        return Err(Failure::field("channel", Rule::UnknownValue));
    }
    let now = state.clock.now();
    let buckets = login::buckets("code-send", phone.as_str(), device);
    if let Some(seconds) = throttle::locked_for(&state.system(), &buckets, now).await? {
        return Err(Failure::later(seconds));
    }
    // Every request counts: messages cost money and patience.
    throttle::failed(&state.system(), &buckets, now).await?;
    let cabinets = queries::cabinets_of(&state.system(), Who::Phone(phone.as_str()), guard).await?;
    if cabinets.is_empty() {
        return Ok(());
    }
    let code = rng::code();
    let row = login_code::ActiveModel {
        id: NotSet,
        guard: Set(guard.as_str().to_owned()),
        phone: Set(phone.as_str().to_owned()),
        purpose: Set("login".to_owned()),
        channel: Set(request.channel.as_str().to_owned()),
        code_hash: Set(state.hasher.hash(code.clone()).await?),
        attempts: Set(0),
        expires_at: Set(now + Duration::minutes(CODE_MINUTES)),
        used_at: Set(None),
        created_at: Set(now),
    };
    state.system().insert(row).await?;
    // The `log` messenger: only where the configuration allows it, see `Config::log_codes`.
    tracing::info!(phone = phone.as_str(), code, "one-time code");
    Ok(())
}

/// Logs in by the newest code of the phone.
pub(super) async fn redeem(
    state: &AppState,
    guard: Guard,
    attempt: CodeLogin,
    device: Device,
) -> Result<Opened, Failure> {
    let phone = login::phone(&attempt.phone)?;
    let code: String = attempt.code.chars().filter(|c| !c.is_whitespace()).collect();
    if code.len() != CODE_DIGITS || !code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Failure::field(
            "code",
            if code.is_empty() {
                Rule::Required
            } else {
                Rule::WrongType("six digits".to_owned())
            },
        ));
    }
    let now = state.clock.now();
    let scope = state.system();
    let buckets = login::buckets("code", phone.as_str(), &device);
    if let Some(seconds) = throttle::locked_for(&scope, &buckets, now).await? {
        return Err(Failure::later(seconds));
    }
    // The try is taken before the code is compared, so that parallel guesses can't share one.
    let newest = login_code::Entity::find()
        .select_only()
        .column_as(login_code::Column::Id.max(), "newest")
        .filter(login_code::Column::Guard.eq(guard.as_str()))
        .filter(login_code::Column::Phone.eq(phone.as_str()));
    let one_try = login_code::Entity::update_many()
        .col_expr(
            login_code::Column::Attempts,
            Expr::col(login_code::Column::Attempts).add(1),
        )
        .filter(login_code::Column::Id.in_subquery(newest.into_query()))
        .filter(login_code::Column::UsedAt.is_null())
        .filter(login_code::Column::ExpiresAt.gt(now))
        .filter(login_code::Column::Attempts.lt(CODE_TRIES));
    let found = scope.update(one_try).await?.pop();
    let hash = found.as_ref().map(|row| row.code_hash.clone());
    let fits = state.hasher.verify(code, hash).await?;
    let redeemed = match &found {
        Some(row) if fits => {
            let once = login_code::Entity::update_many()
                .col_expr(login_code::Column::UsedAt, Expr::value(now))
                .filter(login_code::Column::Id.eq(row.id))
                .filter(login_code::Column::UsedAt.is_null());
            scope.update_count(once).await? == 1
        }
        _ => false,
    };
    if !redeemed {
        throttle::failed(&scope, &buckets, now).await?;
        return Err(ProblemCode::CodeWrong.into());
    }
    let cabinets = queries::cabinets_of(&scope, Who::Phone(phone.as_str()), guard).await?;
    if let Some(held) = cabinets.iter().find(|held| held.invited) {
        staff::confirm_on_proof(&scope, held.user_id, guard, now).await?;
    }
    let held = cabinets.into_iter().next().ok_or(ProblemCode::CodeWrong)?;
    session::open(state, held.user_id, held.cabinet, device).await
}
