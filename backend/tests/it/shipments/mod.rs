//! Shipments and deliveries, from packing to acceptance.

mod cash_on_receipt;
mod contents;
mod deliveries;
mod lifecycle;
mod loading;
mod next_steps;
mod packing;
mod places;
mod prices;
mod problems;
mod request_prices;
mod reweighing_proposals;
mod reweighings;
mod shipping_requests;
mod tracks;

use crate::{
    orders::lifecycle::{move_items, order_card},
    support::{Actor, App},
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
        .expect_within_statements(200, 9);
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
