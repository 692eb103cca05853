//! The client cabinet as an installed app: its manifest, which makes phones offer it for shared links, and its icons.

use axum::{
    Router,
    extract::RawPathParams,
    http::header,
    response::{IntoResponse, Response},
    routing::get,
};
use platform::{http::Failure, state::AppState};
use shared_types::problem::ProblemCode;

const MANIFEST: &str = include_str!("web_app/client.webmanifest");
const ICONS: [(&str, &[u8]); 3] = [
    ("icon-192.png", include_bytes!("web_app/icon-192.png")),
    ("icon-512.png", include_bytes!("web_app/icon-512.png")),
    ("maskable-512.png", include_bytes!("web_app/maskable-512.png")),
];

pub(crate) fn routes() -> Router<AppState> {
    Router::new()
        .route(
            "/client/manifest.webmanifest",
            get(async || file("application/manifest+json", MANIFEST.as_bytes())),
        )
        .route("/assets/icons/{icon}", get(icon))
}

async fn icon(params: RawPathParams) -> Result<Response, Failure> {
    let name = params.iter().next().map_or("", |(_, name)| name);
    let (_, bytes) = ICONS
        .into_iter()
        .find(|(icon, _)| *icon == name)
        .ok_or(ProblemCode::NotFound)?;
    Ok(file("image/png", bytes))
}

fn file(kind: &'static str, bytes: &'static [u8]) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    (headers, bytes).into_response()
}
