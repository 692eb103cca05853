//! The limits of a client: the sum of one order, the number of orders with a price that are not paid, and the deposit.

use super::{OrderError, calculation::OrderOfClient};
use books::settings;
use entities::{client, json::Json, order};
use platform::scope::ScopedConnection;
use sea_orm::{
    FromQueryResult, JoinType, QuerySelect, RelationTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func, Query, SelectStatement},
};
use shared_types::{
    id::OrderId,
    money::{Currency, Money},
    orders::{OrderStatus, OrderType},
    settings::{OrderLimits, OwnLimits},
};

/// Fails with [`OrderError::SumLimit`] if the sum is higher than one order may be. A sum that is not known is not refused.
pub(super) fn ensure_sum(limits: OrderLimits, sum: Option<Money>) -> Result<(), OrderError> {
    match (limits.order, sum) {
        (Some(limit), Some(sum)) if sum.minor > limit.minor => Err(OrderError::SumLimit { limit, sum }),
        _ => Ok(()),
    }
}

/// An order with the currency and the stored limits of its client.
#[derive(FromQueryResult)]
struct OrderWithLimits {
    #[sea_orm(nested)]
    order: order::Model,
    client_currency: Currency,
    general_limits: Option<String>,
    own_limits: Option<Json<OwnLimits>>,
}

/// Finds an order in the scope, with the limits and the currency of its client in the same statement.
pub async fn find_with_client(rows: &impl ScopedConnection, id: OrderId) -> Result<OrderOfClient, OrderError> {
    let [general_limits, own_limits] = settings::order_limits_columns();
    let select = order::Entity::find_by_id(id)
        .join(JoinType::InnerJoin, order::Relation::Client.def())
        .column_as(client::Column::Currency, "client_currency")
        .expr_as(general_limits, "general_limits")
        .expr_as(own_limits, "own_limits");
    let found: OrderWithLimits = rows.one_as(select).await?.ok_or(OrderError::NotFound)?;
    let own = found.own_limits.map(Json::into_inner);
    let limits = settings::parse_order_limits(found.general_limits.as_deref(), own)?;
    Ok(OrderOfClient {
        order: found.order,
        limits,
        currency: found.client_currency,
    })
}

/// Whether a submission of the order needs its preliminary sum.
pub(super) fn needs_sum(limits: OrderLimits, order_type: OrderType) -> bool {
    limits.order.is_some() || (limits.deposit.is_some() && order_type == OrderType::Standard)
}

#[derive(FromQueryResult)]
struct Locked {
    #[expect(dead_code, reason = "a row is read so that it is locked")]
    id: OrderId,
}

#[derive(FromQueryResult)]
struct Unpaid {
    unpaid: i64,
}

/// The number of orders of the client of this order that have a price and are not paid, including orders that the caller may not
/// see.
fn unpaid_orders() -> SelectStatement {
    let other = "other";
    let column = |column: order::Column| Expr::col((other, column));
    let own = |column: order::Column| (order::Entity, column);
    Query::select()
        .expr(Func::count(column(order::Column::Id)))
        .from_as(order::Entity, other)
        .and_where(column(order::Column::AgentId).equals(own(order::Column::AgentId)))
        .and_where(column(order::Column::ClientId).equals(own(order::Column::ClientId)))
        .and_where(column(order::Column::Status).eq(OrderStatus::Quoted.as_str()))
        .to_owned()
}

/// Fails with [`OrderError::UnpaidLimit`] if the client has as many unpaid orders as it may. The order is locked by the caller.
///
/// The lock of the client makes transactions that price its orders at the same moment count one after another.
pub(super) async fn ensure_unpaid(
    rows: &impl ScopedConnection,
    id: OrderId,
    limits: OrderLimits,
) -> Result<(), OrderError> {
    let Some(limit) = limits.unpaid else {
        return Ok(());
    };
    let lock = order::Entity::find_by_id(id)
        .select_only()
        .column(order::Column::Id)
        .join(JoinType::InnerJoin, order::Relation::Client.def())
        .lock_exclusive();
    let _: Option<Locked> = rows.one_as(lock).await?;
    let count = order::Entity::find_by_id(id)
        .select_only()
        .column_as(Expr::from(unpaid_orders()), "unpaid");
    let Unpaid { unpaid } = rows.one_as(count).await?.ok_or(OrderError::NotFound)?;
    if unpaid >= limit {
        return Err(OrderError::UnpaidLimit(limit));
    }
    Ok(())
}
