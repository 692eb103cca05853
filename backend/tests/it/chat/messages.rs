//! Messages over HTTP.

use super::{chat_path, message_texts, send_message, submitted_order_chat};
use crate::{
    people::bots::Bots,
    support::{
        ASSIGNED_ONLY, App, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, OWNER, WAREHOUSE_WORKER, on_both,
    },
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
async fn both_sides_read_all_messages(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let empty = client.get(&chat_path("client", order)).await.expect(200);
    assert_eq!(empty["data"], json!([]));
    assert_eq!(
        (&empty["more"], &empty["no_reply_needed"]),
        (&json!(false), &json!(false))
    );
    assert_eq!(
        empty["socket"],
        json!({"path": "/app/karavan", "channel": format!("private-order.{order}")})
    );
    let first = send_message(&client, "client", order, "  Когда выкупите?\nСрочно 加急 ").await;
    let second = send_message(&owner, "agent", order, "Сегодня").await;
    assert!(second > first);
    for (actor, side) in [(&owner, "agent"), (&client, "client")] {
        let view = actor.get(&chat_path(side, order)).await.expect(200);
        assert_eq!(message_texts(&view), ["Когда выкупите?\nСрочно 加急", "Сегодня"]);
        assert_eq!(view["data"][0]["side"], "client");
        assert_eq!(view["data"][0]["author_name"], "Игорь");
        assert_eq!(view["data"][1]["side"], "staff");
        assert_eq!(view["data"][1]["author_name"], "Анна");
    }
}

#[apply(on_both)]
async fn messages_are_paginated_in_both_directions(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let mut ids = Vec::new();
    for number in 0..7 {
        ids.push(send_message(&client, "client", order, &number.to_string()).await);
    }
    let path = chat_path("agent", order);
    let latest = owner.get(&format!("{path}?limit=3")).await.expect(200);
    assert_eq!(
        (message_texts(&latest), &latest["more"]),
        (vec!["4", "5", "6"], &json!(true))
    );
    let earlier = owner
        .get(&format!("{path}?limit=3&before={}", ids[4]))
        .await
        .expect(200);
    assert_eq!(
        (message_texts(&earlier), &earlier["more"]),
        (vec!["1", "2", "3"], &json!(true))
    );
    let first = owner
        .get(&format!("{path}?limit=3&before={}", ids[1]))
        .await
        .expect(200);
    assert_eq!((message_texts(&first), &first["more"]), (vec!["0"], &json!(false)));
    let after = owner.get(&format!("{path}?limit=3&after={}", ids[1])).await.expect(200);
    assert_eq!(
        (message_texts(&after), &after["more"]),
        (vec!["2", "3", "4"], &json!(true))
    );
    let rest = owner.get(&format!("{path}?after={}", ids[4])).await.expect(200);
    assert_eq!((message_texts(&rest), &rest["more"]), (vec!["5", "6"], &json!(false)));
    for limit in ["0", "201"] {
        let _ = owner
            .get(&format!("{path}?limit={limit}"))
            .await
            .expect_problem(422, "validation_failed");
    }
}

#[apply(on_both)]
async fn empty_or_too_long_message_is_refused(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let path = chat_path("client", order);
    for body in ["", " \n\t", "\u{0}", &"я".repeat(4001)] {
        let problem = client
            .post(&path, json!({"body": body}))
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"]["body"].is_array(), "{problem}");
    }
    let _ = client
        .post(&path, json!({"body": "我".repeat(4000)}))
        .await
        .expect_within_statements(201, 7);
    let flagged = json!({"body": "не отвечайте", "no_reply_needed": true});
    let _ = client
        .post(&path, flagged)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        app.count("chat_messages", "1 = 1").await,
        1,
        "refused messages are not stored"
    );
}

#[apply(on_both)]
async fn idempotency_key_prevents_duplicate_message(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let keyed = client.with_header("idempotency-key", "one-and-the-same");
    let one = keyed
        .post(&chat_path("client", order), json!({"body": "раз"}))
        .await
        .expect_within_statements(201, 9);
    let two = keyed
        .post(&chat_path("client", order), json!({"body": "раз"}))
        .await
        .expect_within_statements(201, 9);
    assert_eq!(one, two);
    assert_eq!(app.count("chat_messages", "1 = 1").await, 1);
    let _ = keyed
        .post(&chat_path("client", order), json!({"body": "два"}))
        .await
        .expect_problem(422, "idempotency_key_reused");
}

#[apply(on_both)]
async fn chat_requires_access_to_the_order(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let message = send_message(&client, "client", order, "тайна").await;
    let reaction = json!({"emoji": "👍", "given": true});
    for (guard, phone) in [
        ("agent", OTHER_OWNER),
        ("client", OTHER_CLIENT),
        ("agent", ASSIGNED_ONLY),
    ] {
        let outsider = app.log_in(guard, phone).await;
        let path = chat_path(guard, order);
        let _ = outsider.get(&path).await.expect_problem(404, "not_found");
        let _ = outsider
            .post(&format!("{path}/read"), json!({"message_id": message}))
            .await
            .expect_problem(404, "not_found");
        if phone == ASSIGNED_ONLY {
            let _ = outsider
                .post(&path, json!({"body": "я"}))
                .await
                .expect_problem(403, "permission_denied");
        } else {
            let _ = outsider
                .post(&path, json!({"body": "я"}))
                .await
                .expect_problem(404, "not_found");
            let _ = outsider
                .post(&format!("{path}/{message}/reactions"), reaction.clone())
                .await
                .expect_problem(404, "not_found");
        }
    }
    let powerless = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    let _ = powerless
        .get(&chat_path("client", order))
        .await
        .expect_problem(403, "permission_denied");
    let other = app.log_in("agent", OTHER_OWNER).await;
    let flag = json!({"no_reply_needed": true});
    let _ = other
        .patch(&format!("{}/{message}", chat_path("agent", order)), flag.clone())
        .await
        .expect_problem(404, "not_found");
    // Messages of clients do not have this flag.
    let _ = owner
        .patch(&format!("{}/{message}", chat_path("agent", order)), flag)
        .await
        .expect_problem(404, "not_found");
    assert_eq!(app.count("chat_messages", "1 = 1").await, 1);
    assert_eq!(app.count("chat_reactions", "1 = 1").await, 0);
}

#[apply(on_both)]
async fn message_is_not_reachable_through_another_order(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let another = crate::orders::submitted_order(&client).await;
    let message = send_message(&client, "client", order, "здесь").await;
    let path = chat_path("client", another);
    let _ = client
        .post(&format!("{path}/read"), json!({"message_id": message}))
        .await
        .expect_problem(404, "not_found");
    let reaction = json!({"emoji": "👍", "given": true});
    let _ = client
        .post(&format!("{path}/{message}/reactions"), reaction)
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn draft_has_no_chat(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let _ = send_message(&client, "client", order, "передумал").await;
    let _ = client
        .post(&format!("/client/orders/{order}/take-back"), json!({}))
        .await
        .expect_within_statements(200, 9);
    let _ = client
        .post(&chat_path("client", order), json!({"body": "ещё"}))
        .await
        .expect_problem(409, "draft_has_no_chat");
    let _ = owner
        .get(&chat_path("agent", order))
        .await
        .expect_problem(404, "not_found");
    let _ = owner
        .post(&chat_path("agent", order), json!({"body": "вернитесь"}))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(
        message_texts(&client.get(&chat_path("client", order)).await.expect(200)),
        ["передумал"],
        "messages are kept"
    );
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
async fn reaction_is_added_once_and_removed(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let message = send_message(&client, "client", order, "спасибо").await;
    let reactions_path = format!("{}/{message}/reactions", chat_path("agent", order));
    let users = |view: &Value| {
        view["reactions"]
            .as_array()
            .expect("reactions")
            .iter()
            .map(|r| (r["emoji"].clone(), r["users"].as_array().expect("people").len()))
            .collect::<Vec<_>>()
    };
    for _ in 0..2 {
        let view = owner
            .post(&reactions_path, json!({"emoji": "🙏", "given": true}))
            .await
            .expect_within_statements(200, 7);
        assert_eq!(users(&view), [(json!("🙏"), 1)]);
    }
    let own = format!("{}/{message}/reactions", chat_path("client", order));
    let view = client
        .post(&own, json!({"emoji": "🙏", "given": true}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(users(&view), [(json!("🙏"), 2)]);
    let view = owner
        .post(&reactions_path, json!({"emoji": "🙏", "given": false}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(users(&view), [(json!("🙏"), 1)], "the other reaction stays");
    for emoji in ["", "🙏🙏", "<b>"] {
        let _ = owner
            .post(&reactions_path, json!({"emoji": emoji, "given": true}))
            .await
            .expect_problem(422, "validation_failed");
    }
    assert_eq!(
        client.get(&chat_path("client", order)).await.expect(200)["data"][0]["reactions"][0]["emoji"],
        "🙏"
    );
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
        .expect(200);
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
    assert_eq!(
        owner.get("/agent/orders?unread=true").await.expect(200)["data"][0]["id"],
        json!(order)
    );
    let _ = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    assert_eq!(unread(owner.get("/agent/orders").await.expect(200)), false);
    let _ = send_message(&owner, "agent", order, "да").await;
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

#[apply(on_both)]
async fn warehouse_staff_write_for_the_agent(app: App) {
    let (_, client, order) = submitted_order_chat(&app).await;
    let warehouse = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = send_message(&warehouse, "agent", order, "到了").await;
    let view = client.get(&chat_path("client", order)).await.expect(200);
    assert_eq!(
        (&view["data"][0]["author_name"], &view["data"][0]["side"]),
        (&json!("李伟"), &json!("staff"))
    );
}
