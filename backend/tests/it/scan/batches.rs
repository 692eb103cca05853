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

/// Of a batch with good and bad scans the good ones are performed, and each bad one alone is refused.
#[apply(on_both)]
async fn a_bad_scan_does_not_stop_the_others(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (order, _) = sent_item(&app, "SF1029384756").await;
    let (_, a) = create_cell(&worker, "A").await;
    let good = scan_body("good", "receive", &a, "SF1029384756");
    let bad = [
        ("long", "x".repeat(201), a.clone()),
        ("blank", "  ".to_owned(), a.clone()),
        ("controls", "\u{1d}\u{0}\u{4}".to_owned(), a.clone()),
        ("long context", "SF1029384756".to_owned(), "x".repeat(201)),
        ("misread", "KI-1234".to_owned(), a.clone()),
        ("unknown cell", "SF1029384756".to_owned(), "KC-ZY".to_owned()),
    ];
    let mut scans: Vec<Value> = bad
        .iter()
        .map(|(id, code, context)| scan_body(id, "receive", context, code))
        .collect();
    scans.insert(3, good);
    // Sent twice, as after a lost response.
    for _ in 0..2 {
        let answer = worker
            .post("/agent/scan/batch", json!({"scans": scans}))
            .await
            .expect_within_statements(200, 24);
        let outcomes: Vec<(&str, &str, &str)> = answer["data"]
            .as_array()
            .expect("outcomes")
            .iter()
            .map(|outcome| {
                let (verdict, word) = verdict_and_word(outcome);
                (outcome["scan_id"].as_str().expect("an id"), verdict, word)
            })
            .collect();
        assert_eq!(
            outcomes,
            [
                ("long", "wrong", "unreadable"),
                ("blank", "wrong", "unreadable"),
                ("controls", "wrong", "unreadable"),
                ("good", "done", "received"),
                ("long context", "wrong", "unreadable"),
                ("misread", "wrong", "misread"),
                ("unknown cell", "wrong", "unknown_context"),
            ]
        );
    }
    let card = order_card(&worker, order).await;
    assert_eq!(
        (&card["items"][0]["cell"], &card["items"][0]["status"]),
        (&json!("A"), &json!("at_warehouse"))
    );
    // A single scan names its field.
    let problem = worker
        .post("/agent/scan", scan_body("one", "receive", &a, &"x".repeat(201)))
        .await
        .expect_problem(422, "validation_failed");
    assert!(problem["errors"]["code"].is_array(), "{problem}");
}

/// Characters that scanners add to a code are understood in every scan.
#[apply(on_both)]
async fn marks_of_scanners_are_understood(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let (order, item) = sent_item(&app, "]C1SF1029384756\u{1d}").await;
    let card = order_card(&worker, order).await;
    assert_eq!(card["items"][0]["domestic_track"], "SF1029384756");
    let (_, a) = create_cell(&worker, "A").await;
    let label = code_text(CodeKind::Item, &item);
    for (number, code) in [
        "SF1029384756\u{1d}",
        "\u{2}]C1SF10\u{1d}29384756\u{1e}\u{4}\r\n",
        "]d2SF1029384756",
        "ъс1ыа1029384756",
        "[)>\u{1e}06\u{1d}3SSF1029384756\u{1d}Q1\u{1e}\u{4}",
        "240ABCDEF\u{1d}SF1029384756",
        &format!("]Q1{label}\u{4}"),
    ]
    .into_iter()
    .enumerate()
    {
        let scan = scan_body(&format!("s{number}"), "receive", &format!("]Q1{a}\u{1d}"), code);
        let answer = worker
            .post("/agent/scan/batch", json!({"scans": [scan]}))
            .await
            .expect_within_statements(200, 24);
        let expected = if number == 0 {
            ("done", "received")
        } else {
            ("already", "in_place")
        };
        assert_eq!(verdict_and_word(&answer["data"][0]), expected, "{code:?}");
    }
    let found = worker.get("/agent/scan?code=%5DC1SF1029384756").await.expect(200);
    assert_eq!(
        (&found["code"], &found["items"][0]["id"]),
        (&json!("SF1029384756"), &item)
    );
    // A GS1 code without an item is listed without them.
    let scan = scan_body("gs1", "receive", &a, "]d20104607123456789\u{1d}21SERIAL");
    assert_eq!(
        verdict_and_word(&send_scan(&worker, scan).await),
        ("unknown", "unknown")
    );
    let unknown = worker.get("/agent/scan/unknown").await.expect(200);
    assert_eq!(unknown["data"][0]["code"], "010460712345678921SERIAL");
}
