//! From packing to acceptance, with payment, cancellation and refunds.

use super::{choose_cash_on_receipt, deliver, item_in_warehouse, payment_body, post_expecting, quoted_shipment};
use crate::{
    orders::lifecycle::{adjust_balance, order_card},
    support::{OTHER_OWNER, TWO_CABINETS, on_both},
};
use serde_json::{Value, json};

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
            // Weight, destination and comment.
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
async fn acceptance_of_a_stale_view_is_refused(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let id = quoted_shipment(&owner, &item).await;
    let _ = choose_cash_on_receipt(&client, id).await;
    let _ = deliver(&owner, id).await;
    let card = format!("/client/shipments/{id}");
    let seen = client.get(&card).await.expect_within_statements(200, 10)["version"].clone();
    let due = owner
        .get(&format!("/agent/shipments/{id}"))
        .await
        .expect_within_statements(200, 10);
    let cash = json!({"version": due["version"], "amount": due["due"]});
    let _ = post_expecting(&owner, &format!("/agent/shipments/{id}/cash"), cash, 200).await;
    let accept = format!("{card}/accept");
    let _ = client
        .with_header("if-match", &format!("\"{seen}\""))
        .post(&accept, json!({}))
        .await
        .expect_problem(412, "version_stale");
    assert_eq!(
        order_card(&owner, order).await["items"][0]["status"],
        "shipped",
        "the refused acceptance moves no item"
    );
    let current = client.get(&card).await.expect_within_statements(200, 10);
    assert_eq!(current["status"], "arrived");
    let accepted = client
        .with_header("if-match", &format!("\"{}\"", current["version"]))
        .post(&accept, json!({}))
        .await
        .expect_within_statements(200, 30);
    assert_eq!(accepted["status"], "accepted");
}
