//! Errors of calls.

use crate::i18n;
use shared_types::{
    identity::{NextStep, PasskeyChallenge},
    problem::{Problem, ProblemCode},
};

/// Why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// The server refused the request.
    Problem(Box<Problem>),
    /// The server could not be reached.
    Network,
    /// The request could not be built, or the response could not be parsed.
    Unreadable,
}

impl Error {
    /// Returns the problem code, if the server refused the request.
    pub fn code(&self) -> Option<ProblemCode> {
        match self {
            Self::Problem(problem) => Some(problem.code),
            _ => None,
        }
    }

    /// Whether the server refused the request. A failure of the server, such as a lost database, is temporary.
    pub fn is_refusal(&self) -> bool {
        matches!(self, Self::Problem(problem) if problem.status < 500)
    }

    /// Returns the next step of a login that lacks a second factor.
    pub fn next_step(&self) -> Option<NextStep> {
        match self {
            Self::Problem(problem) => problem.next,
            _ => None,
        }
    }

    /// Returns the challenge for the person's passkeys, if the second factor is missing.
    pub fn passkey_challenge(&self) -> Option<PasskeyChallenge> {
        match self {
            Self::Problem(problem) => problem.passkey.as_deref().cloned(),
            _ => None,
        }
    }

    /// Returns the errors of a field in the language of the page, joined by semicolons.
    pub fn field(&self, name: &str) -> Option<String> {
        match self {
            Self::Problem(problem) => {
                let errors = problem.errors.0.get(name)?;
                Some(errors.iter().map(i18n::field_error_text).collect::<Vec<_>>().join("; "))
            }
            _ => None,
        }
    }
}
