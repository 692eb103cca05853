//! The cabinets as installed apps: the manifest of clients, which makes phones offer it for shared links, its icons, and the service
//! workers, which show notifications and open the cabinet of clients without a connection.

use axum::{
    Router,
    body::to_bytes,
    extract::{RawPathParams, State},
    http::{HeaderMap, HeaderName, HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use platform::{
    http::{Failure, Shells},
    state::AppState,
};
use sha2::{Digest, Sha256};
use shared_types::{access::Guard, problem::ProblemCode};

const MANIFEST: &str = include_str!("web_app/client.webmanifest");
const WORKER: &str = include_str!("web_app/service-worker.js");
const ICONS: [(&str, &[u8]); 3] = [
    ("icon-192.png", include_bytes!("web_app/icon-192.png")),
    ("icon-512.png", include_bytes!("web_app/icon-512.png")),
    ("maskable-512.png", include_bytes!("web_app/maskable-512.png")),
];

pub(crate) fn routes(shells: Shells) -> Router<AppState> {
    let workers = Router::new()
        .route(
            "/client/service-worker.js",
            get(async |State(shells): State<Shells>| worker(&shells, Guard::Client).await),
        )
        .route(
            "/agent/service-worker.js",
            get(async |State(shells): State<Shells>| worker(&shells, Guard::Agent).await),
        )
        .with_state(shells);
    Router::new()
        .route(
            "/client/manifest.webmanifest",
            get(async || file("application/manifest+json", MANIFEST.as_bytes())),
        )
        .merge(workers)
        .route("/assets/icons/{icon}", get(icon))
}

/// The service worker of a side. It names the release of its page, so a browser installs it again with each release.
async fn worker(shells: &Shells, guard: Guard) -> Result<Response, Failure> {
    let side = guard.as_str();
    let page = to_bytes(shells.page(guard).into_body(), usize::MAX).await;
    let page = page.map_err(Failure::internal)?;
    let release = URL_SAFE_NO_PAD.encode(&Sha256::digest(page)[..12]);
    let script = format!("const SIDE = \"{side}\";\nconst RELEASE = \"{release}\";\n{WORKER}");
    let mut headers = HeaderMap::new();
    for (name, value) in [
        (header::CONTENT_TYPE, "text/javascript; charset=utf-8"),
        (header::CACHE_CONTROL, "no-cache"),
        // It shows no page, and calls this server only.
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
        ),
        // A worker controls only the pages below its folder, unless the server allows more: an app starts at `/client`.
        (
            HeaderName::from_static("service-worker-allowed"),
            match guard {
                Guard::Agent => "/agent",
                Guard::Client => "/client",
            },
        ),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    Ok((headers, script).into_response())
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
