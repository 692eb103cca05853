//! Login by phone: which step comes next, the password, and the door behind a proved phone.

use super::{
    asker::Asker,
    queries::{self, Who},
    session::{self, Device, Opened},
};
use crate::{
    messengers::{self, Messenger},
    platform::{
        http::Failure,
        scope::Rows,
        state::AppState,
        throttle::{self, Bucket},
    },
};
use shared_types::{
    access::Guard,
    fields::Rule,
    identity::{Channel, LoginStep, NextStep, PasswordLogin, limits::PASSWORD_MAX},
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

/// Where a code to the phone can be sent: the messengers it is linked to, and the log where that is allowed.
pub(super) async fn channels(state: &AppState, rows: &impl Rows, phone: &str) -> Result<Vec<Channel>, Failure> {
    let contacts = messengers::of_phone(rows, phone).await?;
    let linked = contacts
        .iter()
        .filter(|contact| contact.blocked_at.is_none())
        .filter_map(|contact| Messenger::from_name(&contact.messenger))
        .filter(|messenger| messenger.is_on(&state.config))
        .map(Messenger::channel);
    Ok(linked.chain(state.config.log_codes.then_some(Channel::Log)).collect())
}

/// How the login of a phone goes on; an unknown phone is asked for a password like a known one, after the same look-ups.
pub(super) async fn check(state: &AppState, guard: Guard, text: &str) -> Result<LoginStep, Failure> {
    let phone = phone(text)?;
    let scope = state.system();
    let user = queries::user_of(&scope, phone.as_str()).await?;
    let members = queries::memberships(&scope, Who::Phone(phone.as_str()), guard).await?;
    let channels = channels(state, &scope, phone.as_str()).await?;
    let has_password = user.as_ref().is_none_or(|user| user.password_hash.is_some());
    let is_invited = !members.is_empty() && !members.iter().any(|member| member.is_confirmed);
    let next = match (has_password && !is_invited, channels.is_empty()) {
        (true, _) => NextStep::Password,
        (false, true) => NextStep::Link,
        (false, false) if guard == Guard::Agent && is_invited && !has_password => NextStep::SetPassword,
        (false, false) => NextStep::Code,
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
    let buckets = buckets("password", phone.as_str(), &device);
    by_secret(
        state,
        guard,
        Who::Phone(phone.as_str()),
        login.password,
        &buckets,
        device,
    )
    .await
}

/// Logs a person in by a password, whatever the person is named by.
pub(super) async fn by_secret(
    state: &AppState,
    guard: Guard,
    who: Who<'_>,
    password: String,
    buckets: &[Bucket],
    device: Device,
) -> Result<Opened, Failure> {
    if password.is_empty() {
        return Err(Failure::field("password", Rule::Required));
    }
    if password.chars().count() > PASSWORD_MAX {
        return Err(Failure::field("password", Rule::TooLong(PASSWORD_MAX)));
    }
    let scope = state.system();
    take(state, buckets, None).await?;
    let hash = queries::password_of(&scope, who).await?;
    let fits = state.hasher.verify(password, hash).await?;
    let members = queries::memberships(&scope, who, guard).await?;
    let mut open = members.into_iter().filter(|member| member.is_confirmed);
    let Some(member) = open.next().filter(|_| fits) else {
        return Err(ProblemCode::LoginFailed.into());
    };
    throttle::give_back(&scope, buckets).await?;
    session::open(state, member.user_id, member.cabinet, device).await
}

/// Takes a try, or says how long there is none.
pub(super) async fn take(state: &AppState, buckets: &[Bucket], most: Option<i64>) -> Result<(), Failure> {
    let (scope, now) = (state.system(), state.clock.now());
    if throttle::take(&scope, buckets, most, now).await? {
        return Ok(());
    }
    let seconds = throttle::locked_for(&scope, buckets, now).await?;
    Err(Failure::later(seconds.unwrap_or(1)))
}

/// What is guessed at: the phone, from anywhere, and anything, from one address.
pub(super) fn buckets(purpose: &str, phone: &str, device: &Device) -> Vec<Bucket> {
    let address = device
        .address
        .as_deref()
        .map(|address| Bucket::address(purpose, address));
    std::iter::once(Bucket::phone(purpose, phone)).chain(address).collect()
}

/// The same, and what one browser tries.
pub(super) fn buckets_of(purpose: &str, guard: Guard, phone: &str, device: &Device, asker: &Asker) -> Vec<Bucket> {
    let session = asker.session(guard).map(|session| Bucket::session(purpose, &session));
    buckets(purpose, phone, device).into_iter().chain(session).collect()
}

/// Opens the first cabinet of a phone that was proved; invitations that waited for the proof are taken. None where it opens none.
pub(super) async fn enter(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    device: Device,
) -> Result<Option<Opened>, Failure> {
    let scope = state.system();
    let members = queries::memberships(&scope, Who::Phone(phone.as_str()), guard).await?;
    let waits = members.iter().any(|member| !member.is_confirmed);
    // A cabinet the person knows goes before one that somebody invited to.
    let mut ordered = members;
    ordered.sort_by_key(|member| !member.is_confirmed);
    let Some(member) = ordered.into_iter().next() else {
        return Ok(None);
    };
    if waits {
        queries::confirm(&scope, member.user_id, guard, state.clock.now()).await?;
    }
    session::open(state, member.user_id, member.cabinet, device)
        .await
        .map(Some)
}
