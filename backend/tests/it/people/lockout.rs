//! Strangers cannot block other logins: cheap checks run before hashing, and limits count per source (decision 0034).

use super::bots::{Bots, Browser};
use crate::support::{Actor, App, CLIENT, OWNER, PASSWORD, on_both};
use chrono::Duration;
use futures::future::join_all;
use serde_json::{Value, json};

const CHAT: i64 = 5_550_001;

/// The service behind a trusted proxy, so that forwarded addresses are used.
fn behind_a_proxy(app: &App) -> App {
    app.with_config(|config| config.trusted_proxies = 1)
}

/// A caller in the network with this number.
fn in_network(app: &App, network: usize) -> Actor {
    app.anonymous()
        .with_header("x-forwarded-for", &format!("198.18.{network}.7"))
}

fn password_body(phone: &str, password: &str) -> Value {
    json!({"phone": phone, "password": password})
}

/// Tries wrong passwords from many networks until none is checked any more. Returns how many were checked.
async fn exhaust_password_attempts(app: &App, path: &str, phone: &str) -> usize {
    let mut compared = 0;
    for network in 0..12 {
        for _ in 0..6 {
            let answer = in_network(app, network).post(path, password_body(phone, "guess")).await;
            compared += usize::from(answer.status == 401);
        }
    }
    let _ = in_network(app, 200)
        .post(path, password_body(phone, PASSWORD))
        .await
        .expect_problem(429, "too_many_requests");
    compared
}

/// Requests codes from many networks until none is sent any more. Returns how many were sent.
async fn exhaust_codes(app: &App, path: &str, phone: &str) -> usize {
    let mut sent = 0;
    for network in 0..6 {
        for _ in 0..6 {
            let answer = in_network(app, network)
                .post(path, json!({"phone": phone, "channel": "log"}))
                .await;
            sent += usize::from(answer.status == 202);
        }
    }
    let _ = in_network(app, 200)
        .post(path, json!({"phone": phone, "channel": "log"}))
        .await
        .expect_problem(429, "too_many_requests");
    sent
}

/// A browser that logged in to an account and out again.
async fn known_browser(app: &App, guard: &str, phone: &str) -> Browser {
    let browser = Browser::new(app).with_address("192.0.2.1");
    let _ = browser
        .post(&format!("/{guard}/login/password"), password_body(phone, PASSWORD))
        .await
        .expect(200);
    let _ = browser.post(&format!("/{guard}/logout"), json!({})).await.expect(204);
    browser
}

#[apply(on_both)]
async fn invalid_reset_link_costs_no_hashing(app: App) {
    let before = app.state.hasher.computed();
    let reset = |number: usize| {
        let stranger = app.anonymous();
        async move {
            stranger
                .post(
                    &format!("/agent/reset-password/guess-{number}"),
                    json!({"password": "a-new-password"}),
                )
                .await
                .status
        }
    };
    let statuses = join_all((0..60).map(reset)).await;
    assert!(
        statuses.iter().all(|status| [401, 429].contains(status)),
        "{statuses:?}"
    );
    assert!(statuses.contains(&429), "one IP address is limited");
    assert_eq!(app.state.hasher.computed(), before);
}

#[apply(on_both)]
async fn registration_over_the_limit_costs_no_hashing(app: App) {
    let client = json!({"phone": "+79995556601", "name": "Новый", "password": "a-new-password", "agent": "lotus"});
    let agent = json!({"phone": "+79995556602", "name": "Новый", "password": "a-new-password", "company": "Новая"});
    for (path, body) in [("/client/register", client), ("/agent/register", agent)] {
        let before = app.state.hasher.computed();
        for _ in 0..5 {
            let _ = app.anonymous().post(path, body.clone()).await.expect(200);
        }
        for _ in 0..5 {
            let _ = app
                .anonymous()
                .post(path, body.clone())
                .await
                .expect_problem(429, "too_many_requests");
        }
        assert_eq!(app.state.hasher.computed(), before + 5, "{path}");
    }
}

#[apply(on_both)]
async fn full_hash_queue_answers_busy_and_counts_no_attempt(app: App) {
    let full = app.with_config(|config| config.hash_queue = 0);
    for _ in 0..10 {
        let busy = full
            .anonymous()
            .post("/client/login/password", password_body(CLIENT, PASSWORD))
            .await;
        assert_eq!(busy.headers["retry-after"], "1");
        let _ = busy.expect_problem(503, "busy");
    }
    let new = json!({"phone": "+79995556601", "name": "Новый", "password": "a-new-password", "agent": "lotus"});
    for _ in 0..10 {
        let _ = full
            .anonymous()
            .post("/client/register", new.clone())
            .await
            .expect_problem(503, "busy");
    }
    assert_eq!(full.state.hasher.computed(), 0);
    let _ = app
        .anonymous()
        .post("/client/login/password", password_body(CLIENT, PASSWORD))
        .await
        .expect(200);
    let _ = app.anonymous().post("/client/register", new).await.expect(200);
}

#[apply(on_both)]
async fn full_hash_queue_does_not_consume_a_code(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let _ = app
        .anonymous()
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let body = json!({"phone": CLIENT, "code": bots.take_code(CHAT)});
    let full = app.with_config(|config| config.hash_queue = 0);
    for _ in 0..10 {
        let _ = full
            .anonymous()
            .post("/client/code", body.clone())
            .await
            .expect_problem(503, "busy");
    }
    let _ = app.anonymous().post("/client/code", body).await.expect(200);
}

#[apply(on_both)]
async fn wrong_passwords_lock_only_their_network(app: App) {
    let app = behind_a_proxy(&app);
    let browser = known_browser(&app, "client", CLIENT).await;
    for _ in 0..5 {
        let _ = in_network(&app, 1)
            .post("/client/login/password", password_body(CLIENT, "guess"))
            .await
            .expect_problem(401, "login_failed");
    }
    let _ = in_network(&app, 1)
        .post("/client/login/password", password_body(CLIENT, PASSWORD))
        .await
        .expect_problem(429, "too_many_requests");
    // The lock covers the whole network; other networks and known browsers are not affected.
    let neighbour = app.anonymous().with_header("x-forwarded-for", "198.18.1.200");
    let _ = neighbour
        .post("/client/login/password", password_body(CLIENT, PASSWORD))
        .await
        .expect_problem(429, "too_many_requests");
    let _ = in_network(&app, 2)
        .post("/client/login/password", password_body(CLIENT, PASSWORD))
        .await
        .expect(200);
    let _ = browser
        .post("/client/login/password", password_body(CLIENT, PASSWORD))
        .await
        .expect(200);
}

#[apply(on_both)]
async fn known_browser_is_not_locked_by_strangers(app: App) {
    let app = behind_a_proxy(&app);
    let browser = known_browser(&app, "client", CLIENT).await;
    assert_eq!(
        exhaust_password_attempts(&app, "/client/login/password", CLIENT).await,
        18
    );
    assert_eq!(exhaust_codes(&app, "/client/code/send", CLIENT).await, 8);
    let _ = browser
        .post("/client/login/password", password_body(CLIENT, "guess"))
        .await
        .expect_problem(401, "login_failed");
    let _ = browser
        .post("/client/login/password", password_body(CLIENT, PASSWORD))
        .await
        .expect(200);
    let _ = browser
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "log"}))
        .await
        .expect(202);
    // The browser is known to that account only, and its own attempts are limited as well.
    let _ = browser.post("/client/logout", json!({})).await.expect(204);
    assert_eq!(
        exhaust_password_attempts(&app, "/agent/login/password", OWNER).await,
        18
    );
    let _ = browser
        .post("/agent/login/password", password_body(OWNER, PASSWORD))
        .await
        .expect_problem(429, "too_many_requests");
    for _ in 0..4 {
        let _ = browser
            .post("/client/login/password", password_body(CLIENT, "guess"))
            .await
            .expect_problem(401, "login_failed");
    }
    let _ = browser
        .post("/client/login/password", password_body(CLIENT, PASSWORD))
        .await
        .expect_problem(429, "too_many_requests");
}

#[apply(on_both)]
async fn password_change_forgets_other_browsers(app: App) {
    let app = behind_a_proxy(&app);
    let thief = known_browser(&app, "agent", OWNER).await;
    let browser = Browser::new(&app).with_address("192.0.2.2");
    let session = browser
        .post("/agent/login/password", password_body(OWNER, PASSWORD))
        .await
        .expect(200);
    let change = json!({"password": "a-new-password", "current": PASSWORD});
    let token = session["access_token"].as_str().expect("a token");
    let _ = browser
        .with_access_token(token)
        .post("/agent/profile/password", change)
        .await
        .expect_within_statements(204, 7);
    let _ = exhaust_password_attempts(&app, "/agent/login/password", OWNER).await;
    let right = password_body(OWNER, "a-new-password");
    let _ = thief
        .post("/agent/login/password", right.clone())
        .await
        .expect_problem(429, "too_many_requests");
    let _ = browser.post("/agent/login/password", right).await.expect(200);
}

#[apply(on_both)]
async fn ended_session_forgets_its_browser(app: App) {
    let app = behind_a_proxy(&app);
    let thief = known_browser(&app, "agent", OWNER).await;
    let _ = thief
        .post("/agent/login/password", password_body(OWNER, PASSWORD))
        .await
        .expect(200);
    let owner = app.owner().await;
    let logins = owner.get("/agent/sessions").await.expect(200);
    let theirs = logins["data"]
        .as_array()
        .expect("logins")
        .iter()
        .find(|login| login["current"] == false)
        .expect("a login")["id"]
        .clone();
    let _ = owner.delete(&format!("/agent/sessions/{theirs}")).await.expect(204);
    let _ = exhaust_password_attempts(&app, "/agent/login/password", OWNER).await;
    let _ = thief
        .post("/agent/login/password", password_body(OWNER, PASSWORD))
        .await
        .expect_problem(429, "too_many_requests");
}

#[apply(on_both)]
async fn unrequested_code_guesses_do_not_limit_the_phone(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let app = behind_a_proxy(&app);
    bots.link_telegram(&app, CHAT, CLIENT).await;
    for _ in 0..20 {
        let _ = in_network(&app, 1)
            .post("/client/code", json!({"phone": CLIENT, "code": "000000"}))
            .await
            .expect_problem(401, "code_wrong");
    }
    let browser = Browser::new(&app).with_address("198.18.1.9");
    let _ = browser
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let _ = browser
        .post("/client/code", json!({"phone": CLIENT, "code": bots.take_code(CHAT)}))
        .await
        .expect(200);
}

#[apply(on_both)]
async fn correct_code_refunds_its_budget(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    for _ in 0..10 {
        let _ = app
            .anonymous()
            .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
            .await
            .expect(202);
        app.run_due_jobs().await;
        let _ = app
            .anonymous()
            .post("/client/code", json!({"phone": CLIENT, "code": bots.take_code(CHAT)}))
            .await
            .expect(200);
    }
}

#[apply(on_both)]
async fn strangers_cannot_block_a_payout(app: App) {
    let app = behind_a_proxy(&app);
    let owner = app.owner().await;
    let _ = exhaust_password_attempts(&app, "/agent/login/password", OWNER).await;
    let _ = exhaust_codes(&app, "/agent/code/send", OWNER).await;
    for network in 0..30 {
        let _ = in_network(&app, network)
            .post("/agent/code", json!({"phone": OWNER, "code": "000000"}))
            .await;
    }
    let _ = owner
        .post("/agent/profile/payout-code", json!({"channel": "log"}))
        .await
        .expect(202);
    let _ = owner
        .post("/agent/profile/payout-proof", json!({"code": "000000"}))
        .await
        .expect_problem(403, "proof_wrong");
    let _ = owner
        .post(
            "/agent/profile/second-factor",
            json!({"on": false, "current": PASSWORD}),
        )
        .await
        .expect(204);
    let change = json!({"password": "a-new-password", "current": PASSWORD});
    let _ = owner
        .post("/agent/profile/password", change)
        .await
        .expect_within_statements(204, 7);
}

#[apply(on_both)]
async fn daily_guesses_from_many_networks_stay_below_a_hundred(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let app = behind_a_proxy(&app);
    let stolen = known_browser(&app, "client", CLIENT).await;
    let end = app.state.clock.now() + Duration::hours(24);
    let (mut network, mut passwords) = (0, 0);
    while app.state.clock.now() < end {
        for _ in 0..4 {
            network = (network + 1) % 250;
            let guess = in_network(&app, network)
                .post("/client/login/password", password_body(CLIENT, "guess"))
                .await;
            passwords += i64::from(guess.status == 401);
            let guess = stolen
                .post("/client/login/password", password_body(CLIENT, "guess"))
                .await;
            passwords += i64::from(guess.status == 401);
            let address = format!("198.18.{network}.8");
            let stranger = Browser::new(&app).with_address(&address);
            for browser in [&stranger, &stolen] {
                let sent = browser
                    .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
                    .await;
                if sent.status != 202 {
                    continue;
                }
                app.run_due_jobs().await;
                let wrong = if bots.take_code(CHAT) == "000000" {
                    "000001"
                } else {
                    "000000"
                };
                for _ in 0..6 {
                    let _ = browser
                        .post("/client/code", json!({"phone": CLIENT, "code": wrong}))
                        .await
                        .expect_problem(401, "code_wrong");
                }
            }
        }
        app.state.clock.advance(Duration::minutes(30));
    }
    let codes = app.sum("login_codes", "attempts").await;
    assert!((50..=70).contains(&codes), "{codes} code guesses");
    assert!((20..=30).contains(&passwords), "{passwords} password guesses");
}
