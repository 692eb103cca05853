//! Rows that are read together with a row of another table.

use sea_orm::{
    DbErr, EntityTrait, FromQueryResult, QueryResult, TryGetError,
    sea_query::{IntoIden, SelectStatement},
};

/// A row with the joined row of another table.
pub type JoinedRow<E, F> = (<E as EntityTrait>::Model, Option<<F as EntityTrait>::Model>);

/// Reads a joined row. SeaORM takes one that it can't read for a missing one; here it is an error.
pub(super) fn joined<M: FromQueryResult>(row: &QueryResult) -> Result<Option<M>, DbErr> {
    match M::from_query_result_nullable(row, "B_") {
        Ok(joined) => Ok(Some(joined)),
        Err(TryGetError::Null(_)) => Ok(None),
        Err(TryGetError::DbErr(error)) => Err(error),
    }
}

/// Gives the columns of the first table their own names. SeaORM calls them `A_…`, and makes that name for each value it reads.
pub(super) fn without_first_prefix(mut select: SelectStatement) -> SelectStatement {
    select.exprs_mut_for_each(|column| {
        let own = column
            .alias
            .as_ref()
            .and_then(|alias| alias.inner().strip_prefix("A_").map(ToOwned::to_owned));
        if let Some(own) = own {
            column.alias = Some(own.into_iden());
        }
    });
    select
}
