//! People of a cabinet, their groups, and what a change does at once.

mod groups;
mod owners;
mod people;

use crate::support::{Actor, App};
use chrono::Duration;
use karavan::{identity::entity::login_code, platform::scope::Rows};
use sea_orm::{ActiveValue::NotSet, Set};
use serde_json::{Value, json};

pub const NEWCOMER: &str = "+79995550001";

/// A group with these grants: `("orders", "view", "all")`.
pub async fn group(actor: &Actor, side: &str, name: &str, grants: &[(&str, &str, &str)]) -> Value {
    let grants: serde_json::Map<String, Value> = grants
        .iter()
        .map(|(object, level, breadth)| ((*object).to_owned(), json!({"level": level, "breadth": breadth})))
        .collect();
    let made = actor
        .post(
            &format!("/{side}/access-groups"),
            json!({"name": name, "grants": grants}),
        )
        .await;
    made.expect(201)["id"].clone()
}

pub async fn invite(actor: &Actor, side: &str, phone: &str, group: &Value) -> Value {
    let body = json!({"phone": phone, "name": "Новый человек", "group_id": group});
    actor.post(&format!("/{side}/staff"), body).await.expect(201)
}

/// Logs somebody in by a code, as if it had come by a messenger.
pub async fn log_in_by_code(app: &App, guard: &str, phone: &str) -> Actor {
    let now = app.state.clock.now();
    let row = login_code::ActiveModel {
        id: NotSet,
        guard: Set(guard.to_owned()),
        phone: Set(phone.to_owned()),
        purpose: Set("login".to_owned()),
        channel: Set("log".to_owned()),
        code_hash: Set(app.state.hasher.hash("246802".to_owned()).await.expect("hashes")),
        attempts: Set(0),
        expires_at: Set(now + Duration::minutes(5)),
        used_at: Set(None),
        created_at: Set(now),
    };
    app.state.system().insert(row).await.expect("a code");
    // The first login after an invitation also confirms it.
    let session = app
        .stranger()
        .post(&format!("/{guard}/code"), json!({"phone": phone, "code": "246802"}))
        .await
        .within(200, 7);
    app.bearer(session["access_token"].as_str().expect("a token"))
}

/// Somebody with a group of these grants, logged in.
pub async fn hired(app: &App, owner: &Actor, phone: &str, name: &str, grants: &[(&str, &str, &str)]) -> (Actor, Value) {
    let group = group(owner, "agent", name, grants).await;
    let person = invite(owner, "agent", phone, &group).await;
    (log_in_by_code(app, "agent", phone).await, person["id"].clone())
}
