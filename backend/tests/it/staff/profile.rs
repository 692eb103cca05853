//! A person's profile, password and sessions.

use super::log_in_by_code;
use crate::support::{App, OWNER, PASSWORD, WAREHOUSE_WORKER, on_both};
use entities::login_code;
use platform::scope::ScopedConnection;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde_json::{Value, json};

const NEW_PASSWORD: &str = "новый-пароль-2026";

async fn login_status(app: &App, password: &str) -> u16 {
    let body = json!({"phone": OWNER, "password": password});
    app.anonymous().post("/agent/login/password", body).await.status
}

#[apply(on_both)]
async fn time_zone_that_names_none_is_replaced_by_the_migration(app: App) {
    let owner = app.owner().await;
    let db = app.undo_migrations_from("m20261125_0075_time_zones").await;
    app.execute_sql("UPDATE users SET timezone = 'Луна/Море'").await;
    db.migrate().await.expect("goes up");
    db.close().await.expect("closes");
    assert_eq!(
        owner.get("/agent/me").await.expect(200)["user"]["timezone"],
        "Europe/Moscow"
    );
}

#[apply(on_both)]
async fn profile_is_shown_and_updated(app: App) {
    let owner = app.owner().await;
    let profile = owner.get("/agent/profile").await.expect(200);
    assert_eq!(
        (&profile["phone"], &profile["has_password"], &profile["contact_channel"]),
        (&json!(OWNER), &json!(true), &Value::Null)
    );
    let body = json!({"name": "Анна Л.", "timezone": "Asia/Shanghai", "locale": "zh", "contact_channel": "max"});
    let changed = owner
        .with_header("if-match", "\"1\"")
        .patch("/agent/profile", body)
        .await
        .expect(200);
    assert_eq!(
        (
            &changed["name"],
            &changed["timezone"],
            &changed["locale"],
            &changed["contact_channel"]
        ),
        (&json!("Анна Л."), &json!("Asia/Shanghai"), &json!("zh"), &json!("max"))
    );
    let _ = owner
        .with_header("if-match", "\"1\"")
        .patch("/agent/profile", json!({"name": "x"}))
        .await
        .expect_problem(412, "version_stale");
    let problem = owner
        .patch(
            "/agent/profile",
            json!({"name": " ", "timezone": "Луна/Море", "contact_channel": "log"}),
        )
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"].as_object().map(serde_json::Map::len), Some(3));
    let problem = owner
        .patch("/agent/profile", json!({"locale": "de"}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["locale"][0]["code"], "unknown_value");
    let problem = owner
        .patch("/agent/me", json!({"timezone": "Луна/Море"}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["timezone"][0]["code"], "unknown_value");
    for field in [
        "id",
        "phone",
        "email",
        "password",
        "password_hash",
        "is_owner",
        "version",
        "second_factor_since",
    ] {
        let problem = owner
            .patch("/agent/profile", json!({field: "x"}))
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], "unknown_field");
    }
    assert_eq!(owner.get("/agent/me").await.expect(200)["user"]["name"], "Анна Л.");
    assert_eq!(
        app.client().await.get("/client/profile").await.expect(200)["name"],
        "Игорь"
    );
}

#[apply(on_both)]
async fn password_change_requires_the_current_one_and_ends_other_logins(app: App) {
    let (owner, other) = (app.owner().await, app.owner().await);
    let change = |body: Value| owner.post("/agent/profile/password", body);
    let _ = change(json!({"password": NEW_PASSWORD}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = change(json!({"password": "коротко", "current": PASSWORD}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = change(json!({"password": NEW_PASSWORD, "current": "не тот"}))
        .await
        .expect_problem(403, "proof_wrong");
    let _ = other.get("/agent/orders").await.expect(200);
    let _ = change(json!({"password": NEW_PASSWORD, "current": PASSWORD}))
        .await
        .expect_within_statements(204, 7);
    let _ = other
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = owner.get("/agent/orders").await.expect(200);
    assert_eq!(
        (
            login_status(&app, PASSWORD).await,
            login_status(&app, NEW_PASSWORD).await
        ),
        (401, 200)
    );
    // Wrong passwords count together with wrong passwords at the login.
    for _ in 0..5 {
        let _ = change(json!({"password": NEW_PASSWORD, "current": "не тот"})).await;
    }
    let _ = change(json!({"password": NEW_PASSWORD, "current": NEW_PASSWORD}))
        .await
        .expect_problem(429, "too_many_requests");
}

#[apply(on_both)]
async fn password_is_changed_by_code(app: App) {
    let owner = app.owner().await;
    let _ = app
        .anonymous()
        .post("/agent/recovery", json!({"phone": OWNER, "channel": "log"}))
        .await
        .expect(202);
    let hash = app.state.hasher.hash("135791".to_owned()).await.expect("hashes");
    let known = login_code::Entity::update_many()
        .col_expr(login_code::Column::CodeHash, Expr::value(hash))
        .filter(login_code::Column::Phone.eq(OWNER));
    app.state.system().update_count(known).await.expect("a code");
    let _ = owner
        .post(
            "/agent/profile/password",
            json!({"password": NEW_PASSWORD, "code": "000000"}),
        )
        .await
        .expect_problem(403, "proof_wrong");
    let _ = owner
        .post(
            "/agent/profile/password",
            json!({"password": NEW_PASSWORD, "code": "135791"}),
        )
        .await
        .expect_within_statements(204, 8);
    let _ = owner
        .post(
            "/agent/profile/password",
            json!({"password": PASSWORD, "code": "135791"}),
        )
        .await
        .expect_problem(403, "proof_wrong");
    assert_eq!(login_status(&app, NEW_PASSWORD).await, 200);
}

#[apply(on_both)]
async fn sessions_are_listed_and_revoked(app: App) {
    let phone = app
        .anonymous()
        .with_header("user-agent", "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Safari/604.1");
    let answer = phone
        .post("/agent/login/password", json!({"phone": OWNER, "password": PASSWORD}))
        .await
        .expect(200);
    let phone = app.with_token(answer["access_token"].as_str().expect("a token"));
    let owner = app.owner().await;
    let logins = owner.get("/agent/sessions").await.expect(200);
    assert_eq!(
        (
            &logins["data"][0]["current"],
            &logins["data"][1]["current"],
            &logins["data"][1]["device"]
        ),
        (&json!(true), &json!(false), &json!("Safari, iPhone"))
    );
    let _ = app
        .log_in("agent", WAREHOUSE_WORKER)
        .await
        .delete(&format!("/agent/sessions/{}", logins["data"][1]["id"]))
        .await
        .expect_problem(404, "not_found");
    let _ = phone.get("/agent/orders").await.expect(200);
    let _ = owner
        .delete(&format!("/agent/sessions/{}", logins["data"][1]["id"]))
        .await
        .expect(204);
    let _ = phone
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let third = log_in_by_code(&app, "agent", OWNER).await;
    let _ = owner
        .post("/agent/sessions/revoke-all", json!({"keep_current": true}))
        .await
        .expect(204);
    let _ = third
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    assert_eq!(
        owner.get("/agent/sessions").await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    let _ = owner
        .post("/agent/sessions/revoke-all", json!({"keep_current": false}))
        .await
        .expect(204);
    let _ = owner
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
}
