//! Lookups by code, and unknown codes.

use super::{code_text, create_cell, scan_body, send_scan, sent_item, verdict_and_word};
use crate::{
    shipments::item_in_warehouse,
    support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::json;
use shared_types::codes::CodeKind;

#[apply(on_both)]
async fn code_lookup_returns_the_object_and_its_notes(app: App) {
    app.remove_canary_notes().await;
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let (order, item) = item_in_warehouse(&app).await;
    let shipment = owner
        .post("/agent/shipments", json!({"client_id": 1, "items": [item]}))
        .await
        .expect_within_statements(201, 16);
    let (cell_id, cell_code) = create_cell(&worker, "Полка 7").await;
    let _ = worker
        .post(&format!("/agent/notes/item/{item}"), json!({"body": "Хрупкое 易碎"}))
        .await
        .expect(200);
    let _ = worker
        .post(
            &format!("/agent/notes/order/{order}"),
            json!({"body": "Собрать до пятницы"}),
        )
        .await
        .expect(200);
    let found = worker
        .get(&format!(
            "/agent/scan?code={}",
            code_text(CodeKind::Item, &item).to_lowercase()
        ))
        .await
        .expect(200);
    assert_eq!(
        (&found["target"]["kind"], &found["target"]["link"]),
        (&json!("item"), &json!(format!("/agent/orders/{order}")))
    );
    let notes: Vec<&str> = found["notes"]
        .as_array()
        .expect("notes")
        .iter()
        .filter_map(|note| note["body"].as_str())
        .collect();
    assert_eq!(
        (
            notes.contains(&"Хрупкое 易碎"),
            notes.contains(&"Собрать до пятницы"),
            notes.len()
        ),
        (true, true, 2)
    );
    for (text, link) in [
        ("k1-1".to_owned(), format!("/agent/orders/{order}")),
        (
            code_text(CodeKind::Order, &json!(order)),
            format!("/agent/orders/{order}"),
        ),
        (cell_code, format!("/agent/cells/{cell_id}")),
        (
            "%D0%BF%D0%BE%D0%BB%D0%BA%D0%B07".to_owned(),
            format!("/agent/cells/{cell_id}"),
        ),
    ] {
        assert_eq!(
            worker.get(&format!("/agent/scan?code={text}")).await.expect(200)["target"]["link"],
            link,
            "{text}"
        );
    }
    // The scanner finds shipments only with the right to see them.
    let of_shipment = code_text(CodeKind::Shipment, &shipment["id"]);
    assert_eq!(
        worker.get(&format!("/agent/scan?code={of_shipment}")).await.expect(200)["target"],
        json!(null)
    );
    assert_eq!(
        owner.get(&format!("/agent/scan?code={of_shipment}")).await.expect(200)["target"]["label"],
        "K1-S1"
    );
    assert_eq!(
        owner.get("/agent/scan?code=k1-s1").await.expect(200)["target"]["code"],
        of_shipment.as_str()
    );
    let _ = worker.get("/agent/scan").await.expect_problem(422, "validation_failed");
    let other = app.log_in("agent", OTHER_OWNER).await;
    for text in [
        code_text(CodeKind::Item, &item),
        code_text(CodeKind::Order, &json!(order)),
        of_shipment,
        code_text(CodeKind::Cell, &cell_id),
        "K1-1".to_owned(),
    ] {
        let nothing = other.get(&format!("/agent/scan?code={text}")).await.expect(200);
        assert_eq!(
            (&nothing["target"], &nothing["items"], &nothing["notes"]),
            (&json!(null), &json!([]), &json!([])),
            "{text}"
        );
    }
}

#[apply(on_both)]
async fn draft_is_not_found_by_code(app: App) {
    let client = app.client().await;
    let (order, item) = crate::orders::draft_with_item(&client).await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    for text in [
        code_text(CodeKind::Item, &item["id"]),
        code_text(CodeKind::Order, &json!(order)),
    ] {
        assert_eq!(
            worker.get(&format!("/agent/scan?code={text}")).await.expect(200)["target"],
            json!(null)
        );
    }
}

#[apply(on_both)]
async fn unknown_code_is_stored_and_matched_later(app: App) {
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let (_, a) = create_cell(&worker, "A-1").await;
    for (id, text) in [
        ("u1", "YT7483920"),
        ("u2", "yt 7483920"),
        ("u3", "KI-1X"),
        ("u4", "NOBODY1"),
    ] {
        let outcome = send_scan(&worker, scan_body(id, "receive", &a, text)).await;
        assert_eq!(outcome["verdict"], "unknown", "{text}");
    }
    let waiting = worker.get("/agent/scan/unknown").await.expect(200);
    assert_eq!(
        waiting["data"].as_array().map(Vec::len),
        Some(2),
        "own label codes without an object are not stored"
    );
    let row = &waiting["data"]
        .as_array()
        .expect("rows")
        .iter()
        .find(|row| row["code"] == "YT7483920")
        .expect("the track");
    assert_eq!(
        (&row["seen"], &row["cell"], &row["items"]),
        (&json!(2), &json!("A-1"), &json!([]))
    );
    let (_, item) = sent_item(&app, "YT7483920").await;
    let waiting = worker.get("/agent/scan/unknown").await.expect(200);
    let row = waiting["data"]
        .as_array()
        .expect("rows")
        .iter()
        .find(|row| row["code"] == "YT7483920")
        .expect("the track")
        .clone();
    assert_eq!(row["items"][0]["id"], item, "the code matched the new item");
    assert_eq!(
        verdict_and_word(&send_scan(&worker, scan_body("u5", "receive", &a, "YT7483920")).await),
        ("done", "received")
    );
    let waiting = worker.get("/agent/scan/unknown").await.expect(200);
    assert_eq!(
        (waiting["data"].as_array().map(Vec::len), &waiting["data"][0]["code"]),
        (Some(1), &json!("NOBODY1"))
    );
    let other = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(other.get("/agent/scan/unknown").await.expect(200)["data"], json!([]));
    let path = format!("/agent/scan/unknown/{}", waiting["data"][0]["id"]);
    let _ = other.delete(&path).await.expect_problem(404, "not_found");
    let _ = owner.delete(&path).await.expect(204);
    assert_eq!(worker.get("/agent/scan/unknown").await.expect(200)["data"], json!([]));
}

#[apply(on_both)]
async fn unknown_codes_are_paged_from_the_last_scanned_one(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (_, a) = create_cell(&worker, "A-1").await;
    let mut scans = 0;
    let mut scan = async |text: &str| {
        scans += 1;
        app.state.clock.advance(chrono::Duration::seconds(1));
        let body = scan_body(&format!("page-{scans}"), "receive", &a, text);
        let _ = send_scan(&worker, body).await;
    };
    for text in ["YT10001", "YT10002", "YT10003", "YT10001"] {
        scan(text).await;
    }
    let mut found = Vec::new();
    let mut query = "limit=1".to_owned();
    loop {
        let page = worker.get(&format!("/agent/scan/unknown?{query}")).await.expect(200);
        found.push(page["data"][0]["code"].clone());
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        query = format!("limit=1&cursor={cursor}");
    }
    assert_eq!(
        found,
        ["YT10001", "YT10003", "YT10002"],
        "the first code was scanned again"
    );
    let _ = worker
        .get("/agent/scan/unknown?cursor=AAAA")
        .await
        .expect_problem(422, "validation_failed");
}
