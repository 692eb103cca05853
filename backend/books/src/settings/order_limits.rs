//! How much a client may order before it pays: for all clients, and for one.

use crate::settings::SettingsError;
use crate::settings::keyed_setting::{self, KeyedSetting};
use chrono::{DateTime, Utc};
use entities::{json::Json, order};
use platform::scope::ScopedConnection;
use sea_orm::{FromQueryResult, QuerySelect, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::OrderId,
    settings::{OrderLimits, OwnLimits, Versioned},
};

impl KeyedSetting for OrderLimits {
    const KEY: &'static str = "order_limits";
}

/// Returns the limits of all clients.
pub(super) async fn order_limits(rows: &impl ScopedConnection) -> Result<Versioned<OrderLimits>, DbErr> {
    keyed_setting::read(rows).await
}

pub(super) async fn update_order_limits(
    rows: &impl ScopedConnection,
    value: OrderLimits,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Versioned<OrderLimits>, SettingsError> {
    value.validate()?;
    keyed_setting::write(rows, value, version, now).await
}

#[derive(FromQueryResult)]
struct LimitsRow {
    general: Option<String>,
    own: Option<Json<OwnLimits>>,
}

/// Returns the limits that apply to the client of an order; none if the order is not in the scope. Takes one statement.
///
/// It starts from the order: staff may see an order whose client they don't see.
pub async fn limits_of_order(rows: &impl ScopedConnection, id: OrderId) -> Result<OrderLimits, DbErr> {
    let general = format!(
        "(SELECT t.value FROM agent_settings t WHERE t.agent_id = orders.agent_id AND t.\"key\" = '{}')",
        OrderLimits::KEY
    );
    let own = "(SELECT c.limits FROM clients c WHERE c.agent_id = orders.agent_id AND c.id = orders.client_id)";
    let select = order::Entity::find_by_id(id)
        .select_only()
        .column_as(Expr::cust(general), "general")
        .column_as(Expr::cust(own), "own");
    let Some(LimitsRow { general, own }) = rows.one_as(select).await? else {
        return Ok(OrderLimits::default());
    };
    let general = keyed_setting::parse(general.as_deref())?;
    Ok(own.as_deref().copied().unwrap_or_default().apply(general))
}
