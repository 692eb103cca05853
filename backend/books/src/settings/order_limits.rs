//! How much a client may order before it pays: for all clients, and for one.

use crate::settings::SettingsError;
use crate::settings::keyed_setting::{self, KeyedSetting};
use chrono::{DateTime, Utc};
use entities::agent_setting::SettingKey;
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, sea_query::Expr};
use shared_types::settings::{OrderLimits, OwnLimits, Versioned};

impl KeyedSetting for OrderLimits {
    const KEY: SettingKey = SettingKey::OrderLimits;
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

/// The stored limits of an order's client, general and own, as columns of a query on orders;
/// [`parse_order_limits`] reads them.
///
/// They start from the order: staff may see an order whose client they don't see.
pub fn order_limits_columns() -> [Expr; 2] {
    let general = format!(
        "(SELECT t.value FROM agent_settings t WHERE t.agent_id = orders.agent_id AND t.\"key\" = '{}')",
        OrderLimits::KEY.as_str()
    );
    let own = "(SELECT c.limits FROM clients c WHERE c.agent_id = orders.agent_id AND c.id = orders.client_id)";
    [Expr::cust(general), Expr::cust(own)]
}

/// Reads the columns of [`order_limits_columns`].
pub fn parse_order_limits(general: Option<&str>, own: Option<OwnLimits>) -> Result<OrderLimits, DbErr> {
    Ok(own.unwrap_or_default().apply(keyed_setting::parse(general)?))
}
