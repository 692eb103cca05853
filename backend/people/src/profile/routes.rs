//! Handlers for the profile, sessions and the login policy of staff.

use super::{account, picture, sessions, staff_login_policy};
use crate::identity::{
    authenticator, contact_change,
    cookies::with_binding_cookie,
    passkeys,
    proof::{self, PayoutConfirmation},
    proof_context::ProofContext,
};
use axum::{
    extract::State,
    response::{IntoResponse, Response},
};
use platform::{
    auth::{Caller, StepUp, require_step_up},
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, IfMatch, Input, PersonCall, Upload},
    scope::AgentScope,
    state::AppState,
};
use shared_types::{endpoint::Nothing, page::Listing, profile::*};
use std::sync::Arc;

/// Registers the profile and session endpoints.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowProfile, _>(get)
        .serve::<ChangeProfile, _>(change)
        .serve::<ChangePassword, _>(set_password)
        .serve::<ChangeSecondFactor, _>(set_second_factor)
        .serve::<BeginAuthenticator, _>(begin_authenticator)
        .serve::<ConfirmAuthenticator, _>(confirm_authenticator)
        .serve::<RemoveAuthenticator, _>(remove_authenticator)
        .serve::<BeginPasskey, _>(begin_passkey)
        .serve::<AddPasskey, _>(add_passkey)
        .serve::<RemovePasskey, _>(remove_passkey)
        .serve::<ShowStaffLogins, _>(get_staff_login_policy)
        .serve::<ChangeStaffLogins, _>(update_staff_login_policy)
        .serve::<RequestPayoutCode, _>(request_payout_code)
        .serve::<ConfirmPayoutStepUp, _>(verify_payout_code)
        .serve::<SetPicture, _>(set_picture)
        .serve::<RemovePicture, _>(remove_picture)
        .serve::<RequestPhoneCode, _>(request_phone_change)
        .serve::<ChangePhone, _>(change_phone)
        .serve::<RequestEmailChange, _>(request_email_change)
        .serve::<ChangeEmail, _>(change_email)
        .serve::<ListLogins, _>(list_sessions)
        .serve::<EndLogin, _>(end_session)
        .serve::<EndLogins, _>(end_sessions)
}

async fn get(State(state): State<AppState>, caller: Arc<Caller>) -> Result<ApiResponse<ShowProfile>, Failure> {
    Ok(ApiResponse(account::get(&state, &caller).await?))
}

async fn change(IfMatch(version): IfMatch, call: PersonCall<ChangeProfile>) -> ApiResult<ChangeProfile> {
    Ok(ApiResponse(
        account::update(&call.state, &call.caller, call.body, version).await?,
    ))
}

async fn set_password(context: ProofContext, call: PersonCall<ChangePassword>) -> ApiResult<ChangePassword> {
    account::set_password(&call.state, &call.caller, call.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn set_second_factor(
    context: ProofContext,
    call: PersonCall<ChangeSecondFactor>,
) -> ApiResult<ChangeSecondFactor> {
    account::set_second_factor(&call.state, &call.caller, call.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn begin_authenticator(
    context: ProofContext,
    call: PersonCall<BeginAuthenticator>,
) -> ApiResult<BeginAuthenticator> {
    Ok(ApiResponse(
        authenticator::begin(&call.state, &call.caller, call.body, &context).await?,
    ))
}

async fn confirm_authenticator(
    context: ProofContext,
    call: PersonCall<ConfirmAuthenticator>,
) -> ApiResult<ConfirmAuthenticator> {
    Ok(ApiResponse(
        authenticator::confirm(&call.state, &call.caller, call.body, &context).await?,
    ))
}

async fn remove_authenticator(
    context: ProofContext,
    call: PersonCall<RemoveAuthenticator>,
) -> ApiResult<RemoveAuthenticator> {
    authenticator::remove(&call.state, &call.caller, call.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn begin_passkey(context: ProofContext, call: PersonCall<BeginPasskey>) -> ApiResult<BeginPasskey> {
    Ok(ApiResponse(
        passkeys::begin(&call.state, &call.caller, call.body, &context).await?,
    ))
}

async fn add_passkey(context: ProofContext, call: PersonCall<AddPasskey>) -> ApiResult<AddPasskey> {
    Ok(ApiResponse(
        passkeys::add(&call.state, &call.caller, call.body, &context).await?,
    ))
}

async fn remove_passkey(context: ProofContext, call: PersonCall<RemovePasskey>) -> ApiResult<RemovePasskey> {
    passkeys::remove(&call.state, &call.caller, call.path.0, call.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn get_staff_login_policy(scope: AgentScope) -> Result<ApiResponse<ShowStaffLogins>, Failure> {
    Ok(ApiResponse(staff_login_policy::get(&scope).await?))
}

async fn update_staff_login_policy(call: AgentCall<ChangeStaffLogins>) -> ApiResult<ChangeStaffLogins> {
    if call.body.payout_authenticator.is_some() {
        require_step_up(&call.state, &call.caller, StepUp::ByAuthenticator).await?;
    } else if call.body.payouts.is_some() {
        // Off: a stolen session must not remove the protection. On: a person who cannot receive codes must not lock
        // themselves out.
        require_step_up(&call.state, &call.caller, StepUp::Always).await?;
    } else {
        require_step_up(&call.state, &call.caller, StepUp::IfAgentRequires).await?;
    }
    call.run(async |tx| Ok(staff_login_policy::update(tx, call.body, call.now).await?))
        .await
}

async fn request_payout_code(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<RequestPayoutCode>,
) -> Result<Response, Failure> {
    let requested = |source, passkey| ApiResponse::<RequestPayoutCode>(PayoutCodeRequested { source, passkey });
    Ok(
        match proof::request_payout_code(&state, &caller, input.body.channel, &context).await? {
            PayoutConfirmation::Messenger(binding) => {
                with_binding_cookie(&state, requested(PayoutCodeSource::Messenger, None), binding)
            }
            PayoutConfirmation::Authenticator => requested(PayoutCodeSource::Authenticator, None).into_response(),
            PayoutConfirmation::Passkey(challenge) => requested(PayoutCodeSource::Passkey, challenge).into_response(),
        },
    )
}

async fn verify_payout_code(
    context: ProofContext,
    call: PersonCall<ConfirmPayoutStepUp>,
) -> ApiResult<ConfirmPayoutStepUp> {
    proof::verify_payout(&call.state, &call.caller, call.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn request_phone_change(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<RequestPhoneCode>,
) -> Result<Response, Failure> {
    let binding = contact_change::request_phone_change(&state, &caller, input.body, &context).await?;
    Ok(with_binding_cookie(
        &state,
        ApiResponse::<RequestPhoneCode>(Nothing {}),
        binding,
    ))
}

async fn change_phone(context: ProofContext, call: PersonCall<ChangePhone>) -> ApiResult<ChangePhone> {
    let user = contact_change::change_phone(&call.state, &call.caller, call.body, &context).await?;
    Ok(ApiResponse(account::to_profile(&call.state, &call.caller, user).await?))
}

async fn request_email_change(
    context: ProofContext,
    call: PersonCall<RequestEmailChange>,
) -> ApiResult<RequestEmailChange> {
    contact_change::request_email_change(&call.state, &call.caller, call.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn change_email(call: PersonCall<ChangeEmail>) -> ApiResult<ChangeEmail> {
    let user = contact_change::change_email(&call.state, &call.caller, &call.body.token).await?;
    Ok(ApiResponse(account::to_profile(&call.state, &call.caller, user).await?))
}

async fn set_picture(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    upload: Upload<SetPicture>,
) -> Result<ApiResponse<SetPicture>, Failure> {
    Ok(ApiResponse(picture::set(&state, &caller, upload.bytes).await?))
}

async fn remove_picture(
    State(state): State<AppState>,
    caller: Arc<Caller>,
) -> Result<ApiResponse<RemovePicture>, Failure> {
    Ok(ApiResponse(picture::remove(&state, &caller).await?))
}

async fn list_sessions(State(state): State<AppState>, caller: Arc<Caller>) -> Result<ApiResponse<ListLogins>, Failure> {
    let data = sessions::list(&state, &caller).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn end_session(call: PersonCall<EndLogin>) -> ApiResult<EndLogin> {
    sessions::end(&call.state, &call.caller, call.path.0).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn end_sessions(call: PersonCall<EndLogins>) -> ApiResult<EndLogins> {
    sessions::end_all(&call.state, &call.caller, call.body).await?;
    Ok(ApiResponse(Nothing {}))
}
