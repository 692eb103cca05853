//! Serves stored files by signed URLs, with range requests. The response headers prevent that content is executed.

use super::BLOB_FILE_NAME;
use crate::media::{file_type, public_picture, signed_url};
use axum::{
    body::Body,
    extract::State,
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use platform::{
    http::{Api, Failure, Input},
    state::AppState,
    storage::{GetRange, StorageError},
};
use shared_types::{
    media::{ShowMedia, ShowPicture},
    problem::ProblemCode,
};

/// Content security policy of served files: nothing can run even if a file is opened directly.
const CSP: &str =
    "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'";

/// Registers the route of stored files.
pub fn routes(api: Api) -> Api {
    api.serve::<ShowMedia, _>(get).serve::<ShowPicture, _>(get_picture)
}

async fn get(State(state): State<AppState>, headers: HeaderMap, input: Input<ShowMedia>) -> Result<Response, Failure> {
    let now = state.clock.now();
    let path =
        signed_url::verify(&state.config.jwt_secret, &input.path.0, &input.query, now).ok_or(ProblemCode::NotFound)?;
    let file = path.rsplit('/').next().unwrap_or_default();
    let kind = file_type::content_type(file).ok_or(ProblemCode::NotFound)?;
    let range = headers
        .get(header::RANGE)
        .and_then(|value| value.to_str().ok())
        .and_then(parse_range);
    let found = match state.storage.get(&path, range.clone()).await {
        Ok(found) => found,
        Err(StorageError::NotFound) => return Err(ProblemCode::NotFound.into()),
        Err(StorageError::Range) => {
            let size = state.storage.size(&path).await.map_err(Failure::storage_unavailable)?;
            let mut response = Failure::from(ProblemCode::RangeNotSatisfiable).into_response();
            if let Ok(value) = HeaderValue::from_str(&format!("bytes */{size}")) {
                response.headers_mut().insert(header::CONTENT_RANGE, value);
            }
            return Ok(response);
        }
        Err(error) => return Err(Failure::storage_unavailable(error)),
    };
    let length = found.range.end.saturating_sub(found.range.start);
    let mut response = Response::new(Body::from_stream(found.stream));
    if range.is_some() {
        *response.status_mut() = StatusCode::PARTIAL_CONTENT;
        let last = found.range.end.saturating_sub(1);
        let content_range = format!("bytes {}-{last}/{}", found.range.start, found.size);
        if let Ok(value) = HeaderValue::from_str(&content_range) {
            response.headers_mut().insert(header::CONTENT_RANGE, value);
        }
    }
    let max_age = input.query.exp.saturating_sub(now.timestamp());
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LENGTH, length.into());
    if let Ok(value) = HeaderValue::from_str(&format!("private, max-age={max_age}, immutable")) {
        headers.insert(header::CACHE_CONTROL, value);
    }
    for (name, value) in [
        (header::CONTENT_TYPE, kind),
        (header::ACCEPT_RANGES, "bytes"),
        (header::CONTENT_SECURITY_POLICY, CSP),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(
        header::CONTENT_DISPOSITION,
        content_disposition(file, input.query.name.as_deref()),
    );
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    Ok(response)
}

async fn get_picture(State(state): State<AppState>, input: Input<ShowPicture>) -> Result<Response, Failure> {
    let found = public_picture::load(&state.storage, &input.path.0).await?;
    let bytes = found.ok_or(ProblemCode::NotFound)?;
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CONTENT_TYPE, "image/jpeg"),
        (header::CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (header::CONTENT_SECURITY_POLICY, CSP),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("cross-origin"));
    Ok(response)
}

/// The `Content-Disposition` header: pictures and videos are shown in the browser, other files are downloaded.
fn content_disposition(file: &str, name: Option<&str>) -> HeaderValue {
    if file != BLOB_FILE_NAME {
        return HeaderValue::from_static("inline");
    }
    let name = utf8_percent_encode(name.unwrap_or("file"), NON_ALPHANUMERIC);
    HeaderValue::try_from(format!("attachment; filename*=UTF-8''{name}"))
        .unwrap_or_else(|_| HeaderValue::from_static("attachment"))
}

/// Parses a `Range` header with one range of bytes. Several ranges or an invalid header mean the whole file.
fn parse_range(text: &str) -> Option<GetRange> {
    let (from, to) = text.strip_prefix("bytes=")?.split_once('-')?;
    match (from.trim(), to.trim()) {
        ("", to) => Some(GetRange::Suffix(to.parse().ok().filter(|length| *length > 0)?)),
        (from, "") => Some(GetRange::Offset(from.parse().ok()?)),
        (from, to) => {
            let (from, to): (u64, u64) = (from.parse().ok()?, to.parse().ok()?);
            (from <= to).then(|| GetRange::Bounded(from..to.saturating_add(1)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn single_byte_ranges_are_parsed() {
        assert_eq!(parse_range("bytes=0-"), Some(GetRange::Offset(0)));
        assert_eq!(parse_range("bytes=10-19"), Some(GetRange::Bounded(10..20)));
        assert_eq!(parse_range("bytes=-5"), Some(GetRange::Suffix(5)));
        for ignored in [
            "bytes=5-1",
            "bytes=0-1,5-6",
            "items=0-1",
            "bytes=",
            "bytes=-0",
            "bytes=a-b",
        ] {
            assert_eq!(parse_range(ignored), None, "{ignored}");
        }
    }
}
