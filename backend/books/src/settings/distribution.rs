//! Who gets a new order whose client has no manager.

use crate::settings::SettingsError;
use crate::settings::keyed_setting::{self, KeyedSetting};
use chrono::{DateTime, Utc};
use entities::agent_setting::{Column, Entity, SettingKey};
use platform::scope::ScopedConnection;
use sea_orm::{QuerySelect, entity::prelude::*, sea_query::Expr};
use shared_types::settings::{OrderDistribution, Versioned};

impl KeyedSetting for OrderDistribution {
    const KEY: SettingKey = SettingKey::OrderDistribution;
}

/// Returns the rule of the agent.
pub async fn order_distribution(rows: &impl ScopedConnection) -> Result<Versioned<OrderDistribution>, DbErr> {
    keyed_setting::read(rows).await
}

/// The stored rule of an order's agent, as a column of a query on orders. [`parse_order_distribution`] reads it.
pub fn order_distribution_column() -> Expr {
    Expr::cust(format!(
        "(SELECT t.value FROM agent_settings t WHERE t.agent_id = orders.agent_id AND t.\"key\" = '{}')",
        OrderDistribution::KEY.as_str()
    ))
}

/// Reads the column of [`order_distribution_column`].
pub fn parse_order_distribution(text: Option<&str>) -> Result<OrderDistribution, DbErr> {
    keyed_setting::parse(text)
}

/// Locks a stored rule until the transaction ends. Transactions that assign orders by it run one after another from here on.
pub async fn lock_order_distribution(rows: &impl ScopedConnection) -> Result<(), DbErr> {
    let select = Entity::find()
        .filter(Column::Key.eq(OrderDistribution::KEY))
        .lock_exclusive();
    rows.one(select).await.map(drop)
}

pub(super) async fn update_order_distribution(
    rows: &impl ScopedConnection,
    value: OrderDistribution,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Versioned<OrderDistribution>, SettingsError> {
    value.validate()?;
    keyed_setting::write(rows, value, version, now).await
}
