//! Lists of the settings: one set of operations for all of them.

pub mod entities;

mod kinds;
mod routes;

pub(super) use routes::{requisites, serve_all};

use crate::platform::{
    http::Failure,
    scope::{Owned, Rows},
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, Condition, IntoActiveModel, QueryOrder, QuerySelect, SqlErr, Value,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Query, SimpleExpr},
};
use shared_types::{
    fields::{FieldErrors, Rule},
    problem::{Problem, ProblemCode},
    settings::{Entry, EntryChange, SettingsList, limits},
};

/// The columns that every list has.
pub(crate) struct Common<C> {
    pub(crate) id: C,
    pub(crate) agent_id: C,
    pub(crate) position: C,
    pub(crate) disabled_at: C,
    pub(crate) version: C,
    pub(crate) created_at: C,
    pub(crate) updated_at: C,
}

/// A table whose rows are a list of the settings.
pub(crate) trait Listed: Owned + Default {
    /// What an entry says.
    type Values: SettingsList;
    /// The columns that every list has.
    const COMMON: Common<Self::Column>;
    /// The field that names another entry, if there is one.
    const REFERENCE: &'static str = "id";

    /// Checks what came, and says what each column is to hold.
    fn columns(values: &Self::Values, errors: &mut FieldErrors) -> Vec<(Self::Column, Value)>;

    /// A row as the API tells it.
    fn entry(row: Self::Model) -> Entry<Self::Values>;
}

/// The id of a live entry of the agent's, or nothing where there is none: for the column that is to hold it.
pub(crate) fn live<L: Listed>(id: i64, agent_id: i64) -> SimpleExpr {
    let of = L::COMMON;
    let found = Query::select()
        .column((L::default(), of.id))
        .from(L::default())
        .and_where(Expr::col((L::default(), of.id)).eq(id))
        .and_where(Expr::col((L::default(), of.agent_id)).eq(agent_id))
        .and_where(Expr::col((L::default(), of.disabled_at)).is_null())
        .to_owned();
    Expr::from(found)
}

/// The entries in their order, archived ones among them or not.
pub(super) async fn all<L: Listed>(rows: &impl Rows, archived: bool) -> Result<Vec<Entry<L::Values>>, DbErr> {
    let of = L::COMMON;
    let mut select = L::find().order_by_asc(of.position).order_by_asc(of.id);
    if !archived {
        select = select.filter(of.disabled_at.is_null());
    }
    let select = select.limit(u64::from(limits::ENTRIES));
    Ok(rows.all(select).await?.into_iter().map(L::entry).collect())
}

/// What the database refused, in words of the list.
fn refused<L: Listed>(error: DbErr) -> Failure {
    match error.sql_err() {
        Some(SqlErr::ForeignKeyConstraintViolation(_)) => Failure::field(L::REFERENCE, Rule::NotYours),
        Some(SqlErr::UniqueConstraintViolation(_)) => ProblemCode::Conflict.into(),
        _ => error.into(),
    }
}

fn checked<L: Listed>(values: &L::Values) -> Result<Vec<(L::Column, Value)>, FieldErrors> {
    let mut errors = FieldErrors::default();
    let columns = L::columns(values, &mut errors);
    errors.or(columns)
}

/// Adds an entry at the end of its list.
pub(crate) async fn add<L>(
    rows: &impl Rows,
    values: &L::Values,
    now: DateTime<Utc>,
) -> Result<Entry<L::Values>, Failure>
where
    L: Listed,
    L::ActiveModel: Send,
    L::Model: IntoActiveModel<L::ActiveModel>,
{
    let columns = checked::<L>(values)?;
    let held = rows
        .counts::<L>(vec![Condition::all()], u64::from(limits::ENTRIES))
        .await?
        .pop()
        .unwrap_or_default();
    if held >= i64::from(limits::ENTRIES) {
        let full = format!("a list has {} entries at most", limits::ENTRIES);
        return Err(Problem::new(ProblemCode::Conflict).detail(full).into());
    }
    let of = L::COMMON;
    let mut row = <L::ActiveModel as ActiveModelTrait>::default();
    for (column, value) in columns {
        row.set(column, value);
    }
    row.set(of.position, i32::try_from(held).unwrap_or(i32::MAX).into());
    row.set(of.version, 1_i64.into());
    row.set(of.created_at, now.into());
    row.set(of.updated_at, now.into());
    let row = rows.insert(row).await.map_err(refused::<L>)?;
    Ok(L::entry(row))
}

async fn change<L: Listed>(
    rows: &impl Rows,
    id: i64,
    change: &EntryChange<L::Values>,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<Entry<L::Values>, Failure> {
    let of = L::COMMON;
    let mut update = L::update_many()
        .col_expr(of.version, Expr::col(of.version).add(1))
        .col_expr(of.updated_at, Expr::value(now))
        .filter(of.id.eq(id));
    if let Some(values) = &change.values {
        for (column, value) in checked::<L>(values)? {
            update = update.col_expr(column, Expr::value(value));
        }
    }
    if let Some(archived) = change.archived {
        update = update.col_expr(of.disabled_at, Expr::value(archived.then_some(now)));
    }
    if let Some(position) = change.position {
        update = update.col_expr(of.position, Expr::value(position));
    }
    if let Some(version) = version {
        update = update.filter(of.version.eq(version));
    }
    if let Some(row) = rows.update(update).await.map_err(refused::<L>)?.pop() {
        return Ok(L::entry(row));
    }
    let there = rows.one(L::find().filter(of.id.eq(id))).await?.is_some();
    Err(if there {
        ProblemCode::VersionStale.into()
    } else {
        ProblemCode::NotFound.into()
    })
}

async fn remove<L: Listed>(rows: &impl Rows, id: i64) -> Result<(), Failure> {
    let deleted = rows.delete_where(L::delete_many().filter(L::COMMON.id.eq(id))).await;
    match deleted {
        Ok(0) => Err(ProblemCode::NotFound.into()),
        Ok(_) => Ok(()),
        Err(error) => Err(match error.sql_err() {
            Some(SqlErr::ForeignKeyConstraintViolation(_)) => ProblemCode::InUse.into(),
            _ => error.into(),
        }),
    }
}
