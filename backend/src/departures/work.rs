//! The open work of a person: how much it is, and handing it over.

use super::error::DepartureError;
use chrono::{DateTime, Utc};
use entities::{staff, work_handover as handover};
use people::{clients, staff::assignees};
use platform::{
    auth::Caller,
    error::OperationError,
    scope::{AgentPolicy, ScopedConnection, ScopedTx},
};
use sea_orm::{ActiveValue::NotSet, FromQueryResult, QuerySelect, Select, Set, entity::prelude::*, sea_query::Expr};
use shared_types::{
    fields::Rule,
    id::StaffId,
    staff::{StaffWork, WorkChoice},
};
use trade::orders::{self, chat_assignment, history::Actor};

const ORDERS: &str = "(SELECT count(*) FROM orders o WHERE o.agent_id = staff.agent_id AND o.assigned_staff_id = staff.id \
                      AND o.status NOT IN ('draft', 'accepted', 'canceled'))";

const CLIENTS: &str =
    "(SELECT count(*) FROM clients c WHERE c.agent_id = staff.agent_id AND c.manager_staff_id = staff.id)";

/// The open requests of the person's clients in a table.
fn requests(table: &str, open: &str) -> String {
    format!(
        "(SELECT count(*) FROM {table} r JOIN clients c ON c.agent_id = r.agent_id AND c.id = r.client_id \
         WHERE c.agent_id = staff.agent_id AND c.manager_staff_id = staff.id AND r.status IN ({open}))"
    )
}

#[derive(FromQueryResult)]
struct WorkRow {
    orders: i64,
    clients: i64,
    requests: i64,
}

/// Counts the open work of a person who has not left.
pub(super) async fn count(rows: &impl ScopedConnection, id: StaffId) -> Result<StaffWork, OperationError> {
    count_of(
        rows,
        staff::Entity::find_by_id(id).filter(staff::Column::RemovedAt.is_null()),
    )
    .await
}

async fn count_of(rows: &impl ScopedConnection, person: Select<staff::Entity>) -> Result<StaffWork, OperationError> {
    let requests = [
        requests("balance_requests", "'requested', 'issued', 'reported'"),
        requests("wallet_topups", "'requested'"),
        requests("withdrawals", "'requested', 'confirmed'"),
        requests("shipping_requests", "'open'"),
    ];
    let select = person
        .select_only()
        .column_as(Expr::cust(ORDERS), "orders")
        .column_as(Expr::cust(CLIENTS), "clients")
        .column_as(Expr::cust(requests.join(" + ")), "requests");
    let row: Option<WorkRow> = rows.one_as(select).await?;
    let WorkRow {
        orders,
        clients,
        requests,
    } = row.ok_or(OperationError::NotFound)?;
    Ok(StaffWork {
        orders,
        clients,
        requests,
    })
}

/// Hands the open work of a person over as the request says. Fails if there is some and the request says nothing.
pub(super) async fn settle(
    tx: &ScopedTx<'_, AgentPolicy>,
    caller: &Caller,
    id: StaffId,
    (choice, successor): (Option<WorkChoice>, Option<StaffId>),
    now: DateTime<Utc>,
) -> Result<(), DepartureError> {
    let to = match (choice, successor) {
        (Some(WorkChoice::HandOver) | None, Some(successor)) => Some(successor),
        (Some(WorkChoice::HandOver), None) => return Err(OperationError::field("successor_id", Rule::Required).into()),
        (_, Some(_)) => return Err(OperationError::field("successor_id", Rule::UnknownValue).into()),
        (Some(WorkChoice::Unassign), None) => None,
        (Some(WorkChoice::Keep), None) => return Ok(()),
        (None, None) if count_of(tx, staff::Entity::find_by_id(id)).await?.is_empty() => return Ok(()),
        (None, None) => return Err(DepartureError::WorkOpen),
    };
    hand_over(tx, caller, id, to, now).await
}

/// Gives all open work of a person to another person, or unassigns it, with the chats. The histories of the orders and clients name both.
pub(super) async fn hand_over(
    tx: &ScopedTx<'_, AgentPolicy>,
    caller: &Caller,
    from: StaffId,
    to: Option<StaffId>,
    now: DateTime<Utc>,
) -> Result<(), DepartureError> {
    if to == Some(from) {
        return Err(OperationError::field("successor_id", Rule::UnknownValue).into());
    }
    let people = assignees::by_ids(tx, to).await?;
    assignees::ensure_available(&people, to, "successor_id").map_err(OperationError::from)?;
    let orders = orders::hand_over(tx, &Actor::from(caller), from, to, now).await?;
    chat_assignment::hand_over(tx, &Actor::from(caller), from, to, now).await?;
    let clients = clients::hand_over(tx, caller, from, to, now).await?;
    let row = handover::ActiveModel {
        id: NotSet,
        agent_id: Set(caller.agent_id),
        staff_id: Set(from),
        order_id: Set(None),
        client_id: Set(None),
        created_at: Set(now),
    };
    let of_orders = orders.into_iter().map(|order| handover::ActiveModel {
        order_id: Set(Some(order)),
        ..row.clone()
    });
    let of_clients = clients.into_iter().map(|client| handover::ActiveModel {
        client_id: Set(Some(client)),
        ..row.clone()
    });
    let rows: Vec<_> = of_orders.chain(of_clients).collect();
    if !rows.is_empty() {
        tx.insert_many(rows, None).await?;
    }
    Ok(())
}
