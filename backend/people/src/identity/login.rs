//! Login by phone: the next step, login by password, and login after the phone is verified.

use super::{
    attempts::{self, AttemptKind, AttemptSource},
    code::{self, CodeAttempt},
    known_browser,
    queries::{self, LoginRequirements, UserKey},
    second_factor::{self, EnteredFactor},
    session::{self, Device, OpenedSession},
};
use crate::identity::IdentityError;
use crate::{identity::browser_binding::Requester, phone_number};
use entities::login_code::CodePurpose;
use infra::messengers::{self, Bot as _, Contact, Messenger, Proof};
use platform::error::OperationError;
use platform::{scope::ScopedConnection, state::AppState};
use shared_types::{
    access::Guard,
    fields::Rule,
    identity::{
        Channel, LoginStep, NextStep, PasswordLogin, PossessionFactor, Proofs, limits::PASSWORD_MAX, missing_factor,
    },
    phone::Phone,
};

/// Parses a phone number as people type it.
pub(super) fn parse_phone(text: &str) -> Result<Phone, IdentityError> {
    phone_number::parse(text).map_err(|_| {
        let rule = if text.trim().is_empty() {
            Rule::Required
        } else {
            Rule::NotAPhone
        };
        OperationError::field("phone", rule).into()
    })
}

/// The channels by which a code can be sent to the phone: its linked messengers, and the log if it is enabled.
pub(super) async fn available_channels(
    state: &AppState,
    rows: &impl ScopedConnection,
    phone: &Phone,
) -> Result<Vec<Channel>, IdentityError> {
    Ok(usable_channels(
        state,
        &messengers::contacts_of_phone(rows, phone).await?,
    ))
}

fn usable_channels(state: &AppState, contacts: &[Contact]) -> Vec<Channel> {
    let linked = contacts
        .iter()
        .filter(|contact| contact.blocked_at.is_none())
        .map(|contact| contact.messenger)
        .filter(|messenger| messenger.is_enabled(&state.config))
        .map(Messenger::channel);
    linked.chain(state.config.log_codes.then_some(Channel::Log)).collect()
}

/// Whether a messenger verified the number. A start link alone does not: it only shows that a person typed the number.
fn is_verified(state: &AppState, contacts: &[Contact]) -> bool {
    state.config.log_codes || contacts.iter().any(|contact| contact.proof == Proof::Contact)
}

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

/// Refuses a login that lacks a required second factor.
pub(super) fn require_second_factor(
    asked: LoginRequirements,
    password: bool,
    possession: Option<PossessionFactor>,
) -> Result<(), IdentityError> {
    let proofs = Proofs {
        has_password: asked.has_password,
        password,
        possession,
    };
    match missing_factor(asked.required_factors(), proofs) {
        None => Ok(()),
        Some(next) => Err(IdentityError::SecondFactorRequired { next, passkey: None }),
    }
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
    let EnteredFactors { password, second } = entered;
    if password.is_empty() {
        return Err(OperationError::field("password", Rule::Required).into());
    }
    if password.chars().count() > PASSWORD_MAX {
        return Err(OperationError::field("password", Rule::TooLong(PASSWORD_MAX)).into());
    }
    let scope = state.system();
    let browser = known_browser::hash(&device);
    let credential = queries::credential(&scope, account.key, browser.as_deref()).await?;
    let source = AttemptSource::from_browser(credential.is_known, &device);
    let buckets = attempts::buckets(account.kind, account.subject, &source, &device);
    let slot = attempts::take_with_slot(state, &buckets, source.queue_share()).await?;
    let is_correct = slot.verify(password, credential.password_hash).await?;
    let members = queries::memberships(&scope, account.key, guard).await?;
    let mut confirmed = members.into_iter().filter(|member| member.is_confirmed);
    let Some(member) = confirmed.next().filter(|_| is_correct) else {
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
            second_factor::redeem(state, member.user_id, second, &source, &device).await?;
        } else {
            let (Some(code), Some((phone, requester))) = (second.into_code(), messenger) else {
                return Err(refusal);
            };
            let phone = phone.clone();
            let attempt = CodeAttempt { phone, code };
            code::redeem(state, guard, CodePurpose::Login, attempt, requester, &device).await?;
        }
        proved_at = Some(state.clock.now());
    }
    session::open(state, member.user_id, member.cabinet, device, proved_at, None).await
}

/// Opens a session in the first cabinet of a verified phone. `None` if the phone has no cabinet.
///
/// Pending invitations are confirmed only if a messenger verified the number, not if it was merely typed.
pub(super) async fn open_first_cabinet(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    with_password: bool,
    device: Device,
) -> Result<Option<OpenedSession>, IdentityError> {
    let scope = state.system();
    let mut members = queries::memberships(&scope, UserKey::Phone(phone), guard).await?;
    if members.iter().any(|member| !member.is_confirmed) {
        if is_verified(state, &messengers::contacts_of_phone(&scope, phone).await?) {
            // Confirmed cabinets come before invitations.
            members.sort_by_key(|member| !member.is_confirmed);
        } else {
            members.retain(|member| member.is_confirmed);
        }
    }
    let has_invitation = members.iter().any(|member| !member.is_confirmed);
    let Some(member) = members.into_iter().next() else {
        return Ok(None);
    };
    require_second_factor(member.requirements, with_password, Some(PossessionFactor::Phone))?;
    if has_invitation {
        queries::confirm_invitations(&scope, member.user_id, guard, state.clock.now()).await?;
    }
    let proved_at = Some(state.clock.now());
    session::open(state, member.user_id, member.cabinet, device, proved_at, None)
        .await
        .map(Some)
}
