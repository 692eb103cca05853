//! Strangers stop nobody's login: nothing is hashed before the cheap checks, and what they use up is their own (decision 0034).

use super::bots::{Bots, Browser};
use crate::support::{Actor, App, CLIENT, OWNER, PASSWORD, on_both};
use chrono::Duration;
use futures::future::join_all;
use serde_json::{Value, json};

const CHAT: i64 = 5_550_001;

/// The service behind a proxy of its own, so that addresses are believed.
fn behind_a_proxy(app: &App) -> App {
    app.configured(|config| config.trusted_proxies = 1)
}

/// A program in the network of that number.
fn from(app: &App, network: usize) -> Actor {
    app.stranger().with("x-forwarded-for", &format!("198.18.{network}.7"))
}

fn password(phone: &str, password: &str) -> Value {
    json!({"phone": phone, "password": password})
}

/// Tries wrong passwords from many networks until none is compared any more; says how many were.
async fn use_up_passwords(app: &App, path: &str, phone: &str) -> usize {
    let mut compared = 0;
    for network in 0..12 {
        for _ in 0..6 {
            let answer = from(app, network).post(path, password(phone, "guess")).await;
            compared += usize::from(answer.status == 401);
        }
    }
    let _ = from(app, 200)
        .post(path, password(phone, PASSWORD))
        .await
        .refused(429, "too_many_requests");
    compared
}

/// Has codes sent from many networks until none is sent any more; says how many were.
async fn use_up_codes(app: &App, path: &str, phone: &str) -> usize {
    let mut sent = 0;
    for network in 0..6 {
        for _ in 0..6 {
            let answer = from(app, network)
                .post(path, json!({"phone": phone, "channel": "log"}))
                .await;
            sent += usize::from(answer.status == 202);
        }
    }
    let _ = from(app, 200)
        .post(path, json!({"phone": phone, "channel": "log"}))
        .await
        .refused(429, "too_many_requests");
    sent
}

/// A browser that logged in to an account before, and out again.
async fn known(app: &App, guard: &str, phone: &str) -> Browser {
    let browser = Browser::new(app).at("192.0.2.1");
    let _ = browser
        .post(&format!("/{guard}/login/password"), password(phone, PASSWORD))
        .await
        .expect(200);
    let _ = browser.post(&format!("/{guard}/logout"), json!({})).await.expect(204);
    browser
}

on_both! {
    async fn a_reset_link_that_is_not_good_hashes_nothing(app: App) {
        let before = app.state.hasher.computed();
        let reset = |number: usize| {
            let stranger = app.stranger();
            async move { stranger.post(&format!("/agent/reset-password/guess-{number}"), json!({"password": "a-new-password"})).await.status }
        };
        let statuses = join_all((0..60).map(reset)).await;
        assert!(statuses.iter().all(|status| [401, 429].contains(status)), "{statuses:?}");
        assert!(statuses.contains(&429), "one address is limited");
        assert_eq!(app.state.hasher.computed(), before);
    }

    async fn a_registration_beyond_the_limit_hashes_nothing(app: App) {
        let client = json!({"phone": "+79995556601", "name": "Новый", "password": "a-new-password", "agent": "lotus"});
        let agent = json!({"phone": "+79995556602", "name": "Новый", "password": "a-new-password", "company": "Новая"});
        for (path, body) in [("/client/register", client), ("/agent/register", agent)] {
            let before = app.state.hasher.computed();
            for _ in 0..5 {
                let _ = app.stranger().post(path, body.clone()).await.expect(200);
            }
            for _ in 0..5 {
                let _ = app.stranger().post(path, body.clone()).await.refused(429, "too_many_requests");
            }
            assert_eq!(app.state.hasher.computed(), before + 5, "{path}");
        }
    }

    async fn a_full_queue_says_so_at_once_and_costs_no_attempt(app: App) {
        let full = app.configured(|config| config.hash_queue = 0);
        for _ in 0..10 {
            let busy = full.stranger().post("/client/login/password", password(CLIENT, PASSWORD)).await;
            assert_eq!(busy.headers["retry-after"], "1");
            let _ = busy.refused(503, "busy");
        }
        let new = json!({"phone": "+79995556601", "name": "Новый", "password": "a-new-password", "agent": "lotus"});
        for _ in 0..10 {
            let _ = full.stranger().post("/client/register", new.clone()).await.refused(503, "busy");
        }
        assert_eq!(full.state.hasher.computed(), 0);
        let _ = app.stranger().post("/client/login/password", password(CLIENT, PASSWORD)).await.expect(200);
        let _ = app.stranger().post("/client/register", new).await.expect(200);
    }

    async fn a_full_queue_uses_up_no_code(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        let _ = app.stranger().post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"})).await.expect(202);
        app.work_off().await;
        let body = json!({"phone": CLIENT, "code": bots.code(CHAT)});
        let full = app.configured(|config| config.hash_queue = 0);
        for _ in 0..10 {
            let _ = full.stranger().post("/client/code", body.clone()).await.refused(503, "busy");
        }
        let _ = app.stranger().post("/client/code", body).await.expect(200);
    }

    async fn wrong_passwords_close_their_own_network_alone(app: App) {
        let app = behind_a_proxy(&app);
        let browser = known(&app, "client", CLIENT).await;
        for _ in 0..5 {
            let _ = from(&app, 1).post("/client/login/password", password(CLIENT, "guess")).await.refused(401, "login_failed");
        }
        let _ = from(&app, 1).post("/client/login/password", password(CLIENT, PASSWORD)).await.refused(429, "too_many_requests");
        // A neighbour of the same network is no way around it; another network and a known browser are not touched.
        let neighbour = app.stranger().with("x-forwarded-for", "198.18.1.200");
        let _ = neighbour.post("/client/login/password", password(CLIENT, PASSWORD)).await.refused(429, "too_many_requests");
        let _ = from(&app, 2).post("/client/login/password", password(CLIENT, PASSWORD)).await.expect(200);
        let _ = browser.post("/client/login/password", password(CLIENT, PASSWORD)).await.expect(200);
    }

    async fn a_known_browser_stays_welcome_whatever_strangers_use_up(app: App) {
        let app = behind_a_proxy(&app);
        let browser = known(&app, "client", CLIENT).await;
        assert_eq!(use_up_passwords(&app, "/client/login/password", CLIENT).await, 18);
        assert_eq!(use_up_codes(&app, "/client/code/send", CLIENT).await, 8);
        let _ = browser.post("/client/login/password", password(CLIENT, "guess")).await.refused(401, "login_failed");
        let _ = browser.post("/client/login/password", password(CLIENT, PASSWORD)).await.expect(200);
        let _ = browser.post("/client/code/send", json!({"phone": CLIENT, "channel": "log"})).await.expect(202);
        // It is known to that account alone, and guesses no more than others.
        let _ = browser.post("/client/logout", json!({})).await.expect(204);
        assert_eq!(use_up_passwords(&app, "/agent/login/password", OWNER).await, 18);
        let _ = browser.post("/agent/login/password", password(OWNER, PASSWORD)).await.refused(429, "too_many_requests");
        for _ in 0..4 {
            let _ = browser.post("/client/login/password", password(CLIENT, "guess")).await.refused(401, "login_failed");
        }
        let _ = browser.post("/client/login/password", password(CLIENT, PASSWORD)).await.refused(429, "too_many_requests");
    }

    async fn a_new_password_forgets_every_other_browser(app: App) {
        let app = behind_a_proxy(&app);
        let thief = known(&app, "agent", OWNER).await;
        let browser = Browser::new(&app).at("192.0.2.2");
        let session = browser.post("/agent/login/password", password(OWNER, PASSWORD)).await.expect(200);
        let change = json!({"password": "a-new-password", "current": PASSWORD});
        let token = session["access_token"].as_str().expect("a token");
        let _ = browser.authorized(token).post("/agent/profile/password", change).await.within(204, 7);
        let _ = use_up_passwords(&app, "/agent/login/password", OWNER).await;
        let right = password(OWNER, "a-new-password");
        let _ = thief.post("/agent/login/password", right.clone()).await.refused(429, "too_many_requests");
        let _ = browser.post("/agent/login/password", right).await.expect(200);
    }

    async fn a_login_ended_in_the_list_forgets_its_browser(app: App) {
        let app = behind_a_proxy(&app);
        let thief = known(&app, "agent", OWNER).await;
        let _ = thief.post("/agent/login/password", password(OWNER, PASSWORD)).await.expect(200);
        let owner = app.owner().await;
        let logins = owner.get("/agent/sessions").await.expect(200);
        let theirs = logins["data"].as_array().expect("logins").iter().find(|login| login["current"] == false).expect("a login")["id"].clone();
        let _ = owner.delete(&format!("/agent/sessions/{theirs}")).await.expect(204);
        let _ = use_up_passwords(&app, "/agent/login/password", OWNER).await;
        let _ = thief.post("/agent/login/password", password(OWNER, PASSWORD)).await.refused(429, "too_many_requests");
    }

    async fn codes_that_nobody_asked_for_cost_the_phone_nothing(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let app = behind_a_proxy(&app);
        bots.link(&app, CHAT, CLIENT).await;
        for _ in 0..20 {
            let _ = from(&app, 1).post("/client/code", json!({"phone": CLIENT, "code": "000000"})).await.refused(401, "code_wrong");
        }
        let browser = Browser::new(&app).at("198.18.1.9");
        let _ = browser.post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"})).await.expect(202);
        app.work_off().await;
        let _ = browser.post("/client/code", json!({"phone": CLIENT, "code": bots.code(CHAT)})).await.expect(200);
    }

    async fn a_code_that_comes_back_right_is_given_back(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        for _ in 0..10 {
            let _ = app.stranger().post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"})).await.expect(202);
            app.work_off().await;
            let _ = app.stranger().post("/client/code", json!({"phone": CLIENT, "code": bots.code(CHAT)})).await.expect(200);
        }
    }

    async fn strangers_stop_no_payout(app: App) {
        let app = behind_a_proxy(&app);
        let owner = app.owner().await;
        let _ = use_up_passwords(&app, "/agent/login/password", OWNER).await;
        let _ = use_up_codes(&app, "/agent/code/send", OWNER).await;
        for network in 0..30 {
            let _ = from(&app, network).post("/agent/code", json!({"phone": OWNER, "code": "000000"})).await;
        }
        let _ = owner.post("/agent/profile/payout-code", json!({"channel": "log"})).await.expect(202);
        let _ = owner.post("/agent/profile/payout-proof", json!({"code": "000000"})).await.refused(403, "proof_wrong");
        let _ = owner.post("/agent/profile/second-factor", json!({"on": false, "current": PASSWORD})).await.expect(204);
        let change = json!({"password": "a-new-password", "current": PASSWORD});
        let _ = owner.post("/agent/profile/password", change).await.within(204, 7);
    }

    async fn no_number_of_networks_makes_a_hundred_and_first_guess_of_a_day(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        let app = behind_a_proxy(&app);
        let stolen = known(&app, "client", CLIENT).await;
        let end = app.state.clock.now() + Duration::hours(24);
        let (mut network, mut passwords) = (0, 0);
        while app.state.clock.now() < end {
            for _ in 0..4 {
                network = (network + 1) % 250;
                let guess = from(&app, network).post("/client/login/password", password(CLIENT, "guess")).await;
                passwords += i64::from(guess.status == 401);
                let guess = stolen.post("/client/login/password", password(CLIENT, "guess")).await;
                passwords += i64::from(guess.status == 401);
                let address = format!("198.18.{network}.8");
                let stranger = Browser::new(&app).at(&address);
                for browser in [&stranger, &stolen] {
                    let sent = browser.post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"})).await;
                    if sent.status != 202 {
                        continue;
                    }
                    app.work_off().await;
                    let wrong = if bots.code(CHAT) == "000000" { "000001" } else { "000000" };
                    for _ in 0..6 {
                        let _ = browser.post("/client/code", json!({"phone": CLIENT, "code": wrong})).await.refused(401, "code_wrong");
                    }
                }
            }
            app.state.clock.advance(Duration::minutes(30));
        }
        let codes = app.total("login_codes", "attempts").await;
        assert!((50..=70).contains(&codes), "{codes} guesses at codes");
        assert!((20..=30).contains(&passwords), "{passwords} guesses at passwords");
    }
}
