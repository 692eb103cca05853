//! The second factor: required by the person or by one of their agents.

use super::log_in_by_code;
use crate::support::{App, OWNER, PASSWORD, WAREHOUSE_WORKER, on_both};
use entities::login_code;
use platform::scope::ScopedConnection;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde_json::{Value, json};

/// Requests a login code and replaces it with a known value.
pub async fn request_known_code(app: &App, phone: &str, code: &str) {
    let _ = app
        .anonymous()
        .post("/agent/code/send", json!({"phone": phone, "channel": "log"}))
        .await
        .expect(202);
    let hash = app.state.hasher.hash(code.to_owned()).await.expect("hashes");
    let known = login_code::Entity::update_many()
        .col_expr(login_code::Column::CodeHash, Expr::value(hash))
        .filter(login_code::Column::Phone.eq(phone))
        .filter(login_code::Column::UsedAt.is_null());
    app.state.system().update_count(known).await.expect("a code");
}

fn login_body(phone: &str, code: Option<&str>) -> Value {
    match code {
        None => json!({"phone": phone, "password": PASSWORD}),
        Some(code) => json!({"phone": phone, "password": PASSWORD, "code": code}),
    }
}

#[apply(on_both)]
async fn second_factor_is_opt_in_per_user(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let turn = |on: bool, current: &'static str| {
        let worker = worker.clone();
        async move {
            worker
                .post("/agent/profile/second-factor", json!({"on": on, "current": current}))
                .await
        }
    };
    let _ = turn(true, "не тот").await.expect_problem(403, "proof_wrong");
    let _ = turn(true, "").await.expect_problem(422, "validation_failed");
    let _ = turn(true, PASSWORD).await.expect(204);
    let profile = worker.get("/agent/profile").await.expect(200);
    assert_eq!(
        (&profile["second_factor"], &profile["second_factor_required"]),
        (&json!(true), &json!(false))
    );

    let stranger = app.anonymous();
    let enter = |body: Value| stranger.post("/agent/login/password", body);
    let _ = enter(login_body(WAREHOUSE_WORKER, None))
        .await
        .expect_problem(403, "second_factor_required");
    let _ = enter(login_body(WAREHOUSE_WORKER, Some("000000")))
        .await
        .expect_problem(401, "code_wrong");
    let _ = enter(json!({"phone": WAREHOUSE_WORKER, "password": "не тот", "code": "112233"}))
        .await
        .expect_problem(401, "login_failed");
    request_known_code(&app, WAREHOUSE_WORKER, "112233").await;
    let _ = enter(login_body(WAREHOUSE_WORKER, Some("112233")))
        .await
        .expect_within_statements(200, 10);
    let _ = enter(login_body(WAREHOUSE_WORKER, Some("112233")))
        .await
        .expect_problem(401, "code_wrong");
    // A code alone is only one factor.
    request_known_code(&app, WAREHOUSE_WORKER, "445566").await;
    let _ = app
        .anonymous()
        .post("/agent/code", json!({"phone": WAREHOUSE_WORKER, "code": "445566"}))
        .await
        .expect_problem(403, "second_factor_required");
    // Other users are not affected.
    let _ = enter(login_body(OWNER, None)).await.expect(200);
    let _ = turn(false, PASSWORD).await.expect(204);
    let _ = enter(login_body(WAREHOUSE_WORKER, None)).await.expect(200);
}

#[apply(on_both)]
async fn agent_can_require_the_second_factor(app: App) {
    let owner = app.owner().await;
    assert_eq!(
        owner.get("/agent/settings/staff-logins").await.expect(200),
        json!({"second_factor": false, "payouts": false, "payout_authenticator": false})
    );
    let _ = app
        .log_in("agent", WAREHOUSE_WORKER)
        .await
        .patch("/agent/settings/staff-logins", json!({"second_factor": true}))
        .await
        .expect_problem(403, "permission_denied");
    let _ = owner
        .patch("/agent/settings/staff-logins", json!({"second_factor": true}))
        .await
        .expect(200);
    assert_eq!(
        owner.get("/agent/profile").await.expect(200)["second_factor_required"],
        true
    );
    let _ = app
        .anonymous()
        .post("/agent/login/password", login_body(OWNER, None))
        .await
        .expect_problem(403, "second_factor_required");
    request_known_code(&app, OWNER, "112233").await;
    let _ = app
        .anonymous()
        .post("/agent/login/password", login_body(OWNER, Some("112233")))
        .await
        .expect_within_statements(200, 10);
    // Staff of other agents and clients are not affected.
    let _ = app.log_in("agent", crate::support::OTHER_OWNER).await;
    let _ = app.client().await;
    let _ = owner
        .patch("/agent/settings/staff-logins", json!({"second_factor": false}))
        .await
        .expect(200);
    let _ = log_in_by_code(&app, "agent", OWNER).await;
}
