//! Cargo deliveries: the staff's entries, the contents, and the shipments that can be added.

use super::{item_in_warehouse, post_expecting, quoted_shipment};
use crate::{
    exports::exported_rows,
    staff::hire_staff,
    support::{Actor, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
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
    let changed = owner
        .patch(&path, json!({"route": "", "cost": null}))
        .await
        .expect_within_statements(200, 7);
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

#[apply(on_both)]
async fn changed_details_are_in_the_history(app: App) {
    let owner = app.owner().await;
    let details = json!({"track": "CARGO-77", "carrier": "Восток Карго"});
    let created = post_expecting(&owner, "/agent/deliveries", details, 201).await;
    let path = format!("/agent/deliveries/{}", created["id"]);
    let change = json!({
        "track": "CARGO-78", "carrier": "", "route": "广州 → Москва", "expected_on": "2026-12-20",
        "cost": {"amount": "680.00", "currency": "CNY"},
    });
    let changed = owner
        .patch(&path, change.clone())
        .await
        .expect_within_statements(200, 8);
    let entry = &changed["history"][1];
    assert_eq!(
        (&entry["from"], &entry["to"], &entry["actor_name"]),
        (&json!("forming"), &json!("forming"), &json!("Анна"))
    );
    let cost = json!({"detail": "cost", "after": {"money": {"amount": "680.00", "currency": "CNY"}}});
    let others = [
        json!({"detail": "track", "before": {"text": "CARGO-77"}, "after": {"text": "CARGO-78"}}),
        json!({"detail": "carrier", "before": {"text": "Восток Карго"}}),
        json!({"detail": "route", "after": {"text": "广州 → Москва"}}),
        json!({"detail": "expected_on", "after": {"day": "2026-12-20"}}),
    ];
    let expected = [&others[0], &others[1], &others[2], &cost, &others[3]];
    assert_eq!(entry["details"], json!(expected));
    // The same values again are no change.
    let same = owner.patch(&path, change).await.expect_within_statements(200, 8);
    assert_eq!(same["history"].as_array().map(Vec::len), Some(2));

    let free = json!({"cost": null});
    let _ = owner.patch(&path, free).await.expect_within_statements(200, 8);
    let grants = [("deliveries", "view", "all")];
    let (worker, _) = hire_staff(&app, &owner, "+79995550041", "Отправка", &grants).await;
    let seen = worker.get(&path).await.expect(200);
    assert_eq!(seen["history"][1]["details"], json!(others), "without the cost");
    assert_eq!(
        seen["history"].as_array().map(Vec::len),
        Some(2),
        "without the change of the cost"
    );
    assert_eq!(
        owner.get(&path).await.expect(200)["history"].as_array().map(Vec::len),
        Some(3)
    );
}

/// The numbers of the deliveries that a search finds, and of the deliveries in the export of the same search.
async fn found(owner: &Actor, text: &str) -> Vec<Value> {
    let page = owner.get(&format!("/agent/deliveries?search={text}")).await.expect(200);
    let rows = page["data"].as_array().expect("deliveries");
    let file = owner.get(&format!("/agent/deliveries.xlsx?search={text}")).await;
    assert_eq!(exported_rows(file, 6).len(), rows.len(), "{text}");
    rows.iter().map(|row| row["number"].clone()).collect()
}

#[apply(on_both)]
async fn deliveries_are_searched(app: App) {
    let owner = app.owner().await;
    let details = json!({"track": "CARGO 77", "carrier": "Восток Карго"});
    let first = post_expecting(&owner, "/agent/deliveries", details, 201).await;
    let second = post_expecting(&owner, "/agent/deliveries", json!({"carrier": "100%_"}), 201).await;
    let shipment = quoted_shipment(&owner, &item_in_warehouse(&app).await.1).await;
    let load = format!("/agent/deliveries/{}/shipments", second["id"]);
    let _ = post_expecting(&owner, &load, json!({"shipments": [shipment]}), 200).await;
    let (first, second) = (first["number"].clone(), second["number"].clone());
    let (lower, number) = (first.as_str().expect("a number").to_lowercase(), &first);
    // By number, track with and without its space, and carrier in any letters.
    for text in [lower.as_str(), "cargo77", "CARGO+77", "восток", "ВОСТОК", "карго"] {
        let encoded: String = url::form_urlencoded::byte_serialize(text.replace('+', " ").as_bytes()).collect();
        assert_eq!(found(&owner, &encoded).await, std::slice::from_ref(number), "{text}");
    }
    // By a shipment that it carries, and by the code of its client, also typed in Cyrillic.
    for text in ["k1-s1", "K1", "%D0%BA1", "100%25_"] {
        assert_eq!(found(&owner, text).await, std::slice::from_ref(&second), "{text}");
    }
    assert_eq!(
        found(&owner, "%25").await,
        std::slice::from_ref(&second),
        "a sign, not a wildcard"
    );
    assert_eq!(found(&owner, "nothing").await, [Value::Null; 0]);
    assert_eq!(found(&owner, "+").await.len(), 2, "spaces are no search");
    let other = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(found(&other, "k1-s1").await, [Value::Null; 0]);
}

#[apply(on_both)]
async fn sides_of_a_place_give_the_volume(app: App) {
    let owner = app.owner().await;
    let item = item_in_warehouse(&app).await.1;
    let created = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let path = format!("/agent/shipments/{}", created["id"]);
    assert_eq!(created["sides"], Value::Null);
    let change = async |body: Value| owner.patch(&path, body).await.expect_within_statements(200, 12);
    let partial = change(json!({"length_mm": 400, "width_mm": 300})).await;
    assert_eq!(
        (&partial["sides"], &partial["volume_cm3"]),
        (&Value::Null, &Value::Null)
    );
    let full = change(json!({"height_mm": 255})).await;
    let sides = json!({"length_mm": 400, "width_mm": 300, "height_mm": 255});
    assert_eq!((&full["sides"], &full["volume_cm3"]), (&sides, &json!(30_600)));
    assert_eq!(change(json!({"places": 2})).await["volume_cm3"], 61_200);
    let stated = change(json!({"volume_cm3": 70_000, "weight_grams": 900})).await;
    assert_eq!((&stated["sides"], &stated["volume_cm3"]), (&sides, &json!(70_000)));
    assert_eq!(
        change(json!({"comment": "хрупкое"})).await["volume_cm3"],
        70_000,
        "a stated volume stays"
    );
    let problem = owner
        .patch(&path, json!({"length_mm": 10_001, "width_mm": -1}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(
        problem["errors"]["length_mm"].is_array() && problem["errors"]["width_mm"].is_array(),
        "{problem}"
    );
    let labels = owner
        .get(&format!("/agent/labels?kind=shipment&ids={}", created["id"]))
        .await
        .expect(200);
    assert_eq!(labels["data"][0]["sides"], sides);
    let _ = post_expecting(&owner, &format!("{path}/moves"), json!({"step": "pack"}), 200).await;
    let seen = app
        .client()
        .await
        .get(&format!("/client/shipments/{}", created["id"]))
        .await
        .expect(200);
    assert_eq!(seen["sides"], sides);
    let cleared = change(json!({"height_mm": 0})).await;
    assert_eq!(
        (&cleared["sides"], &cleared["volume_cm3"]),
        (&Value::Null, &json!(70_000))
    );
}
