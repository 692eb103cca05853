//! The agent's table and card: the filters of the specification, drafts left out.

use super::{
    OrderError, card,
    entity::order,
    list::{self, Way, in_statuses},
    search::Search,
    touch,
    views::{NoteFlags, Viewer},
};
use crate::{
    notes,
    platform::{
        http::{Failure, Window},
        scope::AgentScope,
    },
};
use chrono::{NaiveTime, TimeDelta};
use sea_orm::{
    Condition,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition, SimpleExpr},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::OrderId,
    notes::NoteKind,
    orders::{
        AgentOrderQuery, ItemsPage, ItemsQuery, Order, OrderSection, OrderStatus, OrderSummary, Side,
        lifecycle::OrderType, limits,
    },
    page::Page,
};

/// Orders that the client has handed in.
pub(super) fn not_draft() -> SimpleExpr {
    order::Column::Status.ne(OrderStatus::Draft.as_str())
}

/// Orders with news for the agent; said as their index says it.
pub(super) fn unread() -> SimpleExpr {
    Expr::cust("orders.unread_by_agent")
}

/// The orders of a special section.
pub(super) fn section(section: OrderSection, staff_id: i64) -> Condition {
    match section {
        OrderSection::ToPrice => in_statuses(&[OrderStatus::Submitted]),
        OrderSection::ToBuy => in_statuses(&[OrderStatus::Paid, OrderStatus::Purchasing]),
        OrderSection::Awaited => in_statuses(&[OrderStatus::Purchased, OrderStatus::Expected]),
        OrderSection::Warehouse => in_statuses(&[OrderStatus::AtWarehouse]),
        OrderSection::Problems => Condition::all()
            .add(Expr::cust("orders.problem_count > 0"))
            .add(not_draft()),
        OrderSection::Mine => order::Column::AssignedStaffId
            .eq(staff_id)
            .and(not_draft())
            .into_condition(),
    }
}

/// What the table's filters ask for, and the words of the search.
pub(super) fn condition(query: &AgentOrderQuery, staff_id: i64) -> Result<(Condition, String), FieldErrors> {
    let mut errors = FieldErrors::default();
    let words = errors.text("search", query.search.as_deref().unwrap_or_default(), limits::SEARCH);
    let mut all = Condition::all().add(not_draft());
    if let Some(client) = query.client_id {
        all = all.add(order::Column::ClientId.eq(client.0));
    }
    if let Some(status) = query.status {
        all = all.add(order::Column::Status.eq(status.as_str()));
    }
    if let Some(self_buyout) = query.self_buyout {
        let kind = if self_buyout {
            OrderType::SelfBuyout
        } else {
            OrderType::Standard
        };
        all = all.add(Expr::cust(format!("orders.type = '{}'", kind.as_str())));
    }
    if query.unread == Some(true) {
        all = all.add(unread());
    }
    if let Some(from) = query.from {
        all = all.add(order::Column::CreatedAt.gte(from.and_time(NaiveTime::MIN).and_utc()));
    }
    if let Some(to) = query.to {
        match to.checked_add_signed(TimeDelta::days(1)) {
            Some(after) => all = all.add(order::Column::CreatedAt.lt(after.and_time(NaiveTime::MIN).and_utc())),
            None => errors.add("to", Rule::UnknownValue),
        }
    }
    if let Some(part) = query.section {
        all = all.add(section(part, staff_id));
    }
    errors.or((all, words))
}

/// How the orders that meet the condition are come by.
pub(super) fn way(scope: &AgentScope, query: &AgentOrderQuery, words: &str) -> Way {
    match Search::of_agent(scope, words) {
        Some(search) => Way::Words(search),
        None if query.from.is_some() || query.to.is_some() => Way::Days,
        None => Way::Newest,
    }
}

/// A page of the table.
pub(super) async fn page(
    scope: &AgentScope,
    query: &AgentOrderQuery,
    staff_id: i64,
    viewer: Viewer,
) -> Result<Page<OrderSummary>, Failure> {
    let window = Window::read(query.limit, query.cursor.as_deref())?;
    let (condition, words) = condition(query, staff_id)?;
    let mut page = list::page(scope, condition, &way(scope, query, &words), window, viewer).await?;
    let noted = notes::noted(scope, NoteKind::Order, page.data.iter().map(|row| row.id.0)).await?;
    for row in &mut page.data {
        row.has_note = Some(noted.contains(&row.id.0));
    }
    Ok(page)
}

/// An order that staff may see: no draft.
pub(super) async fn find(scope: &AgentScope, id: OrderId) -> Result<order::Model, OrderError> {
    let order = card::find(scope, id).await?;
    if order.status == OrderStatus::Draft.as_str() {
        return Err(OrderError::NotFound);
    }
    Ok(order)
}

/// A page of its lines.
pub(super) async fn items(
    scope: &AgentScope,
    id: OrderId,
    query: &ItemsQuery,
    viewer: Viewer,
) -> Result<ItemsPage, Failure> {
    let order = find(scope, id).await?;
    let flags = NoteFlags(notes::flags_of_order(scope, order.id).await?);
    card::items(scope, &order, query, viewer, Some(&flags)).await
}

/// The card; opening it marks the order as read.
pub(super) async fn card(
    scope: &AgentScope,
    id: OrderId,
    agent_name: &str,
    viewer: Viewer,
) -> Result<Order, OrderError> {
    let (order, client) = card::find_with_client(scope, id).await?;
    if order.status == OrderStatus::Draft.as_str() {
        return Err(OrderError::NotFound);
    }
    let flags = NoteFlags(notes::flags_of_order(scope, order.id).await?);
    if order.unread_by_agent {
        touch::looked_at(scope, Side::Staff, order.id).await?;
    }
    card::of(scope, order, client, agent_name, viewer, Some(&flags)).await
}
