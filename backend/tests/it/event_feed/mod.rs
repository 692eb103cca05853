//! The event feed: which events each side receives, in which order, and for how long.

mod mirror;
mod order;

use crate::{
    orders::{
        assign_order, create_draft, draft_with_item,
        lifecycle::{paid_order, quote_order},
        submitted_order,
    },
    shipments::{item_in_warehouse, quoted_shipment},
    support::{ASSIGNED_ONLY, Actor, App, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use chrono::Duration;
use serde_json::{Value, json};

/// Publishes the committed changes.
pub(crate) async fn publish(app: &App) {
    karavan::event_feed::publish(&app.state).await.expect("published");
}

/// All events that the actor's feed has after a position.
pub(crate) async fn events_after(actor: &Actor, side: &str, after: i64) -> Vec<Value> {
    let page = actor
        .get(&format!("/{side}/events?after={after}&limit=500"))
        .await
        .expect(200);
    assert_eq!(
        (&page["has_more"], &page["next"]),
        (&json!(false), &page["last"]),
        "{page}"
    );
    page["data"].as_array().expect("events").clone()
}

/// The types of events with their objects and states.
fn outline(events: &[Value]) -> Vec<String> {
    let text = |value: &Value| value.as_str().unwrap_or("-").to_owned();
    let outline = events.iter().map(|event| {
        let data = &event["data"];
        let (kind, old, new) = (text(&event["type"]), text(&data["old_state"]), text(&data["new_state"]));
        let end = if data["deleted"] == true { " deleted" } else { "" };
        format!("{kind} {old}>{new}{end}")
    });
    outline.collect()
}

/// The newest position of a feed.
async fn newest(actor: &Actor, side: &str) -> i64 {
    actor.get(&format!("/{side}/events?limit=1")).await.expect(200)["last"]
        .as_i64()
        .expect("a position")
}

#[apply(on_both)]
async fn both_sides_follow_an_order_and_staff_see_no_draft(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    publish(&app).await;
    let (of_staff, of_client) = (newest(&owner, "agent").await, newest(&client, "client").await);
    let (order, item) = draft_with_item(&client).await;
    publish(&app).await;
    assert_eq!(
        events_after(&owner, "agent", of_staff).await,
        Vec::<Value>::new(),
        "a draft"
    );
    let seen = events_after(&client, "client", of_client).await;
    assert_eq!(outline(&seen), ["order.created ->draft", "item.added ->new"]);
    let path = format!("/client/orders/{order}");
    let _ = client
        .post(&format!("{path}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    publish(&app).await;
    let seen = events_after(&owner, "agent", of_staff).await;
    assert_eq!(outline(&seen), ["order.status_changed draft>submitted"]);
    let event = &seen[0];
    assert_eq!(event["sequence"], of_staff + 1);
    let number = client.get(&path).await.expect(200)["number"].clone();
    assert_eq!(
        event["data"],
        json!({
            "object": "order", "id": order, "number": number, "client_id": 1, "order_id": order, "shipment_id": null,
            "old_state": "draft", "new_state": "submitted", "deleted": false
        })
    );
    let _ = client
        .post(&format!("{path}/take-back"), json!({}))
        .await
        .expect_within_statements(200, 8);
    let _ = client
        .delete(&format!("{path}/items/{}", item["id"]))
        .await
        .expect_within_statements(204, 8);
    publish(&app).await;
    let seen = events_after(&owner, "agent", of_staff + 1).await;
    assert_eq!(outline(&seen), ["order.status_changed submitted>draft deleted"]);
    let seen = events_after(&client, "client", of_client + 2).await;
    assert_eq!(
        outline(&seen),
        [
            "order.status_changed draft>submitted",
            "order.status_changed submitted>draft",
            "item.removed new>- deleted",
        ]
    );
    assert_eq!(seen[0]["id"], event["id"], "the same event");
    assert_eq!(seen[0]["sequence"], of_client + 3, "in the client's own feed");
}

#[apply(on_both)]
async fn money_messages_and_shipments_have_events_without_sums_and_texts(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let chat = format!("/client/orders/{order}/chat");
    let _ = client
        .post(&chat, json!({"body": "Секрет 4815"}))
        .await
        .expect_within_statements(201, 10);
    publish(&app).await;
    let seen = newest(&client, "client").await;
    let all = events_after(&client, "client", 0).await;
    let kinds: Vec<_> = all
        .iter()
        .map(|event| event["type"].as_str().expect("a type"))
        .collect();
    for kind in [
        "payment.confirmed",
        "balance.changed",
        "message.created",
        "item.bought",
        "item.received",
    ] {
        assert!(kinds.contains(&kind), "{kind} is missing: {kinds:?}");
    }
    let shipment = quoted_shipment(&owner, &item).await;
    publish(&app).await;
    let after = events_after(&client, "client", seen).await;
    let of_shipment: Vec<Value> = after
        .into_iter()
        .filter(|event| event["data"]["object"] == "shipment")
        .collect();
    assert_eq!(
        outline(&of_shipment),
        [
            "shipment.status_changed forming>packed",
            "shipment.status_changed packed>quoted"
        ],
        "a shipment that is being formed is not shown"
    );
    assert_eq!(of_shipment[0]["data"]["shipment_id"], shipment);
    let of_staff = events_after(&owner, "agent", 0).await;
    assert!(outline(&of_staff).contains(&"shipment.created ->forming".to_owned()));
    for events in [all, of_staff] {
        let text = serde_json::to_string(&events).expect("JSON");
        for secret in ["4815", "Игорь", "Клиент", "9990000002", "2000", "amount", "total"] {
            assert!(!text.contains(secret), "{secret} is in {text}");
        }
    }
}

#[apply(on_both)]
async fn feed_follows_the_rights_of_the_reader(app: App) {
    let owner = app.owner().await;
    let order = paid_order(&app).await;
    let assigned = submitted_order(&app.client().await).await;
    assign_order(&app, assigned, ASSIGNED_ONLY).await;
    publish(&app).await;
    let objects = |events: Vec<Value>| {
        let objects = events
            .into_iter()
            .map(|event| event["data"]["object"].as_str().expect("an object").to_owned());
        objects.collect::<std::collections::BTreeSet<String>>()
    };
    let all = objects(events_after(&owner, "agent", 0).await);
    assert!(
        all.contains("payment") && all.contains("balance") && all.contains("order"),
        "{all:?}"
    );
    let warehouse = app.log_in("agent", WAREHOUSE_WORKER).await;
    let seen = objects(events_after(&warehouse, "agent", 0).await);
    assert!(
        seen.contains("order") && !seen.contains("payment") && !seen.contains("balance"),
        "{seen:?}"
    );
    let own_only = app.log_in("agent", ASSIGNED_ONLY).await;
    let seen = events_after(&own_only, "agent", 0).await;
    assert!(!seen.is_empty());
    assert!(
        seen.iter().all(|event| event["data"]["order_id"] == assigned),
        "{order} is not theirs: {seen:?}"
    );
    let guest = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    assert_eq!(events_after(&guest, "client", 0).await, Vec::<Value>::new());
    let stranger = app.log_in("client", OTHER_CLIENT).await;
    assert_eq!(newest(&stranger, "client").await, 0);
    let other = app.log_in("agent", OTHER_OWNER).await;
    let seen = outline(&events_after(&other, "agent", 0).await);
    assert_eq!(
        seen,
        ["client.created ->-", "client.created ->-"],
        "their own clients only"
    );
}

#[apply(on_both)]
async fn pages_go_on_behind_hidden_events_and_select_types(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    publish(&app).await;
    let (mut after, mut found) = (0, Vec::new());
    loop {
        let page = owner
            .get(&format!("/agent/events?after={after}&limit=1"))
            .await
            .expect(200);
        found.extend(page["data"].as_array().expect("events").clone());
        after = page["next"].as_i64().expect("a position");
        if page["has_more"] == false {
            break;
        }
    }
    assert_eq!(found, events_after(&owner, "agent", 0).await);
    let moves = owner
        .get("/agent/events?types=order.status_changed,topup.confirmed")
        .await
        .expect(200);
    let moves = moves["data"].as_array().expect("events").clone();
    assert_eq!(
        outline(&moves),
        [
            "order.status_changed draft>submitted",
            "order.status_changed submitted>quoted"
        ]
    );
    for (query, field) in [
        ("types=order.moved", "types"),
        ("limit=501", "limit"),
        ("limit=0", "limit"),
        ("after=-1", "after"),
        ("after=1000", "after"),
    ] {
        let problem = owner
            .get(&format!("/agent/events?{query}"))
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"][field].is_array(), "{query}: {problem}");
    }
    let problem = client.get("/client/events?types=client.changed").await;
    let _ = problem.expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn events_are_kept_for_thirty_days(app: App) {
    let client = app.client().await;
    let _ = create_draft(&client).await;
    publish(&app).await;
    let first = newest(&client, "client").await;
    app.state.clock.advance(Duration::days(29));
    let _ = create_draft(&app.client().await).await;
    publish(&app).await;
    app.run_due_jobs().await;
    let client = app.client().await;
    assert_eq!(events_after(&client, "client", 0).await.len(), 2);
    app.state.clock.advance(Duration::days(2));
    app.run_due_jobs().await;
    let client = app.client().await;
    let expired = client.get(&format!("/client/events?after={}", first - 1)).await;
    if first > 1 {
        let _ = expired.expect_problem(410, "events_expired");
    }
    assert_eq!(
        events_after(&client, "client", first).await.len(),
        1,
        "nothing is missing after this position"
    );
    assert_eq!(
        events_after(&client, "client", 0).await.len(),
        1,
        "the oldest events that are kept"
    );
    app.state.clock.advance(Duration::days(30));
    app.run_due_jobs().await;
    let client = app.client().await;
    let _ = client
        .get(&format!("/client/events?after={first}"))
        .await
        .expect_problem(410, "events_expired");
    assert_eq!(events_after(&client, "client", first + 1).await, Vec::<Value>::new());
    let _ = create_draft(&client).await;
    publish(&app).await;
    assert_eq!(
        events_after(&client, "client", first + 1).await[0]["sequence"],
        first + 2,
        "positions are not reused"
    );
}
