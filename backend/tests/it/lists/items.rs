//! The items of many orders in a few requests.

use super::page_ids;
use crate::{
    orders::{draft_with_item, submitted_order},
    support::{ASSIGNED_ONLY, WAREHOUSE_WORKER, item_body, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn items_of_many_orders_cost_as_much_as_those_of_one(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let mut orders = Vec::new();
    for _ in 0..4 {
        let (order, _) = draft_with_item(&client).await;
        let path = format!("/client/orders/{order}/items");
        let _ = client.post(&path, item_body()).await.expect(201);
        let _ = client
            .post(&format!("/client/orders/{order}/submit"), json!({}))
            .await
            .expect(200);
        orders.push(order.to_string());
    }
    let all = orders.join(",");
    for (side, actor) in [("agent", &owner), ("client", &client)] {
        let path = format!("/{side}/items?order_ids={all}");
        let page = actor.get(&path).await.expect_within_statements(200, 4);
        assert_eq!(page["data"].as_array().map(Vec::len), Some(8), "{side}");
        let one = actor
            .get(&format!("/{side}/items?order_ids={}", orders[0]))
            .await
            .expect_within_statements(200, 4);
        let row = &one["data"][0];
        let card = actor.get(&format!("/{side}/orders/{}", orders[0])).await.expect(200);
        assert_eq!((&row["order_number"], &row["order_id"]), (&card["number"], &card["id"]));
        assert_eq!(row["client_id"], card["client_id"]);
        let mut item = row.clone();
        for field in ["order_id", "order_number", "client_id"] {
            let _ = item.as_object_mut().and_then(|item| item.remove(field));
        }
        let mut on_card = card["items"][0].clone();
        let _ = on_card.as_object_mut().and_then(|item| item.remove("has_note"));
        assert_eq!(item, on_card, "{side}: the item as on the card of its order");
    }
}

#[apply(on_both)]
async fn staff_see_no_items_of_drafts_and_only_what_their_rights_allow(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (draft, _) = draft_with_item(&client).await;
    let order = submitted_order(&client).await;
    let page = owner.get("/agent/items").await.expect(200);
    assert!(
        page["data"]
            .as_array()
            .expect("rows")
            .iter()
            .all(|row| row["order_id"] != draft),
        "{page}"
    );
    let page = client
        .get(&format!("/client/items?order_ids={draft}"))
        .await
        .expect(200);
    assert_eq!(page["data"].as_array().map(Vec::len), Some(1), "{page}");
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let page = worker.get(&format!("/agent/items?order_ids={order}")).await.expect(200);
    assert_eq!(
        (&page["data"][0]["order_id"], page["data"][0].get("price")),
        (&json!(order), None)
    );
    let manager = app.log_in("agent", ASSIGNED_ONLY).await;
    let page = manager
        .get(&format!("/agent/items?order_ids={order}"))
        .await
        .expect(200);
    assert_eq!(page_ids(&page), [0_i64; 0], "not assigned to the manager");
}

#[apply(on_both)]
async fn order_ids_are_checked(app: App) {
    let owner = app.owner().await;
    let repeated = vec!["1"; 300].join(",");
    let many: Vec<String> = (1..=201).map(|id| id.to_string()).collect();
    for path in ["/agent/items", "/agent/orders", "/agent/orders.xlsx"] {
        let answer = owner.get(&format!("{path}?order_ids={repeated}")).await;
        assert_eq!(answer.status, 200, "{path}");
        for list in [many.join(",").as_str(), "1,x", "1,,2", "9999999999999999999999"] {
            let path = format!("{path}?order_ids={list}");
            let problem = owner.get(&path).await.expect_problem(422, "validation_failed");
            assert!(problem["errors"].get("order_ids").is_some(), "{problem}");
        }
    }
    let _ = owner
        .get("/agent/items?limit=1001")
        .await
        .expect_problem(422, "validation_failed");
}
