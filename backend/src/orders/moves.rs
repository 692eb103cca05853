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
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::FieldErrors,
    id::OrderId,
    orders::{HistoryEvent, OrderMove, OrderStatus, Side, lifecycle},
};

/// Longest reason, in characters.
const REASON: usize = 500;

/// Makes the move, or says which moves are possible.
pub(super) async fn make(
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
    let facts = views::facts(&order);
    let Some(to) = lifecycle::next(facts, step, actor.side) else {
        let possible = lifecycle::possible(facts, actor.side);
        return Err(OrderError::MoveNotAllowed {
            from: facts.status,
            step,
            possible,
        });
    };
    let mut update = order::Entity::update_many()
        .col_expr(order::Column::Status, Expr::value(to.as_str()))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(id.0));
    match to {
        OrderStatus::Submitted if step == OrderMove::Submit => {
            update = update.col_expr(order::Column::SubmittedAt, Expr::value(now));
        }
        OrderStatus::Draft => update = update.col_expr(order::Column::SubmittedAt, Expr::value(None::<DateTime<Utc>>)),
        _ => {}
    }
    // The other side has something new to see; a draft is nobody else's business.
    let unseen = if actor.side == Side::Client {
        order::Column::UnreadByAgent
    } else {
        order::Column::UnreadByClient
    };
    update = update.col_expr(
        unseen,
        Expr::value(to != OrderStatus::Draft && facts.status != OrderStatus::Draft || step == OrderMove::Submit),
    );
    let order = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    let event = Event {
        kind: HistoryEvent::Moved,
        item_id: None,
        moved: Some((facts.status, to)),
        detail: String::new(),
        reason,
    };
    history::write(rows, &order, actor, event, now).await?;
    Ok(order)
}
