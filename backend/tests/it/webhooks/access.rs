//! Who may set up webhooks, and for which addresses.

use super::{create, deliver, deliveries, open, receiver::Receiver};
use crate::{
    orders::create_draft,
    staff::hire_staff,
    support::{MEMBER_WITHOUT_RIGHTS, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn webhooks_need_settings_and_are_invisible_to_others(app: App) {
    let (app, receiver) = (open(&app), Receiver::start().await);
    let (owner, client) = (app.owner().await, app.client().await);
    let (of_agent, _) = create(&owner, "agent", &receiver.url, &["order.created"]).await;
    let (of_client, _) = create(&client, "client", &receiver.url, &["order.created"]).await;
    let warehouse = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = warehouse
        .get("/agent/webhooks")
        .await
        .expect_problem(403, "permission_denied");
    let guest = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    let _ = guest
        .get("/client/webhooks")
        .await
        .expect_problem(403, "permission_denied");
    let other = app.log_in("agent", OTHER_OWNER).await;
    for (actor, side, id) in [
        (&owner, "agent", of_client),
        (&other, "agent", of_agent),
        (&other, "agent", of_client),
        (&client, "client", of_agent),
    ] {
        let path = format!("/{side}/webhooks/{id}");
        let _ = actor.get(&path).await.expect_problem(404, "not_found");
        let _ = actor
            .get(&format!("{path}/deliveries"))
            .await
            .expect_problem(404, "not_found");
        let _ = actor
            .patch(&path, json!({"active": false}))
            .await
            .expect_problem(404, "not_found");
        let _ = actor
            .post(&format!("{path}/test"), json!({}))
            .await
            .expect_problem(404, "not_found");
        let _ = actor.delete(&path).await.expect_problem(404, "not_found");
    }
    let listed = owner.get("/agent/webhooks").await.expect(200);
    assert_eq!(
        listed["data"].as_array().expect("webhooks").len(),
        1,
        "not the client's"
    );
    let _ = owner.delete(&format!("/agent/webhooks/{of_agent}")).await.expect(204);
    assert_eq!(owner.get("/agent/webhooks").await.expect(200)["data"], json!([]));
}

#[apply(on_both)]
async fn types_need_the_right_to_view_their_objects(app: App) {
    let app = open(&app);
    let owner = app.owner().await;
    let grants = [("settings", "edit", "all"), ("orders", "view", "own")];
    let (colleague, _) = hire_staff(&app, &owner, "+79990000077", "Настройка", &grants).await;
    let new = |types: &[&str]| json!({"name": "Склад", "url": "http://127.0.0.1:9/hook", "types": types});
    for types in [&["payment.confirmed"][..], &["order.created"]] {
        let refused = colleague.post("/agent/webhooks", new(types)).await;
        let _ = refused.expect_problem(403, "rights_exceeded");
    }
    let refused = app
        .client()
        .await
        .post("/client/webhooks", new(&["client.changed"]))
        .await;
    let _ = refused.expect_problem(422, "validation_failed");
    let _ = owner
        .post("/agent/webhooks", new(&[]))
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn private_addresses_are_refused_at_save_and_at_each_attempt(app: App) {
    let (opened, receiver) = (open(&app), Receiver::start().await);
    let client = app.client().await;
    let new = |url: &str| json!({"name": "Склад", "url": url, "types": ["order.created"]});
    for url in [
        receiver.url.as_str(),
        "https://127.0.0.1/hook",
        "https://[::ffff:10.0.0.1]/",
        "https://0x7f000001/",
        "https://169.254.169.254/latest",
        "https://localhost/hook",
        "http://example.com/hook",
    ] {
        let refused = client.post("/client/webhooks", new(url)).await;
        let _ = refused.expect_problem(422, "webhook_address_refused");
    }
    let _ = client
        .post("/client/webhooks", new("not an address"))
        .await
        .expect_problem(422, "validation_failed");
    let (id, _) = create(&opened.client().await, "client", &receiver.url, &["order.created"]).await;
    let changed = client
        .patch(&format!("/client/webhooks/{id}"), json!({"url": "https://10.0.0.1/"}))
        .await;
    let _ = changed.expect_problem(422, "webhook_address_refused");
    let _ = create_draft(&client).await;
    deliver(&app).await;
    assert_eq!(receiver.count(), 0);
    let stored = deliveries(&client, "client", id).await;
    let error = stored[0]["error"].as_str().expect("an error");
    assert!(error.contains("private network"), "{error}");
}
