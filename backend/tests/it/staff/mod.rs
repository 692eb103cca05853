//! People of a cabinet, their groups, and what a change does at once.

mod contact;
mod groups;
mod owners;
mod payouts;
mod people;
mod pictures;
mod profile;
mod second_factor;

use crate::support::{Actor, App};
use karavan::{identity::entity::login_code, platform::scope::Rows};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
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

/// Logs somebody in by a code: asked for as ever, and known because the test writes what the messenger would have carried.
pub async fn log_in_by_code(app: &App, guard: &str, phone: &str) -> Actor {
    let body = json!({"phone": phone, "channel": "log"});
    let _ = app
        .stranger()
        .post(&format!("/{guard}/code/send"), body)
        .await
        .expect(202);
    let hash = app.state.hasher.hash("246802".to_owned()).await.expect("hashes");
    let known = login_code::Entity::update_many()
        .col_expr(login_code::Column::CodeHash, Expr::value(hash))
        .filter(login_code::Column::Phone.eq(phone))
        .filter(login_code::Column::UsedAt.is_null());
    app.state.system().update_count(known).await.expect("a code");
    // The first login after an invitation also confirms it.
    let session = app
        .stranger()
        .post(&format!("/{guard}/code"), json!({"phone": phone, "code": "246802"}))
        .await
        .within(200, 8);
    app.bearer(session["access_token"].as_str().expect("a token"))
}

/// Somebody with a group of these grants, logged in.
pub async fn hired(app: &App, owner: &Actor, phone: &str, name: &str, grants: &[(&str, &str, &str)]) -> (Actor, Value) {
    let group = group(owner, "agent", name, grants).await;
    let person = invite(owner, "agent", phone, &group).await;
    (log_in_by_code(app, "agent", phone).await, person["id"].clone())
}
