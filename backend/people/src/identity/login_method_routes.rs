//! JSON representations of the login pages, for programs: the available endpoints and channels. Browsers get the pages.

use axum::extract::State;
use infra::messengers::{Bot as _, Messenger};
use platform::{
    http::{Answer, Api, Failure, Input, parse_guard},
    state::AppState,
};
use shared_types::{endpoint::Endpoint, identity::*};

/// Registers the endpoints that list the login methods.
pub fn login_method_routes(api: Api) -> Api {
    api.serve::<ShowDoors, _>(get_all)
        .serve::<ShowCodeDoor, _>(get_code_login)
        .serve::<ShowConfirmationDoor, _>(get_confirmation)
        .serve::<ShowEmailDoor, _>(get_email_login)
        .serve::<ShowForgottenDoor, _>(get_forgotten_password)
        .serve::<ShowResetDoor, _>(get_password_reset)
}

fn step<E: Endpoint>(guard: &str) -> LoginMethodStep {
    LoginMethodStep {
        method: E::METHOD.as_str().to_owned(),
        path: E::PATH.replace("{guard}", guard),
        summary: E::SUMMARY.to_owned(),
    }
}

fn login_methods<E: Endpoint<Response = LoginMethods>>(state: &AppState, steps: Vec<LoginMethodStep>) -> Answer<E> {
    let bots = [Messenger::Telegram, Messenger::Max];
    let enabled = bots.into_iter().filter(|bot| bot.is_enabled(&state.config));
    let log = state.config.log_codes.then_some(Channel::Log);
    Answer(LoginMethods {
        steps,
        channels: enabled.map(Messenger::channel).chain(log).collect(),
    })
}

async fn get_all(State(state): State<AppState>, input: Input<ShowDoors>) -> Result<Answer<ShowDoors>, Failure> {
    let guard = parse_guard(&input.path.0)?.as_str();
    let mut steps = vec![
        step::<CheckPhone>(guard),
        step::<LogInByPassword>(guard),
        step::<SendCode>(guard),
        step::<LogInByCode>(guard),
        step::<RequestLink>(guard),
        step::<CheckLink>(guard),
        step::<Recover>(guard),
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
    input: Input<ShowCodeDoor>,
) -> Result<Answer<ShowCodeDoor>, Failure> {
    let guard = parse_guard(&input.path.0)?.as_str();
    Ok(login_methods(
        &state,
        vec![step::<SendCode>(guard), step::<LogInByCode>(guard)],
    ))
}

async fn get_confirmation(
    State(state): State<AppState>,
    input: Input<ShowConfirmationDoor>,
) -> Result<Answer<ShowConfirmationDoor>, Failure> {
    let guard = parse_guard(&input.path.0)?.as_str();
    let steps = vec![
        step::<SendConfirmation>(guard),
        step::<Confirm>(guard),
        step::<RequestLink>(guard),
        step::<CheckLink>(guard),
    ];
    Ok(login_methods(&state, steps))
}

async fn get_email_login(State(state): State<AppState>) -> Answer<ShowEmailDoor> {
    login_methods(
        &state,
        vec![step::<LogInByEmail>("agent"), step::<ForgetPassword>("agent")],
    )
}

async fn get_forgotten_password(State(state): State<AppState>) -> Answer<ShowForgottenDoor> {
    login_methods(
        &state,
        vec![step::<ForgetPassword>("agent"), step::<ResetPassword>("agent")],
    )
}

async fn get_password_reset(State(state): State<AppState>, _: Input<ShowResetDoor>) -> Answer<ShowResetDoor> {
    login_methods(&state, vec![step::<ResetPassword>("agent")])
}
