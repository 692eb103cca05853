//! The warehouse with a scanner in hand: receiving, packing, counting, unknown codes, labels.

use crate::{
    orders::life::{paid, seen, step},
    shipments::in_warehouse,
    support::{Actor, App, OTHER_OWNER, OWN_ONLY, WAREHOUSE, on_both},
};
use serde_json::{Value, json};
use shared_types::codes::{Code, CodeKind};
use std::time::Instant;

fn code(kind: CodeKind, id: &Value) -> String {
    let id = id.as_i64().expect("an id");
    Code { kind, id }.to_string()
}

fn scan(id: &str, mode: &str, context: &str, code: &str) -> Value {
    json!({"scan_id": id, "mode": mode, "context": context, "code": code, "scanned_at": "2026-11-21T10:00:00Z"})
}

/// Scans once; a scan's own bound holds whatever it does.
async fn scanned(worker: &Actor, scan: Value) -> Value {
    worker.post("/agent/scan", scan).await.within(200, 24)
}

fn told(outcome: &Value) -> (&str, &str) {
    (
        outcome["verdict"].as_str().expect("a verdict"),
        outcome["word"].as_str().expect("a word"),
    )
}

async fn cell(worker: &Actor, name: &str) -> (Value, String) {
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

/// A bought line on its way, with a track.
async fn on_the_way(app: &App, track: &str) -> (i64, Value) {
    let owner = app.owner().await;
    let order = paid(app).await;
    let card = seen(&owner, order).await;
    let _ = step(&owner, &card, json!({"step": "buy"})).await;
    let _ = step(&owner, &card, json!({"step": "send", "domestic_track": track})).await;
    (order, card["items"][0]["id"].clone())
}

on_both! {
    async fn a_code_leads_to_its_thing_and_its_notes_speak_up(app: App) {
        app.without_canaries().await;
        let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE).await);
        let (order, item) = in_warehouse(&app).await;
        let shipment = owner.post("/agent/shipments", json!({"client_id": 1, "items": [item]})).await.within(201, 16);
        let (cell_id, cell_code) = cell(&worker, "Полка 7").await;
        let _ = worker.post(&format!("/agent/notes/item/{item}"), json!({"body": "Хрупкое 易碎"})).await.expect(200);
        let _ = worker.post(&format!("/agent/notes/order/{order}"), json!({"body": "Собрать до пятницы"})).await.expect(200);
        let found = worker.get(&format!("/agent/scan?code={}", code(CodeKind::Item, &item).to_lowercase())).await.expect(200);
        assert_eq!((&found["target"]["kind"], &found["target"]["link"]), (&json!("item"), &json!(format!("/agent/orders/{order}"))));
        let notes: Vec<&str> = found["notes"].as_array().expect("notes").iter().filter_map(|note| note["body"].as_str()).collect();
        assert_eq!((notes.contains(&"Хрупкое 易碎"), notes.contains(&"Собрать до пятницы"), notes.len()), (true, true, 2));
        for (text, link) in [
            ("k1-1".to_owned(), format!("/agent/orders/{order}")),
            (code(CodeKind::Order, &json!(order)), format!("/agent/orders/{order}")),
            (cell_code, format!("/agent/cells/{cell_id}")),
            ("%D0%BF%D0%BE%D0%BB%D0%BA%D0%B07".to_owned(), format!("/agent/cells/{cell_id}")),
        ] {
            assert_eq!(worker.get(&format!("/agent/scan?code={text}")).await.expect(200)["target"]["link"], link, "{text}");
        }
        // Shipments are seen by who may see them, in the list and through the scanner alike.
        let of_shipment = code(CodeKind::Shipment, &shipment["id"]);
        assert_eq!(worker.get(&format!("/agent/scan?code={of_shipment}")).await.expect(200)["target"], json!(null));
        assert_eq!(owner.get(&format!("/agent/scan?code={of_shipment}")).await.expect(200)["target"]["label"], "K1-S1");
        assert_eq!(owner.get("/agent/scan?code=k1-s1").await.expect(200)["target"]["code"], of_shipment.as_str());
        let _ = worker.get("/agent/scan").await.refused(422, "validation_failed");
        let other = app.log_in("agent", OTHER_OWNER).await;
        for text in [code(CodeKind::Item, &item), code(CodeKind::Order, &json!(order)), of_shipment, code(CodeKind::Cell, &cell_id), "K1-1".to_owned()] {
            let nothing = other.get(&format!("/agent/scan?code={text}")).await.expect(200);
            assert_eq!((&nothing["target"], &nothing["items"], &nothing["notes"]), (&json!(null), &json!([]), &json!([])), "{text}");
        }
    }

    async fn a_draft_is_found_by_no_code(app: App) {
        let client = app.client().await;
        let (order, line) = crate::orders::filled(&client).await;
        let worker = app.log_in("agent", WAREHOUSE).await;
        for text in [code(CodeKind::Item, &line["id"]), code(CodeKind::Order, &json!(order))] {
            assert_eq!(worker.get(&format!("/agent/scan?code={text}")).await.expect(200)["target"], json!(null));
        }
    }

    async fn what_comes_is_received_into_the_cell_by_code_or_track(app: App) {
        let worker = app.log_in("agent", WAREHOUSE).await;
        let (order, item) = on_the_way(&app, "sf 1029384756").await;
        let ((_, a), (_, b)) = (cell(&worker, "A-12").await, cell(&worker, "B-01").await);
        let outcome = scanned(&worker, scan("s1", "receive", "", "SF1029384756")).await;
        assert_eq!(told(&outcome), ("wrong", "no_context"));
        // The marketplace prints the track without the space that somebody typed.
        let outcome = scanned(&worker, scan("s2", "receive", &a, "SF1029384756")).await;
        assert_eq!((told(&outcome), &outcome["context"]), (("done", "received"), &json!("A-12")));
        assert_eq!((&outcome["items"][0]["status"], &outcome["items"][0]["cell"]), (&json!("at_warehouse"), &json!("A-12")));
        let card = seen(&worker, order).await;
        assert_eq!((&card["status"], &card["items"][0]["cell"], &card["items"][0]["counted_quantity"]), (&json!("at_warehouse"), &json!("A-12"), &json!(3)));
        let by_code = code(CodeKind::Item, &item);
        assert_eq!(told(&scanned(&worker, scan("s3", "receive", &a, &by_code)).await), ("already", "in_place"));
        assert_eq!(told(&scanned(&worker, scan("s4", "receive", &b, &by_code)).await), ("done", "moved"));
        assert_eq!(seen(&worker, order).await["items"][0]["cell"], "B-01");
        // The same scan sent again is answered and changes nothing.
        assert_eq!(told(&scanned(&worker, scan("s2", "receive", &a, "SF1029384756")).await), ("done", "received"));
        assert_eq!(seen(&worker, order).await["items"][0]["cell"], "B-01");
        assert_eq!(told(&scanned(&worker, scan("s5", "receive", &b, &a)).await), ("wrong", "wrong_kind"));
        assert_eq!(told(&scanned(&worker, scan("s6", "receive", &b, "KI-1234")).await), ("wrong", "misread"));
    }

    async fn what_is_not_awaited_is_told_and_stays(app: App) {
        let (worker, client) = (app.log_in("agent", WAREHOUSE).await, app.client().await);
        let order = crate::orders::submitted(&client).await;
        let item = seen(&worker, order).await["items"][0]["id"].clone();
        let (_, a) = cell(&worker, "A-1").await;
        for (mode, word) in [("receive", "not_expected"), ("inventory", "not_received")] {
            assert_eq!(told(&scanned(&worker, scan(mode, mode, &a, &code(CodeKind::Item, &item))).await), ("wrong", word));
        }
        assert_eq!(seen(&worker, order).await["items"][0]["cell"], json!(null));
        let view_only = app.log_in("agent", OWN_ONLY).await;
        let _ = view_only.post("/agent/scan", scan("x", "open", "", "K1-1")).await.refused(403, "permission_denied");
    }

    async fn lines_are_packed_by_scanning(app: App) {
        let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE).await);
        let (_, first) = in_warehouse(&app).await;
        let (_, second) = in_warehouse(&app).await;
        let shipment = owner.post("/agent/shipments", json!({"client_id": 1, "items": [first]})).await.within(201, 16);
        let (context, item) = (code(CodeKind::Shipment, &shipment["id"]), code(CodeKind::Item, &second));
        assert_eq!(told(&scanned(&worker, scan("p0", "pack", &context, &item)).await), ("wrong", "no_right"), "packing takes the right to shipments");
        assert_eq!(told(&scanned(&owner, scan("p1", "pack", &context, &item)).await), ("done", "packed"));
        assert_eq!(told(&scanned(&owner, scan("p2", "pack", &context, &item)).await), ("already", "in_shipment"));
        let card = owner.get(&format!("/agent/shipments/{}", shipment["id"])).await.expect(200);
        assert_eq!(card["items"].as_array().map(Vec::len), Some(2));
        let other = owner.post("/agent/shipments", json!({"client_id": 1, "items": [in_warehouse(&app).await.1]})).await.within(201, 16);
        assert_eq!(told(&scanned(&owner, scan("p3", "pack", &code(CodeKind::Shipment, &other["id"]), &item)).await), ("wrong", "other_shipment"));
        assert_eq!(told(&scanned(&owner, scan("p4", "pack", &item, &item)).await), ("wrong", "no_context"));
    }

    async fn a_count_corrects_what_lies_elsewhere(app: App) {
        let worker = app.log_in("agent", WAREHOUSE).await;
        let (_, first) = in_warehouse(&app).await;
        let (order, second) = in_warehouse(&app).await;
        let ((id, a), (_, b)) = (cell(&worker, "A-12").await, cell(&worker, "Z-9").await);
        assert_eq!(told(&scanned(&worker, scan("i", "receive", &a, &code(CodeKind::Item, &first))).await), ("done", "moved"));
        assert_eq!(told(&scanned(&worker, scan("i0", "receive", &b, &code(CodeKind::Item, &second))).await), ("done", "moved"));
        let card = worker.get(&format!("/agent/cells/{id}")).await.expect(200);
        assert_eq!((card["contents"].as_array().map(Vec::len), &card["contents"][0]["id"]), (Some(1), &first));
        assert_eq!(told(&scanned(&worker, scan("i1", "inventory", &a, &code(CodeKind::Item, &first))).await), ("done", "in_place"));
        assert_eq!(told(&scanned(&worker, scan("i2", "inventory", &a, &code(CodeKind::Item, &second))).await), ("done", "moved"));
        let card = worker.get(&format!("/agent/cells/{id}")).await.expect(200);
        assert_eq!(card["contents"].as_array().map(Vec::len), Some(2));
        let history = worker.get(&format!("/agent/orders/{order}/history")).await.expect(200);
        let last = history["data"].as_array().and_then(|rows| rows.last()).expect("a row");
        assert_eq!(last["changes"], json!([{"field": "cell", "before": {"text": "Z-9"}, "after": {"text": "A-12"}}]));
        let _ = worker.delete(&format!("/agent/cells/{id}")).await.refused(409, "conflict");
        let cells = worker.get("/agent/cells").await.expect(200);
        let empty = cells["data"].as_array().expect("cells").iter().find(|cell| cell["name"] == "Z-9").expect("the cell").clone();
        assert_eq!(empty["items"], 0);
        let _ = worker.delete(&format!("/agent/cells/{}", empty["id"])).await.expect(204);
    }

    async fn an_unknown_code_waits_and_matches_itself(app: App) {
        let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE).await);
        let (_, a) = cell(&worker, "A-1").await;
        for (id, text) in [("u1", "YT7483920"), ("u2", "yt 7483920"), ("u3", "KI-1X"), ("u4", "NOBODY1")] {
            let outcome = scanned(&worker, scan(id, "receive", &a, text)).await;
            assert_eq!(outcome["verdict"], "unknown", "{text}");
        }
        let waiting = worker.get("/agent/scan/unknown").await.expect(200);
        assert_eq!(waiting["data"].as_array().map(Vec::len), Some(2), "a label of ours that names nothing will never match");
        let row = &waiting["data"].as_array().expect("rows").iter().find(|row| row["code"] == "YT7483920").expect("the track");
        assert_eq!((&row["seen"], &row["cell"], &row["items"]), (&json!(2), &json!("A-1"), &json!([])));
        let (_, item) = on_the_way(&app, "YT7483920").await;
        let waiting = worker.get("/agent/scan/unknown").await.expect(200);
        let row = waiting["data"].as_array().expect("rows").iter().find(|row| row["code"] == "YT7483920").expect("the track").clone();
        assert_eq!(row["items"][0]["id"], item, "it matched itself");
        assert_eq!(told(&scanned(&worker, scan("u5", "receive", &a, "YT7483920")).await), ("done", "received"));
        let waiting = worker.get("/agent/scan/unknown").await.expect(200);
        assert_eq!((waiting["data"].as_array().map(Vec::len), &waiting["data"][0]["code"]), (Some(1), &json!("NOBODY1")));
        let other = app.log_in("agent", OTHER_OWNER).await;
        assert_eq!(other.get("/agent/scan/unknown").await.expect(200)["data"], json!([]));
        let path = format!("/agent/scan/unknown/{}", waiting["data"][0]["id"]);
        let _ = other.delete(&path).await.refused(404, "not_found");
        let _ = owner.delete(&path).await.expect(204);
        assert_eq!(worker.get("/agent/scan/unknown").await.expect(200)["data"], json!([]));
    }

    async fn scans_made_offline_are_done_in_their_order_each_once(app: App) {
        let worker = app.log_in("agent", WAREHOUSE).await;
        let (order, item) = on_the_way(&app, "SF1").await;
        let ((_, a), (_, b)) = (cell(&worker, "A").await, cell(&worker, "B").await);
        let item = code(CodeKind::Item, &item);
        let batch = json!({"scans": [
            scan("1", "receive", &a, "SF1"), scan("2", "receive", &b, &item), scan("3", "receive", &b, "SF1"), scan("1", "receive", &a, "SF1"),
            scan("4", "inventory", &a, &item), scan("5", "receive", &a, "НИКТО")
        ]});
        let first = worker.post("/agent/scan/batch", batch.clone()).await.within(200, 24);
        let words: Vec<(&str, &str)> = first["data"].as_array().expect("outcomes").iter().map(told).collect();
        assert_eq!(words, [("done", "received"), ("done", "moved"), ("already", "in_place"), ("done", "received"), ("done", "moved"), ("unknown", "unknown")]);
        let card = seen(&worker, order).await;
        assert_eq!((&card["items"][0]["cell"], &card["items"][0]["status"]), (&json!("A"), &json!("at_warehouse")));
        let version = card["items"][0]["version"].clone();
        let again = worker.post("/agent/scan/batch", batch).await.expect(200);
        let ids = |answer: &Value| answer["data"].as_array().expect("outcomes").iter().map(|outcome| (outcome["scan_id"].clone(), outcome["word"].clone())).collect::<Vec<_>>();
        assert_eq!(ids(&again), ids(&first));
        assert_eq!(seen(&worker, order).await["items"][0]["version"], version, "nothing was done twice");
        for wrong in [json!({"scans": []}), json!({"scans": (0..201).map(|index| scan(&index.to_string(), "open", "", "x")).collect::<Vec<_>>()}), json!({"scans": [scan("", "open", "", "")]})] {
            let _ = worker.post("/agent/scan/batch", wrong).await.refused(422, "validation_failed");
        }
    }

    async fn scans_of_many_hands_at_once_move_a_thing_once(app: App) {
        let worker = app.log_in("agent", WAREHOUSE).await;
        let (order, item) = on_the_way(&app, "SF1").await;
        let (_, a) = cell(&worker, "A").await;
        let before = seen(&worker, order).await["items"][0]["version"].as_i64().expect("a version");
        // Four phones, each sending its own scan twice.
        let hands = (0..8).map(|index| {
            let (worker, scan) = (worker.clone(), scan(&format!("h{}", index / 2), "receive", &a, &code(CodeKind::Item, &item)));
            async move { worker.post("/agent/scan", scan).await.status }
        });
        let answers = futures::future::join_all(hands).await;
        assert!(answers.iter().all(|status| matches!(status, 200 | 409)), "{answers:?}");
        for index in 0..4 {
            let outcome = scanned(&worker, scan(&format!("h{index}"), "receive", &a, "SF1")).await;
            assert!(matches!(told(&outcome), ("done", "received") | ("already", "in_place")), "{outcome}");
        }
        let line = seen(&worker, order).await["items"][0].clone();
        assert_eq!((&line["status"], line["version"].as_i64()), (&json!("at_warehouse"), Some(before + 1)));
    }

    async fn labels_say_what_they_are_for(app: App) {
        let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE).await);
        let (order, item) = in_warehouse(&app).await;
        let shipment = owner.post("/agent/shipments", json!({"client_id": 1, "items": [item]})).await.within(201, 16);
        let (cell_id, cell_code) = cell(&worker, "A-12").await;
        // Of several orders at once: their lines, order by order as asked.
        let (second, _) = in_warehouse(&app).await;
        let lines = worker.get(&format!("/agent/labels?kind=item&orders={second},{order},999999")).await.expect(200);
        let headings: Vec<_> = lines["data"].as_array().expect("labels").iter().map(|label| label["heading"].as_str().expect("a heading")).collect();
        assert_eq!(headings, ["K1-2", "K1-1"]);
        let label = |answer: &Value| answer["data"][0].clone();
        let of_item = label(&worker.get(&format!("/agent/labels?kind=item&ids={item},999999")).await.expect(200));
        assert_eq!((&of_item["heading"], &of_item["text"], &of_item["quantity"], &of_item["code"]), (&json!("K1-1"), &json!("秋冬新款加绒加厚连帽卫衣"), &json!(3), &json!(code(CodeKind::Item, &item))));
        assert_eq!(label(&worker.get(&format!("/agent/labels?kind=order&ids={order}")).await.expect(200))["client"], "K1 · Клиент K1");
        assert_eq!(label(&worker.get(&format!("/agent/labels?kind=cell&ids={cell_id}")).await.expect(200))["code"], cell_code.as_str());
        let path = format!("/agent/labels?kind=shipment&ids={}", shipment["id"]);
        assert_eq!(label(&owner.get(&path).await.expect(200))["heading"], "K1-S1");
        let _ = worker.get(&path).await.refused(403, "permission_denied");
        for wrong in ["", "?kind=item", "?kind=item&ids=a,b", "?kind=delivery&ids=1", "?kind=item&orders=", "?kind=order&orders=1", "?kind=item&orders=x"] {
            let _ = worker.get(&format!("/agent/labels{wrong}")).await.refused(422, "validation_failed");
        }
        let other = app.log_in("agent", OTHER_OWNER).await;
        for foreign in [format!("ids={item}"), format!("orders={order}")] {
            assert_eq!(other.get(&format!("/agent/labels?kind=item&{foreign}")).await.expect(200)["data"], json!([]));
        }
        let cells = worker.post("/agent/cells", json!({"names": ["a-12", "  "]})).await.refused(422, "validation_failed");
        assert!(cells["errors"]["names"].is_array());
    }

    async fn a_thousand_scans_are_received_in_seconds(app: App) {
        let worker = app.log_in("agent", WAREHOUSE).await;
        let (order, first) = on_the_way(&app, "T1").await;
        // Copies of a line beneath all walls: what is measured is the scanning.
        let columns = "agent_id, client_id, order_id, group_id, status, title, url, price_minor, currency, price_uncertain, quantity, comment, refunded_minor, source, version, created_at, updated_at";
        let numbers = "WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)";
        app.run(&format!("INSERT INTO order_items ({columns}, domestic_track) SELECT {columns}, 'T' || i FROM order_items CROSS JOIN ({numbers} SELECT i FROM n) AS numbers WHERE id = {first}")).await;
        app.run(&format!("UPDATE orders SET items_count = 1000, total_minor = total_minor * 1000 WHERE id = {order}")).await;
        let (id, a) = cell(&worker, "A-1").await;
        let started = Instant::now();
        for batch in 0..5 {
            let scans: Vec<Value> = (1..=200).map(|index| batch * 200 + index).map(|index| scan(&format!("t{index}"), "receive", &a, &format!("T{index}"))).collect();
            let answer = worker.post("/agent/scan/batch", json!({"scans": scans})).await.within(200, 24);
            assert!(answer["data"].as_array().expect("outcomes").iter().all(|outcome| outcome["word"] == "received"));
        }
        let took = started.elapsed();
        assert!(took.as_secs() < 10, "{took:?}");
        println!("1000 scans received in {took:?}");
        let card = worker.get(&format!("/agent/cells/{id}")).await.expect(200);
        assert_eq!(card["cell"]["items"], 1000);
    }
}
