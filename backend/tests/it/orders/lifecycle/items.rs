//! Steps of items: moving, refunding, splitting.

use super::{move_items, order_card, paid_order};
use crate::{orders::submitted_order, support::on_both};
use serde_json::json;

#[apply(on_both)]
async fn miscounted_item_is_refunded(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = paid_order(&app).await;
    let card = order_card(&owner, order).await;
    let _ = move_items(&owner, &card, json!({"step": "buy"})).await;
    let received = move_items(&owner, &card, json!({"step": "receive", "counted_quantity": 1})).await;
    assert_eq!(
        (&received["data"][0]["status"], &received["data"][0]["order_status"]),
        (&json!("problem"), &json!("purchased"))
    );
    let shown = order_card(&owner, order).await;
    assert_eq!(
        (&shown["problem_count"], &shown["items"][0]["problem_reason"]),
        (&json!(1), &json!("1 / 3"))
    );
    let refund = owner
        .post(
            &format!("/agent/orders/{order}/refunds"),
            json!({"item_id": card["items"][0]["id"], "quantity": 3, "reason": "пришла одна из трёх"}),
        )
        .await
        .expect_within_statements(201, 24);
    // The item cost 85.50 yuan and was paid in rubles at 12.5.
    assert_eq!(
        refund["refunds"][0]["amount"],
        json!({"amount": "1068.75", "currency": "RUB"})
    );
    let shown = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(
        (&shown["status"], &shown["items"][0]["status"], &shown["problem_count"]),
        (&json!("canceled"), &json!("refunded"), &json!(0)),
        "the order has no remaining items"
    );
    let more = owner
        .post(
            &format!("/agent/orders/{order}/refunds"),
            json!({"amount": "0.01", "reason": "ещё"}),
        )
        .await
        .expect_within_statements(409, 20);
    assert_eq!(
        (&more["code"], &more["refundable_amount"]["amount"]),
        (&json!("refund_too_large"), &json!("0.00"))
    );
    let history = client.get("/client/balance/operations").await.expect(200);
    assert_eq!(history["data"][0]["kind"], "order_refund");
}

#[apply(on_both)]
async fn items_move_together_or_not_at_all(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (first, second) = (paid_order(&app).await, submitted_order(&client).await);
    let (one, two) = (order_card(&owner, first).await, order_card(&owner, second).await);
    let both = json!({"step": "buy", "items": [one["items"][0]["id"], two["items"][0]["id"]]});
    let refused = owner
        .post("/agent/items/moves", both)
        .await
        .expect_within_statements(409, 12);
    assert_eq!(refused["code"], "move_not_allowed");
    assert!(
        refused["detail"]
            .as_str()
            .expect("a detail")
            .contains("possible now: approve, refuse"),
        "{refused}"
    );
    assert_eq!(order_card(&owner, first).await["items"][0]["status"], "approved");
    for body in [
        json!({"step": "buy", "items": []}),
        json!({"step": "pack", "items": [one["items"][0]["id"]]}),
        json!({"step": "refund", "items": [one["items"][0]["id"]]}),
        json!({"step": "return", "items": [one["items"][0]["id"]]}),
        json!({"step": "buy", "items": [one["items"][0]["id"], one["items"][0]["id"]]}),
        json!({"step": "receive", "items": [1, 2], "counted_quantity": 3}),
    ] {
        let _ = owner
            .post("/agent/items/moves", body)
            .await
            .expect_problem(422, "validation_failed");
    }
    let stranger = app.log_in("agent", crate::support::OTHER_OWNER).await;
    let _ = stranger
        .post(
            "/agent/items/moves",
            json!({"step": "buy", "items": [one["items"][0]["id"]]}),
        )
        .await
        .expect_problem(404, "not_found");
    assert_eq!(
        owner.get("/agent/orders?section=to_buy").await.expect(200)["data"][0]["id"],
        first
    );
}

#[apply(on_both)]
async fn split_and_merge_keep_the_total(app: App) {
    let owner = app.owner().await;
    let order = paid_order(&app).await;
    let card = order_card(&owner, order).await;
    let item_id = &card["items"][0]["id"];
    let split = format!("/agent/orders/{order}/items/{item_id}/split");
    for quantity in [0, 3, -1] {
        let _ = owner
            .post(&split, json!({"quantity": quantity}))
            .await
            .expect_problem(422, "validation_failed");
    }
    let split_off = owner
        .post(&split, json!({"quantity": 1}))
        .await
        .expect_within_statements(201, 8);
    assert_eq!(split_off["quantity"], 1);
    let after_split = order_card(&owner, order).await;
    assert_eq!(
        (&after_split["items_count"], &after_split["total"]),
        (&json!(2), &card["total"])
    );
    let bought = owner
        .post("/agent/items/moves", json!({"step": "buy", "items": [item_id]}))
        .await
        .expect_within_statements(200, 16);
    assert_eq!(
        bought["data"][0]["order_status"], "purchasing",
        "the other item is not bought yet"
    );
    let merge = format!("/agent/orders/{order}/items/merge");
    let refused = owner
        .post(&merge, json!({"items": [item_id, split_off["id"]]}))
        .await
        .expect_within_statements(409, 8);
    assert_eq!(
        refused["code"], "items_not_mergeable",
        "the items have different statuses"
    );
    let _ = owner
        .post("/agent/items/moves", json!({"step": "buy", "items": [split_off["id"]]}))
        .await
        .expect_within_statements(200, 16);
    let merged = owner
        .post(&merge, json!({"items": [item_id, split_off["id"]]}))
        .await
        .expect_within_statements(200, 9);
    assert_eq!((&merged["id"], &merged["quantity"]), (item_id, &json!(3)));
    assert_eq!(order_card(&owner, order).await["total"], card["total"]);
}
