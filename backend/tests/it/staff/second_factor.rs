//! Password and code together, where the person or an agent of theirs wants it.

use super::log_in_by_code;
use crate::support::{App, OWNER, PASSWORD, WAREHOUSE, on_both};
use karavan::{identity::entity::login_code, platform::scope::Rows};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde_json::{Value, json};

/// A code on its way to the phone, known to the test.
pub(super) async fn code_for(app: &App, phone: &str, code: &str) {
    let _ = app
        .stranger()
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

fn by(phone: &str, code: Option<&str>) -> Value {
    match code {
        None => json!({"phone": phone, "password": PASSWORD}),
        Some(code) => json!({"phone": phone, "password": PASSWORD, "code": code}),
    }
}

on_both! {
    async fn a_person_who_wants_it_needs_password_and_code(app: App) {
        let worker = app.log_in("agent", WAREHOUSE).await;
        let turn = |on: bool, current: &'static str| {
            let worker = worker.clone();
            async move { worker.post("/agent/profile/second-factor", json!({"on": on, "current": current})).await }
        };
        let _ = turn(true, "не тот").await.refused(403, "proof_wrong");
        let _ = turn(true, "").await.refused(422, "validation_failed");
        let _ = turn(true, PASSWORD).await.expect(204);
        let profile = worker.get("/agent/profile").await.expect(200);
        assert_eq!((&profile["second_factor"], &profile["second_factor_required"]), (&json!(true), &json!(false)));

        let stranger = app.stranger();
        let enter = |body: Value| stranger.post("/agent/login/password", body);
        let _ = enter(by(WAREHOUSE, None)).await.refused(403, "second_factor_required");
        let _ = enter(by(WAREHOUSE, Some("000000"))).await.refused(401, "code_wrong");
        let _ = enter(json!({"phone": WAREHOUSE, "password": "не тот", "code": "112233"})).await.refused(401, "login_failed");
        code_for(&app, WAREHOUSE, "112233").await;
        let _ = enter(by(WAREHOUSE, Some("112233"))).await.within(200, 10);
        let _ = enter(by(WAREHOUSE, Some("112233"))).await.refused(401, "code_wrong");
        // A code alone is one factor, too.
        code_for(&app, WAREHOUSE, "445566").await;
        let _ = app.stranger().post("/agent/code", json!({"phone": WAREHOUSE, "code": "445566"})).await.refused(403, "second_factor_required");
        // Others go on as before.
        let _ = enter(by(OWNER, None)).await.expect(200);
        let _ = turn(false, PASSWORD).await.expect(204);
        let _ = enter(by(WAREHOUSE, None)).await.expect(200);
    }

    async fn an_agent_asks_it_of_all_its_people(app: App) {
        let owner = app.owner().await;
        assert_eq!(owner.get("/agent/settings/staff-logins").await.expect(200), json!({"second_factor": false, "payouts": false}));
        let _ = app.log_in("agent", WAREHOUSE).await.patch("/agent/settings/staff-logins", json!({"second_factor": true})).await.refused(403, "permission_denied");
        let _ = owner.patch("/agent/settings/staff-logins", json!({"second_factor": true})).await.expect(200);
        assert_eq!(owner.get("/agent/profile").await.expect(200)["second_factor_required"], true);
        let _ = app.stranger().post("/agent/login/password", by(OWNER, None)).await.refused(403, "second_factor_required");
        code_for(&app, OWNER, "112233").await;
        let _ = app.stranger().post("/agent/login/password", by(OWNER, Some("112233"))).await.within(200, 10);
        // Another agent's people and clients are not asked.
        let _ = app.log_in("agent", crate::support::OTHER_OWNER).await;
        let _ = app.client().await;
        let _ = owner.patch("/agent/settings/staff-logins", json!({"second_factor": false})).await.expect(200);
        let _ = log_in_by_code(&app, "agent", OWNER).await;
    }
}
