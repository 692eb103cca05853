use super::{create_draft, draft_with_item, submitted_order};
use crate::support::on_both;
use serde_json::json;

#[apply(on_both)]
async fn submitted_draft_is_visible_to_the_agent(app: App) {
    app.remove_canary_notes().await;
    let (client, owner) = (app.client().await, app.owner().await);
    let (id, _) = draft_with_item(&client).await;
    let _ = owner
        .get(&format!("/agent/orders/{id}"))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(owner.get("/agent/orders").await.expect(200)["data"], json!([]));

    let order = client
        .post(&format!("/client/orders/{id}/submit"), json!({}))
        .await
        .expect(200);
    assert_eq!(
        (&order["status"], &order["number"], &order["total"]["amount"]),
        (&json!("submitted"), &json!("K1-1"), &json!("85.50"))
    );

    let row = owner
        .get("/agent/orders?unread=true&section=to_price")
        .await
        .expect(200)["data"][0]
        .clone();
    assert_eq!(
        (&row["id"], &row["unread"], &row["client_code"]),
        (&json!(id), &json!(true), &json!("K1"))
    );
    let card = owner.get(&format!("/agent/orders/{id}")).await.expect(200);
    assert_eq!(card["items"][0]["comment"], "Проверьте швы");
    assert_eq!(card["items"][0]["has_note"], false);
    assert_eq!(card["groups"][0]["shop_name"], "广州市白云区云裳服饰厂");
    // Opening the card marks it as read.
    assert_eq!(
        owner.get("/agent/orders?unread=true").await.expect(200)["data"],
        json!([])
    );
}

#[apply(on_both)]
async fn refused_submit_names_the_possible_moves(app: App) {
    let client = app.client().await;
    let empty = create_draft(&client).await;
    let problem = client
        .post(&format!("/client/orders/{empty}/submit"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    assert!(
        problem["detail"]
            .as_str()
            .is_some_and(|detail| detail.ends_with("possible now: cancel")),
        "{problem}"
    );
    let id = submitted_order(&client).await;
    let _ = client
        .post(&format!("/client/orders/{id}/submit"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = client
        .post(&format!("/client/orders/{id}/items"), crate::support::item_body())
        .await
        .expect_problem(409, "order_not_draft");
}

#[apply(on_both)]
async fn submitted_order_is_taken_back_and_canceled(app: App) {
    let client = app.client().await;
    let id = submitted_order(&client).await;
    assert_eq!(
        client
            .post(&format!("/client/orders/{id}/take-back"), json!({}))
            .await
            .expect(200)["status"],
        "draft"
    );
    let canceled = client
        .post(&format!("/client/orders/{id}/cancel"), json!({"reason": "Передумал"}))
        .await
        .expect(200);
    assert_eq!(
        (&canceled["status"], &canceled["moves"]),
        (&json!("canceled"), &json!([]))
    );
    let history = client.get(&format!("/client/orders/{id}/history")).await.expect(200);
    let moves: Vec<_> = history["data"]
        .as_array()
        .expect("rows")
        .iter()
        .filter(|row| row["event"] == "moved")
        .map(|row| (row["from"].clone(), row["to"].clone()))
        .collect();
    assert_eq!(
        moves,
        [
            (json!("draft"), json!("submitted")),
            (json!("submitted"), json!("draft")),
            (json!("draft"), json!("canceled"))
        ]
    );
    assert_eq!(
        history["data"]
            .as_array()
            .and_then(|rows| rows.last())
            .map(|row| row["reason"].clone()),
        Some(json!("Передумал"))
    );
}

#[apply(on_both)]
async fn replayed_submit_returns_the_first_response(app: App) {
    let client = app.client().await;
    let (id, _) = draft_with_item(&client).await;
    let retry = client.with_header("idempotency-key", "submit-1");
    let first = retry
        .post(&format!("/client/orders/{id}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(
        retry
            .post(&format!("/client/orders/{id}/submit"), json!({}))
            .await
            .expect(200),
        first
    );
    let other = create_draft(&client).await;
    let _ = retry
        .post(&format!("/client/orders/{other}/submit"), json!({}))
        .await
        .expect_problem(422, "idempotency_key_reused");
}
