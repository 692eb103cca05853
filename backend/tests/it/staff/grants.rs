//! Rights of people: changes, revocation, the owner.

use super::{NEWCOMER, create_group, hire_staff, invite};
use crate::support::{PASSWORD, WAREHOUSE_WORKER, on_both};
use serde_json::{Value, json};

#[apply(on_both)]
async fn revoked_rights_apply_to_the_next_request(app: App) {
    let owner = app.owner().await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker.get("/agent/orders").await.expect(200);
    // A removed right.
    let _ = owner
        .patch("/agent/access-groups/1", json!({"grants": {}}))
        .await
        .expect(200);
    let _ = worker
        .get("/agent/orders")
        .await
        .expect_problem(403, "permission_denied");
    let _ = owner
        .patch(
            "/agent/access-groups/1",
            json!({"grants": {"orders": {"level": "edit", "breadth": "all"}}}),
        )
        .await
        .expect(200);
    let _ = worker.get("/agent/orders").await.expect(200);
    // Another access group.
    let _ = owner.patch("/agent/staff/2", json!({"group_id": 3})).await.expect(200);
    let _ = worker
        .get("/agent/orders")
        .await
        .expect_problem(403, "permission_denied");
    let _ = owner.patch("/agent/staff/2", json!({"group_id": 1})).await.expect(200);
    // Disabled. Enabling does not restore earlier sessions.
    let _ = owner
        .patch("/agent/staff/2", json!({"disabled": true}))
        .await
        .expect_within_statements(200, 7);
    let _ = worker
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = owner
        .patch("/agent/staff/2", json!({"disabled": false}))
        .await
        .expect(200);
    let _ = worker
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let again = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = again.get("/agent/orders").await.expect(200);
    // Removed.
    let _ = owner.delete("/agent/staff/2").await.expect_within_statements(204, 7);
    let _ = again
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_invalid");
    let _ = owner.delete("/agent/staff/2").await.expect_problem(404, "not_found");
    let _ = app
        .anonymous()
        .post(
            "/agent/login/password",
            json!({"phone": WAREHOUSE_WORKER, "password": PASSWORD}),
        )
        .await
        .expect_problem(401, "login_failed");
}

#[apply(on_both)]
async fn nobody_grants_more_rights_than_they_have(app: App) {
    let owner = app.owner().await;
    let (manager, manager_id) = hire_staff(
        &app,
        &owner,
        NEWCOMER,
        "Кадры",
        &[("staff", "manage", "all"), ("orders", "view", "all")],
    )
    .await;
    let full_group = create_group(
        &owner,
        "agent",
        "Всё",
        &[("orders", "manage", "all"), ("balance", "manage", "all")],
    )
    .await;
    let refuse = |answer: crate::support::TestResponse, code| {
        answer.expect_problem(if code == "rights_exceeded" { 403 } else { 409 }, code)
    };
    let _ = refuse(
        manager
            .patch(&format!("/agent/staff/{manager_id}"), json!({"group_id": full_group}))
            .await,
        "own_access",
    );
    let _ = refuse(
        manager.patch("/agent/staff/1", json!({"disabled": true})).await,
        "owner_protected",
    );
    let _ = refuse(manager.delete("/agent/staff/1").await, "owner_protected");
    let _ = refuse(
        owner.patch("/agent/staff/1", json!({"group_id": 1})).await,
        "owner_protected",
    );
    let _ = refuse(owner.delete("/agent/staff/1").await, "owner_protected");
    let _ = refuse(
        manager.patch("/agent/staff/3", json!({"group_id": full_group})).await,
        "rights_exceeded",
    );
    let _ = refuse(
        manager
            .post(
                "/agent/staff",
                json!({"phone": "+79995550002", "name": "x", "group_id": full_group}),
            )
            .await,
        "rights_exceeded",
    );
    // People and groups with more rights cannot be changed.
    let _ = refuse(
        manager.patch("/agent/staff/2", json!({"disabled": true})).await,
        "rights_exceeded",
    );
    let _ = refuse(
        manager
            .patch(&format!("/agent/access-groups/{full_group}"), json!({"name": "Взято"}))
            .await,
        "rights_exceeded",
    );
    let _ = refuse(
        manager
            .post(
                "/agent/access-groups",
                json!({"name": "Больше", "grants": {"orders": {"level": "edit", "breadth": "all"}}}),
            )
            .await,
        "rights_exceeded",
    );
    let _ = refuse(
        manager.delete(&format!("/agent/access-groups/{full_group}")).await,
        "rights_exceeded",
    );
    let less = create_group(&manager, "agent", "Меньше", &[("orders", "view", "own")]).await;
    let _ = manager
        .post(
            "/agent/staff",
            json!({"phone": "+79995550002", "name": "x", "group_id": less}),
        )
        .await
        .expect(201);
    let _ = manager
        .post("/agent/staff/3/ownership", json!({"my_group_id": 1}))
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn owner_transfers_the_cabinet(app: App) {
    let owner = app.owner().await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let invited = invite(&owner, "agent", NEWCOMER, &json!(1)).await;
    let _ = owner
        .post(
            &format!("/agent/staff/{}/ownership", invited["id"]),
            json!({"my_group_id": 1}),
        )
        .await
        .expect_problem(404, "not_found");
    let _ = owner
        .post("/agent/staff/1/ownership", json!({"my_group_id": 1}))
        .await
        .expect_problem(409, "own_access");
    let _ = owner
        .post("/agent/staff/2/ownership", json!({"my_group_id": 999}))
        .await
        .expect_problem(422, "validation_failed");
    let now = owner
        .post("/agent/staff/2/ownership", json!({"my_group_id": 1}))
        .await
        .expect(200);
    assert_eq!((&now["is_owner"], &now["group"]), (&json!(true), &Value::Null));
    let _ = worker.get("/agent/staff").await.expect(200);
    let _ = owner.get("/agent/staff").await.expect_problem(403, "permission_denied");
    let _ = owner.get("/agent/orders").await.expect(200);
    let _ = owner
        .post("/agent/staff/3/ownership", json!({"my_group_id": 1}))
        .await
        .expect_problem(403, "permission_denied");
}
