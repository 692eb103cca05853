use super::{draft, filled, submitted};
use crate::support::on_both;
use serde_json::json;

on_both! {
    async fn a_client_submits_a_draft_and_the_agent_sees_it(app: App) {
        app.without_canaries().await;
        let (client, owner) = (app.client().await, app.owner().await);
        let (id, _) = filled(&client).await;
        let _ = owner.get(&format!("/agent/orders/{id}")).await.refused(404, "not_found");
        assert_eq!(owner.get("/agent/orders").await.expect(200)["data"], json!([]));

        let order = client.post(&format!("/client/orders/{id}/submit"), json!({})).await.expect(200);
        assert_eq!((&order["status"], &order["number"], &order["total"]["amount"]), (&json!("submitted"), &json!("K1-1"), &json!("85.50")));

        let row = owner.get("/agent/orders?unread=true&section=to_price").await.expect(200)["data"][0].clone();
        assert_eq!((&row["id"], &row["unread"], &row["client_code"]), (&json!(id), &json!(true), &json!("K1")));
        let card = owner.get(&format!("/agent/orders/{id}")).await.expect(200);
        assert_eq!(card["items"][0]["comment"], "Проверьте швы");
        assert_eq!(card["items"][0]["has_note"], false);
        assert_eq!(card["groups"][0]["shop_name"], "广州市白云区云裳服饰厂");
        // Opening the card marks it as read.
        assert_eq!(owner.get("/agent/orders?unread=true").await.expect(200)["data"], json!([]));
    }

    async fn an_empty_draft_and_a_second_submit_are_refused_with_what_is_possible(app: App) {
        let client = app.client().await;
        let empty = draft(&client).await;
        let problem = client.post(&format!("/client/orders/{empty}/submit"), json!({})).await.refused(409, "move_not_allowed");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.ends_with("possible now: cancel")), "{problem}");
        let id = submitted(&client).await;
        let _ = client.post(&format!("/client/orders/{id}/submit"), json!({})).await.refused(409, "move_not_allowed");
        let _ = client.post(&format!("/client/orders/{id}/items"), crate::support::item()).await.refused(409, "order_not_draft");
    }

    async fn a_submitted_order_is_taken_back_and_canceled_with_a_reason(app: App) {
        let client = app.client().await;
        let id = submitted(&client).await;
        assert_eq!(client.post(&format!("/client/orders/{id}/take-back"), json!({})).await.expect(200)["status"], "draft");
        let canceled = client.post(&format!("/client/orders/{id}/cancel"), json!({"reason": "Передумал"})).await.expect(200);
        assert_eq!((&canceled["status"], &canceled["moves"]), (&json!("canceled"), &json!([])));
        let history = client.get(&format!("/client/orders/{id}/history")).await.expect(200);
        let moves: Vec<_> = history["data"].as_array().expect("rows").iter().filter(|row| row["event"] == "moved").map(|row| (row["from"].clone(), row["to"].clone())).collect();
        assert_eq!(moves, [(json!("draft"), json!("submitted")), (json!("submitted"), json!("draft")), (json!("draft"), json!("canceled"))]);
        assert_eq!(history["data"].as_array().and_then(|rows| rows.last()).map(|row| row["reason"].clone()), Some(json!("Передумал")));
    }

    async fn a_replayed_submit_answers_as_the_first_time(app: App) {
        let client = app.client().await;
        let (id, _) = filled(&client).await;
        let retry = client.with("idempotency-key", "submit-1");
        let first = retry.post(&format!("/client/orders/{id}/submit"), json!({})).await.within(200, 7);
        assert_eq!(retry.post(&format!("/client/orders/{id}/submit"), json!({})).await.expect(200), first);
        let other = draft(&client).await;
        let _ = retry.post(&format!("/client/orders/{other}/submit"), json!({})).await.refused(422, "idempotency_key_reused");
    }
}
