//! The next step of orders and shipments: the place of the received items in lists and cards, and that the step is possible.

use super::{item_in_warehouse, loaded_delivery, post_expecting, quoted_shipment};
use crate::support::{Actor, on_both};
use serde_json::{Value, json};
use shared_types::{
    next_step::{NextStep, OrderAction, ShipmentAction, WaitsFor},
    orders::{OrderSummary, Side},
    shipments::ShipmentSummary,
};

/// The next step by the list, which is the same by the card.
async fn order_step(actor: &Actor, guard: &str, order: i64, side: Side) -> NextStep<OrderAction> {
    let list = actor.get(&format!("/{guard}/orders")).await.expect(200);
    let rows: Vec<OrderSummary> = serde_json::from_value(list["data"].clone()).expect("orders");
    let row = rows.into_iter().find(|row| row.id.0 == order).expect("the order");
    let card = actor.get(&format!("/{guard}/orders/{order}")).await.expect(200);
    let card: OrderSummary = serde_json::from_value(card).expect("a card");
    assert_eq!(card.next_step(side), row.next_step(side));
    assert_eq!(card.warehouse, row.warehouse);
    row.next_step(side)
}

async fn shipment_step(actor: &Actor, guard: &str, shipment: i64, side: Side) -> NextStep<ShipmentAction> {
    let path = format!("/{guard}/shipments/{shipment}");
    let card = actor.get(&path).await.expect_within_statements(200, 8);
    let card: ShipmentSummary = serde_json::from_value(card).expect("a card");
    card.next_step(side)
}

async fn shippable(client: &Actor) -> usize {
    let items = client.get("/client/shipping-requests/items").await.expect(200);
    items["data"].as_array().expect("items").len()
}

#[apply(on_both)]
async fn an_order_in_a_shipment_leads_to_the_shipment(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let client_step = async || order_step(&client, "client", order, Side::Client).await;
    let staff_step = async || order_step(&owner, "agent", order, Side::Staff).await;
    assert_eq!(client_step().await, NextStep::Do(OrderAction::RequestShipping));
    assert_eq!(staff_step().await, NextStep::Do(OrderAction::Pack));
    assert_eq!(shippable(&client).await, 1);

    let request = json!({"items": [item], "grouping": "together", "wishes": ""});
    let request = post_expecting(&client, "/client/shipping-requests", request, 201).await;
    assert_eq!(client_step().await, NextStep::Wait(WaitsFor::Agent));
    assert_eq!(staff_step().await, NextStep::Do(OrderAction::Pack));
    assert_eq!(shippable(&client).await, 0);
    let withdraw = format!("/client/shipping-requests/{}/withdraw", request["id"]);
    let _ = post_expecting(&client, &withdraw, json!({}), 200).await;
    assert_eq!(client_step().await, NextStep::Do(OrderAction::RequestShipping));

    // Clients don't see a shipment that is being formed.
    let body = json!({"client_id": 1, "items": [item]});
    let forming = post_expecting(&owner, "/agent/shipments", body, 201).await;
    let moves = format!("/agent/shipments/{}/moves", forming["id"]);
    assert_eq!(client_step().await, NextStep::Wait(WaitsFor::Agent));
    assert_eq!(staff_step().await, NextStep::Do(OrderAction::OpenShipment));
    let _ = post_expecting(&owner, &moves, json!({"step": "cancel", "reason": "не тот товар"}), 200).await;
    assert_eq!(client_step().await, NextStep::Do(OrderAction::RequestShipping));

    let shipment = quoted_shipment(&owner, &item).await;
    assert_eq!(client_step().await, NextStep::Do(OrderAction::OpenShipment));
    assert_eq!(staff_step().await, NextStep::Do(OrderAction::OpenShipment));
    assert_eq!(shippable(&client).await, 0);
    let card = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(
        card["warehouse"],
        json!({"free": false, "requested": false, "shipment_id": shipment})
    );
    assert_eq!(
        shipment_step(&client, "client", shipment, Side::Client).await,
        NextStep::Do(ShipmentAction::Pay)
    );
    assert_eq!(
        shipment_step(&owner, "agent", shipment, Side::Staff).await,
        NextStep::Wait(WaitsFor::Client)
    );
}

#[apply(on_both)]
async fn the_client_sees_how_a_shipment_travels(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let (shipment, delivery) = loaded_delivery(&owner, &item).await;
    let details = json!({
        "carrier": "Восток Карго", "route": "广州 → Уссурийск", "expected_on": "2026-12-20", "track": "CARGO-1",
    });
    let path = format!("/agent/deliveries/{delivery}");
    let _ = owner.patch(&path, details).await.expect_within_statements(200, 7);
    let list = client.get("/client/shipments").await.expect(200);
    let path = format!("/client/shipments/{shipment}");
    let card = client.get(&path).await.expect_within_statements(200, 9);
    let staff_list = owner.get("/agent/shipments").await.expect(200);
    for shown in [&list["data"][0], &card, &staff_list["data"][0]] {
        let transport: &Value = &shown["transport"];
        assert_eq!(
            (&transport["carrier"], &transport["route"], &transport["expected_on"]),
            (&json!("Восток Карго"), &json!("广州 → Уссурийск"), &json!("2026-12-20"))
        );
        assert_eq!(shown["due"]["currency"], "RUB");
    }
    assert!(!card.to_string().contains("CARGO-1"), "{card}");
}
