//! Replaces the Cyrillic letters that look like Latin ones in the search texts of orders and notes, as searches do from now on.

use sea_orm_migration::{
    prelude::*,
    sea_orm::{ConnectionTrait, DatabaseBackend},
};

#[derive(DeriveMigrationName)]
pub(crate) struct Migration;

/// Letters and their replacements, in lower case.
const LETTERS: [(char, char); 12] = [
    ('а', 'a'),
    ('в', 'b'),
    ('е', 'e'),
    ('к', 'k'),
    ('м', 'm'),
    ('н', 'h'),
    ('о', 'o'),
    ('р', 'p'),
    ('с', 'c'),
    ('т', 't'),
    ('у', 'y'),
    ('х', 'x'),
];

/// The SQL expression of the folded search text. SQLite has no `translate`.
fn folded(backend: DatabaseBackend) -> String {
    if backend == DatabaseBackend::Postgres {
        let (from, to): (String, String) = LETTERS.into_iter().unzip();
        return format!("translate(search_text, '{from}', '{to}')");
    }
    LETTERS.iter().fold("search_text".to_owned(), |text, (from, to)| {
        format!("replace({text}, '{from}', '{to}')")
    })
}

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    fn use_transaction(&self) -> Option<bool> {
        Some(true)
    }

    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let folded = folded(manager.get_database_backend());
        for table in ["orders", "notes"] {
            let update = format!("UPDATE {table} SET search_text = {folded} WHERE search_text <> {folded}");
            manager.get_connection().execute_unprepared(&update).await?;
        }
        Ok(())
    }

    /// The texts stay folded: which alphabet a letter had is not stored. They are written again with the next change.
    async fn down(&self, _: &SchemaManager) -> Result<(), DbErr> {
        Ok(())
    }
}
