//! Changes between the first fetch of a page and its subscription.

use super::{cabinet_channel, events, following, received};
use crate::{
    chat::socket_client::{ChatSocket, start_server},
    orders::{lifecycle::quote_order, submitted_order},
    support::{ASSIGNED_ONLY, on_both},
};
use serde_json::json;
use std::time::{Duration, Instant};

#[apply(on_both)]
async fn changes_before_the_subscription_are_repeated(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let server = start_server(&app).await;
    let mut early = following(&server, &owner, "agent").await;
    early.expect_silence().await;
    let read = Instant::now();
    let _ = quote_order(&owner, order).await;
    assert_eq!(received(&mut early).await, events([("order.changed", order)]));
    let (staff_channel, client_channel) = (
        cabinet_channel(&owner, "agent").await,
        cabinet_channel(&client, "client").await,
    );
    for (actor, channel) in [(&owner, &staff_channel), (&client, &client_channel)] {
        let mut late = ChatSocket::connect(&server).await;
        let confirmation = late.subscribe_since(actor, channel, read.elapsed()).await;
        assert_eq!(confirmation, json!({}));
        assert_eq!(received(&mut late).await, events([("order.changed", order)]));
        let mut current = ChatSocket::connect(&server).await;
        current.subscribe_since(actor, channel, Duration::ZERO).await;
        current.expect_silence().await;
    }
    // Rights hold for repeated changes too.
    let own_only = app.log_in("agent", ASSIGNED_ONLY).await;
    let mut late = ChatSocket::connect(&server).await;
    late.subscribe_since(&own_only, &staff_channel, read.elapsed()).await;
    late.expect_silence().await;
}

#[apply(on_both)]
async fn subscriber_hears_that_changes_before_it_are_unknown(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let server = start_server(&app).await;
    let channel = cabinet_channel(&owner, "agent").await;
    let hour = Duration::from_hours(1);
    let mut socket = ChatSocket::connect(&server).await;
    let confirmation = socket.subscribe_since(&owner, &channel, hour).await;
    assert_eq!(confirmation, json!({"missed": true}), "before the server started");
    assert_eq!(
        socket.subscribe_since(&owner, &channel, Duration::MAX / 1000).await,
        json!({"missed": true})
    );
    socket.expect_silence().await;
    let read = Instant::now();
    for _ in 0..40 {
        let _ = submitted_order(&client).await;
    }
    while received(&mut socket).await.is_empty() {}
    let mut late = ChatSocket::connect(&server).await;
    let confirmation = late.subscribe_since(&owner, &channel, read.elapsed()).await;
    assert_eq!(confirmation, json!({"missed": true}), "too many to repeat");
    late.expect_silence().await;
}
