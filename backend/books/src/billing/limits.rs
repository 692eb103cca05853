//! The limits of plans, checked where a row is added.

use super::{PlanLimitReached, month};
use chrono::{DateTime, Utc};
use entities::{caller_columns::JoinedColumns, order, plan, subscription};
use platform::scope::ScopedConnection;
use sea_orm::{
    FromQueryResult, QuerySelect, QueryTrait, Select,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    billing::{PlanLimit, PlanUsage},
    id::AgentId,
};

/// The limits of the agent's plan, and when the oldest open invoice makes its cabinet read-only, as the lookup of a caller reads
/// them. An agent without a subscription has no limits.
pub const CALLER_COLUMNS: JoinedColumns = JoinedColumns {
    columns: "(SELECT min(i.read_only_at) FROM invoices i \
              WHERE i.agent_id = a.id AND i.paid_at IS NULL AND i.canceled_at IS NULL) AS read_only_at, \
              p.staff_limit, p.clients_limit, p.orders_limit, p.storage_limit",
    absent: "CAST(NULL AS timestamptz) AS read_only_at, CAST(NULL AS bigint) AS staff_limit, CAST(NULL AS bigint) AS clients_limit, \
             CAST(NULL AS bigint) AS orders_limit, CAST(NULL AS bigint) AS storage_limit",
    join: "LEFT JOIN subscriptions b ON b.agent_id = a.id LEFT JOIN plans p ON p.id = b.plan_id",
};

const STAFF: &str =
    "(SELECT count(*) FROM staff t WHERE t.agent_id = subscriptions.agent_id AND t.disabled_at IS NULL)";
const CLIENTS: &str =
    "(SELECT count(*) FROM clients t WHERE t.agent_id = subscriptions.agent_id AND t.disabled_at IS NULL)";
/// Items that were split share the file of their screenshot. A person's picture and an agent's logo are one small file each, and do
/// not count.
const STORAGE: &str = "(SELECT CAST(coalesce(sum(t.bytes), 0) AS bigint) FROM service_media t WHERE t.agent_id = subscriptions.agent_id) \
    + (SELECT CAST(coalesce(sum(t.bytes), 0) AS bigint) FROM chat_files t WHERE t.agent_id = subscriptions.agent_id) \
    + (SELECT CAST(coalesce(sum(t.bytes), 0) AS bigint) FROM shipment_photos t WHERE t.agent_id = subscriptions.agent_id) \
    + (SELECT CAST(coalesce(sum(t.picture_bytes), 0) AS bigint) FROM imports t WHERE t.agent_id = subscriptions.agent_id) \
    + (SELECT CAST(coalesce(sum(t.bytes), 0) AS bigint) FROM (SELECT max(i.proof_bytes) AS bytes FROM order_items i \
        WHERE i.agent_id = subscriptions.agent_id AND i.proof_bytes IS NOT NULL GROUP BY i.proof_path) t)";

/// The number of orders submitted in the running month, for the agent of a subscription.
fn orders_of_month(now: DateTime<Utc>) -> Expr {
    let start = month::start_of(month::month_of(now).first_day());
    let orders = order::Entity::find()
        .select_only()
        .column_as(order::Column::Id.count(), "orders")
        .filter(
            Expr::col((order::Entity, order::Column::AgentId))
                .equals((subscription::Entity, subscription::Column::AgentId)),
        )
        .filter(order::Column::SubmittedAt.gte(start))
        .into_query();
    Expr::from(orders)
}

fn used(limit: PlanLimit, now: DateTime<Utc>) -> Expr {
    match limit {
        PlanLimit::Staff => Expr::cust(STAFF),
        PlanLimit::Clients => Expr::cust(CLIENTS),
        PlanLimit::Orders => orders_of_month(now),
        PlanLimit::Storage => Expr::cust(STORAGE),
    }
}

const fn limit_column(limit: PlanLimit) -> plan::Column {
    match limit {
        PlanLimit::Staff => plan::Column::StaffLimit,
        PlanLimit::Clients => plan::Column::ClientsLimit,
        PlanLimit::Orders => plan::Column::OrdersLimit,
        PlanLimit::Storage => plan::Column::StorageLimit,
    }
}

/// The subscription of an agent, joined with its plan.
fn subscription_of(agent_id: AgentId) -> Select<subscription::Entity> {
    subscription::Entity::find()
        .select_only()
        .inner_join(plan::Entity)
        .filter(subscription::Column::AgentId.eq(agent_id))
}

#[derive(FromQueryResult)]
struct Maximum {
    maximum: Option<i64>,
}

#[derive(FromQueryResult)]
struct Used {
    used: i64,
}

/// One limit of an agent's plan; `None` without a limit. Requests of people have it in their caller.
pub async fn maximum(rows: &impl ScopedConnection, agent_id: AgentId, limit: PlanLimit) -> Result<Option<i64>, DbErr> {
    let select = subscription_of(agent_id).column_as(limit_column(limit), "maximum");
    let row: Option<Maximum> = rows.one_as(select).await?;
    Ok(row.and_then(|row| row.maximum))
}

/// The storage limit of an agent as a part of another query.
pub fn storage_limit(agent_id: AgentId) -> Expr {
    Expr::cust(format!(
        "(SELECT p.storage_limit FROM subscriptions b JOIN plans p ON p.id = b.plan_id WHERE b.agent_id = {agent_id})"
    ))
}

/// Checks that a limit allows `added` more. Takes no statement without a limit, and one otherwise.
///
/// Concurrent requests can pass this check together. A transaction that adds rows calls [`ensure_within`] after it has added them.
pub async fn check(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    (limit, maximum): (PlanLimit, Option<i64>),
    added: i64,
    now: DateTime<Utc>,
) -> Result<Result<(), PlanLimitReached>, DbErr> {
    let Some(maximum) = maximum else {
        return Ok(Ok(()));
    };
    let remaining = remaining(rows, agent_id, (limit, maximum), now).await?;
    Ok(if added > remaining {
        Err(PlanLimitReached { limit, maximum })
    } else {
        Ok(())
    })
}

/// How many more a limit allows. Negative if a change of the plan has left more than it allows.
pub async fn remaining(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    (limit, maximum): (PlanLimit, i64),
    now: DateTime<Utc>,
) -> Result<i64, DbErr> {
    let select = subscription_of(agent_id).expr_as(used(limit, now), "used");
    let row: Option<Used> = rows.one_as(select).await?;
    Ok(maximum.saturating_sub(row.map_or(0, |row| row.used)))
}

/// Checks that the rows that a transaction has added are within a limit, together with the rows of concurrent transactions. It locks
/// the subscription until the transaction ends, and then counts. Takes no statement without a limit, and two otherwise.
///
/// The lock is the last one that a transaction takes, so that transactions with other locks don't wait for each other in a circle.
/// On SQLite, a transaction that writes runs alone anyway.
pub async fn ensure_within(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    (limit, maximum): (PlanLimit, Option<i64>),
    now: DateTime<Utc>,
) -> Result<Result<(), PlanLimitReached>, DbErr> {
    if maximum.is_none() {
        return Ok(Ok(()));
    }
    let lock = subscription::Entity::find()
        .filter(subscription::Column::AgentId.eq(agent_id))
        .lock_exclusive();
    rows.one(lock).await?;
    check(rows, agent_id, (limit, maximum), 0, now).await
}

/// Checks that the storage limit allows a file, before the file is decoded. [`ensure_within`] decides when it is stored.
pub async fn check_storage(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    maximum: Option<i64>,
    bytes: usize,
    now: DateTime<Utc>,
) -> Result<Result<(), PlanLimitReached>, DbErr> {
    let bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
    check(rows, agent_id, (PlanLimit::Storage, maximum), bytes, now).await
}

#[derive(FromQueryResult)]
struct AllUsed {
    staff: i64,
    clients: i64,
    orders: i64,
    storage: i64,
}

/// Returns an agent's usage of every limit. Zero without a subscription.
pub(super) async fn usage(
    rows: &impl ScopedConnection,
    agent_id: AgentId,
    now: DateTime<Utc>,
) -> Result<PlanUsage, DbErr> {
    let select = PlanLimit::ALL.iter().fold(subscription_of(agent_id), |select, limit| {
        select.expr_as(used(*limit, now), limit.as_str())
    });
    let row: Option<AllUsed> = rows.one_as(select).await?;
    Ok(row.map_or_else(PlanUsage::default, |row| PlanUsage {
        staff: row.staff,
        clients: row.clients,
        orders: row.orders,
        storage: row.storage,
    }))
}
