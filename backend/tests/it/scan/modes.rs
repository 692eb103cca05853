//! The modes of scanning: receiving, packing, inventory.

use super::{code_text, create_cell, scan_body, send_scan, sent_item, verdict_and_word};
use crate::{
    orders::lifecycle::order_card,
    shipments::item_in_warehouse,
    support::{ASSIGNED_ONLY, WAREHOUSE_WORKER, on_both},
};
use serde_json::json;
use shared_types::codes::CodeKind;

#[apply(on_both)]
async fn item_is_received_by_code_or_track(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (order, item) = sent_item(&app, "sf 1029384756").await;
    let ((_, a), (_, b)) = (create_cell(&worker, "A-12").await, create_cell(&worker, "B-01").await);
    let outcome = send_scan(&worker, scan_body("s1", "receive", "", "SF1029384756")).await;
    assert_eq!(verdict_and_word(&outcome), ("wrong", "no_context"));
    // The label has the track without the space that was typed.
    let outcome = send_scan(&worker, scan_body("s2", "receive", &a, "SF1029384756")).await;
    assert_eq!(
        (verdict_and_word(&outcome), &outcome["context"]),
        (("done", "received"), &json!("A-12"))
    );
    assert_eq!(
        (&outcome["items"][0]["status"], &outcome["items"][0]["cell"]),
        (&json!("at_warehouse"), &json!("A-12"))
    );
    let card = order_card(&worker, order).await;
    assert_eq!(
        (
            &card["status"],
            &card["items"][0]["cell"],
            &card["items"][0]["counted_quantity"]
        ),
        (&json!("at_warehouse"), &json!("A-12"), &json!(3))
    );
    let by_code = code_text(CodeKind::Item, &item);
    assert_eq!(
        verdict_and_word(&send_scan(&worker, scan_body("s3", "receive", &a, &by_code)).await),
        ("already", "in_place")
    );
    assert_eq!(
        verdict_and_word(&send_scan(&worker, scan_body("s4", "receive", &b, &by_code)).await),
        ("done", "moved")
    );
    assert_eq!(order_card(&worker, order).await["items"][0]["cell"], "B-01");
    // A repeated scan gets the stored result and changes nothing.
    assert_eq!(
        verdict_and_word(&send_scan(&worker, scan_body("s2", "receive", &a, "SF1029384756")).await),
        ("done", "received")
    );
    assert_eq!(order_card(&worker, order).await["items"][0]["cell"], "B-01");
    assert_eq!(
        verdict_and_word(&send_scan(&worker, scan_body("s5", "receive", &b, &a)).await),
        ("wrong", "wrong_kind")
    );
    assert_eq!(
        verdict_and_word(&send_scan(&worker, scan_body("s6", "receive", &b, "KI-1234")).await),
        ("wrong", "misread")
    );
}

#[apply(on_both)]
async fn unexpected_item_is_not_received(app: App) {
    let (worker, client) = (app.log_in("agent", WAREHOUSE_WORKER).await, app.client().await);
    let order = crate::orders::submitted_order(&client).await;
    let item = order_card(&worker, order).await["items"][0]["id"].clone();
    let (_, a) = create_cell(&worker, "A-1").await;
    for (mode, word) in [("receive", "not_expected"), ("inventory", "not_received")] {
        assert_eq!(
            verdict_and_word(&send_scan(&worker, scan_body(mode, mode, &a, &code_text(CodeKind::Item, &item))).await),
            ("wrong", word)
        );
    }
    assert_eq!(order_card(&worker, order).await["items"][0]["cell"], json!(null));
    let view_only = app.log_in("agent", ASSIGNED_ONLY).await;
    let _ = view_only
        .post("/agent/scan", scan_body("x", "open", "", "K1-1"))
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn items_are_packed_by_scanning(app: App) {
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let (_, first) = item_in_warehouse(&app).await;
    let (_, second) = item_in_warehouse(&app).await;
    let shipment = owner
        .post("/agent/shipments", json!({"client_id": 1, "items": [first]}))
        .await
        .expect_within_statements(201, 16);
    let (context, item) = (
        code_text(CodeKind::Shipment, &shipment["id"]),
        code_text(CodeKind::Item, &second),
    );
    assert_eq!(
        verdict_and_word(&send_scan(&worker, scan_body("p0", "pack", &context, &item)).await),
        ("wrong", "no_right"),
        "packing requires the right to shipments"
    );
    assert_eq!(
        verdict_and_word(&send_scan(&owner, scan_body("p1", "pack", &context, &item)).await),
        ("done", "packed")
    );
    assert_eq!(
        verdict_and_word(&send_scan(&owner, scan_body("p2", "pack", &context, &item)).await),
        ("already", "in_shipment")
    );
    let card = owner
        .get(&format!("/agent/shipments/{}", shipment["id"]))
        .await
        .expect(200);
    assert_eq!(card["items"].as_array().map(Vec::len), Some(2));
    let other = owner
        .post(
            "/agent/shipments",
            json!({"client_id": 1, "items": [item_in_warehouse(&app).await.1]}),
        )
        .await
        .expect_within_statements(201, 16);
    assert_eq!(
        verdict_and_word(
            &send_scan(
                &owner,
                scan_body("p3", "pack", &code_text(CodeKind::Shipment, &other["id"]), &item)
            )
            .await
        ),
        ("wrong", "other_shipment")
    );
    assert_eq!(
        verdict_and_word(&send_scan(&owner, scan_body("p4", "pack", &item, &item)).await),
        ("wrong", "no_context")
    );
}

#[apply(on_both)]
async fn inventory_moves_misplaced_items(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (_, first) = item_in_warehouse(&app).await;
    let (order, second) = item_in_warehouse(&app).await;
    let ((id, a), (_, b)) = (create_cell(&worker, "A-12").await, create_cell(&worker, "Z-9").await);
    assert_eq!(
        verdict_and_word(
            &send_scan(
                &worker,
                scan_body("i", "receive", &a, &code_text(CodeKind::Item, &first))
            )
            .await
        ),
        ("done", "moved")
    );
    assert_eq!(
        verdict_and_word(
            &send_scan(
                &worker,
                scan_body("i0", "receive", &b, &code_text(CodeKind::Item, &second))
            )
            .await
        ),
        ("done", "moved")
    );
    let card = worker.get(&format!("/agent/cells/{id}")).await.expect(200);
    assert_eq!(
        (card["contents"].as_array().map(Vec::len), &card["contents"][0]["id"]),
        (Some(1), &first)
    );
    assert_eq!(
        verdict_and_word(
            &send_scan(
                &worker,
                scan_body("i1", "inventory", &a, &code_text(CodeKind::Item, &first))
            )
            .await
        ),
        ("done", "in_place")
    );
    assert_eq!(
        verdict_and_word(
            &send_scan(
                &worker,
                scan_body("i2", "inventory", &a, &code_text(CodeKind::Item, &second))
            )
            .await
        ),
        ("done", "moved")
    );
    let card = worker.get(&format!("/agent/cells/{id}")).await.expect(200);
    assert_eq!(card["contents"].as_array().map(Vec::len), Some(2));
    let history = worker.get(&format!("/agent/orders/{order}/history")).await.expect(200);
    let last = history["data"].as_array().and_then(|rows| rows.last()).expect("a row");
    assert_eq!(
        (&last["event"], &last["changes"]),
        (
            &json!("item_changed"),
            &json!([{"field": "cell", "before": {"text": "Z-9"}, "after": {"text": "A-12"}}])
        )
    );
    let _ = worker
        .delete(&format!("/agent/cells/{id}"))
        .await
        .expect_problem(409, "cell_not_empty");
    let cells = worker.get("/agent/cells").await.expect(200);
    let empty = cells["data"]
        .as_array()
        .expect("cells")
        .iter()
        .find(|cell| cell["name"] == "Z-9")
        .expect("the cell")
        .clone();
    assert_eq!(empty["items"], 0);
    let _ = worker
        .delete(&format!("/agent/cells/{}", empty["id"]))
        .await
        .expect(204);
}

#[apply(on_both)]
async fn marketplace_number_is_followed_and_unknown_cell_is_named(app: App) {
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let order = crate::orders::lifecycle::paid_order(&app).await;
    let card = order_card(&owner, order).await;
    let bought = json!({"step": "buy", "marketplace_order_number": "TB 2211-884455"});
    let _ = crate::orders::lifecycle::move_items(&owner, &card, bought).await;
    let found = worker.get("/agent/scan?code=tb2211-884455").await.expect(200);
    assert_eq!(found["target"]["link"], format!("/agent/orders/{order}"));
    let outcome = send_scan(&worker, scan_body("m1", "receive", "Z-99", "TB2211-884455")).await;
    assert_eq!(verdict_and_word(&outcome), ("wrong", "unknown_context"));
    let (_, cell) = create_cell(&worker, "A-12").await;
    let outcome = send_scan(&worker, scan_body("m2", "receive", &cell, "TB2211-884455")).await;
    assert_eq!(verdict_and_word(&outcome), ("done", "received"));
}
