//! Who may read and write in a chat.

use super::{chat_path, message_texts, send_message, submitted_order_chat};
use crate::support::{ASSIGNED_ONLY, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, WAREHOUSE_WORKER, on_both};
use serde_json::json;

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
