//! Addresses of start links, recovery, registration, e-mail, and the way to the agent's own host.

use super::{
    asker::{Asker, Mark},
    code, email, handover, link, login, recovery, register,
    routes::answer,
    session::Device,
};
use crate::platform::{
    auth::Caller,
    http::{Answer, Api, Failure, Input, guard_of, with_cookie},
    state::AppState,
};
use axum::{
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use shared_types::{
    endpoint::{Endpoint, Nothing},
    identity::*,
};
use std::sync::Arc;

/// The feature's addresses.
pub fn entry_routes(api: Api) -> Api {
    api.serve::<SendCode, _>(send_code)
        .serve::<LogInByCode, _>(log_in_by_code)
        .serve::<RequestLink, _>(request_link)
        .serve::<CheckLink, _>(check_link)
        .serve::<Recover, _>(recover)
        .serve::<SetPassword, _>(set_password)
        .serve::<RegisterAgent, _>(register_agent)
        .serve::<ShowInvitation, _>(show_invitation)
        .serve::<RegisterClient, _>(register_client)
        .serve::<SendConfirmation, _>(send_confirmation)
        .serve::<Confirm, _>(confirm)
        .serve::<LogInByEmail, _>(log_in_by_email)
        .serve::<ForgetPassword, _>(forget_password)
        .serve::<ResetPassword, _>(reset_password)
        .serve::<HandOver, _>(hand_over)
        .serve::<LogInByHandover, _>(log_in_by_handover)
}

/// An answer that a browser must show to go on.
fn marked<E: Endpoint>(body: E::Response, mark: Mark) -> Response {
    match mark.cookie {
        Some(cookie) => with_cookie(Answer::<E>(body), &cookie),
        None => Answer::<E>(body).into_response(),
    }
}

fn host(headers: &HeaderMap) -> &str {
    headers
        .get(header::HOST)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

async fn send_code(
    State(state): State<AppState>,
    device: Device,
    asker: Asker,
    input: Input<SendCode>,
) -> Result<Response, Failure> {
    let guard = guard_of(&input.path.0)?;
    let mark = code::ask(&state, guard, code::Purpose::Login, input.body, &asker, &device).await?;
    Ok(marked::<SendCode>(Nothing {}, mark))
}

async fn log_in_by_code(
    State(state): State<AppState>,
    device: Device,
    asker: Asker,
    input: Input<LogInByCode>,
) -> Result<Response, Failure> {
    let guard = guard_of(&input.path.0)?;
    Ok(answer::<LogInByCode>(
        code::log_in(&state, guard, input.body, &asker, device).await?,
    ))
}

async fn request_link(
    State(state): State<AppState>,
    device: Device,
    asker: Asker,
    input: Input<RequestLink>,
) -> Result<Response, Failure> {
    let guard = guard_of(&input.path.0)?;
    let phone = login::phone(&input.body.phone)?;
    let nothing = "{}".to_owned();
    let allowed = link::allow(&state, guard, &phone, &asker, &device).await?;
    let (offer, mark) = link::offer(&state, allowed, link::Purpose::Login, nothing).await?;
    Ok(marked::<RequestLink>(offer, mark))
}

async fn check_link(
    State(state): State<AppState>,
    device: Device,
    asker: Asker,
    input: Input<CheckLink>,
) -> Result<Response, Failure> {
    let guard = guard_of(&input.path.0)?;
    let phone = login::phone(&input.body.phone)?;
    let (progress, opened) = link::progress(&state, guard, &phone, &asker, device).await?;
    let progress = Answer::<CheckLink>(progress).into_response();
    let cookies = opened.map(|opened| opened.cookies).unwrap_or_default();
    Ok(cookies.iter().fold(progress, with_cookie))
}

async fn recover(
    State(state): State<AppState>,
    device: Device,
    asker: Asker,
    input: Input<Recover>,
) -> Result<Response, Failure> {
    let guard = guard_of(&input.path.0)?;
    let mark = recovery::ask(&state, guard, input.body, &asker, &device).await?;
    Ok(marked::<Recover>(Nothing {}, mark))
}

async fn set_password(
    State(state): State<AppState>,
    device: Device,
    asker: Asker,
    input: Input<SetPassword>,
) -> Result<Response, Failure> {
    let guard = guard_of(&input.path.0)?;
    Ok(answer::<SetPassword>(
        recovery::set_password(&state, guard, input.body, &asker, device).await?,
    ))
}

async fn register_agent(
    State(state): State<AppState>,
    device: Device,
    asker: Asker,
    input: Input<RegisterAgent>,
) -> Result<Response, Failure> {
    let (offer, mark) = register::ask_agent(&state, input.body, &asker, &device).await?;
    Ok(marked::<RegisterAgent>(offer, mark))
}

async fn show_invitation(
    State(state): State<AppState>,
    headers: HeaderMap,
    input: Input<ShowInvitation>,
) -> Result<Answer<ShowInvitation>, Failure> {
    Ok(Answer(
        register::invitation(&state, &input.query, host(&headers)).await?,
    ))
}

async fn register_client(
    State(state): State<AppState>,
    headers: HeaderMap,
    device: Device,
    asker: Asker,
    input: Input<RegisterClient>,
) -> Result<Response, Failure> {
    let (offer, mark) = register::ask_client(&state, input.body, host(&headers), &asker, &device).await?;
    Ok(marked::<RegisterClient>(offer, mark))
}

async fn send_confirmation(
    State(state): State<AppState>,
    device: Device,
    asker: Asker,
    input: Input<SendConfirmation>,
) -> Result<Response, Failure> {
    let guard = guard_of(&input.path.0)?;
    let mark = code::ask(&state, guard, code::Purpose::Confirm, input.body, &asker, &device).await?;
    Ok(marked::<SendConfirmation>(Nothing {}, mark))
}

async fn confirm(
    State(state): State<AppState>,
    device: Device,
    asker: Asker,
    input: Input<Confirm>,
) -> Result<Response, Failure> {
    let guard = guard_of(&input.path.0)?;
    Ok(answer::<Confirm>(
        register::by_code(&state, guard, input.body, &asker, device).await?,
    ))
}

async fn log_in_by_email(
    State(state): State<AppState>,
    device: Device,
    input: Input<LogInByEmail>,
) -> Result<Response, Failure> {
    Ok(answer::<LogInByEmail>(email::log_in(&state, input.body, device).await?))
}

async fn forget_password(
    State(state): State<AppState>,
    device: Device,
    input: Input<ForgetPassword>,
) -> Result<Answer<ForgetPassword>, Failure> {
    email::forget(&state, &input.body.email, &device).await?;
    Ok(Answer(Nothing {}))
}

async fn reset_password(
    State(state): State<AppState>,
    device: Device,
    input: Input<ResetPassword>,
) -> Result<Answer<ResetPassword>, Failure> {
    email::reset(&state, &input.path.0, input.body, &device).await?;
    Ok(Answer(Nothing {}))
}

async fn hand_over(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    headers: HeaderMap,
) -> Result<Answer<HandOver>, Failure> {
    Ok(Answer(handover::offer(&state, &caller, host(&headers)).await?))
}

async fn log_in_by_handover(
    State(state): State<AppState>,
    device: Device,
    input: Input<LogInByHandover>,
) -> Result<Response, Failure> {
    let opened = handover::accept(&state, &input.body.code, device).await?;
    Ok(answer::<LogInByHandover>(opened))
}
