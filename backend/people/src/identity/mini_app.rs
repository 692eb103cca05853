//! The login of clients who open the cabinet as a mini app of Telegram or MAX.
//!
//! The signed launch data name the person of the messenger, as a one-time code to the same chat would. So they open what such a code
//! opens, and complete what it completes. See ADR 0376.

use super::{
    IdentityError, bot_events, browser_binding::Requester, device::Device, first_cabinet, pending_link, register,
    session::OpenedSession,
};
use infra::messengers::{self, Bot as _, Chat, Launch, Messenger, SharedPhone};
use platform::{error::OperationError, state::AppState};
use shared_types::{
    access::Guard,
    fields::{FieldErrors, Rule},
    identity::{MiniAppLaunch, MiniAppLogin, MiniAppPhone, MiniAppState, limits::LAUNCH_DATA},
    phone::Phone,
};

/// Logs in by launch data, or says what is missing.
pub(super) async fn launch(
    state: &AppState,
    launch: MiniAppLaunch,
    requester: &Requester,
    device: Device,
) -> Result<(MiniAppLogin, Option<OpenedSession>), IdentityError> {
    let (messenger, token) = validate(state, &launch)?;
    let person = messengers::verify_launch(messenger, token, &launch.launch_data, state.clock.now())?;
    if let Some(shared) = &launch.shared_phone {
        link_shared_phone(state, &person, token, shared).await?;
    }
    let answer = |next: MiniAppState| MiniAppLogin {
        state: next,
        session: None,
        phone: None,
        name: person.name.clone(),
        bot_url: None,
    };
    let Some(contact) = messengers::contact_of_person(&state.system(), &person).await? else {
        let bot_url = messengers::bot_address(state, messenger).await;
        let unknown = MiniAppLogin {
            bot_url,
            ..answer(MiniAppState::PhoneUnknown)
        };
        return Ok((unknown, None));
    };
    let Some(opened) = open_cabinet(state, &contact.phone, requester, device).await? else {
        let unregistered = MiniAppLogin {
            phone: Some(contact.phone.to_string()),
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

/// Links the number that the person shared, by the rules for a contact that is sent to the bot. Without a chat that the bot can write
/// to nothing is linked: the person shares the number there.
async fn link_shared_phone(
    state: &AppState,
    person: &Launch,
    token: &str,
    shared: &MiniAppPhone,
) -> Result<(), IdentityError> {
    let now = state.clock.now();
    let signed = SharedPhone {
        number: &shared.number,
        auth_date: &shared.auth_date,
        hash: &shared.hash,
    };
    let phone = messengers::verify_phone(person, token, &signed, now)?;
    let Some(chat_id) = &person.chat_id else {
        return Ok(());
    };
    let chat = Chat {
        messenger: person.messenger,
        id: chat_id.clone(),
        person_id: Some(person.person_id.clone()),
        language: person.language,
    };
    let key = format!("mini-app:{}:{}", person.person_id, shared.auth_date);
    state
        .system()
        .in_transaction(async |tx| bot_events::link_contact(tx, &chat, &phone, &key, now).await.map(drop))
        .await?;
    state.notify_session_change();
    Ok(())
}

/// Completes the registration that this browser has begun for the number, or opens the person's first cabinet. A registration of a
/// program, which is bound to an address, may be a stranger's.
async fn open_cabinet(
    state: &AppState,
    phone: &Phone,
    requester: &Requester,
    device: Device,
) -> Result<Option<OpenedSession>, IdentityError> {
    let hashes = requester.cookie_hash(Guard::Client).into_iter().collect();
    if let Some(begun) = pending_link::newest_registration(state, Guard::Client, phone, hashes).await?
        && let Some(opened) = register::complete_proved(state, Guard::Client, phone, begun, device.clone()).await?
    {
        return Ok(Some(opened));
    }
    first_cabinet::open_first_cabinet(state, Guard::Client, phone, false, device).await
}
