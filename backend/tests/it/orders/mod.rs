//! Orders: drafts, items, lists, search, lifecycle and history.

mod assignment;
mod cost;
mod created_by_staff;
mod distribution;
mod earlier;
mod estimates;
mod filters;
mod history;
mod items;
pub mod lifecycle;
mod links;
mod lists;
mod prices;
mod quote_changes;
mod references;
mod repeat;
mod search;
mod sorts;
mod submit;
mod total;
mod unit_costs;
mod unread;

use crate::support::{Actor, App};
use serde_json::{Value, json};

/// Creates a draft of the client.
pub async fn create_draft(client: &Actor) -> i64 {
    client
        .post("/client/orders", json!({"type": "standard", "title": "Осень"}))
        .await
        .expect(201)["id"]
        .as_i64()
        .expect("an id")
}

/// Assigns an order to the staff member with a phone number.
pub async fn assign_order(app: &App, order: i64, phone: &str) {
    app.execute_sql(&format!(
        "UPDATE orders SET assigned_staff_id = \
         (SELECT id FROM staff WHERE user_id = (SELECT id FROM users WHERE phone = '{phone}')) WHERE id = {order}"
    ))
    .await;
}

/// Creates a draft with one item. Returns the order's id and the item.
pub async fn draft_with_item(client: &Actor) -> (i64, Value) {
    let id = create_draft(client).await;
    let item = client
        .post(&format!("/client/orders/{id}/items"), crate::support::item_body())
        .await
        .expect(201);
    (id, item)
}

/// All items of an order in pages of `limit`. `order` is the path of the order.
pub async fn item_pages(who: &Actor, order: &str, limit: usize) -> Vec<Vec<Value>> {
    let mut pages = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = who
            .get(&format!("{order}/items?limit={limit}{cursor}"))
            .await
            .expect_within_statements(200, 6);
        pages.push(page["data"].as_array().expect("items").clone());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return pages,
        }
    }
}

/// Creates and submits an order with one item.
pub async fn submitted_order(client: &Actor) -> i64 {
    let (id, _) = draft_with_item(client).await;
    let _ = client
        .post(&format!("/client/orders/{id}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    id
}
