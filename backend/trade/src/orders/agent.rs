//! Order table and order card for staff. Drafts are never included.

use super::{
    OrderError,
    activity::Reader,
    card::{self, CardOrder},
    list::{self, ListPlan},
    references::ReferenceVisibility,
    search::Search,
    sort::ListSort,
    statuses::in_statuses,
    viewer::Viewer,
};
use chrono::{DateTime, TimeDelta, Utc};
use entities::{item_service, order};
use platform::{scope::AgentScope, timezone::TimeZone};
use sea_orm::{
    Condition, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition, SimpleExpr},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{OrderId, StaffId},
    orders::{
        AgentOrderQuery, ItemsPage, ItemsQuery, Order, OrderSection, OrderStatus, OrderSummary, lifecycle::OrderType,
        limits,
    },
    page::Page,
    services::ServiceStatus,
};

/// Orders that the client has submitted.
pub(super) fn not_draft() -> SimpleExpr {
    order::Column::Status.ne(OrderStatus::Draft)
}

/// Orders that wait for staff without activity for this long are overdue.
const OVERDUE_AFTER: TimeDelta = TimeDelta::days(3);

/// Orders with a service that is to be done. Orders that left the warehouse have none.
fn has_open_services() -> Condition {
    let open = item_service::Entity::find()
        .select_only()
        .column(item_service::Column::OrderId)
        .filter(item_service::Column::Status.eq(ServiceStatus::Ordered))
        .filter(
            Expr::col((item_service::Entity, item_service::Column::OrderId)).equals((order::Entity, order::Column::Id)),
        )
        .into_query();
    in_statuses(&[
        OrderStatus::Submitted,
        OrderStatus::Quoted,
        OrderStatus::Paid,
        OrderStatus::Purchasing,
        OrderStatus::Purchased,
        OrderStatus::Expected,
        OrderStatus::AtWarehouse,
    ])
    .add(Expr::exists(open))
}

/// The orders of a section of the table.
pub fn section_condition(section: OrderSection, staff_id: StaffId, now: DateTime<Utc>) -> Condition {
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
        OrderSection::Services => has_open_services(),
        OrderSection::Overdue => in_statuses(&[OrderStatus::Submitted, OrderStatus::Paid, OrderStatus::Purchasing])
            .add(order::Column::LastActivityAt.lt(now - OVERDUE_AFTER)),
    }
}

/// Converts the table's filters to a condition, with days of the given time zone, and validates the search text.
pub(super) fn condition(
    query: &AgentOrderQuery,
    staff_id: StaffId,
    reader: Reader,
    (now, zone): (DateTime<Utc>, TimeZone),
) -> Result<(Condition, String), FieldErrors> {
    let mut errors = FieldErrors::default();
    let words = errors.text("search", query.search.as_deref().unwrap_or_default(), limits::SEARCH);
    let mut all = Condition::all().add(not_draft());
    if let Some(ids) = &query.order_ids {
        all = all.add(order::Column::Id.is_in(list::parse_order_ids(ids)?));
    }
    if let Some(client) = query.client_id {
        all = all.add(order::Column::ClientId.eq(client.0));
    }
    if let Some(status) = query.status {
        all = all.add(order::Column::Status.eq(status));
    }
    if let Some(self_buyout) = query.self_buyout {
        let order_type = if self_buyout {
            OrderType::SelfBuyout
        } else {
            OrderType::Standard
        };
        all = all.add(Expr::cust(format!("orders.type = '{}'", order_type.as_str())));
    }
    if query.unread == Some(true) {
        all = all.add(reader.unread());
    }
    if query.unread_chats == Some(true) {
        all = all.add(reader.unread_chats(now));
    }
    if let Some(from) = query.from {
        all = all.add(order::Column::CreatedAt.gte(zone.first_moment(from)));
    }
    if let Some(to) = query.to {
        match to.succ_opt() {
            Some(after) => all = all.add(order::Column::CreatedAt.lt(zone.first_moment(after))),
            None => errors.add("to", Rule::UnknownValue),
        }
    }
    if query.mine == Some(true) {
        all = all.add(order::Column::AssignedStaffId.eq(staff_id));
    }
    if query.unassigned == Some(true) {
        all = all.add(order::Column::AssignedStaffId.is_null());
    }
    if let Some(assignee) = query.assigned_staff_id {
        all = all.add(order::Column::AssignedStaffId.eq(assignee));
    }
    if let Some(part) = query.section {
        all = all.add(section_condition(part, staff_id, now));
    }
    if let Some(since) = query.updated_since {
        all = all.add(order::Column::UpdatedAt.gte(since));
    }
    errors.into_result((all, words))
}

/// Chooses how the matching orders are read.
pub(super) fn list_plan(
    scope: &AgentScope,
    query: &AgentOrderQuery,
    words: &str,
    visibility: ReferenceVisibility,
) -> ListPlan {
    if let Some(search) = Search::for_agent(scope, words, visibility) {
        return ListPlan::Found(search);
    }
    match query.sort {
        Some(by) => ListPlan::Sorted(ListSort {
            by,
            is_descending: query.descending == Some(true),
            agent_id: scope.policy().agent_id(),
        }),
        None if query.updated_since.is_some() => ListPlan::Changed,
        None if query.from.is_some() || query.to.is_some() => ListPlan::Created,
        None => ListPlan::Newest,
    }
}

/// A page of the order table.
pub(super) async fn page(
    scope: &AgentScope,
    query: &AgentOrderQuery,
    staff_id: StaffId,
    visibility: ReferenceVisibility,
    (now, zone): (DateTime<Utc>, TimeZone),
    (reader, viewer): (Reader, Viewer),
) -> Result<Page<OrderSummary>, OrderError> {
    let (condition, words) = condition(query, staff_id, reader, (now, zone))?;
    let plan = list_plan(scope, query, &words, visibility);
    let window = plan.window(query.limit, query.cursor.as_deref(), query.updated_since)?;
    Ok(list::page(scope, condition, &plan, window, (reader, viewer)).await?)
}

/// Finds an order; a draft counts as not found.
pub(super) async fn find(scope: &AgentScope, id: OrderId) -> Result<order::Model, OrderError> {
    let order = card::find(scope, id).await?;
    if order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    Ok(order)
}

/// Like [`find`], with the client and the objects that have a note.
async fn find_for_card(scope: &AgentScope, id: OrderId, reader: Option<Reader>) -> Result<CardOrder, OrderError> {
    let found = card::find_for_card(scope, id, reader).await?;
    if found.order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    Ok(found)
}

/// A page of the items of an order.
pub(super) async fn items_page(
    scope: &AgentScope,
    id: OrderId,
    query: &ItemsQuery,
    viewer: Viewer,
) -> Result<ItemsPage, OrderError> {
    let CardOrder { order, notes, .. } = find_for_card(scope, id, None).await?;
    card::items_page(scope, &order, query, viewer, Some(&notes)).await
}

/// The order card. Marks the order as read by the person; the card says whether it was unread.
pub(super) async fn card(
    scope: &AgentScope,
    id: OrderId,
    agent_name: &str,
    (reader, now): (Reader, DateTime<Utc>),
    viewer: Viewer,
) -> Result<Order, OrderError> {
    let CardOrder {
        order,
        client,
        is_unread,
        notes,
    } = find_for_card(scope, id, Some(reader)).await?;
    if is_unread {
        reader.mark_read(scope, &order, now).await?;
    }
    let mut card = card::build(scope, order, client, agent_name, viewer, Some(&notes)).await?;
    card.summary.unread = is_unread;
    Ok(card)
}
