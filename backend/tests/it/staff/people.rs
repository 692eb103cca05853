//! Invitations, confirmation, the staff limit, disabling and removal of people.

use super::{NEWCOMER, create_group, hire_staff, invite, log_in_by_code};
use crate::billing::limit_agent;
use crate::support::{
    ASSIGNED_ONLY, App, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_OWNER, PASSWORD, WAREHOUSE_WORKER, on_both,
};
use entities::{client, note, staff};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::{Value, json};
use shared_types::billing::PlanLimits;
use shared_types::id::{AgentId, StaffId};
use shared_types::notes::NoteKind;

async fn set_staff_limit(app: &App, limit: i64) {
    let limits = PlanLimits {
        staff: Some(limit),
        ..PlanLimits::default()
    };
    limit_agent(app, limits).await;
}

#[apply(on_both)]
async fn invited_person_is_confirmed_by_the_first_code(app: App) {
    let owner = app.owner().await;
    let list = owner.get("/agent/staff").await.expect(200);
    assert_eq!(list["places"], json!({"taken": 3, "limit": 20}));
    let names: Vec<&Value> = list["data"]
        .as_array()
        .expect("people")
        .iter()
        .map(|person| &person["name"])
        .collect();
    assert_eq!(names, ["Дмитрий", "李伟", "Анна"]);
    assert_eq!(
        (&list["data"][2]["is_owner"], &list["data"][1]["group"]["name"]),
        (&json!(true), &json!("Склад"))
    );
    assert!(list["data"][2]["last_seen_at"].is_string() && list["data"][1]["last_seen_at"].is_null());

    let person = invite(&owner, "agent", "8 999 555-00-01", &json!(1)).await;
    assert_eq!(
        (&person["phone"], &person["confirmed_at"], &person["group"]["name"]),
        (&json!(NEWCOMER), &Value::Null, &json!("Склад"))
    );
    let _ = app
        .anonymous()
        .post(
            "/agent/login/password",
            json!({"phone": NEWCOMER, "password": PASSWORD}),
        )
        .await
        .expect_problem(401, "login_failed");
    assert_eq!(
        app.anonymous()
            .post("/agent/login", json!({"phone": NEWCOMER}))
            .await
            .expect(200)["next"],
        "set_password"
    );
    let _ = app
        .anonymous()
        .post("/agent/code/send", json!({"phone": NEWCOMER, "channel": "log"}))
        .await
        .expect(202);
    let newcomer = log_in_by_code(&app, "agent", NEWCOMER).await;
    let _ = newcomer.get("/agent/orders").await.expect(200);
    let list = owner.get("/agent/staff?group_id=1").await.expect(200);
    assert!(list["data"][0]["confirmed_at"].is_string());
    assert_eq!(
        (&list["places"]["taken"], list["data"].as_array().map(Vec::len)),
        (&json!(4), Some(2))
    );
    let first = owner.get("/agent/staff?limit=1").await.expect(200);
    let next = format!(
        "/agent/staff?limit=1&cursor={}",
        first["next_cursor"].as_str().expect("a cursor")
    );
    assert_eq!(owner.get(&next).await.expect(200)["data"][0]["name"], "Дмитрий");
}

#[apply(on_both)]
async fn invalid_invitation_names_fields_and_reveals_no_names(app: App) {
    let owner = app.owner().await;
    let problem = owner
        .post("/agent/staff", json!({"phone": "нет", "name": " ", "group_id": 1}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(problem["errors"]["phone"].is_array() && problem["errors"]["name"].is_array());
    let _ = owner
        .post(
            "/agent/staff",
            json!({"phone": WAREHOUSE_WORKER, "name": "x", "group_id": 1}),
        )
        .await
        .expect_problem(409, "member_exists");
    let foreign = owner
        .post("/agent/staff", json!({"phone": NEWCOMER, "name": "x", "group_id": 999}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(foreign["errors"]["group_id"][0]["code"], "not_yours");
    // The phone has a user; their name is not revealed before they confirm.
    let person = owner
        .post(
            "/agent/staff",
            json!({"phone": OTHER_OWNER, "name": "Сосед", "group_id": 1}),
        )
        .await
        .expect(201);
    assert_eq!(
        (
            &person["name"],
            &owner.get("/agent/staff").await.expect(200)["data"][0]["name"]
        ),
        (&json!("Сосед"), &json!("Сосед"))
    );
    // Read-only fields are refused by name and change nothing.
    for field in [
        "is_owner",
        "agent_id",
        "confirmed_at",
        "user_id",
        "id",
        "version",
        "disabled_at",
    ] {
        let mut body = json!({"phone": NEWCOMER, "name": "x", "group_id": 1});
        body[field] = json!(true);
        let problem = owner
            .post("/agent/staff", body)
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], "unknown_field");
        let problem = owner
            .patch("/agent/staff/2", json!({"disabled": false, field: true}))
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"][field].is_array());
    }
    assert_eq!(owner.get("/agent/staff").await.expect(200)["places"]["taken"], 4);
}

#[apply(on_both)]
async fn parallel_invitations_respect_the_staff_limit(app: App) {
    set_staff_limit(&app, 8).await;
    let owner = app.owner().await;
    let sent = (0..20).map(|number| {
        let owner = owner.clone();
        async move {
            let body = json!({"phone": format!("+7999666{number:04}"), "name": "Толпа", "group_id": 1});
            owner.post("/agent/staff", body).await
        }
    });
    let answers = futures::future::join_all(sent).await;
    let taken = answers.iter().filter(|answer| answer.status == 201).count();
    assert_eq!(taken, 5);
    for answer in answers.into_iter().filter(|answer| answer.status != 201) {
        let _ = answer.expect_problem(409, "staff_limit");
    }
    assert_eq!(
        owner.get("/agent/staff").await.expect(200)["places"],
        json!({"taken": 8, "limit": 8})
    );
    // A disabled person does not count for the limit and cannot be enabled while it is reached.
    let _ = owner
        .patch("/agent/staff/2", json!({"disabled": true}))
        .await
        .expect(200);
    let _ = invite(&owner, "agent", NEWCOMER, &json!(1)).await;
    let _ = owner
        .patch("/agent/staff/2", json!({"disabled": false}))
        .await
        .expect_problem(409, "staff_limit");
    set_staff_limit(&app, 9).await;
    let back = owner
        .patch("/agent/staff/2", json!({"disabled": false, "group_id": 2}))
        .await
        .expect(200);
    assert_eq!(
        (&back["disabled_at"], &back["group"]["name"]),
        (&Value::Null, &json!("Свои"))
    );
}

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
        .expect(200);
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
    let _ = owner.delete("/agent/staff/2").await.expect(204);
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
async fn removed_staff_leaves_no_references_and_notes_stay(app: App) {
    app.remove_canaries().await;
    let owner = app.owner().await;
    let scope = app.state.system();
    let now = app.state.clock.now();
    for (kind, id) in [(NoteKind::Personal, 3), (NoteKind::Client, 1)] {
        let row = note::ActiveModel {
            id: NotSet,
            agent_id: Set(AgentId(1)),
            staff_id: Set(Some(StaffId(3))),
            notable_type: Set(kind),
            notable_id: Set(id),
            body: Set("запись".to_owned()),
            search_text: Set(String::new()),
            created_at: Set(now),
            updated_at: Set(now),
        };
        scope.insert(row).await.expect("a note");
    }
    let _ = owner.delete("/agent/staff/3").await.expect(204);
    let managed = client::Entity::find().filter(client::Column::ManagerStaffId.is_not_null());
    assert!(scope.all(managed).await.expect("clients").is_empty());
    let notes = scope.all(note::Entity::find()).await.expect("notes");
    assert_eq!(
        notes
            .iter()
            .map(|note| (note.notable_type.as_str(), note.staff_id))
            .collect::<Vec<_>>(),
        [("personal", None), ("client", None)]
    );
    assert!(
        scope
            .one(staff::Entity::find_by_id(StaffId(3)))
            .await
            .expect("reads")
            .is_none()
    );
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

#[apply(on_both)]
async fn client_members_and_groups_are_separate(app: App) {
    let client = app.client().await;
    assert_eq!(
        client.get("/client/access-groups").await.expect(200)["data"],
        json!([]),
        "the agent's groups are not visible to the client"
    );
    let buyers = create_group(&client, "client", "Закупки", &[("orders", "edit", "own")]).await;
    let _ = client
        .post(
            "/client/access-groups",
            json!({"name": "Чужое", "grants": {"clients": {"level": "view", "breadth": "all"}}}),
        )
        .await
        .expect_problem(422, "validation_failed");
    let person = invite(&client, "client", NEWCOMER, &buyers).await;
    let newcomer = log_in_by_code(&app, "client", NEWCOMER).await;
    let _ = newcomer.get("/client/orders").await.expect(200);
    let _ = newcomer
        .get("/client/staff")
        .await
        .expect_problem(403, "permission_denied");
    let list = client.get("/client/staff").await.expect(200);
    assert_eq!(list["data"].as_array().map(Vec::len), Some(4));
    // The agent sees the members on the client's card, but not among its staff.
    let owner = app.owner().await;
    assert_eq!(
        owner.get("/agent/clients/1/staff").await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(4)
    );
    let _ = app
        .log_in("agent", OTHER_OWNER)
        .await
        .get("/agent/clients/1/staff")
        .await
        .expect_problem(404, "not_found");
    assert!(
        !owner
            .get("/agent/access-groups")
            .await
            .expect(200)
            .to_string()
            .contains("Закупки")
    );
    let _ = owner
        .patch("/agent/staff/2", json!({"group_id": buyers}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .patch(&format!("/agent/access-groups/{buyers}"), json!({"name": "x"}))
        .await
        .expect_problem(404, "not_found");
    // Members of another client cannot be changed.
    let neighbour = app.log_in("client", crate::support::TWO_CABINETS).await;
    for (method, path) in [
        ("PATCH", format!("/client/staff/{}", person["id"])),
        ("DELETE", format!("/client/staff/{}", person["id"])),
        ("DELETE", format!("/client/access-groups/{buyers}")),
    ] {
        let _ = neighbour
            .send(method, &path, Some(b"{}".to_vec()))
            .await
            .expect_problem(404, "not_found");
    }
    let _ = client
        .delete(&format!("/client/access-groups/{buyers}"))
        .await
        .expect_problem(409, "group_in_use");
    let _ = client
        .delete(&format!("/client/staff/{}", person["id"]))
        .await
        .expect(204);
    let _ = newcomer
        .get("/client/orders")
        .await
        .expect_problem(401, "credential_invalid");
    let _ = client
        .delete(&format!("/client/access-groups/{buyers}"))
        .await
        .expect(204);
    let _ = app
        .log_in("client", MEMBER_WITHOUT_RIGHTS)
        .await
        .get("/client/staff")
        .await
        .expect_problem(403, "permission_denied");
    let _ = app
        .log_in("agent", ASSIGNED_ONLY)
        .await
        .get("/agent/staff")
        .await
        .expect_problem(403, "permission_denied");
    let _ = app
        .anonymous()
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await
        .expect(200);
}
