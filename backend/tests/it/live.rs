//! Live updates: who receives which events, and over which replica.

mod programs;
mod repeated;

use crate::{
    chat::socket_client::{ChatSocket, Received, SILENCE_PERIOD, Server, start_server},
    orders::{
        create_draft,
        lifecycle::{adjust_balance, pay_order, quote_order},
        submitted_order,
    },
    shipments::{item_in_warehouse, quoted_shipment},
    support::{
        ASSIGNED_ONLY, Actor, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, WAREHOUSE_WORKER, on_both, on_postgres,
    },
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The channel of the actor's cabinet.
pub(crate) async fn cabinet_channel(actor: &Actor, side: &str) -> String {
    let me = actor.get(&format!("/{side}/me")).await.expect(200);
    format!("private-{side}.{}", me["cabinet"][format!("{side}_id")])
}

/// A socket that follows the actor's cabinet.
pub(crate) async fn following(server: &Server, actor: &Actor, side: &str) -> ChatSocket {
    let mut socket = ChatSocket::connect(server).await;
    socket.subscribe(actor, &cabinet_channel(actor, side).await).await;
    let _ = socket.expect_event("pusher_internal:subscription_succeeded").await;
    socket
}

/// The events and ids that a socket receives until it is silent.
pub(crate) async fn received(socket: &mut ChatSocket) -> BTreeSet<(String, i64)> {
    let mut events = BTreeSet::new();
    loop {
        match socket.receive(SILENCE_PERIOD).await {
            Received::Frame(frame) => {
                let data: Value = serde_json::from_str(frame["data"].as_str().expect("text")).expect("JSON");
                let keys: Vec<&String> = data.as_object().expect("an object").keys().collect();
                assert!(
                    keys.iter().all(|key| ["id", "own"].contains(&key.as_str())),
                    "only ids are sent: {frame}"
                );
                let event = frame["event"].as_str().expect("an event").to_owned();
                events.insert((event, data["id"].as_i64().expect("an id")));
            }
            Received::TimedOut => return events,
            closed @ Received::Closed(_) => panic!("{closed:?}"),
        }
    }
}

pub(crate) fn events<const N: usize>(expected: [(&str, i64); N]) -> BTreeSet<(String, i64)> {
    expected.into_iter().map(|(event, id)| (event.to_owned(), id)).collect()
}

#[apply(on_both)]
async fn both_sides_follow_price_and_payment(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let server = start_server(&app).await;
    let (mut staff, mut buyer) = (
        following(&server, &owner, "agent").await,
        following(&server, &client, "client").await,
    );
    let _ = quote_order(&owner, order).await;
    assert_eq!(received(&mut staff).await, events([("order.changed", order)]));
    assert_eq!(received(&mut buyer).await, events([("order.changed", order)]));
    adjust_balance(&owner, 1, "5000", "RUB").await;
    assert_eq!(received(&mut staff).await, events([("balance.changed", 1)]));
    assert_eq!(received(&mut buyer).await, events([("balance.changed", 1)]));
    let _ = pay_order(&client, order, "RUB").await;
    let paid = events([("balance.changed", 1), ("order.changed", order)]);
    assert_eq!(received(&mut staff).await, paid);
    assert_eq!(received(&mut buyer).await, paid);
}

#[apply(on_both)]
async fn draft_is_announced_to_its_client_only(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let server = start_server(&app).await;
    let (mut staff, mut buyer) = (
        following(&server, &owner, "agent").await,
        following(&server, &client, "client").await,
    );
    let draft = create_draft(&client).await;
    let _ = client
        .post(&format!("/client/orders/{draft}/items"), crate::support::item_body())
        .await
        .expect(201);
    assert_eq!(received(&mut buyer).await, events([("order.changed", draft)]));
    staff.expect_silence().await;
    let _ = client
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect(200);
    assert_eq!(received(&mut staff).await, events([("order.changed", draft)]));
}

#[apply(on_both)]
async fn nobody_hears_what_they_may_not_read(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let server = start_server(&app).await;
    let own_only = app.log_in("agent", ASSIGNED_ONLY).await;
    let powerless = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    let (stranger, other_agent) = (
        app.log_in("client", OTHER_CLIENT).await,
        app.log_in("agent", OTHER_OWNER).await,
    );
    let mut sockets = [
        following(&server, &own_only, "agent").await,
        following(&server, &powerless, "client").await,
        following(&server, &stranger, "client").await,
        following(&server, &other_agent, "agent").await,
    ];
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let _ = client
        .post("/client/balance/requests", json!({"amount": "100", "currency": "RUB"}))
        .await
        .expect_within_statements(201, 12);
    for socket in &mut sockets {
        socket.expect_silence().await;
    }
    // The order is assigned to the person: now its changes arrive, and still nothing of money.
    crate::orders::assign_order(&app, order, ASSIGNED_ONLY).await;
    let _ = pay_order(&client, order, "RUB").await;
    let [own, others @ ..] = &mut sockets;
    assert_eq!(received(own).await, events([("order.changed", order)]));
    for socket in others {
        socket.expect_silence().await;
    }
}

#[apply(on_both)]
async fn channels_of_other_cabinets_are_refused(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let server = start_server(&app).await;
    let socket = ChatSocket::connect(&server).await;
    let other_agent = cabinet_channel(&app.log_in("agent", OTHER_OWNER).await, "agent").await;
    let other_client = cabinet_channel(&app.log_in("client", OTHER_CLIENT).await, "client").await;
    let (own_agent, own_client) = (
        cabinet_channel(&owner, "agent").await,
        cabinet_channel(&client, "client").await,
    );
    for (actor, channel) in [
        (&owner, &other_agent),
        (&owner, &own_client),
        (&client, &other_client),
        (&client, &own_agent),
    ] {
        let request = json!({"socket_id": socket.id, "channel_name": channel});
        let _ = actor
            .post("/broadcasting/auth", request)
            .await
            .expect_problem(403, "permission_denied");
    }
}

#[apply(on_both)]
async fn right_that_is_taken_away_ends_the_events_at_once(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let server = start_server(&app).await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let mut socket = following(&server, &worker, "agent").await;
    let order = submitted_order(&client).await;
    assert_eq!(received(&mut socket).await, events([("order.changed", order)]));
    app.execute_sql("UPDATE access_group_rights SET object = 'services' WHERE object = 'orders'")
        .await;
    let _ = quote_order(&owner, order).await;
    socket.expect_silence().await;
    // A session that ends closes the socket.
    let _ = worker
        .post("/agent/sessions/revoke-all", json!({"keep_current": false}))
        .await
        .expect(204);
    socket.expect_close(4009).await;
}

#[apply(on_both)]
async fn event_marks_the_page_that_caused_the_change(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let server = start_server(&app).await;
    let (mut page, mut tab) = (
        following(&server, &owner, "agent").await,
        following(&server, &owner, "agent").await,
    );
    let _ = quote_order(&owner.with_header("x-socket-id", &page.id.clone()), order).await;
    assert_eq!(
        page.expect_event("order.changed").await,
        json!({"id": order, "own": true})
    );
    assert_eq!(tab.expect_event("order.changed").await, json!({"id": order}));
}

#[apply(on_both)]
async fn look_is_announced_to_the_other_pages_of_the_person_only(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let server = start_server(&app).await;
    let colleague = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (mut page, mut tab) = (
        following(&server, &owner, "agent").await,
        following(&server, &owner, "agent").await,
    );
    let (mut others, mut buyer) = (
        following(&server, &colleague, "agent").await,
        following(&server, &client, "client").await,
    );
    let path = format!("/agent/orders/{order}");
    let from_page = owner.with_header("x-socket-id", &page.id.clone());
    let _ = from_page.get(&path).await.expect(200);
    assert_eq!(
        page.expect_event("order.changed").await,
        json!({"id": order, "own": true})
    );
    assert_eq!(tab.expect_event("order.changed").await, json!({"id": order}));
    others.expect_silence().await;
    buyer.expect_silence().await;
    let _ = from_page.get(&path).await.expect(200);
    tab.expect_silence().await;
}

#[apply(on_both)]
async fn refused_change_is_not_announced(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let server = start_server(&app).await;
    let mut staff = following(&server, &owner, "agent").await;
    let _ = owner
        .post(&format!("/agent/orders/{order}/start-purchase"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    staff.expect_silence().await;
}

#[apply(on_both)]
async fn shipment_is_announced_to_its_client_once_it_is_packed(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, item) = item_in_warehouse(&app).await;
    let server = start_server(&app).await;
    let (mut staff, mut buyer) = (
        following(&server, &owner, "agent").await,
        following(&server, &client, "client").await,
    );
    let body = json!({"client_id": 1, "items": [item]});
    let shipment = owner
        .post("/agent/shipments", body)
        .await
        .expect_within_statements(201, 30)["id"]
        .as_i64()
        .expect("an id");
    assert!(
        received(&mut staff)
            .await
            .contains(&("shipment.changed".to_owned(), shipment))
    );
    let forming = received(&mut buyer).await;
    assert!(
        !forming.iter().any(|(event, _)| event == "shipment.changed"),
        "{forming:?}"
    );
    let _ = owner
        .patch(
            &format!("/agent/shipments/{shipment}"),
            json!({"weight_grams": 4200, "volume_cm3": 18000, "places": 1, "country": "ru", "city": "Москва"}),
        )
        .await
        .expect_within_statements(200, 12);
    buyer.expect_silence().await;
    let _ = owner
        .post(&format!("/agent/shipments/{shipment}/moves"), json!({"step": "pack"}))
        .await
        .expect_within_statements(200, 30);
    assert_eq!(
        received(&mut buyer).await,
        events([("order.changed", order), ("shipment.changed", shipment)]),
        "the items are packed too"
    );
}

#[apply(on_both)]
async fn cargo_is_announced_to_staff_and_its_shipments_to_clients(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let shipment = quoted_shipment(&owner, &item).await;
    let server = start_server(&app).await;
    let (mut staff, mut buyer) = (
        following(&server, &owner, "agent").await,
        following(&server, &client, "client").await,
    );
    let delivery = owner
        .post("/agent/deliveries", json!({}))
        .await
        .expect_within_statements(201, 30)["id"]
        .as_i64()
        .expect("an id");
    let load = format!("/agent/deliveries/{delivery}/shipments");
    let _ = owner
        .post(&load, json!({"shipments": [shipment]}))
        .await
        .expect_within_statements(200, 30);
    let delivered = received(&mut staff).await;
    assert_eq!(
        delivered,
        events([("delivery.changed", delivery), ("shipment.changed", shipment)])
    );
    assert_eq!(received(&mut buyer).await, events([("shipment.changed", shipment)]));
    // The day that staff enter about the delivery is shown to clients at the shipment.
    let path = format!("/agent/deliveries/{delivery}");
    let _ = owner
        .patch(&path, json!({"expected_on": "2027-01-23"}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(
        received(&mut staff).await,
        events([("delivery.changed", delivery), ("shipment.changed", shipment)])
    );
    assert_eq!(received(&mut buyer).await, events([("shipment.changed", shipment)]));
}

#[apply(on_both)]
async fn chat_is_announced_to_both_cabinets(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let server = start_server(&app).await;
    let (mut staff, mut buyer) = (
        following(&server, &owner, "agent").await,
        following(&server, &client, "client").await,
    );
    let _ = client
        .post(&format!("/client/orders/{order}/chat"), json!({"body": "здравствуйте"}))
        .await
        .expect_within_statements(201, 7);
    assert_eq!(received(&mut staff).await, events([("chat.changed", order)]));
    assert_eq!(received(&mut buyer).await, events([("chat.changed", order)]));
}

#[apply(on_postgres)]
async fn changes_cross_replicas(app: App) {
    let other = app.replica().await;
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let (_here, there) = (start_server(&app).await, start_server(&other).await);
    let mut far = following(&there, &client, "client").await;
    let _ = quote_order(&owner, order).await;
    assert_eq!(received(&mut far).await, events([("order.changed", order)]));
}

#[apply(on_both)]
async fn withdrawals_and_shipping_requests_are_announced_to_both_sides(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let server = start_server(&app).await;
    let own_only = app.log_in("agent", ASSIGNED_ONLY).await;
    let (mut staff, mut narrow, mut buyer) = (
        following(&server, &owner, "agent").await,
        following(&server, &own_only, "agent").await,
        following(&server, &client, "client").await,
    );
    let body = json!({"items": [item], "grouping": "together", "wishes": ""});
    let asked = client.post("/client/shipping-requests", body).await;
    let request = asked.expect_within_statements(201, 45)["id"].as_i64().expect("an id");
    let event = ("shipping_request.changed".to_owned(), request);
    assert!(received(&mut staff).await.contains(&event));
    assert!(received(&mut buyer).await.contains(&event));
    let refused = owner
        .post(
            &format!("/agent/shipping-requests/{request}/refuse"),
            json!({"reason": "Ждём остальное"}),
        )
        .await;
    let _ = refused.expect_within_statements(200, 30);
    assert!(received(&mut staff).await.contains(&event));
    assert!(received(&mut buyer).await.contains(&event));

    let body = json!({"amount": "100", "currency": "RUB", "requisites": "Сбербанк, 2202, Иванова А."});
    let asked = client.post("/client/withdrawals", body).await;
    let withdrawal = asked.expect_within_statements(201, 16)["id"].as_i64().expect("an id");
    let event = ("withdrawal.changed".to_owned(), withdrawal);
    assert!(received(&mut staff).await.contains(&event));
    assert!(received(&mut buyer).await.contains(&event));
    let confirmed = owner
        .post(&format!("/agent/withdrawals/{withdrawal}/confirm"), json!({}))
        .await;
    let _ = confirmed.expect_within_statements(200, 18);
    assert_eq!(received(&mut staff).await, BTreeSet::from([event.clone()]));
    assert_eq!(received(&mut buyer).await, BTreeSet::from([event]));
    narrow.expect_silence().await;
}
