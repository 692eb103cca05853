//! Where the two databases differ.

use sea_orm::DbBackend;

/// Which database runs below.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flavour {
    /// Embedded.
    Sqlite,
    /// A server.
    Postgres,
}

impl From<DbBackend> for Flavour {
    fn from(backend: DbBackend) -> Self {
        if backend == DbBackend::Postgres {
            Self::Postgres
        } else {
            Self::Sqlite
        }
    }
}
