//! Access groups, and the preview of the cabinet as a group.

use super::{NEWCOMER, create_group, hire_staff};
use crate::support::{OTHER_OWNER, on_both};
use serde_json::json;
use shared_types::access::{Access, Guard};

#[apply(on_both)]
async fn access_group_is_created_updated_and_deleted(app: App) {
    let owner = app.owner().await;
    let groups = owner.get("/agent/access-groups").await.expect(200);
    assert_eq!(
        groups["data"][0]["grants"],
        json!({"orders": {"level": "edit", "breadth": "all"}})
    );
    assert_eq!(groups["data"][0]["people"][0]["name"], "李伟");
    let id = create_group(
        &owner,
        "agent",
        "Бухгалтерия",
        &[
            ("balance", "manage", "all"),
            ("staff", "view", "own"),
            ("orders", "none", "all"),
        ],
    )
    .await;
    let path = format!("/agent/access-groups/{id}");
    let made = owner.get("/agent/access-groups").await.expect(200)["data"][3].clone();
    assert_eq!(
        made["grants"],
        json!({"balance": {"level": "manage", "breadth": "all"}, "staff": {"level": "view", "breadth": "all"}}),
        "grants are normalized"
    );
    let _ = owner
        .post("/agent/access-groups", json!({"name": " Бухгалтерия "}))
        .await
        .expect_problem(409, "name_taken");
    let _ = owner
        .patch(&path, json!({"name": "Склад"}))
        .await
        .expect_problem(409, "name_taken");
    let _ = owner
        .post("/agent/access-groups", json!({"name": ""}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .post(
            "/agent/access-groups",
            json!({"name": "x", "grants": {"moon": {"level": "view", "breadth": "all"}}}),
        )
        .await
        .expect_problem(422, "validation_failed");
    for field in ["agent_id", "client_id", "id", "version"] {
        let problem = owner
            .post("/agent/access-groups", json!({"name": "x", field: 2}))
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], "unknown_field");
    }
    let stale = owner.with_header("if-match", "\"99\"");
    let _ = stale
        .patch(&path, json!({"name": "x"}))
        .await
        .expect_problem(412, "version_stale");
    let changed = owner
        .with_header("if-match", "\"1\"")
        .patch(
            &path,
            json!({"name": "Касса", "grants": {"topups": {"level": "edit", "breadth": "own"}}}),
        )
        .await
        .expect(200);
    assert_eq!(
        (&changed["name"], &changed["version"], &changed["grants"]),
        (
            &json!("Касса"),
            &json!(2),
            &json!({"topups": {"level": "edit", "breadth": "own"}})
        )
    );
    let _ = owner
        .delete("/agent/access-groups/1")
        .await
        .expect_problem(409, "group_in_use");
    let _ = owner.delete(&path).await.expect(204);
    let _ = owner.delete(&path).await.expect_problem(404, "not_found");
    let other = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(other.get("/agent/access-groups").await.expect(200)["data"], json!([]));
    for (method, path) in [
        ("PATCH", "/agent/access-groups/1"),
        ("DELETE", "/agent/access-groups/1"),
        ("POST", "/agent/access-groups/1/preview"),
    ] {
        let _ = other
            .send(method, path, Some(b"{}".to_vec()))
            .await
            .expect_problem(404, "not_found");
    }
    // Names are unique per cabinet only.
    let _ = create_group(&other, "agent", "Склад", &[]).await;
}

#[apply(on_both)]
async fn preview_has_the_rights_of_the_group_and_is_read_only(app: App) {
    let client = app.client().await;
    let sent = crate::orders::submitted_order(&client).await;
    let owner = app.owner().await;
    let preview = owner
        .post("/agent/access-groups/1/preview", json!({}))
        .await
        .expect(200);
    assert_eq!(
        (&preview["group"], &preview["rights"]["grants"]),
        (&json!("Склад"), &json!({"orders": {"level": "edit", "breadth": "all"}}))
    );
    let preview_actor = app.with_token(preview["access_token"].as_str().expect("a token"));
    let me = preview_actor.get("/agent/me").await.expect(200);
    assert_eq!(
        (&me["rights"]["is_owner"], &me["rights"]),
        (&json!(false), &preview["rights"])
    );
    let _ = preview_actor.get(&format!("/agent/orders/{sent}")).await.expect(200);
    assert_eq!(
        owner.get("/agent/orders?unread=true").await.expect(200)["data"][0]["id"],
        json!(sent),
        "a preview marks nothing as read"
    );
    let _ = preview_actor
        .get("/agent/clients")
        .await
        .expect_problem(403, "permission_denied");
    let _ = preview_actor
        .get("/agent/staff")
        .await
        .expect_problem(403, "permission_denied");
    let _ = preview_actor
        .patch("/agent/me", json!({"locale": "en"}))
        .await
        .expect_problem(403, "preview_read_only");
    let _ = preview_actor
        .post("/switch", json!({"guard": "agent", "membership_id": 1}))
        .await
        .expect_problem(403, "preview_read_only");
    let (_, endpoints) = karavan::app::api(&app.state).into_parts();
    for endpoint in endpoints.iter().filter(|endpoint| {
        endpoint.method.as_str() != "GET"
            && matches!(
                endpoint.access,
                Access::Agent(..) | Access::AnyGuard | Access::Guard(Guard::Agent)
            )
    }) {
        let path = endpoint.path.replace("{order}", &sent.to_string());
        let answer = preview_actor
            .send(endpoint.method.as_str(), &path, Some(b"{}".to_vec()))
            .await;
        assert_eq!(
            answer.status,
            403,
            "{} {path}: {}",
            endpoint.method.as_str(),
            answer.text
        );
    }
    // Changes of the group apply to the preview's next request, and so does the end of the session.
    let _ = owner
        .patch(
            "/agent/access-groups/1",
            json!({"grants": {"clients": {"level": "view", "breadth": "all"}}}),
        )
        .await
        .expect(200);
    let _ = preview_actor
        .get("/agent/orders")
        .await
        .expect_problem(403, "permission_denied");
    let _ = preview_actor.get("/agent/clients").await.expect(200);
    let claims = app
        .state
        .keys
        .verify(owner.credential.as_deref().expect("a token"), app.state.clock.now())
        .expect("claims")
        .0;
    crate::support::revoke_session(&app, claims.sid).await;
    let _ = preview_actor
        .get("/agent/clients")
        .await
        .expect_problem(401, "credential_revoked");
}

#[apply(on_both)]
async fn preview_never_exceeds_own_rights(app: App) {
    let owner = app.owner().await;
    let (manager, _) = hire_staff(
        &app,
        &owner,
        NEWCOMER,
        "Кадры",
        &[("staff", "manage", "all"), ("orders", "view", "own")],
    )
    .await;
    let preview = manager
        .post("/agent/access-groups/1/preview", json!({}))
        .await
        .expect(200);
    assert_eq!(
        preview["rights"]["grants"],
        json!({"orders": {"level": "view", "breadth": "own"}})
    );
    let client = app.client().await;
    let buyers = create_group(&client, "client", "Закупки", &[("orders", "view", "all")]).await;
    let preview = client
        .post(&format!("/client/access-groups/{buyers}/preview"), json!({}))
        .await
        .expect(200);
    let preview_actor = app.with_token(preview["access_token"].as_str().expect("a token"));
    let _ = preview_actor.get("/client/orders").await.expect(200);
    let _ = preview_actor
        .get("/client/balance")
        .await
        .expect_problem(403, "permission_denied");
    let _ = preview_actor
        .post("/client/orders", json!({"type": "standard"}))
        .await
        .expect_problem(403, "permission_denied");
}
