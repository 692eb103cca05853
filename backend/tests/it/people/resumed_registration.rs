//! Registrations that continue after a reload of the page, and together with newer login links.

use super::bots::{Bots, Browser, start_link_token};
use crate::support::{App, on_both};
use serde_json::json;

const CHAT: i64 = 5_550_001;

const NEW: &str = "+79991112233";

/// A registration of an agent that waits for its confirmation, in a browser.
async fn begun_registration(app: &App) -> (Browser, serde_json::Value) {
    let browser = Browser::new(app);
    let body = json!({"company": "Тигр Карго", "name": "Олег", "phone": NEW});
    let offer = browser.post("/agent/register", body).await.expect(200);
    (browser, offer)
}

#[apply(on_both)]
async fn registration_survives_a_reload_and_a_newer_login_link(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (browser, first) = begun_registration(&app).await;
    let resumed = browser
        .post("/agent/registration", json!({}))
        .await
        .expect_within_statements(200, 6);
    assert_eq!(resumed["phone"], NEW);
    assert_ne!(
        start_link_token(&resumed["bot_links"], "telegram"),
        start_link_token(&first, "telegram")
    );
    // The page of the login requests a link of its own.
    let _ = browser.post("/agent/link", json!({"phone": NEW})).await.expect(200);
    let start = json!({"text": format!("/start {}", start_link_token(&first, "telegram"))});
    bots.deliver_telegram(&app, &bots.telegram_update(CHAT, start)).await;
    let done = browser
        .post("/agent/link/status", json!({"phone": NEW}))
        .await
        .expect_within_statements(200, 18);
    assert_eq!(
        (&done["state"], &done["session"]["cabinet"]["agent_name"]),
        (&json!("logged_in"), &json!("Тигр Карго"))
    );
    // The other links of the registration are used with it.
    let _ = browser
        .post("/agent/registration", json!({}))
        .await
        .expect_problem(401, "link_expired");
    assert_eq!(app.count("agents", "name = 'Тигр Карго'").await, 1);
}

#[apply(on_both)]
async fn registration_is_completed_by_a_login_link_of_the_same_browser(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (browser, _) = begun_registration(&app).await;
    let login = browser.post("/agent/link", json!({"phone": NEW})).await.expect(200);
    let start = json!({"text": format!("/start {}", start_link_token(&login, "telegram"))});
    bots.deliver_telegram(&app, &bots.telegram_update(CHAT, start)).await;
    bots.link_telegram(&app, CHAT, NEW).await;
    let stranger = Browser::new(&app);
    assert_eq!(
        stranger
            .post("/agent/link/status", json!({"phone": NEW}))
            .await
            .expect(200)["state"],
        "expired"
    );
    let done = browser
        .post("/agent/link/status", json!({"phone": NEW}))
        .await
        .expect_within_statements(200, 24);
    assert_eq!(done["session"]["cabinet"]["agent_name"], "Тигр Карго");
    assert_eq!(app.count("agents", "name = 'Тигр Карго'").await, 1);
}

#[apply(on_both)]
async fn only_the_browser_that_began_a_registration_resumes_it(app: App) {
    let (app, _bots) = Bots::start(&app).await;
    let (browser, _) = begun_registration(&app).await;
    for other in [Browser::new(&app), Browser::new(&app).with_address("203.0.113.9")] {
        let _ = other
            .post("/agent/registration", json!({}))
            .await
            .expect_problem(401, "link_expired");
    }
    let _ = browser
        .post("/client/registration", json!({}))
        .await
        .expect_problem(401, "link_expired");
    app.state.clock.advance(chrono::Duration::minutes(11));
    let _ = browser
        .post("/agent/registration", json!({}))
        .await
        .expect_problem(401, "link_expired");
}
