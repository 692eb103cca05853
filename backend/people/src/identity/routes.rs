//! Handlers for password login, sessions, cabinets, preferences and extension tokens.

use super::{
    browser_binding::Requester,
    cookies::{read_refresh_token, session_response, without_refresh_cookie},
    device::Device,
    extension_tokens, login, queries, refresh, session,
};
use axum::{Extension, extract::State, http::HeaderMap, response::Response};
use entities::{session::RevokeReason, user};
use infra::media::UrlSigner;
use platform::{
    auth::{Caller, Membership, bearer_token},
    http::{Api, ApiResponse, ApiResult, ClientAddress, Failure, Input, PersonCall, parse_guard},
    scope::{ScopedConnection, UserScope},
    state::AppState,
    timezone::TimeZone,
};
use sea_orm::{entity::prelude::*, sea_query::Expr};
use shared_types::{
    access::Guard,
    endpoint::Nothing,
    fields::{FieldErrors, Rule},
    identity::*,
    page::Listing,
    problem::ProblemCode,
};
use std::sync::Arc;

/// Registers the endpoints of sessions, cabinets and extension tokens.
pub fn routes(api: Api) -> Api {
    api.serve::<CheckPhone, _>(check_phone)
        .serve::<LogInByPassword, _>(log_in_by_password)
        .serve::<RefreshSession, _>(refresh_session)
        .serve::<LogOut, _>(log_out)
        .serve::<SwitchCabinet, _>(switch_cabinet)
        .serve::<FindOrderCabinet, _>(find_order_cabinet)
        .serve::<ShowMe, _>(me)
        .serve::<ChangePreferences, _>(update_preferences)
        .serve::<ListExtensionTokens, _>(list_tokens)
        .serve::<CreateExtensionToken, _>(create_token)
        .serve::<RevokeExtensionToken, _>(revoke_token)
}

async fn check_phone(
    State(state): State<AppState>,
    address: Option<Extension<ClientAddress>>,
    input: Input<CheckPhone>,
) -> Result<ApiResponse<CheckPhone>, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let counted = state
        .capacity
        .count_phone_check(address.map(|Extension(address)| address.0));
    counted.map_err(Failure::too_many_requests)?;
    Ok(ApiResponse(login::next_step(&state, guard, &input.body.phone).await?))
}

async fn log_in_by_password(
    State(state): State<AppState>,
    requester: Requester,
    device: Device,
    input: Input<LogInByPassword>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let device = device.in_timezone(input.body.timezone.as_deref());
    Ok(session_response::<LogInByPassword>(
        &state,
        login::by_password(&state, guard, input.body, &requester, device).await?,
    ))
}

async fn refresh_session(
    State(state): State<AppState>,
    headers: HeaderMap,
    device: Device,
    input: Input<RefreshSession>,
) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    let token = read_refresh_token(&headers, guard).ok_or(ProblemCode::CredentialMissing)?;
    Ok(session_response::<RefreshSession>(
        &state,
        refresh::refresh(&state, guard, &token, device).await?,
    ))
}

async fn log_out(State(state): State<AppState>, headers: HeaderMap, input: Input<LogOut>) -> Result<Response, Failure> {
    let guard = parse_guard(&input.path.0)?;
    if let Some(token) = read_refresh_token(&headers, guard) {
        session::close(&state, &token).await?;
    }
    // A program without cookies ends the session of its access token. A preview belongs to the session of its member of staff.
    if let Ok(token) = bearer_token(&headers)
        && let Ok((claims, token_guard)) = state.keys.verify_signature(token)
        && token_guard == guard
        && claims.preview.is_none()
    {
        session::close_by_id(&state, claims.sid).await?;
    }
    Ok(without_refresh_cookie(&state, ApiResponse::<LogOut>(Nothing {}), guard))
}

async fn switch_cabinet(
    State(state): State<AppState>,
    caller: Arc<Caller>,
    device: Device,
    input: Input<SwitchCabinet>,
) -> Result<Response, Failure> {
    let SwitchTo { guard, membership_id } = input.body;
    let cabinets = queries::cabinets(&state.system(), caller.user_id, guard).await?;
    let cabinet = cabinets
        .into_iter()
        .find(|cabinet| session::membership_id(cabinet) == membership_id);
    let cabinet = cabinet.ok_or_else(|| Failure::field("membership_id", Rule::NotYours))?;
    let session_id = caller.session_id()?;
    let login_at = session::login_time(&state, session_id).await?;
    // On the same side the new session replaces the current one. A session on the other side stays.
    if guard == caller.guard() {
        session::revoke(
            &state.system(),
            session_id,
            RevokeReason::CabinetSwitched,
            state.clock.now(),
        )
        .await?;
        state.notify_session_change();
    }
    Ok(session_response::<SwitchCabinet>(
        &state,
        session::open(&state, caller.user_id, cabinet, device, None, login_at).await?,
    ))
}

async fn find_order_cabinet(call: PersonCall<FindOrderCabinet>) -> ApiResult<FindOrderCabinet> {
    let cabinet = queries::cabinet_with_order(&call.state.system(), &call.caller, call.path.0).await?;
    Ok(ApiResponse(cabinet.ok_or(ProblemCode::NotFound)?))
}

fn person_view(state: &AppState, caller: &Caller) -> Person {
    Person {
        id: caller.user_id,
        name: caller.name.clone(),
        phone: caller.phone.to_string(),
        locale: caller.language,
        timezone: caller.timezone.as_str().to_owned(),
        avatar: UrlSigner::new(state).thumb(caller.avatar_key.as_deref()),
    }
}

fn current_cabinet(caller: &Caller) -> Cabinet {
    let mut cabinet = Cabinet {
        guard: caller.guard(),
        agent_id: caller.agent_id,
        agent_name: caller.agent_name.clone(),
        staff_id: None,
        client_id: None,
        client_name: None,
        client_code: None,
        member_id: None,
    };
    match &caller.membership {
        Membership::Staff { staff_id } => cabinet.staff_id = Some(*staff_id),
        Membership::Member {
            member_id,
            client_id,
            client_code,
            client_name,
            ..
        } => {
            cabinet.member_id = Some(*member_id);
            cabinet.client_id = Some(*client_id);
            cabinet.client_code = Some(client_code.clone());
            cabinet.client_name = Some(client_name.clone());
        }
    }
    cabinet
}

async fn me(State(state): State<AppState>, caller: Arc<Caller>) -> Result<ApiResponse<ShowMe>, Failure> {
    let cabinet = current_cabinet(&caller);
    // A key belongs to one cabinet.
    let cabinets = if caller.key().is_some() {
        vec![cabinet.clone()]
    } else {
        let mut cabinets = queries::cabinets(&state.system(), caller.user_id, Guard::Agent).await?;
        cabinets.extend(queries::cabinets(&state.system(), caller.user_id, Guard::Client).await?);
        cabinets
    };
    Ok(ApiResponse(Me {
        user: person_view(&state, &caller),
        cabinet,
        rights: caller.rights.clone(),
        cabinets,
    }))
}

async fn update_preferences(call: PersonCall<ChangePreferences>) -> ApiResult<ChangePreferences> {
    let Preferences { locale, timezone } = call.body;
    let mut errors = FieldErrors::default();
    let timezone = TimeZone::validate(&mut errors, timezone.as_deref());
    errors.into_result(())?;
    let mut person = person_view(&call.state, &call.caller);
    person.locale = locale.unwrap_or(call.caller.language);
    let mut update = user::Entity::update_many().col_expr(user::Column::Locale, Expr::value(person.locale));
    if let Some(timezone) = timezone {
        timezone.as_str().clone_into(&mut person.timezone);
        update = update
            .col_expr(user::Column::Timezone, Expr::value(timezone))
            .col_expr(user::Column::TimezoneChosen, Expr::value(true));
    }
    let update = update
        .col_expr(user::Column::UpdatedAt, Expr::value(call.now))
        .filter(user::Column::Id.eq(call.caller.user_id));
    call.state.system().update_count(update).await?;
    Ok(ApiResponse(person))
}

async fn list_tokens(
    State(state): State<AppState>,
    scope: UserScope,
) -> Result<ApiResponse<ListExtensionTokens>, Failure> {
    Ok(ApiResponse(Listing {
        data: extension_tokens::list(&state, &scope).await?,
    }))
}

async fn create_token(call: PersonCall<CreateExtensionToken>) -> ApiResult<CreateExtensionToken> {
    Ok(ApiResponse(
        extension_tokens::create(&call.state, &call.scope, call.body).await?,
    ))
}

async fn revoke_token(call: PersonCall<RevokeExtensionToken>) -> ApiResult<RevokeExtensionToken> {
    extension_tokens::revoke(&call.scope, call.path.0, call.now).await?;
    Ok(ApiResponse(Nothing {}))
}
