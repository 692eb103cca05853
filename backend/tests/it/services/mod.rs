//! Item services: settings, orders, payment, rendering and cancellation; their photos and videos; upload links for phones.

mod camera_photos;
mod decompression_bombs;
mod early_photos;
mod hostile_corpus;
mod hostile_files;
mod metadata;
mod payments;
mod settings;
mod upload_links;
pub mod uploads;

use upload_links::create_upload_link;

use crate::support::Actor;
use serde_json::{Value, json};

/// Enables the service with this code at a price, or for free, and returns its id.
pub async fn enable_service(owner: &Actor, code: &str, price: Option<&str>) -> Value {
    let listed = owner.get("/agent/settings/services").await.expect(200);
    let all = listed["data"].as_array().expect("services");
    let id = &all.iter().find(|service| service["code"] == code).expect("the service")["id"];
    let change = match price {
        Some(price) => json!({"enabled": true, "mode": "paid", "prices": [{"currency": "CNY", "price": price}]}),
        None => json!({"enabled": true, "mode": "free"}),
    };
    owner
        .patch(&format!("/agent/settings/services/{id}"), change)
        .await
        .expect(200)["id"]
        .clone()
}

/// The id of an order's first item.
pub async fn first_item(owner: &Actor, order: i64) -> i64 {
    crate::orders::lifecycle::order_card(owner, order).await["items"][0]["id"]
        .as_i64()
        .expect("an item")
}

/// Orders a free service on the first item of an order as staff. Returns the ids of the item and of the ordered service.
pub async fn order_service(owner: &Actor, order: i64, code: &str) -> (i64, i64) {
    let service = enable_service(owner, code, None).await;
    let item = first_item(owner, order).await;
    let ordered_service = owner
        .post(
            &format!("/agent/orders/{order}/items/{item}/services"),
            json!({"service_id": service}),
        )
        .await
        .expect(201);
    (item, ordered_service["id"].as_i64().expect("an id"))
}

/// Sends a binary body.
pub async fn send_bytes(
    actor: &Actor,
    method: &str,
    path: &str,
    offset: usize,
    bytes: &[u8],
) -> crate::support::TestResponse {
    actor
        .with_header("content-type", "application/octet-stream")
        .with_header("upload-offset", &offset.to_string())
        .send(method, path, Some(bytes.to_vec()))
        .await
}

/// Uploads a file in chunks. `begin` is the path that starts an upload, `one` the path of uploads by id.
pub async fn upload_file(
    actor: &Actor,
    begin: &str,
    one: &str,
    kind: &str,
    file: &[u8],
) -> crate::support::TestResponse {
    let new = json!({"name": "IMG_0001.jpg", "bytes": file.len(), "kind": kind});
    let opened = actor.post(begin, new).await.expect_within_statements(201, 6);
    let path = format!("{one}/{}", opened["id"]);
    for (index, chunk) in file.chunks(1 << 20).enumerate() {
        let state = send_bytes(actor, "PATCH", &path, index << 20, chunk).await.expect(200);
        assert_eq!(state["offset"], (index << 20) + chunk.len());
    }
    actor.post(&format!("{path}/finish"), json!({})).await
}
