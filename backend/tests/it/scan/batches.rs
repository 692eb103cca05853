//! Many scans: offline batches, parallel scans, speed.

use super::{code_text, create_cell, scan_body, send_scan, sent_item, verdict_and_word};
use crate::{
    orders::lifecycle::order_card,
    support::{WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};
use shared_types::codes::CodeKind;
use std::time::Instant;

#[apply(on_both)]
async fn offline_scans_run_in_order_and_once(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (order, item) = sent_item(&app, "SF1").await;
    let ((_, a), (_, b)) = (create_cell(&worker, "A").await, create_cell(&worker, "B").await);
    let item = code_text(CodeKind::Item, &item);
    let batch = json!({"scans": [
        scan_body(
            "1",
            "receive",
            &a,
            "SF1",
        ), scan_body("2", "receive", &b, &item), scan_body("3", "receive", &b, "SF1"), scan_body("1", "receive", &a, "SF1"),
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
async fn thousand_scans_take_less_than_ten_seconds(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (order, first) = sent_item(&app, "T1").await;
    // Copies of an item inserted directly: only the scanning is measured.
    let columns = "agent_id, client_id, order_id, group_id, status, title, url, price_minor, currency, price_uncertain, \
                   quantity, comment, refunded_minor, source, version, created_at, updated_at";
    let numbers = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)";
    app.execute_sql(&format!(
        "INSERT INTO order_items ({columns}, domestic_track) SELECT {columns}, 'T' || i \
                              FROM order_items CROSS JOIN ({numbers} SELECT i FROM n) AS numbers WHERE id = {first}"
    ))
    .await;
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
