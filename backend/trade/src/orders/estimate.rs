//! The estimate of a draft with products that are not in it yet. The order's page shows the same sum when they are.

use super::{
    OrderError,
    calculation::{self, OrderOfClient, RateContext},
    client_limits,
    items::{basket_item, ensure_open},
};
use books::{
    rates::{self, Rates, RatesOf},
    settings,
};
use entities::client;
use platform::scope::{ClientScope, ScopedConnection};
use sea_orm::entity::prelude::*;
use shared_types::{
    ext::{DraftEstimate, EstimateRequest, limits},
    fields::{FieldErrors, Rule},
    id::{ClientId, OrderId},
    money::{Currency, Money},
    orders::{ChargeFacts, CostFacts, CostSum, OrderCost, OrderStatus, OrderType, Side},
    pricing::{Basket, BasketItem, Calculation},
};

/// Estimates a draft of the client in the scope, or a new one, with these products. Changes nothing.
pub async fn with_products(
    rows: &ClientScope,
    today: &RateContext,
    request: &EstimateRequest,
) -> Result<DraftEstimate, OrderError> {
    let added = basket_items(request)?;
    let rates = rates::load(rows, &today.system, RatesOf::Client(request.client_id), today.now).await?;
    match request.order_id {
        Some(id) => of_draft(rows, id, added, &rates).await,
        None => of_new_draft(rows, request.client_id, added, &rates).await,
    }
}

/// Validates the products.
fn basket_items(request: &EstimateRequest) -> Result<Vec<BasketItem>, FieldErrors> {
    let mut errors = FieldErrors::default();
    match request.items.len() {
        0 => errors.add("items", Rule::Required),
        1..=limits::ESTIMATED_PRODUCTS => {}
        _ => return Err(FieldErrors::single("items", Rule::TooMany(limits::ESTIMATED_PRODUCTS))),
    }
    let products = request.items.iter().enumerate();
    let items = products.map(|(index, product)| basket_item(&mut errors, &format!("items[{index}]"), product));
    let items = items.collect();
    errors.into_result(items)
}

async fn of_draft(
    rows: &ClientScope,
    id: OrderId,
    added: Vec<BasketItem>,
    rates: &Rates,
) -> Result<DraftEstimate, OrderError> {
    let OrderOfClient { order, currency, .. } = client_limits::find_with_client(rows, id).await?;
    ensure_open(&order, Side::Client)?;
    let charges = calculation::charges_of(rows, &order).await?;
    let goods_minor = order
        .total_minor
        .saturating_sub(calculation::charged_minor(&charges))
        .saturating_add(value_in(&added, order.currency));
    let calculation = calculation::estimate(rows, &order, added, rates).await?;
    Ok(view(order.order_type, goods_minor, &calculation, charges, currency))
}

async fn of_new_draft(
    rows: &ClientScope,
    id: ClientId,
    added: Vec<BasketItem>,
    rates: &Rates,
) -> Result<DraftEstimate, OrderError> {
    let client = rows
        .one(client::Entity::find_by_id(id))
        .await?
        .ok_or(OrderError::NotFound)?;
    let terms = settings::new_order_terms(rows, &client).await?;
    let kind = (OrderType::Standard, client.currency);
    let goods_minor = value_in(&added, client.currency);
    let basket = Basket {
        items: added,
        ..Basket::default()
    };
    let calculation = calculation::calculate_basket(kind, basket, terms, rates);
    Ok(view(kind.0, goods_minor, &calculation, Vec::new(), client.currency))
}

/// The value of the items in this currency, in minor units.
fn value_in(items: &[BasketItem], currency: Currency) -> i64 {
    let own = items.iter().filter(|item| item.price.price.currency == currency);
    let values = own.map(|item| item.price.value(item.quantity).map_or(i64::MAX, |value| value.minor));
    values.fold(0, i64::saturating_add)
}

fn view(
    order_type: OrderType,
    goods_minor: i64,
    calculation: &Calculation,
    charges: Vec<ChargeFacts>,
    client_currency: Currency,
) -> DraftEstimate {
    let cost = OrderCost::calculate(CostFacts {
        order_type,
        status: OrderStatus::Draft,
        goods_minor,
        calculation,
        quote: None,
        payment: None,
        charges,
        client_currency,
    });
    let later = |total: Money, due: Money| Money::new(total.minor.saturating_sub(due.minor), total.currency);
    let delivery = later(calculation.total, calculation.due);
    let in_rub = calculation.total_rub.zip(calculation.due_rub);
    let in_rub = in_rub.map(|(total, due)| later(total, due));
    DraftEstimate {
        total: cost.total,
        delivery: (delivery.minor > 0).then(|| CostSum::in_client_currency(delivery, in_rub, client_currency)),
        left_out: calculation.left_out,
    }
}
