//! The cost of an order: feeds its items, the agent's terms and the exchange rates to [`shared_types::pricing`].

use super::{
    OrderError, charges, deposit, item_rows,
    quotes::{amount_due, current_quote, quote_view},
    services::order_effects as services,
    views,
};
use books::{
    ledger,
    payments::{self},
    rates::{self, Rates, RatesOf},
    settings::{self, PricingTerms},
};
use chrono::{DateTime, Utc};
use entities::{order, order_group as group, order_item as item, order_quote as quote, payment};
use platform::scope::{LedgerScope, ScopedConnection, SystemScope};
use sea_orm::entity::prelude::*;
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    id::ItemId,
    items::limits,
    money::{Currency, Money},
    orders::{
        ChargeFacts, ChargeState, CostFacts, DeliveryPriceQuery, DeliveryPrices, OrderCost, OrderDeposit, OrderMoney,
        OrderStatus, OrderType, PayOption, Quote, Settlement, estimates_shipments,
    },
    pricing::{Basket, BasketItem, Calculation, KnownDestination, Terms, calculate, calculate_delivery, missing_parts},
    settings::OrderLimits,
};

/// Items of an order with their groups.
pub(super) type ItemsWithGroups = Vec<(item::Model, Option<group::Model>)>;

/// Builds the input of the calculation from the live items. The agent's prices and quantities take precedence.
fn basket(items: &ItemsWithGroups, services_minor: i64) -> Basket {
    let mut domestic = std::collections::BTreeMap::new();
    let mut live = Vec::new();
    for (item, group) in items {
        if !item.status.is_live() {
            continue;
        }
        if let Some(group) = group {
            domestic.insert(group.id, group.domestic_minor);
        }
        live.push(BasketItem {
            price: views::effective_price(item),
            quantity: views::effective_quantity(item).into(),
            weight_grams: views::estimated_weight(item),
            volume_cm3: views::estimated_volume(item),
        });
    }
    Basket {
        items: live,
        domestic_minor: domestic.into_values().fold(0, i64::saturating_add),
        services_minor,
        packaging_grams: 0,
    }
}

/// Ids of the live items: the items that are not refused, returned or refunded.
pub(super) fn live_item_ids(items: &ItemsWithGroups) -> Vec<ItemId> {
    let is_live = |item: &item::Model| item.status.is_live();
    let live = items.iter().filter(|(item, _)| is_live(item));
    live.map(|(item, _)| item.id).collect()
}

/// Calculates the cost of the items and services with the current terms and rates and the delivery chosen in the order.
pub(super) async fn calculate_order(
    rows: &impl ScopedConnection,
    order: &order::Model,
    items: &ItemsWithGroups,
    services_minor: i64,
    rates: &Rates,
) -> Result<Calculation, DbErr> {
    let conditions = settings::order_terms(rows, order, rates).await?;
    let kind = (order.order_type, order.currency);
    Ok(calculate_basket(kind, basket(items, services_minor), conditions, rates))
}

/// Calculates the cost of a basket of an order of this type and currency.
pub(super) fn calculate_basket(
    (order_type, currency): (OrderType, Currency),
    basket: Basket,
    conditions: PricingTerms,
    rates: &Rates,
) -> Calculation {
    let terms = Terms {
        currency,
        rate: rates.get(currency).filter(|_| currency != Currency::Rub),
        commission: conditions.commission,
        insurance: conditions.insurance,
        packaging_minor: conditions.packaging_minor,
        cargo: conditions.cargo,
    };
    let basket = Basket {
        packaging_grams: conditions.packaging_grams,
        ..basket
    };
    // The client pays the shop for a self-buyout, so only the delivery is calculated.
    match order_type {
        OrderType::SelfBuyout => calculate_delivery(&basket, &terms),
        OrderType::Standard => calculate(&basket, &terms),
    }
}

/// The preliminary calculation of an order with the current terms and rates, as the order's page shows it, with `added` items.
pub(super) async fn estimate(
    rows: &impl ScopedConnection,
    order: &order::Model,
    added: Vec<BasketItem>,
    rates: &Rates,
) -> Result<Calculation, OrderError> {
    let items = item_rows::items_with_groups(rows, order.id).await?;
    let services = match order.order_type {
        OrderType::Standard => services::estimate(rows, order, &live_item_ids(&items)).await?,
        OrderType::SelfBuyout => 0,
    };
    let conditions = settings::order_terms(rows, order, rates).await?;
    let mut basket = basket(&items, services);
    basket.items.extend(added);
    let kind = (order.order_type, order.currency);
    Ok(calculate_basket(kind, basket, conditions, rates))
}

/// The charges of an order. Nothing is charged before staff have begun to price it.
pub(super) async fn charges_of(rows: &impl ScopedConnection, order: &order::Model) -> Result<Vec<ChargeFacts>, DbErr> {
    if order.pricing_opened_at.is_some() || order.order_type == OrderType::SelfBuyout {
        charges::of_order(rows, order.id).await
    } else {
        Ok(Vec::new())
    }
}

/// The sum of the charges that are not returned, in minor units of the order's currency.
pub(super) fn charged_minor(charges: &[ChargeFacts]) -> i64 {
    let active = charges.iter().filter(|charge| charge.state != ChargeState::Refunded);
    active.map(|charge| charge.own_minor).fold(0, i64::saturating_add)
}

/// Access to the current rates, needed to calculate an order that has no quote.
pub struct RateContext {
    pub system: SystemScope,
    pub now: DateTime<Utc>,
}

/// Calculation, quote, payments, refunds, cost and deposit of an order.
///
/// Uses the calculation stored with the quote; without a quote, calculates with the current rates. Returns
/// [`OrderError::NotFound`] if `is_visible` rejects the status.
pub async fn order_money(
    rows: &impl ScopedConnection,
    books: &LedgerScope,
    of_client: OrderOfClient,
    today: &RateContext,
    is_visible: impl FnOnce(OrderStatus) -> bool,
) -> Result<OrderMoney, OrderError> {
    let OrderOfClient {
        order,
        limits,
        currency: client_currency,
    } = of_client;
    let status = order.status;
    if !is_visible(status) {
        return Err(OrderError::NotFound);
    }
    let quote = current_quote(rows, &order).await?;
    let quoted = quote.as_ref().map(|quote| Calculation::clone(&quote.calculation));
    let calculation = if let Some(quoted) = quoted {
        quoted
    } else {
        let rates = rates::load(rows, &today.system, RatesOf::Client(order.client_id), today.now).await?;
        estimate(rows, &order, Vec::new(), &rates).await?
    };
    // Payments exist only after a quote was paid; payment options only while it is unpaid.
    let (payments, refunds) = if quote.is_some() && status != OrderStatus::Quoted {
        let payments = payments::list(rows, payments::PaidDocument::Order(order.id)).await?;
        let refunds = payments::list_refunds(rows, &payments).await?;
        (payments, refunds)
    } else {
        (Vec::new(), Vec::new())
    };
    let charges = charges_of(rows, &order).await?;
    // A submitted order whose sum was not known is priced before its deposit is reserved.
    let to_reserve = match status {
        OrderStatus::Draft | OrderStatus::Quoted if order.deposit().is_none() => {
            deposit::required(limits, order.order_type, &calculation)
        }
        _ => Vec::new(),
    };
    let quote_to_pay = quote.as_ref().filter(|_| status == OrderStatus::Quoted);
    let balances = if quote_to_pay.is_some() || !to_reserve.is_empty() {
        ledger::balances(books, order.client_id).await?
    } else {
        Vec::new()
    };
    let pay_from = quote_to_pay.map_or_else(Vec::new, |quote| pay_options(quote, &balances, order.deposit()));
    let known = KnownDestination {
        has_method: order.delivery_method_id.is_some(),
        has_country: order.destination_country.is_some(),
    };
    let quote = quote.as_ref().map(quote_view);
    let settlement = settlement(&payments, quote.as_ref());
    let mut active = charges.iter().filter(|charge| charge.state != ChargeState::Refunded);
    let is_estimated = estimates_shipments(status, active.any(|charge| charge.shipment.is_some()));
    // An order without items lacks nothing but items.
    let missing = if is_estimated && order.items_count > 0 {
        missing_parts(&calculation, known)
    } else {
        Vec::new()
    };
    let cost = OrderCost::calculate(CostFacts {
        order_type: order.order_type,
        status,
        goods_minor: order.total_minor.saturating_sub(charged_minor(&charges)),
        calculation: &calculation,
        quote: quote.as_ref(),
        payment: settlement.map(|sums| (sums.paid.minor, sums.refunded.minor)),
        charges,
        client_currency,
    });
    Ok(OrderMoney {
        cost,
        missing,
        calculation: if is_estimated {
            calculation
        } else {
            calculation.without_estimates()
        },
        settlement,
        quote,
        payments: payments.iter().map(payments::payment_view).collect(),
        refunds: refunds.into_iter().map(payments::refund_view).collect(),
        pay_from,
        deposit: deposit_view(&order, limits, &to_reserve, &balances),
    })
}

/// The prices of all delivery methods for an order, with the weight and the country that the query gives instead of its own.
pub(super) async fn delivery_prices(
    rows: &impl ScopedConnection,
    order: &order::Model,
    query: &DeliveryPriceQuery,
    today: &RateContext,
) -> Result<DeliveryPrices, OrderError> {
    let mut errors = FieldErrors::default();
    if let Some(grams) = query.weight_grams {
        errors.range("weight_grams", grams, 1, limits::WEIGHT_GRAMS);
    }
    if let Some(volume) = query.volume_cm3 {
        errors.range("volume_cm3", volume, 1, limits::VOLUME_CM3);
    }
    let given = query.country.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let given = given.map(Country::parse);
    if given.is_some_and(|country| country.is_err()) {
        errors.add("country", Rule::UnknownValue);
    }
    errors.into_result(())?;
    let items = item_rows::items_with_groups(rows, order.id).await?;
    let live = || items.iter().map(|(item, _)| item).filter(|item| item.status.is_live());
    let is_weighed = live().next().is_some() && live().all(|item| views::estimated_weight(item).is_some());
    let known = live().filter_map(views::estimated_weight).fold(0, i64::saturating_add);
    let volume = live().filter_map(views::estimated_volume).fold(0, i64::saturating_add);
    let shipment = settings::ShipmentToPrice {
        country: given.and_then(Result::ok).or(order.destination_country),
        weight_grams: query.weight_grams.or(is_weighed.then_some(known)),
        volume_cm3: query.volume_cm3.unwrap_or(volume),
        places: 1,
        goods_category_id: None,
    };
    let rates = rates::load(rows, &today.system, RatesOf::Client(order.client_id), today.now).await?;
    let methods = settings::method_prices(rows, &shipment, order.currency, &rates).await?;
    Ok(DeliveryPrices {
        weight_grams: shipment.weight_grams,
        country: shipment.country,
        methods,
    })
}

/// The sums of the payments and their refunds; `None` without payments. An order is paid once, in one currency.
fn settlement(payments: &[payment::Model], quote: Option<&Quote>) -> Option<Settlement> {
    let currency = payments.first()?.currency;
    let sum = |read: fn(&payment::Model) -> i64| payments.iter().map(read).fold(0, i64::saturating_add);
    let (paid, refunded) = (
        sum(|payment| payment.amount_minor),
        sum(|payment| payment.refunded_minor),
    );
    let left = Money::new(paid - refunded, currency);
    Some(Settlement {
        paid: Money::new(paid, currency),
        refunded: Money::new(refunded, currency),
        left,
        left_converted: quote.and_then(|quote| quote.in_other_currency(left)),
    })
}

fn pay_options(quote: &quote::Model, balances: &[Money], deposit: Option<Money>) -> Vec<PayOption> {
    let option = |balance: &Money| {
        let amount = amount_due(quote, balance.currency)?;
        Some(pay_option(amount, *balance, deposit))
    };
    balances.iter().filter_map(option).collect()
}

fn pay_option(amount: Money, balance: Money, deposit: Option<Money>) -> PayOption {
    let reserved = deposit.filter(|deposit| deposit.currency == balance.currency);
    let available = balance
        .minor
        .saturating_add(reserved.map_or(0, |reserved| reserved.minor));
    PayOption {
        amount,
        balance,
        reserved,
        suffices: available >= amount.minor,
    }
}

/// The deposit of an order that is not paid. `None` if the agent asks for none and nothing is reserved.
fn deposit_view(
    order: &order::Model,
    limits: OrderLimits,
    to_reserve: &[Money],
    balances: &[Money],
) -> Option<OrderDeposit> {
    let is_unpaid = matches!(
        order.status,
        OrderStatus::Draft | OrderStatus::Submitted | OrderStatus::Quoted
    );
    let share = limits
        .deposit
        .filter(|_| is_unpaid && order.order_type == OrderType::Standard);
    let reserved = order.deposit();
    let option = |deposit: &Money| {
        let balance = balances.iter().find(|balance| balance.currency == deposit.currency)?;
        Some(pay_option(*deposit, *balance, None))
    };
    (share.is_some() || reserved.is_some()).then(|| OrderDeposit {
        share,
        reserved,
        reserve_from: to_reserve.iter().filter_map(option).collect(),
    })
}

/// An order with the client's data that its money depends on.
#[derive(Clone, Debug)]
pub struct OrderOfClient {
    pub order: order::Model,
    pub limits: OrderLimits,
    /// The currency that sums are shown in first.
    pub currency: Currency,
}
