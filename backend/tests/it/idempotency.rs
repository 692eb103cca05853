//! Idempotency keys and versions: where they are refused, and for how long keys are kept.

use crate::{orders::submitted_order, support::on_both};
use chrono::Duration;
use serde_json::json;

#[apply(on_both)]
async fn key_is_refused_where_it_would_be_ignored(app: App) {
    let owner = app.owner().await;
    let keyed = owner.with_header("idempotency-key", "hook-1");
    let hook = json!({"name": "ERP", "url": "https://shop.example/hook", "types": ["order.created"]});
    let _ = keyed
        .post("/agent/webhooks", hook)
        .await
        .expect_problem(422, "idempotency_key_not_supported");
    assert_eq!(app.count("webhooks", "1 = 1").await, 0);
    // Reading has no effect that could be repeated.
    let _ = keyed.get("/agent/webhooks").await.expect(200);
}

#[apply(on_both)]
async fn version_is_refused_where_it_would_be_ignored(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let path = format!("/agent/orders/{order}");
    let versioned = owner.with_header("if-match", "\"0\"");
    let _ = versioned
        .patch(&path, json!({"assigned_staff_id": null}))
        .await
        .expect_problem(422, "version_not_supported");
    // Reading changes nothing that could be stale.
    let _ = versioned.get(&path).await.expect(200);
    let quote = versioned.post(&format!("{path}/quote"), json!({})).await;
    let _ = quote.expect_problem(412, "version_stale");
}

#[apply(on_both)]
async fn responses_are_kept_for_thirty_days(app: App) {
    let keyed = app.client().await.with_header("idempotency-key", "order-1");
    let draft = json!({"type": "standard"});
    let first = keyed.post("/client/orders", draft.clone()).await.expect(201)["id"].clone();
    app.state.clock.advance(Duration::days(30) - Duration::minutes(5));
    app.run_due_jobs().await;
    let keyed = app.client().await.with_header("idempotency-key", "order-1");
    let repeated = keyed.post("/client/orders", draft.clone()).await;
    assert_eq!(repeated.expect_within_statements(201, 8)["id"], first);
    app.state.clock.advance(Duration::hours(2));
    app.run_due_jobs().await;
    assert_eq!(app.count("idempotency_keys", "1 = 1").await, 0);
    let keyed = app.client().await.with_header("idempotency-key", "order-1");
    let new = keyed.post("/client/orders", draft).await.expect(201)["id"].clone();
    assert_ne!(new, first);
}
