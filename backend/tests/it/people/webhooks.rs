//! Incoming webhook updates and outgoing messages.

use super::bots::{Bots, WEBHOOK_SECRET};
use crate::support::{App, CLIENT, OWNER, on_both};
use chrono::Duration;
use futures::future::join_all;
use infra::messengers::{self, Buttons, Messenger, OutgoingMessage, UserMessage, WebhookCommand};
use serde_json::{Value, json};
use shared_types::id::{AgentId, ClientId, UserId};

const CHAT: i64 = 5_550_001;

/// Sends a message of the bots to a person.
pub(crate) async fn send_message(app: &App, user_id: i64, text: &str, key: &str) {
    let message = OutgoingMessage {
        text: text.to_owned(),
        buttons: Buttons::Keep,
        file: None,
    };
    let new = UserMessage {
        user_id: UserId(user_id),
        message: &message,
        only: None,
        dedupe_key: key.to_owned(),
    };
    // In a transaction of the client's scope, as features do it.
    let tx = app
        .state
        .system()
        .enter_client(AgentId(1), ClientId(1))
        .begin()
        .await
        .expect("begins");
    messengers::send_to_user(&tx, new, app.state.clock.now())
        .await
        .expect("is written");
    tx.commit().await.expect("commits");
}

#[apply(on_both)]
async fn webhook_requires_its_secret(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let good = bots.telegram_update(CHAT, json!({"text": "/start"}));
    let stranger = app.anonymous();
    for actor in [
        &stranger,
        &stranger.with_header("x-telegram-bot-api-secret-token", "wrong"),
        &stranger.with_header("x-telegram-bot-api-secret-token", ""),
        &stranger.with_header("x-max-bot-api-secret", WEBHOOK_SECRET),
    ] {
        let _ = actor
            .post("/webhooks/telegram", good.clone())
            .await
            .expect_problem(401, "credential_invalid");
    }
    let _ = stranger
        .post("/webhooks/max?secret=wrong", json!({}))
        .await
        .expect_problem(401, "credential_invalid");
    let _ = app
        .with_config(|config| config.messaging.max.webhook_secret = None)
        .anonymous()
        .post("/webhooks/max?secret=", json!({}))
        .await
        .expect_problem(401, "credential_invalid");
    assert_eq!(app.count("webhook_updates", "1 = 1").await, 0);

    let named = stranger.with_header("x-messenger-bot-api-secret-token", WEBHOOK_SECRET);
    assert_eq!(named.post("/webhooks/telegram", good).await.expect(200), json!({}));
    let _ = stranger
        .post(
            &format!("/webhooks/max?secret={WEBHOOK_SECRET}"),
            json!({"update_type": "bot_started", "timestamp": 1, "chat_id": 3, "user": {"user_id": 4}}),
        )
        .await
        .expect(200);
    app.run_due_jobs().await;
    assert_eq!((bots.take_messages(CHAT).len(), bots.take_messages(3).len()), (1, 1));
}

#[apply(on_both)]
async fn malformed_updates_are_accepted_and_ignored(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let before = app.dump_table("messenger_contacts").await;
    let hook = app
        .anonymous()
        .with_header("x-telegram-bot-api-secret-token", WEBHOOK_SECRET);
    let whole = bots.telegram_contact(CHAT, CLIENT, 1).to_string().into_bytes();
    for cut in (0..whole.len()).step_by(7) {
        let _ = hook
            .send("POST", "/webhooks/telegram", Some(whole[..cut].to_vec()))
            .await
            .expect(200);
    }
    let odd: Vec<Value> = vec![
        json!([]),
        json!(null),
        json!({"update_id": "x"}),
        json!({"update_id": 1}),
        json!({"update_id": 2, "message": {"chat": {"type": "private"}}}),
        json!({"update_id": 3, "callback_query": {"id": "1"}}),
        json!({"update_id": 4, "message": {"text": "\u{0}/start \u{202e}", "from": {"id": 5}, "chat": {"id": 5, "type": "private"}}}),
    ];
    for update in odd {
        let _ = hook.post("/webhooks/telegram", update).await.expect(200);
    }
    let _ = hook
        .send("POST", "/webhooks/telegram", Some(vec![b' '; 2 << 20]))
        .await
        .expect(200);
    app.run_due_jobs().await;
    assert_eq!(app.dump_table("messenger_contacts").await, before);
    assert_eq!(
        app.count("jobs", "failed_at IS NOT NULL OR last_error IS NOT NULL")
            .await,
        0
    );
}

#[apply(on_both)]
async fn repeated_update_is_processed_once(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let replica = app.replica().await;
    let contact = bots.telegram_contact(CHAT, CLIENT, CHAT);
    let deliver = |number: usize| {
        let hook = [&app, &replica][number % 2]
            .anonymous()
            .with_header("x-telegram-bot-api-secret-token", WEBHOOK_SECRET);
        let update = contact.clone();
        async move { hook.post("/webhooks/telegram", update).await.status }
    };
    assert!(
        join_all((0..100).map(deliver))
            .await
            .into_iter()
            .all(|status| status == 200)
    );
    app.run_due_jobs().await;
    assert_eq!(
        app.count("webhook_updates", "done_at IS NOT NULL AND payload = ''")
            .await,
        1
    );
    assert_eq!(bots.take_messages(CHAT).len(), 1, "one reply");
    let contacts = app.dump_table("messenger_contacts").await;
    assert!(
        contacts.contains(CLIENT) && contacts.contains(&CHAT.to_string()),
        "{contacts}"
    );
}

#[apply(on_both)]
async fn relinked_phone_notifies_the_former_chat(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    bots.link_telegram(&app, 42, CLIENT).await;
    assert!(
        bots.take_messages(CHAT)
            .pop()
            .expect("a message")
            .text
            .contains("другим чатом")
    );
    assert_eq!(app.count("messenger_contacts", "chat_id = '42'").await, 1);
    assert_eq!(app.count("messenger_contacts", "1 = 1").await, 1);
}

#[apply(on_both)]
async fn message_order_survives_rate_limits_and_outages(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let client = app.client().await.get("/client/me").await.expect(200)["user"]["id"]
        .as_i64()
        .expect("an id");
    bots.answers.lock().expect("answers").extend([
        (429, json!({"ok": false, "error_code": 429, "description": "Too Many Requests: retry after 7", "parameters": {"retry_after": 7}})),
        (502, json!(null)),
    ]);
    for number in 0..3 {
        send_message(&app, client, &format!("Новость {number}"), &format!("news:{number}")).await;
        send_message(&app, client, "дважды", &format!("news:{number}")).await;
    }
    app.run_due_jobs().await;
    assert!(
        bots.take_messages(CHAT).is_empty(),
        "the first message waits, and so do the following ones"
    );
    app.state.clock.advance(Duration::seconds(6));
    app.run_due_jobs().await;
    assert!(
        bots.take_messages(CHAT).is_empty(),
        "the messenger's retry delay is respected"
    );
    for _ in 0..3 {
        app.state.clock.advance(Duration::seconds(20));
        app.run_due_jobs().await;
    }
    let texts: Vec<String> = bots.take_messages(CHAT).into_iter().map(|sent| sent.text).collect();
    assert_eq!(texts, ["Новость 0", "Новость 1", "Новость 2"]);
}

#[apply(on_both)]
async fn unavailable_messenger_is_paused_without_attempts(app: App) {
    app.expect_errors("circuit opened");
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    bots.link_telegram(&app, CHAT + 1, OWNER).await;
    let user = |actor: Value| actor["user"]["id"].as_i64().expect("an id");
    let client = user(app.client().await.get("/client/me").await.expect(200));
    let owner = user(app.owner().await.get("/agent/me").await.expect(200));
    bots.answers
        .lock()
        .expect("answers")
        .extend(std::iter::repeat_n((503, json!(null)), 5));
    send_message(&app, client, "долго", "long").await;
    for wait in [0, 1, 5, 15, 60] {
        app.state.clock.advance(Duration::seconds(wait));
        app.run_due_jobs().await;
    }
    assert_eq!(bots.answers.lock().expect("answers").len(), 0, "five calls failed");
    send_message(&app, owner, "сразу", "soon").await;
    app.run_due_jobs().await;
    assert!(bots.take_messages(CHAT + 1).is_empty(), "the messenger is not called");
    assert_eq!(
        app.count(
            "messenger_messages",
            &format!("chat_id = '{}' AND attempts = 0", CHAT + 1)
        )
        .await,
        1,
        "a paused message counts no attempt"
    );
    app.state.clock.advance(Duration::seconds(30));
    app.run_due_jobs().await;
    assert_eq!(bots.take_messages(CHAT + 1)[0].text, "сразу");
    app.state.clock.advance(Duration::seconds(300));
    app.run_due_jobs().await;
    assert_eq!(bots.take_messages(CHAT)[0].text, "долго");
}

#[apply(on_both)]
async fn dead_message_does_not_block_the_queue(app: App) {
    app.expect_errors("circuit opened");
    app.expect_errors("message failed, no attempts left");
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let client = app.client().await.get("/client/me").await.expect(200)["user"]["id"]
        .as_i64()
        .expect("an id");
    bots.answers
        .lock()
        .expect("answers")
        .extend(std::iter::repeat_n((503, json!(null)), 9));
    send_message(&app, client, "никогда", "never").await;
    send_message(&app, client, "потом", "later").await;
    for _ in 0..12 {
        app.run_due_jobs().await;
        app.state.clock.advance(Duration::hours(7));
    }
    let texts: Vec<String> = bots.take_messages(CHAT).into_iter().map(|sent| sent.text).collect();
    assert_eq!(texts, ["потом"]);
    let dead = app.dump_table("messenger_messages").await;
    assert!(
        dead.contains("Telegram answered 503") && !dead.contains("никогда"),
        "{dead}"
    );

    bots.answers.lock().expect("answers").push_back((
        403,
        json!({"ok": false, "error_code": 403, "description": "Forbidden: bot was blocked by the user"}),
    ));
    send_message(&app, client, "в пустоту", "blocked").await;
    app.run_due_jobs().await;
    assert_eq!(app.count("messenger_contacts", "blocked_at IS NOT NULL").await, 1);
    assert_eq!(
        app.anonymous()
            .post("/client/login", json!({"phone": CLIENT}))
            .await
            .expect(200)["channels"],
        json!([])
    );
}

#[apply(on_both)]
async fn webhook_command_sets_shows_and_deletes_webhooks(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let output = messengers::run_webhook_command(&app.state, Messenger::Telegram, WebhookCommand::Set)
        .await
        .expect("is set");
    assert!(
        output.ends_with("/webhooks/telegram") && !output.contains(WEBHOOK_SECRET),
        "{output}"
    );
    let body = bots.take_messages(0).pop().expect("a call").body;
    assert_eq!(
        (&body["secret_token"], &body["url"]),
        (
            &json!(WEBHOOK_SECRET),
            &json!("http://127.0.0.1:8080/webhooks/telegram")
        )
    );
    let info = messengers::run_webhook_command(&app.state, Messenger::Telegram, WebhookCommand::Info)
        .await
        .expect("the state is read");
    assert_eq!(
        info,
        "Telegram delivers to https://karavan.example/webhooks/telegram; 3 updates wait"
    );
    let _ = messengers::run_webhook_command(&app.state, Messenger::Telegram, WebhookCommand::Delete)
        .await
        .expect("is deleted");
    let output = messengers::run_webhook_command(&app.state, Messenger::Max, WebhookCommand::Set)
        .await
        .expect("is set");
    assert!(!output.contains(WEBHOOK_SECRET), "{output}");
    assert!(
        bots.take_messages(0).pop().expect("a call").body["url"]
            .as_str()
            .expect("text")
            .ends_with(&format!("/webhooks/max?secret={WEBHOOK_SECRET}"))
    );
    assert!(
        messengers::run_webhook_command(
            &app.with_config(|config| config.messaging.max.token = None).state,
            Messenger::Max,
            WebhookCommand::Info
        )
        .await
        .is_err()
    );
}
