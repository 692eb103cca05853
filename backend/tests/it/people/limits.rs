//! Every limited address: as many tries as are allowed and not one more, over two replicas, whatever a header claims.

use super::bots::Bots;
use crate::support::{Actor, Answer, App, CLIENT, OTHER_CLIENT, OWNER, TWO_CABINETS, on_both};
use chrono::Duration;
use serde_json::{Value, json};

const CHAT: i64 = 5_550_001;

/// An address that is limited, how often it may be asked, and what it answers until then.
struct Limited {
    method: &'static str,
    path: &'static str,
    body: Value,
    tries: usize,
    until: u16,
}

fn limited() -> Vec<Limited> {
    let post = |path: &'static str, body: Value, until: u16| Limited {
        method: "POST",
        path,
        body,
        tries: 5,
        until,
    };
    let get = |path: &'static str, until: u16| Limited {
        method: "GET",
        path,
        body: Value::Null,
        tries: 50,
        until,
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
        // No code was asked for, so only the address pays.
        Limited {
            tries: 50,
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

async fn ask(replicas: &[App; 2], what: &Limited, number: usize) -> Answer {
    let claimed = format!("203.0.113.{}", number % 250);
    let actor: Actor = replicas[number % 2]
        .stranger()
        .with("x-forwarded-for", &claimed)
        .with("forwarded", &format!("for={claimed}"));
    let body = (what.method == "POST").then(|| what.body.to_string().into_bytes());
    actor.send(what.method, what.path, body).await
}

on_both! {
    async fn every_limit_holds_to_the_try_and_to_the_second(app: App) {
        let replicas = [app.clone(), app.replica().await];
        for what in limited() {
            for number in 0..what.tries {
                let answer = ask(&replicas, &what, number).await;
                assert_eq!(answer.status, what.until, "{} {number}: {}", what.path, answer.text);
            }
            let refused = ask(&replicas, &what, what.tries).await;
            let wait: i64 = refused.headers.get("retry-after").and_then(|value| value.to_str().ok()).and_then(|text| text.parse().ok()).unwrap_or_default();
            let _ = refused.refused(429, "too_many_requests");
            assert_eq!(wait, 30, "{}", what.path);
            app.state.clock.advance(Duration::seconds(wait - 1));
            assert_eq!(ask(&replicas, &what, 0).await.status, 429, "{} a second too early", what.path);
            app.state.clock.advance(Duration::seconds(1));
            assert_eq!(ask(&replicas, &what, 1).await.status, what.until, "{} at its time", what.path);
            assert_eq!(ask(&replicas, &what, 0).await.status, 429, "{} locks again", what.path);
        }
    }

    async fn a_thousand_addresses_make_no_hundred_and_first_guess(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        // Behind a proxy of ours addresses are believed, so that each try comes from another one.
        let replica = app.replica().await;
        let replicas = [&app, &replica].map(|app| app.configured(|config| config.trusted_proxies = 1));
        let end = app.state.clock.now() + Duration::hours(24);
        let mut number = 0;
        // A code serves the browser that asked for it, so each one is asked for and guessed at by a browser of its own.
        let mut from = |path: &'static str, cookie: &str, body: Value| {
            number += 1;
            let address = format!("198.18.{}.{}", number / 250 % 4, number % 250);
            let browser = replicas[number % 2].stranger().with("sec-fetch-site", "same-origin");
            let actor = browser.with("x-forwarded-for", &address).with("cookie", cookie);
            async move { actor.post(path, body).await }
        };
        while app.state.clock.now() < end {
            let sent = from("/client/code/send", "", json!({"phone": CLIENT, "channel": "telegram"})).await;
            if sent.status == 202 {
                let cookie = sent.headers["set-cookie"].to_str().ok().and_then(|set| set.split(';').next()).expect("a cookie").to_owned();
                app.work_off().await;
                let right = bots.code(CHAT);
                let wrong = if right == "000000" { "000001" } else { "000000" };
                for _ in 0..7 {
                    let guess = from("/client/code", &cookie, json!({"phone": CLIENT, "code": wrong})).await;
                    assert!([401, 429].contains(&guess.status), "{}", guess.text);
                }
            }
            app.state.clock.advance(Duration::minutes(20));
        }
        assert_eq!(app.count("login_codes", "attempts > 5").await, 0);
        let guesses = app.total("login_codes", "attempts").await;
        assert!((20..=100).contains(&guesses), "{guesses} guesses were compared");
        // The owner of another phone is not locked out by it.
        let _ = app.log_in("agent", OWNER).await;
    }
}
