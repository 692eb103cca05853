//! Payouts that require a fresh code, if the agent enabled it.

use crate::support::{Actor, App, OTHER_OWNER, OWNER, PASSWORD, WAREHOUSE_WORKER, on_both};
use chrono::Duration;
use entities::login_code;
use platform::scope::ScopedConnection;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde_json::{Value, json};

const SETTINGS_PATH: &str = "/agent/settings/staff-logins";
const PROOF_PATH: &str = "/agent/profile/payout-proof";

/// Requests a payout code and replaces it with a known value.
async fn request_code(app: &App, person: &Actor, phone: &str, code: &str) {
    let _ = person
        .post("/agent/profile/payout-code", json!({"channel": "log"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let hash = app.state.hasher.hash(code.to_owned()).await.expect("hashes");
    let known = login_code::Entity::update_many()
        .col_expr(login_code::Column::CodeHash, Expr::value(hash))
        .filter(login_code::Column::Phone.eq(phone))
        .filter(login_code::Column::Purpose.eq("payout"))
        .filter(login_code::Column::UsedAt.is_null());
    assert_eq!(app.state.system().update_count(known).await.expect("a code"), 1);
}

async fn prove_payout(app: &App, person: &Actor, phone: &str) {
    request_code(app, person, phone, "314159").await;
    let _ = person.post(PROOF_PATH, json!({"code": "314159"})).await.expect(204);
}

async fn request_wallet_topup(app: &App) -> Value {
    let ask = json!({"wallet": "alipay", "account": "li.wei@example.com", "amount": "100"});
    app.client()
        .await
        .post("/client/wallet-topup", ask)
        .await
        .expect_within_statements(201, 14)["id"]
        .clone()
}

#[apply(on_both)]
async fn payouts_require_a_fresh_code(app: App) {
    let owner = app.owner().await;
    crate::orders::lifecycle::adjust_balance(&owner, 1, "1000", "CNY").await;
    let _ = owner
        .patch(SETTINGS_PATH, json!({"payouts": true}))
        .await
        .expect_problem(403, "code_required");
    prove_payout(&app, &owner, OWNER).await;
    assert_eq!(
        owner.patch(SETTINGS_PATH, json!({"payouts": true})).await.expect(200),
        json!({"second_factor": false, "payouts": true, "payout_authenticator": false})
    );

    let pay = format!("/agent/wallet-topups/{}/pay", request_wallet_topup(&app).await);
    app.state.clock.advance(Duration::minutes(10) + Duration::seconds(1));
    let keyed = owner.with_header("idempotency-key", "payout-1");
    let _ = keyed.post(&pay, json!({})).await.expect_problem(403, "code_required");
    let _ = owner
        .post(
            "/agent/clients/1/balance/adjustments",
            json!({"amount": "-5", "currency": "CNY", "memo": "наличными"}),
        )
        .await
        .expect_problem(403, "code_required");
    let operation = app.client().await.get("/client/balance/operations").await.expect(200)["data"][0]["id"].clone();
    let _ = owner
        .post(
            &format!("/agent/clients/1/balance/operations/{operation}/reverse"),
            json!({"memo": "ошибка"}),
        )
        .await
        .expect_problem(403, "code_required");
    let _ = owner
        .patch(SETTINGS_PATH, json!({"payouts": false}))
        .await
        .expect_problem(403, "code_required");
    let card = json!({"amount": "5", "currency": "CNY", "requisites": "карта"});
    let withdrawal = app
        .client()
        .await
        .post("/client/withdrawals", card)
        .await
        .expect_within_statements(201, 16)["id"]
        .clone();
    let _ = owner
        .post(&format!("/agent/withdrawals/{withdrawal}/confirm"), json!({}))
        .await
        .expect_within_statements(200, 14);
    let _ = owner
        .post(&format!("/agent/withdrawals/{withdrawal}/pay"), json!({}))
        .await
        .expect_problem(403, "code_required");
    let _ = owner
        .post(
            &format!("/agent/withdrawals/{withdrawal}/reject"),
            json!({"reason": "потом"}),
        )
        .await
        .expect_within_statements(200, 18);
    // Requests that debit no client are not affected.
    let _ = owner.get("/agent/wallet-topups").await.expect(200);

    request_code(&app, &owner, OWNER, "271828").await;
    let _ = owner
        .post(PROOF_PATH, json!({"code": "000000"}))
        .await
        .expect_problem(403, "proof_wrong");
    let _ = owner
        .post(PROOF_PATH, json!({"code": ""}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner.post(PROOF_PATH, json!({"code": "271828"})).await.expect(204);
    let _ = owner
        .post(PROOF_PATH, json!({"code": "271828"}))
        .await
        .expect_problem(403, "proof_wrong");
    // The refused request did not consume the idempotency key.
    assert_eq!(
        keyed.post(&pay, json!({})).await.expect_within_statements(200, 14)["status"],
        "paid"
    );
    assert_eq!(
        app.client().await.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "900.00"
    );
    assert_eq!(
        owner.patch(SETTINGS_PATH, json!({"payouts": false})).await.expect(200)["payouts"],
        false
    );
}

#[apply(on_both)]
async fn payout_proof_is_bound_to_its_session(app: App) {
    let owner = app.owner().await;
    prove_payout(&app, &owner, OWNER).await;
    crate::orders::lifecycle::adjust_balance(&owner, 1, "500", "CNY").await;
    let _ = owner.patch(SETTINGS_PATH, json!({"payouts": true})).await.expect(200);
    let pay = format!("/agent/wallet-topups/{}/pay", request_wallet_topup(&app).await);
    let elsewhere = app.log_in("agent", OWNER).await;
    let _ = elsewhere
        .post(&pay, json!({}))
        .await
        .expect_problem(403, "code_required");
    // Missing rights are reported before a missing proof. The other agent requires no proof.
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .post(&pay, json!({}))
        .await
        .expect_problem(403, "permission_denied");
    let _ = app
        .log_in("agent", OTHER_OWNER)
        .await
        .post(&pay, json!({}))
        .await
        .expect_problem(404, "not_found");
    // A payout code is valid for payouts only.
    request_code(&app, &elsewhere, OWNER, "161803").await;
    let _ = app
        .anonymous()
        .post("/agent/code", json!({"phone": OWNER, "code": "161803"}))
        .await
        .expect_problem(401, "code_wrong");
    let new = json!({"code": "161803", "password": "another-password"});
    let _ = elsewhere
        .post("/agent/profile/password", new)
        .await
        .expect_problem(403, "proof_wrong");
}

#[apply(on_both)]
async fn second_factor_login_counts_as_payout_proof(app: App) {
    let owner = app.owner().await;
    prove_payout(&app, &owner, OWNER).await;
    let _ = owner
        .patch(SETTINGS_PATH, json!({"payouts": true, "second_factor": true}))
        .await
        .expect(200);
    crate::orders::lifecycle::adjust_balance(&owner, 1, "500", "CNY").await;
    let (first, second) = (request_wallet_topup(&app).await, request_wallet_topup(&app).await);
    crate::staff::second_factor::request_known_code(&app, OWNER, "112233").await;
    let entered = app
        .anonymous()
        .post(
            "/agent/login/password",
            json!({"phone": OWNER, "password": PASSWORD, "code": "112233"}),
        )
        .await
        .expect_within_statements(200, 10);
    let fresh = app.with_token(entered["access_token"].as_str().expect("a token"));
    let _ = fresh
        .post(&format!("/agent/wallet-topups/{first}/pay"), json!({}))
        .await
        .expect_within_statements(200, 14);
    app.state.clock.advance(Duration::minutes(11));
    let _ = fresh
        .post(&format!("/agent/wallet-topups/{second}/pay"), json!({}))
        .await
        .expect_problem(403, "code_required");
}
