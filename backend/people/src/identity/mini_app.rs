//! The login of clients who open the cabinet as a mini app of Telegram or MAX.
//!
//! The signed launch data name the person of the messenger, as a one-time code to the same chat would. So they open what such a code
//! opens, and complete what it completes. See ADR 0376.

use super::{
    IdentityError, bot_events,
    browser_binding::Requester,
    device::Device,
    first_cabinet::open_cabinet,
    pending_link,
    queries::{self, UserKey},
    refresh, register,
    session::{self, OpenedSession},
};
use entities::agent;
use infra::messengers::{self, Bot as _, Chat, Launch, Messenger, SharedPhone};
use platform::{error::OperationError, state::AppState};
use shared_types::{
    access::Guard,
    fields::{FieldErrors, Rule},
    identity::{InvitationQuery, MiniAppLaunch, MiniAppLogin, MiniAppPhone, MiniAppState, limits::LAUNCH_DATA},
    phone::Phone,
};

/// Logs in by launch data, or says what is missing. `former` is the refresh token of the browser: the accounts of a messenger share its
/// cookies. The session of the same person goes on, also for old launch data; another person's ends.
pub(super) async fn launch(
    state: &AppState,
    launch: MiniAppLaunch,
    former: Option<&str>,
    requester: &Requester,
    device: Device,
) -> Result<(MiniAppLogin, Option<OpenedSession>), IdentityError> {
    let (messenger, token) = validate(state, &launch)?;
    let person = messengers::verify_launch(messenger, token, &launch.launch_data, state.clock.now())?;
    let phone = if let Some(shared) = &launch.shared_phone {
        Some(link_shared_phone(state, &person, token, shared).await?)
    } else {
        let contact = messengers::contact_of_person(&state.system(), &person).await?;
        contact.map(|contact| contact.phone)
    };
    let answer = |next: MiniAppState| MiniAppLogin {
        state: next,
        session: None,
        phone: None,
        name: person.name.clone(),
        bot_url: None,
    };
    let Some(phone) = phone else {
        if !person.is_fresh {
            return Err(IdentityError::LinkExpired);
        }
        let bot_url = messengers::bot_address(state, messenger).await;
        let unknown = MiniAppLogin {
            bot_url,
            ..answer(MiniAppState::PhoneUnknown)
        };
        return Ok((unknown, None));
    };
    claim_account(state, &phone).await?;
    let link = InvitationQuery {
        agent: launch.agent,
        hash: launch.hash,
    };
    let agent = register::find_agent_of_link(&state.system(), &link).await?;
    let continued = match former {
        Some(former) => continue_session(state, former, &phone, agent.as_ref(), device.clone()).await?,
        None => None,
    };
    let opened = match continued {
        Some(opened) => Some(opened),
        None if !person.is_fresh => return Err(IdentityError::LinkExpired),
        None => {
            let opened = open(state, &phone, agent.as_ref(), requester, device).await?;
            if let (Some(_), Some(former)) = (&opened, former) {
                session::close(state, former).await?;
            }
            opened
        }
    };
    let Some(opened) = opened else {
        let unregistered = MiniAppLogin {
            phone: Some(phone.to_string()),
            ..answer(MiniAppState::NoCabinet)
        };
        return Ok((unregistered, None));
    };
    let logged_in = MiniAppLogin {
        session: Some(opened.session.clone()),
        ..answer(MiniAppState::LoggedIn)
    };
    Ok((logged_in, Some(opened)))
}

/// The messenger of a launch and the token of its bot.
fn validate<'a>(state: &'a AppState, launch: &MiniAppLaunch) -> Result<(Messenger, &'a str), IdentityError> {
    let mut errors = FieldErrors::default();
    let messenger = Messenger::from_channel(launch.messenger);
    let bot = messenger.and_then(|messenger| Some((messenger, messenger.config(&state.config).token.as_deref()?)));
    if bot.is_none() {
        errors.add("messenger", Rule::UnknownValue);
    }
    if launch.launch_data.is_empty() {
        errors.add("launch_data", Rule::Required);
    } else if launch.launch_data.chars().count() > LAUNCH_DATA {
        errors.add("launch_data", Rule::TooLong(LAUNCH_DATA));
    }
    errors.into_result(())?;
    bot.ok_or_else(|| OperationError::field("messenger", Rule::UnknownValue).into())
}

/// Verifies the number that the person shared, and links it by the rules for a contact that is sent to the bot. MAX names the dialogue
/// in which the page was opened, which need not be the one with the bot, so it replaces no chat that is linked.
async fn link_shared_phone(
    state: &AppState,
    person: &Launch,
    token: &str,
    shared: &MiniAppPhone,
) -> Result<Phone, IdentityError> {
    let now = state.clock.now();
    let signed = SharedPhone {
        number: &shared.number,
        auth_date: &shared.auth_date,
        hash: &shared.hash,
    };
    let phone = messengers::verify_phone(person, token, &signed, now)?;
    let contacts = messengers::contacts_of_phone(&state.system(), &phone).await?;
    let is_linked = contacts.iter().any(|contact| contact.messenger == person.messenger);
    if let Some(chat_id) = person.chat_id.clone().filter(|_| !is_linked) {
        let chat = Chat {
            messenger: person.messenger,
            id: chat_id,
            person_id: Some(person.person_id.clone()),
            language: person.language,
        };
        let key = format!("mini-app:{}:{}", person.person_id, shared.auth_date);
        let system = state.system();
        system
            .in_transaction(async |tx| bot_events::link_contact(tx, &chat, &phone, &key, now).await.map(drop))
            .await?;
        state.notify_session_change();
    }
    Ok(phone)
}

/// Gives an account that was registered by e-mail with this number to the owner of the number, once a messenger has confirmed it.
async fn claim_account(state: &AppState, phone: &Phone) -> Result<(), IdentityError> {
    let (system, now) = (state.system(), state.clock.now());
    let user = queries::user_by_phone(&system, phone).await?;
    if user.is_some_and(|user| user.phone_unproved_at.is_some())
        && register::by_email::is_confirmed(&system, phone).await?
    {
        system
            .in_transaction(async |tx| bot_events::claim_account(tx, phone, now).await)
            .await?;
        state.notify_session_change();
    }
    Ok(())
}

/// Goes on with the session of the browser, if it is the person's own and in a cabinet of the agent whose link was opened.
async fn continue_session(
    state: &AppState,
    former: &str,
    phone: &Phone,
    agent: Option<&agent::Model>,
    device: Device,
) -> Result<Option<OpenedSession>, IdentityError> {
    let Some(session) = session::of_refresh_token(state, Guard::Client, former).await? else {
        return Ok(None);
    };
    let members = queries::memberships(&state.system(), UserKey::Phone(phone), Guard::Client).await?;
    let is_own = members.iter().any(|member| {
        let suits = agent.is_none_or(|agent| agent.id == member.cabinet.agent_id);
        suits && member.user_id == session.user_id && member.cabinet.member_id == session.member_id
    });
    if !is_own {
        return Ok(None);
    }
    // A token that another tab has just exchanged is refused: the launch logs in then.
    Ok(refresh::refresh(state, Guard::Client, former, device).await.ok())
}

/// Completes the registration that this browser has begun for the number, or opens a cabinet: the one of the agent whose link was
/// opened, else the first one. A registration of a program, which is bound to an address, may be a stranger's.
async fn open(
    state: &AppState,
    phone: &Phone,
    agent: Option<&agent::Model>,
    requester: &Requester,
    device: Device,
) -> Result<Option<OpenedSession>, IdentityError> {
    let hashes = requester.cookie_hash(Guard::Client).into_iter().collect();
    let begun = pending_link::newest_registration(state, Guard::Client, phone, hashes).await?;
    let completed = match begun {
        Some(begun) => register::complete_proved(state, Guard::Client, phone, begun, device.clone()).await,
        None => Ok(None),
    };
    let refused = match completed {
        Ok(Some(opened)) => return Ok(Some(opened)),
        Ok(None) => None,
        Err(error @ IdentityError::PlanLimit(_)) => Some(error),
        Err(error) => return Err(error),
    };
    let suits = |cabinet: &shared_types::identity::Cabinet| agent.is_none_or(|agent| agent.id == cabinet.agent_id);
    match (
        open_cabinet(state, Guard::Client, phone, false, device, suits).await?,
        refused,
    ) {
        (None, Some(refused)) => Err(refused),
        (opened, _) => Ok(opened),
    }
}
