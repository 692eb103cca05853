//! Jobs that work through many rows: a row that fails does not stop the others.

use super::Outcome;
use std::fmt::Display;

/// The rows that a job could not handle.
#[derive(Debug, Default)]
pub struct FailedRows {
    count: u64,
    first: String,
}

impl FailedRows {
    /// Notes a failure: it is logged, and the job continues with the next row.
    pub fn note(&mut self, row: impl Display, error: impl Display) {
        tracing::warn!(%row, %error, "job goes on after a row that failed");
        if self.count == 0 {
            self.first = format!("{row}: {error}");
        }
        self.count += 1;
    }

    /// Notes the failure of a result, if it is one.
    pub fn check<T, E: Display>(&mut self, row: impl Display, result: Result<T, E>) -> Option<T> {
        result.map_err(|error| self.note(row, error)).ok()
    }

    /// Fails the job if a row failed, so that it is repeated.
    pub fn into_outcome(self) -> Outcome {
        match self.count {
            0 => Ok(()),
            1 => Err(self.first),
            count => Err(format!("{count} rows failed, the first one: {}", self.first)),
        }
    }
}
