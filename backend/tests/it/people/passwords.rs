//! Password recovery by code and by email.

use super::bots::{Bots, Browser};
use crate::support::{App, OWNER, PASSWORD, WAREHOUSE_WORKER, on_both};
use chrono::Duration;
use serde_json::json;

const CHAT: i64 = 5_550_001;

/// Stores a password reset with a known token.
async fn store_reset_token(app: &App, token: &str) {
    let now = app.state.clock.now();
    let sql = format!(
        "INSERT INTO password_resets (user_id, token_hash, expires_at) SELECT id, '{}', '{}' FROM users WHERE email = 'anna@example.com'",
        platform::rng::digest(token),
        (now + Duration::hours(1)).to_rfc3339(),
    );
    app.execute_sql(&sql).await;
}

#[apply(on_both)]
async fn password_reset_ends_all_logins(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, OWNER).await;
    let earlier_login = app.owner().await;
    let browser = Browser::new(&app);
    let _ = browser
        .post("/agent/recovery", json!({"phone": OWNER}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let code = bots.take_code(CHAT);
    let _ = browser
        .post("/agent/code", json!({"phone": OWNER, "code": code}))
        .await
        .expect_problem(401, "code_wrong");
    let short = browser
        .post(
            "/agent/recovery/password",
            json!({"phone": OWNER, "code": code, "password": "short"}),
        )
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(short["errors"]["password"][0]["code"], "too_short");
    let session = browser
        .post(
            "/agent/recovery/password",
            json!({"phone": OWNER, "code": code, "password": "новый-пароль"}),
        )
        .await
        .expect_within_statements(200, 10);
    let _ = app
        .with_token(session["access_token"].as_str().expect("a token"))
        .get("/agent/orders")
        .await
        .expect(200);
    let _ = earlier_login
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = app
        .anonymous()
        .post("/agent/login/password", json!({"phone": OWNER, "password": PASSWORD}))
        .await
        .expect_problem(401, "login_failed");
    let _ = app
        .anonymous()
        .post(
            "/agent/login/password",
            json!({"phone": OWNER, "password": "новый-пароль"}),
        )
        .await
        .expect(200);
}

#[apply(on_both)]
async fn invited_staff_set_their_first_password(app: App) {
    let (app, bots) = Bots::start(&app).await;
    app.execute_sql(&format!(
        "UPDATE users SET password_hash = NULL WHERE phone = '{WAREHOUSE_WORKER}'"
    ))
    .await;
    app.execute_sql(&format!(
        "UPDATE staff SET confirmed_at = NULL WHERE user_id = (SELECT id FROM users WHERE phone = '{WAREHOUSE_WORKER}')"
    ))
    .await;
    bots.link_telegram(&app, CHAT, WAREHOUSE_WORKER).await;
    let browser = Browser::new(&app);
    let step = browser
        .post("/agent/login", json!({"phone": WAREHOUSE_WORKER}))
        .await
        .expect(200);
    assert_eq!(step, json!({"next": "set_password", "channels": ["telegram"]}));
    let _ = browser
        .post(
            "/agent/recovery",
            json!({"phone": WAREHOUSE_WORKER, "channel": "telegram"}),
        )
        .await
        .expect(202);
    app.run_due_jobs().await;
    let session = browser
        .post(
            "/agent/recovery/password",
            json!({"phone": WAREHOUSE_WORKER, "code": bots.take_code(CHAT), "password": "first-password"}),
        )
        .await
        .expect_within_statements(200, 12);
    assert_eq!(session["cabinet"]["agent_name"], "lotus");
    let _ = app.log_in("agent", OWNER).await;
    let _ = app
        .anonymous()
        .post(
            "/agent/login/password",
            json!({"phone": WAREHOUSE_WORKER, "password": "first-password"}),
        )
        .await
        .expect(200);
}

#[apply(on_both)]
async fn staff_log_in_and_reset_the_password_by_email(app: App) {
    app.execute_sql(&format!(
        "UPDATE users SET email = 'anna@example.com' WHERE phone = '{OWNER}'"
    ))
    .await;
    let stranger = app.anonymous();
    let _ = stranger
        .post(
            "/agent/login-email",
            json!({"email": " Anna@Example.com ", "password": PASSWORD}),
        )
        .await
        .expect(200);
    let _ = stranger
        .post(
            "/agent/login-email",
            json!({"email": "anna@example.com", "password": "wrong"}),
        )
        .await
        .expect_problem(401, "login_failed");
    let _ = stranger
        .post("/agent/login-email", json!({"email": "anna", "password": "wrong"}))
        .await
        .expect_problem(422, "validation_failed");
    let known = stranger
        .post("/agent/forgot-password", json!({"email": "anna@example.com"}))
        .await;
    let unknown = stranger
        .post("/agent/forgot-password", json!({"email": "nobody@example.com"}))
        .await;
    assert_eq!((known.status, known.statements), (unknown.status, unknown.statements));
    let _ = (known.expect(202), unknown.expect(202));
    app.run_due_jobs().await;
    assert_eq!(
        app.count("password_resets", "used_at IS NULL").await,
        1,
        "one email was sent"
    );

    store_reset_token(&app, "token-of-the-email").await;
    let earlier_login = app.owner().await;
    let reset = |password: &str| {
        stranger.post(
            "/agent/reset-password/token-of-the-email",
            json!({"password": password}),
        )
    };
    let _ = reset("short").await.expect_problem(422, "validation_failed");
    let _ = reset("from-the-email").await.expect(204);
    let _ = reset("from-the-thief").await.expect_problem(401, "link_expired");
    let _ = earlier_login
        .get("/agent/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = stranger
        .post(
            "/agent/login-email",
            json!({"email": "anna@example.com", "password": "from-the-email"}),
        )
        .await
        .expect(200);
    assert_eq!(
        app.count("password_resets", "used_at IS NULL").await,
        0,
        "other reset links are invalid"
    );
    let page = stranger
        .with_header("accept", "text/html")
        .get("/agent/reset-password/token-of-the-email")
        .await;
    assert_eq!(page.status, 200);
}
