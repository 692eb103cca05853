//! Login by phone: which step comes next, and the password.

use super::{
    queries,
    session::{self, Device, Opened},
};
use crate::platform::{
    http::Failure,
    state::AppState,
    throttle::{self, Bucket},
};
use shared_types::{
    access::Guard,
    fields::Rule,
    identity::{Cabinet, Channel, LoginStep, NextStep, PasswordLogin, limits::PASSWORD_MAX},
    phone::Phone,
    problem::ProblemCode,
};

/// Reads a phone as people type it.
pub(super) fn phone(text: &str) -> Result<Phone, Failure> {
    Phone::parse(text).map_err(|_| {
        Failure::field(
            "phone",
            if text.trim().is_empty() {
                Rule::Required
            } else {
                Rule::NotAPhone
            },
        )
    })
}

/// Where a code can be sent.
pub(super) fn channels(state: &AppState) -> Vec<Channel> {
    if state.config.log_codes {
        vec![Channel::Log]
    } else {
        Vec::new()
    }
}

/// How the login of a phone goes on; an unknown phone is asked for a password like a known one.
pub(super) async fn check(state: &AppState, text: &str) -> Result<LoginStep, Failure> {
    let phone = phone(text)?;
    let user = queries::user_of(&state.system(), phone.as_str()).await?;
    let channels = channels(state);
    let next = match user {
        Some(user) if user.password_hash.is_none() => {
            if channels.is_empty() {
                NextStep::Link
            } else {
                NextStep::Code
            }
        }
        _ => NextStep::Password,
    };
    Ok(LoginStep { next, channels })
}

/// Logs in by password.
pub(super) async fn by_password(
    state: &AppState,
    guard: Guard,
    login: PasswordLogin,
    device: Device,
) -> Result<Opened, Failure> {
    let phone = phone(&login.phone)?;
    if login.password.is_empty() {
        return Err(Failure::field("password", Rule::Required));
    }
    if login.password.chars().count() > PASSWORD_MAX {
        return Err(Failure::field("password", Rule::TooLong(PASSWORD_MAX)));
    }
    let buckets = buckets("password", phone.as_str(), &device);
    if let Some(seconds) = throttle::locked_for(&state.system(), &buckets, state.clock.now()).await? {
        return Err(Failure::later(seconds));
    }
    let user = queries::user_of(&state.system(), phone.as_str()).await?;
    let hash = user.as_ref().and_then(|user| user.password_hash.clone());
    let fits = state.hasher.verify(login.password, hash).await?;
    let cabinet = match &user {
        Some(user) if fits => first_cabinet(state, user.id, guard).await?,
        _ => None,
    };
    let (Some(user), Some(cabinet)) = (user, cabinet) else {
        throttle::failed(&state.system(), &buckets, state.clock.now()).await?;
        return Err(ProblemCode::LoginFailed.into());
    };
    session::open(state, user.id, cabinet, device).await
}

/// What is guessed at: the phone, from anywhere, and anything, from one address.
pub(super) fn buckets(purpose: &str, phone: &str, device: &Device) -> Vec<Bucket> {
    let address = device
        .address
        .as_deref()
        .map(|address| Bucket::address(purpose, address));
    std::iter::once(Bucket::phone(purpose, phone)).chain(address).collect()
}

/// The cabinet that a login opens: the first the person joined.
pub(super) async fn first_cabinet(state: &AppState, user_id: i64, guard: Guard) -> Result<Option<Cabinet>, Failure> {
    Ok(queries::cabinets(&state.system(), user_id, guard)
        .await?
        .into_iter()
        .next())
}
