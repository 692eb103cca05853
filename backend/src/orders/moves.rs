//! A step in an order's life: the rule decides, the row and its history are written together.

use super::{
    OrderError, card,
    entity::order,
    history::{self, Actor, Event},
    views,
};
use crate::platform::scope::Rows;
use chrono::{DateTime, Utc};
use sea_orm::{
    UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::FieldErrors,
    id::OrderId,
    items::{ItemStatus, lifecycle as lines},
    orders::{OrderMove, OrderStatus, Side, lifecycle},
};

/// Longest reason, in characters.
pub(super) const REASON: usize = 500;

/// What to say to a move that the lifecycle does not have from here.
pub(crate) fn refused(order: &order::Model, step: OrderMove, side: Side) -> OrderError {
    let facts = views::facts(order);
    OrderError::MoveNotAllowed {
        from: facts.status,
        step,
        possible: lifecycle::possible(facts, side),
    }
}

/// Makes the move, or says which moves are possible.
pub(crate) async fn make(
    rows: &impl Rows,
    actor: &Actor,
    id: OrderId,
    step: OrderMove,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional_text("reason", reason, REASON);
    errors.or(())?;
    let order = card::lock(rows, id).await?;
    if actor.side == Side::Staff && order.status == OrderStatus::Draft.as_str() {
        return Err(OrderError::NotFound);
    }
    apply(rows, actor, &order, step, order.quote_id, reason, now).await
}

/// The same for an order that is locked already; `quote_id` is the price that holds from now on.
pub(super) async fn apply(
    rows: &impl Rows,
    actor: &Actor,
    order: &order::Model,
    step: OrderMove,
    quote_id: Option<i64>,
    reason: Option<String>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let facts = views::facts(order);
    let Some(to) = lifecycle::next(facts, step, actor.side) else {
        return Err(refused(order, step, actor.side));
    };
    // A draft is nobody else's business: neither one that was taken back nor one that was given up.
    let is_news = to != OrderStatus::Draft && (facts.status != OrderStatus::Draft || step == OrderMove::Submit);
    let mut update = touched(order, actor.side, is_news, now).col_expr(order::Column::Status, Expr::value(to.as_str()));
    match step {
        OrderMove::Submit => update = update.col_expr(order::Column::SubmittedAt, Expr::value(now)),
        OrderMove::TakeBack => {
            update = update.col_expr(order::Column::SubmittedAt, Expr::value(None::<DateTime<Utc>>));
        }
        OrderMove::Quote => update = update.col_expr(order::Column::QuoteId, Expr::value(quote_id)),
        OrderMove::Reopen => update = update.col_expr(order::Column::QuoteId, Expr::value(None::<i64>)),
        _ => {}
    }
    let order = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    history::write(rows, &order, actor, Event::moved(facts.status, to, reason), now).await?;
    Ok(order)
}

/// A paid order whose first line is bought is being bought.
pub(crate) async fn start_purchase(
    rows: &impl Rows,
    actor: &Actor,
    order: &order::Model,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    apply(rows, actor, order, OrderMove::StartPurchase, order.quote_id, None, now).await
}

/// An update of an order that something happened in; news is what the other side has not seen.
fn touched(order: &order::Model, side: Side, is_news: bool, now: DateTime<Utc>) -> UpdateMany<order::Entity> {
    let unseen = if side == Side::Client {
        order::Column::UnreadByAgent
    } else {
        order::Column::UnreadByClient
    };
    order::Entity::update_many()
        .col_expr(unseen, Expr::value(is_news))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id))
}

/// Takes an order where its lines have brought it, step by step, and writes how many of them need attention.
///
/// The order must be locked; one statement, whatever the number of steps. Says the steps, for the history.
pub(crate) async fn follow(
    rows: &impl Rows,
    actor: &Actor,
    order: order::Model,
    lines: &[ItemStatus],
    now: DateTime<Utc>,
) -> Result<(order::Model, Vec<Event>), OrderError> {
    let mut facts = views::facts(&order);
    let mut steps = Vec::new();
    while let Some(step) = lines::consequence(facts, lines)
        && let Some(to) = lifecycle::next(facts, step, Side::System)
    {
        steps.push(Event::moved(facts.status, to, None));
        facts.status = to;
    }
    let problems = lines.iter().filter(|line| line.needs_attention()).count();
    let update = touched(&order, actor.side, true, now)
        .col_expr(order::Column::Status, Expr::value(facts.status.as_str()))
        .col_expr(
            order::Column::ProblemCount,
            Expr::value(i32::try_from(problems).unwrap_or(i32::MAX)),
        );
    let order = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    Ok((order, steps))
}
