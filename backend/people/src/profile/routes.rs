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
    http::{Api, ApiResponse, Failure, IfMatch, Input, Upload},
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

async fn change(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeProfile>,
) -> Result<ApiResponse<ChangeProfile>, Failure> {
    Ok(ApiResponse(
        account::update(&state, &caller, input.body, version).await?,
    ))
}

async fn set_password(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<ChangePassword>,
) -> Result<ApiResponse<ChangePassword>, Failure> {
    account::set_password(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn set_second_factor(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<ChangeSecondFactor>,
) -> Result<ApiResponse<ChangeSecondFactor>, Failure> {
    account::set_second_factor(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn begin_authenticator(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<BeginAuthenticator>,
) -> Result<ApiResponse<BeginAuthenticator>, Failure> {
    Ok(ApiResponse(
        authenticator::begin(&state, &caller, input.body, &context).await?,
    ))
}

async fn confirm_authenticator(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<ConfirmAuthenticator>,
) -> Result<ApiResponse<ConfirmAuthenticator>, Failure> {
    Ok(ApiResponse(
        authenticator::confirm(&state, &caller, input.body, &context).await?,
    ))
}

async fn remove_authenticator(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<RemoveAuthenticator>,
) -> Result<ApiResponse<RemoveAuthenticator>, Failure> {
    authenticator::remove(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn begin_passkey(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<BeginPasskey>,
) -> Result<ApiResponse<BeginPasskey>, Failure> {
    Ok(ApiResponse(
        passkeys::begin(&state, &caller, input.body, &context).await?,
    ))
}

async fn add_passkey(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<AddPasskey>,
) -> Result<ApiResponse<AddPasskey>, Failure> {
    Ok(ApiResponse(passkeys::add(&state, &caller, input.body, &context).await?))
}

async fn remove_passkey(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<RemovePasskey>,
) -> Result<ApiResponse<RemovePasskey>, Failure> {
    passkeys::remove(&state, &caller, input.path.0, input.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn get_staff_login_policy(scope: AgentScope) -> Result<ApiResponse<ShowStaffLogins>, Failure> {
    Ok(ApiResponse(staff_login_policy::get(&scope).await?))
}

async fn update_staff_login_policy(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ChangeStaffLogins>,
) -> Result<ApiResponse<ChangeStaffLogins>, Failure> {
    if input.body.payout_authenticator.is_some() {
        require_step_up(&state, &caller, StepUp::ByAuthenticator).await?;
    } else if input.body.payouts.is_some() {
        // Off: a stolen session must not remove the protection. On: a person who cannot receive codes must not lock
        // themselves out.
        require_step_up(&state, &caller, StepUp::Always).await?;
    } else {
        require_step_up(&state, &caller, StepUp::IfAgentRequires).await?;
    }
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(staff_login_policy::update(tx, input.body, now).await?)
        })
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
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<ConfirmPayoutStepUp>,
) -> Result<ApiResponse<ConfirmPayoutStepUp>, Failure> {
    proof::verify_payout(&state, &caller, input.body, &context).await?;
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

async fn change_phone(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<ChangePhone>,
) -> Result<ApiResponse<ChangePhone>, Failure> {
    let user = contact_change::change_phone(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(account::to_profile(&state, &caller, user).await?))
}

async fn request_email_change(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<RequestEmailChange>,
) -> Result<ApiResponse<RequestEmailChange>, Failure> {
    contact_change::request_email_change(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn change_email(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<ChangeEmail>,
) -> Result<ApiResponse<ChangeEmail>, Failure> {
    let user = contact_change::change_email(&state, &caller, &input.body.token).await?;
    Ok(ApiResponse(account::to_profile(&state, &caller, user).await?))
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

async fn end_session(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<EndLogin>,
) -> Result<ApiResponse<EndLogin>, Failure> {
    sessions::end(&state, &caller, input.path.0).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn end_sessions(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<EndLogins>,
) -> Result<ApiResponse<EndLogins>, Failure> {
    sessions::end_all(&state, &caller, input.body).await?;
    Ok(ApiResponse(Nothing {}))
}
