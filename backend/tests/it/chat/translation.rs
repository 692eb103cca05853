//! Messages in the reader's language.

use super::{
    chat_path,
    socket_client::{ChatSocket, start_server},
};
use crate::{
    support::{Actor, App, CLIENT, MEMBER_WITHOUT_RIGHTS, OWNER, WAREHOUSE_WORKER, on_both},
    translation::stub::{Behaviour, Stub, set_language, turn_on},
};
use chrono::Duration;
use platform::config::TranslationProvider;
use serde_json::{Value, json};

/// A Chinese worker, a Russian client, and an order of theirs.
async fn readers(app: &App) -> (Actor, Actor, i64) {
    set_language(app, WAREHOUSE_WORKER, "zh").await;
    let (worker, client) = (
        app.log_in("agent", WAREHOUSE_WORKER).await,
        app.log_in("client", CLIENT).await,
    );
    let order = crate::orders::submitted_order(&client).await;
    (worker, client, order)
}

async fn send(actor: &Actor, side: &str, order: i64, body: &str) -> i64 {
    let sent = actor
        .post(&chat_path(side, order), json!({"body": body}))
        .await
        .expect_within_statements(201, 8);
    sent["id"].as_i64().expect("an id")
}

fn first_translations(chat: &Value) -> Value {
    chat["data"][0]["translations"].clone()
}

#[apply(on_both)]
async fn message_reaches_each_reader_in_their_language(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::Yandex);
    turn_on(&app.log_in("agent", OWNER).await).await;
    let (worker, client, order) = readers(&app).await;
    let server = start_server(&app).await;
    let mut socket = ChatSocket::subscribed(&server, &client, order).await;
    let id = send(
        &worker,
        "agent",
        order,
        "你好！\n订单 K101-7 明天发货，运费 35.50 元\n\nhttps://a.example/?b=1",
    )
    .await;
    let created = socket.expect_event("message.created").await;
    assert_eq!(created.get("translations"), None, "nobody waits for the provider");
    app.run_due_jobs().await;
    let russian = "ru: 你好！\nru: 订单 K101-7 明天发货，运费 35.50 元\n\nhttps://a.example/?b=1";
    let updated = socket.expect_event("message.updated").await;
    assert_eq!(
        (&updated["id"], &updated["translations"]),
        (&json!(id), &json!([{"language": "ru", "text": russian}]))
    );
    let calls = stub.take_calls();
    assert_eq!(calls.len(), 1, "the only other language is Russian");
    assert_eq!(calls[0].texts, ["你好！", "订单 {1} 明天发货，运费 {2} 元"]);
    let chat = client.get(&chat_path("client", order)).await.expect(200);
    assert_eq!(
        (&chat["data"][0]["body"], &chat["data"][0]["translations"][0]["text"]),
        (
            &json!("你好！\n订单 K101-7 明天发货，运费 35.50 元\n\nhttps://a.example/?b=1"),
            &json!(russian)
        )
    );
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0, "a message is translated once");
    let _ = send(&client, "client", order, "12 345").await;
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0, "a number needs no translation");
    let stranger = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    let _ = stranger
        .get(&chat_path("client", order))
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn messages_from_before_are_translated_when_they_are_read(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    let (worker, client, order) = readers(&app).await;
    let _ = send(&worker, "agent", order, "你好").await;
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 0, "it is not turned on");
    turn_on(&app.log_in("agent", OWNER).await).await;
    let path = chat_path("client", order);
    for _ in 0..2 {
        assert_eq!(
            first_translations(&client.get(&path).await.expect_within_statements(200, 7)),
            Value::Null
        );
    }
    app.run_due_jobs().await;
    assert_eq!(stub.take_calls().len(), 1);
    assert_eq!(
        first_translations(&client.get(&path).await.expect(200)),
        json!([{"language": "ru", "text": "ru: 你好"}])
    );
    set_language(&app, CLIENT, "en").await;
    let _ = client.get(&path).await.expect_within_statements(200, 7);
    app.run_due_jobs().await;
    let both = first_translations(&client.get(&path).await.expect(200));
    assert_eq!(
        both,
        json!([{"language": "ru", "text": "ru: 你好"}, {"language": "en", "text": "en: 你好"}])
    );
    let _ = app
        .log_in("agent", OWNER)
        .await
        .patch("/agent/settings/translation", json!({"chat": false}))
        .await
        .expect(200);
    assert_eq!(
        first_translations(&client.get(&path).await.expect(200)),
        Value::Null,
        "turned off, nothing is shown"
    );
}

#[apply(on_both)]
async fn chat_works_while_the_provider_is_down(app: App) {
    let stub = Stub::start().await;
    let app = stub.app(&app, TranslationProvider::LibreTranslate);
    turn_on(&app.log_in("agent", OWNER).await).await;
    let (worker, client, order) = readers(&app).await;
    stub.set(Behaviour::Refuse(502, None, json!({"error": "bad gateway"})));
    let _ = send(&worker, "agent", order, "你好").await;
    app.run_due_jobs().await;
    let chat = client
        .get(&chat_path("client", order))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(
        (&chat["data"][0]["body"], first_translations(&chat)),
        (&json!("你好"), Value::Null)
    );
    stub.set(Behaviour::Translate);
    app.state.clock.advance(Duration::seconds(6));
    app.run_due_jobs().await;
    let chat = client.get(&chat_path("client", order)).await.expect(200);
    assert_eq!(first_translations(&chat)[0]["text"], "ru: 你好");
    let limit = json!({"monthly_limit": 0});
    let _ = app
        .log_in("agent", OWNER)
        .await
        .patch("/agent/settings/translation", limit)
        .await
        .expect(200);
    let _ = send(&worker, "agent", order, "再见").await;
    app.run_due_jobs().await;
    assert_eq!(
        client.get(&chat_path("client", order)).await.expect(200)["translation_exhausted"],
        true
    );
}
