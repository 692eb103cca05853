//! Running statements through a scope, inside and outside of transactions.

use super::{Owned, RowPolicy, SystemPolicy, UserPolicy};
use crate::{
    db::{DatabaseKind, Db, Pool, Transaction},
    jobs::{self, NewJob},
    state::AppState,
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, Condition, ConnectionTrait, DbErr, DeleteMany, EntityTrait, FromQueryResult,
    Insert, IntoActiveModel, QueryFilter, QueryResult, QuerySelect, Select, SelectTwo, TryGetError, UpdateMany,
    sea_query::{Asterisk, Expr, Func, OnConflict, Query},
};
use std::future::Future;

/// A row with the joined row of another table.
pub type JoinedRow<E, F> = (<E as EntityTrait>::Model, Option<<F as EntityTrait>::Model>);

/// A joined row. SeaORM takes a joined row that it can't read for a missing one; here it is an error.
struct Joined<M>(M);

impl<M: FromQueryResult> FromQueryResult for Joined<M> {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        M::from_query_result(row, prefix).map(Self)
    }

    fn from_query_result_optional(row: &QueryResult, prefix: &str) -> Result<Option<Self>, DbErr> {
        match M::from_query_result_nullable(row, prefix) {
            Ok(joined) => Ok(Some(Self(joined))),
            Err(TryGetError::Null(_)) => Ok(None),
            Err(TryGetError::DbErr(error)) => Err(error),
        }
    }
}

mod sealed {
    use sea_orm::ConnectionTrait;

    /// A connection that only `platform` can name.
    pub trait Conn: Send + Sync {
        type C: ConnectionTrait + Send + Sync;
        fn get(&self) -> &Self::C;
    }
}
use sealed::Conn;
use shared_types::id::UserId;

/// The connection of a scope outside of a transaction.
#[derive(Clone)]
pub struct Pooled(Pool);

/// The connection of a [`Tx`].
pub struct OpenTx(Transaction);

impl Conn for Pooled {
    type C = Pool;
    fn get(&self) -> &Pool {
        &self.0
    }
}

impl<T: Conn> Conn for &T {
    type C = T::C;
    fn get(&self) -> &T::C {
        (*self).get()
    }
}

impl Conn for OpenTx {
    type C = Transaction;
    fn get(&self) -> &Transaction {
        &self.0
    }
}

/// A connection with a row policy.
#[derive(Clone)]
pub struct Scope<W, C = Pooled> {
    pub(super) conn: C,
    pub(super) policy: W,
}

/// A transaction of a wider scope, with a row policy of its own.
pub type ScopedTx<'a, W> = Scope<W, &'a OpenTx>;

/// A transaction with a row policy. It rolls back when it is dropped without [`Tx::commit`].
pub type Tx<W> = Scope<W, OpenTx>;

impl<W: RowPolicy> Scope<W> {
    pub(crate) fn new(db: &Db, policy: W) -> Self {
        Self {
            conn: Pooled(db.pool.clone()),
            policy,
        }
    }

    /// The same pool with a narrower row policy.
    pub(super) fn with_policy<V: RowPolicy>(&self, policy: V) -> Scope<V> {
        Scope {
            conn: self.conn.clone(),
            policy,
        }
    }

    /// Begins a write transaction. On SQLite it takes the write lock at once, so that no later statement fails to get it.
    pub async fn begin(&self) -> Result<Tx<W>, DbErr> {
        Ok(Scope {
            conn: OpenTx(self.conn.0.begin().await?),
            policy: self.policy.clone(),
        })
    }
}

impl<W: RowPolicy> Tx<W> {
    /// Commits the changes.
    pub async fn commit(self) -> Result<(), DbErr> {
        self.conn.0.commit().await
    }

    /// Discards the changes.
    pub async fn rollback(self) -> Result<(), DbErr> {
        self.conn.0.rollback().await;
        Ok(())
    }
}

impl<W: RowPolicy> Tx<W> {
    /// The same transaction, for the rows that the acting person owns.
    pub(crate) fn as_user(&self, user_id: UserId) -> Scope<UserPolicy, &OpenTx> {
        Scope {
            conn: &self.conn,
            policy: UserPolicy { user_id },
        }
    }
}

impl Scope<UserPolicy> {
    pub(crate) fn for_user(state: &AppState, user_id: UserId) -> Self {
        Self::new(&state.db, UserPolicy { user_id })
    }
}

impl<W: RowPolicy, C: Conn> Scope<W, C> {
    /// The row policy.
    pub fn policy(&self) -> &W {
        &self.policy
    }

    /// The kind of the database.
    pub fn database_kind(&self) -> DatabaseKind {
        self.conn.get().get_database_backend().into()
    }

    /// The connection without the row policy; private to `platform`.
    pub(crate) fn connection(&self) -> &C::C {
        self.conn.get()
    }
}

/// Statements that run through a scope.
pub trait ScopedConnection: Send + Sync {
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

    /// Enqueues a job. In a transaction it exists exactly when the other changes do. Returns whether it is new.
    fn enqueue(&self, job: NewJob<'_>, now: DateTime<Utc>) -> impl Future<Output = Result<bool, DbErr>> + Send;
}

impl<W: RowPolicy, C: Conn> ScopedConnection for Scope<W, C> {
    async fn one<E: Owned>(&self, select: Select<E>) -> Result<Option<E::Model>, DbErr> {
        select
            .filter(self.policy.condition::<E>())
            .limit(1)
            .one(self.connection())
            .await
    }

    async fn all<E: Owned>(&self, select: Select<E>) -> Result<Vec<E::Model>, DbErr> {
        select.filter(self.policy.condition::<E>()).all(self.connection()).await
    }

    async fn one_as<E: Owned, M: FromQueryResult + Send + Sync>(&self, select: Select<E>) -> Result<Option<M>, DbErr> {
        select
            .filter(self.policy.condition::<E>())
            .limit(1)
            .into_model::<M>()
            .one(self.connection())
            .await
    }

    async fn all_as<E: Owned, M: FromQueryResult + Send + Sync>(&self, select: Select<E>) -> Result<Vec<M>, DbErr> {
        select
            .filter(self.policy.condition::<E>())
            .into_model::<M>()
            .all(self.connection())
            .await
    }

    async fn all_with<E: Owned, F: Owned>(&self, select: SelectTwo<E, F>) -> Result<Vec<JoinedRow<E, F>>, DbErr> {
        let rows = select
            .filter(self.policy.condition::<E>())
            .into_model::<E::Model, Joined<F::Model>>()
            .all(self.connection())
            .await?;
        Ok(rows
            .into_iter()
            .map(|(row, joined)| (row, joined.map(|joined| joined.0)))
            .collect())
    }

    async fn counts<E: Owned + Default>(&self, conditions: Vec<Condition>, cap: u64) -> Result<Vec<i64>, DbErr> {
        let mut select = Query::select();
        for (index, condition) in conditions.iter().enumerate() {
            let rows = Query::select()
                .expr(Expr::val(1))
                .from(E::default().table_ref())
                .cond_where(self.policy.condition::<E>())
                .cond_where(condition.clone())
                .limit(cap)
                .to_owned();
            let count = Query::select()
                .expr(Func::count(Expr::col(Asterisk)))
                .from_subquery(rows, "counted")
                .to_owned();
            select.expr_as(Expr::from(count), format!("c{index}"));
        }
        let row = self
            .connection()
            .query_one(&select)
            .await?
            .ok_or_else(|| DbErr::RecordNotFound("counts".to_owned()))?;
        (0..conditions.len())
            .map(|index| row.try_get("", &format!("c{index}")))
            .collect()
    }

    async fn insert<A>(&self, mut row: A) -> Result<<A::Entity as EntityTrait>::Model, DbErr>
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send,
        A::Entity: Owned,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        self.policy.set_owner::<A::Entity, A>(&mut row)?;
        row.insert(self.connection()).await
    }

    async fn insert_many<A>(
        &self,
        rows: impl IntoIterator<Item = A, IntoIter: Send> + Send,
        conflict: Option<OnConflict>,
    ) -> Result<(), DbErr>
    where
        A: ActiveModelTrait + Send,
        A::Entity: Owned,
    {
        let mut stamped = Vec::new();
        for mut row in rows {
            self.policy.set_owner::<A::Entity, A>(&mut row)?;
            stamped.push(row);
        }
        if stamped.is_empty() {
            return Ok(());
        }
        let insert = Insert::many(stamped);
        let insert = match conflict {
            Some(conflict) => insert.on_conflict(conflict),
            None => insert,
        };
        insert.exec_without_returning(self.connection()).await.map(drop)
    }

    async fn insert_if_absent<A>(&self, mut row: A, mut unique: OnConflict) -> Result<bool, DbErr>
    where
        A: ActiveModelTrait + Send,
        A::Entity: Owned,
    {
        self.policy.set_owner::<A::Entity, A>(&mut row)?;
        let insert = Insert::one(row).on_conflict(unique.do_nothing().to_owned());
        Ok(insert.exec_without_returning(self.connection()).await? > 0)
    }

    async fn upsert<A>(&self, mut row: A, conflict: OnConflict) -> Result<<A::Entity as EntityTrait>::Model, DbErr>
    where
        A: ActiveModelTrait + Send,
        A::Entity: Owned,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        self.policy.set_owner::<A::Entity, A>(&mut row)?;
        Insert::one(row)
            .on_conflict(conflict)
            .exec_with_returning(self.connection())
            .await
    }

    async fn update<E: Owned>(&self, update: UpdateMany<E>) -> Result<Vec<E::Model>, DbErr> {
        update
            .filter(self.policy.write_condition::<E>())
            .exec_with_returning(self.connection())
            .await
    }

    async fn update_count<E: Owned>(&self, update: UpdateMany<E>) -> Result<u64, DbErr> {
        Ok(update
            .filter(self.policy.write_condition::<E>())
            .exec(self.connection())
            .await?
            .rows_affected)
    }

    async fn delete_where<E: Owned>(&self, delete: DeleteMany<E>) -> Result<u64, DbErr> {
        Ok(delete
            .filter(self.policy.write_condition::<E>())
            .exec(self.connection())
            .await?
            .rows_affected)
    }

    async fn enqueue(&self, job: NewJob<'_>, now: DateTime<Utc>) -> Result<bool, DbErr> {
        // Jobs have no owner. Their payload names the tenant they work for.
        let outbox = Scope {
            conn: &self.conn,
            policy: SystemPolicy(()),
        };
        jobs::insert(&outbox, job, now).await
    }
}
