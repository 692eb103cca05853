//! The order of the feed: nothing appears late, and replicas publish each change once.

use super::{events_after, newest, outline, publish};
use crate::{
    orders::{create_draft, submitted_order},
    support::{App, on_both, on_postgres},
};
use entities::event;
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, ConnectionTrait, Database, Set, TransactionTrait};
use serde_json::json;
use shared_types::{
    events::{EventType, SCANNED_POSITIONS},
    id::AgentId,
};
use std::collections::BTreeSet;

/// A transaction that began first and commits last does not slip behind a reader.
#[apply(on_postgres)]
async fn slow_transaction_is_published_after_what_was_read(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let slow_order = submitted_order(&client).await;
    publish(&app).await;
    let start = newest(&owner, "agent").await;
    let db = Database::connect(app.database_url.as_str()).await.expect("opens");
    let slow = db.begin().await.expect("begins");
    let change = format!("UPDATE orders SET title = 'долго', updated_at = updated_at WHERE id = {slow_order}");
    slow.execute_unprepared(&change).await.expect("written, not committed");
    let _ = submitted_order(&client).await;
    publish(&app).await;
    let early = events_after(&owner, "agent", start).await;
    assert_eq!(
        outline(&early),
        ["order.status_changed draft>submitted"],
        "the reader does not wait"
    );
    let position = newest(&owner, "agent").await;
    slow.commit().await.expect("commits");
    publish(&app).await;
    let late = events_after(&owner, "agent", position).await;
    assert_eq!(outline(&late), ["order.changed submitted>submitted"]);
    assert_eq!(late[0]["data"]["id"], slow_order);
    db.close().await.expect("closes");
}

#[apply(on_both)]
async fn rolled_back_change_has_no_event(app: App) {
    let client = app.client().await;
    publish(&app).await;
    let start = newest(&client, "client").await;
    let db = Database::connect(app.database_url.as_str()).await.expect("opens");
    let undone = db.begin().await.expect("begins");
    undone
        .execute_unprepared("UPDATE clients SET updated_at = updated_at")
        .await
        .expect("written");
    undone.rollback().await.expect("undone");
    db.close().await.expect("closes");
    publish(&app).await;
    assert_eq!(newest(&client, "client").await, start);
    assert_eq!(app.count("event_outbox", "true").await, 0);
}

#[apply(on_both)]
async fn replicas_publish_each_change_once_without_gaps(app: App) {
    let (first, second) = (app.clone(), app.replica().await);
    let client = app.client().await;
    let start = newest(&client, "client").await;
    let writer = async {
        for _ in 0..40 {
            let _ = create_draft(&client).await;
        }
    };
    let publisher = async |app: &App| {
        for _ in 0..40 {
            publish(app).await;
            tokio::task::yield_now().await;
        }
    };
    tokio::join!(writer, publisher(&first), publisher(&second));
    publish(&app).await;
    let events = events_after(&client, "client", start).await;
    let positions: Vec<i64> = events
        .iter()
        .map(|event| event["sequence"].as_i64().expect("a position"))
        .collect();
    assert_eq!(positions, ((start + 1)..=(start + 40)).collect::<Vec<_>>());
    let orders: BTreeSet<i64> = events
        .iter()
        .map(|event| event["data"]["id"].as_i64().expect("an id"))
        .collect();
    assert_eq!(orders.len(), 40);
}

/// A page of a rare type looks through a bounded part of the feed, and its reader reaches the event all the same.
#[apply(on_both)]
async fn rare_event_is_found_behind_an_empty_page(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let _ = submitted_order(&client).await;
    publish(&app).await;
    let start = newest(&owner, "agent").await;
    let now = app.state.clock.now();
    let rare = start + SCANNED_POSITIONS + 5;
    let new = |position: i64| event::ActiveModel {
        id: NotSet,
        agent_id: Set(AgentId(1)),
        client_id: Set(None),
        staff_sequence: Set(Some(position)),
        client_sequence: Set(None),
        kind: Set(if position == rare {
            EventType::DeliveryCreated
        } else {
            EventType::ClientChanged
        }),
        object_id: Set(1),
        number: Set(None),
        order_id: Set(None),
        shipment_id: Set(None),
        old_state: Set(None),
        new_state: Set(None),
        changed_at: Set(now),
        published_at: Set(now),
    };
    let positions: Vec<i64> = (start + 1..=rare).collect();
    for block in positions.chunks(1000) {
        let rows = block.iter().copied().map(new);
        app.state.system().insert_many(rows, None).await.expect("events");
    }
    let db = Database::connect(app.database_url.as_str()).await.expect("opens");
    let end = format!("UPDATE event_positions SET last_sequence = {rare} WHERE agent_id = 1 AND client_id IS NULL");
    db.execute_unprepared(&end).await.expect("the newest position");
    db.close().await.expect("closes");
    let page = async |after: i64| {
        let path = format!("/agent/events?types=delivery.created&limit=1&after={after}");
        owner.get(&path).await.expect(200)
    };
    let first = page(start).await;
    assert_eq!(
        (&first["data"], &first["has_more"], &first["next"]),
        (&json!([]), &json!(true), &json!(start + SCANNED_POSITIONS)),
        "no event in reach"
    );
    let second = page(start + SCANNED_POSITIONS).await;
    assert_eq!(
        (&second["data"][0]["sequence"], &second["has_more"]),
        (&json!(rare), &json!(false))
    );
}
