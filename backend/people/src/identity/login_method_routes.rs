//! JSON representations of the login pages, for programs: the available endpoints and channels. Browsers get the pages.

use axum::extract::State;
use infra::messengers::{Bot as _, Messenger};
use platform::{
    http::{Api, ApiResponse, Failure, Input, parse_guard},
    state::AppState,
};
use shared_types::{
    access::Guard,
    endpoint::{Endpoint, Route},
    identity::*,
};

/// Registers the endpoints that list the login methods.
pub fn login_method_routes(api: Api) -> Api {
    api.serve::<ShowLoginMethods, _>(get_all)
        .serve::<ShowCodeLogin, _>(get_code_login)
        .serve::<ShowRegistrationConfirmation, _>(get_confirmation)
        .serve::<ShowEmailLogin, _>(get_email_login)
        .serve::<ShowPasswordResetRequest, _>(get_forgotten_password)
        .serve::<ShowPasswordReset, _>(get_password_reset)
}

fn step<E: Endpoint>(guard: &str) -> LoginMethodStep {
    let route = Route::on_side::<E>(Guard::Agent);
    LoginMethodStep {
        method: route.method.as_str().to_owned(),
        path: route.path.replace("{guard}", guard),
        summary: route.summary.to_owned(),
    }
}

fn login_methods<E: Endpoint<Response = LoginMethods>>(
    state: &AppState,
    steps: Vec<LoginMethodStep>,
) -> ApiResponse<E> {
    let bots = [Messenger::Telegram, Messenger::Max];
    let enabled = bots.into_iter().filter(|bot| bot.is_enabled(&state.config));
    let log = state.config.log_codes.then_some(Channel::Log);
    ApiResponse(LoginMethods {
        steps,
        channels: enabled.map(Messenger::channel).chain(log).collect(),
    })
}

async fn get_all(
    State(state): State<AppState>,
    input: Input<ShowLoginMethods>,
) -> Result<ApiResponse<ShowLoginMethods>, Failure> {
    let guard = parse_guard(&input.path.0)?.as_str();
    let mut steps = vec![
        step::<CheckPhone>(guard),
        step::<LogInByPassword>(guard),
        step::<SendCode>(guard),
        step::<LogInByCode>(guard),
        step::<CreateBotLinks>(guard),
        step::<CheckBotLinks>(guard),
        step::<RequestRecoveryCode>(guard),
        step::<SetPassword>(guard),
    ];
    if guard == "agent" {
        steps.extend([step::<LogInByEmail>(guard), step::<RegisterAgent>(guard)]);
    } else {
        steps.push(step::<RegisterClient>(guard));
    }
    Ok(login_methods(&state, steps))
}

async fn get_code_login(
    State(state): State<AppState>,
    input: Input<ShowCodeLogin>,
) -> Result<ApiResponse<ShowCodeLogin>, Failure> {
    let guard = parse_guard(&input.path.0)?.as_str();
    Ok(login_methods(
        &state,
        vec![step::<SendCode>(guard), step::<LogInByCode>(guard)],
    ))
}

async fn get_confirmation(
    State(state): State<AppState>,
    input: Input<ShowRegistrationConfirmation>,
) -> Result<ApiResponse<ShowRegistrationConfirmation>, Failure> {
    let guard = parse_guard(&input.path.0)?.as_str();
    let steps = vec![
        step::<ResumeRegistration>(guard),
        step::<SendRegistrationCode>(guard),
        step::<ConfirmRegistration>(guard),
        step::<CreateBotLinks>(guard),
        step::<CheckBotLinks>(guard),
    ];
    Ok(login_methods(&state, steps))
}

async fn get_email_login(State(state): State<AppState>) -> ApiResponse<ShowEmailLogin> {
    login_methods(
        &state,
        vec![step::<LogInByEmail>("agent"), step::<RequestPasswordReset>("agent")],
    )
}

async fn get_forgotten_password(State(state): State<AppState>) -> ApiResponse<ShowPasswordResetRequest> {
    login_methods(
        &state,
        vec![step::<RequestPasswordReset>("agent"), step::<ResetPassword>("agent")],
    )
}

async fn get_password_reset(
    State(state): State<AppState>,
    _: Input<ShowPasswordReset>,
) -> ApiResponse<ShowPasswordReset> {
    login_methods(&state, vec![step::<ResetPassword>("agent")])
}
