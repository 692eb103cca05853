//! Start links: they confirm a phone for one browser.

use super::bots::{Bots, Browser, start_link_token};
use crate::support::{CLIENT, OTHER_CLIENT, on_both};
use chrono::Duration;
use serde_json::json;

const CHAT: i64 = 5_550_001;
const THIEF: i64 = 6_660_001;

#[apply(on_both)]
async fn waiting_browser_logs_in_when_the_phone_is_confirmed(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let phone = json!({"phone": CLIENT});
    let offer = browser.post("/client/link", phone.clone()).await.expect(200);
    assert_eq!((&offer["expires_in"], &offer["channels"]), (&json!(600), &json!([])));
    let status = browser.post("/client/link/status", phone.clone()).await.expect(200);
    assert_eq!(status, json!({"state": "pending", "channels": []}));

    let start = bots.telegram_update(
        CHAT,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    let asked = bots.take_messages(CHAT).pop().expect("the bot asks");
    assert!(
        asked.text.contains("Chrome, Windows") && !asked.text.contains(CLIENT),
        "{}",
        asked.text
    );
    assert_eq!(asked.body["reply_markup"]["keyboard"][0][0]["request_contact"], true);
    assert_eq!(
        browser.post("/client/link/status", phone.clone()).await.expect(200)["state"],
        "pending",
        "a start link alone confirms nothing"
    );

    bots.link_telegram(&app, CHAT, CLIENT).await;
    let stranger = Browser::new(&app);
    assert_eq!(
        stranger.post("/client/link/status", phone.clone()).await.expect(200)["state"],
        "expired",
        "another browser gets no session"
    );
    let done = browser.post("/client/link/status", phone.clone()).await.expect(200);
    assert_eq!(
        (&done["state"], &done["session"]["cabinet"]["client_code"]),
        (&json!("logged_in"), &json!("K1"))
    );
    assert_eq!(
        browser.post("/client/link/status", phone.clone()).await.expect(200)["state"],
        "expired",
        "the session is issued once"
    );
    let client = app.with_token(done["session"]["access_token"].as_str().expect("a token"));
    let _ = client.get("/client/orders").await.expect(200);
}

#[apply(on_both)]
async fn stolen_start_link_is_useless(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let phone = json!({"phone": CLIENT});
    let offer = browser.post("/client/link", phone.clone()).await.expect(200);
    let start = bots.telegram_update(
        THIEF,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    // The victim's contact from the address book, the thief's own contact, a contact without an owner.
    for contact in [
        bots.telegram_contact(THIEF, CLIENT, CHAT),
        bots.telegram_contact(THIEF, "+79990001122", THIEF),
        bots.telegram_update(THIEF, json!({"contact": {"phone_number": CLIENT, "first_name": "x"}})),
    ] {
        bots.deliver_telegram(&app, &contact).await;
        assert_eq!(
            browser.post("/client/link/status", phone.clone()).await.expect(200)["state"],
            "pending"
        );
    }
    // A link belongs to the first chat that opens it, so the victim's chat cannot be used for the thief's request.
    let start = bots.telegram_update(
        CHAT,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.take_messages(CHAT);
    bots.deliver_telegram(&app, &start).await;
    assert!(
        bots.take_messages(CHAT)
            .pop()
            .expect("an answer")
            .text
            .contains("не действует")
    );
    // A MAX contact with a forged signature, and one of another person.
    let mut forged = bots.max_contact(88, 700_002, CLIENT, 700_002);
    forged["message"]["body"]["attachments"][0]["payload"]["hash"] = json!("00".repeat(32));
    for update in [forged, bots.max_contact(88, 700_002, CLIENT, 700_001)] {
        bots.deliver_max(&app, &update).await;
        assert_eq!(
            browser.post("/client/link/status", phone.clone()).await.expect(200)["state"],
            "pending"
        );
    }
}

#[apply(on_both)]
async fn max_supports_start_links_and_codes(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let phone = json!({"phone": CLIENT});
    let offer = browser.post("/client/link", phone.clone()).await.expect(200);
    let started = json!({
        "update_type": "bot_started",
        "timestamp": 1_790_000_000_000_i64,
        "chat_id": 182,
        "user": {"user_id": 7, "first_name": "Анна", "is_bot": false},
        "user_locale": "en",
        "payload": start_link_token(&offer, "max"),
    });
    bots.deliver_max(&app, &started).await;
    let asked = bots.take_messages(182).pop().expect("the bot asks");
    assert_eq!(
        asked.body["attachments"][0]["payload"]["buttons"][0][0]["type"],
        "request_contact"
    );
    assert!(asked.text.starts_with("A browser"), "{}", asked.text);
    let contact = bots.max_contact(182, 7, CLIENT, 7);
    bots.deliver_max(&app, &contact).await;
    assert_eq!(
        browser.post("/client/link/status", phone.clone()).await.expect(200)["state"],
        "logged_in"
    );

    // MAX sends no start event in an existing dialog: the shared contact alone leads to a code.
    let other = Browser::new(&app);
    let phone = json!({"phone": OTHER_CLIENT});
    let _ = other.post("/client/link", phone.clone()).await.expect(200);
    let contact = bots.max_contact(183, 8, OTHER_CLIENT, 8);
    bots.deliver_max(&app, &contact).await;
    bots.take_messages(183);
    assert_eq!(
        other.post("/client/link/status", phone.clone()).await.expect(200),
        json!({"state": "code", "channels": ["max"]})
    );
    let _ = other
        .post("/client/code/send", json!({"phone": OTHER_CLIENT, "channel": "max"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let _ = other
        .post(
            "/client/code",
            json!({"phone": OTHER_CLIENT, "code": bots.take_code(183)}),
        )
        .await
        .expect(200);
}

#[apply(on_both)]
async fn confirmed_phone_without_cabinet_gets_no_session(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let phone = json!({"phone": "+79995556677"});
    let offer = browser.post("/client/link", phone.clone()).await.expect(200);
    let start = bots.telegram_update(
        CHAT,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    assert_eq!(
        browser.post("/client/link/status", phone.clone()).await.expect(200)["state"],
        "pending"
    );
    bots.link_telegram(&app, CHAT, "+79995556677").await;
    assert_eq!(
        browser.post("/client/link/status", phone).await.expect(200)["state"],
        "no_cabinet"
    );
}

#[apply(on_both)]
async fn start_link_expires_and_logs_in_once(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let phone = json!({"phone": CLIENT});
    let offer = browser.post("/client/link", phone.clone()).await.expect(200);
    let start = bots.telegram_update(
        CHAT,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    app.state.clock.advance(Duration::minutes(10) + Duration::seconds(1));
    bots.link_telegram(&app, CHAT, CLIENT).await;
    assert_eq!(
        browser.post("/client/link/status", phone.clone()).await.expect(200)["state"],
        "expired"
    );

    let offer = browser.post("/client/link", phone.clone()).await.expect(200);
    let start = bots.telegram_update(
        CHAT,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let poll = || browser.post("/client/link/status", phone.clone());
    let (one, two) = tokio::join!(poll(), poll());
    let (one, two) = (one.expect(200), two.expect(200));
    let logged_in = [one, two]
        .iter()
        .filter(|answer| answer["state"] == "logged_in")
        .count();
    assert_eq!(logged_in, 1);
}
