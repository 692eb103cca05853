//! Services on items: offered, ordered, paid, rendered, given up; their photos and videos; links for phones.

mod bombs;
mod camera;
mod corpus;
mod hostile;
mod links;
mod metadata;
mod money;
mod uploads;

use links::link;

use crate::support::Actor;
use serde_json::{Value, json};

/// The catalogue's service of a code, turned on at a price; free where there is none.
pub async fn offer(owner: &Actor, code: &str, price: Option<&str>) -> Value {
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

/// The first line of an order, as staff see it.
pub async fn line(owner: &Actor, order: i64) -> i64 {
    crate::orders::life::seen(owner, order).await["items"][0]["id"]
        .as_i64()
        .expect("a line")
}

/// A service ordered by staff for nothing on the first line of an order.
pub async fn ordered(owner: &Actor, order: i64, code: &str) -> (i64, i64) {
    let service = offer(owner, code, None).await;
    let line = line(owner, order).await;
    let made = owner
        .post(
            &format!("/agent/orders/{order}/items/{line}/services"),
            json!({"service_id": service}),
        )
        .await
        .expect(201);
    (line, made["id"].as_i64().expect("an id"))
}

/// Bytes sent as they are.
pub async fn bytes(actor: &Actor, method: &str, path: &str, offset: usize, bytes: &[u8]) -> crate::support::Answer {
    actor
        .with("content-type", "application/octet-stream")
        .with("upload-offset", &offset.to_string())
        .send(method, path, Some(bytes.to_vec()))
        .await
}

/// A whole upload in chunks; `base` is where uploads begin and `one` where one of them is.
pub async fn upload(actor: &Actor, begin: &str, one: &str, kind: &str, file: &[u8]) -> crate::support::Answer {
    let new = json!({"name": "IMG_0001.jpg", "bytes": file.len(), "kind": kind});
    let opened = actor.post(begin, new).await.within(201, 6);
    let path = format!("{one}/{}", opened["id"]);
    for (index, chunk) in file.chunks(1 << 20).enumerate() {
        let state = bytes(actor, "PATCH", &path, index << 20, chunk).await.expect(200);
        assert_eq!(state["offset"], (index << 20) + chunk.len());
    }
    actor.post(&format!("{path}/finish"), json!({})).await
}
