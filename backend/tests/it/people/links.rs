//! Start links: whose phone is proved to whose browser.

use super::bots::{Bots, Browser, token};
use crate::support::{CLIENT, OTHER_CLIENT, on_both};
use chrono::Duration;
use serde_json::json;

const CHAT: i64 = 5_550_001;
const THIEF: i64 = 6_660_001;

on_both! {
    async fn a_waiting_browser_logs_in_by_itself_when_the_phone_is_proved(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let browser = Browser::new(&app);
        let phone = json!({"phone": CLIENT});
        let offer = browser.post("/client/link", phone.clone()).await.expect(200);
        assert_eq!((&offer["expires_in"], &offer["channels"]), (&json!(600), &json!([])));
        let status = browser.post("/client/link/status", phone.clone()).await.expect(200);
        assert_eq!(status, json!({"state": "pending", "channels": []}));

        let start = bots.telegram(CHAT, json!({"text": format!("/start {}", token(&offer, "telegram"))}));
        bots.telegram_says(&app, &start).await;
        let asked = bots.take(CHAT).pop().expect("the bot asks");
        assert!(asked.text.contains("Chrome, Windows") && !asked.text.contains(CLIENT), "{}", asked.text);
        assert_eq!(asked.body["reply_markup"]["keyboard"][0][0]["request_contact"], true);
        assert_eq!(browser.post("/client/link/status", phone.clone()).await.expect(200)["state"], "pending", "a link alone proves nothing");

        bots.link(&app, CHAT, CLIENT).await;
        let stranger = Browser::new(&app);
        assert_eq!(stranger.post("/client/link/status", phone.clone()).await.expect(200)["state"], "expired", "it is not the stranger's");
        let done = browser.post("/client/link/status", phone.clone()).await.expect(200);
        assert_eq!((&done["state"], &done["session"]["cabinet"]["client_code"]), (&json!("logged_in"), &json!("K1")));
        assert_eq!(browser.post("/client/link/status", phone.clone()).await.expect(200)["state"], "expired", "it comes once");
        let client = app.bearer(done["session"]["access_token"].as_str().expect("a token"));
        let _ = client.get("/client/orders").await.expect(200);
    }

    async fn a_thief_with_the_link_gets_nothing(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let browser = Browser::new(&app);
        let phone = json!({"phone": CLIENT});
        let offer = browser.post("/client/link", phone.clone()).await.expect(200);
        let start = bots.telegram(THIEF, json!({"text": format!("/start {}", token(&offer, "telegram"))}));
        bots.telegram_says(&app, &start).await;
        // The victim's card out of the address book, the own card, a card without an owner.
        for contact in [bots.contact(THIEF, CLIENT, CHAT), bots.contact(THIEF, "+79990001122", THIEF), bots.telegram(THIEF, json!({"contact": {"phone_number": CLIENT, "first_name": "x"}}))] {
            bots.telegram_says(&app, &contact).await;
            assert_eq!(browser.post("/client/link/status", phone.clone()).await.expect(200)["state"], "pending");
        }
        // The link is the first chat's that followed it: the true person's own chat can't be drawn into the thief's request.
        let start = bots.telegram(CHAT, json!({"text": format!("/start {}", token(&offer, "telegram"))}));
        bots.take(CHAT);
        bots.telegram_says(&app, &start).await;
        assert!(bots.take(CHAT).pop().expect("an answer").text.contains("не действует"));
        // A forged card of MAX, and one that is somebody else's.
        let mut forged = bots.max_contact(88, 700_002, CLIENT, 700_002);
        forged["message"]["body"]["attachments"][0]["payload"]["hash"] = json!("00".repeat(32));
        for update in [forged, bots.max_contact(88, 700_002, CLIENT, 700_001)] {
            bots.max_says(&app, &update).await;
            assert_eq!(browser.post("/client/link/status", phone.clone()).await.expect(200)["state"], "pending");
        }
    }

    async fn max_logs_in_by_its_link_or_by_a_code(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let browser = Browser::new(&app);
        let phone = json!({"phone": CLIENT});
        let offer = browser.post("/client/link", phone.clone()).await.expect(200);
        let started = json!({"update_type": "bot_started", "timestamp": 1_790_000_000_000_i64, "chat_id": 182, "user": {"user_id": 7, "first_name": "Анна", "is_bot": false}, "user_locale": "en", "payload": token(&offer, "max")});
        bots.max_says(&app, &started).await;
        let asked = bots.take(182).pop().expect("the bot asks");
        assert_eq!(asked.body["attachments"][0]["payload"]["buttons"][0][0]["type"], "request_contact");
        assert!(asked.text.starts_with("A browser"), "{}", asked.text);
        let contact = bots.max_contact(182, 7, CLIENT, 7);
        bots.max_says(&app, &contact).await;
        assert_eq!(browser.post("/client/link/status", phone.clone()).await.expect(200)["state"], "logged_in");

        // A dialog that knows the person already fires no start: the shared contact alone leads to a code.
        let other = Browser::new(&app);
        let phone = json!({"phone": OTHER_CLIENT});
        let _ = other.post("/client/link", phone.clone()).await.expect(200);
        let contact = bots.max_contact(183, 8, OTHER_CLIENT, 8);
        bots.max_says(&app, &contact).await;
        bots.take(183);
        assert_eq!(other.post("/client/link/status", phone.clone()).await.expect(200), json!({"state": "code", "channels": ["max"]}));
        let _ = other.post("/client/code/send", json!({"phone": OTHER_CLIENT, "channel": "max"})).await.expect(202);
        app.work_off().await;
        let _ = other.post("/client/code", json!({"phone": OTHER_CLIENT, "code": bots.code(183)})).await.expect(200);
    }

    async fn a_phone_without_a_cabinet_is_told_so_once_it_is_proved(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let browser = Browser::new(&app);
        let phone = json!({"phone": "+79995556677"});
        let offer = browser.post("/client/link", phone.clone()).await.expect(200);
        let start = bots.telegram(CHAT, json!({"text": format!("/start {}", token(&offer, "telegram"))}));
        bots.telegram_says(&app, &start).await;
        assert_eq!(browser.post("/client/link/status", phone.clone()).await.expect(200)["state"], "pending");
        bots.link(&app, CHAT, "+79995556677").await;
        assert_eq!(browser.post("/client/link/status", phone).await.expect(200)["state"], "no_cabinet");
    }

    async fn a_link_lives_ten_minutes_and_logs_in_one_of_two_at_once(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let browser = Browser::new(&app);
        let phone = json!({"phone": CLIENT});
        let offer = browser.post("/client/link", phone.clone()).await.expect(200);
        let start = bots.telegram(CHAT, json!({"text": format!("/start {}", token(&offer, "telegram"))}));
        bots.telegram_says(&app, &start).await;
        app.state.clock.advance(Duration::minutes(10) + Duration::seconds(1));
        bots.link(&app, CHAT, CLIENT).await;
        assert_eq!(browser.post("/client/link/status", phone.clone()).await.expect(200)["state"], "expired");

        let offer = browser.post("/client/link", phone.clone()).await.expect(200);
        let start = bots.telegram(CHAT, json!({"text": format!("/start {}", token(&offer, "telegram"))}));
        bots.telegram_says(&app, &start).await;
        bots.link(&app, CHAT, CLIENT).await;
        let poll = || browser.post("/client/link/status", phone.clone());
        let (one, two) = tokio::join!(poll(), poll());
        let (one, two) = (one.expect(200), two.expect(200));
        let logged_in = [one, two].iter().filter(|answer| answer["state"] == "logged_in").count();
        assert_eq!(logged_in, 1);
    }
}
