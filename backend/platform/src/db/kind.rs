//! The kinds of databases.

use sea_orm::DbBackend;

/// The kind of the database in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DatabaseKind {
    /// SQLite: a file, embedded in the process.
    Sqlite,
    /// PostgreSQL: a server.
    Postgres,
}

impl From<DbBackend> for DatabaseKind {
    fn from(backend: DbBackend) -> Self {
        if backend == DbBackend::Postgres {
            Self::Postgres
        } else {
            Self::Sqlite
        }
    }
}
