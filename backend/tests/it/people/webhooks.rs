//! Updates on their way in, messages on their way out.

use super::bots::{Bots, SECRET};
use crate::support::{App, CLIENT, OWNER, on_both};
use chrono::Duration;
use futures::future::join_all;
use karavan::messengers::{self, Buttons, Command, Messenger, Note, Outgoing};
use serde_json::{Value, json};

const CHAT: i64 = 5_550_001;

async fn note(app: &App, user_id: i64, text: &str, key: &str) {
    let message = Outgoing {
        text: text.to_owned(),
        buttons: Buttons::Keep,
    };
    let new = Note {
        user_id,
        message: &message,
        only: None,
        dedupe_key: key.to_owned(),
    };
    // In a client's own transaction, as a feature does it.
    let tx = app.state.system().enter_client(1, 1).begin().await.expect("begins");
    messengers::send_to_user(&tx, new, app.state.clock.now())
        .await
        .expect("is written");
    tx.commit().await.expect("commits");
}

on_both! {
    async fn a_wrong_secret_is_refused_and_anything_else_is_taken(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let good = bots.telegram(CHAT, json!({"text": "/start"}));
        let stranger = app.stranger();
        for actor in [&stranger, &stranger.with("x-telegram-bot-api-secret-token", "wrong"), &stranger.with("x-telegram-bot-api-secret-token", ""), &stranger.with("x-max-bot-api-secret", SECRET)] {
            let _ = actor.post("/webhooks/telegram", good.clone()).await.refused(401, "credential_invalid");
        }
        let _ = stranger.post("/webhooks/max?secret=wrong", json!({})).await.refused(401, "credential_invalid");
        let _ = app.configured(|config| config.outside.max.webhook_secret = None).stranger().post("/webhooks/max?secret=", json!({})).await.refused(401, "credential_invalid");
        assert_eq!(app.count("webhook_updates", "1 = 1").await, 0);

        let named = stranger.with("x-messenger-bot-api-secret-token", SECRET);
        assert_eq!(named.post("/webhooks/telegram", good).await.expect(200), json!({}));
        let _ = stranger.post(&format!("/webhooks/max?secret={SECRET}"), json!({"update_type": "bot_started", "timestamp": 1, "chat_id": 3, "user": {"user_id": 4}})).await.expect(200);
        app.work_off().await;
        assert_eq!((bots.take(CHAT).len(), bots.take(3).len()), (1, 1));
    }

    async fn mangled_updates_are_taken_and_change_nothing(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let before = app.dump("messenger_contacts").await;
        let hook = app.stranger().with("x-telegram-bot-api-secret-token", SECRET);
        let whole = bots.contact(CHAT, CLIENT, 1).to_string().into_bytes();
        for cut in (0..whole.len()).step_by(7) {
            let _ = hook.send("POST", "/webhooks/telegram", Some(whole[..cut].to_vec())).await.expect(200);
        }
        let odd: Vec<Value> = vec![json!([]), json!(null), json!({"update_id": "x"}), json!({"update_id": 1}), json!({"update_id": 2, "message": {"chat": {"type": "private"}}}), json!({"update_id": 3, "callback_query": {"id": "1"}}), json!({"update_id": 4, "message": {"text": "\u{0}/start \u{202e}", "from": {"id": 5}, "chat": {"id": 5, "type": "private"}}})];
        for update in odd {
            let _ = hook.post("/webhooks/telegram", update).await.expect(200);
        }
        let _ = hook.send("POST", "/webhooks/telegram", Some(vec![b' '; 2 << 20])).await.expect(200);
        app.work_off().await;
        assert_eq!(app.dump("messenger_contacts").await, before);
        assert_eq!(app.count("jobs", "failed_at IS NOT NULL OR last_error IS NOT NULL").await, 0);
    }

    async fn the_same_update_a_hundred_times_is_one(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let replica = app.replica().await;
        let contact = bots.contact(CHAT, CLIENT, CHAT);
        let deliver = |number: usize| {
            let hook = [&app, &replica][number % 2].stranger().with("x-telegram-bot-api-secret-token", SECRET);
            let update = contact.clone();
            async move { hook.post("/webhooks/telegram", update).await.status }
        };
        assert!(join_all((0..100).map(deliver)).await.into_iter().all(|status| status == 200));
        app.work_off().await;
        assert_eq!(app.count("webhook_updates", "done_at IS NOT NULL AND payload = ''").await, 1);
        assert_eq!(bots.take(CHAT).len(), 1, "one answer");
        let contacts = app.dump("messenger_contacts").await;
        assert!(contacts.contains(CLIENT) && contacts.contains(&CHAT.to_string()), "{contacts}");
    }

    async fn a_number_that_moves_to_another_chat_tells_the_former_one(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        bots.link(&app, 42, CLIENT).await;
        assert!(bots.take(CHAT).pop().expect("a word").text.contains("другим чатом"));
        assert_eq!(app.count("messenger_contacts", "chat_id = '42'").await, 1);
        assert_eq!(app.count("messenger_contacts", "1 = 1").await, 1);
    }

    async fn messages_keep_their_order_through_floods_and_outages(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        let client = app.client().await.get("/client/me").await.expect(200)["user"]["id"].as_i64().expect("an id");
        bots.answers.lock().expect("answers").extend([
            (429, json!({"ok": false, "error_code": 429, "description": "Too Many Requests: retry after 7", "parameters": {"retry_after": 7}})),
            (502, json!(null)),
        ]);
        for number in 0..3 {
            note(&app, client, &format!("Новость {number}"), &format!("news:{number}")).await;
            note(&app, client, "дважды", &format!("news:{number}")).await;
        }
        app.work_off().await;
        assert!(bots.take(CHAT).is_empty(), "the head waits, and the line behind it");
        app.state.clock.advance(Duration::seconds(6));
        app.work_off().await;
        assert!(bots.take(CHAT).is_empty(), "not before the messenger allows it");
        for _ in 0..3 {
            app.state.clock.advance(Duration::seconds(20));
            app.work_off().await;
        }
        let texts: Vec<String> = bots.take(CHAT).into_iter().map(|sent| sent.text).collect();
        assert_eq!(texts, ["Новость 0", "Новость 1", "Новость 2"]);
    }

    async fn a_messenger_that_is_down_is_left_alone_and_takes_no_tries(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        bots.link(&app, CHAT + 1, OWNER).await;
        let user = |actor: Value| actor["user"]["id"].as_i64().expect("an id");
        let client = user(app.client().await.get("/client/me").await.expect(200));
        let owner = user(app.owner().await.get("/agent/me").await.expect(200));
        bots.answers.lock().expect("answers").extend(std::iter::repeat_n((503, json!(null)), 5));
        note(&app, client, "долго", "long").await;
        for wait in [0, 1, 5, 15, 60] {
            app.state.clock.advance(Duration::seconds(wait));
            app.work_off().await;
        }
        assert_eq!(bots.answers.lock().expect("answers").len(), 0, "five calls failed");
        note(&app, owner, "сразу", "soon").await;
        app.work_off().await;
        assert!(bots.take(CHAT + 1).is_empty(), "nobody calls");
        assert_eq!(app.count("messenger_messages", &format!("chat_id = '{}' AND attempts = 0", CHAT + 1)).await, 1, "it was no try");
        app.state.clock.advance(Duration::seconds(30));
        app.work_off().await;
        assert_eq!(bots.take(CHAT + 1)[0].text, "сразу");
        app.state.clock.advance(Duration::seconds(300));
        app.work_off().await;
        assert_eq!(bots.take(CHAT)[0].text, "долго");
    }

    async fn a_message_that_can_not_be_sent_is_given_up_and_the_line_goes_on(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        let client = app.client().await.get("/client/me").await.expect(200)["user"]["id"].as_i64().expect("an id");
        bots.answers.lock().expect("answers").extend(std::iter::repeat_n((503, json!(null)), 9));
        note(&app, client, "никогда", "never").await;
        note(&app, client, "потом", "later").await;
        for _ in 0..12 {
            app.work_off().await;
            app.state.clock.advance(Duration::hours(7));
        }
        let texts: Vec<String> = bots.take(CHAT).into_iter().map(|sent| sent.text).collect();
        assert_eq!(texts, ["потом"]);
        let dead = app.dump("messenger_messages").await;
        assert!(dead.contains("Telegram answered 503") && !dead.contains("никогда"), "{dead}");

        bots.answers.lock().expect("answers").push_back((403, json!({"ok": false, "error_code": 403, "description": "Forbidden: bot was blocked by the user"})));
        note(&app, client, "в пустоту", "blocked").await;
        app.work_off().await;
        assert_eq!(app.count("messenger_contacts", "blocked_at IS NOT NULL").await, 1);
        assert_eq!(app.stranger().post("/client/login", json!({"phone": CLIENT})).await.expect(200)["channels"], json!([]));
    }

    async fn the_command_line_sets_asks_and_deletes_webhooks(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let told = messengers::command(&app.state, Messenger::Telegram, Command::Set).await.expect("is set");
        assert!(told.ends_with("/webhooks/telegram") && !told.contains(SECRET), "{told}");
        let body = bots.take(0).pop().expect("a call").body;
        assert_eq!((&body["secret_token"], &body["url"]), (&json!(SECRET), &json!("http://127.0.0.1:8080/webhooks/telegram")));
        let info = messengers::command(&app.state, Messenger::Telegram, Command::Info).await.expect("is told");
        assert_eq!(info, "Telegram delivers to https://karavan.example/webhooks/telegram; 3 updates wait");
        let _ = messengers::command(&app.state, Messenger::Telegram, Command::Delete).await.expect("is deleted");
        let told = messengers::command(&app.state, Messenger::Max, Command::Set).await.expect("is set");
        assert!(!told.contains(SECRET), "{told}");
        assert!(bots.take(0).pop().expect("a call").body["url"].as_str().expect("text").ends_with(&format!("/webhooks/max?secret={SECRET}")));
        assert!(messengers::command(&app.configured(|config| config.outside.max.token = None).state, Messenger::Max, Command::Info).await.is_err());
    }
}
