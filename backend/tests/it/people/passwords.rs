//! Password recovery by code and by email.

use super::bots::{Bots, Browser};
use crate::{
    staff::{NEWCOMER, create_group, invite, log_in_in_timezone},
    support::{Actor, App, CLIENT, OWNER, PASSWORD, WAREHOUSE_WORKER, on_both},
};
use chrono::Duration;
use serde_json::{Value, json};

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

/// The time zone in the profile of a person.
async fn timezone_of(person: &Actor, guard: &str) -> Value {
    person.get(&format!("/{guard}/profile")).await.expect(200)["timezone"].clone()
}

#[apply(on_both)]
async fn first_password_brings_the_time_zone_of_the_browser(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let owner = app.owner().await;
    let group = create_group(&owner, "agent", "Новая смена", &[("orders", "view", "all")]).await;
    let _ = invite(&owner, "agent", NEWCOMER, &group).await;
    bots.link_telegram(&app, CHAT, NEWCOMER).await;
    let browser = Browser::new(&app);
    let set_password = async |timezone: &str| {
        let _ = browser
            .post("/agent/recovery", json!({"phone": NEWCOMER, "channel": "telegram"}))
            .await
            .expect(202);
        app.run_due_jobs().await;
        let code = bots.take_code(CHAT);
        let body = json!({"phone": NEWCOMER, "code": code, "password": "first-password", "timezone": timezone});
        let session = browser
            .post("/agent/recovery/password", body)
            .await
            .expect_within_statements(200, 13);
        app.with_token(session["access_token"].as_str().expect("a token"))
    };
    let person = set_password("Asia/Shanghai").await;
    assert_eq!(timezone_of(&person, "agent").await, "Asia/Shanghai");
    // A later login in another place changes nothing.
    let person = set_password("America/New_York").await;
    assert_eq!(timezone_of(&person, "agent").await, "Asia/Shanghai");
}

#[apply(on_both)]
async fn first_login_sets_the_time_zone_once(app: App) {
    let owner = app.owner().await;
    let group = create_group(&owner, "agent", "Новая смена", &[("orders", "view", "all")]).await;
    let _ = invite(&owner, "agent", NEWCOMER, &group).await;
    // A name that the server does not know must not prevent the login.
    let person = log_in_in_timezone(&app, "agent", NEWCOMER, Some("Asia/Nowhere")).await;
    assert_eq!(timezone_of(&person, "agent").await, "Europe/Moscow");
    let person = log_in_in_timezone(&app, "agent", NEWCOMER, Some("Asia/Shanghai")).await;
    assert_eq!(timezone_of(&person, "agent").await, "Asia/Shanghai");
    let person = log_in_in_timezone(&app, "agent", NEWCOMER, Some("America/New_York")).await;
    assert_eq!(timezone_of(&person, "agent").await, "Asia/Shanghai");

    // A member of a client, who chooses a zone before the browser states one.
    let client = app.client().await;
    let group = create_group(&client, "client", "Закупки", &[("orders", "view", "all")]).await;
    let _ = invite(&client, "client", "+79995550002", &group).await;
    let member = log_in_in_timezone(&app, "client", "+79995550002", None).await;
    assert_eq!(timezone_of(&member, "client").await, "Europe/Moscow");
    let _ = member
        .patch("/client/profile", json!({"timezone": "Europe/Moscow"}))
        .await
        .expect(200);
    let member = log_in_in_timezone(&app, "client", "+79995550002", Some("Asia/Shanghai")).await;
    assert_eq!(timezone_of(&member, "client").await, "Europe/Moscow");

    // People who had logged in before keep their time zone.
    let body = json!({"phone": CLIENT, "password": PASSWORD, "timezone": "Asia/Shanghai"});
    let session = app
        .anonymous()
        .post("/client/login/password", body)
        .await
        .expect_within_statements(200, 7);
    let known = app.with_token(session["access_token"].as_str().expect("a token"));
    assert_eq!(timezone_of(&known, "client").await, "Europe/Moscow");
}
