//! Lists of the settings, with one generic set of operations for all of them.

mod entry_types;
mod routes;

pub(super) use routes::{list_requisites, serve_all};

use crate::settings::SettingsError;
use chrono::{DateTime, Utc};
use platform::error::OperationError;
use platform::scope::{Owned, ScopedConnection};
use sea_orm::{
    ActiveModelTrait, Condition, IntoActiveModel, QueryOrder, QuerySelect, SqlErr, Value,
    entity::prelude::*,
    sea_query::{CaseStatement as Case, Expr, ExprTrait, Query, SimpleExpr},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{AgentId, ListEntryId},
    settings::{Entry, EntryChange, SettingsList, limits},
};

use std::collections::BTreeMap;

/// The columns that all list tables have in common.
pub struct CommonColumns<C> {
    pub id: C,
    pub agent_id: C,
    pub position: C,
    pub disabled_at: C,
    pub version: C,
    pub created_at: C,
    pub updated_at: C,
}

/// A table that holds a list of the settings.
pub trait ListEntity: Owned + Default {
    /// The values of an entry.
    type Values: SettingsList;
    /// The common columns of this table.
    const COMMON: CommonColumns<Self::Column>;
    /// The fields that refer to other entries; reported when a foreign key is violated.
    const REFERENCE_FIELDS: &'static [&'static str] = &["id"];
    /// The time at which an entry was deleted, if entries of this list are kept and can be restored.
    const REMOVED_AT: Option<Self::Column> = None;

    /// A further condition for the entries of the list.
    fn listed() -> Condition {
        Condition::all()
    }

    /// Validates the values and returns the value of each column.
    fn to_columns(values: &Self::Values, errors: &mut FieldErrors) -> Vec<(Self::Column, Value)>;

    /// Converts a row to its API representation.
    fn to_entry(row: Self::Model) -> Entry<Self::Values>;
}

/// An SQL expression for the column that refers to an entry: the id if the agent has such an active entry, otherwise `NULL`.
pub fn active_entry_id<L: ListEntity>(id: ListEntryId, agent_id: AgentId) -> SimpleExpr {
    let common = L::COMMON;
    let query = Query::select()
        .column((L::default(), common.id))
        .from(L::default())
        .and_where(Expr::col((L::default(), common.id)).eq(id))
        .and_where(Expr::col((L::default(), common.agent_id)).eq(agent_id))
        .and_where(Expr::col((L::default(), common.disabled_at)).is_null())
        .to_owned();
    Expr::from(query)
}

/// The entries that are not deleted.
fn present<L: ListEntity>() -> Condition {
    let listed = L::listed();
    match L::REMOVED_AT {
        Some(removed) => listed.add(removed.is_null()),
        None => listed,
    }
}

/// Returns the entries in their order, with or without archived ones.
pub(super) async fn list_entries<L: ListEntity>(
    rows: &impl ScopedConnection,
    archived: bool,
) -> Result<Vec<Entry<L::Values>>, DbErr> {
    let common = L::COMMON;
    let mut select = L::find()
        .filter(present::<L>())
        .order_by_asc(common.position)
        .order_by_asc(common.id);
    if !archived {
        select = select.filter(common.disabled_at.is_null());
    }
    let select = select.limit(u64::from(limits::ENTRIES));
    Ok(rows.all(select).await?.into_iter().map(L::to_entry).collect())
}

/// Maps constraint violations to errors of the API.
fn map_db_error<L: ListEntity>(error: DbErr) -> SettingsError {
    match error.sql_err() {
        Some(SqlErr::ForeignKeyConstraintViolation(_)) => {
            let mut errors = FieldErrors::default();
            for field in L::REFERENCE_FIELDS {
                errors.add(field, Rule::NotYours);
            }
            OperationError::from(errors).into()
        }
        Some(SqlErr::UniqueConstraintViolation(_)) => SettingsError::EntryExists,
        _ => error.into(),
    }
}

fn validated_columns<L: ListEntity>(values: &L::Values) -> Result<Vec<(L::Column, Value)>, FieldErrors> {
    let mut errors = FieldErrors::default();
    let columns = L::to_columns(values, &mut errors);
    errors.into_result(columns)
}

/// Adds an entry at the end of the list.
pub async fn add_entry<L>(
    rows: &impl ScopedConnection,
    values: &L::Values,
    now: DateTime<Utc>,
) -> Result<Entry<L::Values>, SettingsError>
where
    L: ListEntity,
    L::ActiveModel: Send,
    L::Model: IntoActiveModel<L::ActiveModel>,
{
    let columns = validated_columns::<L>(values)?;
    let count = rows
        .counts::<L>(vec![present::<L>()], u64::from(limits::ENTRIES))
        .await?
        .pop()
        .unwrap_or_default();
    if count >= i64::from(limits::ENTRIES) {
        return Err(OperationError::LimitReached(limits::ENTRIES.into()).into());
    }
    let common = L::COMMON;
    let mut row = <L::ActiveModel as ActiveModelTrait>::default();
    for (column, value) in columns {
        row.set(column, value);
    }
    row.set(common.position, i32::try_from(count).unwrap_or(i32::MAX).into());
    row.set(common.version, 1_i64.into());
    row.set(common.created_at, now.into());
    row.set(common.updated_at, now.into());
    let row = rows.insert(row).await.map_err(map_db_error::<L>)?;
    Ok(L::to_entry(row))
}

async fn update_entry<L: ListEntity>(
    rows: &impl ScopedConnection,
    id: ListEntryId,
    change: &EntryChange<L::Values>,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Entry<L::Values>, SettingsError> {
    let common = L::COMMON;
    let mut update = L::update_many()
        .col_expr(common.version, Expr::col(common.version).add(1))
        .col_expr(common.updated_at, Expr::value(now))
        .filter(common.id.eq(id))
        .filter(present::<L>());
    if let Some(values) = &change.values {
        for (column, value) in validated_columns::<L>(values)? {
            update = update.col_expr(column, Expr::value(value));
        }
    }
    if let Some(archived) = change.archived {
        update = update.col_expr(common.disabled_at, Expr::value(archived.then_some(now)));
    }
    if let Some(version) = version {
        update = update.filter(common.version.eq(version));
    }
    if let Some(row) = rows.update(update).await.map_err(map_db_error::<L>)?.pop() {
        return Ok(L::to_entry(row));
    }
    let select = L::find().filter(common.id.eq(id)).filter(present::<L>());
    let exists = rows.one(select).await?.is_some();
    Err(if exists {
        OperationError::Stale.into()
    } else {
        OperationError::NotFound.into()
    })
}

/// Puts the entries into the given order. Fails with [`OperationError::Stale`] if the list has others.
async fn sort_entries<L: ListEntity>(
    rows: &impl ScopedConnection,
    ids: &[ListEntryId],
) -> Result<Vec<Entry<L::Values>>, SettingsError> {
    let common = L::COMMON;
    if ids.is_empty() {
        return Err(OperationError::field("ids", Rule::Required).into());
    }
    let mut entries = list_entries::<L>(rows, true).await?;
    let mut positions = BTreeMap::new();
    for (position, id) in (0_i32..).zip(ids) {
        if positions.insert(*id, position).is_some() {
            return Err(OperationError::field("ids", Rule::Taken).into());
        }
        if !entries.iter().any(|entry| entry.id == *id) {
            return Err(OperationError::field("ids", Rule::NotYours).into());
        }
    }
    if positions.len() != entries.len() {
        return Err(OperationError::Stale.into());
    }
    let position = |entry: &Entry<L::Values>| positions.get(&entry.id).copied().unwrap_or(entry.position);
    for entry in &mut entries {
        entry.position = position(entry);
    }
    entries.sort_by_key(|entry| entry.position);
    let cases = entries
        .iter()
        .map(|entry| (common.id.eq(entry.id), Expr::value(entry.position)));
    let case = cases.fold(Case::new(), |case, (id, position)| case.case(id, position));
    let update = L::update_many()
        .col_expr(common.position, case.finally(Expr::col(common.position)).into())
        .filter(present::<L>());
    let _ = rows.update_count(update).await?;
    Ok(entries)
}

async fn remove_entry<L: ListEntity>(
    rows: &impl ScopedConnection,
    id: ListEntryId,
    now: DateTime<Utc>,
) -> Result<(), SettingsError> {
    let common = L::COMMON;
    let removed = match L::REMOVED_AT {
        Some(removed) => {
            let archived = Expr::col(common.disabled_at).if_null(Expr::value(now));
            let update = L::update_many()
                .col_expr(removed, Expr::value(now))
                .col_expr(common.disabled_at, archived)
                .col_expr(common.version, Expr::col(common.version).add(1))
                .col_expr(common.updated_at, Expr::value(now))
                .filter(common.id.eq(id))
                .filter(present::<L>());
            rows.update_count(update).await
        }
        None => rows.delete_where(L::delete_many().filter(common.id.eq(id))).await,
    };
    match removed {
        Ok(0) => Err(OperationError::NotFound.into()),
        Ok(_) => Ok(()),
        Err(error) => Err(match error.sql_err() {
            Some(SqlErr::ForeignKeyConstraintViolation(_)) => SettingsError::EntryInUse,
            _ => error.into(),
        }),
    }
}

/// Restores a deleted entry. It is archived again if it was archived before.
async fn restore_entry<L: ListEntity>(
    rows: &impl ScopedConnection,
    id: ListEntryId,
    now: DateTime<Utc>,
) -> Result<Entry<L::Values>, SettingsError> {
    let common = L::COMMON;
    let Some(removed) = L::REMOVED_AT else {
        return Err(OperationError::NotFound.into());
    };
    // An entry that was not archived was archived at the moment of its deletion.
    let was_archived = Expr::col(common.disabled_at).ne(Expr::col(removed));
    let archived = Expr::case(was_archived, Expr::col(common.disabled_at)).finally(Expr::value(None::<DateTime<Utc>>));
    let update = L::update_many()
        .col_expr(common.disabled_at, archived.into())
        .col_expr(removed, Expr::value(None::<DateTime<Utc>>))
        .col_expr(common.version, Expr::col(common.version).add(1))
        .col_expr(common.updated_at, Expr::value(now))
        .filter(common.id.eq(id))
        .filter(removed.is_not_null());
    let row = rows.update(update).await?.pop();
    row.map(L::to_entry).ok_or(OperationError::NotFound.into())
}
