//! The address book, and the recipients of orders and shipments.

mod address_book;

use crate::{
    exports::exported_rows,
    orders::{create_draft, lifecycle::order_card},
    settings::add_entry,
    shipments::item_in_warehouse,
    staff::{NEWCOMER, hire_staff},
    support::{Actor, on_both},
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
async fn packed_shipment_keeps_its_recipient(app: App) {
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
        "a shipment that is being formed follows its order"
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
        "a packed shipment keeps it"
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
    let options = client.get("/client/delivery-options").await;
    let options = options.expect_within_statements(200, 7);
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
