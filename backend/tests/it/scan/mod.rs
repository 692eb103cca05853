//! Scanning in the warehouse: receiving, packing, inventory, unknown codes, labels.

mod batches;
mod labels;
mod lookup;
mod measures;
mod modes;
mod searches;

use crate::{
    orders::lifecycle::{move_items, order_card, paid_order},
    support::{Actor, App},
};
use serde_json::{Value, json};
use shared_types::codes::{Code, CodeKind};

pub fn code_text(kind: CodeKind, id: &Value) -> String {
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
