//! Texts that do not fit into one message: they are sent whole, in parts, or they have failed.

use super::{CLIENT_CHAT, notifications};
use crate::{
    people::bots::Bots,
    support::{Actor, App, CLIENT, on_both},
};
use chrono::Duration;
use serde_json::{Value, json};

const MAX_CHAT: i64 = 77;

/// Sends an announcement and returns its path.
async fn announce(owner: &Actor, title: &str, body: &str) -> String {
    let text = json!({"title": title, "body": body});
    let draft = owner.post("/agent/notifications", text).await.expect(201);
    let path = format!("/agent/notifications/{}", draft["id"]);
    let _ = owner.post(&format!("{path}/send"), json!({})).await.expect(200);
    path
}

async fn reach(app: &App, owner: &Actor, path: &str) -> Value {
    app.state.clock.advance(Duration::minutes(2));
    app.run_due_jobs().await;
    owner.get(path).await.expect(200)["reach"].clone()
}

#[apply(on_both)]
async fn long_announcement_arrives_whole_in_both_messengers(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let owner = app.owner().await;
    // The longest text that is accepted, of characters with two code units each, grown by its placeholders.
    let name = "📦".repeat(100);
    app.execute_sql(&format!("UPDATE clients SET name = '{name}' WHERE id = 1"))
        .await;
    let body = format!("{}{}", "{client}".repeat(40), "🎁".repeat(3000 - 40 * 8));
    let whole = format!("{}{}", name.repeat(40), "🎁".repeat(3000 - 40 * 8));
    let channels = [("telegram", CLIENT_CHAT, 4096), ("max", MAX_CHAT, 4000)];
    for (messenger, chat, limit) in channels {
        app.execute_sql("DELETE FROM messenger_contacts").await;
        if messenger == "max" {
            bots.deliver_max(&app, &bots.max_contact(chat, 700, CLIENT, 700)).await;
            bots.take_messages(chat);
        } else {
            bots.link_telegram(&app, chat, CLIENT).await;
        }
        let path = announce(&owner, "Подарки", &body).await;
        let texts = notifications(&app, &bots, chat).await;
        assert!(texts.len() > 1, "{messenger}: {} parts", texts.len());
        assert!(
            texts.iter().all(|text| text.encode_utf16().count() <= limit),
            "{messenger}"
        );
        assert_eq!(
            texts.concat().replace(['\n', ' '], ""),
            format!("Подарки{whole}"),
            "{messenger}"
        );
        assert_eq!(reach(&app, &owner, &path).await["sent"], 1, "{messenger}");
    }
}

#[apply(on_both)]
async fn announcement_without_its_beginning_has_failed(app: App) {
    app.expect_errors("message refused, will not be retried");
    let (app, bots) = Bots::start(&app).await;
    let owner = app.owner().await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    let refusal = json!({"ok": false, "error_code": 400, "description": "Bad Request: PEER_FLOOD"});
    bots.answers.lock().expect("answers").push_back((400, refusal));
    let path = announce(&owner, "Новость", &"🎁".repeat(3000)).await;
    assert_eq!(notifications(&app, &bots, CLIENT_CHAT).await, Vec::<String>::new());
    assert_eq!(reach(&app, &owner, &path).await["sent"], 0);
}

#[apply(on_both)]
async fn message_that_cannot_be_read_holds_up_no_other(app: App) {
    app.expect_errors("message can't be read");
    let (app, bots) = Bots::start(&app).await;
    let owner = app.owner().await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    app.execute_sql(&format!(
        "INSERT INTO messenger_messages (messenger, chat_id, body, attempts, next_try_at, created_at) \
         VALUES ('telegram', '{CLIENT_CHAT}', 'no json', 0, '2026-01-01T00:00:00+00:00', '2026-01-01T00:00:00+00:00')"
    ))
    .await;
    announce(&owner, "Новость", "Склад работает").await;
    assert_eq!(
        notifications(&app, &bots, CLIENT_CHAT).await,
        ["Новость\n\nСклад работает"]
    );
}
