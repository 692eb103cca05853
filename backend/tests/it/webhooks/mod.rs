//! Webhooks: what is sent, when it is repeated, and who may set it up.

mod access;
pub(crate) mod receiver;
mod replay;
mod retries;
mod workers;

use crate::{
    event_feed::{events_after, publish},
    orders::{create_draft, submitted_order},
    support::{Actor, App, on_both},
};
use chrono::Duration;
use platform::outside_address::OpenNetworks;
use receiver::Receiver;
use serde_json::{Value, json};

/// The service, which may send webhooks to receivers on this machine.
pub(crate) fn open(app: &App) -> App {
    app.with_config(|config| config.webhook_networks = OpenNetworks::parse("127.0.0.0/8").expect("a network"))
}

/// Creates a webhook of the actor's cabinet. Returns its id and its secret.
pub(crate) async fn create(actor: &Actor, side: &str, url: &str, types: &[&str]) -> (i64, String) {
    let new = json!({"name": "Склад", "url": url, "types": types});
    let created = actor.post(&format!("/{side}/webhooks"), new).await.expect(201);
    let secret = created["secret"].as_str().expect("a secret").to_owned();
    (created["webhook"]["id"].as_i64().expect("an id"), secret)
}

/// Publishes events and sends what is due.
pub(crate) async fn deliver(app: &App) {
    publish(app).await;
    karavan::webhooks::dispatch(&app.state).await.expect("dispatched");
    app.run_due_jobs().await;
}

/// The deliveries of a webhook, newest first.
pub(crate) async fn deliveries(actor: &Actor, side: &str, webhook: i64) -> Vec<Value> {
    let page = actor
        .get(&format!("/{side}/webhooks/{webhook}/deliveries"))
        .await
        .expect(200);
    page["data"].as_array().expect("deliveries").clone()
}

#[apply(on_both)]
async fn chosen_events_are_sent_once_signed_and_as_in_the_feed(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let (owner, client) = (app.owner().await, app.client().await);
    let _ = submitted_order(&client).await;
    publish(&app).await;
    let (of_agent, agent_secret) = create(&owner, "agent", &receiver.url, &["order.status_changed"]).await;
    let (_, client_secret) = create(&client, "client", &receiver.url, &["order.created"]).await;
    let order = submitted_order(&client).await;
    deliver(&app).await;
    let sent = receiver.take();
    assert_eq!(sent.len(), 2, "{sent:?}");
    for (side, actor, secret, kind) in [
        ("agent", &owner, &agent_secret, "order.status_changed"),
        ("client", &client, &client_secret, "order.created"),
    ] {
        let delivery = sent
            .iter()
            .find(|delivery| delivery.json()["type"] == kind)
            .expect(kind);
        assert!(delivery.is_signed_with(secret), "{delivery:?}");
        assert_eq!(delivery.signatures.len(), 1);
        assert_eq!(delivery.timestamp, app.state.clock.now().timestamp());
        let event = delivery.json();
        assert_eq!(
            (&event["data"]["id"], &event["id"]),
            (&json!(order), &json!(delivery.id))
        );
        assert!(!delivery.id.contains('.'), "a full stop separates the signed parts");
        assert!(
            events_after(actor, side, 0).await.contains(&event),
            "the body of the feed"
        );
    }
    deliver(&app).await;
    assert_eq!(receiver.count(), 0, "sent once");
    let stored = deliveries(&owner, "agent", of_agent).await;
    assert_eq!(stored.len(), 1);
    assert_eq!(
        (
            &stored[0]["state"],
            &stored[0]["answer_status"],
            &stored[0]["answer"],
            &stored[0]["attempts"]
        ),
        (&json!("delivered"), &json!(200), &json!("thanks"), &json!(1))
    );
    let shown = owner.get(&format!("/agent/webhooks/{of_agent}")).await.expect(200);
    assert!(
        shown["last_success_at"].is_string() && shown["failing_since"].is_null(),
        "{shown}"
    );
    assert!(
        !shown.to_string().contains(&agent_secret) && agent_secret.ends_with(shown["secret_hint"].as_str().unwrap())
    );
    assert!(!app.dump_all().await.contains(&agent_secret[6..]), "stored encrypted");
}

#[apply(on_both)]
async fn rotated_secret_signs_beside_the_previous_one_for_a_day(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let client = app.client().await;
    let (id, first) = create(&client, "client", &receiver.url, &["order.created"]).await;
    let rotated = client
        .post(&format!("/client/webhooks/{id}/secret"), json!({}))
        .await
        .expect(200);
    let second = rotated["secret"].as_str().expect("a secret").to_owned();
    assert_ne!(first, second);
    let _ = create_draft(&client).await;
    deliver(&app).await;
    let sent = receiver.take();
    assert_eq!(sent[0].signatures.len(), 2);
    assert!(sent[0].is_signed_with(&first) && sent[0].is_signed_with(&second));
    app.state.clock.advance(Duration::hours(25));
    let _ = create_draft(&app.client().await).await;
    deliver(&app).await;
    let sent = receiver.take();
    assert!(
        sent[0].is_signed_with(&second) && !sent[0].is_signed_with(&first),
        "{sent:?}"
    );
}

#[apply(on_both)]
async fn test_event_is_sent_also_to_a_webhook_that_is_off(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let client = app.client().await;
    let (id, secret) = create(&client, "client", &receiver.url, &["order.created"]).await;
    let path = format!("/client/webhooks/{id}");
    let off = client.patch(&path, json!({"active": false})).await.expect(200);
    assert_eq!(
        (&off["active"], &off["disabled_reason"]),
        (&json!(false), &json!("person"))
    );
    let _ = create_draft(&client).await;
    let _ = client.post(&format!("{path}/test"), json!({})).await.expect(201);
    deliver(&app).await;
    let sent = receiver.take();
    assert_eq!(sent.len(), 1);
    assert_eq!(sent[0].json()["type"], "webhook.test");
    assert!(sent[0].is_signed_with(&secret));
    receiver.plan_status(500);
    let _ = client.post(&format!("{path}/test"), json!({})).await.expect(201);
    deliver(&app).await;
    let stored = deliveries(&client, "client", id).await;
    assert_eq!(
        (&stored[0]["state"], &stored[0]["attempts"]),
        (&json!("failed"), &json!(1)),
        "a test is not repeated"
    );
}
