//! The cost of an order: one block of sums, which cards and lists of both sides agree on.

use super::lifecycle::{adjust_balance, move_items, order_card, pay_order, quote_order};
use crate::{
    services::enable_service,
    shipments::{deliver, payment_body, post_expecting},
    support::{Actor, App, on_both},
};
use serde_json::{Value, json};

fn yuan(amount: &str) -> Value {
    json!({"amount": amount, "currency": "CNY"})
}

/// A sum of an order in yuan, whose client pays in yuan.
fn both(yuan: &str, rubles: &str) -> Value {
    json!({"amount": self::yuan(yuan), "converted": {"amount": rubles, "currency": "RUB"}})
}

/// The cost of an order, which both sides see alike, and the total that cards and lists show.
async fn cost(owner: &Actor, client: &Actor, order: i64) -> (Value, Value) {
    let money = async |who: &Actor, side: &str| {
        let path = format!("/{side}/orders/{order}/calculation");
        who.get(&path).await.expect_within_statements(200, 8)
    };
    let (of_client, of_staff) = (money(client, "client").await, money(owner, "agent").await);
    assert_eq!(of_client["cost"], of_staff["cost"]);
    let total = client.get(&format!("/client/orders/{order}")).await.expect(200)["total"].clone();
    for (who, list) in [(owner, "/agent/orders"), (client, "/client/orders")] {
        let page = who.get(list).await.expect(200);
        let rows = page["data"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["id"] == order).expect("the order");
        assert_eq!(row["total"], total, "{list}");
    }
    (of_client, total)
}

/// An order with items of these prices, which is paid in yuan and whose items are in the warehouse.
pub async fn order_in_warehouse(app: &App, prices: &[&str]) -> (i64, Vec<Value>) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = super::create_draft(&client).await;
    let path = format!("/client/orders/{order}");
    for price in prices {
        let mut item = crate::support::item_body();
        (item["price"], item["quantity"]) = (json!(price), json!(1));
        let _ = client.post(&format!("{path}/items"), item).await.expect(201);
    }
    let _ = client
        .post(&format!("{path}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "500", "CNY").await;
    let _ = pay_order(&client, order, "CNY").await;
    let card = order_card(&owner, order).await;
    for step in ["buy", "receive"] {
        let _ = move_items(&owner, &card, json!({"step": step})).await;
    }
    let items = card["items"].as_array().expect("items");
    (order, items.iter().map(|item| item["id"].clone()).collect())
}

/// Packs a shipment of the items and sets its price.
pub async fn priced_shipment(owner: &Actor, items: &[Value], cost: Value) -> i64 {
    let shipment = post_expecting(owner, "/agent/shipments", json!({"client_id": 1, "items": items}), 201).await;
    let id = shipment["id"].as_i64().expect("an id");
    let size = json!({"weight_grams": 4200, "places": 1, "country": "ru", "city": "Москва"});
    let _ = owner
        .patch(&format!("/agent/shipments/{id}"), size)
        .await
        .expect_within_statements(200, 12);
    let moves = format!("/agent/shipments/{id}/moves");
    let _ = post_expecting(owner, &moves, json!({"step": "pack"}), 200).await;
    let mut quote = cost;
    quote["step"] = json!("quote");
    let _ = post_expecting(owner, &moves, quote, 200).await;
    id
}

#[apply(on_both)]
async fn finished_order_costs_what_was_charged(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let conditions = json!({"commission": {"percent": "5", "minimum_minor": 2000}});
    let _ = owner.patch("/agent/settings/conditions", conditions).await.expect(200);
    let insurance = json!({"name": "От всего", "percent": "3", "minimum": "10.00", "currency": "CNY"});
    let insurance = owner.post("/agent/settings/insurances", insurance).await.expect(201)["id"].clone();
    let photo = enable_service(&owner, "photo", Some("3")).await;

    let order = super::create_draft(&client).await;
    let path = format!("/client/orders/{order}");
    let mut item = crate::support::item_body();
    (item["price"], item["quantity"]) = (json!("37"), json!(1));
    let item = client.post(&format!("{path}/items"), item).await.expect(201)["id"].clone();
    let _ = client
        .patch(&path, json!({"delivery": {"insurance_id": insurance}}))
        .await
        .expect_within_statements(200, 10);
    let draft = client
        .get(&format!("{path}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (&draft["cost"]["stage"], &draft["cost"]["total"]["amount"]),
        (&json!("estimate"), &yuan("57.00")),
        "the minimum commission is in it, and the insurance is not"
    );

    let _ = client
        .post(&format!("{path}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    let _ = quote_order(&owner, order).await;
    let (quoted, total) = cost(&owner, &client, order).await;
    assert_eq!(quoted["cost"]["stage"], "to_pay");
    for sum in ["total", "ordered", "due"] {
        assert_eq!(quoted["cost"][sum], both("57.00", "712.50"), "{sum}");
    }
    assert_eq!(total, yuan("57.00"));

    adjust_balance(&owner, 1, "500", "CNY").await;
    let _ = pay_order(&client, order, "CNY").await;
    let card = order_card(&owner, order).await;
    for step in ["buy", "receive"] {
        let _ = move_items(&owner, &card, json!({"step": step})).await;
    }
    let services = format!("{path}/items/{item}/services");
    let _ = client
        .post(&services, json!({"service_id": photo, "amount": yuan("3.00")}))
        .await
        .expect_within_statements(201, 16);
    let shipment = priced_shipment(&owner, &[item], json!({"cost": "40", "rate": "12.5"})).await;
    let (priced, total) = cost(&owner, &client, order).await;
    assert_eq!(total, yuan("100.00"), "57 + 3 + 40, although the shipment is not paid");
    assert_eq!(priced["cost"]["due"], both("40.00", "500.00"));
    assert_eq!(priced["cost"]["charges"][1]["state"], "due");

    let body = payment_body(&client, shipment, "CNY").await;
    let _ = post_expecting(&client, &format!("/client/shipments/{shipment}/pay"), body, 200).await;
    let _ = deliver(&owner, shipment).await;
    let _ = post_expecting(&client, &format!("/client/shipments/{shipment}/accept"), json!({}), 200).await;
    let (finished, total) = cost(&owner, &client, order).await;
    assert_eq!(client.get(&path).await.expect(200)["status"], "accepted");
    assert_eq!(total, yuan("100.00"));
    let sums = &finished["cost"];
    assert_eq!(sums["stage"], "cost");
    assert_eq!(sums["total"], both("100.00", "1250.00"));
    assert_eq!(
        (&sums["paid"], &sums["due"]["amount"]),
        (&both("100.00", "1250.00"), &yuan("0.00"))
    );
    let charges = sums["charges"].as_array().expect("charges");
    assert_eq!(
        (
            &charges[0]["service"]["ru"],
            &charges[0]["sum"]["amount"],
            &charges[1]["sum"]["amount"]
        ),
        (&json!("Фото"), &yuan("3.00"), &yuan("40.00"))
    );
    let calculation = &finished["calculation"];
    assert_eq!(
        calculation["total"], calculation["due"],
        "nothing is estimated any more: {calculation}"
    );
    assert_eq!(finished["missing"], json!([]));

    // The currency of the client stands first.
    let _ = owner
        .patch("/agent/clients/1", json!({"currency": "RUB"}))
        .await
        .expect_within_statements(200, 8);
    let (in_rubles, _) = cost(&owner, &client, order).await;
    assert_eq!(
        in_rubles["cost"]["total"],
        json!({"amount": {"amount": "1250.00", "currency": "RUB"}, "converted": yuan("100.00")})
    );
    let _ = owner
        .post(
            &format!("/agent/orders/{order}/refunds"),
            json!({"amount": "7", "reason": "скидка"}),
        )
        .await
        .expect_within_statements(201, 26);
    let (refunded, total) = cost(&owner, &client, order).await;
    assert_eq!(total, yuan("93.00"));
    assert_eq!(refunded["cost"]["refunded"]["converted"], yuan("7.00"));
    assert_eq!(refunded["cost"]["total"]["converted"], yuan("93.00"));
}

#[apply(on_both)]
async fn orders_share_the_price_of_a_shipment(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (first, first_items) = order_in_warehouse(&app, &["10", "20"]).await;
    let (second, second_items) = order_in_warehouse(&app, &["30"]).await;
    let all: Vec<Value> = first_items.iter().chain(&second_items).cloned().collect();
    let shipment = priced_shipment(&owner, &all, json!({"cost": "100", "rate": "12.5"})).await;
    // Three pieces that are not weighed: two thirds and one third.
    let totals = async || {
        let (first, second) = (cost(&owner, &client, first).await, cost(&owner, &client, second).await);
        (
            first.1["amount"].clone(),
            second.1["amount"].clone(),
            first.0["cost"]["charges"].clone(),
        )
    };
    let (one, other, charges) = totals().await;
    assert_eq!((one, other), (json!("96.67"), json!("63.33")));
    assert_eq!(
        (&charges[0]["shared"], &charges[0]["sum"]["amount"]),
        (&json!(true), &yuan("66.67"))
    );

    let moves = format!("/agent/shipments/{shipment}/moves");
    let _ = post_expecting(&owner, &moves, json!({"step": "requote"}), 200).await;
    let (one, other, charges) = totals().await;
    assert_eq!(
        (one, other, charges),
        (json!("30.00"), json!("30.00"), json!([])),
        "the price was withdrawn"
    );

    // A price in rubles counts at the rate of the quote.
    let rubles = json!({"step": "quote", "cost": "750", "currency": "RUB"});
    let _ = post_expecting(&owner, &moves, rubles, 200).await;
    let (one, other, _) = totals().await;
    assert_eq!((one, other), (json!("70.00"), json!("50.00")), "60 yuan at 12.5");

    adjust_balance(&owner, 1, "1000", "RUB").await;
    let body = payment_body(&client, shipment, "RUB").await;
    let _ = post_expecting(&client, &format!("/client/shipments/{shipment}/pay"), body, 200).await;
    let cancel = json!({"step": "cancel", "reason": "не улетела"});
    let _ = post_expecting(&owner, &moves, cancel, 200).await;
    let (one, other, charges) = totals().await;
    assert_eq!(
        (one, other),
        (json!("30.00"), json!("30.00")),
        "the payment was returned"
    );
    assert_eq!(charges[0]["state"], "refunded");
}

#[apply(on_both)]
async fn canceled_order_that_was_not_paid_costs_nothing(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = super::submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    let _ = client
        .post(&format!("/client/orders/{order}/cancel"), json!({}))
        .await
        .expect_within_statements(200, 18);
    let (canceled, _) = cost(&owner, &client, order).await;
    assert_eq!(
        (
            &canceled["cost"]["stage"],
            &canceled["cost"]["due"]["amount"],
            &canceled["cost"]["paid"]["amount"]
        ),
        (&json!("unpaid"), &yuan("0.00"), &yuan("0.00"))
    );
}

#[apply(on_both)]
async fn list_names_the_sum_that_is_due_without_services_that_were_paid_at_once(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let photo = enable_service(&owner, "photo", Some("3")).await;
    let order = super::submitted_order(&client).await;
    let item = order_card(&owner, order).await["items"][0]["id"].clone();
    let listed = async |who: &Actor, list: &str| {
        let page = who.get(list).await.expect(200);
        let rows = page["data"].as_array().expect("rows");
        rows.iter().find(|row| row["id"] == order).expect("the order").clone()
    };
    assert_eq!(listed(&client, "/client/orders").await["due"], Value::Null);
    let _ = quote_order(&owner, order).await;
    let (quoted, total) = cost(&owner, &client, order).await;
    let due = quoted["quote"]["due"].clone();
    assert_eq!(total, due);
    adjust_balance(&owner, 1, "5000", "CNY").await;
    let _ = client
        .post(
            &format!("/client/orders/{order}/items/{item}/services"),
            json!({"service_id": photo, "amount": yuan("3.00")}),
        )
        .await
        .expect_within_statements(201, 18);
    let (charged, total) = cost(&owner, &client, order).await;
    assert_ne!(total, due);
    assert_eq!(charged["quote"]["due"], due);
    for (who, list) in [(&client, "/client/orders"), (&owner, "/agent/orders")] {
        let row = listed(who, list).await;
        assert_eq!((&row["due"], &row["total"]), (&due, &total), "{list}");
    }
    let _ = pay_order(&client, order, "CNY").await;
    assert_eq!(listed(&client, "/client/orders").await["due"], Value::Null);
}
