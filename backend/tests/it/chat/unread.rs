//! Read positions, unread marks, and notifications of unread messages.

use super::{chat_path, send_message, submitted_order_chat};
use crate::{
    people::bots::Bots,
    support::{App, CLIENT, OWNER, WAREHOUSE_WORKER, on_both},
};
use chrono::Duration;
use serde_json::{Value, json};

const OWNER_MESSENGER_CHAT: i64 = 100;

const CLIENT_MESSENGER_CHAT: i64 = 200;

async fn notifications(app: &App, bots: &Bots, chat: i64) -> Vec<String> {
    app.run_due_jobs().await;
    bots.take_messages(chat).into_iter().map(|sent| sent.text).collect()
}

/// Advances the clock beyond the notification delay of one minute.
fn pass_notification_delay(app: &App) {
    app.state.clock.advance(Duration::seconds(61));
}

#[apply(on_both)]
async fn read_positions_are_reported_and_never_decrease(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let first = send_message(&client, "client", order, "раз").await;
    let second = send_message(&client, "client", order, "два").await;
    let view = client.get(&chat_path("client", order)).await.expect(200);
    assert_eq!(
        (&view["read_by_others"], &view["read_by_me"]),
        (&json!(null), &json!(second)),
        "writing marks the chat as read"
    );
    let read = format!("{}/read", chat_path("agent", order));
    let marks = owner.post(&read, json!({"message_id": second})).await.expect(200);
    assert_eq!(marks, json!({"read_by_others": second, "read_by_me": second}));
    let marks = owner.post(&read, json!({"message_id": first})).await.expect(200);
    assert_eq!(marks["read_by_me"], json!(second), "the read position never decreases");
    assert_eq!(
        client.get(&chat_path("client", order)).await.expect(200)["read_by_others"],
        json!(second)
    );
    let _ = owner
        .post(&read, json!({"message_id": 4096}))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn no_reply_needed_flag_ends_with_the_next_client_message(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let sent = owner
        .post(
            &chat_path("agent", order),
            json!({"body": "Готово", "no_reply_needed": true}),
        )
        .await
        .expect_within_statements(201, 7);
    assert_eq!(sent["no_reply_needed"], true);
    assert_eq!(
        client.get(&chat_path("client", order)).await.expect(200)["no_reply_needed"],
        true
    );
    let one = format!("{}/{}", chat_path("agent", order), sent["id"]);
    let _ = owner
        .patch(&one, json!({"no_reply_needed": false}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(
        client.get(&chat_path("client", order)).await.expect(200)["no_reply_needed"],
        false
    );
    let _ = owner
        .patch(&one, json!({"no_reply_needed": true}))
        .await
        .expect_within_statements(200, 7);
    // A later message of the client clears the flag.
    let _ = send_message(&client, "client", order, "Ещё вопрос").await;
    let view = client.get(&chat_path("client", order)).await.expect(200);
    assert_eq!(view["no_reply_needed"], false);
    let before = client
        .get(&format!(
            "{}?before={}",
            chat_path("client", order),
            view["data"][1]["id"]
        ))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(
        before["no_reply_needed"], false,
        "the flag depends on the last message, whichever page is read"
    );
}

#[apply(on_both)]
async fn message_marks_order_unread_for_the_other_side(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let _ = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    let unread = |list: Value| list["data"][0]["unread"].clone();
    assert_eq!(unread(owner.get("/agent/orders").await.expect(200)), false);
    let _ = send_message(&client, "client", order, "есть кто?").await;
    assert_eq!(unread(owner.get("/agent/orders").await.expect(200)), true);
    let colleague = app.log_in("agent", WAREHOUSE_WORKER).await;
    assert_eq!(unread(colleague.get("/agent/orders").await.expect(200)), true);
    assert_eq!(
        owner.get("/agent/orders?unread=true").await.expect(200)["data"][0]["id"],
        json!(order)
    );
    let _ = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    assert_eq!(unread(owner.get("/agent/orders").await.expect(200)), false);
    assert_eq!(
        unread(colleague.get("/agent/orders").await.expect(200)),
        true,
        "each person reads for themselves"
    );
    let _ = colleague.get(&format!("/agent/orders/{order}")).await.expect(200);
    let _ = send_message(&owner, "agent", order, "да").await;
    assert_eq!(
        unread(colleague.get("/agent/orders").await.expect(200)),
        false,
        "the answer of a colleague is not unread"
    );
    assert_eq!(unread(client.get("/client/orders").await.expect(200)), true);
    let _ = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(
        unread(client.get("/client/orders").await.expect(200)),
        false,
        "opening the order marks it as read"
    );
}

#[apply(on_both)]
async fn unread_message_is_notified_once_by_messenger(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client, order) = submitted_order_chat(&app).await;
    bots.link_telegram(&app, OWNER_MESSENGER_CHAT, OWNER).await;
    bots.link_telegram(&app, CLIENT_MESSENGER_CHAT, CLIENT).await;
    notifications(&app, &bots, OWNER_MESSENGER_CHAT).await;
    notifications(&app, &bots, CLIENT_MESSENGER_CHAT).await;

    let _ = send_message(&owner, "agent", order, "Цвет закончился. Заменить?").await;
    assert!(
        notifications(&app, &bots, CLIENT_MESSENGER_CHAT).await.is_empty(),
        "the notification is delayed"
    );
    pass_notification_delay(&app);
    let texts = notifications(&app, &bots, CLIENT_MESSENGER_CHAT).await;
    assert_eq!(texts.len(), 1, "{texts:?}");
    assert!(
        texts[0].starts_with("Новое сообщение по заказу K1-1: Цвет закончился. Заменить?"),
        "{}",
        texts[0]
    );
    assert!(texts[0].ends_with(&format!("/client/orders/{order}")), "{}", texts[0]);
    let last = send_message(&owner, "agent", order, "Ответьте, пожалуйста").await;
    pass_notification_delay(&app);
    assert!(
        notifications(&app, &bots, CLIENT_MESSENGER_CHAT).await.is_empty(),
        "already notified and not read yet"
    );
    let _ = client
        .post(
            &format!("{}/read", chat_path("client", order)),
            json!({"message_id": last}),
        )
        .await
        .expect(200);
    let _ = send_message(&owner, "agent", order, "Ещё одно").await;
    pass_notification_delay(&app);
    assert_eq!(
        notifications(&app, &bots, CLIENT_MESSENGER_CHAT).await.len(),
        1,
        "notified again after reading"
    );

    let last = send_message(&client, "client", order, "Заменяйте").await;
    let _ = owner
        .post(
            &format!("{}/read", chat_path("agent", order)),
            json!({"message_id": last}),
        )
        .await
        .expect(200);
    pass_notification_delay(&app);
    assert!(
        notifications(&app, &bots, OWNER_MESSENGER_CHAT).await.is_empty(),
        "read in the chat"
    );
    let _ = send_message(&client, "client", order, "На синий").await;
    pass_notification_delay(&app);
    let texts = notifications(&app, &bots, OWNER_MESSENGER_CHAT).await;
    assert!(
        texts.len() == 1 && texts[0].starts_with("Клиент K1 (K1) пишет по заказу K1-1: На синий"),
        "{texts:?}"
    );
    assert!(
        notifications(&app, &bots, CLIENT_MESSENGER_CHAT).await.is_empty(),
        "authors are not notified of their own messages"
    );

    let off = json!({"choices": [{"notice": "new_message", "channel": "telegram", "enabled": false}]});
    let _ = client.patch("/client/notice-preferences", off).await.expect(200);
    let _ = send_message(&owner, "agent", order, "тишина").await;
    pass_notification_delay(&app);
    assert!(
        notifications(&app, &bots, CLIENT_MESSENGER_CHAT).await.is_empty(),
        "the notification is disabled"
    );
}
