//! Workers: one that dies between claim and answer, and two replicas.

use super::{
    create, deliver, open,
    receiver::{Reaction, Receiver},
};
use crate::{
    event_feed::publish,
    orders::create_draft,
    support::{App, eventually, on_both},
};
use chrono::Duration;
use std::collections::BTreeSet;

#[apply(on_both)]
async fn delivery_of_a_worker_that_died_is_sent_by_another_one(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let second = open(&app.replica().await);
    let client = app.client().await;
    let _ = create(&client, "client", &receiver.url, &["order.created"]).await;
    receiver.plan([Reaction::Hang]);
    let _ = create_draft(&client).await;
    let worker = tokio::spawn({
        let app = app.clone();
        async move { deliver(&app).await }
    });
    eventually("the receiver is called", async || receiver.count() == 1).await;
    worker.abort();
    second.run_due_jobs().await;
    assert_eq!(receiver.count(), 1, "the claim is valid");
    app.state.clock.advance(Duration::minutes(6));
    eventually("another worker sends it", async || {
        second.run_due_jobs().await;
        receiver.count() == 2
    })
    .await;
    let sent = receiver.take();
    assert_eq!(sent[0].id, sent[1].id);
    assert_eq!(app.count("webhook_deliveries", "state = 'delivered'").await, 1);
}

#[apply(on_both)]
async fn two_replicas_send_each_event_once(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let second = open(&app.replica().await);
    let client = app.client().await;
    let _ = create(&client, "client", &receiver.url, &["order.created"]).await;
    for _ in 0..20 {
        let _ = create_draft(&client).await;
    }
    publish(&app).await;
    let work = async |app: &App| {
        karavan::webhooks::dispatch(&app.state).await.expect("dispatched");
        app.run_due_jobs().await;
    };
    tokio::join!(work(&app), work(&second));
    eventually("all are sent", async || {
        work(&app).await;
        app.count("webhook_deliveries", "state = 'waiting'").await == 0
    })
    .await;
    let sent = receiver.take();
    let ids: BTreeSet<&str> = sent.iter().map(|delivery| delivery.id.as_str()).collect();
    assert_eq!((sent.len(), ids.len()), (20, 20));
}
