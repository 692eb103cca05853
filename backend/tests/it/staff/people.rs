//! Removal of staff, and the people of clients.

use super::{NEWCOMER, create_group, invite, log_in_by_code};
use crate::support::{ASSIGNED_ONLY, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_OWNER, PASSWORD, on_both};
use entities::{client, note, staff};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, ColumnTrait, EntityTrait, QueryFilter, Set};
use serde_json::json;
use shared_types::{
    id::{AgentId, StaffId},
    notes::NoteKind,
};

#[apply(on_both)]
async fn removed_staff_leaves_no_open_work_and_notes_stay(app: App) {
    app.remove_canary_notes().await;
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
    let _ = owner
        .delete("/agent/staff/3?work=unassign")
        .await
        .expect_within_statements(204, 16);
    let managed = client::Entity::find().filter(client::Column::ManagerStaffId.is_not_null());
    assert!(scope.all(managed).await.expect("clients").is_empty());
    let notes = scope.all(note::Entity::find()).await.expect("notes");
    assert_eq!(
        notes
            .iter()
            .map(|note| (note.notable_type.as_str(), note.staff_id))
            .collect::<Vec<_>>(),
        [("personal", Some(StaffId(3))), ("client", Some(StaffId(3)))]
    );
    let removed = scope.one(staff::Entity::find_by_id(StaffId(3))).await.expect("reads");
    assert!(removed.is_some_and(|person| person.removed_at.is_some() && person.access_group_id.is_none()));
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
