//! The price and the payment of an order that was paid in an earlier system.

use super::check::NewOrder;
use crate::orders::{
    OrderError,
    history::Actor,
    quotes::{self, QuoteRate},
    refunds::repayment::mover,
    total,
};
use books::{
    ledger::{self, Account, Document, NewEntry, transfer},
    payments::{self, PaidDocument},
    rates::Rates,
};
use chrono::{DateTime, Utc};
use entities::{order, order_quote::QuoteRateSource};
use platform::scope::LedgerAccess;
use sea_orm::entity::prelude::*;
use shared_types::{
    fixed::{Rate, divide_half_even},
    id::EntryId,
    ledger::EntryKind,
    money::{Currency, Money},
    pricing::{Basis, Calculation, Charge, ChargeKind},
};

/// Credits the amount that the client had paid, as a correction.
pub(super) async fn credit(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: &order::Model,
    new: &NewOrder,
    now: DateTime<Utc>,
) -> Result<Option<EntryId>, OrderError> {
    if new.paid.minor == 0 {
        return Ok(None);
    }
    let entry = NewEntry {
        kind: EntryKind::Adjustment,
        document: Document::Client(order.client_id),
        memo: format!("{} ({})", order.number, new.number),
        actor_user_id: actor.user_id,
        reverses: None,
        legs: transfer(Account::Suspense, Account::Client(order.client_id), new.paid),
    };
    Ok(Some(ledger::post(&tx.ledger(), entry, now).await?.entry.id))
}

/// The calculation of the sum: the goods, and the rest as the commission. A sum in rubles for goods in yuan is the price of the goods.
fn calculation(new: &NewOrder, rate: Rate) -> Result<Calculation, OrderError> {
    let charge = |kind, amount: Money, in_rub: Money| Charge {
        kind,
        amount,
        in_rub: Some(in_rub),
        basis: Basis::Sum,
        estimated: false,
    };
    let converted = |amount: Money| match amount.currency {
        Currency::Rub => Ok(amount),
        _ => rate.convert(amount, Currency::Rub).ok_or(OrderError::RateStale),
    };
    let charges = if new.sum.currency == new.goods.currency {
        let goods = Money::new(new.goods.minor.min(new.sum.minor), new.sum.currency);
        let rest = Money::new(new.sum.minor - goods.minor, new.sum.currency);
        let mut charges = vec![charge(ChargeKind::Goods, goods, converted(goods)?)];
        if rest.minor > 0 {
            charges.push(charge(ChargeKind::Commission, rest, converted(rest)?));
        }
        charges
    } else {
        vec![charge(ChargeKind::Goods, new.goods, new.sum)]
    };
    let due = Money::new(
        charges.iter().map(|charge| charge.amount.minor).sum(),
        new.goods.currency,
    );
    let rubles = charges
        .iter()
        .filter_map(|charge| charge.in_rub)
        .map(|money| money.minor)
        .sum();
    let due_rub = Some(Money::new(rubles, Currency::Rub));
    Ok(Calculation {
        charges,
        due,
        due_rub,
        total: due,
        total_rub: due_rub,
        rate: Some(rate),
        left_out: 0,
        weight_known: false,
        not_carried: false,
    })
}

/// The rate of the order: the one that follows from a sum in rubles, else the current one.
fn rate_of(new: &NewOrder, rates: Option<&Rates>) -> Result<(Rate, QuoteRateSource), OrderError> {
    if new.goods.currency == Currency::Rub {
        return Ok((Rate::from_millionths(1_000_000), QuoteRateSource::None));
    }
    if new.sum.currency == new.goods.currency {
        let current = |rates: &Rates| rates.rate_and_source(new.sum.currency);
        return rates.and_then(current).ok_or(OrderError::RateStale);
    }
    let millionths = divide_half_even(i128::from(new.sum.minor) * 1_000_000, new.goods.minor.into());
    let millionths = i64::try_from(millionths).map_err(|_| OrderError::RateStale)?;
    Ok((Rate::from_millionths(millionths), QuoteRateSource::Manual))
}

/// Sets the price of the order and takes it from the balance, which has got it by [`credit`].
pub(super) async fn pay(
    tx: &impl LedgerAccess,
    actor: &Actor,
    order: order::Model,
    new: &NewOrder,
    rates: Option<&Rates>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let (rate, source) = rate_of(new, rates)?;
    let calculation = calculation(new, rate)?;
    let rate = QuoteRate {
        rate,
        source,
        reference: rates.and_then(|rates| rates.reference(order.currency)),
    };
    let row = quotes::new_row(&order, calculation, rate, new.number.clone(), actor, now)?;
    let quote = tx.insert(row).await?;
    let parts = quotes::payment_parts(&quote, new.sum).ok_or(OrderError::RateStale)?;
    let document = PaidDocument::Order(order.id);
    payments::pay(tx, document, mover(&order, actor), new.sum, parts, now).await?;
    let update = total::set_quote(order::Entity::update_many(), Some(quote.id)).filter(order::Column::Id.eq(order.id));
    tx.update(update).await?.pop().ok_or(OrderError::NotFound)
}
