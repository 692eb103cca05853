//! The settlement of a new price: less is refunded at once, more is due.

use super::{
    ShipmentError,
    contents::{save, versioned_update},
    history::record_changes,
    loaded_items::Contents,
    views,
};
use books::payments::{self, PaidDocument, PaymentContext, RefundedItem};
use chrono::{DateTime, Utc};
use entities::{
    shipment::{self, Column},
    shipment_reweighing as reweighing,
};
use platform::scope::LedgerAccess;
use sea_orm::sea_query::Expr;
use shared_types::{
    fields::{FieldErrors, Rule},
    fixed::Rate,
    items::limits,
    money::{Currency, Money, PriceText},
    orders::unrefunded_part,
    shipments::*,
};
use trade::orders::{charges, history::Actor};

/// The price of a shipment in its own currency and in rubles.
pub(super) fn priced(row: &shipment::Model) -> Result<(Money, Money), ShipmentError> {
    views::costs(row).ok_or(ShipmentError::NothingDue)
}

/// Reads a price in a currency, as staff typed it.
pub(super) fn read_cost(errors: &mut FieldErrors, text: Option<&PriceText>, currency: Currency) -> Money {
    match text.map(|text| Money::parse(&text.0, currency)) {
        Some(Ok(cost)) if (1..=limits::PRICE_MINOR).contains(&cost.minor) => return cost,
        Some(Ok(cost)) if cost.minor <= 0 => errors.add("cost", Rule::NotPositive),
        Some(Ok(_)) => errors.add("cost", Rule::OutOfRange(0, limits::PRICE_MINOR / 100)),
        Some(Err(_)) => errors.add("cost", Rule::NotAnAmount),
        None => errors.add("cost", Rule::Required),
    }
    Money::zero(currency)
}

/// Sets the price of a weighing, and settles the difference: less is refunded at once, more is due. `agent_rate` is the rubles for
/// one yuan for orders without a rate of their own.
pub(super) async fn apply(
    tx: &impl LedgerAccess,
    actor: &Actor,
    (row, contents): (shipment::Model, &Contents),
    entry: &reweighing::Model,
    agent_rate: Option<Rate>,
    now: DateTime<Utc>,
) -> Result<shipment::Model, ShipmentError> {
    let (before, before_rub) = priced(&row)?;
    let (cost, cost_rub) = (
        Money::new(entry.cost_minor, before.currency),
        Money::new(entry.cost_rub_minor, Currency::Rub),
    );
    let paid = match (row.paid_at, row.paid_part_minor, row.paid_part_rub_minor) {
        (Some(_), ..) => PriceMinor {
            own: before.minor,
            rub: before_rub.minor,
        },
        (None, own, rub) => PriceMinor {
            own: own.unwrap_or_default(),
            rub: rub.unwrap_or_default(),
        },
    };
    let price = PriceMinor {
        own: cost.minor,
        rub: cost_rub.minor,
    };
    let (paid_at, part) = match settle(paid, price) {
        Settlement::Due { paid } => (None, Some(paid).filter(|paid| paid.own > 0)),
        Settlement::Paid { excess } => {
            refund(tx, actor, &row, excess, entry, now).await?;
            (Some(row.paid_at.unwrap_or(now)), None)
        }
    };
    let yuan_rate = row.rate.filter(|_| cost.currency == Currency::Cny).or(agent_rate);
    let of_client = tx.client_rows(row.client_id);
    charges::charge_shipment(&of_client, row.id, contents, (cost, cost_rub), yuan_rate, now).await?;
    let update = versioned_update(row.id, now)
        .col_expr(Column::DeliveryCostMinor, Expr::value(cost.minor))
        .col_expr(Column::CostRubMinor, Expr::value(cost_rub.minor))
        .col_expr(Column::PaidAt, Expr::value(paid_at))
        .col_expr(Column::PaidPartMinor, Expr::value(part.map(|part| part.own)))
        .col_expr(Column::PaidPartRubMinor, Expr::value(part.map(|part| part.rub)))
        .col_expr(Column::ReweighedAt, Expr::value(now));
    let after = save(tx, update).await?;
    let numbers = |detail, before: Option<i64>, after: Option<i64>| DeliveryDetailChange {
        detail,
        before: before.map(DeliveryDetailValue::Number),
        after: after.map(DeliveryDetailValue::Number),
    };
    let details = [
        numbers(
            DeliveryDetail::Weight,
            entry.weight_before_grams,
            Some(entry.weight_grams),
        ),
        numbers(DeliveryDetail::Volume, entry.volume_before_cm3, entry.volume_cm3),
        numbers(
            DeliveryDetail::Places,
            entry.places_before.map(i64::from),
            entry.places.map(i64::from),
        ),
        DeliveryDetailChange {
            detail: DeliveryDetail::Cost,
            before: Some(DeliveryDetailValue::Money(before)),
            after: Some(DeliveryDetailValue::Money(cost)),
        },
    ];
    let details = details
        .into_iter()
        .filter(|change| change.before != change.after)
        .collect();
    record_changes(tx, &after, actor, (Vec::new(), details), now).await?;
    Ok(after)
}

/// Refunds what was paid too much to the balance, from the newest payment on, each in its currency.
async fn refund(
    tx: &impl LedgerAccess,
    actor: &Actor,
    row: &shipment::Model,
    excess: PriceMinor,
    entry: &reweighing::Model,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let mut left = excess;
    let payments = payments::list(tx, PaidDocument::Shipment(row.id)).await?;
    for payment in payments.into_iter().rev() {
        let is_own = payment.currency == entry.currency;
        let wanted = if is_own { left.own } else { left.rub };
        let minor = wanted.min(payment.amount_minor - payment.refunded_minor);
        if minor <= 0 {
            continue;
        }
        let share = |whole: i64| unrefunded_part(whole, wanted, wanted - minor);
        let (own, rub) = (share(left.own), share(left.rub));
        let context = PaymentContext {
            client_id: row.client_id,
            user_id: actor.user_id,
            memo: row.number.clone(),
        };
        let reason = entry.note.as_deref().unwrap_or_default();
        payments::refund(tx, &payment, context, RefundedItem::default(), minor, reason, now).await?;
        left = PriceMinor {
            own: left.own - own,
            rub: left.rub - rub,
        };
    }
    Ok(())
}
