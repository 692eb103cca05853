//! What is taken back on one replica is refused by the other at the next request, and nothing more is written.

use super::bots::Browser;
use crate::support::{Actor, App, CLIENT, OWNER, PASSWORD, WAREHOUSE, item, on_both};
use serde_json::json;

/// The same person at another replica.
fn at(replica: &App, person: &Actor) -> Actor {
    replica.bearer(person.credential.as_deref().expect("a credential"))
}

on_both! {
    async fn what_is_taken_back_is_refused_by_the_other_replica(app: App) {
        let replica = app.replica().await;
        let there = |person: &Actor| at(&replica, person);
        let owner = app.owner().await;

        // Staff: a right removed, then shut out.
        let worker = app.log_in("agent", WAREHOUSE).await;
        let _ = there(&worker).get("/agent/orders").await.expect(200);
        let _ = owner.patch("/agent/access-groups/1", json!({"grants": {}})).await.expect(200);
        let _ = there(&worker).get("/agent/orders").await.refused(403, "permission_denied");
        let _ = owner.patch("/agent/staff/2", json!({"disabled": true})).await.expect(200);
        let _ = there(&worker).get("/agent/profile").await.refused(401, "credential_revoked");

        // The extension's token.
        let client = app.client().await;
        let made = client.post("/client/settings/extension-tokens", json!({"name": "Chrome"})).await.expect(201);
        let extension = app.bearer(made["plaintext"].as_str().expect("a token"));
        let draft = there(&extension).post("/api/ext/drafts", json!({"client_id": 1})).await.expect(201);
        let _ = client.delete(&format!("/client/settings/extension-tokens/{}", made["token"]["id"])).await.expect(204);
        let lines = format!("/api/ext/drafts/{}/items", draft["id"]);
        let _ = there(&extension).post(&lines, item()).await.refused(401, "credential_revoked");

        // The password: other logins end, and what they try is not written.
        let other = app.log_in("client", CLIENT).await;
        let _ = there(&other).get("/client/orders").await.expect(200);
        let _ = client.post("/client/profile/password", json!({"current": PASSWORD, "password": "another-password"})).await.expect(204);
        let before = app.count("orders", "1 = 1").await;
        for _ in 0..5 {
            let _ = there(&other).post("/client/orders", json!({"type": "standard"})).await.refused(401, "credential_revoked");
        }
        assert_eq!((app.count("orders", "1 = 1").await, app.count("order_items", "1 = 1").await), (before, 0));
        let _ = there(&client).get("/client/orders").await.expect(200);

        // Logging out.
        let browser = Browser::new(&app);
        let entered = browser.post("/agent/login/password", json!({"phone": OWNER, "password": PASSWORD})).await.expect(200);
        let held = app.bearer(entered["access_token"].as_str().expect("a token"));
        let _ = there(&held).get("/agent/orders").await.expect(200);
        let _ = browser.post("/agent/logout", json!({})).await;
        let _ = there(&held).get("/agent/orders").await.refused(401, "credential_revoked");
    }

    async fn of_many_writes_at_once_none_is_late(app: App) {
        let replica = app.replica().await;
        let (client, other) = (app.client().await, app.log_in("client", CLIENT).await);
        let there = at(&replica, &other);
        let write = || {
            let there = there.clone();
            async move { there.post("/client/orders", json!({"type": "standard"})).await.status }
        };
        let writes = async { futures::future::join_all((0..10).map(|_| write())).await };
        let ending = client.post("/client/sessions/revoke-all", json!({"keep_current": true}));
        let (statuses, ended) = tokio::join!(writes, ending);
        let _ = ended.expect(204);
        assert!(statuses.iter().all(|status| [201, 401].contains(status)), "{statuses:?}");
        let written = i64::try_from(statuses.iter().filter(|status| **status == 201).count()).expect("a number");
        assert_eq!(app.count("orders", "1 = 1").await, written, "as many as were answered");
        assert_eq!(write().await, 401);
        assert_eq!(app.count("orders", "1 = 1").await, written);
    }
}
