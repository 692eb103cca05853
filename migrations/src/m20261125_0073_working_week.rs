//! The working hours of a week become one setting: they are checked and saved together. Archived and repeated hours are left out.

use crate::helpers;
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CREATE: &str = "CREATE TABLE working_hours (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      weekday int NOT NULL CHECK (weekday BETWEEN 1 AND 7),
      opens text NOT NULL,
      closes text NOT NULL,
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_working_hours_agent_id_id UNIQUE (agent_id, id)
    )";

/// The function that makes a JSON object, the one that makes a list of rows, and the elements of the stored list.
const fn json_functions(backend: DbBackend) -> (&'static str, &'static str, &'static str) {
    match backend {
        DbBackend::Postgres => (
            "json_build_object",
            "json_agg",
            "SELECT s.agent_id, (h->>'weekday')::int, h->>'opens', h->>'closes'
             FROM agent_settings s, json_array_elements(s.value::json->'hours') h WHERE s.key = 'working_hours'",
        ),
        _ => (
            "json_object",
            "json_group_array",
            "SELECT s.agent_id, h.value->>'weekday', h.value->>'opens', h.value->>'closes'
             FROM agent_settings s, json_each(s.value, '$.hours') h WHERE s.key = 'working_hours'",
        ),
    }
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let (object, list, _) = json_functions(manager.get_database_backend());
        let copy = format!(
            "INSERT INTO agent_settings (agent_id, key, value)
             SELECT agent_id, 'working_hours', CAST({object}('hours',
               {list}({object}('weekday', weekday, 'opens', opens, 'closes', closes))) AS text)
             FROM (SELECT DISTINCT agent_id, weekday, opens, closes FROM working_hours WHERE disabled_at IS NULL
                   ORDER BY agent_id, weekday, opens, closes) hours
             GROUP BY agent_id"
        );
        helpers::run(manager, &[&copy, "DROP TABLE working_hours"]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let (_, _, elements) = json_functions(manager.get_database_backend());
        let copy = format!("INSERT INTO working_hours (agent_id, weekday, opens, closes) {elements}");
        helpers::run(
            manager,
            &[CREATE, &copy, "DELETE FROM agent_settings WHERE key = 'working_hours'"],
        )
        .await
    }
}
