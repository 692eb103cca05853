//! Scanning in the warehouse: receiving, packing, inventory, unknown codes, labels.

use crate::{
    orders::lifecycle::{move_items, order_card, paid_order},
    shipments::item_in_warehouse,
    support::{ASSIGNED_ONLY, Actor, App, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};
use shared_types::codes::{Code, CodeKind};
use std::time::Instant;

fn code_text(kind: CodeKind, id: &Value) -> String {
    let id = id.as_i64().expect("an id");
    Code { kind, id }.to_string()
}

fn scan_body(id: &str, mode: &str, context: &str, code: &str) -> Value {
    json!({"scan_id": id, "mode": mode, "context": context, "code": code, "scanned_at": "2026-11-21T10:00:00Z"})
}

/// Sends a scan. Every scan takes at most 24 statements.
async fn send_scan(worker: &Actor, scan: Value) -> Value {
    worker.post("/agent/scan", scan).await.expect_within_statements(200, 24)
}

fn verdict_and_word(outcome: &Value) -> (&str, &str) {
    (
        outcome["verdict"].as_str().expect("a verdict"),
        outcome["word"].as_str().expect("a word"),
    )
}

async fn create_cell(worker: &Actor, name: &str) -> (Value, String) {
    let all = worker.post("/agent/cells", json!({"names": [name]})).await.expect(200);
    let cell = all["data"]
        .as_array()
        .expect("cells")
        .iter()
        .find(|cell| cell["name"] == name)
        .expect("the cell")
        .clone();
    let code = cell["code"].as_str().expect("a code").to_owned();
    (cell["id"].clone(), code)
}

/// A bought item with a track that is sent to the warehouse. Returns the ids of order and item.
async fn sent_item(app: &App, track: &str) -> (i64, Value) {
    let owner = app.owner().await;
    let order = paid_order(app).await;
    let card = order_card(&owner, order).await;
    let _ = move_items(&owner, &card, json!({"step": "buy"})).await;
    let _ = move_items(&owner, &card, json!({"step": "send", "domestic_track": track})).await;
    (order, card["items"][0]["id"].clone())
}

#[apply(on_both)]
async fn code_lookup_returns_the_object_and_its_notes(app: App) {
    app.remove_canaries().await;
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
        last["changes"],
        json!([{"field": "cell", "before": {"text": "Z-9"}, "after": {"text": "A-12"}}])
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
async fn offline_scans_run_in_order_and_once(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (order, item) = sent_item(&app, "SF1").await;
    let ((_, a), (_, b)) = (create_cell(&worker, "A").await, create_cell(&worker, "B").await);
    let item = code_text(CodeKind::Item, &item);
    let batch = json!({"scans": [
        scan_body("1", "receive", &a, "SF1"), scan_body("2", "receive", &b, &item), scan_body("3", "receive", &b, "SF1"), scan_body("1", "receive", &a, "SF1"),
        scan_body("4", "inventory", &a, &item), scan_body("5", "receive", &a, "НИКТО")
    ]});
    let first = worker
        .post("/agent/scan/batch", batch.clone())
        .await
        .expect_within_statements(200, 24);
    let words: Vec<(&str, &str)> = first["data"]
        .as_array()
        .expect("outcomes")
        .iter()
        .map(verdict_and_word)
        .collect();
    assert_eq!(
        words,
        [
            ("done", "received"),
            ("done", "moved"),
            ("already", "in_place"),
            ("done", "received"),
            ("done", "moved"),
            ("unknown", "unknown")
        ]
    );
    let card = order_card(&worker, order).await;
    assert_eq!(
        (&card["items"][0]["cell"], &card["items"][0]["status"]),
        (&json!("A"), &json!("at_warehouse"))
    );
    let version = card["items"][0]["version"].clone();
    let again = worker.post("/agent/scan/batch", batch).await.expect(200);
    let ids = |answer: &Value| {
        answer["data"]
            .as_array()
            .expect("outcomes")
            .iter()
            .map(|outcome| (outcome["scan_id"].clone(), outcome["word"].clone()))
            .collect::<Vec<_>>()
    };
    assert_eq!(ids(&again), ids(&first));
    assert_eq!(
        order_card(&worker, order).await["items"][0]["version"],
        version,
        "nothing changed twice"
    );
    for wrong in [
        json!({"scans": []}),
        json!({"scans": (0..201).map(|index| scan_body(&index.to_string(), "open", "", "x")).collect::<Vec<_>>()}),
        json!({"scans": [scan_body("", "open", "", "")]}),
    ] {
        let _ = worker
            .post("/agent/scan/batch", wrong)
            .await
            .expect_problem(422, "validation_failed");
    }
}

#[apply(on_both)]
async fn parallel_scans_move_an_item_once(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (order, item) = sent_item(&app, "SF1").await;
    let (_, a) = create_cell(&worker, "A").await;
    let before = order_card(&worker, order).await["items"][0]["version"]
        .as_i64()
        .expect("a version");
    // Four phones, each sending its scan twice.
    let senders = (0..8).map(|index| {
        let (worker, scan) = (
            worker.clone(),
            scan_body(
                &format!("h{}", index / 2),
                "receive",
                &a,
                &code_text(CodeKind::Item, &item),
            ),
        );
        async move { worker.post("/agent/scan", scan).await.status }
    });
    let answers = futures::future::join_all(senders).await;
    assert!(answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
    for index in 0..4 {
        let outcome = send_scan(&worker, scan_body(&format!("h{index}"), "receive", &a, "SF1")).await;
        assert!(
            matches!(
                verdict_and_word(&outcome),
                ("done", "received") | ("already", "in_place")
            ),
            "{outcome}"
        );
    }
    let item = order_card(&worker, order).await["items"][0].clone();
    assert_eq!(
        (&item["status"], item["version"].as_i64()),
        (&json!("at_warehouse"), Some(before + 1))
    );
}

#[apply(on_both)]
async fn labels_describe_their_objects(app: App) {
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let (order, item) = item_in_warehouse(&app).await;
    let shipment = owner
        .post("/agent/shipments", json!({"client_id": 1, "items": [item]}))
        .await
        .expect_within_statements(201, 16);
    let (cell_id, cell_code) = create_cell(&worker, "A-12").await;
    // The items of several orders, in the requested order.
    let (second, _) = item_in_warehouse(&app).await;
    let lines = worker
        .get(&format!("/agent/labels?kind=item&orders={second},{order},999999"))
        .await
        .expect(200);
    let headings: Vec<_> = lines["data"]
        .as_array()
        .expect("labels")
        .iter()
        .map(|label| label["heading"].as_str().expect("a heading"))
        .collect();
    assert_eq!(headings, ["K1-2", "K1-1"]);
    let label = |answer: &Value| answer["data"][0].clone();
    let of_item = label(
        &worker
            .get(&format!("/agent/labels?kind=item&ids={item},999999"))
            .await
            .expect(200),
    );
    assert_eq!(
        (
            &of_item["heading"],
            &of_item["text"],
            &of_item["quantity"],
            &of_item["code"]
        ),
        (
            &json!("K1-1"),
            &json!("秋冬新款加绒加厚连帽卫衣"),
            &json!(3),
            &json!(code_text(CodeKind::Item, &item))
        )
    );
    assert_eq!(
        label(
            &worker
                .get(&format!("/agent/labels?kind=order&ids={order}"))
                .await
                .expect(200)
        )["client"],
        "K1 · Клиент K1"
    );
    assert_eq!(
        label(
            &worker
                .get(&format!("/agent/labels?kind=cell&ids={cell_id}"))
                .await
                .expect(200)
        )["code"],
        cell_code.as_str()
    );
    let path = format!("/agent/labels?kind=shipment&ids={}", shipment["id"]);
    assert_eq!(label(&owner.get(&path).await.expect(200))["heading"], "K1-S1");
    let _ = worker.get(&path).await.expect_problem(403, "permission_denied");
    for wrong in [
        "",
        "?kind=item",
        "?kind=item&ids=a,b",
        "?kind=delivery&ids=1",
        "?kind=item&orders=",
        "?kind=order&orders=1",
        "?kind=item&orders=x",
    ] {
        let _ = worker
            .get(&format!("/agent/labels{wrong}"))
            .await
            .expect_problem(422, "validation_failed");
    }
    let other = app.log_in("agent", OTHER_OWNER).await;
    for foreign in [format!("ids={item}"), format!("orders={order}")] {
        assert_eq!(
            other
                .get(&format!("/agent/labels?kind=item&{foreign}"))
                .await
                .expect(200)["data"],
            json!([])
        );
    }
    let cells = worker
        .post("/agent/cells", json!({"names": ["a-12", "  "]}))
        .await
        .expect_problem(422, "validation_failed");
    assert!(cells["errors"]["names"].is_array());
}

#[apply(on_both)]
async fn thousand_scans_take_less_than_ten_seconds(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (order, first) = sent_item(&app, "T1").await;
    // Copies of an item inserted directly: only the scanning is measured.
    let columns = "agent_id, client_id, order_id, group_id, status, title, url, price_minor, currency, price_uncertain, quantity, comment, refunded_minor, source, version, created_at, updated_at";
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)";
    app.execute_sql(&format!("INSERT INTO order_items ({columns}, domestic_track) SELECT {columns}, 'T' || i FROM order_items CROSS JOIN ({numbers} SELECT i FROM n) AS numbers WHERE id = {first}")).await;
    app.execute_sql(&format!("UPDATE orders SET items_count = 1000 WHERE id = {order}"))
        .await;
    let (id, a) = create_cell(&worker, "A-1").await;
    let started = Instant::now();
    for batch in 0..5 {
        let scans: Vec<Value> = (1..=200)
            .map(|index| batch * 200 + index)
            .map(|index| scan_body(&format!("t{index}"), "receive", &a, &format!("T{index}")))
            .collect();
        let answer = worker
            .post("/agent/scan/batch", json!({"scans": scans}))
            .await
            .expect_within_statements(200, 24);
        assert!(
            answer["data"]
                .as_array()
                .expect("outcomes")
                .iter()
                .all(|outcome| outcome["word"] == "received")
        );
    }
    let took = started.elapsed();
    assert!(took.as_secs() < 10, "{took:?}");
    println!("1000 scans received in {took:?}");
    let card = worker.get(&format!("/agent/cells/{id}")).await.expect(200);
    assert_eq!(card["cell"]["items"], 1000);
}
