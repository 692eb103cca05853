//! A program that mirrors a whole agent by lists and the feed, while many people write.

use super::{newest, publish};
use crate::{
    orders::{
        create_draft, draft_with_item,
        lifecycle::{adjust_balance, move_items, order_card, pay_order, quote_order},
        submitted_order,
    },
    shipments::{choose_cash_on_receipt, deliver, quoted_shipment},
    support::{Actor, eventually, on_both},
};
use serde_json::{Value, json};
use std::{
    collections::BTreeMap,
    sync::atomic::{AtomicBool, Ordering},
};
use tokio::task::JoinSet;

const WRITERS: usize = 50;

/// The lists of staff, with the object of their rows.
const LISTS: [(&str, &str); 5] = [
    ("order", "orders"),
    ("client", "clients"),
    ("shipment", "shipments"),
    ("delivery", "deliveries"),
    ("shipping_request", "shipping-requests"),
];

type Mirror = BTreeMap<(String, i64), Value>;

/// The object as the API returns it. `None` if it does not exist, or not for staff. The read marks of a person are no part of it.
async fn read(owner: &Actor, object: &str, id: i64) -> Option<Value> {
    let (_, list) = LISTS.into_iter().find(|(name, _)| *name == object)?;
    let response = owner.get(&format!("/agent/{list}/{id}")).await;
    if response.status == 404 {
        return None;
    }
    let mut value = response.expect_within_statements(200, 12);
    if let Some(fields) = value.as_object_mut() {
        fields.retain(|name, _| !name.contains("unread"));
    }
    Some(value)
}

/// Reads all lists.
async fn read_all(owner: &Actor) -> Mirror {
    let mut mirror = Mirror::new();
    for (object, list) in LISTS {
        let mut cursor = String::new();
        loop {
            let page = owner
                .get(&format!("/agent/{list}?limit=200{cursor}"))
                .await
                .expect_within_statements(200, 9);
            for row in page["data"].as_array().expect("rows") {
                let id = row["id"].as_i64().expect("an id");
                mirror.extend(
                    read(owner, object, id)
                        .await
                        .map(|value| ((object.to_owned(), id), value)),
                );
            }
            match page["next_cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
    }
    mirror
}

/// Applies the events after a position to the mirror. Returns the new position.
async fn follow(owner: &Actor, mirror: &mut Mirror, after: i64) -> i64 {
    let page = owner
        .get(&format!("/agent/events?after={after}&limit=50"))
        .await
        .expect(200);
    for event in page["data"].as_array().expect("events") {
        let data = &event["data"];
        // The card of an order contains its items.
        let (object, id) = match data["object"].as_str().expect("an object") {
            "item" | "payment" => ("order", data["order_id"].as_i64()),
            "balance" => ("client", data["id"].as_i64()),
            object => (object, data["id"].as_i64()),
        };
        let Some(id) = id else { continue };
        let key = (object.to_owned(), id);
        match read(owner, object, id).await {
            Some(value) => mirror.insert(key, value),
            None => mirror.remove(&key),
        };
    }
    page["next"].as_i64().expect("a position")
}

/// A paid order with its item in the warehouse. Returns the item.
async fn item_in_warehouse(owner: &Actor, client: &Actor) -> Value {
    let order = submitted_order(client).await;
    let _ = quote_order(owner, order).await;
    let _ = pay_order(client, order, "RUB").await;
    let card = order_card(owner, order).await;
    let _ = move_items(owner, &card, json!({"step": "buy"})).await;
    let _ = move_items(owner, &card, json!({"step": "receive", "cell": "A-1"})).await;
    card["items"][0]["id"].clone()
}

/// The steps of one person.
async fn write(owner: Actor, client: Actor, number: usize) {
    match number % 5 {
        0 => {
            let order = submitted_order(&client).await;
            let take_back = client
                .post(&format!("/client/orders/{order}/take-back"), json!({}))
                .await;
            let _ = take_back.expect_within_statements(200, 8);
        }
        1 => {
            let (order, item) = draft_with_item(&client).await;
            let submitted = client.post(&format!("/client/orders/{order}/submit"), json!({})).await;
            let _ = submitted.expect_within_statements(200, 7);
            let priced = json!({"price": "30.00", "quantity": 2, "comment": "осталось две"});
            let changed = owner
                .patch(&format!("/agent/orders/{order}/items/{}", item["id"]), priced)
                .await;
            let _ = changed.expect_within_statements(200, 12);
        }
        2 => {
            let order = submitted_order(&client).await;
            let _ = quote_order(&owner, order).await;
            let _ = create_draft(&client).await;
        }
        3 => {
            let item = item_in_warehouse(&owner, &client).await;
            let _ = quoted_shipment(&owner, &item).await;
        }
        _ => {
            let item = item_in_warehouse(&owner, &client).await;
            let shipment = quoted_shipment(&owner, &item).await;
            let _ = choose_cash_on_receipt(&client, shipment).await;
            let _ = deliver(&owner, shipment).await;
        }
    }
}

#[apply(on_both)]
async fn mirror_of_an_agent_equals_it_after_fifty_writers(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "200000", "RUB").await;
    let _ = submitted_order(&client).await;
    publish(&app).await;
    let mut position = newest(&owner, "agent").await;
    let done = std::sync::Arc::new(AtomicBool::new(false));
    let publisher = tokio::spawn({
        let (app, done) = (app.clone(), done.clone());
        async move {
            while !done.load(Ordering::Relaxed) {
                publish(&app).await;
                tokio::task::yield_now().await;
            }
        }
    });
    let mut writers = JoinSet::new();
    for number in 0..WRITERS {
        writers.spawn(write(owner.clone(), client.clone(), number));
    }
    // The lists are read while the others write.
    let mut mirror = read_all(&owner).await;
    while !writers.is_empty() {
        position = follow(&owner, &mut mirror, position).await;
        while let Some(ended) = writers.try_join_next() {
            ended.expect("a writer succeeds");
        }
    }
    done.store(true, Ordering::Relaxed);
    publisher.await.expect("published");
    publish(&app).await;
    eventually("the outbox is empty", async || {
        app.count("event_outbox", "true").await == 0
    })
    .await;
    while position < newest(&owner, "agent").await {
        position = follow(&owner, &mut mirror, position).await;
    }
    let expected = read_all(&owner).await;
    assert!(expected.len() > WRITERS, "{} objects", expected.len());
    for (key, value) in &expected {
        assert_eq!(mirror.get(key), Some(value), "{key:?}");
    }
    assert_eq!(mirror.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
}
