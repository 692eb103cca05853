//! The address book, and the recipients of orders and shipments.

use crate::{
    exports::exported_rows,
    orders::{create_draft, lifecycle::order_card},
    settings::add_entry,
    shipments::item_in_warehouse,
    staff::{NEWCOMER, hire_staff},
    support::{Actor, OTHER_CLIENT, on_both},
};
use serde_json::{Value, json};

pub fn recipient_body(name: &str) -> Value {
    json!({"name": name, "phone": "8 (999) 000-00-01", "country": "ru", "city": "Псков", "street": "Ленина, 1"})
}

/// Adds an entry to the address book and returns its id.
pub async fn add_recipient(client: &Actor, body: Value) -> i64 {
    let added = client.post("/client/recipients", body).await.expect(201);
    added["id"].as_i64().expect("an id")
}

async fn patch(actor: &Actor, path: &str, body: Value, status: u16) -> Value {
    actor.patch(path, body).await.expect_within_statements(status, 14)
}

async fn post(actor: &Actor, path: &str, body: Value, status: u16) -> Value {
    actor.post(path, body).await.expect_within_statements(status, 30)
}

async fn method_requiring(owner: &Actor, fields: Value) -> i64 {
    add_entry(
        owner,
        "delivery-methods",
        json!({"name": "Авиа с таможней", "requires": fields}),
    )
    .await
}

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
async fn extension_draft_goes_to_the_default_recipient(app: App) {
    let client = app.client().await;
    let _ = add_recipient(&client, recipient_body("Игорь")).await;
    let extension = app.extension_of(crate::support::CLIENT).await;
    let draft = extension
        .post("/api/ext/drafts", json!({"client_id": 1}))
        .await
        .expect(201);
    let order = client.get(&format!("/client/orders/{}", draft["id"])).await.expect(200);
    assert_eq!(
        (&order["recipient"]["name"], &order["destination_city"]),
        (&json!("Игорь"), &json!("Псков"))
    );
}

#[apply(on_both)]
async fn packed_parcel_keeps_its_recipient(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let entry = add_recipient(&client, recipient_body("Игорь")).await;
    let other = add_recipient(&client, recipient_body("Анна")).await;
    let choose = format!("/client/orders/{order}/recipient");
    let _ = client
        .post(&choose, json!({"recipient_id": entry}))
        .await
        .expect_within_statements(204, 10);
    let shipment = post(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let id = shipment["id"].as_i64().expect("an id");
    assert_eq!(
        (&shipment["recipient"]["name"], &shipment["city"]),
        (&json!("Игорь"), &json!("Псков"))
    );
    let _ = client
        .post(&choose, json!({"recipient_id": other}))
        .await
        .expect_within_statements(204, 12);
    let path = format!("/agent/shipments/{id}");
    let shown = owner.get(&path).await.expect_within_statements(200, 8);
    assert_eq!(
        shown["recipient"]["name"], "Анна",
        "a parcel that is being formed follows its order"
    );
    assert_eq!(
        shown["history"][1]["changes"][0],
        json!({"part": "name", "before": "Игорь", "after": "Анна"})
    );
    let _ = patch(&owner, &path, json!({"weight_grams": 900, "places": 1}), 200).await;
    let _ = post(&owner, &format!("{path}/moves"), json!({"step": "pack"}), 200).await;
    let _ = patch(
        &client,
        &format!("/client/recipients/{other}"),
        json!({"values": recipient_body("Пётр")}),
        200,
    )
    .await;
    let _ = client
        .post(&choose, json!({"recipient_id": entry}))
        .await
        .expect_within_statements(204, 12);
    let own = format!("/client/shipments/{id}");
    assert_eq!(
        client.get(&own).await.expect_within_statements(200, 8)["recipient"]["name"],
        "Анна",
        "a packed parcel keeps it"
    );
    assert_eq!(
        patch(&client, &own, json!({"recipient_id": entry}), 409).await["code"],
        "recipient_fixed"
    );
    assert_eq!(
        patch(&client, &own, json!({"city": "Тверь"}), 409).await["code"],
        "recipient_fixed"
    );
    let corrected = patch(&owner, &path, json!({"recipient": recipient_body("Анна Ким")}), 200).await;
    assert_eq!(corrected["recipient"]["name"], "Анна Ким");
    let last = corrected["history"]
        .as_array()
        .and_then(|history| history.last())
        .expect("an entry");
    assert_eq!(
        (&last["from"], &last["changes"][0]["after"]),
        (&last["to"], &json!("Анна Ким"))
    );
    let bad = patch(
        &owner,
        &path,
        json!({"recipient": {"name": "", "phone": "1", "country": "RU", "city": "Псков", "street": "Л"}}),
        422,
    )
    .await;
    assert_eq!(bad["errors"]["recipient.phone"][0]["code"], "not_a_phone");
    let parcels = client
        .get(&format!("/client/orders/{order}/shipments"))
        .await
        .expect(200);
    assert_eq!(
        (&parcels["data"][0]["number"], &parcels["data"][0]["items"]),
        (&json!("K1-S1"), &json!([item]))
    );
    assert_eq!(
        owner.get(&format!("/agent/orders/{order}/shipments")).await.expect(200)["data"][0]["status"],
        "packed"
    );
}

#[apply(on_both)]
async fn method_requires_fields_of_the_recipient(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let method = method_requiring(&owner, json!(["passport", "postcode"])).await;
    let order = create_draft(&client).await;
    let path = format!("/client/orders/{order}");
    let choice = json!({"delivery": {"delivery_method_id": method}});
    let problem = patch(&client, &path, choice.clone(), 422).await;
    assert_eq!(problem["errors"]["recipient"][0]["code"], "required");
    let entry = add_recipient(&client, recipient_body("Игорь")).await;
    let _ = client
        .post(&format!("{path}/recipient"), json!({"recipient_id": entry}))
        .await
        .expect_within_statements(204, 10);
    let problem = patch(&client, &path, choice.clone(), 422).await;
    assert_eq!(problem["errors"]["recipient.passport"][0]["code"], "required");
    assert_eq!(problem["errors"]["recipient.postcode"][0]["code"], "required");
    let mut full = recipient_body("Игорь");
    full["passport"] = json!("4509 123456");
    full["postcode"] = json!("180000");
    let _ = patch(
        &client,
        &format!("/client/recipients/{entry}"),
        json!({"values": full}),
        200,
    )
    .await;
    let _ = client
        .post(&format!("{path}/recipient"), json!({"recipient_id": entry}))
        .await
        .expect_within_statements(204, 10);
    let chosen = patch(&client, &path, choice, 200).await;
    assert_eq!(chosen["delivery"]["delivery_method_id"], method);
    assert_eq!(chosen["recipient"]["documents"]["passport"], "4509 123456");
    let options = client.get("/client/delivery-options").await.expect(200);
    assert_eq!(options["methods"][0]["requires"], json!(["postcode", "passport"]));
}

#[apply(on_both)]
async fn documents_need_the_right_to_edit_shipments(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let mut body = recipient_body("Игорь");
    body["passport"] = json!("4509 123456");
    let entry = add_recipient(&client, body).await;
    let _ = client
        .post(
            &format!("/client/orders/{order}/recipient"),
            json!({"recipient_id": entry}),
        )
        .await
        .expect_within_statements(204, 10);
    let shipment = post(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    assert_eq!(shipment["recipient"]["documents"]["passport"], "4509 123456");
    assert_eq!(
        order_card(&owner, order).await["recipient"]["documents"]["passport"],
        "4509 123456"
    );
    let listed = owner.get("/agent/shipments").await.expect(200);
    assert_eq!(
        (
            &listed["data"][0]["recipient"]["name"],
            &listed["data"][0]["recipient"]["documents"]
        ),
        (&json!("Игорь"), &Value::Null),
        "lists have no documents"
    );
    let rights = [
        ("shipments", "view", "all"),
        ("orders", "view", "all"),
        ("reports", "view", "all"),
    ];
    let (reader, _) = hire_staff(&app, &owner, NEWCOMER, "Читатели", &rights).await;
    for path in [
        format!("/agent/shipments/{}", shipment["id"]),
        format!("/agent/orders/{order}"),
    ] {
        let answer = reader.get(&path).await;
        assert_eq!(answer.status, 200, "{path}");
        assert!(answer.text.contains("Игорь") && !answer.text.contains("4509"), "{path}");
    }
    let exported = exported_rows(owner.get("/agent/shipments.xlsx").await, 12);
    let cells = format!("{exported:?}");
    assert!(
        cells.contains("Игорь") && cells.contains("Псков, Ленина, 1") && cells.contains("Россия"),
        "{cells}"
    );
    assert!(!cells.contains("4509"), "{cells}");
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
    let path = format!("/client/orders/{order}/recipient");
    let keyed = client.with_header("idempotency-key", "recipient-2");
    for _ in 0..2 {
        let chosen = keyed.post(&path, json!({"recipient_id": added["id"]})).await;
        let _ = chosen.expect_within_statements(204, 14);
    }
    assert_eq!(
        app.count("order_history", &format!("order_id = {order} AND event = 'changed'"))
            .await,
        1
    );
}

#[apply(on_both)]
async fn shipments_are_filtered_by_country(app: App) {
    let owner = app.owner().await;
    let (_, item) = item_in_warehouse(&app).await;
    let shipment = post(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let path = format!("/agent/shipments/{}", shipment["id"]);
    let filled = patch(&owner, &path, json!({"country": "kz", "city": "Алматы"}), 200).await;
    assert_eq!(filled["country"], "KZ");
    for (country, count) in [("KZ", 1), ("kz", 1), ("RU", 0)] {
        let page = owner
            .get(&format!("/agent/shipments?country={country}"))
            .await
            .expect(200);
        assert_eq!(page["data"].as_array().map(Vec::len), Some(count), "{country}");
    }
    let refused = owner
        .get("/agent/shipments?country=%D0%A0%D0%BE")
        .await
        .expect_problem(422, "validation_failed");
    assert!(refused["errors"]["country"].is_array(), "{refused}");
    let refused = owner.patch(&path, json!({"country": "XX"})).await;
    let refused = refused.expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["country"][0]["code"], "unknown_value");
    let cleared = patch(&owner, &path, json!({"country": ""}), 200).await;
    assert_eq!(cleared["country"], json!(null));
}
