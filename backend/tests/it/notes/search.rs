//! The search of notes.

use super::{objects, save_note};
use crate::support::{ASSIGNED_ONLY, OWNER, WAREHOUSE_WORKER, on_both};
use serde_json::json;

#[apply(on_both)]
async fn search_names_only_objects_that_the_reader_may_see(app: App) {
    app.remove_canary_notes().await;
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
async fn note_search_returns_the_objects(app: App) {
    app.remove_canary_notes().await;
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
