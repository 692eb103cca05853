//! The inbox of the staff: its parts and their counts, assignment, snooze, and saved replies.

use super::{chat_path, send_message, submitted_order_chat};
use crate::{
    orders::{assign_order, lifecycle::quote_order, submitted_order},
    support::{ASSIGNED_ONLY, Actor, App, CLIENT, OTHER_OWNER, OWNER, WAREHOUSE_WORKER, on_both},
};
use chrono::{DateTime, Duration, Utc};
use serde_json::{Value, json};

const TABS: [&str; 6] = ["unread", "mine", "unassigned", "waiting", "snoozed", "all"];

/// The orders of a part of the inbox. The count of the part equals its rows.
pub(super) async fn orders_in(staff: &Actor, tab: &str) -> Vec<i64> {
    let page = staff
        .get(&format!("/agent/chats?tab={tab}"))
        .await
        .expect_within_statements(200, 6);
    let rows = page["data"].as_array().expect("rows");
    let counts = staff.get("/agent/chats/counts").await.expect_within_statements(200, 6);
    assert_eq!(
        counts[tab],
        json!({"count": rows.len(), "more": false}),
        "{tab}: {counts}"
    );
    rows.iter()
        .map(|row| row["order_id"].as_i64().expect("an id"))
        .collect()
}

/// The parts of the inbox that have an order.
pub(super) async fn tabs_of(staff: &Actor, order: i64) -> Vec<&'static str> {
    let mut found = Vec::new();
    for tab in TABS {
        if orders_in(staff, tab).await.contains(&order) {
            found.push(tab);
        }
    }
    found
}

async fn dialogue(staff: &Actor, order: i64) -> Value {
    staff
        .get(&format!("/agent/chats/{order}"))
        .await
        .expect_within_statements(200, 6)
}

pub(super) async fn staff_id(app: &App, phone: &str) -> i64 {
    let owner = app.log_in("agent", OWNER).await;
    let names = json!({OWNER: "Анна", WAREHOUSE_WORKER: "李伟", ASSIGNED_ONLY: "Дмитрий"});
    let people = owner.get("/agent/assignees").await.expect(200);
    let people = people["data"].as_array().expect("people").clone();
    let person = people.into_iter().find(|person| person["name"] == names[phone]);
    person.expect("a person")["id"].as_i64().expect("an id")
}

async fn mark_read(staff: &Actor, order: i64, message: i64) {
    let path = format!("{}/read", chat_path("agent", order));
    let _ = staff.post(&path, json!({"message_id": message})).await.expect(200);
}

#[apply(on_both)]
async fn dialogue_moves_between_the_parts_of_the_inbox(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    assert_eq!(
        tabs_of(&owner, order).await,
        Vec::<&str>::new(),
        "nothing is written yet"
    );
    let message = send_message(&client, "client", order, "Когда отправите?").await;
    assert_eq!(tabs_of(&owner, order).await, ["unread", "unassigned", "waiting", "all"]);
    let row = dialogue(&owner, order).await;
    assert_eq!(row["order_number"], "K1-1");
    assert_eq!(
        (&row["client_code"], &row["client_name"]),
        (&json!("K1"), &json!("Клиент K1"))
    );
    assert_eq!(row["unread"], 1);
    assert_eq!(row["last_message"]["text"], "Когда отправите?");
    assert_eq!(row["last_message"]["author_name"], "Игорь");
    assert_eq!(row["waiting_since"], row["last_message"]["created_at"]);

    mark_read(&owner, order, message).await;
    assert_eq!(
        tabs_of(&owner, order).await,
        ["unassigned", "waiting", "all"],
        "read, not answered"
    );
    app.state.clock.advance(Duration::minutes(5));
    let _ = send_message(&client, "client", order, "Ау").await;
    let again = dialogue(&owner, order).await;
    assert_eq!(
        again["waiting_since"], row["waiting_since"],
        "it waits since the first message"
    );
    let _ = send_message(&owner, "agent", order, "Завтра").await;
    assert_eq!(
        tabs_of(&owner, order).await,
        ["unassigned", "all"],
        "answered, and read by answering"
    );
    assert_eq!(dialogue(&owner, order).await["waiting_since"], json!(null));
}

#[apply(on_both)]
async fn who_waits_longest_is_first_and_pages_follow_each_other(app: App) {
    let (owner, client, first) = submitted_order_chat(&app).await;
    let mut orders = vec![first];
    for _ in 0..3 {
        orders.push(submitted_order(&client).await);
    }
    for order in &orders {
        app.state.clock.advance(Duration::minutes(1));
        let _ = send_message(&client, "client", *order, "раз").await;
    }
    let _ = send_message(&client, "client", first, "два").await;
    assert_eq!(
        orders_in(&owner, "waiting").await,
        orders,
        "the oldest question is first"
    );
    let newest_first = [orders[0], orders[3], orders[2], orders[1]];
    assert_eq!(orders_in(&owner, "all").await, newest_first);
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = owner
            .get(&format!("/agent/chats?tab=waiting&limit=3{cursor}"))
            .await
            .expect(200);
        let rows = page["data"].as_array().expect("rows");
        seen.extend(rows.iter().map(|row| row["order_id"].as_i64().expect("an id")));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(seen, orders);
}

#[apply(on_both)]
async fn snoozed_dialogue_comes_back_at_its_time_or_with_a_message(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let message = send_message(&client, "client", order, "раз").await;
    mark_read(&owner, order, message).await;
    let _ = send_message(&owner, "agent", order, "Жду ответа поставщика").await;
    let path = format!("/agent/chats/{order}/snooze");
    let until = |minutes: i64| -> DateTime<Utc> { app.state.clock.now() + Duration::minutes(minutes) };
    let row = owner
        .post(&path, json!({"until": until(3)}))
        .await
        .expect_within_statements(200, 8);
    assert!(row["snoozed_until"].is_string(), "{row}");
    assert_eq!(tabs_of(&owner, order).await, ["snoozed", "all"]);

    let _ = send_message(&client, "client", order, "Уже не надо").await;
    assert_eq!(
        tabs_of(&owner, order).await,
        ["unread", "unassigned", "waiting", "all"],
        "the client wrote"
    );

    let _ = send_message(&owner, "agent", order, "Хорошо").await;
    let _ = owner.post(&path, json!({"until": until(5)})).await.expect(200);
    app.state.clock.advance(Duration::minutes(4));
    app.run_due_jobs().await;
    assert_eq!(
        tabs_of(&owner, order).await,
        ["snoozed", "all"],
        "the job of the first snooze changes nothing"
    );
    app.state.clock.advance(Duration::minutes(1));
    app.run_due_jobs().await;
    assert_eq!(
        tabs_of(&owner, order).await,
        ["unassigned", "waiting", "all"],
        "its time has come"
    );

    let _ = owner.post(&path, json!({"until": until(1)})).await.expect(200);
    let _ = owner.post(&path, json!({"until": null})).await.expect(200);
    assert_eq!(tabs_of(&owner, order).await, ["unassigned", "waiting", "all"]);
    for moment in [until(0), until(-1), until(60 * 24 * 366)] {
        let _ = owner
            .post(&path, json!({"until": moment}))
            .await
            .expect_problem(422, "validation_failed");
    }
}

#[apply(on_both)]
async fn dialogue_without_need_of_a_reply_waits_again_with_the_next_message(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let _ = send_message(&owner, "agent", order, "Отправили").await;
    let first = send_message(&client, "client", order, "Спасибо!").await;
    mark_read(&owner, order, first).await;
    let since = dialogue(&owner, order).await["waiting_since"].clone();
    let path = format!("/agent/chats/{order}/reply-need");
    let row = owner
        .post(&path, json!({"reply_needed": false}))
        .await
        .expect_within_statements(200, 6);
    assert_eq!(row["waiting_since"], json!(null));
    assert_eq!(tabs_of(&owner, order).await, ["unassigned", "all"]);
    let row = owner.post(&path, json!({"reply_needed": true})).await.expect(200);
    assert_eq!(row["waiting_since"], since, "it can be undone");
    let _ = owner.post(&path, json!({"reply_needed": false})).await.expect(200);
    let _ = send_message(&client, "client", order, "Ещё вопрос").await;
    assert_eq!(tabs_of(&owner, order).await, ["unread", "unassigned", "waiting", "all"]);
}

#[apply(on_both)]
async fn inbox_is_searched_by_order_client_and_last_message(app: App) {
    let (owner, client, first) = submitted_order_chat(&app).await;
    let second = submitted_order(&client).await;
    send_message(&client, "client", first, "Когда отправите?").await;
    send_message(&client, "client", second, "Скидка 100%_ будет?").await;
    let found = async |search: &str| -> Vec<i64> {
        let page = owner
            .get(&format!("/agent/chats?tab=waiting&search={search}"))
            .await
            .expect_within_statements(200, 6);
        let rows = page["data"].as_array().expect("rows");
        rows.iter().filter_map(|row| row["order_id"].as_i64()).collect()
    };
    for (search, expected) in [
        ("k1-2", vec![second]),
        ("КЛИЕНТ", vec![first, second]),
        ("отправите", vec![first]),
        ("100%25_", vec![second]),
        ("%25", vec![second]),
        ("скидку", vec![]),
        ("%20", vec![first, second]),
    ] {
        assert_eq!(found(search).await, expected, "{search}");
    }
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let page = stranger.get("/agent/chats?search=Клиент").await.expect(200);
    assert_eq!(page["data"], json!([]));
}

#[apply(on_both)]
async fn staff_find_only_dialogues_of_orders_that_they_may_see(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let _ = send_message(&client, "client", order, "тайна").await;
    let (own_only, stranger) = (
        app.log_in("agent", ASSIGNED_ONLY).await,
        app.log_in("agent", OTHER_OWNER).await,
    );
    for outsider in [&own_only, &stranger] {
        assert_eq!(tabs_of(outsider, order).await, Vec::<&str>::new());
    }
    for outsider in [&own_only, &stranger] {
        let _ = outsider
            .get(&format!("/agent/chats/{order}"))
            .await
            .expect_problem(404, "not_found");
    }
    for (action, body) in [
        ("assignee", json!({"staff_id": null})),
        ("snooze", json!({"until": null})),
        ("reply-need", json!({"reply_needed": false})),
    ] {
        let path = format!("/agent/chats/{order}/{action}");
        let _ = stranger
            .post(&path, body.clone())
            .await
            .expect_problem(404, "not_found");
        let _ = own_only
            .post(&path, body.clone())
            .await
            .expect_problem(403, "permission_denied");
        let _ = client.post(&path, body).await.expect_problem(401, "credential_invalid");
    }
    let _ = stranger
        .get(&format!("/agent/orders/{order}/chat/replies"))
        .await
        .expect_problem(404, "not_found");
    assign_order(&app, order, ASSIGNED_ONLY).await;
    assert_eq!(orders_in(&own_only, "all").await, [order]);

    let _ = client
        .post(&format!("/client/orders/{order}/take-back"), json!({}))
        .await
        .expect(200);
    assert_eq!(tabs_of(&owner, order).await, Vec::<&str>::new(), "staff see no drafts");
    let _ = owner
        .post(&format!("/agent/chats/{order}/snooze"), json!({"until": null}))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn saved_reply_is_filled_with_the_data_of_an_order(app: App) {
    let (owner, client) = (app.log_in("agent", OWNER).await, app.log_in("client", CLIENT).await);
    let save = |title: &str, body: &str| json!({"title": title, "body": body});
    let body = "{client} ({code}), к оплате {sum} за {order}: {link}";
    let reply = owner
        .post("/agent/chat-replies", save("Счёт", body))
        .await
        .expect_within_statements(201, 6);
    let greeting = owner
        .post("/agent/chat-replies", save("Привет", "Здравствуйте!"))
        .await
        .expect(201);
    for invalid in [save("", "x"), save("x", ""), save("x", "{balance}"), save("Счёт", "x")] {
        let _ = owner
            .post("/agent/chat-replies", invalid)
            .await
            .expect_problem(422, "validation_failed");
    }
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    let path = format!("/agent/orders/{order}/chat/replies");
    let filled = owner.get(&path).await.expect_within_statements(200, 6);
    let texts: Vec<&str> = filled["data"]
        .as_array()
        .expect("replies")
        .iter()
        .filter_map(|row| row["text"].as_str())
        .collect();
    assert_eq!(texts.len(), 2, "{filled}");
    let invoice = texts
        .iter()
        .find(|text| text.starts_with("Клиент K1 (K1), к оплате "))
        .expect("the sum");
    assert!(
        invoice.contains(" за K1-1: ") && invoice.ends_with(&format!("/client/orders/{order}")),
        "{invoice}"
    );
    assert!(!invoice.contains('{'), "{invoice}");
    let unpriced = submitted_order(&client).await;
    let filled = owner
        .get(&format!("/agent/orders/{unpriced}/chat/replies"))
        .await
        .expect(200);
    assert_eq!(
        filled["data"],
        json!([{"id": greeting["id"], "title": "Привет", "text": "Здравствуйте!"}])
    );

    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .post("/agent/chat-replies", save("Моё", "x"))
        .await
        .expect_problem(403, "permission_denied");
    assert_eq!(
        worker.get("/agent/chat-replies").await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    let one = format!("/agent/chat-replies/{}", reply["id"]);
    let changed = owner.patch(&one, save("Счёт", "Ждём оплату")).await.expect(200);
    assert_eq!(changed["body"], "Ждём оплату");
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(stranger.get("/agent/chat-replies").await.expect(200)["data"], json!([]));
    let _ = stranger
        .patch(&one, save("Чужой", "x"))
        .await
        .expect_problem(404, "not_found");
    let _ = stranger.delete(&one).await.expect_problem(404, "not_found");
    let _ = owner.delete(&one).await.expect(204);
    let _ = owner.delete(&one).await.expect_problem(404, "not_found");
}
