//! The login pages as JSON, and the language of a new user.

use super::bots::{Bots, Browser, start_link_token};
use crate::support::on_both;
use serde_json::json;

#[apply(on_both)]
async fn login_pages_list_login_methods_as_json(app: App) {
    let program = app.anonymous().with_header("accept", "application/json");
    for (address, step) in [
        ("/agent/login", "POST /agent/login-email"),
        ("/client/login", "POST /client/register"),
        ("/agent/code", "POST /agent/code/send"),
        ("/client/confirm", "POST /client/confirm"),
        ("/agent/login-email", "POST /agent/login-email"),
        ("/agent/forgot-password", "POST /agent/forgot-password"),
        (
            "/agent/reset-password/no-such-token",
            "POST /agent/reset-password/{token}",
        ),
    ] {
        let methods = program.get(address).await.expect(200);
        let steps = methods["steps"].as_array().expect("steps");
        let describe = |method: &serde_json::Value| {
            format!(
                "{} {}",
                method["method"].as_str().unwrap_or_default(),
                method["path"].as_str().unwrap_or_default()
            )
        };
        assert!(
            steps.iter().any(|method| describe(method) == step),
            "{address}: {methods}"
        );
        assert_eq!(methods["channels"], json!(["log"]));
        let page = app.anonymous().with_header("accept", "text/html").get(address).await;
        assert_eq!(
            (page.status, page.headers["content-type"].to_str().ok()),
            (200, Some("text/html; charset=utf-8")),
            "{address}"
        );
    }
    let _ = program
        .get("/nobody/login")
        .await
        .expect_problem(404, "route_not_found");
}

#[apply(on_both)]
async fn new_user_gets_the_language_and_time_zone_of_the_browser(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let unknown = json!({"name": "Новичок", "phone": "+79991112239", "hash": "lotus", "timezone": "Mars/Olympus"});
    let refused = Browser::new(&app).post("/client/register", unknown).await;
    let problem = refused.expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["timezone"][0]["code"], "unknown_value");
    for (number, requested, language, sent, stored) in [
        (
            1,
            "zh-CN,zh;q=0.9,en;q=0.8",
            "zh",
            json!("Asia/Shanghai"),
            "Asia/Shanghai",
        ),
        (2, "de-DE,en;q=0.5", "en", json!("Asia/Calcutta"), "Asia/Calcutta"),
        (3, "fr", "ru", json!(null), "Europe/Moscow"),
    ] {
        let (browser, phone, chat) = (
            Browser::new(&app).with_languages(requested),
            format!("+7999111223{number}"),
            5_550_000 + number,
        );
        let offer = browser
            .post(
                "/client/register",
                json!({"name": "Новичок", "phone": phone, "hash": "lotus", "timezone": sent}),
            )
            .await
            .expect(200);
        let start = bots.telegram_update(
            chat,
            json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
        );
        bots.deliver_telegram(&app, &start).await;
        let done = browser
            .post("/client/link/status", json!({"phone": phone}))
            .await
            .expect_within_statements(200, 16);
        let person = app.with_token(done["session"]["access_token"].as_str().expect("a token"));
        let user = person.get("/client/me").await.expect(200)["user"].clone();
        assert_eq!(user["locale"], language, "{requested}");
        assert_eq!(user["timezone"], stored, "{requested}");
    }
}
