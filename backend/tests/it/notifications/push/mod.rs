//! Notifications in the browser: subscriptions, their end, and the answers of push services.

mod service;

use crate::{
    orders::{lifecycle::quote_order, submitted_order},
    support::{Actor, App, on_both},
    webhooks,
};
use chrono::Duration;
use serde_json::{Value, json};
use service::Browser;

const PATH: &str = "/client/push-subscriptions";

/// The service, which may send messages to push services on this machine.
fn open(app: &App) -> App {
    webhooks::open(app).with_config(|config| config.public_url = "https://karavan.example".to_owned())
}

async fn subscribe(actor: &Actor, browser: &Browser) -> Value {
    actor
        .post(PATH, browser.subscription())
        .await
        .expect_within_statements(200, 6)
}

async fn list(actor: &Actor) -> Value {
    actor.get(PATH).await.expect_within_statements(200, 6)
}

/// Quotes a new order of the client and runs the jobs.
async fn quote(app: &App, client: &Actor) -> i64 {
    let order = submitted_order(client).await;
    let _ = quote_order(&app.owner().await, order).await;
    app.run_due_jobs().await;
    order
}

#[apply(on_both)]
async fn event_arrives_in_the_browser(app: App) {
    let app = open(&app);
    let (client, browser) = (app.client().await, Browser::start().await);
    let key = list(&client).await["public_key"].as_str().expect("a key").to_owned();
    let saved = subscribe(&client, &browser).await;
    assert_eq!(saved["current"], true);
    assert_eq!(list(&client).await, json!({"public_key": key, "data": [saved]}));
    let order = quote(&app, &client).await;
    let sent = browser.take();
    assert_eq!(sent.len(), 1, "the agent's events go to staff");
    let message = &sent[0];
    assert_eq!(message.header("content-encoding"), "aes128gcm");
    assert_eq!(message.header("ttl"), "259200");
    assert_eq!(message.header("topic").len(), 32);
    let claims = message.claims(&key);
    assert_eq!(claims["sub"], "https://karavan.example");
    assert!(browser.endpoint.starts_with(claims["aud"].as_str().expect("an origin")));
    let lifetime = claims["exp"].as_i64().expect("a time") - app.state.clock.now().timestamp();
    assert_eq!(lifetime, 12 * 3600);
    let shown = browser.decrypt(message);
    assert_eq!((&shown["web_push"], &shown["mutable"]), (&json!(8030), &json!(true)));
    let shown = &shown["notification"];
    let page = format!("https://karavan.example/client/orders/{order}");
    let title = shown["title"].as_str().expect("a title");
    assert!(title.starts_with("Заказ K1-1 рассчитан: "), "{title}");
    assert_eq!(shown["body"], "Проверьте расчёт и оплатите его в кабинете.");
    assert_eq!((&shown["navigate"], &shown["lang"]), (&json!(page), &json!("ru")));
    assert_eq!(shown["actions"][0]["navigate"], json!(page));
    assert_eq!(app.count("push_messages", "sent_at IS NOT NULL AND body = ''").await, 1);
    let plain = "private_key LIKE 'MIGHAgEAMBMGByqGSM49%'"; // spelling:ignore
    assert_eq!(app.count("push_keys", plain).await, 0, "stored encrypted");
    assert_eq!(app.count("push_keys", "true").await, 1);
}

#[apply(on_both)]
async fn preferences_count(app: App) {
    let app = open(&app);
    let (client, browser) = (app.client().await, Browser::start().await);
    let _ = subscribe(&client, &browser).await;
    let shown = client.get("/client/notice-preferences").await.expect(200);
    let browser_channel = json!({"channel": "browser", "linked": true, "failing": false});
    assert_eq!(
        shown["channels"].as_array().expect("channels").last(),
        Some(&browser_channel)
    );
    assert_eq!(shown["notices"][0]["used"], json!(["browser"]));
    let off = json!({"choices": [{"notice": "order_quoted", "channel": "browser", "enabled": false}]});
    let changed = client.patch("/client/notice-preferences", off).await.expect(200);
    assert_eq!(changed["notices"][0]["used"], json!([]));
    let _ = quote(&app, &client).await;
    assert_eq!(browser.take().len(), 0);
    let of_staff = app.owner().await.get("/agent/push-subscriptions").await.expect(200);
    assert_eq!(of_staff["data"], json!([]));
}

#[apply(on_both)]
async fn announcement_arrives_and_is_reported(app: App) {
    let app = open(&app);
    let (owner, client, browser) = (app.owner().await, app.client().await, Browser::start().await);
    let _ = subscribe(&client, &browser).await;
    let text = json!({"title": "Праздники", "body": "Склад закрыт."});
    let rehearsed = owner
        .post("/agent/notifications/rehearsal", json!({"body": "text"}))
        .await
        .expect(200);
    assert_eq!(rehearsed["reachable"], 1);
    let draft = owner.post("/agent/notifications", text).await.expect(201);
    let one = format!("/agent/notifications/{}", draft["id"]);
    let _ = owner.post(&format!("{one}/send"), json!({})).await.expect(200);
    app.run_due_jobs().await;
    let sent = browser.take();
    let shown = &browser.decrypt(&sent[0])["notification"];
    assert_eq!(
        (&shown["title"], &shown["body"]),
        (&json!("Праздники"), &json!("Склад закрыт."))
    );
    assert_eq!(shown["navigate"], "https://karavan.example/client/announcements");
    app.state.clock.advance(Duration::minutes(2));
    app.run_due_jobs().await;
    assert_eq!(owner.get(&one).await.expect(200)["reach"]["sent"], 1);
}

#[apply(on_both)]
async fn subscription_ends_with_its_session(app: App) {
    let app = open(&app);
    let (client, other, browser) = (app.client().await, app.client().await, Browser::start().await);
    let _ = subscribe(&client, &browser).await;
    let sessions = other.get("/client/sessions").await.expect(200);
    let sessions = sessions["data"].as_array().expect("sessions");
    let ended = sessions
        .iter()
        .find(|session| session["current"] == false)
        .expect("the other one");
    let _ = other
        .delete(&format!("/client/sessions/{}", ended["id"]))
        .await
        .expect(204);
    assert_eq!(list(&other).await["data"], json!([]), "at once");
    let _ = quote(&app, &other).await;
    assert_eq!(browser.take().len(), 0);
    app.state.clock.advance(Duration::minutes(2));
    app.run_due_jobs().await;
    assert_eq!(app.count("push_subscriptions", "true").await, 0, "the row is deleted");
}

#[apply(on_both)]
async fn message_that_waits_is_not_sent_after_the_logout(app: App) {
    let app = open(&app);
    let (client, browser) = (app.client().await, Browser::start().await);
    let _ = subscribe(&client, &browser).await;
    browser.plan((503, None));
    let _ = quote(&app, &client).await;
    assert_eq!(browser.take().len(), 1);
    let _ = client.post("/client/logout", json!({})).await.expect(204);
    app.state.clock.advance(Duration::minutes(1));
    app.run_due_jobs().await;
    assert_eq!(browser.take().len(), 0);
}

#[apply(on_both)]
async fn answers_of_push_services_are_followed(app: App) {
    let app = open(&app);
    let (client, browser) = (app.client().await, Browser::start().await);
    let _ = subscribe(&client, &browser).await;
    browser.plan((429, Some(("retry-after", "90"))));
    let _ = quote(&app, &client).await;
    assert_eq!(browser.take().len(), 1);
    app.state.clock.advance(Duration::seconds(80));
    app.run_due_jobs().await;
    assert_eq!(browser.take().len(), 0, "it asked for 90 seconds");
    app.state.clock.advance(Duration::seconds(15));
    app.run_due_jobs().await;
    assert_eq!(browser.take().len(), 1);
    for (status, left) in [(403, 1), (302, 1), (410, 0)] {
        browser.plan((status, Some(("location", "http://127.0.0.1:1/"))));
        let _ = quote(&app, &client).await;
        assert_eq!(browser.take().len(), 1);
        assert_eq!(app.count("push_subscriptions", "true").await, left, "{status}");
    }
    let _ = quote(&app, &client).await;
    assert_eq!(browser.take().len(), 0);
}

#[apply(on_both)]
async fn one_browser_belongs_to_one_person_and_session(app: App) {
    let app = open(&app);
    let (client, browser, next) = (app.client().await, Browser::start().await, Browser::start().await);
    let first = subscribe(&client, &browser).await;
    assert_eq!(
        subscribe(&client, &browser).await["id"],
        first["id"],
        "sent again by each page"
    );
    let second = subscribe(&client, &next).await;
    assert_eq!(
        list(&client).await["data"],
        json!([second]),
        "the browser has a new address"
    );
    // Another person logs in at the same browser.
    let owner = app.owner().await;
    let saved = owner
        .post("/agent/push-subscriptions", next.subscription())
        .await
        .expect(200);
    assert_eq!(list(&client).await["data"], json!([]));
    let mut guessed = browser.subscription();
    guessed["endpoint"] = json!(next.endpoint);
    guessed["keys"]["auth"] = json!("AAAAAAAAAAAAAAAAAAAAAA");
    let _ = client.post(PATH, guessed).await.expect(200);
    assert_eq!(
        app.count("push_subscriptions", "true").await,
        2,
        "the address alone proves nothing"
    );
    let _ = client
        .delete(&format!("{PATH}/{}", saved["id"]))
        .await
        .expect_problem(404, "not_found");
    let own = format!("{PATH}/{}", list(&client).await["data"][0]["id"]);
    let _ = client.delete(&own).await.expect(204);
    assert_eq!(list(&client).await["data"], json!([]));
}

#[apply(on_both)]
async fn addresses_and_keys_are_checked(app: App) {
    let browser = Browser::start().await;
    let client = app.client().await;
    for endpoint in [
        browser.endpoint.as_str(),
        "https://127.0.0.1/push",
        "https://localhost/push",
        "http://8.8.8.8/push",
        "https://8.8.8.8:22/push",
        "push",
    ] {
        let mut new = browser.subscription();
        new["endpoint"] = json!(endpoint);
        let problem = client.post(PATH, new).await.expect_problem(422, "validation_failed");
        assert!(problem["errors"]["endpoint"].is_array(), "{endpoint}: {problem}");
    }
    for (field, value) in [("p256dh", "BAQE"), ("auth", "?")] {
        let mut new = browser.subscription();
        new["endpoint"] = json!("https://8.8.8.8/push");
        new["keys"][field] = json!(value);
        let problem = client.post(PATH, new).await.expect_problem(422, "validation_failed");
        assert!(problem["errors"]["keys"].is_array(), "{field}: {problem}");
    }
    assert_eq!(app.count("push_subscriptions", "true").await, 0);
}
