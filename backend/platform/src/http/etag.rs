//! Entity tags: a client that has the response already gets 304 without a body.

use axum::{
    body::Body,
    extract::Request,
    http::{HeaderMap, HeaderValue, Method, StatusCode, header},
    middleware::Next,
    response::Response,
};
use sha2::{Digest, Sha256};

/// The tag of a body. It is weak, because the same body may be sent compressed.
pub fn tag(body: &[u8]) -> Option<HeaderValue> {
    let digest = Sha256::digest(body);
    let short: &[u8] = digest.get(..16)?;
    HeaderValue::from_str(&format!("W/\"{}\"", hex::encode(short))).ok()
}

/// Answers a read with 304 if the client names the tag of the response in `If-None-Match`.
pub async fn answer_not_modified(request: Request, next: Next) -> Response {
    if request.method() != Method::GET {
        return next.run(request).await;
    }
    let known = request.headers().get(header::IF_NONE_MATCH).cloned();
    let mut response = next.run(request).await;
    if response.status() == StatusCode::OK
        && let Some(known) = known
        && names_tag(&known, response.headers())
    {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(header::CONTENT_TYPE);
        response.headers_mut().remove(header::CONTENT_LENGTH);
    }
    response
}

/// Whether the list of tags contains the tag of the response. Tags are compared as the weak comparison of RFC 9110 does.
fn names_tag(known: &HeaderValue, headers: &HeaderMap) -> bool {
    fn opaque(tag: &str) -> &str {
        let tag = tag.trim();
        tag.strip_prefix("W/").unwrap_or(tag)
    }
    let current = headers.get(header::ETAG).and_then(|tag| tag.to_str().ok());
    let (Some(current), Ok(known)) = (current, known.to_str()) else {
        return false;
    };
    known.split(',').any(|tag| opaque(tag) == opaque(current))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tag_is_compared_weakly_and_in_lists() {
        let tag = tag(b"{}").expect("a tag");
        let headers = HeaderMap::from_iter([(header::ETAG, tag.clone())]);
        let text = tag.to_str().expect("text");
        let strong = text.trim_start_matches("W/");
        for (known, expected) in [
            (text.to_owned(), true),
            (strong.to_owned(), true),
            (format!("\"other\", {text}"), true),
            ("\"other\"".to_owned(), false),
            (String::new(), false),
        ] {
            let known = HeaderValue::from_str(&known).expect("a value");
            assert_eq!(names_tag(&known, &headers), expected, "{known:?}");
        }
        assert!(
            !names_tag(&tag, &HeaderMap::new()),
            "a response without a tag is never known"
        );
    }
}
