//! Addresses of settings.

use super::{conditions, lists, offers, options, profile};
use crate::platform::{
    auth::{Caller, Membership},
    http::{Answer, Api, Failure, IfMatch, Input},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use axum::extract::State;
use shared_types::settings::*;
use std::sync::Arc;

/// The feature's addresses.
pub fn routes(api: Api) -> Api {
    let api = api
        .serve::<ShowConditions, _>(show)
        .serve::<ChangeConditions, _>(change)
        .serve::<ShowAgentProfile, _>(show_profile)
        .serve::<ChangeAgentProfile, _>(change_profile)
        .serve::<ShowAgentPlan, _>(show_plan)
        .serve::<ShowSelfBuyout, _>(show_self_buyout)
        .serve::<ChangeSelfBuyout, _>(change_self_buyout)
        .serve::<ShowPaymentTerms, _>(show_payments)
        .serve::<ChangePaymentTerms, _>(change_payments)
        .serve::<ShowAgentTerms, _>(show_terms)
        .serve::<ListDeliveryOptions, _>(staff_options)
        .serve::<ListClientDeliveryOptions, _>(client_options)
        .serve::<ListRequisites, _>(lists::requisites);
    lists::serve_all(api)
}

async fn show(scope: AgentScope) -> Result<Answer<ShowConditions>, Failure> {
    Ok(Answer(conditions::show(&scope).await?))
}

async fn change(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeConditions>,
) -> Result<Answer<ChangeConditions>, Failure> {
    let tx = scope.begin().await?;
    let changed = conditions::change(&tx, input.body.commission, version, state.clock.now()).await?;
    tx.commit().await?;
    Ok(Answer(changed))
}

async fn show_profile(State(state): State<AppState>, scope: AgentScope) -> Result<Answer<ShowAgentProfile>, Failure> {
    let profile = profile::show(&scope, &state.system(), &state.config.public_url).await?;
    Ok(Answer(profile))
}

async fn change_profile(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeAgentProfile>,
) -> Result<Answer<ChangeAgentProfile>, Failure> {
    let (system, now) = (state.system(), state.clock.now());
    let changed = profile::change(&scope, &system, &state.config.public_url, input.body, version, now).await?;
    Ok(Answer(changed))
}

async fn show_plan(State(state): State<AppState>, scope: AgentScope) -> Result<Answer<ShowAgentPlan>, Failure> {
    Ok(Answer(profile::plan(&scope, &state.system()).await?))
}

async fn show_self_buyout(scope: AgentScope) -> Result<Answer<ShowSelfBuyout>, Failure> {
    Ok(Answer(offers::self_buyout(&scope).await?))
}

async fn change_self_buyout(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangeSelfBuyout>,
) -> Result<Answer<ChangeSelfBuyout>, Failure> {
    let tx = scope.begin().await?;
    let changed = offers::change_self_buyout(&tx, input.body, version, state.clock.now()).await?;
    tx.commit().await?;
    Ok(Answer(changed))
}

async fn show_payments(scope: AgentScope) -> Result<Answer<ShowPaymentTerms>, Failure> {
    Ok(Answer(offers::payments(&scope).await?))
}

async fn change_payments(
    State(state): State<AppState>,
    scope: AgentScope,
    IfMatch(version): IfMatch,
    input: Input<ChangePaymentTerms>,
) -> Result<Answer<ChangePaymentTerms>, Failure> {
    let tx = scope.begin().await?;
    let changed = offers::change_payments(&tx, input.body, version, state.clock.now()).await?;
    tx.commit().await?;
    Ok(Answer(changed))
}

async fn show_terms(scope: ClientScope, caller: Arc<Caller>) -> Result<Answer<ShowAgentTerms>, Failure> {
    let mut terms = offers::told(&scope).await?;
    if let Membership::Member { client_code, .. } = &caller.membership {
        let address = &mut terms.self_buyout.warehouse_address;
        *address = address.replace("{code}", client_code);
    }
    Ok(Answer(terms))
}

async fn staff_options(scope: AgentScope) -> Result<Answer<ListDeliveryOptions>, Failure> {
    Ok(Answer(options::all(&scope).await?))
}

async fn client_options(scope: ClientScope) -> Result<Answer<ListClientDeliveryOptions>, Failure> {
    Ok(Answer(options::all(&scope).await?))
}
