//! Routes of rates.

use super::{policy, rates_of::RatesOf, store};
use axum::extract::State;
use platform::{
    http::{AgentCall, Api, ApiResponse, ApiResult, Failure, IfMatch, Input},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use shared_types::{
    fields::FieldErrors,
    money::Currency,
    page::Listing,
    rates::{ChangeRatePolicy, ClientRate, RateSource, ShowClientRates, ShowRateHistory, ShowRates},
};

/// Registers the routes of rates.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowRates, _>(list_rates)
        .serve::<ChangeRatePolicy, _>(update_policy)
        .serve::<ShowRateHistory, _>(get_history)
        .serve::<ShowClientRates, _>(list_client_rates)
}

async fn list_rates(State(state): State<AppState>, scope: AgentScope) -> Result<ApiResponse<ShowRates>, Failure> {
    Ok(ApiResponse(Listing {
        data: policy::list_states(&scope, &state.system(), state.clock.now()).await?,
    }))
}

async fn update_policy(IfMatch(version): IfMatch, call: AgentCall<ChangeRatePolicy>) -> ApiResult<ChangeRatePolicy> {
    call.scope
        .in_transaction(async |tx| policy::set_policy(tx, &call.body, version, call.now).await)
        .await?;
    Ok(ApiResponse(Listing {
        data: policy::list_states(&call.scope, &call.state.system(), call.now).await?,
    }))
}

async fn get_history(
    State(state): State<AppState>,
    input: Input<ShowRateHistory>,
) -> Result<ApiResponse<ShowRateHistory>, Failure> {
    let query = input.query;
    let days = query.days.unwrap_or(90);
    let mut errors = FieldErrors::default();
    errors.range("days", days, 1, 366);
    errors.into_result(())?;
    let (source, base) = (
        query.source.unwrap_or(RateSource::Cbr),
        query.base.unwrap_or(Currency::Cny),
    );
    Ok(ApiResponse(Listing {
        data: store::history(&state.system(), source, base, days, state.clock.now()).await?,
    }))
}

async fn list_client_rates(
    State(state): State<AppState>,
    scope: ClientScope,
) -> Result<ApiResponse<ShowClientRates>, Failure> {
    let rates_of = RatesOf::Client(scope.policy().client_id());
    let states = policy::list_client_states(&scope, &state.system(), rates_of, state.clock.now()).await?;
    let rates = states.into_iter().filter_map(|state| {
        state.effective.map(|effective| ClientRate {
            base: state.base,
            effective,
        })
    });
    Ok(ApiResponse(Listing { data: rates.collect() }))
}
