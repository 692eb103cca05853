//! Notes: one per object, seen by all staff of the agent and by nobody else; each person's notepad.

use crate::{
    shipments::{in_warehouse, loaded},
    support::{Actor, App, OTHER_OWNER, OWN_ONLY, OWNER, WAREHOUSE, on_both},
};
use karavan::{
    identity::entity::{agent, staff},
    notes::entity as note,
    platform::scope::Rows,
};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter};
use serde_json::{Value, json};

/// One object of each kind, all of the first agent.
async fn objects(app: &App) -> Vec<(&'static str, i64)> {
    let owner = app.owner().await;
    let (order, item) = in_warehouse(app).await;
    let (shipment, delivery) = loaded(&owner, &item).await;
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

async fn save(actor: &Actor, path: &str, body: &str) -> Value {
    actor.post(path, json!({"body": body})).await.expect(200)
}

async fn body(actor: &Actor, path: &str) -> String {
    actor.get(path).await.expect(200)["body"]
        .as_str()
        .expect("a text")
        .to_owned()
}

async fn rows(app: &App) -> Vec<note::Model> {
    app.state.system().all(note::Entity::find()).await.expect("the notes")
}

on_both! {
    async fn any_staff_reads_and_edits_the_one_note_of_each_object(app: App) {
        app.without_canaries().await;
        let owner = app.owner().await;
        // The rights of these two reach no shipment, no client, and only assigned orders: notes do not ask.
        let (warehouse, own_only) = (app.log_in("agent", WAREHOUSE).await, app.log_in("agent", OWN_ONLY).await);
        for (kind, id) in objects(&app).await {
            let path = format!("/agent/notes/{kind}/{id}");
            assert_eq!(owner.get(&path).await.expect(200), json!({"body": "", "updated_at": null, "version": 0}), "{kind}");
            let saved = save(&warehouse, &path, "  易碎\nхрупкое ").await;
            assert_eq!(saved["body"], "  易碎\nхрупкое ", "kept as it was typed");
            assert!(saved["updated_at"].is_string());
            assert_eq!(own_only.get(&path).await.expect(200), saved);
            let _ = save(&own_only, &path, "второе слово").await;
            assert_eq!(body(&owner, &path).await, "второе слово");
        }
        assert_eq!(rows(&app).await.len(), 6, "one note per object");
        // The last who edited is kept, and told to nobody.
        let third = app.state.system().all(note::Entity::find().filter(note::Column::StaffId.eq(3))).await.expect("notes");
        assert_eq!(third.len(), 6);
    }

    async fn a_blank_text_deletes(app: App) {
        app.without_canaries().await;
        let owner = app.owner().await;
        for blank in ["", "   ", "\n\t\r\n", "\u{3000}\u{a0}"] {
            let _ = save(&owner, "/agent/notes/client/1", "слова").await;
            let cleared = save(&owner, "/agent/notes/client/1", blank).await;
            assert_eq!(cleared, json!({"body": "", "updated_at": null, "version": 0}));
            assert_eq!(rows(&app).await, []);
            let _ = save(&owner, "/agent/notes/personal", "слова").await;
            let _ = save(&owner, "/agent/notes/personal", blank).await;
            assert_eq!(owner.get("/agent/notes/personal").await.expect(200)["updated_at"], json!(null));
        }
        assert_eq!(save(&owner, "/agent/notes/client/1", "").await["body"], "", "what is not there is cleared too");
    }

    async fn an_unknown_type_or_object_is_not_found(app: App) {
        app.without_canaries().await;
        let owner = app.owner().await;
        for path in ["unknown/1", "orders/1", "ORDER/1", "personal/1", "5/1", "client/0", "client/abc", "client/999999", "order/1", "item/1", "group/1", "shipment/1", "delivery/1", "client/-1"] {
            let path = format!("/agent/notes/{path}");
            let _ = owner.get(&path).await.refused(404, "not_found");
            let _ = owner.post(&path, json!({"body": "в пустоту"})).await.refused(404, "not_found");
        }
        assert_eq!(rows(&app).await, []);
    }

    async fn notes_of_another_agent_are_unreachable(app: App) {
        app.without_canaries().await;
        let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
        for (kind, id) in objects(&app).await {
            let path = format!("/agent/notes/{kind}/{id}");
            let _ = save(&owner, &path, "наше").await;
            let _ = other.get(&path).await.refused(404, "not_found");
            for stolen in ["чужое", ""] {
                let _ = other.post(&path, json!({"body": stolen})).await.refused(404, "not_found");
            }
            assert_eq!(body(&owner, &path).await, "наше");
        }
        assert_eq!(other.get("/agent/notes").await.expect(200)["data"], json!([]));
        assert_eq!(other.get("/agent/notes?search=наше").await.expect(200)["data"], json!([]));
    }

    async fn limits_count_characters_in_every_script(app: App) {
        app.without_canaries().await;
        let owner = app.owner().await;
        for letter in ["备", "😀", "ж"] {
            for (path, most) in [("/agent/notes/client/1", 10_000), ("/agent/notes/personal", 50_000)] {
                let whole = letter.repeat(most);
                assert_eq!(save(&owner, path, &whole).await["body"], whole.as_str());
                assert_eq!(body(&owner, path).await, whole);
                let problem = owner.post(path, json!({"body": letter.repeat(most + 1)})).await.refused(422, "validation_failed");
                assert_eq!(problem["errors"]["body"][0], format!("is longer than {most} characters"));
                assert_eq!(body(&owner, path).await, whole, "nothing changed");
            }
        }
        for wrong in [json!({}), json!({"body": 5}), json!({"body": null}), json!({"body": "a\u{0}b"}), json!({"body": "a", "staff_id": 2})] {
            let problem = owner.post("/agent/notes/client/1", wrong).await.refused(422, "validation_failed");
            assert!(problem["errors"].as_object().is_some_and(|errors| !errors.is_empty()));
        }
    }

    async fn a_notepad_is_its_persons_own(app: App) {
        app.without_canaries().await;
        let (owner, warehouse) = (app.owner().await, app.log_in("agent", WAREHOUSE).await);
        let _ = save(&owner, "/agent/notes/personal", "купить скотч").await;
        assert_eq!(body(&warehouse, "/agent/notes/personal").await, "");
        let _ = save(&warehouse, "/agent/notes/personal", "胶带").await;
        assert_eq!(body(&owner, "/agent/notes/personal").await, "купить скотч");
        let found = warehouse.get("/agent/notes?search=скотч").await.expect(200);
        assert_eq!(found["data"], json!([]), "nobody finds another's notepad");
        let found = owner.get("/agent/notes?search=СКОТЧ").await.expect(200);
        assert_eq!((&found["data"][0]["type"], &found["data"][0]["snippet"]), (&json!("personal"), &json!("купить скотч")));
    }

    async fn a_stale_save_never_replaces_words_that_were_not_seen(app: App) {
        app.without_canaries().await;
        let (owner, warehouse) = (app.owner().await, app.log_in("agent", WAREHOUSE).await);
        let path = "/agent/notes/client/1";
        let text = |body: &str| json!({"body": body});
        let seen = |note: &Value| format!("\"{}\"", note["version"]);
        // Both saw nothing; the second is told.
        let first = owner.with("if-match", "\"0\"").post(path, text("первый")).await.expect(200);
        let _ = warehouse.with("if-match", "\"0\"").post(path, text("второй")).await.refused(412, "version_stale");
        // A save whose answer was lost comes again.
        assert_eq!(owner.with("if-match", "\"0\"").post(path, text("первый")).await.expect(200)["version"], first["version"]);
        let second = warehouse.with("if-match", &seen(&first)).post(path, text("первый и второй")).await.expect(200);
        let _ = owner.with("if-match", &seen(&first)).post(path, text("")).await.refused(412, "version_stale");
        assert_eq!(body(&owner, path).await, "первый и второй");
        let gone = owner.with("if-match", &seen(&second)).post(path, text(" ")).await.expect(200);
        assert_eq!(gone["version"], 0);
        let _ = warehouse.with("if-match", &seen(&second)).post(path, text("третий")).await.refused(412, "version_stale");
        // The published call knows no version and keeps working.
        assert_eq!(save(&warehouse, path, "четвёртый").await["body"], "четвёртый");
    }

    async fn saves_at_once_leave_one_note(app: App) {
        app.without_canaries().await;
        let owner = app.owner().await;
        let path = "/agent/notes/client/1";
        let writers = (0..16).map(|index| {
            let owner = owner.clone();
            async move { owner.post(path, json!({"body": format!("слова {index}")})).await.status }
        });
        assert!(futures::future::join_all(writers).await.iter().all(|status| *status == 200));
        assert_eq!(rows(&app).await.len(), 1);
        // Of those who saw the same text exactly one wins.
        let now = owner.get(path).await.expect(200);
        let careful = owner.with("if-match", &format!("\"{}\"", now["version"]));
        let writers = (0..16).map(|index| {
            let careful = careful.clone();
            async move { careful.post(path, json!({"body": format!("осторожно {index}")})).await.status }
        });
        let answers = futures::future::join_all(writers).await;
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
        let _ = save(&owner, path, "").await;
        let first = owner.with("if-match", "\"0\"");
        let writers = (0..16).map(|index| {
            let first = first.clone();
            async move { first.post(path, json!({"body": format!("начало {index}")})).await.status }
        });
        let answers = futures::future::join_all(writers).await;
        assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
    }

    async fn a_staff_member_goes_and_the_notes_stay(app: App) {
        app.without_canaries().await;
        let (owner, own_only) = (app.owner().await, app.log_in("agent", OWN_ONLY).await);
        let _ = save(&own_only, "/agent/notes/client/1", "важное").await;
        let _ = save(&own_only, "/agent/notes/personal", "личное").await;
        let system = app.state.system();
        for table in ["UPDATE clients SET manager_staff_id = NULL", "DELETE FROM sessions WHERE staff_id = 3"] {
            app.run(table).await;
        }
        assert_eq!(system.delete_where(staff::Entity::delete_many().filter(staff::Column::Id.eq(3))).await.expect("deletes"), 1);
        let left = rows(&app).await;
        assert_eq!(left.len(), 2);
        assert!(left.iter().all(|note| note.staff_id.is_none()));
        assert_eq!(body(&owner, "/agent/notes/client/1").await, "важное");
    }

    async fn an_agent_goes_and_its_notes_with_it(app: App) {
        app.without_canaries().await;
        let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
        let _ = save(&owner, "/agent/notes/client/1", "наше").await;
        let _ = save(&other, "/agent/notes/client/3", "их").await;
        let _ = save(&other, "/agent/notes/personal", "его").await;
        app.run("DELETE FROM sessions WHERE staff_id = 4").await;
        let system = app.state.system();
        assert_eq!(system.delete_where(agent::Entity::delete_many().filter(agent::Column::Id.eq(2))).await.expect("deletes"), 1);
        let left = rows(&app).await;
        assert_eq!((left.len(), left[0].body.as_str()), (1, "наше"));
    }

    async fn notes_are_found_by_their_words_with_what_they_hang_on(app: App) {
        app.without_canaries().await;
        let owner = app.log_in("agent", OWNER).await;
        let objects = objects(&app).await;
        for (kind, id) in &objects {
            let _ = save(&owner, &format!("/agent/notes/{kind}/{id}"), &format!("Ёлочные ИГРУШКИ для {kind} 易碎 100%_")).await;
        }
        let all = owner.get(&format!("/agent/notes?search={}", urlencoding("елочные игрушки"))).await.expect(200);
        let rows = all["data"].as_array().expect("rows");
        assert_eq!(rows.len(), 6);
        let order = objects[0].1;
        let expected = [("client", "K1 · Клиент K1", json!(null)), ("delivery", "", json!(null)), ("shipment", "K1-S1", json!(null)), ("group", "广州市白云区云裳服饰厂", json!("K1-1")), ("item", "秋冬新款加绒加厚连帽卫衣", json!("K1-1")), ("order", "K1-1", json!(null))];
        for (row, (kind, label, number)) in rows.iter().zip(expected) {
            assert_eq!((&row["type"], &row["order_number"]), (&json!(kind), &number));
            assert!(row["label"].as_str().expect("a label").starts_with(label), "{row}");
            assert!(row["snippet"].as_str().expect("a snippet").contains(kind));
            if matches!(kind, "item" | "group" | "order") {
                assert_eq!(row["link"], json!(format!("/agent/orders/{order}")));
            }
        }
        for (words, count) in [("易碎", 6), ("для shipment", 1), ("100%_", 6), ("100__", 0), ("%", 6), ("нет такого", 0)] {
            let found = owner.get(&format!("/agent/notes?search={}", urlencoding(words))).await.expect(200);
            assert_eq!(found["data"].as_array().map(Vec::len), Some(count), "{words}");
        }
        let first = owner.get("/agent/notes?limit=4").await.expect(200);
        let rest = owner.get(&format!("/agent/notes?limit=4&cursor={}", first["next_cursor"].as_str().expect("a cursor"))).await.expect(200);
        assert_eq!((first["data"].as_array().map(Vec::len), rest["data"].as_array().map(Vec::len)), (Some(4), Some(2)));
        let _ = owner.get(&format!("/agent/notes?search={}", "x".repeat(201))).await.refused(422, "validation_failed");
    }
}

fn urlencoding(words: &str) -> String {
    url::form_urlencoded::byte_serialize(words.as_bytes()).collect()
}
