//! Conditions on the statuses of orders.

use super::{OrderError, views};
use entities::order;
use sea_orm::{
    Condition,
    sea_query::{Expr, IntoCondition},
};
use shared_types::orders::OrderStatus;
use shared_types::orders::{OrderMove, Side, lifecycle};

/// Orders in one of the statuses.
///
/// The values are inlined as literals, as in the definitions of the partial indexes: the planner can't match a parameter with
/// an index condition.
pub(super) fn in_statuses(statuses: &[OrderStatus]) -> Condition {
    Expr::cust(in_statuses_sql(statuses)).into_condition()
}

/// The same condition as text, for a part of an expression.
pub(super) fn in_statuses_sql(statuses: &[OrderStatus]) -> String {
    let names: Vec<String> = statuses.iter().map(|status| format!("'{}'", status.as_str())).collect();
    format!("orders.status IN ({})", names.join(", "))
}

/// The error for a move that the lifecycle does not allow from the current status.
pub(super) fn not_allowed(order: &order::Model, step: OrderMove, side: Side) -> OrderError {
    let facts = views::order_facts(order);
    OrderError::MoveNotAllowed {
        from: facts.status,
        step,
        possible: lifecycle::allowed_moves(facts, side),
    }
}
