//! The rows of jobs.

use crate::telemetry;
use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::NotSet, Set};

pub mod job {
    //! A job.

    use sea_orm::entity::prelude::*;

    #[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
    #[sea_orm(table_name = "jobs")]
    pub struct Model {
        #[sea_orm(primary_key)]
        pub id: i64,
        pub kind: String,
        pub payload: String,
        pub run_at: DateTimeUtc,
        pub attempts: i32,
        pub max_attempts: i32,
        pub claimed_by: Option<String>,
        pub claimed_until: Option<DateTimeUtc>,
        pub done_at: Option<DateTimeUtc>,
        pub failed_at: Option<DateTimeUtc>,
        pub last_error: Option<String>,
        pub dedupe_key: Option<String>,
        pub created_at: DateTimeUtc,
        /// The trace of the cause, as a `traceparent`; `None` when traces are not exported.
        pub trace_parent: Option<String>,
    }

    #[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
    pub enum Relation {}

    impl ActiveModelBehavior for ActiveModel {}
}

crate::owned!(job::Entity => Global);

/// Attempts before a job is dead.
pub(crate) const MAX_ATTEMPTS: i32 = 8;

/// A job to be enqueued.
#[derive(Clone, Debug)]
pub struct NewJob<'a> {
    /// The kind, which selects the handler.
    pub kind: &'a str,
    /// The input of the handler.
    pub payload: &'a str,
    /// The earliest time to run.
    pub run_at: DateTime<Utc>,
    /// Of the jobs with the same key only the first one is ever written.
    pub dedupe_key: Option<String>,
}

impl<'a> NewJob<'a> {
    /// A job that may run at once, without deduplication.
    #[must_use]
    pub const fn immediate(kind: &'a str, payload: &'a str, now: DateTime<Utc>) -> Self {
        Self {
            kind,
            payload,
            run_at: now,
            dedupe_key: None,
        }
    }

    /// The same job, written only once for its key.
    #[must_use]
    pub fn with_dedupe_key(self, key: String) -> Self {
        Self {
            dedupe_key: Some(key),
            ..self
        }
    }
}

/// The row of a job that has not run yet.
pub(crate) fn new_row(new: NewJob<'_>, max_attempts: i32, now: DateTime<Utc>) -> job::ActiveModel {
    job::ActiveModel {
        id: NotSet,
        kind: Set(new.kind.to_owned()),
        payload: Set(new.payload.to_owned()),
        run_at: Set(new.run_at),
        attempts: Set(0),
        max_attempts: Set(max_attempts),
        claimed_by: Set(None),
        claimed_until: Set(None),
        done_at: Set(None),
        failed_at: Set(None),
        last_error: Set(None),
        dedupe_key: Set(new.dedupe_key),
        created_at: Set(now),
        trace_parent: Set(telemetry::trace_parent(&tracing::Span::current())),
    }
}
