//! Login by phone: which step comes next, the password, and the door behind a proved phone.

use super::{
    asker::Asker,
    code::{self, Purpose},
    queries::{self, Asked, Who},
    session::{self, Device, Opened},
};
use crate::{
    messengers::{self, Contact, Messenger, Proof},
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
    let buckets = buckets("password", phone.as_str(), &device);
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
    let who = Who::Phone(phone.as_str());
    by_secret(state, guard, who, login.password, code, &buckets, device).await
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

/// Logs a person in by a password, whatever the person is named by.
pub(super) async fn by_secret(
    state: &AppState,
    guard: Guard,
    who: Who<'_>,
    password: String,
    code: Option<(CodeLogin, &Asker)>,
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
    let mut proved_at = None;
    if let Err(refusal) = demand(member.asked, true, false) {
        let (code, asker) = code.ok_or(refusal)?;
        code::redeem(state, guard, Purpose::Login, code, asker, &device).await?;
        proved_at = Some(state.clock.now());
    }
    session::open(state, member.user_id, member.cabinet, device, proved_at).await
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
