//! The addresses of the login pages, as programs read them; and the language a new person is met in.

use super::bots::{Bots, Browser, token};
use crate::support::on_both;
use serde_json::json;

on_both! {
    async fn a_program_is_told_the_ways_in_where_a_browser_gets_a_page(app: App) {
        let program = app.stranger().with("accept", "application/json");
        for (address, step) in [
            ("/agent/login", "POST /agent/login-email"),
            ("/client/login", "POST /client/register"),
            ("/agent/code", "POST /agent/code/send"),
            ("/client/confirm", "POST /client/confirm"),
            ("/agent/login-email", "POST /agent/login-email"),
            ("/agent/forgot-password", "POST /agent/forgot-password"),
            ("/agent/reset-password/no-such-token", "POST /agent/reset-password/{token}"),
        ] {
            let doors = program.get(address).await.expect(200);
            let steps = doors["steps"].as_array().expect("steps");
            let told = |door: &serde_json::Value| format!("{} {}", door["method"].as_str().unwrap_or_default(), door["path"].as_str().unwrap_or_default());
            assert!(steps.iter().any(|door| told(door) == step), "{address}: {doors}");
            assert_eq!(doors["channels"], json!(["log"]));
            let page = app.stranger().with("accept", "text/html").get(address).await;
            assert_eq!((page.status, page.headers["content-type"].to_str().ok()), (200, Some("text/html; charset=utf-8")), "{address}");
        }
        let _ = program.get("/nobody/login").await.refused(404, "route_not_found");
    }

    async fn a_new_person_is_met_in_the_language_of_the_browser(app: App) {
        let (app, bots) = Bots::with(&app).await;
        for (number, asked, spoken) in [(1, "zh-CN,zh;q=0.9,en;q=0.8", "zh"), (2, "de-DE,en;q=0.5", "en"), (3, "fr", "ru")] {
            let (browser, phone, chat) = (Browser::new(&app).speaking(asked), format!("+7999111223{number}"), 5_550_000 + number);
            let offer = browser.post("/client/register", json!({"name": "Новичок", "phone": phone, "hash": "lotus"})).await.expect(200);
            let start = bots.telegram(chat, json!({"text": format!("/start {}", token(&offer, "telegram"))}));
            bots.telegram_says(&app, &start).await;
            let done = browser.post("/client/link/status", json!({"phone": phone})).await.within(200, 16);
            let person = app.bearer(done["session"]["access_token"].as_str().expect("a token"));
            assert_eq!(person.get("/client/me").await.expect(200)["user"]["locale"], spoken, "{asked}");
        }
    }
}
