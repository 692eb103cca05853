//! Routes of delivery prices by the tariffs: the proposal for staff, and the methods that a client chooses from.

use super::{
    delivery_choice,
    routes::{find, find_packed},
    views::Viewer,
};
use axum::extract::State;
use books::rates::{self, RatesOf};
use platform::{
    auth::Caller,
    http::{Api, ApiResponse, Failure, Input},
    scope::{AgentScope, ClientScope},
    state::AppState,
};
use shared_types::shipments::*;
use std::sync::Arc;

/// Registers the routes of delivery prices.
pub fn routes(api: Api) -> Api {
    api.serve::<ProposeShipmentCost, _>(propose_cost)
        .serve::<ListShipmentPrices, _>(list_prices)
}

async fn propose_cost(
    State(state): State<AppState>,
    scope: AgentScope,
    input: Input<ProposeShipmentCost>,
) -> Result<ApiResponse<ProposeShipmentCost>, Failure> {
    let row = find(&scope, input.path.0).await?;
    let rates_of = RatesOf::Client(row.client_id);
    let rates = rates::load(&scope, &state.system(), rates_of, state.clock.now()).await?;
    Ok(ApiResponse(delivery_choice::propose_cost(&scope, &row, &rates).await?))
}

async fn list_prices(
    State(state): State<AppState>,
    scope: ClientScope,
    caller: Arc<Caller>,
    input: Input<ListShipmentPrices>,
) -> Result<ApiResponse<ListShipmentPrices>, Failure> {
    let row = find_packed(&scope, input.path.0).await?;
    let rates_of = RatesOf::Client(row.client_id);
    let rates = rates::load(&scope, &state.system(), rates_of, state.clock.now()).await?;
    let country = input.query.country.as_deref();
    let mut prices = delivery_choice::method_prices(&scope, &row, country, &rates).await?;
    if !Viewer::from_caller(&caller).prices {
        for method in &mut prices.methods {
            (method.price, method.price_rub) = (None, None);
        }
    }
    Ok(ApiResponse(prices))
}
