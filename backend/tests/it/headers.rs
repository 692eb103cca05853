//! Security headers of all responses.

use crate::support::{App, TestResponse, on_sqlite};
use axum::Router;

/// Pages, data, files, errors and redirects.
const PATHS: &[&str] = &[
    "/",
    "/agent",
    "/client",
    "/agent/login",
    "/client/orders",
    "/client/orders/1?tab=chat",
    "/agent/orders/17",
    "/agent/settings?tab=rate",
    "/client/r/ABCDEFGH",
    "/client/service-worker.js",
    "/api/docs",
    "/api/guide/limits",
    "/api/openapi.json",
    "/api/import-template.csv",
    "/api/ext/me",
    "/problems/not_found",
    "/healthz",
    "/readyz",
    "/metrics",
    "/assets/demo/cup.svg",
    "/assets/none.js",
    "/su/none",
    "/nowhere",
];

fn directives(policy: &str) -> Vec<(&str, Vec<&str>)> {
    let parts = policy.split(';').map(str::split_whitespace);
    parts
        .filter_map(|mut words| Some((words.next()?, words.collect())))
        .collect()
}

fn check_security_headers(path: &str, answer: &TestResponse) {
    let header = |name: &str| {
        answer
            .headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    };
    assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
    assert_eq!(header("x-frame-options"), "DENY", "{path}");
    assert_eq!(header("referrer-policy"), "no-referrer", "{path}");
    assert_eq!(header("cross-origin-opener-policy"), "same-origin", "{path}");
    let policy = directives(header("content-security-policy"));
    let sources_of = |name: &str| {
        policy
            .iter()
            .find(|(directive, _)| *directive == name)
            .map(|(_, sources)| sources.clone())
    };
    assert_eq!(sources_of("default-src"), Some(vec!["'none'"]), "{path}");
    assert_eq!(sources_of("frame-ancestors"), Some(vec!["'none'"]), "{path}");
    for (directive, sources) in &policy {
        for source in sources {
            assert_ne!(*source, "'unsafe-eval'", "{path}: {directive}");
            // Progress bars and menus use style attributes, which cannot run code. The reference of the API adds its own styles.
            let is_style =
                *directive == "style-src-attr" || (path.starts_with("/api/docs") && *directive == "style-src");
            assert!(*source != "'unsafe-inline'" || is_style, "{path}: {directive}");
        }
    }
    for source in sources_of("script-src").unwrap_or_default() {
        assert!(
            matches!(source, "'self'" | "'wasm-unsafe-eval'") || source.starts_with("'sha256-"),
            "{path}: unexpected script source {source}"
        );
    }
}

async fn fetch_all(app: &App, router: &Router) -> Vec<(String, TestResponse)> {
    let mut app = app.clone();
    app.router = router.clone();
    let mut answers = Vec::new();
    for path in PATHS {
        for accept in ["text/html", "application/json"] {
            let answer = app.anonymous().with_header("accept", accept).get(path).await;
            answers.push((format!("{path} as {accept}"), answer));
        }
    }
    answers
}

#[apply(on_sqlite)]
async fn security_headers_are_on_every_response(app: App) {
    for (path, answer) in fetch_all(&app, &app.router).await {
        check_security_headers(&path, &answer);
        assert!(
            !answer.headers.contains_key("strict-transport-security"),
            "{path}: this server has no TLS"
        );
    }
}

#[apply(on_sqlite)]
async fn mini_app_may_be_framed_by_messengers_only(app: App) {
    let page = app.anonymous().with_header("accept", "text/html");
    let answer = page.get("/client/app?page=/client/orders/5").await;
    assert!(!answer.headers.contains_key("x-frame-options"));
    let policy = answer.headers["content-security-policy"].to_str().expect("text");
    let ancestors = directives(policy)
        .into_iter()
        .find(|(name, _)| *name == "frame-ancestors");
    let hosts = vec!["https://web.telegram.org", "https://web.max.ru"];
    assert_eq!(ancestors, Some(("frame-ancestors", hosts)));
    for path in ["/client/app/orders", "/client/orders", "/agent/app"] {
        assert_eq!(page.get(path).await.headers["x-frame-options"], "DENY", "{path}");
    }
}

#[apply(on_sqlite)]
async fn hsts_is_sent_when_the_public_url_is_https(app: App) {
    let mut config = app.state.config.clone();
    "https://karavan.example".clone_into(&mut config.public_url);
    let router = karavan::app::router(app.state.with_config(config));
    for (path, answer) in fetch_all(&app, &router).await {
        check_security_headers(&path, &answer);
        assert_eq!(
            answer.headers["strict-transport-security"], "max-age=63072000; includeSubDomains",
            "{path}"
        );
    }
}
