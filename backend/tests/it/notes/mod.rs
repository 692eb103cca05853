//! Notes: one per object, visible to all staff of the agent only, and a private notepad per person.

mod access;
mod saving;
mod search;
mod visibility;

use crate::{
    shipments::{item_in_warehouse, loaded_delivery},
    support::{Actor, App},
};
use entities::note;
use platform::scope::ScopedConnection;
use sea_orm::EntityTrait;
use serde_json::{Value, json};

/// One object of each kind of the first agent.
async fn objects(app: &App) -> Vec<(&'static str, i64)> {
    let owner = app.owner().await;
    let (order, item) = item_in_warehouse(app).await;
    let (shipment, delivery) = loaded_delivery(&owner, &item).await;
    let card = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    let id = |value: &Value| value.as_i64().expect("an id");
    vec![
        ("order", order),
        ("item", id(&item)),
        ("group", id(&card["groups"][0]["id"])),
        ("shipment", shipment),
        ("delivery", delivery),
        ("client", 1),
    ]
}

async fn save_note(actor: &Actor, path: &str, body: &str) -> Value {
    actor.post(path, json!({"body": body})).await.expect(200)
}

async fn note_text(actor: &Actor, path: &str) -> String {
    actor.get(path).await.expect(200)["body"]
        .as_str()
        .expect("a text")
        .to_owned()
}

async fn stored_notes(app: &App) -> Vec<note::Model> {
    app.state.system().all(note::Entity::find()).await.expect("reads notes")
}
