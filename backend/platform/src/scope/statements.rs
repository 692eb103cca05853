//! The statements that run through a scope.

use super::{JoinedRow, Owned};
use crate::{db::DatabaseKind, jobs::NewJob, realtime::Change};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, ColumnTrait, Condition, DbErr, DeleteMany, EntityTrait, FromQueryResult,
    IntoActiveModel, Select, SelectTwo, UpdateMany,
    sea_query::{OnConflict, SelectStatement, SimpleExpr},
};
use shared_types::{id::AgentId, page::CappedCount};
use std::future::Future;

/// The count of some rows of a table, with the condition of the scope that made it.
#[derive(Clone, Debug)]
pub struct ScopedCount(pub(super) SelectStatement);

/// Statements that run through a scope.
pub trait ScopedConnection: Send + Sync {
    fn database_kind(&self) -> DatabaseKind;

    /// The condition that a column is one of the ids. The ids are one parameter, so that the statement is the same for any
    /// number of them.
    fn id_in(&self, column: impl ColumnTrait, ids: impl IntoIterator<Item = impl Into<i64>>) -> SimpleExpr {
        self.database_kind().column_in(column, ids)
    }

    /// The first row.
    fn one<E: Owned>(&self, select: Select<E>) -> impl Future<Output = Result<Option<E::Model>, DbErr>> + Send;

    /// All rows.
    fn all<E: Owned>(&self, select: Select<E>) -> impl Future<Output = Result<Vec<E::Model>, DbErr>> + Send;

    /// The first row, as a read model.
    fn one_as<E: Owned, M: FromQueryResult + Send + Sync>(
        &self,
        select: Select<E>,
    ) -> impl Future<Output = Result<Option<M>, DbErr>> + Send;

    /// All rows, as read models.
    fn all_as<E: Owned, M: FromQueryResult + Send + Sync>(
        &self,
        select: Select<E>,
    ) -> impl Future<Output = Result<Vec<M>, DbErr>> + Send;

    /// All rows, each with a joined row of another table. The policy applies to the first table, whose foreign key references the
    /// second.
    fn all_with<E: Owned, F: Owned>(
        &self,
        select: SelectTwo<E, F>,
    ) -> impl Future<Output = Result<Vec<JoinedRow<E, F>>, DbErr>> + Send;

    /// Counts the rows that meet each condition, up to `cap` each, in one statement.
    fn counts<E: Owned + Default>(
        &self,
        conditions: Vec<Condition>,
        cap: u64,
    ) -> impl Future<Output = Result<Vec<i64>, DbErr>> + Send;

    /// Counts the rows that meet each condition, as lists show it, in one statement.
    fn capped_counts<E: Owned + Default>(
        &self,
        conditions: Vec<Condition>,
    ) -> impl Future<Output = Result<Vec<CappedCount>, DbErr>> + Send {
        async move {
            let counts = self.counts::<E>(conditions, u64::from(CappedCount::CAP) + 1).await?;
            let capped = |count| CappedCount::from_count(u32::try_from(count).unwrap_or(u32::MAX));
            Ok(counts.into_iter().map(capped).collect())
        }
    }

    /// A count for [`Self::read_counts`]: the rows that meet the condition, up to `cap`.
    fn count_of<E: Owned + Default>(&self, condition: Condition, cap: u64) -> ScopedCount;

    /// Reads counts of any tables in one statement. The counts may come from scopes with other policies of the same caller.
    fn read_counts(&self, counts: Vec<ScopedCount>) -> impl Future<Output = Result<Vec<i64>, DbErr>> + Send;

    /// Inserts a row and sets its owner.
    fn insert<A>(&self, row: A) -> impl Future<Output = Result<<A::Entity as EntityTrait>::Model, DbErr>> + Send
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send,
        A::Entity: Owned,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>;

    /// Inserts rows in one statement.
    fn insert_many<A>(
        &self,
        rows: impl IntoIterator<Item = A, IntoIter: Send> + Send,
        conflict: Option<OnConflict>,
    ) -> impl Future<Output = Result<(), DbErr>> + Send
    where
        A: ActiveModelTrait + Send,
        A::Entity: Owned;

    /// Inserts a row unless it violates the unique constraint. Returns whether it was inserted.
    fn insert_if_absent<A>(&self, row: A, unique: OnConflict) -> impl Future<Output = Result<bool, DbErr>> + Send
    where
        A: ActiveModelTrait + Send,
        A::Entity: Owned;

    /// Inserts a row, or updates the existing one, and returns it.
    fn upsert<A>(
        &self,
        row: A,
        conflict: OnConflict,
    ) -> impl Future<Output = Result<<A::Entity as EntityTrait>::Model, DbErr>> + Send
    where
        A: ActiveModelTrait + Send,
        A::Entity: Owned,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>;

    /// Updates rows and returns them.
    fn update<E: Owned>(&self, update: UpdateMany<E>) -> impl Future<Output = Result<Vec<E::Model>, DbErr>> + Send;

    /// Updates rows and returns how many.
    fn update_count<E: Owned>(&self, update: UpdateMany<E>) -> impl Future<Output = Result<u64, DbErr>> + Send;

    /// Deletes rows and returns how many.
    fn delete_where<E: Owned>(&self, delete: DeleteMany<E>) -> impl Future<Output = Result<u64, DbErr>> + Send;

    /// Publishes a change to open pages after the commit, for rows whose table is not published as a whole.
    fn record_change(&self, agent: AgentId, change: Change);

    /// Enqueues a job. In a transaction it exists exactly when the other changes do. Returns whether it is new.
    fn enqueue(&self, job: NewJob<'_>, now: DateTime<Utc>) -> impl Future<Output = Result<bool, DbErr>> + Send;
}
