//! Status transitions of orders. [`lifecycle`] decides which are allowed; the row and its history are written together.

use super::{
    OrderError, activity, card, deposit, distribution,
    history::{self, Actor, Event},
    statuses::not_allowed,
    total, views,
};
use chrono::{DateTime, Utc};
use entities::order;
use platform::scope::{LedgerAccess, ScopedConnection};
use sea_orm::{
    UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    fields::FieldErrors,
    id::{OrderId, QuoteId},
    items::{ItemStatus, lifecycle as item_lifecycle},
    orders::{OrderMove, OrderStatus, Side, lifecycle},
    settings::{DistributionRule, OrderLimits},
};

/// Maximum length of a reason, in characters.
pub(super) const MAX_REASON_CHARS: usize = 500;

/// SQL for the staff member who gets a submitted order: the one who had it before it was taken back, or else the client's manager,
/// unless the manager is locked out.
const ASSIGNEE_ON_SUBMISSION: &str = "coalesce(orders.assigned_staff_id, (SELECT clients.manager_staff_id FROM clients \
    JOIN staff ON staff.id = clients.manager_staff_id WHERE clients.id = orders.client_id AND staff.disabled_at IS NULL))";

/// Locks the order and performs a move. Fails with [`OrderError::MoveNotAllowed`], which lists the allowed moves. An order that is
/// taken back or canceled returns its deposit.
pub async fn perform(
    rows: &impl LedgerAccess,
    actor: &Actor,
    id: OrderId,
    step: OrderMove,
    reason: Option<&str>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let mut errors = FieldErrors::default();
    let reason = errors.optional_text("reason", reason, MAX_REASON_CHARS);
    errors.into_result(())?;
    if step == OrderMove::Submit {
        return Ok(submit(rows, actor, id, now).await?.0);
    }
    let mut order = card::lock(rows, id).await?;
    if actor.side == Side::Staff && order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    if matches!(step, OrderMove::TakeBack | OrderMove::Cancel)
        && lifecycle::resulting_status(views::order_facts(&order), step, actor.side).is_some()
    {
        order = deposit::release(rows, actor, order, now).await?;
    }
    apply(rows, actor, &order, step, order.quote_id, reason, now).await
}

/// Locks a draft and submits it. Returns the limits of its client, which the caller checks.
pub(super) async fn submit(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: OrderId,
    now: DateTime<Utc>,
) -> Result<(order::Model, OrderLimits), OrderError> {
    let (order, settings) = distribution::lock_with_settings(rows, id).await?;
    if actor.side == Side::Staff && order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    let order = apply(rows, actor, &order, OrderMove::Submit, order.quote_id, None, now).await?;
    let in_turn = settings.distribution.rule == DistributionRule::RoundRobin && order.assigned_staff_id.is_none();
    let order = if in_turn {
        distribution::assign_in_turn(rows, order, now).await?
    } else {
        order
    };
    Ok((order, settings.limits))
}

/// Performs a move of an order that the caller has locked. A quote move sets `quote_id` on the order.
pub(super) async fn apply(
    rows: &impl ScopedConnection,
    actor: &Actor,
    order: &order::Model,
    step: OrderMove,
    quote_id: Option<QuoteId>,
    reason: Option<String>,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    let facts = views::order_facts(order);
    let Some(to) = lifecycle::resulting_status(facts, step, actor.side) else {
        return Err(not_allowed(order, step, actor.side));
    };
    // Staff don't see drafts, so a draft that was taken back or canceled is not marked as unread.
    let is_unread = to != OrderStatus::Draft && (facts.status != OrderStatus::Draft || step == OrderMove::Submit);
    let mut update =
        activity_update(order, actor.side, is_unread, now).col_expr(order::Column::Status, Expr::value(to));
    match step {
        OrderMove::Submit => {
            update = update
                .col_expr(order::Column::SubmittedAt, Expr::value(now))
                .col_expr(order::Column::AssignedStaffId, Expr::cust(ASSIGNEE_ON_SUBMISSION));
        }
        OrderMove::TakeBack => {
            update = update.col_expr(order::Column::SubmittedAt, Expr::value(None::<DateTime<Utc>>));
        }
        OrderMove::Quote => update = total::set_quote(update, quote_id),
        OrderMove::Reopen => update = total::set_quote(update, None),
        _ => {}
    }
    let order = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    history::write(rows, &order, actor, Event::moved(facts.status, to, reason), now).await?;
    Ok(order)
}

/// Starts the purchase of a paid order, of which the first item is being bought.
pub async fn start_purchase(
    rows: &impl ScopedConnection,
    actor: &Actor,
    order: &order::Model,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    apply(rows, actor, order, OrderMove::StartPurchase, order.quote_id, None, now).await
}

/// Base of every status update: bumps version and activity time, and makes the order unread for the other side if `is_unread`.
fn activity_update(order: &order::Model, side: Side, is_unread: bool, now: DateTime<Utc>) -> UpdateMany<order::Entity> {
    let at = is_unread.then_some(now);
    activity::count_activity(order::Entity::update_many(), side, Expr::value(at))
        .col_expr(order::Column::Version, Expr::col(order::Column::Version).add(1))
        .col_expr(order::Column::LastActivityAt, Expr::value(now))
        .col_expr(order::Column::UpdatedAt, Expr::value(now))
        .filter(order::Column::Id.eq(order.id))
}

/// Advances an order to the status that follows from its items, and updates `problem_count` and the total.
///
/// The order must be locked. Takes one statement for any number of steps. Returns the order and one history event per step.
pub async fn advance_by_items(
    rows: &impl ScopedConnection,
    actor: &Actor,
    order: order::Model,
    items: &[ItemStatus],
    now: DateTime<Utc>,
) -> Result<(order::Model, Vec<Event>), OrderError> {
    let mut facts = views::order_facts(&order);
    let mut steps = Vec::new();
    while let Some(step) = item_lifecycle::implied_order_move(facts, items)
        && let Some(to) = lifecycle::resulting_status(facts, step, Side::System)
    {
        steps.push(Event::moved(facts.status, to, None));
        facts.status = to;
    }
    let problems = items.iter().filter(|item| item.needs_attention()).count();
    let update = total::recalculate(activity_update(&order, actor.side, true, now))
        .col_expr(order::Column::Status, Expr::value(facts.status))
        .col_expr(
            order::Column::ProblemCount,
            Expr::value(i32::try_from(problems).unwrap_or(i32::MAX)),
        );
    let order = rows.update(update).await?.pop().ok_or(OrderError::NotFound)?;
    Ok((order, steps))
}
