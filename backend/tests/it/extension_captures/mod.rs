//! Data that the extension captures in addition to title, price and link: storage, history, screenshots of pages.

mod corrections;
mod details;
mod estimates;
mod screenshots;
mod values;

use crate::support::{Actor, TestResponse, item_body};
use serde_json::{Value, json};

/// An item with all fields that the extension sends.
pub fn captured_item() -> Value {
    let mut item = item_body();
    let more = json!({
        "currency": "CNY",
        "price_uncertain": false,
        "options": [{"name": "颜色", "value": "深灰色"}, {"name": "尺码", "value": "XL"}],
        "sku_id": "4",
        "images": ["https://cbu01.alicdn.com/img/ibank/O1CN01.jpg", "https://cbu01.alicdn.com/img/main.jpg"],
        "weight_grams": 520,
        "size_mm": {"length": 300, "width": 200, "height": 50},
        "price_source": {"source": "state", "path": "skuMap[skuId=4].discountPrice"},
        "uncertain": []
    });
    let fields = more.as_object().expect("an object").clone();
    item.as_object_mut().expect("an object").extend(fields);
    item
}

/// A new draft of the first client of a person's extension. Returns the path of its items, and its id.
pub async fn new_draft(extension: &Actor) -> (String, i64) {
    let me = extension.get("/api/ext/me").await.expect(200);
    let draft = extension
        .post("/api/ext/drafts", json!({"client_id": me["clients"][0]["id"]}))
        .await
        .expect(201);
    let id = draft["id"].as_i64().expect("an id");
    (format!("/api/ext/drafts/{id}/items"), id)
}

async fn send_proof(extension: &Actor, path: &str, file: &[u8]) -> TestResponse {
    extension
        .with_header("content-type", "image/jpeg")
        .send("POST", path, Some(file.to_vec()))
        .await
}
