//! What the history of an order tells of changes, and to whom.

use super::filled;
use crate::support::{Actor, WAREHOUSE, on_both};
use serde_json::{Value, json};

/// The fields that changed in the newest row that changed any.
async fn newest(who: &Actor, path: &str) -> Value {
    let history = who.get(&format!("{path}/history")).await.expect(200);
    let rows = history["data"].as_array().expect("rows");
    rows.iter()
        .rev()
        .find(|row| row["changes"].is_array())
        .cloned()
        .unwrap_or_default()
}

on_both! {
    async fn a_change_is_told_with_what_was_and_what_is(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let (order, line) = filled(&client).await;
        let (own, staff) = (format!("/client/orders/{order}"), format!("/agent/orders/{order}"));
        let _ = client.patch(&format!("{own}/items/{}", line["id"]), json!({"quantity": 7, "comment": "Без коробки"})).await.within(200, 10);
        let told = newest(&client, &own).await;
        assert_eq!((&told["event"], &told["detail"]), (&json!("item_changed"), &line["title"]));
        assert_eq!(told["changes"], json!([
            {"field": "quantity", "before": {"number": line["quantity"]}, "after": {"number": 7}},
            {"field": "comment", "before": {"text": "Проверьте швы"}, "after": {"text": "Без коробки"}},
        ]));
        let _ = client.patch(&own, json!({"title": "Зима", "destination_city": "Казань", "type": "self_buyout"})).await.within(200, 10);
        assert_eq!(newest(&client, &own).await["changes"], json!([
            {"field": "title", "before": {"text": "Осень"}, "after": {"text": "Зима"}},
            {"field": "destination_city", "after": {"text": "Казань"}},
            {"field": "type", "before": {"type": "standard"}, "after": {"type": "self_buyout"}},
        ]));
        let rows = client.get(&format!("{own}/history")).await.expect(200)["data"].as_array().map(Vec::len);
        let _ = client.patch(&own, json!({"title": "Зима"})).await.within(200, 10);
        assert_eq!(client.get(&format!("{own}/history")).await.expect(200)["data"].as_array().map(Vec::len), rows, "what changes nothing is no news");

        let _ = client.patch(&own, json!({"type": "standard"})).await.within(200, 10);
        let _ = client.post(&format!("{own}/submit"), json!({})).await.within(200, 14);
        let _ = owner.patch(&format!("{staff}/items/{}", line["id"]), json!({"price": "95", "weight_grams": 1200})).await.within(200, 10);
        let told = newest(&client, &own).await;
        assert_eq!((&told["event"], &told["changes"]), (&json!("priced"), &json!([
            {"field": "agent_price", "after": {"amount": {"amount": "95.00", "currency": "CNY"}}},
            {"field": "weight_grams", "after": {"number": 1200}},
        ])));
        let _ = owner.patch(&format!("{staff}/items/{}", line["id"]), json!({"weight_grams": 0})).await.within(200, 10);
        assert_eq!(newest(&owner, &staff).await["changes"], json!([{"field": "weight_grams", "before": {"number": 1200}}]));
    }

    async fn amounts_are_told_to_who_may_see_prices_and_cells_to_staff(app: App) {
        let (owner, client, worker) = (app.owner().await, app.client().await, app.log_in("agent", WAREHOUSE).await);
        let order = crate::orders::submitted(&client).await;
        let (own, staff) = (format!("/client/orders/{order}"), format!("/agent/orders/{order}"));
        let card = owner.get(&staff).await.expect(200);
        let group = &card["groups"][0];
        let _ = owner.patch(&format!("{staff}/groups/{}", group["id"]), json!({"domestic": "12"})).await.within(200, 10);
        let told = newest(&client, &own).await;
        assert_eq!((&told["detail"], &told["changes"]), (&group["shop_name"], &json!([
            {"field": "domestic", "after": {"amount": {"amount": "12.00", "currency": "CNY"}}},
        ])));
        assert_eq!(newest(&worker, &staff).await["changes"], json!([{"field": "domestic"}]), "without the right to see prices");

        let _ = owner.patch(&format!("{staff}/items/{}", card["items"][0]["id"]), json!({"cell": "A-1"})).await.within(200, 10);
        assert_eq!(newest(&worker, &staff).await["changes"], json!([{"field": "cell", "after": {"text": "A-1"}}]));
        assert_eq!(newest(&client, &own).await["changes"][0]["field"], "domestic", "where it lies is the warehouse's own business");
        assert!(!client.get(&format!("{own}/history")).await.expect(200).to_string().contains("A-1"));
    }
}
