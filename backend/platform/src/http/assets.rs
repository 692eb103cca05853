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
    //! The files that `make release` embeds, with their compressed variants.

    use axum::{
        Router,
        body::Body,
        http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header},
        response::{IntoResponse, Response},
    };
    use rust_embed::{EmbeddedFile, RustEmbed};
    use std::{borrow::Cow, io};

    #[derive(RustEmbed)]
    #[folder = "../../dist"]
    #[include = "agent/*"]
    #[include = "client/*"]
    #[exclude = "*.stamp"]
    struct Pages;

    pub(super) fn read(path: &str) -> io::Result<String> {
        let file = Pages::get(path).ok_or(io::ErrorKind::NotFound)?;
        String::from_utf8(file.data.into_owned()).map_err(io::Error::other)
    }

    pub(super) fn router() -> Router {
        Router::new().fallback(serve)
    }

    async fn serve(method: Method, uri: Uri, headers: HeaderMap) -> Response {
        if method != Method::GET && method != Method::HEAD {
            return StatusCode::METHOD_NOT_ALLOWED.into_response();
        }
        let path = uri.path().trim_start_matches('/');
        let Some(original) = Pages::get(path) else {
            return StatusCode::NOT_FOUND.into_response();
        };
        let content_type = HeaderValue::from_str(original.metadata.mimetype());
        let (file, encoding) = compressed(path, &headers).unwrap_or((original, None));
        let mut response = Response::new(body(file));
        let answer = response.headers_mut();
        if let Ok(content_type) = content_type {
            answer.insert(header::CONTENT_TYPE, content_type);
        }
        if let Some(encoding) = encoding {
            answer.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        answer.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        response
    }

    /// The smallest variant that the client accepts.
    fn compressed(path: &str, headers: &HeaderMap) -> Option<(EmbeddedFile, Option<&'static str>)> {
        [("br", "br"), ("gzip", "gz")]
            .into_iter()
            .filter(|(encoding, _)| accepts(headers, encoding))
            .find_map(|(encoding, extension)| Some((Pages::get(&format!("{path}.{extension}"))?, Some(encoding))))
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

    fn body(file: EmbeddedFile) -> Body {
        match file.data {
            Cow::Borrowed(bytes) => Body::from(bytes),
            Cow::Owned(bytes) => Body::from(bytes),
        }
    }
}
