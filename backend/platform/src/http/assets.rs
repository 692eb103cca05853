//! The built pages: files of a folder, or embedded in the program by `make release`.

use crate::config::Config;
use axum::Router;
use std::io;
use tower_http::services::ServeDir;

/// Reads one file of the pages.
pub(super) fn read(config: &Config, path: &str) -> io::Result<String> {
    match &config.assets_dir {
        Some(folder) => std::fs::read_to_string(folder.join(path)),
        None => embedded::read(path),
    }
}

/// Serves the files of the pages, compressed where the client accepts it.
pub fn router(config: &Config) -> Router {
    match &config.assets_dir {
        Some(folder) => Router::new().fallback_service(
            ServeDir::new(folder)
                .precompressed_br()
                .precompressed_gzip()
                .append_index_html_on_directories(false),
        ),
        None => embedded::router(),
    }
}

#[cfg(not(feature = "embedded-pages"))]
mod embedded {
    //! This build embeds no pages.

    use axum::Router;
    use std::io;

    pub(super) fn read(_: &str) -> io::Result<String> {
        Err(io::ErrorKind::NotFound.into())
    }

    pub(super) fn router() -> Router {
        Router::new()
    }
}

#[cfg(feature = "embedded-pages")]
mod embedded {
    //! The files that `make release` embeds. Files that compress are embedded as Brotli and gzip only; a client that accepts
    //! neither gets them decompressed.

    use axum::{
        Router,
        body::{Body, Bytes},
        http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
        response::{IntoResponse, Response},
    };
    use flate2::read::GzDecoder;
    use rust_embed::RustEmbed;
    use std::{
        borrow::Cow,
        io::{self, Read as _},
    };

    #[derive(RustEmbed)]
    #[folder = "../../dist"]
    #[include = "agent/*"]
    #[include = "client/*"]
    #[exclude = "*.stamp"]
    #[exclude = "*.wasm"]
    #[exclude = "*.bin"]
    #[exclude = "*.js"]
    #[exclude = "*.css"]
    struct Pages;

    fn embedded(path: &str) -> Option<Bytes> {
        Some(match Pages::get(path)?.data {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => Bytes::from(bytes),
        })
    }

    fn decompressed(path: &str) -> Option<Bytes> {
        let gzip = embedded(&format!("{path}.gz"))?;
        let mut bytes = Vec::new();
        GzDecoder::new(&*gzip).read_to_end(&mut bytes).ok()?;
        Some(bytes.into())
    }

    pub(super) fn read(path: &str) -> io::Result<String> {
        let file = embedded(path).ok_or(io::ErrorKind::NotFound)?;
        String::from_utf8(file.into()).map_err(io::Error::other)
    }

    pub(super) fn router() -> Router {
        Router::new().fallback(serve)
    }

    async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
        if method != Method::GET && method != Method::HEAD {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        }
        let path = uri.path().trim_start_matches('/');
        let Some((file, encoding)) = variant(path, &headers) else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let mut response = Response::new(Body::from(file));
        let headers = response.headers_mut();
        if let Ok(content_type) = HeaderValue::from_str(mime_guess::from_path(path).first_or_octet_stream().as_ref()) {
            headers.insert(header::CONTENT_TYPE, content_type);
        }
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }

    /// The smallest variant that the client accepts, and its encoding.
    fn variant(path: &str, headers: &HeaderMap) -> Option<(Bytes, Option<&'static str>)> {
        let compressed = [("br", "br"), ("gzip", "gz")]
            .into_iter()
            .filter(|(encoding, _)| accepts(headers, encoding))
            .find_map(|(encoding, extension)| Some((embedded(&format!("{path}.{extension}"))?, Some(encoding))));
        compressed.or_else(|| Some((embedded(path).or_else(|| decompressed(path))?, None)))
    }

    /// Whether `Accept-Encoding` lists the encoding with a quality above zero.
    fn accepts(headers: &HeaderMap, encoding: &str) -> bool {
        headers
            .get_all(header::ACCEPT_ENCODING)
            .iter()
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .any(|choice| {
                let (name, parameters) = choice.split_once(';').unwrap_or((choice, ""));
                let quality = parameters.trim().strip_prefix("q=").map_or(Ok(1.0), str::parse::<f32>);
                name.trim().eq_ignore_ascii_case(encoding) && quality.is_ok_and(|quality| quality > 0.0)
            })
    }
}
