//! Guesses of passwords lock a network, not a person.

use super::{CHAT, behind_a_proxy, exhaust_codes, exhaust_password_attempts, in_network, password_body};
use crate::{
    people::bots::{Bots, Browser},
    support::{App, CLIENT, OWNER, PASSWORD, on_both},
};
use chrono::Duration;
use serde_json::json;

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
