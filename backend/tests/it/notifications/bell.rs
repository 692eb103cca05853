//! The bell: the tasks of each person, by their rights.

use crate::{
    orders::{
        create_draft,
        lifecycle::{adjust_balance, pay_order, quote_order},
        submitted_order,
    },
    people::bots::Bots,
    shipments::{item_in_warehouse, quoted_shipment},
    support::{
        ASSIGNED_ONLY, Actor, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, WAREHOUSE_WORKER, on_both,
    },
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The counts of the bell by kind. The whole answer takes at most six statements.
async fn bell(actor: &Actor, side: &str) -> BTreeMap<String, i64> {
    let shown = actor
        .get(&format!("/{side}/attention"))
        .await
        .expect_within_statements(200, 6);
    let groups = shown["groups"].as_array().expect("groups");
    let count = |group: &Value| {
        assert_eq!(group["count"]["more"], false);
        (
            group["kind"].as_str().expect("a kind").to_owned(),
            group["count"]["count"].as_i64().expect("a number"),
        )
    };
    let counts: BTreeMap<String, i64> = groups.iter().map(count).collect();
    assert_eq!(shown["total"]["count"].as_i64(), Some(counts.values().sum()));
    counts
}

fn counts<const N: usize>(expected: [(&str, i64); N]) -> BTreeMap<String, i64> {
    expected
        .into_iter()
        .map(|(kind, count)| (kind.to_owned(), count))
        .collect()
}

#[apply(on_both)]
async fn bell_follows_an_order_on_both_sides(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let _ = create_draft(&client).await;
    assert_eq!(
        (bell(&owner, "agent").await, bell(&client, "client").await),
        (counts([]), counts([])),
        "a draft waits for nobody"
    );
    let order = submitted_order(&client).await;
    assert_eq!(bell(&owner, "agent").await, counts([("orders_to_price", 1)]));
    let _ = quote_order(&owner, order).await;
    assert_eq!(
        (bell(&owner, "agent").await, bell(&client, "client").await),
        (counts([]), counts([("orders_to_pay", 1)]))
    );
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let _ = pay_order(&client, order, "RUB").await;
    assert_eq!(
        (bell(&owner, "agent").await, bell(&client, "client").await),
        (counts([("orders_to_buy", 1)]), counts([]))
    );
}

#[apply(on_both)]
async fn unread_chats_are_counted_for_each_person(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let path = format!("/client/orders/{order}/chat");
    let _ = client
        .post(&path, json!({"body": "раз"}))
        .await
        .expect_within_statements(201, 7);
    let last = client
        .post(&path, json!({"body": "два"}))
        .await
        .expect_within_statements(201, 7)["id"]
        .clone();
    assert_eq!(
        bell(&owner, "agent").await,
        counts([("client_chats", 1)]),
        "one chat, not two messages"
    );
    assert_eq!(
        bell(&client, "client").await,
        counts([("orders_to_pay", 1)]),
        "their own messages do not count"
    );
    let _ = owner
        .post(&format!("/agent/orders/{order}/chat/read"), json!({"message_id": last}))
        .await
        .expect(200);
    assert_eq!(
        (bell(&owner, "agent").await, bell(&worker, "agent").await),
        (counts([]), counts([("client_chats", 1)]))
    );
    let _ = owner
        .post(&format!("/agent/orders/{order}/chat"), json!({"body": "три"}))
        .await
        .expect_within_statements(201, 7);
    assert_eq!(
        bell(&client, "client").await,
        counts([("agent_chats", 1), ("orders_to_pay", 1)])
    );
}

#[apply(on_both)]
async fn bell_shows_nothing_that_a_person_may_not_see(app: App) {
    let client = app.client().await;
    let order = submitted_order(&client).await;
    let _ = client
        .post(&format!("/client/orders/{order}/chat"), json!({"body": "тайна"}))
        .await
        .expect_within_statements(201, 7);
    for (side, phone) in [
        ("agent", OTHER_OWNER),
        ("agent", ASSIGNED_ONLY),
        ("client", OTHER_CLIENT),
        ("client", MEMBER_WITHOUT_RIGHTS),
    ] {
        assert_eq!(bell(&app.log_in(side, phone).await, side).await, counts([]), "{phone}");
    }
    // The worker sees orders, but may not price them.
    assert_eq!(
        bell(&app.log_in("agent", WAREHOUSE_WORKER).await, "agent").await,
        counts([("client_chats", 1)])
    );
    crate::orders::assign_order(&app, order, ASSIGNED_ONLY).await;
    assert_eq!(
        bell(&app.log_in("agent", ASSIGNED_ONLY).await, "agent").await,
        counts([("client_chats", 1)])
    );
}

#[apply(on_both)]
async fn bell_follows_a_shipment(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let shipment = owner
        .post("/agent/shipments", json!({"client_id": 1, "items": [item]}))
        .await
        .expect_within_statements(201, 30)["id"]
        .clone();
    assert_eq!(bell(&client, "client").await, counts([]));
    let form = json!({"weight_grams": 4200, "volume_cm3": 18000, "places": 1, "country": "ru", "city": "Москва"});
    let _ = owner
        .patch(&format!("/agent/shipments/{shipment}"), form)
        .await
        .expect_within_statements(200, 12);
    let _ = owner
        .post(&format!("/agent/shipments/{shipment}/moves"), json!({"step": "pack"}))
        .await
        .expect_within_statements(200, 30);
    assert_eq!(
        (bell(&owner, "agent").await, bell(&client, "client").await),
        (
            counts([("shipments_to_price", 1)]),
            counts([("deliveries_to_choose", 1)])
        )
    );
}

#[apply(on_both)]
async fn client_is_notified_when_a_shipment_is_packed(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (_, item) = item_in_warehouse(&app).await;
    app.run_due_jobs().await;
    bots.link_telegram(&app, 200, CLIENT).await;
    app.run_due_jobs().await;
    let _ = bots.take_messages(200);
    let shipment = quoted_shipment(&app.owner().await, &item).await;
    app.run_due_jobs().await;
    let texts: Vec<String> = bots.take_messages(200).into_iter().map(|sent| sent.text).collect();
    assert!(
        texts[0].starts_with("Посылка K1-S1 упакована") && texts[0].ends_with(&format!("/client/shipments/{shipment}")),
        "{texts:?}"
    );
    assert_eq!(texts.len(), 2, "packed and priced: {texts:?}");
}

#[apply(on_both)]
async fn requests_wait_for_staff_and_then_for_the_client(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let asked = client
        .post("/client/balance/requests", json!({"amount": "100", "currency": "RUB"}))
        .await
        .expect(201)["id"]
        .clone();
    assert_eq!(bell(&owner, "agent").await, counts([("topups", 1)]));
    let _ = owner
        .post(
            &format!("/agent/balance-requests/{asked}/reject"),
            json!({"reason": "нет"}),
        )
        .await
        .expect_within_statements(200, 12);
    assert_eq!(
        (bell(&owner, "agent").await, bell(&client, "client").await),
        (counts([]), counts([("topups_rejected", 1)]))
    );
    app.state.clock.advance(chrono::Duration::days(8));
    let client = app.client().await;
    assert_eq!(
        bell(&client, "client").await,
        counts([]),
        "an old rejection is not shown"
    );
}
