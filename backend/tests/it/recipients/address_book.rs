//! The entries of the address book.

use super::{add_recipient, recipient_body};
use crate::{
    orders::create_draft,
    support::{OTHER_CLIENT, on_both},
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn address_book_has_one_default_entry(app: App) {
    let client = app.client().await;
    let first = add_recipient(&client, recipient_body("Игорь")).await;
    let second = add_recipient(&client, recipient_body("Анна")).await;
    let shown = client.get("/client/recipients").await.expect(200);
    assert_eq!(
        (&shown["data"][0]["name"], &shown["data"][0]["is_default"]),
        (&json!("Игорь"), &json!(true))
    );
    assert_eq!(
        (&shown["data"][0]["phone"], &shown["data"][0]["country"]),
        (&json!("+79990000001"), &json!("RU"))
    );
    let changed = client
        .patch(&format!("/client/recipients/{second}"), json!({"is_default": true}))
        .await
        .expect(200);
    assert_eq!((&changed["is_default"], &changed["version"]), (&json!(true), &json!(2)));
    let shown = client.get("/client/recipients").await.expect(200);
    let defaults: Vec<&Value> = shown["data"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|entry| &entry["is_default"])
        .collect();
    assert_eq!(
        (defaults, &shown["data"][0]["id"]),
        (vec![&json!(true), &json!(false)], &json!(second))
    );
    let _ = client.delete(&format!("/client/recipients/{first}")).await.expect(204);
    assert_eq!(
        client.get("/client/recipients").await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(1),
        "an unused entry is deleted"
    );
    let other = app.log_in("client", OTHER_CLIENT).await;
    let _ = other
        .patch(&format!("/client/recipients/{second}"), json!({"archived": true}))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn recipient_is_validated(app: App) {
    let client = app.client().await;
    let body = json!({"name": " ", "phone": "12", "country": "Россия", "city": ""});
    let problem = client
        .post("/client/recipients", body)
        .await
        .expect_problem(422, "validation_failed");
    let code = |field: &str| problem["errors"][field][0]["code"].clone();
    assert_eq!(
        [
            code("name"),
            code("phone"),
            code("country"),
            code("city"),
            code("street")
        ],
        [
            json!("required"),
            json!("not_a_phone"),
            json!("unknown_value"),
            json!("required"),
            json!("required")
        ]
    );
    let body = json!({"name": "И", "phone": "+79990000001", "country": "RU", "city": "Псков", "pickup_point_id": 999});
    let problem = client
        .post("/client/recipients", body)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["pickup_point_id"][0]["code"], "not_yours");
    let _ = client
        .post(
            "/client/orders",
            json!({"type": "standard", "destination_country": "XX"}),
        )
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn entries_are_limited_and_used_ones_are_archived(app: App) {
    let client = app.client().await;
    let used = add_recipient(&client, recipient_body("Игорь")).await;
    let order = client
        .post("/client/orders", json!({"type": "standard"}))
        .await
        .expect(201);
    assert_eq!(
        (&order["recipient"]["name"], &order["destination_country"]),
        (&json!("Игорь"), &json!("RU")),
        "the default entry"
    );
    let _ = client.delete(&format!("/client/recipients/{used}")).await.expect(204);
    let shown = client.get("/client/recipients").await.expect(200);
    assert_eq!(
        (&shown["data"][0]["archived"], &shown["data"][0]["is_default"]),
        (&json!(true), &json!(false))
    );
    let order = client
        .post("/client/orders", json!({"type": "standard"}))
        .await
        .expect(201);
    assert_eq!(order["recipient"], Value::Null, "an archived entry is not the default");
    for number in 0..50 {
        let _ = add_recipient(&client, recipient_body(&format!("Получатель {number}"))).await;
    }
    let refused = client
        .post("/client/recipients", recipient_body("Лишний"))
        .await
        .expect_problem(409, "limit_reached");
    assert_eq!(refused["limit"], 50);
    let _ = client
        .patch(&format!("/client/recipients/{used}"), json!({"archived": false}))
        .await
        .expect_problem(409, "limit_reached");
}

#[apply(on_both)]
async fn repeated_request_adds_one_entry_and_addresses_an_order_once(app: App) {
    let client = app.client().await;
    let keyed = client.with_header("idempotency-key", "recipient-1");
    let added = keyed
        .post("/client/recipients", recipient_body("Игорь"))
        .await
        .expect(201);
    let again = keyed
        .post("/client/recipients", recipient_body("Игорь"))
        .await
        .expect(201);
    assert_eq!(added, again);
    let _ = keyed
        .post("/client/recipients", recipient_body("Анна"))
        .await
        .expect_problem(422, "idempotency_key_reused");
    let shown = client.get("/client/recipients").await.expect(200);
    assert_eq!(shown["data"].as_array().map(Vec::len), Some(1));
    let order = create_draft(&client).await;
    let other = add_recipient(&client, recipient_body("Анна")).await;
    let path = format!("/client/orders/{order}/recipient");
    let keyed = client.with_header("idempotency-key", "recipient-2");
    for _ in 0..2 {
        let chosen = keyed.post(&path, json!({"recipient_id": other})).await;
        let _ = chosen.expect_within_statements(204, 14);
    }
    assert_eq!(
        app.count("order_history", &format!("order_id = {order} AND event = 'changed'"))
            .await,
        1
    );
}

#[apply(on_both)]
async fn repeated_change_and_deletion_get_the_stored_response(app: App) {
    let client = app.client().await;
    let entry = add_recipient(&client, recipient_body("Игорь")).await;
    let path = format!("/client/recipients/{entry}");
    let keyed = client.with_header("idempotency-key", "recipient-change");
    let body = json!({"archived": true});
    let changed = keyed.patch(&path, body.clone()).await.expect(200);
    assert_eq!(
        keyed.patch(&path, body).await.expect(200),
        changed,
        "it is changed once"
    );
    let keyed = client.with_header("idempotency-key", "recipient-removal");
    for _ in 0..2 {
        let _ = keyed.delete(&path).await.expect(204);
    }
    let _ = client.delete(&path).await.expect_problem(404, "not_found");
}
