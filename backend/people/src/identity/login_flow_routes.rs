//! Handlers for one-time codes, start links, recovery, registration, e-mail login and session transfer.

use super::{
    browser_binding::Requester,
    code::{self, CodeAttempt, CodeOrder},
    contacts,
    cookies::{read_refresh_token, session_response, with_binding_cookie, with_session_cookies},
    device::Device,
    email, mini_app, pending_link, recovery,
    register::{self, by_email},
    session_transfer, start_link,
};
use axum::{
    Extension,
    extract::State,
    http::{HeaderMap, header},
    response::{IntoResponse, Response},
};
use entities::login_code::CodePurpose;
use entities::phone_confirmation::{ConfirmationDetails, LinkPurpose, LoginDetails};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, ClientAddress, Failure, Input, parse_guard},
    state::AppState,
};
use shared_types::{access::Guard, endpoint::Nothing, identity::*};
use std::sync::Arc;

/// Registers the login and registration endpoints.
pub fn login_flow_routes(api: Api) -> Api {
    api.serve::<SendCode, _>(send_code)
        .serve::<LogInByCode, _>(log_in_by_code)
        .serve::<CreateBotLinks, _>(request_link)
        .serve::<CheckBotLinks, _>(check_link)
        .serve::<LaunchMiniApp, _>(launch_mini_app)
        .serve::<RequestRecoveryCode, _>(recover)
        .serve::<SetPassword, _>(set_password)
        .serve::<RegisterAgent, _>(register_agent)
        .serve::<ShowInvitation, _>(get_invitation)
        .serve::<RegisterClient, _>(register_client)
        .serve::<ResumeRegistration, _>(resume_registration)
        .serve::<SendRegistrationCode, _>(send_confirmation)
        .serve::<ConfirmRegistration, _>(confirm)
        .serve::<ConfirmRegistrationByLink, _>(confirm_by_link)
        .serve::<LogInByEmail, _>(log_in_by_email)
        .serve::<RequestPasswordReset, _>(forget_password)
        .serve::<ResetPassword, _>(reset_password)
        .serve::<CreateSessionTransfer, _>(transfer_session)
        .serve::<LogInBySessionTransfer, _>(log_in_by_transfer)
}

fn request_host(headers: &HeaderMap) -> &str {
    headers
        .get(header::HOST)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default()
}

async fn send_code(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    input: Input<SendCode>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let binding = code::request_code(
        &state,
        guard,
        CodeOrder::parse(CodePurpose::Login, input.body)?,
        &requester,
        &device,
    )
    .await?;
    Ok(with_binding_cookie(
        &state,
        ApiResponse::<SendCode>(Nothing {}),
        binding,
    ))
}

async fn log_in_by_code(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    input: Input<LogInByCode>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let device = device.in_timezone(input.body.timezone.as_deref());
    Ok(session_response::<LogInByCode>(
        &state,
        code::log_in(&state, guard, CodeAttempt::parse(input.body)?, &requester, device).await?,
    ))
}

async fn request_link(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    input: Input<CreateBotLinks>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let phone = contacts::parse_phone(&input.body.phone)?;
    let no_details = ConfirmationDetails::Login(LoginDetails::default());
    let allowed = pending_link::count_attempt(&state, guard, &phone, &requester, &device).await?;
    let (offer, binding) = pending_link::create(&state, allowed, LinkPurpose::Login, no_details).await?;
    Ok(with_binding_cookie(
        &state,
        ApiResponse::<CreateBotLinks>(offer),
        binding,
    ))
}

async fn check_link(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    address: Option<Extension<ClientAddress>>,
    input: Input<CheckBotLinks>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let counted = state
        .capacity
        .count_link_check(address.map(|Extension(address)| address.0));
    counted.map_err(Failure::too_many_requests)?;
    let phone = contacts::parse_phone(&input.body.phone)?;
    let device = device.in_timezone(input.body.timezone.as_deref());
    let (progress, opened) = start_link::poll(&state, guard, &phone, &requester, device).await?;
    let answer = ApiResponse::<CheckBotLinks>(progress);
    Ok(match opened {
        Some(opened) => with_session_cookies(&state, answer, opened),
        None => answer.into_response(),
    })
}

async fn launch_mini_app(
    State(state): State<AppState>,
    headers: HeaderMap,
    device: Device,
    requester: Requester,
    address: Option<Extension<ClientAddress>>,
    input: Input<LaunchMiniApp>,
) -> Result<Response, Failure> {
    let counted = state
        .capacity
        .count_link_check(address.map(|Extension(address)| address.0));
    counted.map_err(Failure::too_many_requests)?;
    let device = device.in_timezone(input.body.timezone.as_deref());
    let former = read_refresh_token(&headers, Guard::Client);
    let (login, opened) = mini_app::launch(&state, input.body, former.as_deref(), &requester, device).await?;
    let answer = ApiResponse::<LaunchMiniApp>(login);
    Ok(match opened {
        Some(opened) => with_session_cookies(&state, answer, opened),
        None => answer.into_response(),
    })
}

async fn recover(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    input: Input<RequestRecoveryCode>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let binding = recovery::request_code(&state, guard, input.body, &requester, &device).await?;
    Ok(with_binding_cookie(
        &state,
        ApiResponse::<RequestRecoveryCode>(Nothing {}),
        binding,
    ))
}

async fn set_password(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    input: Input<SetPassword>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let device = device.in_timezone(input.body.timezone.as_deref());
    Ok(session_response::<SetPassword>(
        &state,
        recovery::set_password(&state, guard, input.body, &requester, device).await?,
    ))
}

async fn register_agent(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    input: Input<RegisterAgent>,
) -> Result<Response, Failure> {
    let (offer, binding) = register::request_agent(&state, input.body, &requester, &device).await?;
    Ok(with_binding_cookie(
        &state,
        ApiResponse::<RegisterAgent>(offer),
        binding,
    ))
}

async fn get_invitation(
    State(state): State<AppState>,
    headers: HeaderMap,
    input: Input<ShowInvitation>,
) -> Result<ApiResponse<ShowInvitation>, Failure> {
    Ok(ApiResponse(
        register::invitation(&state, &input.query, request_host(&headers)).await?,
    ))
}

async fn register_client(
    State(state): State<AppState>,
    headers: HeaderMap,
    device: Device,
    requester: Requester,
    input: Input<RegisterClient>,
) -> Result<Response, Failure> {
    let (offer, binding) =
        register::request_client(&state, input.body, request_host(&headers), &requester, &device).await?;
    Ok(with_binding_cookie(
        &state,
        ApiResponse::<RegisterClient>(offer),
        binding,
    ))
}

async fn resume_registration(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    input: Input<ResumeRegistration>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let (resumed, binding) = start_link::resume_registration(&state, guard, &requester, &device).await?;
    Ok(with_binding_cookie(
        &state,
        ApiResponse::<ResumeRegistration>(resumed),
        binding,
    ))
}

async fn send_confirmation(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    input: Input<SendRegistrationCode>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let binding = if input.body.channel == Channel::Email {
        by_email::send_again(&state, guard, &input.body.phone, &requester, &device).await?
    } else {
        let order = CodeOrder::parse(CodePurpose::Confirm, input.body)?;
        code::request_code(&state, guard, order, &requester, &device).await?
    };
    Ok(with_binding_cookie(
        &state,
        ApiResponse::<SendRegistrationCode>(Nothing {}),
        binding,
    ))
}

async fn confirm(
    State(state): State<AppState>,
    device: Device,
    requester: Requester,
    input: Input<ConfirmRegistration>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let device = device.in_timezone(input.body.timezone.as_deref());
    Ok(session_response::<ConfirmRegistration>(
        &state,
        register::complete_by_code(&state, guard, CodeAttempt::parse(input.body)?, &requester, device).await?,
    ))
}

async fn confirm_by_link(
    State(state): State<AppState>,
    device: Device,
    input: Input<ConfirmRegistrationByLink>,
) -> Result<ApiResponse<ConfirmRegistrationByLink>, Failure> {
    let guard = parse_guard(&input.path.0)?;
    by_email::confirm(&state, guard, &input.body.token, &device).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn log_in_by_email(
    State(state): State<AppState>,
    device: Device,
    input: Input<LogInByEmail>,
) -> Result<Response, Failure> {
    Ok(session_response::<LogInByEmail>(
        &state,
        email::log_in(&state, input.body, device).await?,
    ))
}

async fn forget_password(
    State(state): State<AppState>,
    device: Device,
    input: Input<RequestPasswordReset>,
) -> Result<ApiResponse<RequestPasswordReset>, Failure> {
    email::request_reset(&state, &input.body.email, &device).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn reset_password(
    State(state): State<AppState>,
    device: Device,
    input: Input<ResetPassword>,
) -> Result<ApiResponse<ResetPassword>, Failure> {
    email::reset_password(&state, &input.path.0, input.body, &device).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn transfer_session(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    headers: HeaderMap,
) -> Result<ApiResponse<CreateSessionTransfer>, Failure> {
    Ok(ApiResponse(
        session_transfer::create(&state, &caller, request_host(&headers)).await?,
    ))
}

async fn log_in_by_transfer(
    State(state): State<AppState>,
    device: Device,
    input: Input<LogInBySessionTransfer>,
) -> Result<Response, Failure> {
    let opened = session_transfer::redeem(&state, &input.body.code, device).await?;
    Ok(session_response::<LogInBySessionTransfer>(&state, opened))
}
