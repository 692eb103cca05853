//! The credential in the `Authorization` header.

use crate::http::Failure;
use axum::http::{HeaderMap, header};
use shared_types::problem::ProblemCode;

/// Returns the token of the `Authorization` header.
pub fn bearer_token(headers: &HeaderMap) -> Result<&str, Failure> {
    let value = headers
        .get(header::AUTHORIZATION)
        .ok_or(ProblemCode::CredentialMissing)?;
    let value = value.to_str().map_err(|_| ProblemCode::CredentialInvalid)?;
    match value.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") && !token.trim().is_empty() => Ok(token.trim()),
        _ => Err(ProblemCode::CredentialInvalid.into()),
    }
}
