//! Replaces time zones of people that name none. One way to change a profile accepted any text.

use sea_orm_migration::{
    prelude::*,
    sea_orm::{ConnectionTrait, Statement},
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let (db, backend) = (manager.get_connection(), manager.get_database_backend());
        let select = Statement::from_string(backend, "SELECT DISTINCT timezone FROM users");
        for row in db.query_all_raw(select).await? {
            let name: String = row.try_get_by_index(0)?;
            if name.parse::<chrono_tz::Tz>().is_err() {
                let update = "UPDATE users SET timezone = 'Europe/Moscow' WHERE timezone = $1";
                db.execute_raw(Statement::from_sql_and_values(backend, update, [name.into()]))
                    .await?;
            }
        }
        Ok(())
    }

    /// The replaced texts are not known any more.
    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }
}
