//! Payouts that are confirmed by an authenticator app.

use super::authenticator::{MAX_STATEMENTS, log_in, turn_on};
use crate::support::{OWNER, on_both};
use chrono::Duration;
use serde_json::json;

#[apply(on_both)]
async fn app_confirms_payouts_and_can_be_required(app: App) {
    const POLICY: &str = "/agent/settings/staff-logins";
    let owner = app.owner().await;
    let prove = async |code: &str| owner.post("/agent/profile/payout-proof", json!({"code": code})).await;
    let adjust = async || {
        let body = json!({"amount": "-5", "currency": "CNY", "memo": "наличными"});
        owner.post("/agent/clients/1/balance/adjustments", body).await
    };
    crate::orders::lifecycle::adjust_balance(&owner, 1, "1000", "CNY").await;
    // Only people who have an app can require one.
    let require = json!({"payout_authenticator": true});
    let _ = owner
        .patch(POLICY, require.clone())
        .await
        .expect_problem(403, "authenticator_required");
    let authenticator = turn_on(&app, &owner, "agent").await;
    let _ = owner
        .patch(POLICY, require.clone())
        .await
        .expect_problem(403, "code_required");

    // No code is sent, and only codes of the app count, each once.
    let requested = owner
        .post("/agent/profile/payout-code", json!({}))
        .await
        .expect_within_statements(202, MAX_STATEMENTS);
    assert_eq!(requested, json!({"source": "authenticator"}));
    assert_eq!(app.count("login_codes", "purpose = 'payout'").await, 0);
    let _ = prove(" ").await.expect_problem(422, "validation_failed");
    let _ = prove(authenticator.wrong_code(&app))
        .await
        .expect_problem(403, "proof_wrong");
    let code = authenticator.code(&app, 0);
    let _ = prove(&code).await.expect_within_statements(204, MAX_STATEMENTS);
    let _ = prove(&code).await.expect_problem(403, "proof_wrong");
    let policy = owner.patch(POLICY, require).await.expect(200);
    assert_eq!(
        policy,
        json!({"second_factor": false, "payouts": false, "payout_authenticator": true})
    );
    let _ = adjust().await.expect_within_statements(201, MAX_STATEMENTS);

    // The proof ends after ten minutes. A recovery code is one, too.
    app.state.clock.advance(Duration::minutes(10) + Duration::seconds(1));
    let _ = adjust().await.expect_problem(403, "code_required");
    let _ = prove(&authenticator.recovery_codes[0])
        .await
        .expect_within_statements(204, MAX_STATEMENTS);
    let _ = adjust().await.expect_within_statements(201, MAX_STATEMENTS);

    // Without the app, the proof that it gave is worth nothing.
    let removal = json!({"code": authenticator.recovery_codes[1]});
    let _ = owner
        .post("/agent/profile/authenticator/remove", removal)
        .await
        .expect_within_statements(204, MAX_STATEMENTS);
    let _ = adjust().await.expect_problem(403, "authenticator_required");
    // A login that was confirmed by the app needs no other code.
    let authenticator = turn_on(&app, &owner, "agent").await;
    let _ = adjust().await.expect_problem(403, "code_required");
    let logged_in = log_in(&app, "agent", OWNER, Some(&authenticator.code(&app, 0)))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    let confirmed = app.with_token(logged_in["access_token"].as_str().expect("a token"));
    let body = json!({"amount": "-5", "currency": "CNY", "memo": "наличными"});
    let _ = confirmed
        .post("/agent/clients/1/balance/adjustments", body)
        .await
        .expect_within_statements(201, MAX_STATEMENTS);
}
