//! Routes of delivery prices by the tariffs: the proposal for staff, and the methods that a client chooses from.

use super::{
    delivery_choice,
    loaded_items::load_items,
    routes::{find, find_packed},
    views::Viewer,
};
use books::rates::{self, RatesOf};
use platform::http::{AgentCall, Api, ApiResponse, ApiResult, ClientCall};
use shared_types::shipments::*;

/// Registers the routes of delivery prices.
pub fn routes(api: Api) -> Api {
    api.serve::<ProposeShipmentCost, _>(propose_cost)
        .serve::<ListShipmentPrices, _>(list_prices)
}

async fn propose_cost(call: AgentCall<ProposeShipmentCost>) -> ApiResult<ProposeShipmentCost> {
    let row = find(&call.scope, call.path.0).await?;
    let rates_of = RatesOf::Client(row.client_id);
    let rates = rates::load(&call.scope, &call.state.system(), rates_of, call.now).await?;
    let sizes = [delivery_choice::Size::packed(&row)];
    let contents = load_items(&call.scope, row.id).await?;
    let [proposal] = delivery_choice::propose_costs(&call.scope, (&row, &contents), sizes, &rates).await?;
    Ok(ApiResponse(proposal))
}

async fn list_prices(call: ClientCall<ListShipmentPrices>) -> ApiResult<ListShipmentPrices> {
    let row = find_packed(&call.scope, call.path.0).await?;
    let rates_of = RatesOf::Client(row.client_id);
    let rates = rates::load(&call.scope, &call.state.system(), rates_of, call.now).await?;
    let country = call.query.country.as_deref();
    let mut prices = delivery_choice::method_prices(&call.scope, &row, country, &rates).await?;
    if !Viewer::from_caller(&call.caller).prices {
        for method in &mut prices.methods {
            (method.price, method.price_rub) = (None, None);
        }
    }
    Ok(ApiResponse(prices))
}
