//! Staff and members: names of invited people, access groups of clients, a second factor, and clean-up when staff leave.

use crate::helpers;
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const UP: &[&str] = &[
    "ALTER TABLE users ADD COLUMN second_factor_since {time}",
    "ALTER TABLE users ADD COLUMN contact_channel text CHECK (contact_channel IN ('telegram', 'max'))",
    "ALTER TABLE staff ADD COLUMN invited_as text",
    "ALTER TABLE client_members ADD COLUMN invited_as text",
    "ALTER TABLE access_group_rights ADD COLUMN client_id bigint",
    "UPDATE access_group_rights SET client_id = (SELECT g.client_id FROM access_groups g WHERE g.id = access_group_rights.group_id)",
    "CREATE UNIQUE INDEX uq_access_groups_name ON access_groups (agent_id, coalesce(client_id, 0), name)",
    "CREATE INDEX ix_staff_access_group_id ON staff (access_group_id)",
    "CREATE INDEX ix_client_members_access_group_id ON client_members (access_group_id)",
    "CREATE INDEX ix_sessions_staff_id ON sessions (staff_id)",
    "CREATE INDEX ix_sessions_member_id ON sessions (member_id)",
];

/// Clears all references to a deleted staff member. Notes keep their text, as specified.
const LEAVE: &str = "UPDATE orders SET assigned_staff_id = NULL WHERE agent_id = OLD.agent_id AND assigned_staff_id = OLD.id; \
     UPDATE clients SET manager_staff_id = NULL WHERE agent_id = OLD.agent_id AND manager_staff_id = OLD.id; \
     UPDATE order_item_services SET rendered_by = NULL WHERE agent_id = OLD.agent_id AND rendered_by = OLD.id; \
     UPDATE unknown_scans SET staff_id = NULL WHERE agent_id = OLD.agent_id AND staff_id = OLD.id;";

const DOWN: &[&str] = &[
    "DROP INDEX ix_sessions_member_id",
    "DROP INDEX ix_sessions_staff_id",
    "DROP INDEX ix_client_members_access_group_id",
    "DROP INDEX ix_staff_access_group_id",
    "DROP INDEX uq_access_groups_name",
    "ALTER TABLE access_group_rights DROP COLUMN client_id",
    "ALTER TABLE client_members DROP COLUMN invited_as",
    "ALTER TABLE staff DROP COLUMN invited_as",
    "ALTER TABLE users DROP COLUMN contact_channel",
    "ALTER TABLE users DROP COLUMN second_factor_since",
];

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, UP).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            let function = format!(
                "CREATE FUNCTION staff_leaves() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {LEAVE} RETURN OLD; END $$"
            );
            let trigger =
                "CREATE TRIGGER staff_leaves BEFORE DELETE ON staff FOR EACH ROW EXECUTE FUNCTION staff_leaves()";
            helpers::run(manager, &[function.as_str(), trigger]).await
        } else {
            let trigger = format!("CREATE TRIGGER staff_leaves BEFORE DELETE ON staff BEGIN {LEAVE} END");
            helpers::run(manager, &[trigger.as_str()]).await
        }
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        if manager.get_database_backend() == DbBackend::Postgres {
            helpers::run(
                manager,
                &["DROP TRIGGER staff_leaves ON staff", "DROP FUNCTION staff_leaves()"],
            )
            .await?;
        } else {
            helpers::run(manager, &["DROP TRIGGER staff_leaves"]).await?;
        }
        helpers::run(manager, DOWN).await
    }
}
