//! Running an operation in a transaction, or on one state of the database.

use super::{RowPolicy, Scope, Tx};
use sea_orm::DbErr;

impl<W: RowPolicy> Scope<W> {
    /// Runs an operation in a transaction, which is committed if the operation succeeds and rolled back if it fails.
    pub async fn in_transaction<T, E: From<DbErr>>(
        &self,
        operation: impl AsyncFnOnce(&Tx<W>) -> Result<T, E>,
    ) -> Result<T, E> {
        let tx = self.begin().await?;
        match operation(&tx).await {
            Ok(value) => {
                tx.commit().await?;
                Ok(value)
            }
            Err(error) => {
                tx.rollback().await?;
                Err(error)
            }
        }
    }

    /// Runs an operation that only reads, with all its statements on the same state of the database: it sees nothing that others
    /// commit in between.
    pub async fn in_snapshot<T, E: From<DbErr>>(
        &self,
        operation: impl AsyncFnOnce(&Tx<W>) -> Result<T, E>,
    ) -> Result<T, E> {
        let tx = self.begin_snapshot().await?;
        let result = operation(&tx).await;
        tx.rollback().await?;
        result
    }
}
