//! The quotes of orders: the rows and what they say.

use super::{OrderError, history::Actor};
use books::payments::PaymentParts;
use chrono::{DateTime, Utc};
use entities::{
    json::Json,
    order,
    order_quote::{self as quote, QuoteRateSource},
    payment::UnitRate,
};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*};
use shared_types::{
    fixed::Rate,
    ledger::BALANCE_CURRENCIES,
    money::{Currency, Money},
    orders::Quote,
    pricing::{Calculation, ChargeKind},
};

/// The current quote of an order, if any.
pub(super) async fn current_quote(
    rows: &impl ScopedConnection,
    order: &order::Model,
) -> Result<Option<quote::Model>, DbErr> {
    match order.quote_id {
        Some(id) => rows.one(quote::Entity::find_by_id(id)).await,
        None => Ok(None),
    }
}

/// The quote that a paid order was paid by.
pub(super) async fn paid_quote(rows: &impl ScopedConnection, order: &order::Model) -> Result<quote::Model, OrderError> {
    let quote = current_quote(rows, order).await?;
    quote.ok_or_else(|| DbErr::RecordNotFound(format!("the quote of the paid order {}", order.id)).into())
}

/// The rate of a quote, its source, and the market's rate on which the agent's is based.
pub(super) struct QuoteRate {
    pub(super) rate: Rate,
    pub(super) source: QuoteRateSource,
    pub(super) reference: Option<Rate>,
}

/// The row of a new quote.
pub(super) fn new_row(
    order: &order::Model,
    calculation: Calculation,
    rate: QuoteRate,
    comment: String,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<quote::ActiveModel, OrderError> {
    let due_rub = calculation.due_rub.ok_or(OrderError::RateStale)?;
    Ok(quote::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        due_minor: Set(calculation.due.minor),
        due_rub_minor: Set(due_rub.minor),
        calculation: Set(Json::new(calculation)?),
        currency: Set(order.currency),
        rate: Set(rate.rate),
        rate_source: Set(rate.source),
        reference_rate: Set(rate.reference),
        comment: Set(comment),
        actor_user_id: Set(actor.user_id),
        created_at: Set(now),
    })
}

/// Converts a quote row to the API type.
pub(super) fn quote_view(quote: &quote::Model) -> Quote {
    Quote {
        id: quote.id,
        due: Money::new(quote.due_minor, quote.currency),
        due_rub: Money::new(quote.due_rub_minor, Currency::Rub),
        rate: quote.rate,
        rate_source: quote.rate_source.as_str().to_owned(),
        comment: quote.comment.clone(),
        at: quote.created_at,
    }
}

/// The amount due if the quote is paid in `currency`: rubles or the order's currency. `None` for other currencies.
pub(super) fn amount_due(quote: &quote::Model, currency: Currency) -> Option<Money> {
    let quote = quote_view(quote);
    [quote.due_rub, quote.due]
        .into_iter()
        .find(|due| due.currency == currency && BALANCE_CURRENCIES.contains(&currency))
}

/// Splits a payment of the quote into its parts. `None` if a rate does not fit: such a quote is never made.
pub(super) fn payment_parts(quote: &quote::Model, amount: Money) -> Option<PaymentParts> {
    let in_own_currency = amount.currency == quote.currency;
    let part = |kind: ChargeKind| -> Option<i64> {
        let charges = quote.calculation.charges.iter().filter(|charge| !charge.estimated);
        let mut sum = 0_i64;
        for charge in charges.filter(|charge| charge.kind == kind) {
            let paid = if in_own_currency { charge.amount } else { charge.in_rub? };
            sum = sum.checked_add(paid.minor)?;
        }
        Some(sum)
    };
    let (unit_rate, rate_gain_minor) = if in_own_currency {
        (UnitRate::ONE, Some(0))
    } else {
        let unit_rate = UnitRate::from_rate(quote.rate, quote.currency, amount.currency)?;
        let at_reference = quote.reference_rate.and_then(|rate| {
            let due = Money::new(quote.due_minor, quote.currency);
            rate.convert(due, amount.currency)
        });
        (unit_rate, at_reference.map(|cost| amount.minor - cost.minor))
    };
    Some(PaymentParts {
        goods_minor: part(ChargeKind::Goods)?,
        domestic_minor: part(ChargeKind::Domestic)?,
        commission_minor: part(ChargeKind::Commission)?,
        services_minor: part(ChargeKind::Services)?,
        unit_rate,
        rate_gain_minor,
    })
}
