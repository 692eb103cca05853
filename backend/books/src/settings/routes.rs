//! Routes of settings.

use super::{brand, conditions, lists, profile, tabs};
use crate::settings::{client_terms, delivery_options, distribution, order_limits};
use axum::extract::State;
use infra::media::UrlSigner;
use platform::{
    auth::{Caller, Membership},
    http::{Api, ApiResponse, Failure, IfMatch, Input, Upload},
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

async fn get_settings(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<ShowSettings>,
) -> Result<ApiResponse<ShowSettings>, Failure> {
    Ok(ApiResponse(
        tabs::overview(&scope, &state, &caller, input.query.tab).await?,
    ))
}

async fn get_conditions(scope: AgentScope) -> Result<ApiResponse<ShowConditions>, Failure> {
    Ok(ApiResponse(conditions::get(&scope).await?))
}

async fn update_conditions(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeConditions>,
) -> Result<ApiResponse<ChangeConditions>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(conditions::update(tx, input.body.commission, version, now).await?)
        })
        .await
}

async fn get_profile(
    State(state): State<AppState>,
    scope: AgentScope,
) -> Result<ApiResponse<ShowAgentProfile>, Failure> {
    let profile = profile::get(&scope, &state.system(), &state.config.public_url).await?;
    Ok(ApiResponse(profile))
}

async fn update_profile(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeAgentProfile>,
) -> Result<ApiResponse<ChangeAgentProfile>, Failure> {
    let (system, now) = (state.system(), state.clock.now());
    let changed = profile::update(&scope, &system, &state.config.public_url, input.body, version, now).await?;
    Ok(ApiResponse(changed))
}

async fn get_brand_settings(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
) -> Result<ApiResponse<ShowBrandSettings>, Failure> {
    let signer = UrlSigner::new(&state);
    Ok(ApiResponse(brand::settings(&scope, &caller.agent_name, &signer).await?))
}

async fn update_brand(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    IfMatch(version): IfMatch,
    input: Input<ChangeBrand>,
) -> Result<ApiResponse<ChangeBrand>, Failure> {
    let (now, signer) = (state.clock.now(), UrlSigner::new(&state));
    scope
        .run(&state, input.key, async |tx| {
            let row = brand::update(tx, input.body, version, now).await?;
            Ok(brand::to_brand(&caller.agent_name, Some(row), &signer))
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

async fn remove_brand_logo(
    State(state): State<AppState>,
    scope: AgentScope,
    caller: Arc<Caller>,
    input: Input<RemoveBrandLogo>,
) -> Result<ApiResponse<RemoveBrandLogo>, Failure> {
    let (now, signer) = (state.clock.now(), UrlSigner::new(&state));
    let changed = scope
        .run(&state, input.key, async |tx| {
            let row = brand::replace_logo(tx, None, now).await?;
            Ok(brand::to_brand(&caller.agent_name, row, &signer))
        })
        .await;
    state.wake_worker();
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
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeSelfBuyout>,
) -> Result<ApiResponse<ChangeSelfBuyout>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(client_terms::update_self_buyout(tx, input.body, version, now).await?)
        })
        .await
}

async fn get_payment_terms(scope: AgentScope) -> Result<ApiResponse<ShowPaymentTerms>, Failure> {
    Ok(ApiResponse(client_terms::payment_terms(&scope).await?))
}

async fn update_payment_terms(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangePaymentTerms>,
) -> Result<ApiResponse<ChangePaymentTerms>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(client_terms::update_payment_terms(tx, input.body, version, now).await?)
        })
        .await
}

async fn get_working_week(scope: AgentScope) -> Result<ApiResponse<ShowWorkingHours>, Failure> {
    Ok(ApiResponse(client_terms::working_week(&scope).await?))
}

async fn update_working_week(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeWorkingHours>,
) -> Result<ApiResponse<ChangeWorkingHours>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(client_terms::update_working_week(tx, input.body, version, now).await?)
        })
        .await
}

async fn get_order_distribution(scope: AgentScope) -> Result<ApiResponse<ShowOrderDistribution>, Failure> {
    Ok(ApiResponse(distribution::order_distribution(&scope).await?))
}

async fn update_order_distribution(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeOrderDistribution>,
) -> Result<ApiResponse<ChangeOrderDistribution>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(distribution::update_order_distribution(tx, input.body, version, now).await?)
        })
        .await
}

async fn get_order_limits(scope: AgentScope) -> Result<ApiResponse<ShowOrderLimits>, Failure> {
    Ok(ApiResponse(order_limits::order_limits(&scope).await?))
}

async fn update_order_limits(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeOrderLimits>,
) -> Result<ApiResponse<ChangeOrderLimits>, Failure> {
    let now = state.clock.now();
    scope
        .run(&state, input.key, async |tx| {
            Ok(order_limits::update_order_limits(tx, input.body, version, now).await?)
        })
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
