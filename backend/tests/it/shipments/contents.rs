//! The contents of shipments and deliveries: adding, removing, splitting, merging.

use super::{item_in_warehouse, loaded_delivery, post_expecting};
use crate::{
    orders::lifecycle::{adjust_balance, move_items, order_card},
    support::{OTHER_OWNER, on_both},
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn items_and_shipments_are_added_and_removed(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let shipment = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let path = format!("/agent/shipments/{}", shipment["id"]);
    let empty = post_expecting(&owner, &format!("{path}/items/remove"), json!({"items": [item]}), 200).await;
    assert_eq!(empty["items"], json!([]));
    assert_eq!(
        owner.get("/agent/shipments/packable").await.expect(200)["data"][0]["item_id"],
        item,
        "the item is in the warehouse again"
    );
    let filled = post_expecting(&owner, &format!("{path}/items"), json!({"items": [item]}), 200).await;
    assert_eq!(filled["items"][0]["item_id"], item);
    assert_eq!(
        owner
            .get(&format!("{path}/delivery"))
            .await
            .expect_within_statements(200, 8)["number"],
        shipment["number"]
    );
    let _ = post_expecting(&owner, &format!("{path}/items/remove"), json!({"items": [item]}), 200).await;

    let (id, delivery) = loaded_delivery(&owner, &item).await;
    let cargo = format!("/agent/deliveries/{delivery}");
    let changed = owner
        .patch(&cargo, json!({"track": "YT7788"}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (&changed["track"], &changed["shipments"][0]["id"]),
        (&json!("YT7788"), &json!(id))
    );
    let unloaded = post_expecting(
        &owner,
        &format!("{cargo}/shipments/remove"),
        json!({"shipments": [id]}),
        200,
    )
    .await;
    assert_eq!(unloaded["shipments"], json!([]));
    assert_eq!(
        owner.get(&cargo).await.expect_within_statements(200, 8)["track"],
        "YT7788"
    );
    assert_eq!(
        client
            .get(&format!("/client/shipments/{id}"))
            .await
            .expect_within_statements(200, 8)["delivery_id"],
        Value::Null
    );
}

#[apply(on_both)]
async fn shipment_is_split_and_merged(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, _) = crate::orders::draft_with_item(&client).await;
    let mut second = crate::support::item_body();
    second["external_id"] = json!("2");
    let _ = client
        .post(&format!("/client/orders/{order}/items"), second)
        .await
        .expect(201);
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    let _ = crate::orders::lifecycle::quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let _ = crate::orders::lifecycle::pay_order(&client, order, "RUB").await;
    let card = order_card(&owner, order).await;
    for body in [json!({"step": "buy"}), json!({"step": "receive", "cell": "A-1"})] {
        let _ = move_items(&owner, &card, body).await;
    }
    let items: Vec<&Value> = card["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| &item["id"])
        .collect();
    let whole = post_expecting(&owner, "/agent/shipments", json!({"client_id": 1, "items": items}), 201).await;
    let path = format!("/agent/shipments/{}", whole["id"]);
    let _ = owner
        .patch(&path, json!({"weight_grams": 900, "country": "kz", "city": "Алматы"}))
        .await
        .expect_within_statements(200, 12);
    assert_eq!(
        post_expecting(&owner, &format!("{path}/split"), json!({"items": items}), 409).await["code"],
        "shipment_emptied",
        "a split must leave an item"
    );
    assert_eq!(
        post_expecting(&owner, &format!("{path}/split"), json!({"items": [999_999]}), 422).await["code"],
        "validation_failed"
    );
    let keyed = owner.with_header("idempotency-key", "split-1");
    let part = post_expecting(&keyed, &format!("{path}/split"), json!({"items": [items[1]]}), 201).await;
    assert_eq!(
        post_expecting(&keyed, &format!("{path}/split"), json!({"items": [items[1]]}), 201).await,
        part,
        "a replay splits nothing"
    );
    assert_eq!(
        (&part["number"], &part["city"], &part["weight_grams"], &part["status"]),
        (&json!("K1-S2"), &json!("Алматы"), &Value::Null, &json!("forming"))
    );
    assert_eq!(part["items"][0]["item_id"], *items[1]);
    assert_eq!(
        owner.get(&path).await.expect_within_statements(200, 8)["items"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    assert_eq!(
        post_expecting(&owner, &format!("{path}/merge"), json!({"from": whole["id"]}), 422).await["code"],
        "validation_failed"
    );
    let one = post_expecting(&owner, &format!("{path}/merge"), json!({"from": part["id"]}), 200).await;
    assert_eq!(one["items"].as_array().map(Vec::len), Some(2));
    let ended = owner
        .get(&format!("/agent/shipments/{}", part["id"]))
        .await
        .expect_within_statements(200, 8);
    assert_eq!((&ended["status"], &ended["items"]), (&json!("canceled"), &json!([])));
    assert_eq!(ended["history"][1]["reason"], "K1-S2 → K1-S1");
    assert_eq!(
        post_expecting(&owner, &format!("{path}/merge"), json!({"from": part["id"]}), 409).await["code"],
        "shipment_not_forming",
        "a canceled shipment cannot be merged"
    );
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(
        post_expecting(&stranger, &format!("{path}/split"), json!({"items": [items[0]]}), 404).await["code"],
        "not_found"
    );
}
