//! The agent's order card: the server's statements, with their rows as JSON.

use crate::{
    Failure,
    serve::{self, Shared},
};
use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};
use sqlx::{Column, PgPool, Row, SqlitePool, TypeInfo};

const ORDER: &str = r#"SELECT "orders"."id" AS "A_id", "orders"."agent_id" AS "A_agent_id", "orders"."client_id" AS "A_client_id", "orders"."number" AS "A_number", "orders"."type" AS "A_type", "orders"."status" AS "A_status", "orders"."title" AS "A_title", "orders"."currency" AS "A_currency", "orders"."total_minor" AS "A_total_minor", "orders"."items_count" AS "A_items_count", "orders"."mixed_currencies" AS "A_mixed_currencies", "orders"."destination_country" AS "A_destination_country", "orders"."destination_city" AS "A_destination_city", "orders"."delivery_method_id" AS "A_delivery_method_id", "orders"."packaging_id" AS "A_packaging_id", "orders"."insurance_id" AS "A_insurance_id", "orders"."assigned_staff_id" AS "A_assigned_staff_id", "orders"."source" AS "A_source", "orders"."problem_count" AS "A_problem_count", "orders"."unread_by_agent" AS "A_unread_by_agent", "orders"."unread_by_client" AS "A_unread_by_client", "orders"."search_text" AS "A_search_text", "orders"."submitted_at" AS "A_submitted_at", "orders"."pricing_opened_at" AS "A_pricing_opened_at", "orders"."quote_id" AS "A_quote_id", "orders"."last_activity_at" AS "A_last_activity_at", "orders"."version" AS "A_version", "orders"."created_at" AS "A_created_at", "orders"."updated_at" AS "A_updated_at", "clients"."id" AS "B_id", "clients"."agent_id" AS "B_agent_id", "clients"."code" AS "B_code", "clients"."name" AS "B_name", "clients"."company" AS "B_company", "clients"."currency" AS "B_currency", "clients"."manager_staff_id" AS "B_manager_staff_id", "clients"."order_seq" AS "B_order_seq", "clients"."shipment_seq" AS "B_shipment_seq", "clients"."disabled_at" AS "B_disabled_at", "clients"."version" AS "B_version", "clients"."created_at" AS "B_created_at", "clients"."updated_at" AS "B_updated_at" FROM "orders" INNER JOIN "clients" ON "orders"."client_id" = "clients"."id" WHERE "orders"."id" = $1 AND "orders"."agent_id" = $2"#;
const NOTES: &str = r#"SELECT "notes"."notable_type", "notes"."notable_id" FROM "notes" WHERE (("notes"."notable_type" = $1 AND "notes"."notable_id" = $2) OR ("notes"."notable_type" = $3 AND "notes"."notable_id" IN (SELECT "order_items"."id" FROM "order_items" WHERE "order_items"."order_id" = $4)) OR ("notes"."notable_type" = $5 AND "notes"."notable_id" IN (SELECT "order_items"."group_id" FROM "order_items" WHERE "order_items"."order_id" = $6))) AND "notes"."agent_id" = $7"#;
const ITEMS: &str = r#"SELECT "order_items"."id" AS "A_id", "order_items"."agent_id" AS "A_agent_id", "order_items"."client_id" AS "A_client_id", "order_items"."order_id" AS "A_order_id", "order_items"."group_id" AS "A_group_id", "order_items"."status" AS "A_status", "order_items"."title" AS "A_title", "order_items"."url" AS "A_url", "order_items"."marketplace" AS "A_marketplace", "order_items"."external_id" AS "A_external_id", "order_items"."variant" AS "A_variant", "order_items"."image_url" AS "A_image_url", "order_items"."price_minor" AS "A_price_minor", "order_items"."currency" AS "A_currency", "order_items"."price_uncertain" AS "A_price_uncertain", "order_items"."quantity" AS "A_quantity", "order_items"."comment" AS "A_comment", "order_items"."agent_price_minor" AS "A_agent_price_minor", "order_items"."agent_currency" AS "A_agent_currency", "order_items"."agent_quantity" AS "A_agent_quantity", "order_items"."agent_comment" AS "A_agent_comment", "order_items"."refuse_reason" AS "A_refuse_reason", "order_items"."marketplace_order_number" AS "A_marketplace_order_number", "order_items"."domestic_track" AS "A_domestic_track", "order_items"."cell" AS "A_cell", "order_items"."counted_quantity" AS "A_counted_quantity", "order_items"."weight_grams" AS "A_weight_grams", "order_items"."volume_cm3" AS "A_volume_cm3", "order_items"."agent_bought_minor" AS "A_agent_bought_minor", "order_items"."problem_reason" AS "A_problem_reason", "order_items"."refunded_minor" AS "A_refunded_minor", "order_items"."source" AS "A_source", "order_items"."import_id" AS "A_import_id", "order_items"."version" AS "A_version", "order_items"."created_at" AS "A_created_at", "order_items"."updated_at" AS "A_updated_at", "order_groups"."id" AS "B_id", "order_groups"."agent_id" AS "B_agent_id", "order_groups"."client_id" AS "B_client_id", "order_groups"."order_id" AS "B_order_id", "order_groups"."shop_key" AS "B_shop_key", "order_groups"."shop_name" AS "B_shop_name", "order_groups"."shop_url" AS "B_shop_url", "order_groups"."marketplace" AS "B_marketplace", "order_groups"."domestic_minor" AS "B_domestic_minor", "order_groups"."created_at" AS "B_created_at", "order_groups"."updated_at" AS "B_updated_at" FROM "order_items" LEFT JOIN "order_groups" ON "order_items"."group_id" = "order_groups"."id" WHERE "order_items"."order_id" = $1 AND "order_items"."agent_id" = $2 ORDER BY "order_items"."id" ASC LIMIT $3"#;
/// The page size of a card's items, plus one to know whether there are more.
const ITEMS_LIMIT: i64 = 101;

macro_rules! cards {
    ($name:ident, $pool:ty, $row:ty) => {
        pub(crate) mod $name {
            use super::*;

            /// All columns of a row as a JSON object.
            fn value(row: &$row) -> Result<Value, Failure> {
                let mut fields = Map::new();
                for (index, column) in row.columns().iter().enumerate() {
                    let value = match column.type_info().name() {
                        "INT8" | "INTEGER" | "BIGINT" => json!(row.try_get::<Option<i64>, _>(index)?),
                        "INT4" => json!(row.try_get::<Option<i32>, _>(index)?),
                        "BOOL" | "BOOLEAN" => json!(row.try_get::<Option<bool>, _>(index)?),
                        "TIMESTAMPTZ" => json!(row.try_get::<Option<DateTime<Utc>>, _>(index)?),
                        _ => json!(row.try_get::<Option<&str>, _>(index)?),
                    };
                    fields.insert(column.name().to_owned(), value);
                }
                Ok(fields.into())
            }

            /// The order, the number of its notes, and its items.
            pub(crate) async fn show(shared: &Shared<$pool>, headers: &HeaderMap, order: i64) -> Result<Value, Failure> {
                let agent = serve::$name::agent(shared, headers).await?;
                let card = sqlx::query(ORDER).bind(order).bind(agent).fetch_one(&shared.pool).await?;
                let notes = sqlx::query(NOTES)
                    .bind("order")
                    .bind(order)
                    .bind("item")
                    .bind(order)
                    .bind("group")
                    .bind(order)
                    .bind(agent)
                    .fetch_all(&shared.pool)
                    .await?;
                let items = sqlx::query(ITEMS).bind(order).bind(agent).bind(ITEMS_LIMIT).fetch_all(&shared.pool).await?;
                Ok(json!({
                    "order": value(&card)?,
                    "notes": notes.len(),
                    "items": items.iter().map(value).collect::<Result<Vec<_>, _>>()?,
                }))
            }
        }
    };
}

cards!(sqlite, SqlitePool, sqlx::sqlite::SqliteRow);
cards!(postgres, PgPool, sqlx::postgres::PgRow);
