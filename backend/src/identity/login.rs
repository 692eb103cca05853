//! Login by phone: which step comes next, the password, and the door behind a proved phone.

use super::{
    asker::Asker,
    attempts::{self, Kind, Standing},
    code::{self, Purpose},
    known_browser,
    queries::{self, Asked, Who},
    session::{self, Device, Opened},
};
use crate::{
    messengers::{self, Contact, Messenger, Proof},
    platform::{http::Failure, scope::Rows, state::AppState},
};
use shared_types::{
    access::Guard,
    fields::Rule,
    identity::{Channel, CodeLogin, LoginStep, NextStep, PasswordLogin, Proofs, limits::PASSWORD_MAX, second_factor},
    phone::Phone,
    problem::{Problem, ProblemCode},
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
    Ok(reachable(state, &messengers::of_phone(rows, phone).await?))
}

fn reachable(state: &AppState, contacts: &[Contact]) -> Vec<Channel> {
    let linked = contacts
        .iter()
        .filter(|contact| contact.blocked_at.is_none())
        .filter_map(|contact| Messenger::from_name(&contact.messenger))
        .filter(|messenger| messenger.is_on(&state.config))
        .map(Messenger::channel);
    linked.chain(state.config.log_codes.then_some(Channel::Log)).collect()
}

/// Whether a messenger vouched for the number. A start link alone does not: it says that somebody typed the number.
fn is_vouched(state: &AppState, contacts: &[Contact]) -> bool {
    let vouched = Proof::Contact.as_str();
    state.config.log_codes || contacts.iter().any(|contact| contact.proof == vouched)
}

/// How the login of a phone goes on; an unknown phone is asked for a password like a known one, after the same look-ups.
pub(super) async fn check(state: &AppState, guard: Guard, text: &str) -> Result<LoginStep, Failure> {
    let phone = phone(text)?;
    let scope = state.system();
    let user = queries::user_of(&scope, phone.as_str()).await?;
    let members = queries::memberships(&scope, Who::Phone(phone.as_str()), guard).await?;
    let contacts = messengers::of_phone(&scope, phone.as_str()).await?;
    let channels = reachable(state, &contacts);
    let has_password = user.as_ref().is_none_or(|user| user.password_hash.is_some());
    let is_invited = !members.is_empty() && !members.iter().any(|member| member.is_confirmed);
    let needs_link = channels.is_empty() || (is_invited && !is_vouched(state, &contacts));
    let next = match (has_password && !is_invited, needs_link) {
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
    asker: &Asker,
    device: Device,
) -> Result<Opened, Failure> {
    let phone = phone(&login.phone)?;
    let code = login.code.filter(|code| !code.trim().is_empty());
    let code = code.map(|code| {
        (
            CodeLogin {
                phone: login.phone,
                code,
            },
            asker,
        )
    });
    let account = Account {
        who: Who::Phone(phone.as_str()),
        kind: Kind::Password,
        subject: phone.as_str(),
    };
    by_secret(state, guard, account, login.password, code, device).await
}

/// Refuses a login that has not proved all that is asked of the person.
fn demand(asked: Asked, password: bool, phone: bool) -> Result<(), Failure> {
    let proofs = Proofs {
        has_password: asked.has_password,
        password,
        phone,
    };
    let missing = match second_factor(asked.by_agent, asked.by_choice, proofs) {
        None => return Ok(()),
        Some(NextStep::Code) => "send a code along with the password",
        Some(NextStep::SetPassword) => "set a password first",
        Some(_) => "send the password along with a code",
    };
    Err(Problem::new(ProblemCode::SecondFactorRequired).detail(missing).into())
}

/// An account that a password is typed for.
#[derive(Clone, Copy)]
pub(super) struct Account<'a> {
    pub(super) who: Who<'a>,
    pub(super) kind: Kind,
    /// The phone or the address, as attempts at it are counted.
    pub(super) subject: &'a str,
}

/// Logs a person in by a password, whatever the person is named by.
pub(super) async fn by_secret(
    state: &AppState,
    guard: Guard,
    account: Account<'_>,
    password: String,
    code: Option<(CodeLogin, &Asker)>,
    device: Device,
) -> Result<Opened, Failure> {
    if password.is_empty() {
        return Err(Failure::field("password", Rule::Required));
    }
    if password.chars().count() > PASSWORD_MAX {
        return Err(Failure::field("password", Rule::TooLong(PASSWORD_MAX)));
    }
    let scope = state.system();
    let browser = known_browser::hash(&device);
    let credential = queries::credential(&scope, account.who, browser.as_deref()).await?;
    let standing = Standing::of_browser(credential.is_known, &device);
    let buckets = attempts::buckets(account.kind, account.subject, &standing, &device);
    let slot = attempts::take_with_slot(state, &buckets, standing.lane()).await?;
    let fits = slot.verify(password, credential.password_hash).await?;
    let members = queries::memberships(&scope, account.who, guard).await?;
    let mut open = members.into_iter().filter(|member| member.is_confirmed);
    let Some(member) = open.next().filter(|_| fits) else {
        return Err(ProblemCode::LoginFailed.into());
    };
    attempts::give_back(state, &buckets).await?;
    let mut proved_at = None;
    if let Err(refusal) = demand(member.asked, true, false) {
        let (code, asker) = code.ok_or(refusal)?;
        code::redeem(state, guard, Purpose::Login, code, asker, &device).await?;
        proved_at = Some(state.clock.now());
    }
    session::open(state, member.user_id, member.cabinet, device, proved_at).await
}

/// Opens the first cabinet of a phone that was proved; none where it opens none.
///
/// Invitations that waited for the phone are taken, if a messenger vouched for it: whoever only typed the number takes none.
pub(super) async fn enter(
    state: &AppState,
    guard: Guard,
    phone: &Phone,
    with_password: bool,
    device: Device,
) -> Result<Option<Opened>, Failure> {
    let scope = state.system();
    let mut members = queries::memberships(&scope, Who::Phone(phone.as_str()), guard).await?;
    if members.iter().any(|member| !member.is_confirmed) {
        if is_vouched(state, &messengers::of_phone(&scope, phone.as_str()).await?) {
            // A cabinet the person knows goes before one that somebody invited to.
            members.sort_by_key(|member| !member.is_confirmed);
        } else {
            members.retain(|member| member.is_confirmed);
        }
    }
    let waits = members.iter().any(|member| !member.is_confirmed);
    let Some(member) = members.into_iter().next() else {
        return Ok(None);
    };
    demand(member.asked, with_password, true)?;
    if waits {
        queries::confirm(&scope, member.user_id, guard, state.clock.now()).await?;
    }
    session::open(state, member.user_id, member.cabinet, device, Some(state.clock.now()))
        .await
        .map(Some)
}
