//! The total of an order: its known cost. Stored in `orders.total_minor`, so lists need no other query.
//!
//! - Without a quote: the items that are still to be bought, at the agent's prices and quantities or else the client's, plus
//!   the shipping within China that the agent has set. In a draft these are the client's numbers.
//! - With a quote: the amount due of the quote.
//! - After a refund: the share of the quote that is paid and not refunded.
//!
//! In each case plus its charges ([`super::charges`]): services that were paid at once, and its shares of shipments with a price.

use super::{OrderError, quotes};
use chrono::{DateTime, Utc};
use entities::{order, order_item, order_quote as quote, payment};
use platform::scope::ScopedConnection;
use sea_orm::{
    UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query, SelectStatement},
};
use shared_types::{
    id::{OrderId, QuoteId},
    items::ItemStatus,
    orders::unrefunded_part,
};

/// The sum of the charges that are not returned, of the row of `orders` that is updated. It is up to date only under a lock of the
/// row.
const CHARGES: &str = "CAST(coalesce((SELECT sum(c.amount_minor) FROM order_charges c \
    WHERE c.order_id = orders.id AND c.refunded_at IS NULL), 0) AS bigint)";

/// The names of the statuses of live items, as a list of SQL literals.
fn live_statuses() -> String {
    let names = ItemStatus::ALL.iter().filter(|status| status.is_live());
    let names: Vec<String> = names.map(|status| format!("'{}'", status.as_str())).collect();
    names.join(", ")
}

/// The total by the items of the row of `orders` that is updated.
fn by_items() -> String {
    let live = live_statuses();
    let value = order_item::value_sql(
        "coalesce(i.agent_price_minor, i.price_minor)",
        "coalesce(i.agent_quantity, i.quantity)",
        "CASE WHEN i.agent_price_minor IS NULL THEN i.price_per ELSE coalesce(i.agent_price_per, 1) END",
    );
    format!(
        "CAST(coalesce((SELECT sum({value}) \
         FROM order_items i WHERE i.order_id = orders.id AND i.status IN ({live}) \
         AND coalesce(i.agent_currency, i.currency) = orders.currency), 0) \
         + coalesce((SELECT sum(g.domestic_minor) FROM order_groups g WHERE g.order_id = orders.id \
         AND EXISTS (SELECT 1 FROM order_items i WHERE i.group_id = g.id AND i.status IN ({live}))), 0) AS bigint) + {CHARGES}"
    )
}

/// Whether live items have a price in another currency than the order.
fn has_other_currencies() -> String {
    let live = live_statuses();
    format!(
        "EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = orders.id AND i.status IN ({live}) \
         AND coalesce(i.agent_currency, i.currency) <> orders.currency)"
    )
}

/// Recalculates the total from the items, unless the order has a quote. The items and groups must have been written before.
pub(super) fn recalculate(update: UpdateMany<order::Entity>) -> UpdateMany<order::Entity> {
    let total = format!("CASE WHEN quote_id IS NULL THEN {} ELSE total_minor END", by_items());
    let mixed = format!(
        "CASE WHEN quote_id IS NULL THEN {} ELSE mixed_currencies END",
        has_other_currencies()
    );
    update
        .col_expr(order::Column::TotalMinor, Expr::cust(total))
        .col_expr(order::Column::MixedCurrencies, Expr::cust(mixed))
}

/// Recalculates the total of an order after a change of prices or quantities.
pub(super) async fn update(
    rows: &impl ScopedConnection,
    order: &order::Model,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let update = recalculate(order::Entity::update_many())
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id));
    rows.update(update).await?.pop().ok_or(OrderError::NotFound)
}

fn amount_due(id: QuoteId) -> SelectStatement {
    Query::select()
        .column(quote::Column::DueMinor)
        .from(quote::Entity)
        .and_where(Expr::col((quote::Entity, quote::Column::Id)).eq(id))
        .to_owned()
}

/// Sets a quote and the total that follows from it, or removes the quote and recalculates the total.
pub(super) fn set_quote(update: UpdateMany<order::Entity>, quote: Option<QuoteId>) -> UpdateMany<order::Entity> {
    let update = update.col_expr(order::Column::QuoteId, Expr::value(quote));
    match quote {
        Some(quote) => update
            .col_expr(
                order::Column::TotalMinor,
                Expr::expr(amount_due(quote)).add(Expr::cust(CHARGES)),
            )
            .col_expr(order::Column::MixedCurrencies, Expr::value(false)),
        None => update
            .col_expr(order::Column::TotalMinor, Expr::cust(by_items()))
            .col_expr(order::Column::MixedCurrencies, Expr::cust(has_other_currencies())),
    }
}

/// Adds a new charge to the total of an order, or subtracts one that is taken back. The sum is added in the database, so charges of
/// two shipments at the same moment both count.
pub(super) async fn add_charge(rows: &impl ScopedConnection, id: OrderId, minor: i64) -> Result<(), OrderError> {
    let update = order::Entity::update_many()
        .col_expr(
            order::Column::TotalMinor,
            Expr::col(order::Column::TotalMinor).add(minor),
        )
        .filter(order::Column::Id.eq(id));
    rows.update_count(update).await?;
    Ok(())
}

/// Writes the total of an order after `amount_minor` more of its payment was refunded. Takes two statements.
pub(super) async fn deduct_refund(
    rows: &impl ScopedConnection,
    order: &order::Model,
    payment: &payment::Model,
    amount_minor: i64,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let quote = quotes::paid_quote(rows, order).await?;
    deduct_refund_of(rows, order, &quote, payment, amount_minor, now).await
}

/// Does the same for a quote that the caller has read.
pub(super) async fn deduct_refund_of(
    rows: &impl ScopedConnection,
    order: &order::Model,
    quote: &quote::Model,
    payment: &payment::Model,
    amount_minor: i64,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let refunded = payment.refunded_minor.saturating_add(amount_minor);
    let total = unrefunded_part(quote.due_minor, payment.amount_minor, refunded);
    let update = order::Entity::update_many()
        .col_expr(order::Column::TotalMinor, Expr::value(total).add(Expr::cust(CHARGES)))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id));
    rows.update(update).await?.pop().ok_or(OrderError::NotFound)
}
