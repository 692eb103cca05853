//! What the database refused, in terms that both databases share.

use sea_orm::{
    DbErr, RuntimeErr, SqlErr,
    sqlx::{self, error::DatabaseError, postgres::PgDatabaseError, sqlite::SqliteError},
};

/// A unique constraint: PostgreSQL names the constraint, SQLite its columns.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    /// The constraint's name.
    pub name: &'static str,
    /// Its columns, as SQLite lists them: `table.column, table.column`.
    pub columns: &'static str,
}

/// Whether the error says that this unique constraint was broken.
pub fn broken_unique(error: &DbErr, constraint: Constraint) -> bool {
    match error.sql_err() {
        Some(SqlErr::UniqueConstraintViolation(text)) => {
            text.contains(constraint.name) || text.contains(constraint.columns)
        }
        _ => false,
    }
}

/// Whether the database can't serve for the moment: out of reach, locked for too long, or without room on its disk.
///
/// Nothing was committed, or nobody knows whether it was; the same request may succeed later.
pub(in crate::platform) fn is_unavailable(error: &DbErr) -> bool {
    let (DbErr::Conn(cause) | DbErr::Exec(cause) | DbErr::Query(cause)) = error else {
        return matches!(error, DbErr::ConnectionAcquire(_));
    };
    let RuntimeErr::SqlxError(cause) = cause else {
        return matches!(error, DbErr::Conn(_));
    };
    match &**cause {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(refusal) => is_passing(refusal.as_ref()),
        _ => matches!(error, DbErr::Conn(_)),
    }
}

/// Whether the database's own refusal is about its state, not about the statement.
fn is_passing(refusal: &(dyn DatabaseError + 'static)) -> bool {
    /// `SQLITE_BUSY`, `_LOCKED`, `_IOERR`, `_FULL`, `_CANTOPEN`.
    const SQLITE: [u32; 5] = [5, 6, 10, 13, 14];
    /// Connection exceptions, insufficient resources, operator intervention.
    const POSTGRES: [&str; 3] = ["08", "53", "57P"];
    if let Some(refusal) = refusal.try_downcast_ref::<SqliteError>() {
        let code = refusal.code().and_then(|code| code.parse::<u32>().ok());
        return code.is_some_and(|code| SQLITE.contains(&(code & 0xff)));
    }
    refusal
        .try_downcast_ref::<PgDatabaseError>()
        .is_some_and(|refusal| POSTGRES.iter().any(|class| refusal.code().starts_with(class)))
}
