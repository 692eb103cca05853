//! Repeated orders: a draft with the items of an earlier order, at their last prices.

use super::{create_draft, submitted_order};
use crate::support::on_both;
use serde_json::{Value, json};

fn facts(item: &Value) -> Value {
    json!([
        item["title"],
        item["variant"],
        item["price"]["amount"],
        item["quantity"],
        item["status"]
    ])
}

#[apply(on_both)]
async fn repeated_order_has_the_items_at_their_last_prices(app: App) {
    let (client, owner) = (app.client().await, app.owner().await);
    let id = create_draft(&client).await;
    let path = format!("/client/orders/{id}");
    let mut items = Vec::new();
    for (title, variant, quantity) in [("Куртка", "S", 5), ("Шарф", "серый", 2), ("Перчатки", "M", 1)]
    {
        let body = json!({
            "title": title, "url": "https://detail.1688.com/offer/610000000001.html", "price": "10.00", "quantity": quantity,
            "variant": variant, "shop": {"name": "Лавка", "url": "https://shop.1688.com"}, "sku_id": "77", "comment": "без бирок",
        });
        items.push(client.post(&format!("{path}/items"), body).await.expect(201)["id"].clone());
    }
    let _ = client.post(&format!("{path}/submit"), json!({})).await.expect(200);
    // The agent corrects a price, splits an item and refuses another one.
    let staff = format!("/agent/orders/{id}/items");
    let _ = owner
        .with_header("if-match", "\"1\"")
        .patch(&format!("{staff}/{}", items[0]), json!({"price": "12.50"}))
        .await
        .expect(200);
    let _ = owner
        .post(&format!("{staff}/{}/split", items[0]), json!({"quantity": 2}))
        .await
        .expect_within_statements(201, 8);
    let refusal = json!({"items": [items[2]], "step": "refuse", "reason": "нет в продаже"});
    let _ = owner
        .post("/agent/items/moves", refusal)
        .await
        .expect_within_statements(200, 16);

    let draft = client
        .post(&format!("{path}/repetitions"), json!({}))
        .await
        .expect_within_statements(201, 24);

    let copies: Vec<Value> = draft["items"].as_array().expect("items").iter().map(facts).collect();
    assert_eq!(
        copies,
        [
            json!(["Куртка", "S", "12.50", 5, "new"]),
            json!(["Шарф", "серый", "10.00", 2, "new"])
        ]
    );
    assert_eq!(
        (
            &draft["status"],
            &draft["title"],
            &draft["total"]["amount"],
            &draft["items_count"]
        ),
        (&json!("draft"), &json!("Осень"), &json!("82.50"), &json!(2))
    );
    assert_eq!(draft["groups"][0]["shop_name"], "Лавка");
    assert_ne!(draft["id"], json!(id));
    let history = client
        .get(&format!("/client/orders/{}/history", draft["id"]))
        .await
        .expect(200);
    let source = client.get(&path).await.expect(200)["number"].clone();
    assert!(
        history["data"]
            .as_array()
            .expect("entries")
            .iter()
            .any(|entry| entry["event"] == "repeated" && entry["detail"] == source),
        "{history}"
    );
    // A repeated press with the same key makes no second draft.
    let again = client.with_header("idempotency-key", "repeat-1");
    let first = again
        .post(&format!("{path}/repetitions"), json!({}))
        .await
        .expect_within_statements(201, 24);
    let second = again
        .post(&format!("{path}/repetitions"), json!({}))
        .await
        .expect_within_statements(201, 24);
    assert_eq!(first["id"], second["id"]);
}

#[apply(on_both)]
async fn canceled_order_is_repeated_as_a_whole(app: App) {
    let client = app.client().await;
    let id = submitted_order(&client).await;
    let _ = client
        .post(&format!("/client/orders/{id}/cancel"), json!({}))
        .await
        .expect_within_statements(200, 16);
    let draft = client
        .post(&format!("/client/orders/{id}/repetitions"), json!({}))
        .await
        .expect_within_statements(201, 24);
    assert_eq!(draft["items_count"], 1);

    let _ = client
        .post("/client/orders/999999/repetitions", json!({}))
        .await
        .expect_problem(404, "not_found");
}
