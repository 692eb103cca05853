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
    sea_query::{Expr, ExprTrait, Query, SimpleExpr},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{AgentId, ListEntryId},
    settings::{Entry, EntryChange, SettingsList, limits},
};

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
    /// The field that refers to another entry; reported when the foreign key is violated.
    const REFERENCE_FIELD: &'static str = "id";

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

/// Returns the entries in their order, with or without archived ones.
pub(super) async fn list_entries<L: ListEntity>(
    rows: &impl ScopedConnection,
    archived: bool,
) -> Result<Vec<Entry<L::Values>>, DbErr> {
    let common = L::COMMON;
    let mut select = L::find().order_by_asc(common.position).order_by_asc(common.id);
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
            OperationError::field(L::REFERENCE_FIELD, Rule::NotYours).into()
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
        .counts::<L>(vec![Condition::all()], u64::from(limits::ENTRIES))
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
        .filter(common.id.eq(id));
    if let Some(values) = &change.values {
        for (column, value) in validated_columns::<L>(values)? {
            update = update.col_expr(column, Expr::value(value));
        }
    }
    if let Some(archived) = change.archived {
        update = update.col_expr(common.disabled_at, Expr::value(archived.then_some(now)));
    }
    if let Some(position) = change.position {
        update = update.col_expr(common.position, Expr::value(position));
    }
    if let Some(version) = version {
        update = update.filter(common.version.eq(version));
    }
    if let Some(row) = rows.update(update).await.map_err(map_db_error::<L>)?.pop() {
        return Ok(L::to_entry(row));
    }
    let exists = rows.one(L::find().filter(common.id.eq(id))).await?.is_some();
    Err(if exists {
        OperationError::Stale.into()
    } else {
        OperationError::NotFound.into()
    })
}

async fn remove_entry<L: ListEntity>(rows: &impl ScopedConnection, id: ListEntryId) -> Result<(), SettingsError> {
    let deleted = rows.delete_where(L::delete_many().filter(L::COMMON.id.eq(id))).await;
    match deleted {
        Ok(0) => Err(OperationError::NotFound.into()),
        Ok(_) => Ok(()),
        Err(error) => Err(match error.sql_err() {
            Some(SqlErr::ForeignKeyConstraintViolation(_)) => SettingsError::EntryInUse,
            _ => error.into(),
        }),
    }
}
