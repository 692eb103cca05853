//! A file as the body of a request: bytes up to a limit, with the same typed path and query.

use super::{
    Failure, IdempotencyKey,
    input::{read_bytes, read_key, read_path, read_query},
};
use crate::state::AppState;
use axum::{
    body::Bytes,
    extract::{FromRequest, Request},
    http::header,
};
use shared_types::{
    endpoint::{Endpoint, RawFile},
    problem::{Problem, ProblemCode},
};

/// Default limit of a file, in bytes.
const FILE_LIMIT: usize = 20 << 20;

/// The request of an endpoint that takes a file.
pub struct Upload<E: Endpoint<Request = RawFile>, const LIMIT: usize = FILE_LIMIT> {
    /// The path parameters.
    pub path: E::Path,
    pub query: E::Query,
    /// The file.
    pub bytes: Bytes,
    /// The idempotency key, if the request has one and the endpoint supports it.
    pub key: Option<IdempotencyKey>,
}

impl<E: Endpoint<Request = RawFile>, const LIMIT: usize> FromRequest<AppState> for Upload<E, LIMIT> {
    type Rejection = Failure;

    async fn from_request(request: Request, state: &AppState) -> Result<Self, Failure> {
        let (mut parts, body) = request.into_parts();
        let path = read_path::<E>(&mut parts, state).await?;
        let query = read_query::<E>(parts.uri.query().unwrap_or_default())?;
        let content_type = parts.headers.get(header::CONTENT_TYPE);
        if content_type.is_some_and(|content_type| content_type.as_bytes().starts_with(b"application/json")) {
            return Err(Problem::new(ProblemCode::UnsupportedMediaType)
                .with_detail("this endpoint takes a file, as application/octet-stream")
                .into());
        }
        let bytes = read_bytes(body, LIMIT).await?;
        let key = if E::IDEMPOTENT { read_key(&parts, &bytes)? } else { None };
        Ok(Self {
            path,
            query,
            bytes,
            key,
        })
    }
}
