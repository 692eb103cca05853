//! Categories of goods with their surcharges, tariffs of categories, and the category of a shipment.

use crate::helpers;
use sea_orm_migration::{prelude::*, sea_orm::DbBackend};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

const CATEGORIES: &str = "CREATE TABLE goods_categories (
      {id},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      name text NOT NULL,
      currency text NOT NULL CHECK (length(currency) = 3),
      per_kilogram_minor bigint NOT NULL DEFAULT 0 CHECK (per_kilogram_minor >= 0),
      per_cubic_metre_minor bigint NOT NULL DEFAULT 0 CHECK (per_cubic_metre_minor >= 0),
      per_place_minor bigint NOT NULL DEFAULT 0 CHECK (per_place_minor >= 0),
      position int NOT NULL DEFAULT 0,
      disabled_at {time},
      version bigint NOT NULL DEFAULT 1,
      created_at {time} NOT NULL {now}, updated_at {time} NOT NULL {now},
      CONSTRAINT uq_goods_categories_id UNIQUE (agent_id, id),
      CONSTRAINT uq_goods_categories_name UNIQUE (agent_id, name)
    )";
// Both databases can add a column only with a single-column foreign key. The statement that sets it compares the agents.
const SHIPMENTS: &str = "ALTER TABLE shipments ADD COLUMN goods_category_id bigint REFERENCES goods_categories (id)";

const CATEGORY_KEY: &str = "CONSTRAINT fk_delivery_tariffs_category FOREIGN KEY (agent_id, goods_category_id) \
    REFERENCES goods_categories (agent_id, id)";
const WAY: &str = "CONSTRAINT uq_delivery_tariffs_way UNIQUE (agent_id, delivery_method_id, country)";
const WAY_OF_CATEGORY: &str = "CREATE UNIQUE INDEX uq_delivery_tariffs_way ON delivery_tariffs \
    (agent_id, delivery_method_id, country, COALESCE(goods_category_id, 0))";

/// The columns of a tariff of all goods.
const COLUMNS: &str = "id, agent_id, delivery_method_id, country, currency, minimum_minor, volumetric_divisor, \
    weight_step_grams, density_bound, brackets, position, disabled_at, version, created_at, updated_at";

/// Replaces the table in SQLite, which can't drop constraints. `own` are its own column and constraints.
async fn replace_table(manager: &SchemaManager<'_>, own: &str) -> Result<(), DbErr> {
    let table = format!(
        "CREATE TABLE delivery_tariffs (
      {{id}},
      agent_id bigint NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
      delivery_method_id bigint NOT NULL,
      country text NOT NULL CHECK (length(country) = 2),
      currency text NOT NULL CHECK (length(currency) = 3),
      minimum_minor bigint NOT NULL DEFAULT 0 CHECK (minimum_minor >= 0),
      volumetric_divisor bigint CHECK (volumetric_divisor > 0),
      weight_step_grams bigint NOT NULL DEFAULT 1 CHECK (weight_step_grams > 0),
      density_bound text NOT NULL DEFAULT 'above' CHECK (density_bound IN ('above', 'below')),
      brackets text NOT NULL,
      position int NOT NULL DEFAULT 0,
      disabled_at {{time}},
      version bigint NOT NULL DEFAULT 1,
      created_at {{time}} NOT NULL {{now}}, updated_at {{time}} NOT NULL {{now}},
      {own},
      CONSTRAINT fk_delivery_tariffs_method FOREIGN KEY (agent_id, delivery_method_id) \
      REFERENCES delivery_methods (agent_id, id) ON DELETE CASCADE
    )"
    );
    let copy = format!("INSERT INTO delivery_tariffs ({COLUMNS}) SELECT {COLUMNS} FROM earlier_tariffs");
    let statements = [
        "ALTER TABLE delivery_tariffs RENAME TO earlier_tariffs",
        &table,
        &copy,
        "DROP TABLE earlier_tariffs",
    ];
    helpers::run(manager, &statements).await
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        helpers::run(manager, &[CATEGORIES, SHIPMENTS]).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            let key = format!("ALTER TABLE delivery_tariffs ADD {CATEGORY_KEY}");
            let statements = [
                "ALTER TABLE delivery_tariffs ADD COLUMN goods_category_id bigint",
                "ALTER TABLE delivery_tariffs DROP CONSTRAINT uq_delivery_tariffs_way",
                &key,
            ];
            helpers::run(manager, &statements).await?;
        } else {
            replace_table(manager, &format!("goods_category_id bigint, {CATEGORY_KEY}")).await?;
        }
        helpers::run(manager, &[WAY_OF_CATEGORY]).await
    }

    async fn down(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let tariffs = "DELETE FROM delivery_tariffs WHERE goods_category_id IS NOT NULL";
        helpers::run(manager, &["DROP INDEX uq_delivery_tariffs_way", tariffs]).await?;
        if manager.get_database_backend() == DbBackend::Postgres {
            let way = format!("ALTER TABLE delivery_tariffs ADD {WAY}");
            let column = "ALTER TABLE delivery_tariffs DROP COLUMN goods_category_id";
            helpers::run(manager, &[column, &way]).await?;
        } else {
            replace_table(manager, WAY).await?;
        }
        let rest = [
            "ALTER TABLE shipments DROP COLUMN goods_category_id",
            "DROP TABLE goods_categories",
        ];
        helpers::run(manager, &rest).await
    }
}
