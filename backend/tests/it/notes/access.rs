//! Who reads and edits which notes, and how long notes exist.

use super::{note_text, objects, save_note, stored_notes};
use crate::support::{ASSIGNED_ONLY, OTHER_OWNER, WAREHOUSE_WORKER, on_both};
use entities::{agent, note, staff};
use platform::scope::ScopedConnection;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::json;

#[apply(on_both)]
async fn any_staff_reads_and_edits_the_note_of_an_object(app: App) {
    app.remove_canary_notes().await;
    let owner = app.owner().await;
    // These two have no rights on shipments and clients, and one sees assigned orders only: notes do not depend on rights.
    let (warehouse, own_only) = (
        app.log_in("agent", WAREHOUSE_WORKER).await,
        app.log_in("agent", ASSIGNED_ONLY).await,
    );
    for (kind, id) in objects(&app).await {
        let path = format!("/agent/notes/{kind}/{id}");
        assert_eq!(
            owner.get(&path).await.expect(200),
            json!({"body": "", "updated_at": null, "version": 0}),
            "{kind}"
        );
        let saved = save_note(&warehouse, &path, "  易碎\nхрупкое ").await;
        assert_eq!(saved["body"], "  易碎\nхрупкое ", "the text is stored unchanged");
        assert!(saved["updated_at"].is_string());
        assert_eq!(own_only.get(&path).await.expect(200), saved);
        let _ = save_note(&own_only, &path, "второе слово").await;
        assert_eq!(note_text(&owner, &path).await, "второе слово");
    }
    assert_eq!(stored_notes(&app).await.len(), 6, "one note per object");
    // The last editor is stored and not shown.
    let third = app
        .state
        .system()
        .all(note::Entity::find().filter(note::Column::StaffId.eq(3)))
        .await
        .expect("notes");
    assert_eq!(third.len(), 6);
}

#[apply(on_both)]
async fn unknown_note_type_or_object_is_not_found(app: App) {
    app.remove_canary_notes().await;
    let owner = app.owner().await;
    for path in [
        "unknown/1",
        "orders/1",
        "ORDER/1",
        "personal/1",
        "5/1",
        "client/0",
        "client/abc",
        "client/999999",
        "order/1",
        "item/1",
        "group/1",
        "shipment/1",
        "delivery/1",
        "client/-1",
    ] {
        let path = format!("/agent/notes/{path}");
        let _ = owner.get(&path).await.expect_problem(404, "not_found");
        let _ = owner
            .post(&path, json!({"body": "в пустоту"}))
            .await
            .expect_problem(404, "not_found");
    }
    assert_eq!(stored_notes(&app).await, []);
}

#[apply(on_both)]
async fn notes_of_another_agent_are_unreachable(app: App) {
    app.remove_canary_notes().await;
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    for (kind, id) in objects(&app).await {
        let path = format!("/agent/notes/{kind}/{id}");
        let _ = save_note(&owner, &path, "наше").await;
        let _ = other.get(&path).await.expect_problem(404, "not_found");
        for stolen in ["чужое", ""] {
            let _ = other
                .post(&path, json!({"body": stolen}))
                .await
                .expect_problem(404, "not_found");
        }
        assert_eq!(note_text(&owner, &path).await, "наше");
    }
    assert_eq!(other.get("/agent/notes").await.expect(200)["data"], json!([]));
    assert_eq!(
        other.get("/agent/notes?search=наше").await.expect(200)["data"],
        json!([])
    );
}

#[apply(on_both)]
async fn notepad_is_private(app: App) {
    app.remove_canary_notes().await;
    let (owner, warehouse) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let _ = save_note(&owner, "/agent/notes/personal", "купить скотч").await;
    assert_eq!(note_text(&warehouse, "/agent/notes/personal").await, "");
    let _ = save_note(&warehouse, "/agent/notes/personal", "胶带").await;
    assert_eq!(note_text(&owner, "/agent/notes/personal").await, "купить скотч");
    let found = warehouse.get("/agent/notes?search=скотч").await.expect(200);
    assert_eq!(found["data"], json!([]), "search does not find other notepads");
    let found = owner.get("/agent/notes?search=СКОТЧ").await.expect(200);
    assert_eq!(
        (&found["data"][0]["type"], &found["data"][0]["snippet"]),
        (&json!("personal"), &json!("купить скотч"))
    );
}

#[apply(on_both)]
async fn notes_outlive_their_author(app: App) {
    app.remove_canary_notes().await;
    let (owner, own_only) = (app.owner().await, app.log_in("agent", ASSIGNED_ONLY).await);
    let _ = save_note(&own_only, "/agent/notes/client/1", "важное").await;
    let _ = save_note(&own_only, "/agent/notes/personal", "личное").await;
    let system = app.state.system();
    for table in [
        "UPDATE clients SET manager_staff_id = NULL",
        "DELETE FROM sessions WHERE staff_id = 3",
    ] {
        app.execute_sql(table).await;
    }
    assert_eq!(
        system
            .delete_where(staff::Entity::delete_many().filter(staff::Column::Id.eq(3)))
            .await
            .expect("deletes"),
        1
    );
    let left = stored_notes(&app).await;
    assert_eq!(left.len(), 2);
    assert!(left.iter().all(|note| note.staff_id.is_none()));
    assert_eq!(note_text(&owner, "/agent/notes/client/1").await, "важное");
}

#[apply(on_both)]
async fn deleting_an_agent_deletes_its_notes(app: App) {
    app.remove_canary_notes().await;
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    let _ = save_note(&owner, "/agent/notes/client/1", "наше").await;
    let _ = save_note(&other, "/agent/notes/client/3", "их").await;
    let _ = save_note(&other, "/agent/notes/personal", "его").await;
    app.execute_sql("DELETE FROM sessions WHERE staff_id = 4").await;
    let system = app.state.system();
    assert_eq!(
        system
            .delete_where(agent::Entity::delete_many().filter(agent::Column::Id.eq(2)))
            .await
            .expect("deletes"),
        1
    );
    let left = stored_notes(&app).await;
    assert_eq!((left.len(), left[0].body.as_str()), (1, "наше"));
}
