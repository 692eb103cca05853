//! Notes: one per object, visible to all staff of the agent only, and a private notepad per person.

use crate::{
    shipments::{item_in_warehouse, loaded_delivery},
    support::{ASSIGNED_ONLY, Actor, App, OTHER_OWNER, OWNER, WAREHOUSE_WORKER, on_both},
};
use entities::{agent, note, staff};
use platform::scope::ScopedConnection;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

/// One object of each kind of the first agent.
async fn objects(app: &App) -> Vec<(&'static str, i64)> {
    let owner = app.owner().await;
    let (order, item) = item_in_warehouse(app).await;
    let (shipment, delivery) = loaded_delivery(&owner, &item).await;
    let card = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    let id = |value: &Value| value.as_i64().expect("an id");
    vec![
        ("order", order),
        ("item", id(&item)),
        ("group", id(&card["groups"][0]["id"])),
        ("shipment", shipment),
        ("delivery", delivery),
        ("client", 1),
    ]
}

async fn save_note(actor: &Actor, path: &str, body: &str) -> Value {
    actor.post(path, json!({"body": body})).await.expect(200)
}

async fn note_text(actor: &Actor, path: &str) -> String {
    actor.get(path).await.expect(200)["body"]
        .as_str()
        .expect("a text")
        .to_owned()
}

async fn stored_notes(app: &App) -> Vec<note::Model> {
    app.state.system().all(note::Entity::find()).await.expect("reads notes")
}

#[apply(on_both)]
async fn any_staff_reads_and_edits_the_note_of_an_object(app: App) {
    app.remove_canaries().await;
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
async fn blank_text_deletes_the_note(app: App) {
    app.remove_canaries().await;
    let owner = app.owner().await;
    for blank in ["", "   ", "\n\t\r\n", "\u{3000}\u{a0}"] {
        let _ = save_note(&owner, "/agent/notes/client/1", "слова").await;
        let cleared = save_note(&owner, "/agent/notes/client/1", blank).await;
        assert_eq!(cleared, json!({"body": "", "updated_at": null, "version": 0}));
        assert_eq!(stored_notes(&app).await, []);
        let _ = save_note(&owner, "/agent/notes/personal", "слова").await;
        let _ = save_note(&owner, "/agent/notes/personal", blank).await;
        assert_eq!(
            owner.get("/agent/notes/personal").await.expect(200)["updated_at"],
            json!(null)
        );
    }
    assert_eq!(
        save_note(&owner, "/agent/notes/client/1", "").await["body"],
        "",
        "deleting a missing note succeeds"
    );
}

#[apply(on_both)]
async fn unknown_note_type_or_object_is_not_found(app: App) {
    app.remove_canaries().await;
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
    app.remove_canaries().await;
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
async fn search_names_only_objects_that_the_reader_may_see(app: App) {
    app.remove_canaries().await;
    let owner = app.owner().await;
    let objects = objects(&app).await;
    for (kind, id) in &objects {
        let _ = save_note(&owner, &format!("/agent/notes/{kind}/{id}"), "общее слово").await;
    }
    // One sees all orders and nothing else; the other only assigned orders, of which there are none here.
    for (phone, visible) in [
        (WAREHOUSE_WORKER, &["order", "item", "group"][..]),
        (ASSIGNED_ONLY, &[]),
    ] {
        let reader = app.log_in("agent", phone).await;
        let found = reader.get("/agent/notes?search=слово").await.expect(200);
        let rows = found["data"].as_array().expect("rows");
        assert_eq!(rows.len(), objects.len());
        for row in rows {
            let is_visible = visible.iter().any(|kind| row["type"] == *kind);
            assert_eq!(row["label"] != "", is_visible, "{phone}: {row}");
            assert_eq!(row["link"].is_string(), is_visible, "{phone}: {row}");
            assert!(is_visible || row["order_number"].is_null(), "{phone}: {row}");
            assert_eq!(row["snippet"], "общее слово");
        }
    }
}

#[apply(on_both)]
async fn note_limits_count_characters(app: App) {
    app.remove_canaries().await;
    let owner = app.owner().await;
    for character in ["备", "😀", "ж"] {
        for (path, most) in [("/agent/notes/client/1", 10_000), ("/agent/notes/personal", 50_000)] {
            let whole = character.repeat(most);
            assert_eq!(save_note(&owner, path, &whole).await["body"], whole.as_str());
            assert_eq!(note_text(&owner, path).await, whole);
            let problem = owner
                .post(path, json!({"body": character.repeat(most + 1)}))
                .await
                .expect_problem(422, "validation_failed");
            assert_eq!(
                (
                    &problem["errors"]["body"][0]["code"],
                    &problem["errors"]["body"][0]["params"]
                ),
                (&json!("too_long"), &json!({"max": most}))
            );
            assert_eq!(note_text(&owner, path).await, whole, "nothing changed");
        }
    }
    for wrong in [
        json!({}),
        json!({"body": 5}),
        json!({"body": null}),
        json!({"body": "a\u{0}b"}),
        json!({"body": "a", "staff_id": 2}),
    ] {
        let problem = owner
            .post("/agent/notes/client/1", wrong)
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"].as_object().is_some_and(|errors| !errors.is_empty()));
    }
}

#[apply(on_both)]
async fn notepad_is_private(app: App) {
    app.remove_canaries().await;
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
async fn stale_note_save_is_refused(app: App) {
    app.remove_canaries().await;
    let (owner, warehouse) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let path = "/agent/notes/client/1";
    let text = |body: &str| json!({"body": body});
    let seen = |note: &Value| format!("\"{}\"", note["version"]);
    // Both edit an empty note; the second save is stale.
    let first = owner
        .with_header("if-match", "\"0\"")
        .post(path, text("первый"))
        .await
        .expect(200);
    let _ = warehouse
        .with_header("if-match", "\"0\"")
        .post(path, text("второй"))
        .await
        .expect_problem(412, "version_stale");
    // A repeated save after a lost response.
    assert_eq!(
        owner
            .with_header("if-match", "\"0\"")
            .post(path, text("первый"))
            .await
            .expect(200)["version"],
        first["version"]
    );
    let second = warehouse
        .with_header("if-match", &seen(&first))
        .post(path, text("первый и второй"))
        .await
        .expect(200);
    let _ = owner
        .with_header("if-match", &seen(&first))
        .post(path, text(""))
        .await
        .expect_problem(412, "version_stale");
    assert_eq!(note_text(&owner, path).await, "первый и второй");
    let gone = owner
        .with_header("if-match", &seen(&second))
        .post(path, text(" "))
        .await
        .expect(200);
    assert_eq!(gone["version"], 0);
    let _ = warehouse
        .with_header("if-match", &seen(&second))
        .post(path, text("третий"))
        .await
        .expect_problem(412, "version_stale");
    // The published API without a version keeps working.
    assert_eq!(save_note(&warehouse, path, "четвёртый").await["body"], "четвёртый");
}

#[apply(on_both)]
async fn parallel_saves_leave_one_note(app: App) {
    app.remove_canaries().await;
    let owner = app.owner().await;
    let path = "/agent/notes/client/1";
    let writers = (0..16).map(|index| {
        let owner = owner.clone();
        async move { owner.post(path, json!({"body": format!("слова {index}")})).await.status }
    });
    assert!(
        futures::future::join_all(writers)
            .await
            .iter()
            .all(|status| *status == 200)
    );
    assert_eq!(stored_notes(&app).await.len(), 1);
    // Exactly one of the saves with the same version succeeds.
    let now = owner.get(path).await.expect(200);
    let conditional = owner.with_header("if-match", &format!("\"{}\"", now["version"]));
    let writers = (0..16).map(|index| {
        let conditional = conditional.clone();
        async move {
            conditional
                .post(path, json!({"body": format!("осторожно {index}")}))
                .await
                .status
        }
    });
    let answers = futures::future::join_all(writers).await;
    assert_eq!(
        answers.iter().filter(|status| **status == 200).count(),
        1,
        "{answers:?}"
    );
    let _ = save_note(&owner, path, "").await;
    let first = owner.with_header("if-match", "\"0\"");
    let writers = (0..16).map(|index| {
        let first = first.clone();
        async move {
            first
                .post(path, json!({"body": format!("начало {index}")}))
                .await
                .status
        }
    });
    let answers = futures::future::join_all(writers).await;
    assert_eq!(
        answers.iter().filter(|status| **status == 200).count(),
        1,
        "{answers:?}"
    );
}

#[apply(on_both)]
async fn notes_outlive_their_author(app: App) {
    app.remove_canaries().await;
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
    app.remove_canaries().await;
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

#[apply(on_both)]
async fn note_search_returns_the_objects(app: App) {
    app.remove_canaries().await;
    let owner = app.log_in("agent", OWNER).await;
    let objects = objects(&app).await;
    for (kind, id) in &objects {
        let _ = save_note(
            &owner,
            &format!("/agent/notes/{kind}/{id}"),
            &format!("Ёлочные ИГРУШКИ для {kind} 易碎 100%_"),
        )
        .await;
    }
    let all = owner
        .get(&format!("/agent/notes?search={}", url_encode("елочные игрушки")))
        .await
        .expect(200);
    let rows = all["data"].as_array().expect("rows");
    assert_eq!(rows.len(), 6);
    let order = objects[0].1;
    let expected = [
        ("client", "K1 · Клиент K1", json!(null)),
        ("delivery", "", json!(null)),
        ("shipment", "K1-S1", json!(null)),
        ("group", "广州市白云区云裳服饰厂", json!("K1-1")),
        ("item", "秋冬新款加绒加厚连帽卫衣", json!("K1-1")),
        ("order", "K1-1", json!(null)),
    ];
    for (row, (kind, label, number)) in rows.iter().zip(expected) {
        assert_eq!((&row["type"], &row["order_number"]), (&json!(kind), &number));
        assert!(row["label"].as_str().expect("a label").starts_with(label), "{row}");
        assert!(row["snippet"].as_str().expect("a snippet").contains(kind));
        if matches!(kind, "item" | "group" | "order") {
            assert_eq!(row["link"], json!(format!("/agent/orders/{order}")));
        }
    }
    for (words, count) in [
        ("易碎", 6),
        ("для shipment", 1),
        ("100%_", 6),
        ("100__", 0),
        ("%", 6),
        ("нет такого", 0),
    ] {
        let found = owner
            .get(&format!("/agent/notes?search={}", url_encode(words)))
            .await
            .expect(200);
        assert_eq!(found["data"].as_array().map(Vec::len), Some(count), "{words}");
    }
    let first = owner.get("/agent/notes?limit=4").await.expect(200);
    let rest = owner
        .get(&format!(
            "/agent/notes?limit=4&cursor={}",
            first["next_cursor"].as_str().expect("a cursor")
        ))
        .await
        .expect(200);
    assert_eq!(
        (
            first["data"].as_array().map(Vec::len),
            rest["data"].as_array().map(Vec::len)
        ),
        (Some(4), Some(2))
    );
    let _ = owner
        .get(&format!("/agent/notes?search={}", "x".repeat(201)))
        .await
        .expect_problem(422, "validation_failed");
}

fn url_encode(words: &str) -> String {
    url::form_urlencoded::byte_serialize(words.as_bytes()).collect()
}
