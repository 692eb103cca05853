//! What an order costs: its lines and the agent's conditions put into the pricing engine.

use super::{
    OrderError, card,
    entity::{group, item, order, quote},
    views,
};
use crate::{
    ledger, payments,
    platform::scope::{BooksScope, Rows, SystemScope},
    rates::{self, Rates},
    services::with_order as services,
    settings,
};
use chrono::{DateTime, Utc};
use sea_orm::entity::prelude::*;
use shared_types::{
    fixed::Rate,
    id::{ClientId, QuoteId},
    ledger::BALANCE_CURRENCIES,
    money::{Currency, Money},
    orders::{OrderMoney, OrderStatus, OrderType, PayOption, Quote},
    pricing::{Basket, BasketLine, Calculation, Terms, calculate, calculate_delivery},
};

/// An order's lines with their groups.
pub(super) type Lines = Vec<(item::Model, Option<group::Model>)>;

/// What is to be bought, by the numbers that count.
fn basket(lines: &Lines, services_minor: i64, packaging_grams: i64) -> Basket {
    let mut domestic = std::collections::BTreeMap::new();
    let mut live = Vec::new();
    for (line, group) in lines {
        if !views::item_status(&line.status).is_live() {
            continue;
        }
        if let Some(group) = group {
            domestic.insert(group.id, group.domestic_minor);
        }
        live.push(BasketLine {
            price: views::effective_price(line),
            quantity: views::effective_quantity(line).into(),
            weight_grams: line.weight_grams,
            volume_cm3: line.volume_cm3,
        });
    }
    Basket {
        lines: live,
        domestic_minor: domestic.into_values().fold(0, i64::saturating_add),
        services_minor,
        packaging_grams,
    }
}

/// The lines that are to be bought.
pub(super) fn live(lines: &Lines) -> Vec<i64> {
    let is_live = |line: &item::Model| views::item_status(&line.status).is_live();
    let live = lines.iter().filter(|(line, _)| is_live(line));
    live.map(|(line, _)| line.id).collect()
}

/// What the lines and their services cost by the conditions and the rates of today, delivered as the order says.
pub(super) async fn priced(
    rows: &impl Rows,
    order: &order::Model,
    lines: &Lines,
    services_minor: i64,
    rates: &Rates,
) -> Result<Calculation, DbErr> {
    let chosen = settings::of_order(rows, order, rates).await?;
    let currency = views::currency(&order.currency);
    let terms = Terms {
        currency,
        rate: rates.of(currency).filter(|_| currency != Currency::Rub),
        commission: chosen.commission,
        insurance: chosen.insurance,
        packaging_minor: chosen.packaging_minor,
        cargo: chosen.cargo,
    };
    let basket = basket(lines, services_minor, chosen.packaging_grams);
    // What the client bought himself is not paid here.
    Ok(if order.order_type == OrderType::SelfBuyout.as_str() {
        calculate_delivery(&basket, &terms)
    } else {
        calculate(&basket, &terms)
    })
}

/// When an estimate is made, and by whose rates.
pub(crate) struct Today {
    pub(crate) system: SystemScope,
    pub(crate) now: DateTime<Utc>,
}

/// The price that was named last, as long as it holds.
pub(crate) async fn named(rows: &impl Rows, order: &order::Model) -> Result<Option<quote::Model>, DbErr> {
    match order.quote_id {
        Some(id) => rows.one(quote::Entity::find_by_id(id)).await,
        None => Ok(None),
    }
}

/// A named price as the API tells it.
pub(super) fn view(quote: &quote::Model) -> Quote {
    Quote {
        id: QuoteId(quote.id),
        due: Money::new(quote.due_minor, views::currency(&quote.currency)),
        due_rub: Money::new(quote.due_rub_minor, Currency::Rub),
        rate: Rate::parse(&quote.rate).unwrap_or_default(),
        rate_source: quote.rate_source.clone(),
        comment: quote.comment.clone(),
        at: quote.created_at,
    }
}

/// What a named price costs from one balance: its own currency, or rubles at its rate.
pub(super) fn price_in(quote: &quote::Model, currency: Currency) -> Option<Money> {
    let quote = view(quote);
    [quote.due_rub, quote.due]
        .into_iter()
        .find(|due| due.currency == currency && BALANCE_CURRENCIES.contains(&currency))
}

/// Calculation, named price, payments and refunds of an order.
pub(crate) async fn money(
    rows: &impl Rows,
    books: &BooksScope,
    order: order::Model,
    today: &Today,
    is_seen: impl FnOnce(OrderStatus) -> bool,
) -> Result<OrderMoney, OrderError> {
    let status = views::status(&order.status);
    if !is_seen(status) {
        return Err(OrderError::NotFound);
    }
    let quote = named(rows, &order).await?;
    let kept = quote
        .as_ref()
        .and_then(|quote| serde_json::from_str::<Calculation>(&quote.calculation).ok());
    let calculation = if let Some(kept) = kept {
        kept
    } else {
        let lines = card::lines(rows, order.id).await?;
        let services = if order.order_type == OrderType::Standard.as_str() {
            services::estimate(rows, &order, &live(&lines)).await?
        } else {
            0
        };
        let rates = rates::today(rows, &today.system, today.now).await?;
        priced(rows, &order, &lines, services, &rates).await?
    };
    // Nothing is paid before a price was named, and nothing is offered after it was paid.
    let (payments, refunds) = if quote.is_some() && status != OrderStatus::Quoted {
        let payments = payments::of(rows, payments::Paid::Order(order.id)).await?;
        let refunds = payments::refunds(rows, &payments).await?;
        (payments, refunds)
    } else {
        (Vec::new(), Vec::new())
    };
    let pay_from = match &quote {
        Some(quote) if status == OrderStatus::Quoted => {
            let balances = ledger::balances(books, ClientId(order.client_id)).await?;
            pay_options(quote, &balances)
        }
        _ => Vec::new(),
    };
    Ok(OrderMoney {
        calculation,
        quote: quote.as_ref().map(view),
        payments: payments.iter().map(payments::view).collect(),
        refunds: refunds.into_iter().map(payments::view_refund).collect(),
        pay_from,
    })
}

fn pay_options(quote: &quote::Model, balances: &[Money]) -> Vec<PayOption> {
    let option = |balance: &Money| {
        let amount = price_in(quote, balance.currency)?;
        Some(PayOption {
            amount,
            balance: *balance,
            suffices: balance.minor >= amount.minor,
        })
    };
    balances.iter().filter_map(option).collect()
}
