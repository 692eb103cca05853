//! Shipments and deliveries, from packing to acceptance.

use crate::{
    media::encode_image,
    orders::lifecycle::{adjust_balance, move_items, order_card},
    services::send_bytes,
    support::{Actor, App, OTHER_OWNER, TWO_CABINETS, on_both},
};
use serde_json::{Value, json};

/// An order of the first client with its item in the warehouse. Returns the ids of both.
pub async fn item_in_warehouse(app: &App) -> (i64, Value) {
    let owner = app.owner().await;
    let order = crate::orders::lifecycle::paid_order(app).await;
    let card = order_card(&owner, order).await;
    let _ = move_items(&owner, &card, json!({"step": "buy"})).await;
    let _ = move_items(&owner, &card, json!({"step": "receive", "cell": "A-1"})).await;
    (order, card["items"][0]["id"].clone())
}

pub async fn post_expecting(owner: &Actor, path: &str, body: Value, status: u16) -> Value {
    owner.post(path, body).await.expect_within_statements(status, 30)
}

/// Creates a packed and quoted shipment.
pub async fn quoted_shipment(owner: &Actor, item: &Value) -> i64 {
    let shipment = post_expecting(owner, "/agent/shipments", json!({"client_id": 1, "items": [item]}), 201).await;
    let id = shipment["id"].as_i64().expect("an id");
    let _ = owner
        .patch(
            &format!("/agent/shipments/{id}"),
            json!({"weight_grams": 4200, "volume_cm3": 18000, "places": 1, "country": "ru", "city": "Москва"}),
        )
        .await
        .expect_within_statements(200, 12);
    let moves = format!("/agent/shipments/{id}/moves");
    let _ = post_expecting(owner, &moves, json!({"step": "pack"}), 200).await;
    let _ = post_expecting(
        owner,
        &moves,
        json!({"step": "quote", "cost": "100", "rate": "12.5"}),
        200,
    )
    .await;
    id
}

/// The body of a payment: the shipment's version and the amount in a currency, as shown to the client.
pub async fn payment_body(client: &Actor, shipment: i64, currency: &str) -> Value {
    let shown = client
        .get(&format!("/client/shipments/{shipment}/delivery"))
        .await
        .expect_within_statements(200, 8);
    let amount = [&shown["cost_rub"], &shown["cost"]]
        .into_iter()
        .find(|amount| amount["currency"] == currency)
        .expect("a sum in the currency");
    json!({"version": shown["version"], "amount": amount})
}

/// Chooses cash on receipt as the client.
pub async fn choose_cash_on_receipt(client: &Actor, shipment: i64) -> Value {
    let body = payment_body(client, shipment, "RUB").await;
    post_expecting(client, &format!("/client/shipments/{shipment}/cod"), body, 200).await
}

/// Sends a shipment with its own delivery and lets it arrive. Returns the delivery's id.
pub async fn deliver(owner: &Actor, shipment: i64) -> i64 {
    let delivery = post_expecting(owner, "/agent/deliveries", json!({"track": "CARGO-77"}), 201).await["id"]
        .as_i64()
        .expect("an id");
    let _ = post_expecting(
        owner,
        &format!("/agent/deliveries/{delivery}/shipments"),
        json!({"shipments": [shipment]}),
        200,
    )
    .await;
    for step in ["depart", "arrive"] {
        let _ = post_expecting(
            owner,
            &format!("/agent/deliveries/{delivery}/moves"),
            json!({"step": step}),
            200,
        )
        .await;
    }
    delivery
}

/// Adds the item to a new shipment and the shipment to a new delivery. Returns the ids of both.
pub async fn loaded_delivery(owner: &Actor, item: &Value) -> (i64, i64) {
    let shipment = quoted_shipment(owner, item).await;
    let delivery = post_expecting(owner, "/agent/deliveries", json!({}), 201).await["id"]
        .as_i64()
        .expect("an id");
    let load = format!("/agent/deliveries/{delivery}/shipments");
    let _ = post_expecting(owner, &load, json!({"shipments": [shipment]}), 200).await;
    (shipment, delivery)
}

#[apply(on_both)]
async fn shipment_goes_from_packing_to_acceptance(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let waiting = owner.get("/agent/shipments/packable").await.expect(200);
    assert_eq!(
        (
            &waiting["data"][0]["item_id"],
            &waiting["data"][0]["client_code"],
            &waiting["data"][0]["cell"]
        ),
        (&item, &json!("K1"), &json!("A-1"))
    );
    let shipment = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let id = shipment["id"].as_i64().expect("an id");
    assert_eq!(
        (&shipment["number"], &shipment["status"]),
        (&json!("K1-S1"), &json!("forming"))
    );
    assert_eq!(
        owner.get("/agent/shipments/packable").await.expect(200)["data"],
        json!([])
    );
    let again = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        409,
    )
    .await;
    assert_eq!(again["code"], "item_in_shipment", "an item cannot be in two shipments");
    let _ = client
        .get(&format!("/client/shipments/{id}"))
        .await
        .expect_problem(404, "not_found");
    let moves = format!("/agent/shipments/{id}/moves");
    assert_eq!(
        post_expecting(&owner, &moves, json!({"step": "pack"}), 409).await["code"],
        "shipment_incomplete",
        "the shipment has no weight"
    );
    let form = json!({"weight_grams": 4200, "volume_cm3": 18000, "places": 2, "country": "ru", "city": "Москва", "comment": "хрупкое"});
    let filled = owner
        .patch(&format!("/agent/shipments/{id}"), form)
        .await
        .expect_within_statements(200, 12);
    assert_eq!((&filled["country"], &filled["places"]), (&json!("RU"), &json!(2)));
    assert_eq!(
        post_expecting(&owner, &moves, json!({"step": "pack"}), 200).await["status"],
        "packed"
    );
    assert_eq!(order_card(&owner, order).await["items"][0]["status"], "packed");
    assert_eq!(
        post_expecting(&owner, &moves, json!({"step": "quote", "cost": "100"}), 409).await["code"],
        "rate_stale"
    );
    let quoted = post_expecting(
        &owner,
        &moves,
        json!({"step": "quote", "cost": "100", "rate": "12.5"}),
        200,
    )
    .await;
    assert_eq!(
        (&quoted["cost"]["amount"], &quoted["cost_rub"]["amount"]),
        (&json!("100.00"), &json!("1250.00"))
    );

    let shown = client
        .get(&format!("/client/shipments/{id}/delivery"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        shown["pay_from"][0],
        json!({"amount": {"amount": "1250.00", "currency": "RUB"}, "balance": {"amount": "931.25", "currency": "RUB"}, "suffices": false})
    );
    assert_eq!(shown["items"][0]["cell"], Value::Null);
    let pay = format!("/client/shipments/{id}/pay");
    let _ = client
        .post(&pay, payment_body(&client, id, "RUB").await)
        .await
        .expect_problem(409, "balance_insufficient");
    adjust_balance(&owner, 1, "100", "CNY").await;
    assert_eq!(
        post_expecting(&client, &pay, payment_body(&client, id, "CNY").await, 200).await["status"],
        "paid"
    );

    let delivery = post_expecting(&owner, "/agent/deliveries", json!({}), 201).await;
    assert_eq!(delivery["number"], "D1");
    let cargo = format!("/agent/deliveries/{}", delivery["id"]);
    assert_eq!(
        post_expecting(&owner, &format!("{cargo}/moves"), json!({"step": "depart"}), 409).await["code"],
        "delivery_empty",
        "the delivery is empty"
    );
    let loaded = post_expecting(&owner, &format!("{cargo}/shipments"), json!({"shipments": [id]}), 200).await;
    assert_eq!(loaded["shipments"][0]["number"], "K1-S1");
    assert_eq!(
        post_expecting(&owner, &format!("{cargo}/moves"), json!({"step": "arrive"}), 409).await["code"],
        "move_not_allowed"
    );
    assert_eq!(
        post_expecting(&owner, &format!("{cargo}/moves"), json!({"step": "depart"}), 200).await["status"],
        "in_transit"
    );
    assert_eq!(
        (
            &order_card(&owner, order).await["status"],
            owner.get("/agent/deliveries?part=current").await.expect(200)["data"]
                .as_array()
                .map(Vec::len)
        ),
        (&json!("shipped"), Some(1))
    );
    let _ = client
        .post(&format!("/client/shipments/{id}/accept"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    assert_eq!(
        post_expecting(&owner, &format!("{cargo}/moves"), json!({"step": "arrive"}), 200).await["shipments"][0]["status"],
        "arrived"
    );
    assert_eq!(
        post_expecting(&client, &format!("/client/shipments/{id}/accept"), json!({}), 200).await["status"],
        "accepted"
    );
    let done = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(
        (&done["status"], &done["items"][0]["status"]),
        (&json!("accepted"), &json!("accepted"))
    );
    let history = client
        .get(&format!("/client/shipments/{id}"))
        .await
        .expect_within_statements(200, 8);
    let states: Vec<&str> = history["history"]
        .as_array()
        .expect("a history")
        .iter()
        .filter_map(|row| row["to"].as_str())
        .collect();
    assert_eq!(
        states,
        [
            "forming",
            "packed",
            "quoted",
            "paid",
            "dispatched",
            "arrived",
            "accepted"
        ]
    );
    let counts = owner.get("/agent/shipments/counts").await.expect(200);
    assert_eq!(counts["by_status"]["accepted"]["count"], 1);
}

#[apply(on_both)]
async fn cargo_problem_is_reported_and_resolved(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let _ = choose_cash_on_receipt(&client, id).await;
    let _ = deliver(&owner, id).await;
    let problem = format!("/client/shipments/{id}/problem");
    let _ = client
        .post(&problem, json!({"reason": ""}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = client
        .post(&problem, json!({"reason": "x", "items": [999_999]}))
        .await
        .expect_problem(422, "validation_failed");
    let reported = post_expecting(&client, &problem, json!({"reason": "коробка вскрыта"}), 200).await;
    assert_eq!(
        (&reported["status"], &reported["problem_reason"]),
        (&json!("problem"), &json!("коробка вскрыта"))
    );
    let listed = owner.get("/agent/orders?section=problems").await.expect(200);
    assert_eq!(listed["data"][0]["id"], order);
    let refund = post_expecting(
        &owner,
        &format!("/agent/orders/{order}/refunds"),
        json!({"amount": "100", "reason": "компенсация"}),
        201,
    )
    .await;
    assert_eq!(refund["refunds"][0]["amount"]["amount"], "100.00");
    let resolved = post_expecting(
        &owner,
        &format!("/agent/shipments/{id}/moves"),
        json!({"step": "resolve", "reason": "возместили"}),
        200,
    )
    .await;
    assert_eq!(resolved["status"], "accepted");
    assert_eq!(order_card(&owner, order).await["status"], "accepted");
}

#[apply(on_both)]
async fn problem_photos_are_shown_after_the_report(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let photos = format!("/client/shipments/{id}/photos");
    let file = encode_image(400, 300, image::ImageFormat::Jpeg);
    send_bytes(&client, "POST", &photos, 0, &file)
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = choose_cash_on_receipt(&client, id).await;
    let _ = deliver(&owner, id).await;
    send_bytes(&client, "POST", &photos, 0, b"<svg onload=alert(1)>")
        .await
        .expect_problem(415, "media_type_refused");
    send_bytes(&app.log_in("client", TWO_CABINETS).await, "POST", &photos, 0, &file)
        .await
        .expect_problem(404, "not_found");
    let uploaded = send_bytes(&client, "POST", &photos, 0, &file)
        .await
        .expect_within_statements(201, 10);
    let discarded = send_bytes(&client, "POST", &photos, 0, &file).await.expect(201);
    let first = format!("{photos}/{}", discarded["id"]);
    let _ = client.delete(&first).await.expect(204);
    client.delete(&first).await.expect_problem(404, "not_found");

    let own = client
        .get(&format!("/client/shipments/{id}"))
        .await
        .expect_within_statements(200, 9);
    assert_eq!(
        (
            own["problem_photos"].as_array().map(Vec::len),
            &own["problem_photos"][0]["id"]
        ),
        (Some(1), &uploaded["id"])
    );
    let theirs = owner
        .get(&format!("/agent/shipments/{id}"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        theirs["problem_photos"],
        json!([]),
        "photos are hidden before the report"
    );
    let reported = post_expecting(
        &client,
        &format!("/client/shipments/{id}/problem"),
        json!({"reason": "вскрыта"}),
        200,
    )
    .await;
    assert_eq!(reported["problem_photos"][0]["id"], uploaded["id"]);
    let seen = owner
        .get(&format!("/agent/shipments/{id}"))
        .await
        .expect_within_statements(200, 8);
    let address = seen["problem_photos"][0]["addresses"]["view"]
        .as_str()
        .expect("an address")
        .to_owned();
    assert_eq!(app.anonymous().get(&address).await.status, 200);
    let late = format!("{photos}/{}", uploaded["id"]);
    client.delete(&late).await.expect_problem(409, "move_not_allowed");
    send_bytes(&client, "POST", &photos, 0, &file)
        .await
        .expect_problem(409, "move_not_allowed");

    app.run_due_jobs().await;
    assert_eq!(app.count("jobs", "kind = 'media:remove' AND done_at IS NULL").await, 0);
}

#[apply(on_both)]
async fn problem_photos_are_limited(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let _ = choose_cash_on_receipt(&client, id).await;
    let _ = deliver(&owner, id).await;
    let photos = format!("/client/shipments/{id}/photos");
    let file = encode_image(4, 3, image::ImageFormat::Png);
    for _ in 0..20 {
        let _ = send_bytes(&client, "POST", &photos, 0, &file).await.expect(201);
    }
    send_bytes(&client, "POST", &photos, 0, &file)
        .await
        .expect_problem(409, "media_limit");
}

#[apply(on_both)]
async fn shipment_payment_requires_the_shown_amount(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let before = client.get("/client/balance").await.expect(200);
    let old = payment_body(&client, id, "RUB").await;
    let _ = post_expecting(
        &owner,
        &format!("/agent/shipments/{id}/moves"),
        json!({"step": "quote", "cost": "320", "rate": "12.5"}),
        200,
    )
    .await;
    for step in ["pay", "cod"] {
        let refused = client
            .post(&format!("/client/shipments/{id}/{step}"), old.clone())
            .await
            .expect_problem(409, "amount_changed");
        assert_eq!(
            refused["current_amount"],
            json!({"amount": "4000.00", "currency": "RUB"}),
            "{step}"
        );
        let guessed = json!({"version": old["version"], "amount": {"amount": "4000.00", "currency": "RUB"}});
        let _ = client
            .post(&format!("/client/shipments/{id}/{step}"), guessed)
            .await
            .expect_problem(409, "amount_changed");
        let missing = json!({"amount": {"amount": "4000.00", "currency": "RUB"}});
        let refused = client
            .post(&format!("/client/shipments/{id}/{step}"), missing)
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(refused["errors"]["version"][0]["code"], "required");
    }
    assert_eq!(
        client.get("/client/balance").await.expect(200),
        before,
        "nothing was charged"
    );
    let yuan = client
        .post(
            &format!("/client/shipments/{id}/cod"),
            payment_body(&client, id, "CNY").await,
        )
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(yuan["errors"]["amount.currency"][0]["code"], "unknown_value");
    assert_eq!(choose_cash_on_receipt(&client, id).await["status"], "cod");
    let paid = post_expecting(
        &client,
        &format!("/client/shipments/{id}/pay"),
        payment_body(&client, id, "RUB").await,
        200,
    )
    .await;
    assert_eq!(
        (&paid["status"], &paid["payments"][0]["amount"]["amount"]),
        (&json!("paid"), &json!("4000.00"))
    );
}

#[apply(on_both)]
async fn canceled_shipment_releases_items_and_refunds(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    adjust_balance(&owner, 1, "100", "CNY").await;
    let _ = post_expecting(
        &client,
        &format!("/client/shipments/{id}/pay"),
        payment_body(&client, id, "CNY").await,
        200,
    )
    .await;
    let moves = format!("/agent/shipments/{id}/moves");
    let _ = owner
        .post(&moves, json!({"step": "cancel"}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        post_expecting(&owner, &moves, json!({"step": "cancel", "reason": "передумали"}), 200).await["status"],
        "canceled"
    );
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "100.00"
    );
    assert_eq!(order_card(&owner, order).await["items"][0]["status"], "at_warehouse");
    let second = quoted_shipment(&owner, &item).await;
    assert_eq!(
        owner
            .get(&format!("/agent/shipments/{second}"))
            .await
            .expect_within_statements(200, 8)["number"],
        "K1-S2"
    );
}

#[apply(on_both)]
async fn foreign_shipment_is_not_found(app: App) {
    let owner = app.owner().await;
    let (_, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let neighbour = app.log_in("client", TWO_CABINETS).await;
    for (method, path) in [
        ("GET", ""),
        ("GET", "/delivery"),
        ("POST", "/pay"),
        ("POST", "/cod"),
        ("POST", "/accept"),
        ("POST", "/problem"),
    ] {
        let body = match path {
            "/pay" | "/cod" => json!({"version": 5, "amount": {"amount": "1250.00", "currency": "RUB"}}),
            "/problem" => json!({"reason": "x"}),
            _ => json!({}),
        };
        let body = (method == "POST").then(|| body.to_string().into_bytes());
        let _ = neighbour
            .send(method, &format!("/client/shipments/{id}{path}"), body)
            .await
            .expect_problem(404, "not_found");
    }
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger
        .get(&format!("/agent/shipments/{id}"))
        .await
        .expect_problem(404, "not_found");
    let _ = stranger
        .post(&format!("/agent/shipments/{id}/moves"), json!({"step": "unpack"}))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(
        stranger.get("/agent/shipments/packable").await.expect(200)["data"],
        json!([])
    );
    let _ = stranger
        .post("/agent/shipments", json!({"client_id": 1, "items": [item]}))
        .await
        .expect_problem(422, "validation_failed");
    let theirs = post_expecting(&stranger, "/agent/deliveries", json!({}), 201).await;
    let _ = stranger
        .post(
            &format!("/agent/deliveries/{}/shipments", theirs["id"]),
            json!({"shipments": [id]}),
        )
        .await
        .expect_problem(422, "validation_failed");
}

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
