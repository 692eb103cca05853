//! Compression of responses to reads.
//!
//! Only reads are compressed: credentials are in responses to `POST` alone, and the size of a compressed response could reveal
//! them to an attacker who chooses a part of it (BREACH).

use axum::{
    extract::Request,
    http::{Extensions, HeaderMap, Method, StatusCode, Version, header},
};
use tower_http::{
    CompressionLevel,
    compression::{
        CompressionLayer,
        predicate::{And, Predicate, SizeAbove},
    },
};

/// Smaller responses fit into one packet.
const MIN_BYTES: u64 = 1024;
/// The level of gzip. Higher levels take more processor time than the saved bytes are worth.
const LEVEL: CompressionLevel = CompressionLevel::Precise(4);

type IsCompressible = And<SizeAbove, fn(StatusCode, Version, &HeaderMap, &Extensions) -> bool>;

/// The layer that compresses responses with gzip if the client accepts it. Pictures, archives and compressed files stay as they are.
pub fn compression() -> CompressionLayer<IsCompressible> {
    CompressionLayer::new()
        // At this level it makes lists as small as gzip does, and takes four times as long.
        .no_br()
        .quality(LEVEL)
        .compress_when(SizeAbove::new(MIN_BYTES).and(is_text as fn(_, _, &_, &_) -> _))
}

fn is_text(_: StatusCode, _: Version, headers: &HeaderMap, _: &Extensions) -> bool {
    let content_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let kind = content_type
        .and_then(|value| value.split(';').next())
        .unwrap_or_default();
    matches!(
        kind.trim(),
        "application/json" | "text/html" | "text/plain" | "text/csv" | "text/css" | "text/javascript" | "image/svg+xml"
    )
}

/// Lets only reads be compressed.
pub fn accept_encoding_of_reads(mut request: Request) -> Request {
    if request.method() != Method::GET && request.method() != Method::HEAD {
        request.headers_mut().remove(header::ACCEPT_ENCODING);
    }
    request
}
