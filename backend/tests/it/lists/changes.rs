//! `updated_since`: the rows that have changed, the least recently changed first.

use super::{now, page_ids, read_all};
use crate::{
    orders::{create_draft, draft_with_item, submitted_order},
    shipments::{item_in_warehouse, post_expecting, quoted_shipment},
    support::{App, OTHER_CLIENT, OTHER_OWNER, on_both},
};
use chrono::TimeDelta;
use serde_json::json;

/// Moves the clock and returns the new time.
fn later(app: &App) -> String {
    app.state.clock.advance(TimeDelta::seconds(90));
    now(app)
}

async fn rename(client: &crate::support::Actor, order: i64, title: &str) {
    let path = format!("/client/orders/{order}");
    let _ = client.patch(&path, json!({"title": title})).await.expect(200);
}

#[apply(on_both)]
async fn each_list_returns_what_has_changed_and_leaves_out_the_rest(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let shipment = quoted_shipment(&owner, &item).await;
    let delivery = post_expecting(&owner, "/agent/deliveries", json!({}), 201).await["id"].clone();
    let (order, stored) = item_in_warehouse(&app).await;
    let request = json!({"items": [stored], "grouping": "together"});
    let request = client
        .post("/client/shipping-requests", request)
        .await
        .expect_within_statements(201, 45)["id"]
        .clone();
    let since = later(&app);
    let lists = [
        ("/agent/orders", json!(order)),
        ("/client/orders", json!(order)),
        ("/agent/items", stored.clone()),
        ("/client/items", stored.clone()),
        ("/agent/clients", json!(1)),
        ("/agent/shipments", json!(shipment)),
        ("/client/shipments", json!(shipment)),
        ("/agent/deliveries", delivery.clone()),
        ("/agent/shipping-requests", request.clone()),
        ("/client/shipping-requests", request.clone()),
    ];
    let read = async |path: &str, since: &str| {
        let actor = if path.starts_with("/agent") { &owner } else { &client };
        read_all(actor, &format!("{path}?updated_since={since}")).await
    };
    for (path, _) in &lists {
        assert!(!read(path, "2020-01-01T00:00:00Z").await.is_empty(), "{path}");
        assert_eq!(read(path, &since).await, [0_i64; 0], "{path}");
    }
    for (path, change) in [
        (
            format!("/agent/orders/{order}/items/{stored}"),
            json!({"comment": "Хрупкое"}),
        ),
        ("/agent/clients/1".to_owned(), json!({"company": "Север"})),
        (format!("/agent/shipments/{shipment}"), json!({"comment": "Хрупкое"})),
        (
            format!("/agent/deliveries/{delivery}"),
            json!({"carrier": "Север Карго"}),
        ),
    ] {
        let _ = owner.patch(&path, change).await.expect_within_statements(200, 30);
    }
    let refusal = format!("/agent/shipping-requests/{request}/refuse");
    let _ = post_expecting(&owner, &refusal, json!({"reason": "нет места"}), 200).await;
    // The change of an item is none of its order.
    let is_changed = |path: &str| !path.ends_with("/orders");
    for (path, changed) in lists.iter().filter(|(path, _)| is_changed(path)) {
        assert!(
            read(path, &since).await.contains(&changed.as_i64().expect("an id")),
            "{path}"
        );
    }
}

#[apply(on_both)]
async fn a_row_that_changes_between_two_pages_is_not_missed(app: App) {
    let client = app.client().await;
    let since = now(&app);
    let mut orders = Vec::new();
    for _ in 0..3 {
        orders.push(create_draft(&client).await);
        app.state.clock.advance(TimeDelta::seconds(1));
    }
    let [first, second, third] = orders[..] else {
        panic!("three orders")
    };
    let path = format!("/client/orders?updated_since={since}&limit=1");
    let page = client.get(&path).await.expect_within_statements(200, 3);
    assert_eq!(page_ids(&page), [first]);
    // The row of the cursor and one that was not read yet.
    rename(&client, first, "Первый").await;
    app.state.clock.advance(TimeDelta::seconds(1));
    rename(&client, second, "Второй").await;
    let mut seen = Vec::new();
    let mut cursor = page["next_cursor"].clone();
    while let Some(next) = cursor.as_str() {
        let page = client.get(&format!("{path}&cursor={next}")).await.expect(200);
        seen.extend(page_ids(&page));
        cursor = page["next_cursor"].clone();
    }
    assert_eq!(seen, [third, first, second]);
}

#[apply(on_both)]
async fn filters_apply_and_a_sort_or_a_search_keeps_its_order(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let old = submitted_order(&client).await;
    let since = later(&app);
    let (first, second) = (submitted_order(&client).await, submitted_order(&client).await);
    let _ = later(&app);
    let _ = owner
        .post(&format!("/agent/orders/{first}/pricing"), json!({}))
        .await
        .expect(200);
    let query = format!("/agent/orders?updated_since={since}");
    assert_eq!(read_all(&owner, &query).await, [second, first]);
    assert_eq!(
        read_all(&owner, &format!("{query}&sort=created")).await,
        [first, second]
    );
    assert_eq!(read_all(&owner, &format!("{query}&search=1")).await, [second, first]);
    assert_eq!(read_all(&owner, &format!("{query}&status=draft")).await, [0_i64; 0]);
    assert!(read_all(&owner, "/agent/orders?sort=created").await.contains(&old));
    let export = format!("/agent/orders.xlsx?updated_since={since}");
    let _ = owner.get(&export).await.expect(200);
}

#[apply(on_both)]
async fn times_and_cursors_are_checked(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, _) = (draft_with_item(&client).await, draft_with_item(&client).await);
    let since = "2020-01-01T00:00:00Z";
    let page = client.get("/client/orders?limit=1").await.expect(200);
    let by_id = page["next_cursor"].as_str().expect("a cursor");
    let page = client
        .get(&format!("/client/orders?limit=1&updated_since={since}"))
        .await
        .expect(200);
    let by_change = page["next_cursor"].as_str().expect("a cursor");
    for query in [
        format!("updated_since={since}&cursor={by_id}"),
        format!("cursor={by_change}"),
        "updated_since=yesterday".to_owned(),
        "updated_since=2026-01-01".to_owned(),
    ] {
        let path = format!("/client/orders?{query}");
        let _ = client.get(&path).await.expect_problem(422, "validation_failed");
    }
    // An offset is a time, too; its plus sign has to be encoded.
    let _ = owner
        .get("/agent/clients?updated_since=2026-01-01T03:00:00%2B03:00")
        .await
        .expect(200);
    let other = app.log_in("agent", OTHER_OWNER).await;
    let strangers = read_all(&other, &format!("/agent/items?updated_since={since}")).await;
    assert_eq!(strangers, [0_i64; 0]);
    let other = app.log_in("client", OTHER_CLIENT).await;
    assert_eq!(read_all(&other, "/client/items?status=new").await, [0_i64; 0]);
}
