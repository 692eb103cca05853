//! Who gets an order whose client has no manager: the next staff member in turn, or the one who claims it.

use super::{
    OrderError,
    activity::Reader,
    assignment,
    history::{self, Actor, Event},
    list::{self, ListPlan},
    statuses::in_statuses,
    viewer::Viewer,
};
use books::settings;
use chrono::{DateTime, Utc};
use entities::{access_group_right as right, json::Json, order, order_turn, staff, user};
use platform::{page::PageWindow, scope::ScopedConnection};
use sea_orm::{
    ActiveValue::NotSet,
    Condition, FromQueryResult, JoinType, Order, QueryOrder, QuerySelect, Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query},
};
use shared_types::{
    access::{Level, Object},
    id::{OrderId, StaffId},
    orders::{
        ChangedField, ClaimableOrderQuery, FieldChange, FieldValue, HistoryEvent, OrderFilter, OrderStatus,
        OrderSummary, Origin, Side,
    },
    page::Page,
    settings::{DistributionRule, OrderDistribution, OrderLimits, OwnLimits},
};

/// Staff who get orders in turn: confirmed, not locked out, and with the right to edit orders.
fn may_edit_orders() -> Condition {
    let sufficient = Level::ALL.into_iter().filter(|level| *level >= Level::Edit);
    let right = Query::select()
        .expr(Expr::val(1))
        .from(right::Entity)
        .and_where(
            Expr::col((right::Entity, right::Column::GroupId)).equals((staff::Entity, staff::Column::AccessGroupId)),
        )
        .and_where(right::Column::Object.eq(Object::Orders))
        .and_where(right::Column::Level.is_in(sufficient))
        .to_owned();
    Condition::all()
        .add(staff::Column::DisabledAt.is_null())
        .add(staff::Column::RemovedAt.is_null())
        .add(staff::Column::ConfirmedAt.is_not_null())
        .add(
            Condition::any()
                .add(staff::Column::IsOwner.eq(true))
                .add(Expr::exists(right)),
        )
}

/// The last turn of a staff member. Who has had none is first.
const LAST_TURN: &str = "coalesce((SELECT max(t.id) FROM order_turns t \
    WHERE t.agent_id = staff.agent_id AND t.staff_id = staff.id), 0)";

#[derive(FromQueryResult)]
struct OrderWithSettings {
    #[sea_orm(nested)]
    order: order::Model,
    distribution: Option<String>,
    general_limits: Option<String>,
    own_limits: Option<Json<OwnLimits>>,
}

/// The settings that a submission and a price of an order follow.
#[derive(Clone, Copy)]
pub(super) struct OrderSettings {
    pub(super) distribution: OrderDistribution,
    pub(super) limits: OrderLimits,
}

/// Locks an order, and reads the settings of its agent and its client in the same statement.
pub(super) async fn lock_with_settings(
    rows: &impl ScopedConnection,
    id: OrderId,
) -> Result<(order::Model, OrderSettings), OrderError> {
    let [general_limits, own_limits] = settings::order_limits_columns();
    let select = order::Entity::find_by_id(id)
        .expr_as(settings::order_distribution_column(), "distribution")
        .expr_as(general_limits, "general_limits")
        .expr_as(own_limits, "own_limits")
        .lock_exclusive();
    let found: OrderWithSettings = rows.one_as(select).await?.ok_or(OrderError::NotFound)?;
    let own = found.own_limits.map(Json::into_inner);
    let settings = OrderSettings {
        distribution: settings::parse_order_distribution(found.distribution.as_deref())?,
        limits: settings::parse_order_limits(found.general_limits.as_deref(), own)?,
    };
    Ok((found.order, settings))
}

#[derive(FromQueryResult)]
struct NextInTurn {
    staff_id: StaffId,
    name: String,
}

/// The staff member whose last turn is the longest ago.
async fn next_in_turn(rows: &impl ScopedConnection, id: OrderId) -> Result<Option<NextInTurn>, DbErr> {
    let to_staff = order::Entity::belongs_to(staff::Entity)
        .from(order::Column::AgentId)
        .to(staff::Column::AgentId)
        .into();
    let to_user = staff::Entity::belongs_to(user::Entity)
        .from(staff::Column::UserId)
        .to(user::Column::Id)
        .into();
    let select = order::Entity::find_by_id(id)
        .select_only()
        .column_as(Expr::col((staff::Entity, staff::Column::Id)), "staff_id")
        .column_as(Expr::col((user::Entity, user::Column::Name)), "name")
        .join(JoinType::InnerJoin, to_staff)
        .join(JoinType::InnerJoin, to_user)
        .filter(may_edit_orders())
        .order_by(Expr::cust(LAST_TURN), Order::Asc)
        .order_by_asc(Expr::col((staff::Entity, staff::Column::Id)));
    rows.one_as(select).await
}

/// Assigns a locked order to the next staff member in turn. If no member of staff may edit orders, it stays unassigned.
///
/// The lock of the rule comes before the turns are read, so that orders submitted at the same moment go to different people.
pub(super) async fn assign_in_turn(
    rows: &impl ScopedConnection,
    order: order::Model,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    settings::lock_order_distribution(rows).await?;
    let Some(next) = next_in_turn(rows, order.id).await? else {
        return Ok(order);
    };
    let turn = order_turn::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        staff_id: Set(next.staff_id),
        created_at: Set(now),
    };
    rows.insert(turn).await?;
    let changed = assignment::store(rows, [order.id], Some(next.staff_id), now).await?;
    let order = changed.into_iter().next().unwrap_or(order);
    let change = FieldChange {
        field: ChangedField::Assignee,
        before: None,
        after: Some(FieldValue::Text(next.name)),
    };
    let event = Event::fields_changed(HistoryEvent::AssignedInTurn, None, "", vec![change]);
    history::write(rows, &order, &system(), event, now).await?;
    Ok(order)
}

/// The rule acts, not the client who submits the order.
fn system() -> Actor {
    Actor {
        side: Side::System,
        user_id: None,
        name: String::new(),
        via: Origin::System,
    }
}

/// Assigns an unassigned order to the caller. Of two people, the second one gets [`OrderError::Taken`]. Returns whether the
/// caller did not have the order before.
pub(super) async fn claim(
    rows: &impl ScopedConnection,
    actor: &Actor,
    staff_id: StaffId,
    id: OrderId,
    now: DateTime<Utc>,
) -> Result<bool, OrderError> {
    let (order, settings) = lock_with_settings(rows, id).await?;
    let rule = settings.distribution;
    if order.status == OrderStatus::Draft {
        return Err(OrderError::NotFound);
    }
    if rule.rule != DistributionRule::Claim || !OrderFilter::Current.statuses().contains(&order.status) {
        return Err(OrderError::NotClaimable);
    }
    match order.assigned_staff_id {
        Some(assigned) if assigned == staff_id => return Ok(false),
        Some(_) => return Err(OrderError::Taken),
        None => {}
    }
    if let Some(limit) = rule.claim_limit {
        // A person who claims two orders at the same moment is counted once for each.
        settings::lock_order_distribution(rows).await?;
        let mine = in_statuses(OrderFilter::Current.statuses()).add(order::Column::AssignedStaffId.eq(staff_id));
        let cap = u64::try_from(limit).unwrap_or_default();
        let open = rows.counts::<order::Entity>(vec![mine], cap).await?;
        if open.into_iter().sum::<i64>() >= limit {
            return Err(OrderError::ClaimLimit(limit));
        }
    }
    assignment::assign(rows, actor, order, Some(staff_id), (HistoryEvent::Claimed, now)).await?;
    Ok(true)
}

/// Returns a page of the open orders that are unassigned, newest first. Fails with [`OrderError::NotClaimable`] if staff don't
/// claim orders.
pub(super) async fn claimable(
    rows: &impl ScopedConnection,
    query: &ClaimableOrderQuery,
    reader: (Reader, Viewer),
) -> Result<Page<OrderSummary>, OrderError> {
    let window = PageWindow::from_query(query.limit, query.cursor.as_deref())?;
    if settings::order_distribution(rows).await?.value.rule != DistributionRule::Claim {
        return Err(OrderError::NotClaimable);
    }
    let unassigned = in_statuses(OrderFilter::Current.statuses()).add(order::Column::AssignedStaffId.is_null());
    Ok(list::page(rows, unassigned, &ListPlan::Newest, window, reader).await?)
}
