//! The end of keys with the membership or the password that they depend on.

use chrono::{DateTime, Utc};
use entities::api_key::{Column, Entity};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, UpdateMany, entity::prelude::*, sea_query::Expr};
use shared_types::{access::Guard, api_keys::KeyEnd, id::UserId};

/// A statement that ends the keys that have not ended.
pub(super) fn end_statement(reason: KeyEnd, now: DateTime<Utc>) -> UpdateMany<Entity> {
    Entity::update_many()
        .col_expr(Column::RevokedAt, Expr::value(now))
        .col_expr(Column::RevokeReason, Expr::value(reason))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::RevokedAt.is_null())
}

/// Ends the keys of a membership, so that they do not become valid again when it is enabled.
pub async fn end_keys_of_membership(
    rows: &impl ScopedConnection,
    guard: Guard,
    membership: i64,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let column = match guard {
        Guard::Agent => Column::StaffId,
        Guard::Client => Column::MemberId,
    };
    let end = end_statement(KeyEnd::MakerLeft, now).filter(column.eq(membership));
    rows.update_count(end).await.map(drop)
}

/// Ends the keys of a person in all cabinets.
pub async fn end_keys_of_user(rows: &impl ScopedConnection, user: UserId, now: DateTime<Utc>) -> Result<(), DbErr> {
    let end = end_statement(KeyEnd::AccessEnded, now).filter(Column::UserId.eq(user));
    rows.update_count(end).await.map(drop)
}
