//! The characters that an agent may have translated per month.

use chrono::{DateTime, Utc};
use entities::{translation_setting as setting, translation_usage as usage};
use platform::{
    clock,
    scope::{AgentScope, ScopedConnection},
};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use shared_types::month::CalendarMonth;

/// Characters that were translated in a month.
pub(super) async fn used(rows: &impl ScopedConnection, month: CalendarMonth) -> Result<i64, DbErr> {
    let row = rows
        .one(usage::Entity::find().filter(usage::Column::Month.eq(month)))
        .await?;
    Ok(row.map_or(0, |row| row.characters))
}

/// Takes characters from the limit of the month. Returns whether they were left. One conditional statement counts, so that jobs that
/// run at the same time never exceed the limit together.
pub(super) async fn take(scope: &AgentScope, characters: i64, limit: i64, now: DateTime<Utc>) -> Result<bool, DbErr> {
    let month = clock::month(now);
    let row = usage::ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        month: Set(month),
        characters: Set(0),
    };
    let unique = OnConflict::columns([usage::Column::AgentId, usage::Column::Month]);
    scope.insert_if_absent(row, unique).await?;
    let update = usage::Entity::update_many()
        .col_expr(
            usage::Column::Characters,
            Expr::col(usage::Column::Characters).add(characters),
        )
        .filter(usage::Column::Month.eq(month))
        .filter(usage::Column::Characters.lte(limit.saturating_sub(characters)));
    Ok(scope.update_count(update).await? > 0)
}

/// Gives back characters that the provider did not translate. `taken_at` is when they were taken.
pub(super) async fn give_back(scope: &AgentScope, characters: i64, taken_at: DateTime<Utc>) -> Result<(), DbErr> {
    let update = usage::Entity::update_many()
        .col_expr(
            usage::Column::Characters,
            Expr::col(usage::Column::Characters).sub(characters),
        )
        .filter(usage::Column::Month.eq(clock::month(taken_at)))
        .filter(usage::Column::Characters.gte(characters));
    scope.update_count(update).await.map(drop)
}

/// Records that texts stay untranslated this month.
pub(super) async fn mark_exhausted(scope: &AgentScope, now: DateTime<Utc>) -> Result<(), DbErr> {
    let update =
        setting::Entity::update_many().col_expr(setting::Column::ExhaustedMonth, Expr::value(clock::month(now)));
    scope.update_count(update).await.map(drop)
}
