//! Running statements through a scope, inside and outside of transactions.

use super::{
    JoinedRow, Owned, RowPolicy, ScopedConnection, ScopedCount, SystemPolicy, UserPolicy,
    joined_rows::{joined, without_first_prefix},
    row_changes::{change_of_model, change_of_values},
};
use crate::{
    db::{DatabaseKind, Pool, Transaction},
    jobs::{MAX_ATTEMPTS, NewJob, job, new_row},
    realtime::{Change, ChangeLog, ChangePublisher, ChangeSet},
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelBehavior, ActiveModelTrait, Condition, ConnectionTrait, DbErr, DeleteMany, EntityTrait, FromQueryResult,
    Insert, IntoActiveModel, QueryFilter, QuerySelect, QueryTrait, Select, SelectTwo, UpdateMany,
    sea_query::{Asterisk, Expr, Func, OnConflict, Query},
};

mod sealed {
    use crate::realtime::Change;
    use sea_orm::ConnectionTrait;
    use shared_types::id::AgentId;

    /// A connection that only `platform` can name.
    pub trait Conn: Send + Sync {
        type C: ConnectionTrait + Send + Sync;
        fn get(&self) -> &Self::C;

        /// Publishes a change of the last statement once it is committed.
        fn record(&self, agent: AgentId, change: Change);
    }
}
use sealed::Conn;
use shared_types::id::{AgentId, UserId};

/// The connection of a scope outside of a transaction.
#[derive(Clone)]
pub struct Pooled {
    pool: Pool,
    publisher: ChangePublisher,
}

/// The connection of a [`Tx`].
pub struct OpenTx {
    tx: Transaction,
    publisher: ChangePublisher,
    changes: ChangeLog,
}

impl Conn for Pooled {
    type C = Pool;
    fn get(&self) -> &Pool {
        &self.pool
    }

    fn record(&self, agent: AgentId, change: Change) {
        self.publisher.publish(ChangeSet::from([(agent, [change].into())]));
    }
}

impl<T: Conn> Conn for &T {
    type C = T::C;
    fn get(&self) -> &T::C {
        (*self).get()
    }

    fn record(&self, agent: AgentId, change: Change) {
        (*self).record(agent, change);
    }
}

impl Conn for OpenTx {
    type C = Transaction;
    fn get(&self) -> &Transaction {
        &self.tx
    }

    fn record(&self, agent: AgentId, change: Change) {
        self.changes.add(agent, change);
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
    /// A scope of the whole pool.
    pub(crate) fn new(pool: Pool, publisher: ChangePublisher, policy: W) -> Self {
        Self {
            conn: Pooled { pool, publisher },
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
        Ok(self.with_transaction(self.conn.pool.begin().await?))
    }

    /// Begins a transaction that reads one state of the database.
    pub(super) async fn begin_snapshot(&self) -> Result<Tx<W>, DbErr> {
        Ok(self.with_transaction(self.conn.pool.begin_snapshot().await?))
    }

    fn with_transaction(&self, tx: Transaction) -> Tx<W> {
        Scope {
            conn: OpenTx {
                tx,
                publisher: self.conn.publisher.clone(),
                changes: ChangeLog::default(),
            },
            policy: self.policy.clone(),
        }
    }
}

impl<W: RowPolicy> Tx<W> {
    /// Commits the transaction, and publishes the changes that open pages follow.
    pub async fn commit(self) -> Result<(), DbErr> {
        let OpenTx { tx, publisher, changes } = self.conn;
        tx.commit().await?;
        publisher.publish(changes.into_changes());
        Ok(())
    }

    /// Discards the changes.
    pub async fn rollback(self) -> Result<(), DbErr> {
        self.conn.tx.rollback().await;
        Ok(())
    }

    /// The same transaction, for the rows that the acting person owns.
    pub(crate) fn as_user(&self, user_id: UserId) -> Scope<UserPolicy, &OpenTx> {
        Scope {
            conn: &self.conn,
            policy: UserPolicy { user_id },
        }
    }
}

impl<W: RowPolicy, C: Conn> Scope<W, C> {
    /// The row policy.
    pub fn policy(&self) -> &W {
        &self.policy
    }

    /// The connection without the row policy; private to `platform`.
    pub(crate) fn connection(&self) -> &C::C {
        self.conn.get()
    }

    fn record_all(&self, changes: impl IntoIterator<Item = (AgentId, Change)>) {
        for (agent, change) in changes {
            self.conn.record(agent, change);
        }
    }
}

impl<W: RowPolicy, C: Conn> ScopedConnection for Scope<W, C> {
    fn database_kind(&self) -> DatabaseKind {
        self.conn.get().get_database_backend().into()
    }

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
        let select = without_first_prefix(select.filter(self.policy.condition::<E>()).into_query());
        let rows = self.connection().query_all(&select).await?;
        let rows = rows.iter();
        rows.map(|row| Ok((E::Model::from_query_result(row, "")?, joined(row)?)))
            .collect()
    }

    async fn counts<E: Owned + Default>(&self, conditions: Vec<Condition>, cap: u64) -> Result<Vec<i64>, DbErr> {
        let counts = conditions
            .into_iter()
            .map(|condition| self.count_of::<E>(condition, cap));
        self.read_counts(counts.collect()).await
    }

    fn count_of<E: Owned + Default>(&self, condition: Condition, cap: u64) -> ScopedCount {
        let rows = Query::select()
            .expr(Expr::val(1))
            .from(E::default().table_ref())
            .cond_where(self.policy.condition::<E>())
            .cond_where(condition)
            .limit(cap)
            .to_owned();
        let count = Query::select()
            .expr(Func::count(Expr::col(Asterisk)))
            .from_subquery(rows, "counted")
            .to_owned();
        ScopedCount(count)
    }

    async fn read_counts(&self, counts: Vec<ScopedCount>) -> Result<Vec<i64>, DbErr> {
        if counts.is_empty() {
            return Ok(Vec::new());
        }
        let number = counts.len();
        let mut select = Query::select();
        for (index, ScopedCount(count)) in counts.into_iter().enumerate() {
            select.expr_as(Expr::from(count), format!("c{index}"));
        }
        let row = self
            .connection()
            .query_one(&select)
            .await?
            .ok_or_else(|| DbErr::RecordNotFound("counts".to_owned()))?;
        (0..number).map(|index| row.try_get("", &format!("c{index}"))).collect()
    }

    async fn insert<A>(&self, mut row: A) -> Result<<A::Entity as EntityTrait>::Model, DbErr>
    where
        A: ActiveModelTrait + ActiveModelBehavior + Send,
        A::Entity: Owned,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        self.policy.set_owner::<A::Entity, A>(&mut row)?;
        let row = row.insert(self.connection()).await?;
        self.record_all(change_of_model::<A::Entity>(&row));
        Ok(row)
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
        let changes: Vec<_> = stamped.iter().filter_map(change_of_values).collect();
        let insert = Insert::many(stamped);
        let insert = match conflict {
            Some(conflict) => insert.on_conflict(conflict),
            None => insert,
        };
        insert.exec_without_returning(self.connection()).await?;
        self.record_all(changes);
        Ok(())
    }

    async fn insert_if_absent<A>(&self, mut row: A, mut unique: OnConflict) -> Result<bool, DbErr>
    where
        A: ActiveModelTrait + Send,
        A::Entity: Owned,
    {
        self.policy.set_owner::<A::Entity, A>(&mut row)?;
        let change = change_of_values(&row);
        let insert = Insert::one(row).on_conflict(unique.do_nothing().to_owned());
        let is_new = insert.exec_without_returning(self.connection()).await? > 0;
        if is_new {
            self.record_all(change);
        }
        Ok(is_new)
    }

    async fn upsert<A>(&self, mut row: A, conflict: OnConflict) -> Result<<A::Entity as EntityTrait>::Model, DbErr>
    where
        A: ActiveModelTrait + Send,
        A::Entity: Owned,
        <A::Entity as EntityTrait>::Model: IntoActiveModel<A>,
    {
        self.policy.set_owner::<A::Entity, A>(&mut row)?;
        let row = Insert::one(row)
            .on_conflict(conflict)
            .exec_with_returning(self.connection())
            .await?;
        self.record_all(change_of_model::<A::Entity>(&row));
        Ok(row)
    }

    async fn update<E: Owned>(&self, update: UpdateMany<E>) -> Result<Vec<E::Model>, DbErr> {
        let rows = update
            .filter(self.policy.write_condition::<E>())
            .exec_with_returning(self.connection())
            .await?;
        self.record_all(rows.iter().filter_map(change_of_model::<E>));
        Ok(rows)
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

    fn record_change(&self, agent: AgentId, change: Change) {
        self.conn.record(agent, change);
    }

    async fn enqueue(&self, new: NewJob<'_>, now: DateTime<Utc>) -> Result<bool, DbErr> {
        // Jobs have no owner. Their payload names the tenant they work for.
        let outbox = Scope {
            conn: &self.conn,
            policy: SystemPolicy(()),
        };
        let unique = OnConflict::column(job::Column::DedupeKey);
        outbox.insert_if_absent(new_row(new, MAX_ATTEMPTS, now), unique).await
    }
}
