//! Routes of settings.

use super::{brand, conditions, lists, profile, tabs};
use crate::settings::{client_terms, delivery_options, distribution, order_limits};
use axum::extract::State;
use infra::{
    media::UrlSigner,
    messengers::{self, Messenger},
};
use platform::{
    auth::{Caller, Membership},
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, IfMatch, Upload},
    scope::{AgentPolicy, AgentScope, ClientPolicy, ClientScope, RowPolicy, Scope},
    state::AppState,
};
use shared_types::settings::*;
use std::sync::Arc;

/// Registers the routes of settings.
pub fn routes(api: Api) -> Api {
    let api = api
        .serve::<ShowSettings, _>(get_settings)
        .serve::<ShowConditions, _>(get_conditions)
        .serve::<ChangeConditions, _>(update_conditions)
        .serve::<ShowAgentProfile, _>(get_profile)
        .serve::<ChangeAgentProfile, _>(update_profile)
        .serve::<ShowBrandSettings, _>(get_brand_settings)
        .serve::<ChangeBrand, _>(update_brand)
        .serve::<SetBrandLogo, _>(set_brand_logo)
        .serve::<RemoveBrandLogo, _>(remove_brand_logo)
        .serve::<ShowBrand, _>(get_brand)
        .serve::<ShowSelfBuyout, _>(get_self_buyout)
        .serve::<ChangeSelfBuyout, _>(update_self_buyout)
        .serve::<ShowPaymentTerms, _>(get_payment_terms)
        .serve::<ChangePaymentTerms, _>(update_payment_terms)
        .serve::<ShowWorkingHours, _>(get_working_week)
        .serve::<ChangeWorkingHours, _>(update_working_week)
        .serve::<ShowOrderDistribution, _>(get_order_distribution)
        .serve::<ChangeOrderDistribution, _>(update_order_distribution)
        .serve::<ShowOrderLimits, _>(get_order_limits)
        .serve::<ChangeOrderLimits, _>(update_order_limits)
        .serve::<ShowAgentTerms, _>(get_agent_terms)
        .serve_sides::<ListDeliveryOptions, _, _>(
            list_delivery_options::<AgentPolicy>,
            list_delivery_options::<ClientPolicy>,
        )
        .serve::<ListRequisites, _>(lists::list_requisites);
    lists::serve_all(api)
}

async fn get_settings(call: AgentCall<ShowSettings>) -> ApiResult<ShowSettings> {
    Ok(ApiResponse(
        tabs::overview(&call.scope, &call.state, &call.caller, call.query.tab).await?,
    ))
}

async fn get_conditions(scope: AgentScope) -> Result<ApiResponse<ShowConditions>, Failure> {
    Ok(ApiResponse(conditions::get(&scope).await?))
}

async fn update_conditions(
    IfMatch(version): IfMatch,
    call: AgentCall<ChangeConditions>,
) -> ApiResult<ChangeConditions> {
    call.scope
        .run(&call.state, call.key, async |tx| {
            Ok(conditions::update(tx, call.body.commission, version, call.now).await?)
        })
        .await
}

async fn get_profile(
    State(state): State<AppState>,
    scope: AgentScope,
) -> Result<ApiResponse<ShowAgentProfile>, Failure> {
    let profile = profile::get(&scope, &state.system(), &state.config.public_url).await?;
    Ok(ApiResponse(with_bot_links(&state, profile).await))
}

async fn update_profile(
    IfMatch(version): IfMatch,
    call: AgentCall<ChangeAgentProfile>,
) -> ApiResult<ChangeAgentProfile> {
    let (system, now) = (call.state.system(), call.now);
    let changed = profile::update(
        &call.scope,
        &system,
        &call.state.config.public_url,
        call.body,
        version,
        now,
    )
    .await?;
    Ok(ApiResponse(with_bot_links(&call.state, changed).await))
}

/// The profile with the links by which clients come through the bots, too.
async fn with_bot_links(state: &AppState, mut profile: AgentProfile) -> AgentProfile {
    let token = format!("agent_{}", profile.subdomain);
    for messenger in Messenger::ALL {
        profile
            .referral_links
            .extend(messengers::bot_link(state, messenger, &token).await);
    }
    profile
}

async fn get_brand_settings(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
) -> Result<ApiResponse<ShowBrandSettings>, Failure> {
    let signer = UrlSigner::new(&state);
    Ok(ApiResponse(brand::settings(&scope, &caller.agent_name, &signer).await?))
}

async fn update_brand(IfMatch(version): IfMatch, call: AgentCall<ChangeBrand>) -> ApiResult<ChangeBrand> {
    let (now, signer) = (call.now, UrlSigner::new(&call.state));
    call.scope
        .run(&call.state, call.key, async |tx| {
            let row = brand::update(tx, call.body, version, now).await?;
            Ok(brand::to_brand(&call.caller.agent_name, Some(row), &signer))
        })
        .await
}

async fn set_brand_logo(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    upload: Upload<SetBrandLogo>,
) -> Result<ApiResponse<SetBrandLogo>, Failure> {
    let (now, signer) = (state.clock.now(), UrlSigner::new(&state));
    let path = brand::store_logo(&state.storage, caller.agent_id, upload.bytes).await?;
    let changed = scope
        .run(&state, upload.key, async |tx| {
            let row = brand::replace_logo(tx, Some(path), now).await?;
            Ok(brand::to_brand(&caller.agent_name, row, &signer))
        })
        .await;
    state.wake_worker();
    changed
}

async fn remove_brand_logo(call: AgentCall<RemoveBrandLogo>) -> ApiResult<RemoveBrandLogo> {
    let (now, signer) = (call.now, UrlSigner::new(&call.state));
    let changed = call
        .run(async |tx| {
            let row = brand::replace_logo(tx, None, now).await?;
            Ok(brand::to_brand(&call.caller.agent_name, row, &signer))
        })
        .await;
    call.state.wake_worker();
    changed
}

async fn get_brand(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
) -> Result<ApiResponse<ShowBrand>, Failure> {
    let signer = UrlSigner::new(&state);
    Ok(ApiResponse(brand::brand(&scope, &caller.agent_name, &signer).await?))
}

async fn get_self_buyout(scope: AgentScope) -> Result<ApiResponse<ShowSelfBuyout>, Failure> {
    Ok(ApiResponse(client_terms::self_buyout(&scope).await?))
}

async fn update_self_buyout(
    IfMatch(version): IfMatch,
    call: AgentCall<ChangeSelfBuyout>,
) -> ApiResult<ChangeSelfBuyout> {
    call.scope
        .run(&call.state, call.key, async |tx| {
            Ok(client_terms::update_self_buyout(tx, call.body, version, call.now).await?)
        })
        .await
}

async fn get_payment_terms(scope: AgentScope) -> Result<ApiResponse<ShowPaymentTerms>, Failure> {
    Ok(ApiResponse(client_terms::payment_terms(&scope).await?))
}

async fn update_payment_terms(
    IfMatch(version): IfMatch,
    call: AgentCall<ChangePaymentTerms>,
) -> ApiResult<ChangePaymentTerms> {
    call.scope
        .run(&call.state, call.key, async |tx| {
            Ok(client_terms::update_payment_terms(tx, call.body, version, call.now).await?)
        })
        .await
}

async fn get_working_week(scope: AgentScope) -> Result<ApiResponse<ShowWorkingHours>, Failure> {
    Ok(ApiResponse(client_terms::working_week(&scope).await?))
}

async fn update_working_week(
    IfMatch(version): IfMatch,
    call: AgentCall<ChangeWorkingHours>,
) -> ApiResult<ChangeWorkingHours> {
    call.scope
        .run(&call.state, call.key, async |tx| {
            Ok(client_terms::update_working_week(tx, call.body, version, call.now).await?)
        })
        .await
}

async fn get_order_distribution(scope: AgentScope) -> Result<ApiResponse<ShowOrderDistribution>, Failure> {
    Ok(ApiResponse(distribution::order_distribution(&scope).await?))
}

async fn update_order_distribution(
    IfMatch(version): IfMatch,
    call: AgentCall<ChangeOrderDistribution>,
) -> ApiResult<ChangeOrderDistribution> {
    call.run(async |tx| Ok(distribution::update_order_distribution(tx, call.body, version, call.now).await?))
        .await
}

async fn get_order_limits(scope: AgentScope) -> Result<ApiResponse<ShowOrderLimits>, Failure> {
    Ok(ApiResponse(order_limits::order_limits(&scope).await?))
}

async fn update_order_limits(
    IfMatch(version): IfMatch,
    call: AgentCall<ChangeOrderLimits>,
) -> ApiResult<ChangeOrderLimits> {
    call.run(async |tx| Ok(order_limits::update_order_limits(tx, call.body, version, call.now).await?))
        .await
}

async fn get_agent_terms(scope: ClientScope, caller: Arc<Caller>) -> Result<ApiResponse<ShowAgentTerms>, Failure> {
    let mut terms = client_terms::terms_of_client(&scope, scope.policy().client_id()).await?;
    if let Membership::Member { client_code, .. } = &caller.membership {
        let address = &mut terms.self_buyout.warehouse_address;
        *address = address.replace("{code}", client_code);
    }
    Ok(ApiResponse(terms))
}

async fn list_delivery_options<W: RowPolicy>(scope: Scope<W>) -> Result<ApiResponse<ListDeliveryOptions>, Failure> {
    Ok(ApiResponse(delivery_options::list(&scope).await?))
}
