//! The baseline server: the agent's order list and card, adding an item by the extension, and paying an order.
//!
//! It runs the same SQL statements as Karavan's server and returns the same responses.

use crate::{Failure, Store, card, payments};
use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    routing::{get, post},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use shared_types::{
    id::{ClientId, OrderId, StaffId},
    money::{Currency, Money},
    orders::{OrderStatus, OrderSummary, lifecycle::OrderType},
    page::Page,
};
use sqlx::{PgPool, Row, SqlitePool};
use std::{collections::HashMap, sync::Arc};
use tokio::net::TcpListener;

/// Loads the session, the person and the permissions of a request.
const AUTH_LOOKUP: &str = "SELECT u.id AS user_id, u.name, u.phone, u.locale, u.timezone, a.id AS agent_id, a.name AS \
                           agent_name, m.is_owner, (SELECT string_agg(r.object || ':' || r.level || ':' || r.breadth, \
                           ',') FROM access_group_rights r WHERE r.group_id = m.access_group_id) AS rights, CAST(NULL AS \
                           bigint) AS client_id, CAST(NULL AS text) AS client_code, CAST(NULL AS text) AS client_name, \
                           CAST(NULL AS text) AS currency, s.revoked_at IS NOT NULL AS revoked, s.expires_at, \
                           (m.disabled_at IS NOT NULL OR m.confirmed_at IS NULL OR u.disabled_at IS NOT NULL OR \
                           a.disabled_at IS NOT NULL ) AS closed FROM sessions s JOIN users u ON u.id = s.user_id JOIN \
                           staff m ON m.id = s.staff_id AND m.user_id = s.user_id JOIN agents a ON a.id = m.agent_id  \
                           WHERE s.id = $1 AND s.user_id = $2 AND s.staff_id = $3 AND s.guard = $4";

const ORDERS: &str = r#"SELECT "orders"."id" AS "A_id", "orders"."agent_id" AS "A_agent_id", "orders"."client_id" AS "A_client_id", "orders"."number" AS "A_number", "orders"."type" AS "A_type", "orders"."status" AS "A_status", "orders"."title" AS "A_title", "orders"."currency" AS "A_currency", "orders"."total_minor" AS "A_total_minor", "orders"."items_count" AS "A_items_count", "orders"."mixed_currencies" AS "A_mixed_currencies", "orders"."destination_country" AS "A_destination_country", "orders"."destination_city" AS "A_destination_city", "orders"."assigned_staff_id" AS "A_assigned_staff_id", "orders"."source" AS "A_source", "orders"."problem_count" AS "A_problem_count", "orders"."unread_by_agent" AS "A_unread_by_agent", "orders"."unread_by_client" AS "A_unread_by_client", "orders"."search_text" AS "A_search_text", "orders"."submitted_at" AS "A_submitted_at", "orders"."pricing_opened_at" AS "A_pricing_opened_at", "orders"."quote_id" AS "A_quote_id", "orders"."last_activity_at" AS "A_last_activity_at", "orders"."version" AS "A_version", "orders"."created_at" AS "A_created_at", "orders"."updated_at" AS "A_updated_at", "clients"."id" AS "B_id", "clients"."agent_id" AS "B_agent_id", "clients"."code" AS "B_code", "clients"."name" AS "B_name", "clients"."company" AS "B_company", "clients"."currency" AS "B_currency", "clients"."manager_staff_id" AS "B_manager_staff_id", "clients"."order_seq" AS "B_order_seq", "clients"."shipment_seq" AS "B_shipment_seq", "clients"."disabled_at" AS "B_disabled_at", "clients"."version" AS "B_version", "clients"."created_at" AS "B_created_at", "clients"."updated_at" AS "B_updated_at" FROM "orders" INNER JOIN "clients" ON "orders"."client_id" = "clients"."id" WHERE "orders"."status" <> $1 AND "orders"."agent_id" = $2 ORDER BY "orders"."id" DESC LIMIT $3"#;

const THUMBNAILS: (&str, &str) = (
    r#"SELECT "order_items"."order_id", "order_items"."image_url" FROM "order_items" WHERE "order_items"."order_id" IN ("#,
    r#") AND "order_items"."image_url" IS NOT NULL AND (order_items.id <= coalesce((SELECT i.id FROM order_items i WHERE i.order_id = order_items.order_id ORDER BY i.id LIMIT 1 OFFSET 7), order_items.id)) AND "order_items"."agent_id" = "#,
);

const UPDATE_ORDER: &str = r#"UPDATE "orders" SET "total_minor" = (CASE WHEN ("currency" = 'CNY') THEN "total_minor" + $1 ELSE "total_minor" END), "mixed_currencies" = (CASE WHEN ("currency" = 'CNY') THEN "mixed_currencies" ELSE TRUE END), "items_count" = "items_count" + 1, "search_text" = concat("search_text", $2), "version" = "version" + 1, "last_activity_at" = $3, "updated_at" = $4 WHERE "orders"."id" = $5 AND "orders"."status" = 'draft' AND "orders"."items_count" < 1000 AND ("orders"."agent_id" = 1 AND "orders"."client_id" = 1) RETURNING "id", "number", "title", "total_minor", "items_count", "updated_at""#;
const UPSERT_GROUP: &str = r#"INSERT INTO "order_groups" ("agent_id", "client_id", "order_id", "shop_key", "shop_name", "domestic_minor", "created_at", "updated_at") VALUES (1, 1, $1, 'name:x', 'x', 0, $2, $3) ON CONFLICT ("order_id", "shop_key") DO UPDATE SET "updated_at" = "excluded"."updated_at" RETURNING "id""#;
const INSERT_ITEM: &str = r#"INSERT INTO "order_items" ("agent_id", "client_id", "order_id", "group_id", "status", "title", "url", "price_minor", "currency", "price_uncertain", "quantity", "comment", "source", "version", "created_at", "updated_at") VALUES (1, 1, $1, $2, 'new', $3, $4, $5, 'CNY', FALSE, 1, '', 'extension', 1, $6, $7) RETURNING "id""#;
const INSERT_HISTORY: &str = r#"INSERT INTO "order_history" ("agent_id", "client_id", "order_id", "item_id", "event", "actor_kind", "actor_name", "via", "detail", "created_at") VALUES (1, 1, $1, $2, 'item_added', 'client', 'x', 'extension', $3, $4) RETURNING "id""#;
const USE_TOKEN: &str = "UPDATE extension_tokens SET last_used_at = CASE WHEN revoked_at IS NULL THEN $1 ELSE \
                         last_used_at END, last_ip = '127.0.0.1' WHERE token_hash = $2 RETURNING user_id, revoked_at IS \
                         NOT NULL AS revoked, (SELECT u.disabled_at IS NOT NULL FROM users u WHERE u.id = \
                         extension_tokens.user_id) AS closed, (SELECT u.name FROM users u WHERE u.id = \
                         extension_tokens.user_id) AS name, (SELECT string_agg(m.agent_id || '-' || m.client_id || '-' || \
                         a.name, '+') FROM client_members m JOIN clients c ON c.id = m.client_id JOIN agents a ON a.id = \
                         m.agent_id WHERE m.user_id = extension_tokens.user_id AND m.confirmed_at IS NOT NULL AND \
                         m.disabled_at IS NULL AND c.disabled_at IS NULL AND a.disabled_at IS NULL) AS clients";

#[derive(Deserialize)]
pub(crate) struct Claims {
    pub(crate) sub: String,
    pub(crate) sid: i64,
    pub(crate) mid: i64,
    aud: String,
    exp: i64,
}

pub(crate) struct Shared<P> {
    pub(crate) pool: P,
    key: Hmac<Sha256>,
}

fn bearer(headers: &HeaderMap) -> Result<&str, Failure> {
    let header = headers.get("authorization").ok_or("no token")?.to_str()?;
    Ok(header.strip_prefix("Bearer ").ok_or("no token")?)
}

impl<P> Shared<P> {
    pub(crate) fn claims(&self, headers: &HeaderMap, guard: &str) -> Result<Claims, Failure> {
        let token = bearer(headers)?;
        let (signed, signature) = token.rsplit_once('.').ok_or("no signature")?;
        let mac = self.key.clone().chain_update(signed);
        mac.verify_slice(&URL_SAFE_NO_PAD.decode(signature)?)?;
        let (_, payload) = signed.split_once('.').ok_or("no payload")?;
        let claims: Claims = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload)?)?;
        if claims.aud != guard {
            return Err("another guard".into());
        }
        if claims.exp < Utc::now().timestamp() {
            return Err("expired".into());
        }
        Ok(claims)
    }
}

#[derive(Deserialize)]
struct PageQuery {
    limit: i64,
}

#[derive(Deserialize)]
struct NewItem {
    title: String,
    url: String,
    price: String,
}

type HandlerResult<T> = Result<T, (StatusCode, String)>;

fn failed(error: impl Into<Failure>) -> (StatusCode, String) {
    (StatusCode::INTERNAL_SERVER_ERROR, error.into().to_string())
}

macro_rules! program {
    ($name:ident, $pool:ty) => {
        pub(crate) mod $name {
            use super::*;

            /// Authenticates the owner of an agent and returns the agent's id.
            pub(crate) async fn agent(shared: &Shared<$pool>, headers: &HeaderMap) -> Result<i64, Failure> {
                let claims = shared.claims(headers, "agent")?;
                let caller = sqlx::query(AUTH_LOOKUP)
                    .bind(claims.sid)
                    .bind(claims.sub.parse::<i64>()?)
                    .bind(claims.mid)
                    .bind("agent")
                    .fetch_one(&shared.pool)
                    .await?;
                if caller.try_get("revoked")? || caller.try_get("closed")? || !caller.try_get::<bool, _>("is_owner")? {
                    return Err("permission denied".into());
                }
                Ok(caller.try_get("agent_id")?)
            }

            async fn page(shared: &Shared<$pool>, headers: &HeaderMap, limit: i64) -> Result<Page<OrderSummary>, Failure> {
                let agent = agent(shared, headers).await?;
                let mut rows = sqlx::query(ORDERS)
                    .bind("draft")
                    .bind(agent)
                    .bind(limit + 1)
                    .fetch_all(&shared.pool)
                    .await?;
                let more = rows.len() > usize::try_from(limit)?;
                rows.truncate(usize::try_from(limit)?);
                let ids = rows.iter().map(|row| row.try_get("A_id")).collect::<Result<Vec<i64>, _>>()?;
                let places: Vec<String> = (1..=ids.len()).map(|place| format!("${place}")).collect();
                let sql = format!("{}{}{}${} ORDER BY order_items.id", THUMBNAILS.0, places.join(", "), THUMBNAILS.1, ids.len() + 1);
                let mut query = sqlx::query(sqlx::AssertSqlSafe(sql));
                for id in &ids {
                    query = query.bind(*id);
                }
                let mut thumbnails = HashMap::<i64, Vec<String>>::new();
                for row in query.bind(agent).fetch_all(&shared.pool).await? {
                    let of_order = thumbnails.entry(row.try_get(0)?).or_default();
                    if of_order.len() < 4 {
                        of_order.push(row.try_get(1)?);
                    }
                }
                let summary = |row: &_| -> Result<OrderSummary, Failure> {
                    let id: i64 = Row::try_get(row, "A_id")?;
                    let currency = Currency::from_code(Row::try_get(row, "A_currency")?).unwrap_or(Currency::Cny);
                    Ok(OrderSummary {
                        id: OrderId(id),
                        number: Row::try_get(row, "A_number")?,
                        order_type: OrderType::from_name(Row::try_get(row, "A_type")?).unwrap_or(OrderType::Standard),
                        status: OrderStatus::from_name(Row::try_get(row, "A_status")?).unwrap_or(OrderStatus::Draft),
                        title: Row::try_get(row, "A_title")?,
                        client_id: ClientId(Row::try_get(row, "A_client_id")?),
                        client_code: Row::try_get(row, "B_code")?,
                        client_name: Row::try_get(row, "B_name")?,
                        items_count: Row::try_get(row, "A_items_count")?,
                        total: Some(Money::new(Row::try_get(row, "A_total_minor")?, currency)),
                        mixed_currencies: Row::try_get(row, "A_mixed_currencies")?,
                        problem_count: Row::try_get(row, "A_problem_count")?,
                        unread: Row::try_get(row, "A_unread_by_agent")?,
                        has_note: Some(false),
                        thumbnails: thumbnails.remove(&id).unwrap_or_default(),
                        assigned_staff_id: Row::try_get::<Option<i64>, _>(row, "A_assigned_staff_id")?.map(StaffId),
                        created_at: Row::try_get(row, "A_created_at")?,
                        submitted_at: Row::try_get(row, "A_submitted_at")?,
                        last_activity_at: Row::try_get(row, "A_last_activity_at")?,
                    })
                };
                let mut summary = summary;
                let data = rows.iter().map(&mut summary).collect::<Result<Vec<_>, _>>()?;
                let last = ids.last().filter(|_| more);
                Ok(Page {
                    next_cursor: last.map(|id| URL_SAFE_NO_PAD.encode(id.to_be_bytes())),
                    data,
                })
            }

            async fn list(
                State(shared): State<Arc<Shared<$pool>>>,
                Query(query): Query<PageQuery>,
                headers: HeaderMap,
            ) -> HandlerResult<Json<Page<OrderSummary>>> {
                page(&shared, &headers, query.limit).await.map(Json).map_err(failed)
            }

            async fn add_item(
                shared: &Shared<$pool>,
                headers: &HeaderMap,
                order: i64,
                new: &NewItem,
            ) -> Result<serde_json::Value, Failure> {
                let now = Utc::now();
                let token = bearer(headers)?;
                let hash = hex::encode(Sha256::digest(token));
                sqlx::query(USE_TOKEN).bind(now).bind(hash).fetch_one(&shared.pool).await?;
                let price = Money::parse(&new.price, Currency::Cny)?.minor;
                let mut tx = begin(&shared.pool).await?;
                let order = sqlx::query(UPDATE_ORDER)
                    .bind(price)
                    .bind(format!(" {}", new.title.to_lowercase()))
                    .bind(now)
                    .bind(now)
                    .bind(order)
                    .fetch_one(&mut *tx)
                    .await?;
                let id: i64 = order.try_get("id")?;
                let group: i64 = sqlx::query(UPSERT_GROUP).bind(id).bind(now).bind(now).fetch_one(&mut *tx).await?.try_get(0)?;
                let item: i64 = sqlx::query(INSERT_ITEM)
                    .bind(id)
                    .bind(group)
                    .bind(&new.title)
                    .bind(&new.url)
                    .bind(price)
                    .bind(now)
                    .bind(now)
                    .fetch_one(&mut *tx)
                    .await?
                    .try_get(0)?;
                sqlx::query(INSERT_HISTORY).bind(id).bind(item).bind(&new.title).bind(now).fetch_one(&mut *tx).await?;
                tx.commit().await?;
                let updated: DateTime<Utc> = order.try_get("updated_at")?;
                Ok(serde_json::json!({
                    "item": {"id": item, "group_id": group, "title": new.title, "url": new.url, "created_at": now},
                    "order": {"id": id, "number": order.try_get::<String, _>("number")?,
                        "items_count": order.try_get::<i32, _>("items_count")?,
                        "total": Money::new(order.try_get("total_minor")?, Currency::Cny), "updated_at": updated},
                }))
            }

            async fn add(
                State(shared): State<Arc<Shared<$pool>>>,
                Path(order): Path<i64>,
                headers: HeaderMap,
                Json(body): Json<NewItem>,
            ) -> HandlerResult<(StatusCode, Json<serde_json::Value>)> {
                let created = add_item(&shared, &headers, order, &body).await.map_err(failed)?;
                Ok((StatusCode::CREATED, Json(created)))
            }

            async fn pay(
                State(shared): State<Arc<Shared<$pool>>>,
                Path(order): Path<i64>,
                headers: HeaderMap,
                Json(_): Json<serde_json::Value>,
            ) -> HandlerResult<Json<serde_json::Value>> {
                payments::$name::pay(&shared, &headers, order).await.map(Json).map_err(failed)
            }

            async fn show(
                State(shared): State<Arc<Shared<$pool>>>,
                Path(order): Path<i64>,
                headers: HeaderMap,
            ) -> HandlerResult<Json<serde_json::Value>> {
                card::$name::show(&shared, &headers, order).await.map(Json).map_err(failed)
            }

            pub(super) fn router(pool: $pool, key: Hmac<Sha256>) -> Router {
                Router::new()
                    .route("/agent/orders", get(list))
                    .route("/agent/orders/{order}", get(show))
                    .route("/api/ext/drafts/{order}/items", post(add))
                    .route("/client/orders/{order}/pay", post(pay))
                    .with_state(Arc::new(Shared { pool, key }))
            }
        }
    };
}

program!(sqlite, SqlitePool);
program!(postgres, PgPool);

/// Begins a transaction that may write, as the server does: on SQLite it takes the write lock at once.
pub(crate) trait Begin {
    type Database: sqlx::Database;
    async fn begin_write(&self) -> sqlx::Result<sqlx::Transaction<'static, Self::Database>>;
}

impl Begin for SqlitePool {
    type Database = sqlx::Sqlite;
    async fn begin_write(&self) -> sqlx::Result<sqlx::Transaction<'static, sqlx::Sqlite>> {
        self.begin_with("BEGIN IMMEDIATE").await
    }
}

impl Begin for PgPool {
    type Database = sqlx::Postgres;
    async fn begin_write(&self) -> sqlx::Result<sqlx::Transaction<'static, sqlx::Postgres>> {
        self.begin().await
    }
}

pub(crate) async fn begin<P: Begin>(pool: &P) -> sqlx::Result<sqlx::Transaction<'static, P::Database>> {
    pool.begin_write().await
}

/// Serves until the process is killed.
pub(crate) async fn serve(store: Store, address: &str, secret: &str) -> Result<(), Failure> {
    let key = Hmac::<Sha256>::new_from_slice(secret.as_bytes())?;
    let router = match store {
        Store::Sqlite(pool) => sqlite::router(pool, key),
        Store::Postgres(pool) => postgres::router(pool, key),
    };
    axum::serve(TcpListener::bind(address).await?, router).await?;
    Ok(())
}
