//! Payment and refunds of item services.

use super::{enable_service, first_item, order_service};
use crate::{
    orders::{
        lifecycle::{adjust_balance, order_card, quote_order},
        submitted_order,
    },
    support::on_both,
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn service_ordered_before_the_quote_is_part_of_it(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let photo = enable_service(&owner, "photo", Some("3.50")).await;
    let order = submitted_order(&client).await;
    let item = first_item(&owner, order).await;
    let path = format!("/client/orders/{order}/items/{item}/services");
    let _ = client
        .post(&path, json!({"service_id": photo, "free": true}))
        .await
        .expect_problem(422, "validation_failed");
    let made = client
        .post(&path, json!({"service_id": photo, "qty": 2, "comment": "швы и бирки"}))
        .await
        .expect_within_statements(201, 7);
    assert_eq!(
        (&made["unit_price"]["amount"], &made["paid"], &made["status"]),
        (&json!("3.50"), &Value::Null, &json!("ordered"))
    );
    let canceled_service = client
        .post(&path, json!({"service_id": photo, "qty": 5}))
        .await
        .expect_within_statements(201, 8);
    let _ = client
        .post(
            &format!("/client/item-services/{}/cancel", canceled_service["id"]),
            json!({}),
        )
        .await
        .expect(200);
    let estimate = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(estimate["calculation"]["due"]["amount"], "92.50");
    let services = estimate["calculation"]["charges"]
        .as_array()
        .expect("charges")
        .iter()
        .find(|charge| charge["kind"] == "services")
        .expect("the services");
    assert_eq!(services["amount"]["amount"], "7.00");

    // An ordered service keeps its price when the setting changes.
    let _ = enable_service(&owner, "photo", Some("100")).await;
    let _ = quote_order(&owner, order).await;
    let money = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(money["quote"]["due"]["amount"], "92.50");
    let cancel = format!("/client/item-services/{}/cancel", made["id"]);
    let refused = client
        .post(&cancel, json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    assert!(
        refused["detail"]
            .as_str()
            .expect("a sentence")
            .contains("possible now: nothing")
    );
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let _ = crate::orders::lifecycle::pay_order(&client, order, "RUB").await;
    let shown = client
        .get(&format!("/client/orders/{order}/services"))
        .await
        .expect(200);
    assert_eq!(shown["services"][0]["paid"]["amount"], "7.00");
    let canceled = client.post(&cancel, json!({})).await.expect_within_statements(200, 22);
    assert_eq!(canceled["status"], "canceled");
    // 92.50 × 12.5 = 1156.25 was paid, 7.00 × 12.5 = 87.50 was refunded.
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "931.25"
    );
    let again = client
        .post(&cancel, json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    assert!(again["detail"].is_string());
    let history = client.get(&format!("/client/orders/{order}/history")).await.expect(200);
    let events: Vec<_> = history["data"]
        .as_array()
        .expect("a history")
        .iter()
        .filter_map(|entry| entry["event"].as_str())
        .filter(|event| event.starts_with("service") || *event == "refunded")
        .collect();
    assert_eq!(
        events,
        [
            "service_ordered",
            "service_ordered",
            "service_canceled",
            "refunded",
            "service_canceled"
        ]
    );
}

#[apply(on_both)]
async fn service_ordered_after_the_quote_is_paid_at_once(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let photo = enable_service(&owner, "photo", Some("3.50")).await;
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    let item = first_item(&owner, order).await;
    let path = format!("/client/orders/{order}/items/{item}/services");
    let yuan = json!({"amount": "3.50", "currency": "CNY"});
    let _ = client
        .post(&path, json!({"service_id": photo, "amount": yuan}))
        .await
        .expect_problem(409, "balance_insufficient");
    assert_eq!(
        client
            .get(&format!("/client/orders/{order}/services"))
            .await
            .expect(200)["services"],
        json!([]),
        "an unpaid service is not ordered"
    );
    adjust_balance(&owner, 1, "10", "CNY").await;
    adjust_balance(&owner, 1, "50", "RUB").await;
    let _ = client
        .post(&path, json!({"service_id": photo, "pay_from": "USD"}))
        .await
        .expect_problem(422, "validation_failed");
    let keyed = client.with_header("idempotency-key", "photo-1");
    let first = keyed
        .post(&path, json!({"service_id": photo, "amount": yuan}))
        .await
        .expect_within_statements(201, 19);
    let second = keyed
        .post(&path, json!({"service_id": photo, "amount": yuan}))
        .await
        .expect_within_statements(201, 19);
    assert_eq!(
        (&first["id"], &first["paid"]["amount"]),
        (&second["id"], &json!("3.50"))
    );
    let amount = json!({"amount": "43.75", "currency": "RUB"});
    let rubles = client
        .post(&path, json!({"service_id": photo, "pay_from": "RUB", "amount": amount}))
        .await
        .expect_within_statements(201, 19);
    let balance = client.get("/client/balance").await.expect(200);
    assert_eq!(
        (&balance["accounts"][0]["amount"], &balance["accounts"][1]["amount"]),
        (&json!("6.25"), &json!("6.50"))
    );
    assert_eq!(
        client.get("/client/balance/operations").await.expect(200)["data"][0]["kind"],
        "service_payment"
    );
    assert_eq!(
        client
            .get(&format!("/client/orders/{order}/calculation"))
            .await
            .expect_within_statements(200, 8)["quote"]["due"]["amount"],
        "85.50",
        "the quote does not change"
    );

    // Canceled by the client, and together with the order.
    let _ = client
        .post(&format!("/client/item-services/{}/cancel", rubles["id"]), json!({}))
        .await
        .expect_within_statements(200, 22);
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "50.00"
    );
    let _ = client
        .post(&format!("/client/orders/{order}/cancel"), json!({}))
        .await
        .expect_within_statements(200, 22);
    let balance = client.get("/client/balance").await.expect(200);
    assert_eq!(
        (&balance["accounts"][0]["amount"], &balance["accounts"][1]["amount"]),
        (&json!("50.00"), &json!("10.00"))
    );
    let shown = client
        .get(&format!("/client/orders/{order}/services"))
        .await
        .expect(200);
    assert!(
        shown["services"]
            .as_array()
            .expect("services")
            .iter()
            .all(|service| service["status"] == "canceled")
    );
    let _ = client
        .post(&path, json!({"service_id": photo}))
        .await
        .expect_problem(409, "services_closed");
}

/// The agent changes a price while the client looks at the former one.
#[apply(on_both)]
async fn service_is_charged_at_the_shown_amount_only(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let photo = enable_service(&owner, "photo", None).await;
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    let item = first_item(&owner, order).await;
    adjust_balance(&owner, 1, "10", "CNY").await;
    adjust_balance(&owner, 1, "100", "RUB").await;
    let path = format!("/client/orders/{order}/items/{item}/services");
    let services = format!("/client/orders/{order}/services");
    let balances = async || {
        let balance = client.get("/client/balance").await.expect(200);
        let amount = |index: usize| balance["accounts"][index]["amount"].clone();
        (amount(0), amount(1))
    };

    // The page says that the service is free of charge.
    assert_eq!(
        client.get(&services).await.expect(200)["offered"][0]["price"],
        Value::Null
    );
    let _ = enable_service(&owner, "photo", Some("3.50")).await;
    let refused = client
        .post(&path, json!({"service_id": photo}))
        .await
        .expect_problem(409, "amount_changed");
    assert_eq!(refused["current_amount"], json!({"amount": "3.50", "currency": "CNY"}));

    let shown = client.get(&services).await.expect(200);
    assert_eq!(
        (&shown["paid_when"], &shown["rate"]),
        (&json!("at_once"), &json!("12.50"))
    );
    let _ = enable_service(&owner, "photo", Some("4")).await;
    for (body, current) in [
        (
            json!({"service_id": photo, "amount": {"amount": "3.50", "currency": "CNY"}}),
            json!({"amount": "4.00", "currency": "CNY"}),
        ),
        (
            json!({"service_id": photo, "pay_from": "RUB", "amount": {"amount": "43.75", "currency": "RUB"}}),
            json!({"amount": "50.00", "currency": "RUB"}),
        ),
    ] {
        let refused = client.post(&path, body).await.expect_problem(409, "amount_changed");
        assert_eq!(refused["current_amount"], current);
    }
    assert_eq!(
        balances().await,
        (json!("100.00"), json!("10.00")),
        "nothing is charged"
    );
    assert_eq!(client.get(&services).await.expect(200)["services"], json!([]));

    let amount = json!({"amount": "50.00", "currency": "RUB"});
    let _ = client
        .post(&path, json!({"service_id": photo, "pay_from": "RUB", "amount": amount}))
        .await
        .expect_within_statements(201, 19);
    assert_eq!(balances().await, (json!("50.00"), json!("10.00")));
}

#[apply(on_both)]
async fn parallel_cancellations_refund_once(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let photo = enable_service(&owner, "photo", Some("4")).await;
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    let item = first_item(&owner, order).await;
    adjust_balance(&owner, 1, "10", "CNY").await;
    let made = client
        .post(
            &format!("/client/orders/{order}/items/{item}/services"),
            json!({"service_id": photo, "amount": {"amount": "4.00", "currency": "CNY"}}),
        )
        .await
        .expect_within_statements(201, 19);
    let path = format!("/client/item-services/{}/cancel", made["id"]);
    let all = futures::future::join_all((0..12).map(|_| client.post(&path, json!({})))).await;
    assert_eq!(all.into_iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "10.00"
    );
}

#[apply(on_both)]
async fn measurements_are_written_to_the_item(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_, measure) = order_service(&owner, order, "measure").await;
    let render = |id: i64| format!("/agent/item-services/{id}/render");
    let refused = owner
        .post(&render(measure), json!({}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(refused["errors"]["measured.weight_grams"].is_array());
    let _ = owner
        .post(
            &render(measure),
            json!({"measured": {"weight_grams": -5, "length_mm": 0}}),
        )
        .await
        .expect_problem(422, "validation_failed");
    let done = owner
        .post(
            &render(measure),
            json!({"measured": {"weight_grams": 1200, "length_mm": 305, "width_mm": 200, "height_mm": 101}}),
        )
        .await
        .expect_within_statements(200, 7);
    assert_eq!(
        (&done["status"], &done["measured"]["weight_grams"]),
        (&json!("rendered"), &json!(1200))
    );
    let (_, recount) = order_service(&owner, order, "recount").await;
    let _ = owner
        .post(&render(recount), json!({"measured": {"weight_grams": 5}}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .post(&render(recount), json!({"measured": {"counted_quantity": 2}}))
        .await
        .expect_within_statements(200, 7);
    let item = order_card(&owner, order).await["items"][0].clone();
    assert_eq!(
        (&item["weight_grams"], &item["volume_cm3"], &item["counted_quantity"]),
        (&json!(1200), &json!(6161), &json!(2))
    );
    let _ = owner
        .post(&render(recount), json!({"measured": {"counted_quantity": 3}}))
        .await
        .expect_problem(409, "move_not_allowed");
    assert_eq!(
        client.get(&format!("/client/orders/{order}")).await.expect(200)["unread"],
        true,
        "the order is unread for the client"
    );
}

#[apply(on_both)]
async fn self_buyout_services_are_paid_once_expected(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let photo = enable_service(&owner, "photo", Some("2")).await;
    let order = client
        .post("/client/orders", json!({"type": "self_buyout"}))
        .await
        .expect(201)["id"]
        .clone();
    let item = client
        .post(&format!("/client/orders/{order}/items"), crate::support::item_body())
        .await
        .expect(201)["id"]
        .clone();
    let path = format!("/client/orders/{order}/items/{item}/services");
    let _ = client
        .post(&path, json!({"service_id": photo}))
        .await
        .expect_problem(409, "service_not_payable");
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    let _ = owner
        .post(&format!("/agent/orders/{order}/expect"), json!({}))
        .await
        .expect_within_statements(200, 12);
    adjust_balance(&owner, 1, "10", "CNY").await;
    let made = client
        .post(
            &path,
            json!({"service_id": photo, "amount": {"amount": "2.00", "currency": "CNY"}}),
        )
        .await
        .expect_within_statements(201, 19);
    assert_eq!(made["paid"]["amount"], "2.00");
}
