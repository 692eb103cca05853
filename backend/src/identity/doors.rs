//! What the addresses of the login pages answer to programs: the steps, as the endpoints declare them.

use crate::{
    messengers::Messenger,
    platform::{
        http::{Answer, Api, Failure, Input, guard_of},
        state::AppState,
    },
};
use axum::extract::State;
use shared_types::{endpoint::Endpoint, identity::*};

/// The doors' addresses.
pub fn door_routes(api: Api) -> Api {
    api.serve::<ShowDoors, _>(show_all)
        .serve::<ShowCodeDoor, _>(show_code)
        .serve::<ShowConfirmationDoor, _>(show_confirmation)
        .serve::<ShowEmailDoor, _>(show_email)
        .serve::<ShowForgottenDoor, _>(show_forgotten)
        .serve::<ShowResetDoor, _>(show_reset)
}

fn step<E: Endpoint>(guard: &str) -> Door {
    Door {
        method: E::METHOD.as_str().to_owned(),
        path: E::PATH.replace("{guard}", guard),
        summary: E::SUMMARY.to_owned(),
    }
}

fn doors<E: Endpoint<Response = Doors>>(state: &AppState, steps: Vec<Door>) -> Answer<E> {
    let bots = [Messenger::Telegram, Messenger::Max];
    let on = bots.into_iter().filter(|bot| bot.is_on(&state.config));
    let log = state.config.log_codes.then_some(Channel::Log);
    Answer(Doors {
        steps,
        channels: on.map(Messenger::channel).chain(log).collect(),
    })
}

async fn show_all(State(state): State<AppState>, input: Input<ShowDoors>) -> Result<Answer<ShowDoors>, Failure> {
    let guard = guard_of(&input.path.0)?.as_str();
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
    Ok(doors(&state, steps))
}

async fn show_code(State(state): State<AppState>, input: Input<ShowCodeDoor>) -> Result<Answer<ShowCodeDoor>, Failure> {
    let guard = guard_of(&input.path.0)?.as_str();
    Ok(doors(&state, vec![step::<SendCode>(guard), step::<LogInByCode>(guard)]))
}

async fn show_confirmation(
    State(state): State<AppState>,
    input: Input<ShowConfirmationDoor>,
) -> Result<Answer<ShowConfirmationDoor>, Failure> {
    let guard = guard_of(&input.path.0)?.as_str();
    let steps = vec![
        step::<SendConfirmation>(guard),
        step::<Confirm>(guard),
        step::<RequestLink>(guard),
        step::<CheckLink>(guard),
    ];
    Ok(doors(&state, steps))
}

async fn show_email(State(state): State<AppState>) -> Answer<ShowEmailDoor> {
    doors(
        &state,
        vec![step::<LogInByEmail>("agent"), step::<ForgetPassword>("agent")],
    )
}

async fn show_forgotten(State(state): State<AppState>) -> Answer<ShowForgottenDoor> {
    doors(
        &state,
        vec![step::<ForgetPassword>("agent"), step::<ResetPassword>("agent")],
    )
}

async fn show_reset(State(state): State<AppState>, _: Input<ShowResetDoor>) -> Answer<ShowResetDoor> {
    doors(&state, vec![step::<ResetPassword>("agent")])
}
