//! Addresses of the profile and of logins.

use super::{change, logins, picture, staff_logins};
use crate::{
    identity::{
        contact,
        proof::{self, Witness},
    },
    platform::{
        auth::{Caller, Demand, proved},
        http::{Answer, Api, Failure, IfMatch, Input, Upload, with_cookie},
        scope::AgentScope,
        state::AppState,
    },
};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use axum_extra::extract::cookie::Cookie;
use shared_types::{
    endpoint::{Endpoint, Nothing, RawFile},
    id::SessionId,
    page::Listing,
    profile::*,
};
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowAgentProfile, _>(show::<ShowAgentProfile>)
        .serve::<ChangeAgentProfile, _>(change::<ChangeAgentProfile>)
        .serve::<ChangeAgentPassword, _>(set_password::<ChangeAgentPassword>)
        .serve::<ChangeAgentSecondFactor, _>(second_factor::<ChangeAgentSecondFactor>)
        .serve::<ChangeClientSecondFactor, _>(second_factor::<ChangeClientSecondFactor>)
        .serve::<ShowStaffLogins, _>(show_staff_logins)
        .serve::<ChangeStaffLogins, _>(change_staff_logins)
        .serve::<AskPayoutCode, _>(ask_payout_code)
        .serve::<ProvePayouts, _>(prove_payouts)
        .serve::<SetAgentPicture, _>(set_picture::<SetAgentPicture>)
        .serve::<RemoveAgentPicture, _>(remove_picture::<RemoveAgentPicture>)
        .serve::<SetClientPicture, _>(set_picture::<SetClientPicture>)
        .serve::<RemoveClientPicture, _>(remove_picture::<RemoveClientPicture>)
        .serve::<AskAgentPhone, _>(ask_phone::<AskAgentPhone>)
        .serve::<ChangeAgentPhone, _>(change_phone::<ChangeAgentPhone>)
        .serve::<AskAgentEmail, _>(ask_email::<AskAgentEmail>)
        .serve::<ChangeAgentEmail, _>(change_email::<ChangeAgentEmail>)
        .serve::<AskClientPhone, _>(ask_phone::<AskClientPhone>)
        .serve::<ChangeClientPhone, _>(change_phone::<ChangeClientPhone>)
        .serve::<AskClientEmail, _>(ask_email::<AskClientEmail>)
        .serve::<ChangeClientEmail, _>(change_email::<ChangeClientEmail>)
        .serve::<ListAgentLogins, _>(list::<ListAgentLogins>)
        .serve::<EndAgentLogin, _>(end::<EndAgentLogin>)
        .serve::<EndAgentLogins, _>(end_all::<EndAgentLogins>)
        .serve::<ShowClientProfile, _>(show::<ShowClientProfile>)
        .serve::<ChangeClientProfile, _>(change::<ChangeClientProfile>)
        .serve::<ChangeClientPassword, _>(set_password::<ChangeClientPassword>)
        .serve::<ListClientLogins, _>(list::<ListClientLogins>)
        .serve::<EndClientLogin, _>(end::<EndClientLogin>)
        .serve::<EndClientLogins, _>(end_all::<EndClientLogins>)
}

async fn show<E: Endpoint<Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
) -> Result<Answer<E>, Failure> {
    Ok(Answer(change::show(&state, &caller).await?))
}

async fn change<E: Endpoint<Request = ProfileChange, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<E>,
) -> Result<Answer<E>, Failure> {
    Ok(Answer(change::change(&state, &caller, input.body, version).await?))
}

async fn set_password<E: Endpoint<Request = PasswordChange, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    witness: Witness,
    input: Input<E>,
) -> Result<Answer<E>, Failure> {
    change::set_password(&state, &caller, input.body, &witness).await?;
    Ok(Answer(Nothing {}))
}

async fn second_factor<E: Endpoint<Request = SecondFactorChange, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    witness: Witness,
    input: Input<E>,
) -> Result<Answer<E>, Failure> {
    change::second_factor(&state, &caller, input.body, &witness).await?;
    Ok(Answer(Nothing {}))
}

async fn show_staff_logins(scope: AgentScope) -> Result<Answer<ShowStaffLogins>, Failure> {
    Ok(Answer(staff_logins::show(&scope).await?))
}

async fn change_staff_logins(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ChangeStaffLogins>,
) -> Result<Answer<ChangeStaffLogins>, Failure> {
    if input.body.payouts.is_some() {
        // Off: a stolen login must not take the lock away. On: whoever gets no codes must not lock themselves out.
        proved(&state, &caller, Demand::Always).await?;
    }
    let tx = scope.begin().await?;
    let now = staff_logins::change(&tx, input.body, state.clock.now()).await?;
    tx.commit().await?;
    Ok(Answer(now))
}

async fn ask_payout_code(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    witness: Witness,
    input: Input<AskPayoutCode>,
) -> Result<Response, Failure> {
    let cookie = proof::ask_payout_code(&state, &caller, input.body.channel, &witness).await?;
    Ok(marked(Answer::<AskPayoutCode>(Nothing {}), cookie))
}

/// An answer that a browser must show to go on.
fn marked<E: Endpoint>(answer: Answer<E>, cookie: Option<Cookie<'static>>) -> Response {
    match cookie {
        Some(cookie) => with_cookie(answer, &cookie),
        None => answer.into_response(),
    }
}

async fn prove_payouts(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    witness: Witness,
    input: Input<ProvePayouts>,
) -> Result<Answer<ProvePayouts>, Failure> {
    proof::prove_payouts(&state, &caller, &input.body.code, &witness).await?;
    Ok(Answer(Nothing {}))
}

async fn ask_phone<E: Endpoint<Request = PhoneCodeRequest, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    witness: Witness,
    input: Input<E>,
) -> Result<Response, Failure> {
    let cookie = contact::ask_phone(&state, &caller, input.body, &witness).await?;
    Ok(marked(Answer::<E>(Nothing {}), cookie))
}

async fn change_phone<E: Endpoint<Request = PhoneChange, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    witness: Witness,
    input: Input<E>,
) -> Result<Answer<E>, Failure> {
    let person = contact::change_phone(&state, &caller, input.body, &witness).await?;
    Ok(Answer(change::told(&state, &caller, person).await?))
}

async fn ask_email<E: Endpoint<Request = EmailChange, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    witness: Witness,
    input: Input<E>,
) -> Result<Answer<E>, Failure> {
    contact::ask_email(&state, &caller, input.body, &witness).await?;
    Ok(Answer(Nothing {}))
}

async fn change_email<E: Endpoint<Request = EmailProof, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<E>,
) -> Result<Answer<E>, Failure> {
    let person = contact::change_email(&state, &caller, &input.body.token).await?;
    Ok(Answer(change::told(&state, &caller, person).await?))
}

async fn set_picture<E: Endpoint<Request = RawFile, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    upload: Upload<E>,
) -> Result<Answer<E>, Failure> {
    Ok(Answer(picture::set(&state, &caller, upload.bytes).await?))
}

async fn remove_picture<E: Endpoint<Request = Nothing, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
) -> Result<Answer<E>, Failure> {
    Ok(Answer(picture::remove(&state, &caller).await?))
}

async fn list<E: Endpoint<Response = Listing<Login>>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
) -> Result<Answer<E>, Failure> {
    let data = logins::list(&state, &caller).await?;
    Ok(Answer(Listing { data }))
}

async fn end<E: Endpoint<Path = (SessionId,), Request = Nothing, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<E>,
) -> Result<Answer<E>, Failure> {
    logins::end(&state, &caller, input.path.0).await?;
    Ok(Answer(Nothing {}))
}

async fn end_all<E: Endpoint<Request = LogOutEverywhere, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<E>,
) -> Result<Answer<E>, Failure> {
    logins::end_all(&state, &caller, input.body).await?;
    Ok(Answer(Nothing {}))
}
