//! Revocation on one replica applies to the next request on another, and nothing is written after it.

use super::bots::Browser;
use crate::support::{Actor, App, CLIENT, OWNER, PASSWORD, WAREHOUSE_WORKER, item_body, on_both};
use chrono::Duration;
use serde_json::json;

/// The same person on another replica.
fn on_replica(replica: &App, person: &Actor) -> Actor {
    replica.with_token(person.credential.as_deref().expect("a credential"))
}

#[apply(on_both)]
async fn revocation_applies_on_the_other_replica(app: App) {
    let replica = app.replica().await;
    let there = |person: &Actor| on_replica(&replica, person);
    let owner = app.owner().await;

    // Staff: a right is removed, then the person is disabled.
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = there(&worker).get("/agent/orders").await.expect(200);
    let _ = owner
        .patch("/agent/access-groups/1", json!({"grants": {}}))
        .await
        .expect(200);
    let _ = there(&worker)
        .get("/agent/orders")
        .await
        .expect_problem(403, "permission_denied");
    let _ = owner
        .patch("/agent/staff/2", json!({"disabled": true}))
        .await
        .expect_within_statements(200, 7);
    let _ = there(&worker)
        .get("/agent/profile")
        .await
        .expect_problem(401, "credential_revoked");

    // The extension's token.
    let client = app.client().await;
    let created = client
        .post("/client/settings/extension-tokens", json!({"name": "Chrome"}))
        .await
        .expect(201);
    let extension = app.with_token(created["plaintext"].as_str().expect("a token"));
    let draft = there(&extension)
        .post("/api/ext/drafts", json!({"client_id": 1}))
        .await
        .expect(201);
    let _ = client
        .delete(&format!("/client/settings/extension-tokens/{}", created["token"]["id"]))
        .await
        .expect(204);
    let items_path = format!("/api/ext/drafts/{}/items", draft["id"]);
    let _ = there(&extension)
        .post(&items_path, item_body())
        .await
        .expect_problem(401, "credential_revoked");

    // A password change: other sessions end, and their requests write nothing.
    let other = app.log_in("client", CLIENT).await;
    let _ = there(&other).get("/client/orders").await.expect(200);
    let _ = client
        .post(
            "/client/profile/password",
            json!({"current": PASSWORD, "password": "another-password"}),
        )
        .await
        .expect(204);
    let before = app.count("orders", "1 = 1").await;
    for _ in 0..5 {
        let _ = there(&other)
            .post("/client/orders", json!({"type": "standard"}))
            .await
            .expect_problem(401, "credential_revoked");
    }
    assert_eq!(
        (
            app.count("orders", "1 = 1").await,
            app.count("order_items", "1 = 1").await
        ),
        (before, 0)
    );
    let _ = there(&client).get("/client/orders").await.expect(200);

    // Logging out.
    let browser = Browser::new(&app);
    let entered = browser
        .post("/agent/login/password", json!({"phone": OWNER, "password": PASSWORD}))
        .await
        .expect(200);
    let browser_login = app.with_token(entered["access_token"].as_str().expect("a token"));
    let _ = there(&browser_login).get("/agent/orders").await.expect(200);
    let _ = browser.post("/agent/logout", json!({})).await;
    let _ = there(&browser_login)
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
}

#[apply(on_both)]
async fn logout_by_bearer_ends_the_session(app: App) {
    let replica = app.replica().await;
    let (client, other) = (app.log_in("client", CLIENT).await, app.log_in("client", CLIENT).await);
    // A token of one cabinet ends nothing in the other.
    let _ = client.post("/agent/logout", json!({})).await.expect(204);
    let _ = client.get("/client/orders").await.expect(200);
    let _ = client.post("/client/logout", json!({})).await.expect(204);
    for caller in [client.clone(), on_replica(&replica, &client)] {
        let _ = caller
            .get("/client/orders")
            .await
            .expect_problem(401, "credential_revoked");
    }
    let _ = other.get("/client/orders").await.expect(200);

    // The token of a program that slept longer than its token lives.
    app.state.clock.advance(Duration::hours(2));
    let _ = other
        .get("/client/orders")
        .await
        .expect_problem(401, "credential_expired");
    let _ = other.post("/client/logout", json!({})).await.expect(204);
    assert_eq!(app.count("sessions", "revoke_reason = 'logged_out'").await, 2);
    let forged = app.with_token("eyJhbGciOiJub25lIn0.e30.");
    let _ = forged.post("/client/logout", json!({})).await.expect(204);
    assert_eq!(app.count("sessions", "revoked_at IS NOT NULL").await, 2);
}

#[apply(on_both)]
async fn no_write_happens_after_revocation(app: App) {
    let replica = app.replica().await;
    let (client, other) = (app.client().await, app.log_in("client", CLIENT).await);
    let there = on_replica(&replica, &other);
    let write = || {
        let there = there.clone();
        async move { there.post("/client/orders", json!({"type": "standard"})).await.status }
    };
    let writes = async { futures::future::join_all((0..10).map(|_| write())).await };
    let ending = client.post("/client/sessions/revoke-all", json!({"keep_current": true}));
    let (statuses, ended) = tokio::join!(writes, ending);
    let _ = ended.expect(204);
    assert!(
        statuses.iter().all(|status| [201, 401].contains(status)),
        "{statuses:?}"
    );
    let written = i64::try_from(statuses.iter().filter(|status| **status == 201).count()).expect("a number");
    assert_eq!(
        app.count("orders", "1 = 1").await,
        written,
        "as many rows as successful responses"
    );
    assert_eq!(write().await, 401);
    assert_eq!(app.count("orders", "1 = 1").await, written);
}
