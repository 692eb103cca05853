//! The order history: recorded changes and their visibility.

use super::draft_with_item;
use crate::support::{Actor, WAREHOUSE_WORKER, on_both};
use serde_json::{Value, json};

/// The newest history row with changed fields.
async fn newest_change(who: &Actor, path: &str) -> Value {
    let history = who.get(&format!("{path}/history")).await.expect(200);
    let rows = history["data"].as_array().expect("rows");
    rows.iter()
        .rev()
        .find(|row| row["changes"].is_array())
        .cloned()
        .unwrap_or_default()
}

#[apply(on_both)]
async fn history_shows_old_and_new_values(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = draft_with_item(&client).await;
    let (own, staff) = (format!("/client/orders/{order}"), format!("/agent/orders/{order}"));
    let _ = client
        .patch(
            &format!("{own}/items/{}", item["id"]),
            json!({"quantity": 7, "comment": "Без коробки"}),
        )
        .await
        .expect_within_statements(200, 10);
    let row = newest_change(&client, &own).await;
    assert_eq!(
        (&row["event"], &row["detail"]),
        (&json!("item_changed"), &item["title"])
    );
    assert_eq!(
        row["changes"],
        json!([
            {"field": "quantity", "before": {"number": item["quantity"]}, "after": {"number": 7}},
            {"field": "comment", "before": {"text": "Проверьте швы"}, "after": {"text": "Без коробки"}},
        ])
    );
    let _ = client
        .patch(
            &own,
            json!({"title": "Зима", "destination_city": "Казань", "type": "self_buyout"}),
        )
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        newest_change(&client, &own).await["changes"],
        json!([
            {"field": "title", "before": {"text": "Осень"}, "after": {"text": "Зима"}},
            {"field": "destination_city", "after": {"text": "Казань"}},
            {"field": "type", "before": {"type": "standard"}, "after": {"type": "self_buyout"}},
        ])
    );
    let rows = client.get(&format!("{own}/history")).await.expect(200)["data"]
        .as_array()
        .map(Vec::len);
    let _ = client
        .patch(&own, json!({"title": "Зима"}))
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        client.get(&format!("{own}/history")).await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        rows,
        "an update without changes is not recorded"
    );

    let _ = client
        .patch(&own, json!({"type": "standard"}))
        .await
        .expect_within_statements(200, 10);
    let _ = client
        .post(&format!("{own}/submit"), json!({}))
        .await
        .expect_within_statements(200, 14);
    let _ = owner
        .patch(
            &format!("{staff}/items/{}", item["id"]),
            json!({"price": "95", "weight_grams": 1200}),
        )
        .await
        .expect_within_statements(200, 10);
    let row = newest_change(&client, &own).await;
    assert_eq!(
        (&row["event"], &row["changes"]),
        (
            &json!("priced"),
            &json!([
                {"field": "agent_price", "after": {"amount": {"amount": "95.00", "currency": "CNY"}}},
                {"field": "weight_grams", "after": {"number": 1200}},
            ])
        )
    );
    let _ = owner
        .patch(&format!("{staff}/items/{}", item["id"]), json!({"weight_grams": 0}))
        .await
        .expect_within_statements(200, 10);
    let row = newest_change(&owner, &staff).await;
    assert_eq!(
        (&row["event"], &row["changes"]),
        (
            &json!("item_changed"),
            &json!([{"field": "weight_grams", "before": {"number": 1200}}])
        ),
        "no price has changed"
    );
}

#[apply(on_both)]
async fn history_hides_amounts_and_cells_without_rights(app: App) {
    let (owner, client, worker) = (
        app.owner().await,
        app.client().await,
        app.log_in("agent", WAREHOUSE_WORKER).await,
    );
    let order = crate::orders::submitted_order(&client).await;
    let (own, staff) = (format!("/client/orders/{order}"), format!("/agent/orders/{order}"));
    let card = owner.get(&staff).await.expect(200);
    let group = &card["groups"][0];
    let _ = owner
        .patch(&format!("{staff}/groups/{}", group["id"]), json!({"domestic": "12"}))
        .await
        .expect_within_statements(200, 10);
    let row = newest_change(&client, &own).await;
    assert_eq!(
        (&row["detail"], &row["changes"]),
        (
            &group["shop_name"],
            &json!([
                {"field": "domestic", "after": {"amount": {"amount": "12.00", "currency": "CNY"}}},
            ])
        )
    );
    assert_eq!(
        newest_change(&worker, &staff).await["changes"],
        json!([{"field": "domestic"}]),
        "amounts are hidden without the right to see prices"
    );

    let _ = owner
        .patch(
            &format!("{staff}/items/{}", card["items"][0]["id"]),
            json!({"cell": "A-1"}),
        )
        .await
        .expect_within_statements(200, 10);
    assert_eq!(
        newest_change(&worker, &staff).await["changes"],
        json!([{"field": "cell", "after": {"text": "A-1"}}])
    );
    assert_eq!(
        newest_change(&client, &own).await["changes"][0]["field"],
        "domestic",
        "cells are not shown to clients"
    );
    assert!(
        !client
            .get(&format!("{own}/history"))
            .await
            .expect(200)
            .to_string()
            .contains("A-1")
    );
}
