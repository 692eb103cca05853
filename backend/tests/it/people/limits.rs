//! Rate limits: exact over two replicas, and independent of forwarding headers.

use super::bots::Bots;
use crate::support::{Actor, App, CLIENT, OTHER_CLIENT, OWNER, TWO_CABINETS, TestResponse, on_both};
use chrono::Duration;
use serde_json::{Value, json};

const CHAT: i64 = 5_550_001;

/// A rate-limited endpoint: the number of allowed requests, and their status.
struct LimitedEndpoint {
    method: &'static str,
    path: &'static str,
    body: Value,
    allowed: usize,
    status: u16,
}

fn limited_endpoints() -> Vec<LimitedEndpoint> {
    let post = |path: &'static str, body: Value, until: u16| LimitedEndpoint {
        method: "POST",
        path,
        body,
        allowed: 5,
        status: until,
    };
    let get = |path: &'static str, until: u16| LimitedEndpoint {
        method: "GET",
        path,
        body: Value::Null,
        allowed: 50,
        status: until,
    };
    vec![
        post(
            "/client/login/password",
            json!({"phone": CLIENT, "password": "guess"}),
            401,
        ),
        post("/client/code/send", json!({"phone": CLIENT, "channel": "log"}), 202),
        post(
            "/client/recovery",
            json!({"phone": OTHER_CLIENT, "channel": "log"}),
            202,
        ),
        // No code was requested, so only the limit of the address applies.
        LimitedEndpoint {
            allowed: 50,
            ..post("/client/code", json!({"phone": TWO_CABINETS, "code": "000000"}), 401)
        },
        post("/client/link", json!({"phone": CLIENT}), 200),
        post(
            "/agent/login-email",
            json!({"email": "anna@example.com", "password": "guess"}),
            401,
        ),
        post("/agent/forgot-password", json!({"email": "anna@example.com"}), 202),
        get("/client/r/guess", 404),
        get("/su/guess/list", 410),
    ]
}

async fn send_request(replicas: &[App; 2], limited: &LimitedEndpoint, number: usize) -> TestResponse {
    let claimed = format!("203.0.113.{}", number % 250);
    let actor: Actor = replicas[number % 2]
        .anonymous()
        .with_header("x-forwarded-for", &claimed)
        .with_header("forwarded", &format!("for={claimed}"));
    let body = (limited.method == "POST").then(|| limited.body.to_string().into_bytes());
    actor.send(limited.method, limited.path, body).await
}

#[apply(on_both)]
async fn rate_limits_are_exact_across_replicas(app: App) {
    let replicas = [app.clone(), app.replica().await];
    for limited in limited_endpoints() {
        for number in 0..limited.allowed {
            let answer = send_request(&replicas, &limited, number).await;
            assert_eq!(
                answer.status, limited.status,
                "{} {number}: {}",
                limited.path, answer.text
            );
        }
        let refused = send_request(&replicas, &limited, limited.allowed).await;
        let wait: i64 = refused
            .headers
            .get("retry-after")
            .and_then(|value| value.to_str().ok())
            .and_then(|text| text.parse().ok())
            .unwrap_or_default();
        let _ = refused.expect_problem(429, "too_many_requests");
        assert_eq!(wait, 30, "{}", limited.path);
        app.state.clock.advance(Duration::seconds(wait - 1));
        assert_eq!(
            send_request(&replicas, &limited, 0).await.status,
            429,
            "{}: still locked one second before the end",
            limited.path
        );
        app.state.clock.advance(Duration::seconds(1));
        assert_eq!(
            send_request(&replicas, &limited, 1).await.status,
            limited.status,
            "{}: unlocked on time",
            limited.path
        );
        assert_eq!(
            send_request(&replicas, &limited, 0).await.status,
            429,
            "{}: locked again",
            limited.path
        );
    }
}

#[apply(on_both)]
async fn code_guesses_from_many_addresses_stay_below_a_hundred(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    // Behind a trusted proxy the forwarded address is used, so each attempt has another one.
    let replica = app.replica().await;
    let replicas = [&app, &replica].map(|app| app.with_config(|config| config.trusted_proxies = 1));
    let end = app.state.clock.now() + Duration::hours(24);
    let mut number = 0;
    // A code is bound to the browser that requested it, so each code is requested and guessed by a new browser.
    let mut from = |path: &'static str, cookie: &str, body: Value| {
        number += 1;
        let address = format!("198.18.{}.{}", number / 250 % 4, number % 250);
        let browser = replicas[number % 2]
            .anonymous()
            .with_header("sec-fetch-site", "same-origin");
        let actor = browser
            .with_header("x-forwarded-for", &address)
            .with_header("cookie", cookie);
        async move { actor.post(path, body).await }
    };
    while app.state.clock.now() < end {
        let sent = from("/client/code/send", "", json!({"phone": CLIENT, "channel": "telegram"})).await;
        if sent.status == 202 {
            let cookie = sent.headers["set-cookie"]
                .to_str()
                .ok()
                .and_then(|set| set.split(';').next())
                .expect("a cookie")
                .to_owned();
            app.run_due_jobs().await;
            let right = bots.take_code(CHAT);
            let wrong = if right == "000000" { "000001" } else { "000000" };
            for _ in 0..7 {
                let guess = from("/client/code", &cookie, json!({"phone": CLIENT, "code": wrong})).await;
                assert!([401, 429].contains(&guess.status), "{}", guess.text);
            }
        }
        app.state.clock.advance(Duration::minutes(20));
    }
    assert_eq!(app.count("login_codes", "attempts > 5").await, 0);
    let guesses = app.sum("login_codes", "attempts").await;
    assert!((20..=100).contains(&guesses), "{guesses} guesses were checked");
    // Other phones are not locked.
    let _ = app.log_in("agent", OWNER).await;
}
