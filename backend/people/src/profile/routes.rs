//! Handlers for the profile, sessions and the login policy of staff.

use super::picture;
use crate::identity::{
    authenticator, contact_change,
    cookies::with_binding_cookie,
    passkeys,
    proof::{self, PayoutConfirmation, ProofContext},
};
use crate::profile::{account, sessions, staff_login_policy};
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
use shared_types::{
    endpoint::{Endpoint, Nothing, RawFile},
    id::{PasskeyId, SessionId},
    identity::{AddedPasskey, NewPasskey, PasskeyCreation, PasskeyRemoval, PasskeyRequest},
    page::Listing,
    profile::*,
};
use std::sync::Arc;

/// Registers the profile and session endpoints.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowAgentProfile, _>(get::<ShowAgentProfile>)
        .serve::<ChangeAgentProfile, _>(change::<ChangeAgentProfile>)
        .serve::<ChangeAgentPassword, _>(set_password::<ChangeAgentPassword>)
        .serve::<ChangeAgentSecondFactor, _>(set_second_factor::<ChangeAgentSecondFactor>)
        .serve::<ChangeClientSecondFactor, _>(set_second_factor::<ChangeClientSecondFactor>)
        .serve::<BeginAgentAuthenticator, _>(begin_authenticator::<BeginAgentAuthenticator>)
        .serve::<ConfirmAgentAuthenticator, _>(confirm_authenticator::<ConfirmAgentAuthenticator>)
        .serve::<RemoveAgentAuthenticator, _>(remove_authenticator::<RemoveAgentAuthenticator>)
        .serve::<BeginClientAuthenticator, _>(begin_authenticator::<BeginClientAuthenticator>)
        .serve::<ConfirmClientAuthenticator, _>(confirm_authenticator::<ConfirmClientAuthenticator>)
        .serve::<RemoveClientAuthenticator, _>(remove_authenticator::<RemoveClientAuthenticator>)
        .serve::<BeginAgentPasskey, _>(begin_passkey::<BeginAgentPasskey>)
        .serve::<AddAgentPasskey, _>(add_passkey::<AddAgentPasskey>)
        .serve::<RemoveAgentPasskey, _>(remove_passkey::<RemoveAgentPasskey>)
        .serve::<BeginClientPasskey, _>(begin_passkey::<BeginClientPasskey>)
        .serve::<AddClientPasskey, _>(add_passkey::<AddClientPasskey>)
        .serve::<RemoveClientPasskey, _>(remove_passkey::<RemoveClientPasskey>)
        .serve::<ShowStaffLogins, _>(get_staff_login_policy)
        .serve::<ChangeStaffLogins, _>(update_staff_login_policy)
        .serve::<RequestPayoutCode, _>(request_payout_code)
        .serve::<ConfirmPayoutStepUp, _>(verify_payout_code)
        .serve::<SetAgentPicture, _>(set_picture::<SetAgentPicture>)
        .serve::<RemoveAgentPicture, _>(remove_picture::<RemoveAgentPicture>)
        .serve::<SetClientPicture, _>(set_picture::<SetClientPicture>)
        .serve::<RemoveClientPicture, _>(remove_picture::<RemoveClientPicture>)
        .serve::<RequestAgentPhoneCode, _>(request_phone_change::<RequestAgentPhoneCode>)
        .serve::<ChangeAgentPhone, _>(change_phone::<ChangeAgentPhone>)
        .serve::<RequestAgentEmailChange, _>(request_email_change::<RequestAgentEmailChange>)
        .serve::<ChangeAgentEmail, _>(change_email::<ChangeAgentEmail>)
        .serve::<RequestClientPhoneCode, _>(request_phone_change::<RequestClientPhoneCode>)
        .serve::<ChangeClientPhone, _>(change_phone::<ChangeClientPhone>)
        .serve::<RequestClientEmailChange, _>(request_email_change::<RequestClientEmailChange>)
        .serve::<ChangeClientEmail, _>(change_email::<ChangeClientEmail>)
        .serve::<ListAgentLogins, _>(list_sessions::<ListAgentLogins>)
        .serve::<EndAgentLogin, _>(end_session::<EndAgentLogin>)
        .serve::<EndAgentLogins, _>(end_sessions::<EndAgentLogins>)
        .serve::<ShowClientProfile, _>(get::<ShowClientProfile>)
        .serve::<ChangeClientProfile, _>(change::<ChangeClientProfile>)
        .serve::<ChangeClientPassword, _>(set_password::<ChangeClientPassword>)
        .serve::<ListClientLogins, _>(list_sessions::<ListClientLogins>)
        .serve::<EndClientLogin, _>(end_session::<EndClientLogin>)
        .serve::<EndClientLogins, _>(end_sessions::<EndClientLogins>)
}

async fn get<E: Endpoint<Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
) -> Result<ApiResponse<E>, Failure> {
    Ok(ApiResponse(account::get(&state, &caller).await?))
}

async fn change<E: Endpoint<Request = ProfileChange, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    Ok(ApiResponse(
        account::update(&state, &caller, input.body, version).await?,
    ))
}

async fn set_password<E: Endpoint<Request = PasswordChange, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    account::set_password(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn set_second_factor<E: Endpoint<Request = SecondFactorChange, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    account::set_second_factor(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn begin_authenticator<E: Endpoint<Request = AuthenticatorRequest, Response = AuthenticatorSetup>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    Ok(ApiResponse(
        authenticator::begin(&state, &caller, input.body, &context).await?,
    ))
}

async fn confirm_authenticator<E: Endpoint<Request = AuthenticatorConfirmation, Response = RecoveryCodes>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    Ok(ApiResponse(
        authenticator::confirm(&state, &caller, input.body, &context).await?,
    ))
}

async fn remove_authenticator<E: Endpoint<Request = AuthenticatorRemoval, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    authenticator::remove(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn begin_passkey<E: Endpoint<Request = PasskeyRequest, Response = PasskeyCreation>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    Ok(ApiResponse(
        passkeys::begin(&state, &caller, input.body, &context).await?,
    ))
}

async fn add_passkey<E: Endpoint<Request = NewPasskey, Response = AddedPasskey>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    Ok(ApiResponse(passkeys::add(&state, &caller, input.body, &context).await?))
}

async fn remove_passkey<E: Endpoint<Path = (PasskeyId,), Request = PasskeyRemoval, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
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

async fn request_phone_change<E: Endpoint<Request = PhoneCodeRequest, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<Response, Failure> {
    let binding = contact_change::request_phone_change(&state, &caller, input.body, &context).await?;
    Ok(with_binding_cookie(&state, ApiResponse::<E>(Nothing {}), binding))
}

async fn change_phone<E: Endpoint<Request = PhoneChange, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    let user = contact_change::change_phone(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(account::to_profile(&state, &caller, user).await?))
}

async fn request_email_change<E: Endpoint<Request = EmailChange, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    context: ProofContext,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    contact_change::request_email_change(&state, &caller, input.body, &context).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn change_email<E: Endpoint<Request = EmailConfirmation, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    let user = contact_change::change_email(&state, &caller, &input.body.token).await?;
    Ok(ApiResponse(account::to_profile(&state, &caller, user).await?))
}

async fn set_picture<E: Endpoint<Request = RawFile, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    upload: Upload<E>,
) -> Result<ApiResponse<E>, Failure> {
    Ok(ApiResponse(picture::set(&state, &caller, upload.bytes).await?))
}

async fn remove_picture<E: Endpoint<Request = Nothing, Response = Profile>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
) -> Result<ApiResponse<E>, Failure> {
    Ok(ApiResponse(picture::remove(&state, &caller).await?))
}

async fn list_sessions<E: Endpoint<Response = Listing<LoginSession>>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
) -> Result<ApiResponse<E>, Failure> {
    let data = sessions::list(&state, &caller).await?;
    Ok(ApiResponse(Listing { data }))
}

async fn end_session<E: Endpoint<Path = (SessionId,), Request = Nothing, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    sessions::end(&state, &caller, input.path.0).await?;
    Ok(ApiResponse(Nothing {}))
}

async fn end_sessions<E: Endpoint<Request = LogOutEverywhere, Response = Nothing>>(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    input: Input<E>,
) -> Result<ApiResponse<E>, Failure> {
    sessions::end_all(&state, &caller, input.body).await?;
    Ok(ApiResponse(Nothing {}))
}
