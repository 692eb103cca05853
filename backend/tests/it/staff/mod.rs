//! Staff, access groups, and the immediate effect of changes.

mod avatars;
mod contact;
mod departures;
mod grants;
mod groups;
mod invitation_links;
mod invitations;
mod payouts;
mod people;
mod profile;
mod rights_escalation;
pub mod second_factor;
mod step_up;

use crate::support::{Actor, App};
use entities::login_code;
use platform::scope::ScopedConnection;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde_json::{Value, json};

pub const NEWCOMER: &str = "+79995550001";

/// Creates an access group with grants such as `("orders", "view", "all")`.
pub async fn create_group(actor: &Actor, side: &str, name: &str, grants: &[(&str, &str, &str)]) -> Value {
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

/// Logs a person in by code. The test replaces the requested code with a known value.
pub async fn log_in_by_code(app: &App, guard: &str, phone: &str) -> Actor {
    log_in_in_timezone(app, guard, phone, None).await
}

/// Does the same in a browser that states its time zone.
pub async fn log_in_in_timezone(app: &App, guard: &str, phone: &str, timezone: Option<&str>) -> Actor {
    let body = json!({"phone": phone, "channel": "log"});
    let _ = app
        .anonymous()
        .post(&format!("/{guard}/code/send"), body)
        .await
        .expect(202);
    let hash = app.state.hasher.hash("246802".to_owned()).await.expect("hashes");
    let known = login_code::Entity::update_many()
        .col_expr(login_code::Column::CodeHash, Expr::value(hash))
        .filter(login_code::Column::Phone.eq(phone))
        .filter(login_code::Column::UsedAt.is_null());
    app.state.system().update_count(known).await.expect("a code");
    // The first login after an invitation confirms it, which takes more statements.
    let session = app
        .anonymous()
        .post(
            &format!("/{guard}/code"),
            json!({"phone": phone, "code": "246802", "timezone": timezone}),
        )
        .await
        .expect_within_statements(200, 8 + u32::from(timezone.is_some()));
    app.with_token(session["access_token"].as_str().expect("a token"))
}

/// Invites a person to a new access group and logs them in.
pub async fn hire_staff(
    app: &App,
    owner: &Actor,
    phone: &str,
    name: &str,
    grants: &[(&str, &str, &str)],
) -> (Actor, Value) {
    let group = create_group(owner, "agent", name, grants).await;
    let person = invite(owner, "agent", phone, &group).await;
    (log_in_by_code(app, "agent", phone).await, person["id"].clone())
}
