//! Login by phone: the next step, login by password, and login after the phone is verified.

use super::{
    IdentityError,
    attempts::{self, AttemptKind, AttemptSource},
    browser_binding::Requester,
    code::{self, CodeAttempt},
    contacts::{is_verified, parse_phone, usable_channels},
    device::Device,
    first_cabinet::require_second_factor,
    known_browser,
    queries::{self, UserKey, UserMembership},
    second_factor::{self, EnteredFactor},
    session::{self, OpenedSession},
};
use chrono::{DateTime, Utc};
use entities::login_code::CodePurpose;
use infra::messengers::{self};
use platform::error::OperationError;
use platform::state::AppState;
use shared_types::{
    access::Guard,
    fields::Rule,
    identity::{LoginStep, NextStep, PasswordLogin, limits::PASSWORD_MAX},
    phone::Phone,
};

/// The next login step of a phone. An unknown phone gets the password step, after the same queries as a known one.
pub(super) async fn next_step(state: &AppState, guard: Guard, text: &str) -> Result<LoginStep, IdentityError> {
    let phone = parse_phone(text)?;
    let scope = state.system();
    let user = queries::user_by_phone(&scope, &phone).await?;
    let members = queries::memberships(&scope, UserKey::Phone(&phone), guard).await?;
    let contacts = messengers::contacts_of_phone(&scope, &phone).await?;
    let channels = usable_channels(state, &contacts);
    let has_password = user.as_ref().is_none_or(|user| user.password_hash.is_some());
    let is_invited = !members.is_empty() && !members.iter().any(|member| member.is_confirmed);
    let needs_link = channels.is_empty() || (is_invited && !is_verified(state, &contacts));
    let next = match (has_password && !is_invited, needs_link) {
        (true, _) => NextStep::Password,
        (false, true) => NextStep::Link,
        (false, false) if guard == Guard::Agent && is_invited && !has_password => NextStep::SetPassword,
        (false, false) => NextStep::Code,
    };
    Ok(LoginStep { next, channels })
}

/// Logs in by phone and password.
pub(super) async fn by_password(
    state: &AppState,
    guard: Guard,
    login: PasswordLogin,
    requester: &Requester,
    device: Device,
) -> Result<OpenedSession, IdentityError> {
    let phone = parse_phone(&login.phone)?;
    let account = Account {
        key: UserKey::Phone(&phone),
        kind: AttemptKind::Password,
        subject: phone.as_str(),
    };
    let entered = EnteredFactors {
        password: login.password,
        second: EnteredFactor::new(login.code, login.passkey),
    };
    by_account(state, guard, account, entered, Some((&phone, requester)), device).await
}

/// The account for which a password is given.
#[derive(Clone, Copy)]
pub(super) struct Account<'a> {
    pub(super) key: UserKey<'a>,
    pub(super) kind: AttemptKind,
    /// The phone or e-mail address under which attempts are counted.
    pub(super) subject: &'a str,
}

/// The factors that a person enters to log in by password.
pub(super) struct EnteredFactors {
    pub(super) password: String,
    /// The second factor, used only if it is required.
    pub(super) second: EnteredFactor,
}

/// Logs in by a password for a phone or an e-mail address. `messenger` is the phone and the requester of a code sent to it; a login
/// by e-mail has none.
pub(super) async fn by_account(
    state: &AppState,
    guard: Guard,
    account: Account<'_>,
    entered: EnteredFactors,
    messenger: Option<(&Phone, &Requester)>,
    device: Device,
) -> Result<OpenedSession, IdentityError> {
    let is_confirmed = |member: &UserMembership| member.is_confirmed;
    let (member, proved_at) = verify(state, guard, account, entered, messenger, &device, is_confirmed).await?;
    session::open(state, member.user_id, member.cabinet, device, proved_at, None).await
}

/// Verifies the factors of an account. Returns its first membership that `may_open`, and the time of the second factor, if one is
/// required.
pub(super) async fn verify(
    state: &AppState,
    guard: Guard,
    account: Account<'_>,
    entered: EnteredFactors,
    messenger: Option<(&Phone, &Requester)>,
    device: &Device,
    may_open: impl Fn(&UserMembership) -> bool,
) -> Result<(UserMembership, Option<DateTime<Utc>>), IdentityError> {
    let EnteredFactors { password, second } = entered;
    if password.is_empty() {
        return Err(OperationError::field("password", Rule::Required).into());
    }
    if password.chars().count() > PASSWORD_MAX {
        return Err(OperationError::field("password", Rule::TooLong(PASSWORD_MAX)).into());
    }
    let scope = state.system();
    let browser = known_browser::hash(device);
    let credential = queries::credential(&scope, account.key, browser.as_deref()).await?;
    let source = AttemptSource::from_browser(credential.is_known, device);
    let buckets = attempts::buckets(account.kind, account.subject, &source, device);
    let slot = attempts::take_with_slot(state, &buckets, source.queue_share()).await?;
    let is_correct = slot.verify(password, credential.password_hash).await?;
    let members = queries::memberships(&scope, account.key, guard).await?;
    let Some(member) = members.into_iter().find(may_open).filter(|_| is_correct) else {
        return Err(IdentityError::LoginFailed);
    };
    attempts::refund(state, &buckets).await?;
    let mut proved_at = None;
    if let Err(refusal) = require_second_factor(member.requirements, true, None) {
        let factors = member.requirements.second_factors;
        if factors.any() {
            if second.is_empty() {
                return Err(second_factor::refusal(state, member.user_id, factors).await?);
            }
            second_factor::redeem(state, member.user_id, second, &source, device).await?;
        } else {
            let (Some(code), Some((phone, requester))) = (second.into_code(), messenger) else {
                return Err(refusal);
            };
            let phone = phone.clone();
            let attempt = CodeAttempt { phone, code };
            code::redeem(state, guard, CodePurpose::Login, attempt, requester, device).await?;
        }
        proved_at = Some(state.clock.now());
    }
    Ok((member, proved_at))
}
