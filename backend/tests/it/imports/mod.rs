//! Spreadsheet imports: formats, invalid files, and undo.

mod by_staff;
mod cells;
mod links;
mod merged;
mod numbers;
mod outside;
mod pictures;
mod questions;
mod sizes;
mod steps;
mod strangers;
mod workbooks;

use crate::{orders::item_pages, support::Actor};
use serde_json::{Value, json};

async fn upload(client: &Actor, order: i64, name: &str, file: Vec<u8>) -> crate::support::TestResponse {
    client
        .with_header("content-type", "application/octet-stream")
        .send(
            "POST",
            &format!("/client/orders/{order}/imports?name={name}"),
            Some(file),
        )
        .await
}

async fn upload_preview(client: &Actor, order: i64, file: Vec<u8>) -> Value {
    upload(client, order, "goods", file)
        .await
        .expect_within_statements(201, 7)
}

fn import_path(import: &Value) -> String {
    format!("/client/orders/{}/imports/{}", import["order_id"], import["id"])
}

/// Runs a step of an import. Bulk statements have a row limit, so a large import needs more statements than other requests.
async fn run_step(client: &Actor, import: &Value, step: &str) -> Value {
    let answer = client.post(&format!("{}/{step}", import_path(import)), json!({})).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(answer.statements <= 80, "{} statements", answer.statements);
    serde_json::from_str(&answer.text).expect("JSON")
}

/// Imports a file into a draft.
pub async fn import_file(client: &Actor, order: i64, file: String) {
    let import = upload_preview(client, order, file.into()).await;
    run_step(client, &import, "confirm").await;
}

async fn order_items(client: &Actor, order: i64) -> Vec<Value> {
    item_pages(client, &format!("/client/orders/{order}"), 1000)
        .await
        .concat()
}

fn row_counts(import: &Value) -> [i64; 5] {
    ["new", "updated", "unchanged", "faulty", "skipped"].map(|name| import["counts"][name].as_i64().expect("a count"))
}
