//! What the database refused, in words both databases share.

use sea_orm::{DbErr, SqlErr};

/// A unique constraint: PostgreSQL names the constraint, SQLite its columns.
#[derive(Clone, Copy, Debug)]
pub struct Constraint {
    /// The constraint's name.
    pub name: &'static str,
    /// Its columns, as SQLite tells them: `table.column, table.column`.
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
