//! Cargo deliveries: what staff enter about them, what they carry, and the shipments that they can take.

use super::{item_in_warehouse, post_expecting, quoted_shipment};
use crate::support::{Actor, WAREHOUSE_WORKER, on_both};
use serde_json::{Value, json};

async fn numbers(owner: &Actor, query: &str) -> Vec<Value> {
    let page = owner.get(&format!("/agent/shipments?{query}")).await.expect(200);
    let rows = page["data"].as_array().expect("shipments");
    rows.iter().map(|row| row["number"].clone()).collect()
}

#[apply(on_both)]
async fn delivery_has_details_and_sums(app: App) {
    let owner = app.owner().await;
    let details = json!({
        "track": "CARGO-77", "carrier": " Восток Карго ", "route": "广州 → Уссурийск", "expected_on": "2026-12-20",
        "cost": {"amount": "680.00", "currency": "CNY"},
    });
    let created = post_expecting(&owner, "/agent/deliveries", details, 201).await;
    let path = format!("/agent/deliveries/{}", created["id"]);
    assert_eq!(
        (
            &created["carrier"],
            &created["route"],
            &created["expected_on"],
            &created["cost"]["amount"]
        ),
        (
            &json!("Восток Карго"),
            &json!("广州 → Уссурийск"),
            &json!("2026-12-20"),
            &json!("680.00")
        )
    );
    let changed = owner.patch(&path, json!({"route": "", "cost": null})).await.expect(200);
    assert_eq!(
        (&changed["carrier"], &changed["route"], &changed["cost"]),
        (&json!("Восток Карго"), &json!(null), &json!(null))
    );
    let problem = owner
        .patch(
            &path,
            json!({"cost": {"amount": "-1", "currency": "USD"}, "carrier": "x".repeat(101)}),
        )
        .await
        .expect_problem(422, "validation_failed");
    for field in ["cost.amount", "cost.currency", "carrier"] {
        assert!(problem["errors"][field].is_array(), "{field}: {problem}");
    }
    for _ in 0..2 {
        let shipment = quoted_shipment(&owner, &item_in_warehouse(&app).await.1).await;
        let _ = post_expecting(
            &owner,
            &format!("{path}/shipments"),
            json!({"shipments": [shipment]}),
            200,
        )
        .await;
    }
    let list = owner.get("/agent/deliveries").await.expect(200);
    let contents = json!({"shipments": 2, "places": 2, "weight_grams": 8400, "clients": ["K1"]});
    assert_eq!(list["data"][0]["contents"], contents);
    assert_eq!(owner.get(&path).await.expect(200)["contents"], contents);
}

#[apply(on_both)]
async fn shipments_are_searched_and_offered_to_deliveries(app: App) {
    let owner = app.owner().await;
    let (first, second) = (item_in_warehouse(&app).await.1, item_in_warehouse(&app).await.1);
    let packed = quoted_shipment(&owner, &first).await;
    let forming = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [second]}),
        201,
    )
    .await;
    // Track and carrier are entered after the price was set.
    let _ = owner
        .patch(
            &format!("/agent/shipments/{packed}"),
            json!({"track": "RA 1234 5678 CN"}),
        )
        .await
        .expect_within_statements(200, 12);
    let (packed, forming) = (json!("K1-S1"), forming["number"].clone());
    for text in ["ra12345678", "1234+5678", "k1-s1", "%D0%BA1-s1"] {
        assert_eq!(
            numbers(&owner, &format!("search={text}")).await,
            std::slice::from_ref(&packed),
            "{text}"
        );
    }
    for text in ["k1", "%D0%BA%D0%BB%D0%B8%D0%B5%D0%BD%D1%82"] {
        assert_eq!(
            numbers(&owner, &format!("search={text}")).await,
            [forming.clone(), packed.clone()],
            "{text}"
        );
    }
    assert_eq!(numbers(&owner, "search=%25").await, [Value::Null; 0]);
    assert_eq!(numbers(&owner, "loadable=true").await, std::slice::from_ref(&packed));
    let delivery = post_expecting(&owner, "/agent/deliveries", json!({}), 201).await;
    let load = format!("/agent/deliveries/{}/shipments", delivery["id"]);
    let id = owner.get("/agent/shipments?loadable=true").await.expect(200)["data"][0]["id"].clone();
    let _ = post_expecting(&owner, &load, json!({"shipments": [id]}), 200).await;
    assert_eq!(numbers(&owner, "loadable=true").await, [Value::Null; 0]);
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .post("/agent/deliveries", json!({"cost": {"amount": "1", "currency": "CNY"}}))
        .await
        .expect_problem(403, "permission_denied");
}
