//! The error type of handlers: a problem that the caller may read, or an internal error with details in the log only.

use crate::auth::password::{HashError, RETRY_SECONDS};
use crate::db::is_unavailable;
use crate::error::OperationError;
use crate::{blocks::BlockError, xlsx::ExportError};
use axum::response::{IntoResponse, Response};
use sea_orm::DbErr;
use shared_types::{
    fields::{FieldErrors, Rule},
    problem::{Problem, ProblemCode},
};
use std::panic::Location;

/// An error response, rendered once by [`super::render_problems`].
#[derive(Debug)]
pub struct Failure {
    problem: Box<Problem>,
    retry_after: Option<i64>,
}

impl Failure {
    /// An internal error: logged with its call site, answered without details.
    #[track_caller]
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        let site = Location::caller();
        tracing::error!(cause = %cause, file = site.file(), line = site.line(), "request failed: internal error");
        ProblemCode::Internal.into()
    }

    /// Too many attempts; the caller may try again after some seconds.
    pub fn too_many_requests(seconds: i64) -> Self {
        let problem = Problem::new(ProblemCode::TooManyRequests).with_detail(format!("try again in {seconds} s"));
        Self {
            problem: Box::new(problem),
            retry_after: Some(seconds),
        }
    }

    /// More is requested than this replica can do at once.
    pub fn busy() -> Self {
        Self {
            problem: Box::new(Problem::new(ProblemCode::Busy)),
            retry_after: Some(RETRY_SECONDS),
        }
    }

    /// Something that the request needs is down, or the replica shuts down.
    pub fn unavailable() -> Self {
        Self {
            problem: Box::new(Problem::new(ProblemCode::Unavailable)),
            retry_after: Some(1),
        }
    }

    /// The storage of files is down or full: logged, and answered so that the request is repeated.
    pub fn storage_unavailable(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "the storage is not available");
        Self::unavailable()
    }

    /// One field violates one rule.
    pub fn field(field: &str, rule: Rule) -> Self {
        FieldErrors::single(field, rule).into()
    }

    /// The code of the problem.
    pub fn code(&self) -> ProblemCode {
        self.problem.code
    }
}

impl From<Box<Problem>> for Failure {
    fn from(problem: Box<Problem>) -> Self {
        Self {
            problem,
            retry_after: None,
        }
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Box::new(problem).into()
    }
}

impl From<ProblemCode> for Failure {
    fn from(code: ProblemCode) -> Self {
        Problem::new(code).into()
    }
}

impl From<FieldErrors> for Failure {
    fn from(errors: FieldErrors) -> Self {
        Problem::from(errors).into()
    }
}

impl From<DbErr> for Failure {
    #[track_caller]
    fn from(error: DbErr) -> Self {
        if is_unavailable(&error) {
            let site = Location::caller();
            tracing::error!(cause = %error, file = site.file(), line = site.line(), "database unavailable");
            return Self::unavailable();
        }
        Self::internal(error)
    }
}

impl From<OperationError> for Failure {
    #[track_caller]
    fn from(error: OperationError) -> Self {
        match error {
            OperationError::NotFound => ProblemCode::NotFound.into(),
            OperationError::PermissionDenied => ProblemCode::PermissionDenied.into(),
            OperationError::Stale => ProblemCode::VersionStale.into(),
            OperationError::LimitReached(max) => Problem::limit(ProblemCode::LimitReached, max).into(),
            OperationError::TooManyAttempts(seconds) => Self::too_many_requests(seconds),
            OperationError::Fields(errors) => errors.into(),
            OperationError::Database(error) => error.into(),
            OperationError::Internal(cause) => Self::internal(cause),
        }
    }
}

impl<E: Into<Self>> From<ExportError<E>> for Failure {
    #[track_caller]
    fn from(error: ExportError<E>) -> Self {
        match error {
            ExportError::List(error) => error.into(),
            ExportError::Write(error) => Self::internal(error),
            ExportError::Interrupted => Self::internal("the writer of an export panicked"),
        }
    }
}

impl<E: Into<Self>> From<BlockError<E>> for Failure {
    #[track_caller]
    fn from(error: BlockError<E>) -> Self {
        match error {
            BlockError::Read(error) => error.into(),
            BlockError::Cursor(errors) => errors.into(),
        }
    }
}

impl From<HashError> for Failure {
    #[track_caller]
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self::busy(),
            HashError::Failed(_) => Self::internal(error),
        }
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response {
        let status = axum::http::StatusCode::from_u16(self.problem.status)
            .unwrap_or(axum::http::StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        if let Some(seconds) = self.retry_after {
            response
                .headers_mut()
                .insert(axum::http::header::RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(*self.problem);
        response
    }
}
