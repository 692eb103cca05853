//! Sending again: one delivery, the events of a time, and events that were missed.

use super::{create, deliver, deliveries, open, receiver::Receiver};
use crate::{orders::create_draft, support::on_both};
use chrono::Duration;
use serde_json::json;
use std::collections::BTreeSet;

#[apply(on_both)]
async fn delivery_and_events_of_a_time_are_sent_again_with_their_ids(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let client = app.client().await;
    let (id, _) = create(&client, "client", &receiver.url, &["order.created"]).await;
    let path = format!("/client/webhooks/{id}");
    let _ = create_draft(&client).await;
    deliver(&app).await;
    app.state.clock.advance(Duration::minutes(5));
    let from = app.state.clock.now();
    let _ = create_draft(&client).await;
    deliver(&app).await;
    let first = receiver.take();
    let newest = deliveries(&client, "client", id).await[0].clone();
    let again = client
        .post(&format!("{path}/deliveries/{}/replay", newest["id"]), json!({}))
        .await
        .expect(200);
    assert_eq!((&again["state"], &again["attempts"]), (&json!("waiting"), &json!(0)));
    deliver(&app).await;
    let replayed = receiver.take();
    assert_eq!(replayed.len(), 1);
    assert_eq!((&replayed[0].id, &replayed[0].body), (&first[1].id, &first[1].body));
    let _ = client
        .post(&format!("{path}/replay"), json!({"from": from}))
        .await
        .expect(202);
    deliver(&app).await;
    let replayed: Vec<String> = receiver.take().into_iter().map(|delivery| delivery.id).collect();
    assert_eq!(replayed, [first[1].id.clone()], "the first event is older");
    let wrong = json!({"from": from, "to": from});
    let _ = client
        .post(&format!("{path}/replay"), wrong)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        deliveries(&client, "client", id).await.len(),
        2,
        "one row for each event"
    );
}

#[apply(on_both)]
async fn missed_events_are_those_that_failed_and_those_of_a_pause(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let client = app.client().await;
    let from = app.state.clock.now();
    let (id, _) = create(&client, "client", &receiver.url, &["order.created"]).await;
    let path = format!("/client/webhooks/{id}");
    let delivered = create_draft(&client).await;
    deliver(&app).await;
    receiver.plan_status(410);
    let failed = create_draft(&client).await;
    deliver(&app).await;
    let paused = create_draft(&client).await;
    deliver(&app).await;
    assert_eq!(receiver.take().len(), 2);
    let replay = json!({"from": from, "only_missed": true});
    let _ = client
        .post(&format!("{path}/replay"), replay.clone())
        .await
        .expect_problem(409, "webhook_inactive");
    let _ = client.patch(&path, json!({"active": true})).await.expect(200);
    let _ = client.post(&format!("{path}/replay"), replay.clone()).await.expect(202);
    deliver(&app).await;
    let orders: BTreeSet<i64> = receiver
        .take()
        .iter()
        .map(|delivery| delivery.json()["data"]["id"].as_i64().expect("an id"))
        .collect();
    assert_eq!(orders, BTreeSet::from([failed, paused]), "{delivered} was delivered");
    let _ = client.post(&format!("{path}/replay"), replay).await.expect(202);
    deliver(&app).await;
    assert_eq!(receiver.count(), 0, "nothing is missed any more");
}

#[apply(on_both)]
async fn replay_hurries_a_delivery_that_waits_for_its_next_attempt(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let client = app.client().await;
    let from = app.state.clock.now();
    let (id, _) = create(&client, "client", &receiver.url, &["order.created"]).await;
    receiver.plan_status(500);
    let _ = create_draft(&client).await;
    deliver(&app).await;
    assert_eq!(receiver.take().len(), 1);
    deliver(&app).await;
    assert_eq!(receiver.count(), 0, "the next attempt is seconds away");
    let replay = json!({"from": from, "only_missed": true});
    let path = format!("/client/webhooks/{id}/replay");
    let _ = client.post(&path, replay).await.expect(202);
    deliver(&app).await;
    assert_eq!(receiver.count(), 1);
    assert_eq!(deliveries(&client, "client", id).await[0]["state"], "delivered");
}
