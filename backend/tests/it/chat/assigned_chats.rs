//! Who answers a chat: its order's assignee until another person is chosen, and the trace of each choice.

use super::{
    inbox::{orders_in, staff_id, tabs_of},
    send_message, submitted_order_chat,
};
use crate::support::{OWNER, WAREHOUSE_WORKER, on_both};
use serde_json::{Value, json};

#[apply(on_both)]
async fn dialogue_follows_its_order_until_another_person_is_chosen(app: App) {
    let (owner, client, order) = submitted_order_chat(&app).await;
    let _ = send_message(&client, "client", order, "раз").await;
    let (me, other) = (staff_id(&app, OWNER).await, staff_id(&app, WAREHOUSE_WORKER).await);
    let assign = |staff: i64| json!({"orders": [order], "staff_id": staff});
    let _ = owner.post("/agent/orders/assignments", assign(me)).await.expect(200);
    assert_eq!(tabs_of(&owner, order).await, ["unread", "mine", "waiting", "all"]);

    let path = format!("/agent/chats/{order}/assignee");
    let row = owner
        .post(&path, json!({"staff_id": other}))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(row["assigned_staff_id"], other);
    assert_eq!(tabs_of(&owner, order).await, ["unread", "waiting", "all"]);
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    assert_eq!(orders_in(&worker, "mine").await, [order]);
    let card = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    assert_eq!(card["assigned_staff_id"], me, "the order keeps its assignee");
    let _ = owner.post("/agent/orders/assignments", assign(other)).await.expect(200);
    for _ in 0..2 {
        let _ = owner
            .post(&path, json!({"staff_id": null}))
            .await
            .expect_within_statements(200, 10);
    }
    assert_eq!(tabs_of(&owner, order).await, ["unread", "unassigned", "waiting", "all"]);
    let _ = owner
        .post(&path, json!({"staff_id": 4096}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .post("/agent/chats/4096/assignee", json!({"staff_id": me}))
        .await
        .expect_problem(404, "not_found");
    let history = owner.get(&format!("/agent/orders/{order}/history")).await.expect(200);
    let entries = history["data"].as_array().expect("entries").iter();
    let of_chat: Vec<&Value> = entries.filter(|entry| entry["event"] == "chat_assigned").collect();
    let change = |entry: &Value| {
        let change = &entry["changes"][0];
        assert_eq!(change["field"], "assignee");
        (change["before"]["text"].clone(), change["after"]["text"].clone())
    };
    assert_eq!(
        of_chat.iter().map(|entry| change(entry)).collect::<Vec<_>>(),
        [(json!("Анна"), json!("李伟")), (json!("李伟"), Value::Null)],
        "an assignment that changes nothing leaves no trace"
    );
    assert_eq!(
        (&of_chat[0]["actor_name"], &of_chat[0]["side"]),
        (&json!("Анна"), &json!("staff"))
    );
    let seen = client.get(&format!("/client/orders/{order}/history")).await;
    assert_eq!(seen.status, 200);
    assert!(!seen.text.contains("chat_assigned"), "clients don't see who answers");
}

#[apply(on_both)]
async fn histories_name_who_gets_the_chats_of_a_leaver(app: App) {
    let (owner, client, first) = submitted_order_chat(&app).await;
    let (_, _, second) = submitted_order_chat(&app).await;
    let (me, other) = (staff_id(&app, OWNER).await, staff_id(&app, WAREHOUSE_WORKER).await);
    let assign = json!({"orders": [first, second], "staff_id": me});
    let _ = owner.post("/agent/orders/assignments", assign).await.expect(200);
    for order in [first, second] {
        let _ = send_message(&client, "client", order, "раз").await;
        let _ = owner
            .post(&format!("/agent/chats/{order}/assignee"), json!({"staff_id": other}))
            .await
            .expect_within_statements(200, 10);
    }
    let moved = json!({"successor_id": me});
    let _ = owner
        .post(&format!("/agent/staff/{other}/work"), moved)
        .await
        .expect_within_statements(200, 18);
    for order in [first, second] {
        let history = owner.get(&format!("/agent/orders/{order}/history")).await.expect(200);
        let mut entries = history["data"].as_array().expect("entries").iter();
        let last = entries
            .rfind(|entry| entry["event"] == "chat_assigned")
            .expect("an entry");
        let change = &last["changes"][0];
        assert_eq!(
            (&change["before"]["text"], &change["after"]["text"], &last["actor_name"]),
            (&json!("李伟"), &json!("Анна"), &json!("Анна"))
        );
        assert_eq!(tabs_of(&owner, order).await, ["unread", "mine", "waiting", "all"]);
    }
}
