//! Countries of tariffs and pickup points are codes of ISO 3166-1, as the program reads them from now on.
//!
//! Codes in lower case become upper case, and two that the European Union and the post use become those of ISO 3166-1. What is still
//! unknown is reported, and nothing changes: a tariff has a price, and nobody but its agent knows for which country it is.

use crate::{helpers, m20261124_0057_countries::CODES};
use sea_orm_migration::{
    prelude::*,
    sea_orm::{ConnectionTrait, Statement},
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Codes of other lists, with those of ISO 3166-1.
const ALIASES: [(&str, &str); 2] = [("UK", "GB"), ("EL", "GR")];

/// A tariff keeps its code if another tariff of the delivery method has the new one, and is reported then.
fn set_country(table: &str, condition: &str, code: &str) -> String {
    let unless_taken = match table {
        "delivery_tariffs" => format!(
            " AND NOT EXISTS (SELECT 1 FROM delivery_tariffs o WHERE o.agent_id = delivery_tariffs.agent_id
              AND o.delivery_method_id = delivery_tariffs.delivery_method_id AND o.id <> delivery_tariffs.id
              AND upper(o.country) = {code})"
        ),
        _ => String::new(),
    };
    format!("UPDATE {table} SET country = {code} WHERE {condition}{unless_taken}")
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let mut unknown = Vec::new();
        for table in ["delivery_tariffs", "pickup_points"] {
            let upper = set_country(
                table,
                &format!("{table}.country <> upper({table}.country)"),
                &format!("upper({table}.country)"),
            );
            helpers::run(manager, &[&upper]).await?;
            for (alias, code) in ALIASES {
                let rename = set_country(table, &format!("{table}.country = '{alias}'"), &format!("'{code}'"));
                helpers::run(manager, &[&rename]).await?;
            }
            let rest = format!("SELECT id, agent_id, country FROM {table} WHERE country NOT IN ({CODES}) ORDER BY id");
            let rest = Statement::from_string(manager.get_database_backend(), rest);
            for row in manager.get_connection().query_all_raw(rest).await? {
                let (id, agent): (i64, i64) = (row.try_get("", "id")?, row.try_get("", "agent_id")?);
                let code: String = row.try_get("", "country")?;
                unknown.push(format!("{table} {id} of agent {agent}: {code:?}"));
            }
        }
        if unknown.is_empty() {
            return Ok(());
        }
        Err(DbErr::Migration(format!(
            "unknown or repeated countries, which the agent has to correct in the settings first: {}",
            unknown.join("; ")
        )))
    }

    /// The codes are valid for the former version.
    async fn down(&self, _manager: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }
}
