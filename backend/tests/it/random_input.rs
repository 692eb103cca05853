//! Random input to every endpoint: responses are problem documents, never server errors, and the server stays up.

use crate::support::{Actor, App, CLIENT, on_both};
use proptest::prelude::Rng;
use std::env;
use test_seed::TestRng;

/// Requests per endpoint; `KARAVAN_SOAK` selects the long form.
fn requests_per_endpoint() -> u32 {
    if env::var_os("KARAVAN_SOAK").is_some() { 500 } else { 12 }
}

/// Bodies that are difficult for JSON parsers.
fn random_body(rng: &mut TestRng) -> Vec<u8> {
    let deep = |open: &[u8], depth: usize| open.repeat(depth);
    match rng.next_u32() % 10 {
        0 => deep(b"[", 100_000),
        1 => deep(b"{\"a\":", 50_000),
        2 => b"{\"quantity\":1e999999,\"price\":99999999999999999999999999999999999999}".to_vec(),
        3 => b"{\"version\":-9223372036854775809,\"limit\":18446744073709551616}".to_vec(),
        4 => b"{\"title\":\"\xc3\x28\xf0\x28\x8c\x28\"}".to_vec(),
        5 => b"{\"title\":\"\\ud800\\udfff\\u0000\"}".to_vec(),
        6 => format!("{{\"title\":\"{}\"}}", "\u{202e}".repeat(20_000)).into_bytes(),
        7 => b"{\"id\":1,\"id\":2,\"__proto__\":{},\"agent_id\":2}".to_vec(),
        _ => {
            let mut bytes = vec![0; (rng.next_u32() % 2_000) as usize];
            rng.fill_bytes(&mut bytes);
            bytes
        }
    }
}

const CONTENT_TYPES: &[&str] = &[
    "application/json",
    "application/json; charset=utf-16",
    "text/plain",
    "application/octet-stream",
    "multipart/form-data; boundary=x",
    "application/x-www-form-urlencoded",
];
const IDS: &[&str] = &[
    "1",
    "0",
    "-1",
    "9223372036854775807",
    "99999999999999999999",
    "%00",
    "%ff%fe",
    "1%2e%2e%2f",
    "''",
    "\u{202e}",
];
const QUERIES: &[&str] = &[
    "",
    "?limit=0",
    "?limit=18446744073709551616&cursor=%ff",
    "?search=%00%ff",
    "?from=0000-00-00&to=99999-99-99",
    "?cursor=AAAAAAAAAAA",
    "?a=1&a=2&limit=1&limit=2",
    "?=%&&&==",
    "?status=&section=%27%3B--",
    "?client_id=NaN&days=-1",
];

fn pick<'a>(rng: &mut TestRng, of: &[&'a str]) -> &'a str {
    of[rng.next_u32() as usize % of.len()]
}

/// Replaces the parameters of a path with random values.
fn random_path(rng: &mut TestRng, path: &str) -> String {
    let mut parts = path.split('{');
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once('}').unwrap_or(("", part));
        let value = if name == "guard" {
            pick(rng, &["agent", "client", "nobody"])
        } else {
            pick(rng, IDS)
        };
        filled.push_str(
            &url::form_urlencoded::byte_serialize(value.as_bytes())
                .collect::<String>()
                .replace("%25", "%"),
        );
        filled.push_str(rest);
    }
    filled
}

async fn callers(app: &App) -> Vec<Actor> {
    vec![
        app.owner().await,
        app.client().await,
        app.extension_of(CLIENT).await,
        app.anonymous(),
        app.with_token("nonsense"),
    ]
}

#[apply(on_both)]
async fn random_input_never_causes_a_server_error(app: App) {
    let mut rng = test_seed::rng();
    let callers = callers(&app).await;
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    for endpoint in &endpoints {
        // These would end the sessions of the other requests.
        if matches!(endpoint.name, "log_out" | "refresh_session" | "ext_revoke_token") {
            continue;
        }
        for _ in 0..requests_per_endpoint() {
            let path = format!("{}{}", random_path(&mut rng, endpoint.path), pick(&mut rng, QUERIES));
            let method = if rng.next_u32().is_multiple_of(8) {
                pick(&mut rng, &["PUT", "TRACE", "DELETE", "PATCH", "X"])
            } else {
                endpoint.method.as_str()
            };
            let caller = &callers[rng.next_u32() as usize % callers.len()];
            let caller = caller
                .with_header("content-type", pick(&mut rng, CONTENT_TYPES))
                .with_header("if-match", pick(&mut rng, &["*", "\"1\"", "1", "W/\"x\"", ""]));
            // Some endpoints refuse every key.
            let caller = match rng.next_u32() % 6 {
                0 => caller.with_header("idempotency-key", pick(&mut rng, &["k", "", "?"])),
                _ => caller,
            };
            let sent = (!rng.next_u32().is_multiple_of(4)).then(|| random_body(&mut rng));
            let answer = caller.send(method, &path, sent).await;
            assert!(
                answer.status < 500,
                "{method} {path}: {} {}",
                answer.status,
                answer.text
            );
            if answer.status >= 400 {
                assert_eq!(
                    answer.headers["content-type"], "application/problem+json",
                    "{method} {path}: {}",
                    answer.text
                );
            }
            if answer.status == 405 {
                assert!(answer.headers.contains_key("allow"), "{method} {path}: no Allow header");
            }
        }
    }
    assert_eq!(app.anonymous().get("/readyz").await.status, 200);
}
