//! Every way a handler says no: a problem the caller may read, or a fault that only the log sees.

use crate::platform::auth::password::{HashError, RETRY_SECONDS};
use crate::platform::db::is_unavailable;
use axum::response::{IntoResponse, Response};
use sea_orm::DbErr;
use shared_types::{
    fields::{FieldErrors, Rule},
    problem::{Problem, ProblemCode},
};
use std::panic::Location;

/// A refusal on its way out; the edge renders it once ([`super::describe_problems`]).
#[derive(Debug)]
pub struct Failure {
    problem: Box<Problem>,
    retry_after: Option<i64>,
}

impl Failure {
    /// A fault of ours: logged here with its call site, answered without particulars.
    #[track_caller]
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        let site = Location::caller();
        tracing::error!(cause = %cause, file = site.file(), line = site.line(), "a request failed inside");
        ProblemCode::Internal.into()
    }

    /// Too many tries; come back after so many seconds.
    pub fn later(seconds: i64) -> Self {
        let problem = Problem::new(ProblemCode::TooManyRequests).detail(format!("try again in {seconds} s"));
        Self {
            problem: Box::new(problem),
            retry_after: Some(seconds),
        }
    }

    /// One field broke one rule.
    pub fn field(field: &str, rule: Rule) -> Self {
        FieldErrors::one(field, rule).into()
    }

    /// The code.
    pub fn code(&self) -> ProblemCode {
        self.problem.code
    }
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Self {
            problem: Box::new(problem),
            retry_after: None,
        }
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
            tracing::error!(cause = %error, file = site.file(), line = site.line(), "the database is unavailable");
            return Self {
                problem: Box::new(Problem::new(ProblemCode::Unavailable)),
                retry_after: Some(1),
            };
        }
        Self::internal(error)
    }
}

impl From<HashError> for Failure {
    #[track_caller]
    fn from(error: HashError) -> Self {
        match error {
            HashError::Busy => Self {
                problem: Box::new(Problem::new(ProblemCode::Busy)),
                retry_after: Some(RETRY_SECONDS),
            },
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
