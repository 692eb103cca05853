//! Keys as the authorization layer reads and writes them.

use super::end::end_statement;
use chrono::{DateTime, Utc};
use entities::{
    api_key::{Column, Entity},
    json::Json,
};
use platform::{auth::TokenUse, scope::ScopedConnection};
use sea_orm::{
    Condition, DbErr, FromQueryResult, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{api_keys::KeyEnd, id::ApiKeyId};
use std::collections::BTreeSet;

/// Ends a key that arrived over plain HTTP. A wrong secret ends nothing.
pub(crate) async fn end_clear_key(
    rows: &impl ScopedConnection,
    public_id: &str,
    secret_hash: &str,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let end = end_statement(KeyEnd::SentInClear, now)
        .filter(Column::PublicId.eq(public_id))
        .filter(Column::SecretHash.eq(secret_hash));
    rows.update_count(end).await.map(drop)
}

#[derive(FromQueryResult)]
struct OriginsRow {
    origins: Json<Vec<String>>,
}

/// The origins of web pages that keys name.
pub(crate) async fn origins(rows: &impl ScopedConnection, now: DateTime<Utc>) -> Result<BTreeSet<String>, DbErr> {
    let is_valid = Condition::any()
        .add(Column::ExpiresAt.is_null())
        .add(Column::ExpiresAt.gt(now));
    let select = Entity::find()
        .select_only()
        .column(Column::Origins)
        .filter(Expr::col(Column::Origins).ne("[]"))
        .filter(Column::RevokedAt.is_null())
        .filter(is_valid);
    let rows: Vec<OriginsRow> = rows.all_as(select).await?;
    Ok(rows.into_iter().flat_map(|row| row.origins.into_inner()).collect())
}

/// Stores the last use of a key, unless a later one is stored.
pub(crate) async fn record_use(rows: &impl ScopedConnection, id: ApiKeyId, last: &TokenUse) -> Result<(), DbErr> {
    let is_newer = Condition::any()
        .add(Column::LastUsedAt.is_null())
        .add(Column::LastUsedAt.lt(last.at));
    let update = Entity::update_many()
        .col_expr(Column::LastUsedAt, Expr::value(last.at))
        .col_expr(Column::LastIp, Expr::value(last.address.clone()))
        .filter(Column::Id.eq(id))
        .filter(is_newer);
    rows.update_count(update).await.map(drop)
}
