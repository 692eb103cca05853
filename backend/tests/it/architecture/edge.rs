//! Only the edge of a feature knows HTTP: its routes, and its error, which maps to a problem.

use super::{HTTP, Paths, ROOT, Source, sources};

/// Modules of the ground that speak HTTP: the edge itself, the metrics and spans of requests, and the sockets.
const HTTP_GROUND: [&str; 4] = ["http", "auth", "telemetry", "realtime"];

/// Whether a module is the edge of its feature: routes, extractors, cookies, and the error, which maps to a problem.
fn is_edge(module: &[String]) -> bool {
    let Some(name) = module.last() else { return false };
    let is_route = name == "routes" || name.ends_with("_routes");
    is_route || ["error", "extractors", "cookies"].contains(&name.as_str())
}

/// Modules below the edge that use HTTP, with the used paths.
fn http_below_the_edge(sources: &[Source]) -> Vec<String> {
    let is_ground = |module: &[String]| {
        module[0] == "platform" && module.get(1).is_none_or(|name| HTTP_GROUND.contains(&name.as_str()))
    };
    let is_root = |module: &[String]| module.len() == 1 || ROOT.contains(&module[..2].join("::").as_str());
    let below = sources
        .iter()
        .filter(|source| !is_edge(&source.module) && !is_ground(&source.module) && !is_root(&source.module));
    let uses_http = |path: &[String]| match path {
        [first, second, ..] if first == "platform" && second == "http" => true,
        [first, ..] => HTTP.contains(&first.as_str()),
        [] => false,
    };
    below
        .flat_map(|source| {
            let used = Paths::collect(source).into_iter().filter(|path| uses_http(path));
            used.map(|path| format!("{} uses {}", source.module.join("::"), path.join("::")))
                .collect::<Vec<_>>()
        })
        .collect()
}

#[test]
fn only_the_edge_knows_http() {
    let sources = sources();
    let edges = sources.iter().filter(|source| is_edge(&source.module)).count();
    assert!(edges > 30, "routes are missing: {edges}");
    assert_eq!(http_below_the_edge(&sources), Vec::<String>::new());

    let source = |module: &[&str], code: &str| Source {
        module: module.iter().map(|&part| part.to_owned()).collect(),
        code: code.to_owned(),
    };
    let planted = [
        source(
            &["trade", "orders", "money"],
            "use platform::{http::Failure, scope::Tx};",
        ),
        source(
            &["trade", "orders", "photos"],
            "fn f() -> axum::response::Response { loop {} }",
        ),
        source(&["platform", "xlsx"], "use super::http::attachment;"),
        source(&["trade", "orders", "photo_routes"], "use axum::Router;"),
        source(&["trade", "orders", "error"], "use platform::http::Failure;"),
        source(&["platform", "auth", "caller"], "use crate::http::Failure;"),
        source(&["karavan", "app"], "use axum::Router;"),
        source(&["trade", "orders", "list"], "use platform::page::PageWindow;"),
    ];
    assert_eq!(
        http_below_the_edge(&planted),
        [
            "trade::orders::money uses platform::http::Failure",
            "trade::orders::photos uses axum::response::Response",
            "platform::xlsx uses platform::http::attachment",
        ]
    );
}
