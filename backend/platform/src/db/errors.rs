//! Database errors, in terms that both databases share.

use sea_orm::{
    DbErr, RuntimeErr, SqlErr,
    sqlx::{self, error::DatabaseError, postgres::PgDatabaseError, sqlite::SqliteError},
};

/// A unique constraint. PostgreSQL reports its name, SQLite its columns.
#[derive(Clone, Copy, Debug)]
pub struct UniqueConstraint {
    /// The name of the constraint.
    pub name: &'static str,
    /// Its columns, as SQLite reports them: `table.column, table.column`.
    pub columns: &'static str,
}

/// Whether the error is a violation of this unique constraint.
pub fn is_unique_violation(error: &DbErr, constraint: UniqueConstraint) -> bool {
    match error.sql_err() {
        Some(SqlErr::UniqueConstraintViolation(text)) => {
            text.contains(constraint.name) || text.contains(constraint.columns)
        }
        _ => false,
    }
}

/// Whether the database is temporarily unavailable: unreachable, locked for too long, or out of disk space.
///
/// Nothing was committed, or the outcome is unknown. The same request may succeed later.
pub(crate) fn is_unavailable(error: &DbErr) -> bool {
    let (DbErr::Conn(cause) | DbErr::Exec(cause) | DbErr::Query(cause)) = error else {
        return matches!(error, DbErr::ConnectionAcquire(_));
    };
    let RuntimeErr::SqlxError(cause) = cause else {
        return matches!(error, DbErr::Conn(_));
    };
    match &**cause {
        // The server ended the connection in the middle of an answer.
        sqlx::Error::Protocol(_)
        | sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed => true,
        sqlx::Error::Database(error) => is_transient(error.as_ref()),
        _ => matches!(error, DbErr::Conn(_)),
    }
}

/// Whether the error is about the state of the database, not about the statement.
fn is_transient(error: &(dyn DatabaseError + 'static)) -> bool {
    /// `SQLITE_BUSY`, `_LOCKED`, `_IOERR`, `_FULL`, `_CANTOPEN`.
    const SQLITE: [u32; 5] = [5, 6, 10, 13, 14];
    /// Connection exceptions, insufficient resources, operator intervention.
    const POSTGRES: [&str; 3] = ["08", "53", "57P"];
    if let Some(error) = error.try_downcast_ref::<SqliteError>() {
        let code = error.code().and_then(|code| code.parse::<u32>().ok());
        return code.is_some_and(|code| SQLITE.contains(&(code & 0xff)));
    }
    error
        .try_downcast_ref::<PgDatabaseError>()
        .is_some_and(|error| POSTGRES.iter().any(|class| error.code().starts_with(class)))
}
