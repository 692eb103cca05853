//! Guesses of one-time codes.

use super::{CHAT, behind_a_proxy, exhaust_codes, exhaust_password_attempts, in_network};
use crate::{
    people::bots::{Bots, Browser},
    support::{CLIENT, OWNER, PASSWORD, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn unrequested_code_guesses_do_not_limit_the_phone(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let app = behind_a_proxy(&app);
    bots.link_telegram(&app, CHAT, CLIENT).await;
    for _ in 0..20 {
        let _ = in_network(&app, 1)
            .post("/client/code", json!({"phone": CLIENT, "code": "000000"}))
            .await
            .expect_problem(401, "code_wrong");
    }
    let browser = Browser::new(&app).with_address("198.18.1.9");
    let _ = browser
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let _ = browser
        .post("/client/code", json!({"phone": CLIENT, "code": bots.take_code(CHAT)}))
        .await
        .expect(200);
}

#[apply(on_both)]
async fn correct_code_refunds_its_budget(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    for _ in 0..10 {
        let _ = app
            .anonymous()
            .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
            .await
            .expect(202);
        app.run_due_jobs().await;
        let _ = app
            .anonymous()
            .post("/client/code", json!({"phone": CLIENT, "code": bots.take_code(CHAT)}))
            .await
            .expect(200);
    }
}

#[apply(on_both)]
async fn strangers_cannot_block_a_payout(app: App) {
    let app = behind_a_proxy(&app);
    let owner = app.owner().await;
    let _ = exhaust_password_attempts(&app, "/agent/login/password", OWNER).await;
    let _ = exhaust_codes(&app, "/agent/code/send", OWNER).await;
    for network in 0..30 {
        let _ = in_network(&app, network)
            .post("/agent/code", json!({"phone": OWNER, "code": "000000"}))
            .await;
    }
    let _ = owner
        .post("/agent/profile/payout-code", json!({"channel": "log"}))
        .await
        .expect(202);
    let _ = owner
        .post("/agent/profile/payout-proof", json!({"code": "000000"}))
        .await
        .expect_problem(403, "proof_wrong");
    let _ = owner
        .post(
            "/agent/profile/second-factor",
            json!({"on": false, "current": PASSWORD}),
        )
        .await
        .expect(204);
    let change = json!({"password": "a-new-password", "current": PASSWORD});
    let _ = owner
        .post("/agent/profile/password", change)
        .await
        .expect_within_statements(204, 7);
}
