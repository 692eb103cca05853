//! A file as the body of a request: bytes up to a limit, behind the same typed path and query.

use super::{
    Failure, Key,
    input::{read_key, read_path, read_query, take_bytes},
};
use crate::platform::state::AppState;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::header,
};
use shared_types::{
    endpoint::{Endpoint, RawFile},
    problem::{Problem, ProblemCode},
};

/// Largest file, in bytes, where nothing else is said.
const FILE_LIMIT: usize = 20 << 20;

/// The request of an endpoint that takes a file.
pub struct Upload<E: Endpoint<Request = RawFile>, const LIMIT: usize = FILE_LIMIT> {
    /// What stands in the path's braces.
    pub path: E::Path,
    /// The query.
    pub query: E::Query,
    /// The file.
    pub bytes: Bytes,
    /// The idempotency key, where one came and the endpoint honours it.
    pub key: Option<Key>,
}

impl<E: Endpoint<Request = RawFile>, const LIMIT: usize> FromRequest<AppState> for Upload<E, LIMIT> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Failure> {
        let (mut parts, body) = request.into_parts();
        let path = read_path::<E>(&mut parts, state).await?;
        let query = read_query::<E>(parts.uri.query().unwrap_or_default())?;
        let kind = parts.headers.get(header::CONTENT_TYPE);
        if kind.is_some_and(|kind| kind.as_bytes().starts_with(b"application/json")) {
            return Err(Problem::new(ProblemCode::UnsupportedMediaType)
                .detail("this address takes a file, as application/octet-stream")
                .into());
        }
        let bytes = take_bytes(body, LIMIT).await?;
        let key = if E::IDEMPOTENT { read_key(&parts, &bytes)? } else { None };
        Ok(Self {
            path,
            query,
            bytes,
            key,
        })
    }
}
