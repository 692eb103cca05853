//! The baseline server: order lists and card, adding an item by the extension, and paying an order.
//!
//! It returns the same responses as Karavan's server, by the best statements that are known for them.

use crate::{Failure, Store, auth, card, items, list, payments};
use axum::{
    Json, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, StatusCode},
    routing::{get, post},
};
use hmac::{Hmac, KeyInit};
use serde::Deserialize;
use sha2::Sha256;
use shared_types::{
    ext::AddedItem,
    items::NewItem,
    orders::{Order, OrderSummary},
    page::Page,
};
use sqlx::{PgPool, SqlitePool};
use std::sync::Arc;
use tokio::net::TcpListener;

pub(crate) struct Shared<P> {
    pub(crate) pool: P,
    pub(crate) key: Hmac<Sha256>,
}

#[derive(Deserialize)]
struct PageQuery {
    limit: Option<i64>,
    client_id: Option<i64>,
}

/// Most rows of a page.
const PAGE: i64 = 50;

type HandlerResult<T> = Result<T, (StatusCode, String)>;

fn failed(error: impl Into<Failure>) -> (StatusCode, String) {
    (StatusCode::INTERNAL_SERVER_ERROR, error.into().to_string())
}

macro_rules! program {
    ($name:ident, $pool:ty) => {
        pub(crate) mod $name {
            use super::*;

            async fn list_agent(
                State(shared): State<Arc<Shared<$pool>>>,
                Query(query): Query<PageQuery>,
                headers: HeaderMap,
            ) -> HandlerResult<Json<Page<OrderSummary>>> {
                let caller = auth::$name::staff(&shared, &headers).await.map_err(failed)?;
                let limit = query.limit.unwrap_or(PAGE);
                let page = list::$name::staff(&shared.pool, &caller, query.client_id, limit).await;
                page.map(Json).map_err(failed)
            }

            async fn list_client(
                State(shared): State<Arc<Shared<$pool>>>,
                Query(query): Query<PageQuery>,
                headers: HeaderMap,
            ) -> HandlerResult<Json<Page<OrderSummary>>> {
                let caller = auth::$name::member(&shared, &headers).await.map_err(failed)?;
                let page = list::$name::member(&shared.pool, &caller, query.limit.unwrap_or(PAGE)).await;
                page.map(Json).map_err(failed)
            }

            async fn show(
                State(shared): State<Arc<Shared<$pool>>>,
                Path(order): Path<i64>,
                headers: HeaderMap,
            ) -> HandlerResult<Json<Order>> {
                let caller = auth::$name::staff(&shared, &headers).await.map_err(failed)?;
                card::$name::show(&shared.pool, &caller, order)
                    .await
                    .map(Json)
                    .map_err(failed)
            }

            async fn add(
                State(shared): State<Arc<Shared<$pool>>>,
                Path(order): Path<i64>,
                headers: HeaderMap,
                Json(new): Json<NewItem>,
            ) -> HandlerResult<(StatusCode, Json<AddedItem>)> {
                let added = items::$name::add(&shared.pool, &headers, order, new)
                    .await
                    .map_err(failed)?;
                Ok((StatusCode::CREATED, Json(added)))
            }

            async fn pay(
                State(shared): State<Arc<Shared<$pool>>>,
                Path(order): Path<i64>,
                headers: HeaderMap,
                Json(_): Json<serde_json::Value>,
            ) -> HandlerResult<Json<serde_json::Value>> {
                payments::$name::pay(&shared, &headers, order)
                    .await
                    .map(Json)
                    .map_err(failed)
            }

            pub(super) fn router(pool: $pool, key: Hmac<Sha256>) -> Router {
                Router::new()
                    .route("/agent/orders", get(list_agent))
                    .route("/agent/orders/{order}", get(show))
                    .route("/client/orders", get(list_client))
                    .route("/client/orders/{order}/pay", post(pay))
                    .route("/api/ext/drafts/{order}/items", post(add))
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
