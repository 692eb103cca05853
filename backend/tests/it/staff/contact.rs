//! Changes of phone and email address.

use crate::{
    people::bots::{Bots, Browser},
    staff::log_in_by_code,
    support::{Actor, App, CLIENT, OTHER_CLIENT, OWNER, PASSWORD, WAREHOUSE_WORKER, on_both},
};
use platform::rng;
use serde_json::{Value, json};

const CHAT: i64 = 5_550_001;
const NEW_PHONE: &str = "+79995557788";

fn code_request_body(phone: &str, current: &str) -> Value {
    json!({"phone": phone, "channel": "telegram", "current": current})
}

async fn change_phone(person: &Actor, phone: &str, code: &str) -> crate::support::TestResponse {
    let body = json!({"phone": phone, "code": code, "current": PASSWORD});
    person.post("/client/profile/phone", body).await
}

/// Sends the pending email and replaces its token with a known value.
async fn set_email_token(app: &App, token: &str) {
    app.run_due_jobs().await;
    app.execute_sql(&format!(
        "UPDATE email_changes SET token_hash = '{}' WHERE used_at IS NULL",
        rng::digest(token)
    ))
    .await;
}

#[apply(on_both)]
async fn phone_change_requires_password_and_code_and_is_notified(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    bots.link_telegram(&app, 42, NEW_PHONE).await;
    let (person, other) = (app.client().await, app.client().await);
    let ask = |body: Value| person.post("/client/profile/phone/code", body);
    let _ = ask(code_request_body(NEW_PHONE, "не тот"))
        .await
        .expect_problem(403, "proof_wrong");
    let _ = ask(json!({"phone": NEW_PHONE, "channel": "telegram"}))
        .await
        .expect_problem(403, "code_required");
    let _ = ask(code_request_body("12", PASSWORD))
        .await
        .expect_problem(422, "validation_failed");
    let _ = ask(code_request_body(NEW_PHONE, PASSWORD))
        .await
        .expect_within_statements(202, 10);
    app.run_due_jobs().await;
    let code = bots.take_code(42);
    assert!(bots.take_messages(CHAT).is_empty(), "the code goes to the new phone");
    // A code for a new phone is valid for this purpose and this phone only.
    let _ = app
        .anonymous()
        .post("/client/code", json!({"phone": NEW_PHONE, "code": code}))
        .await
        .expect_problem(401, "code_wrong");
    let _ = change_phone(&person, "+79995557799", &code)
        .await
        .expect_problem(403, "proof_wrong");
    let _ = person
        .post(
            "/client/profile/phone",
            json!({"phone": NEW_PHONE, "code": code, "current": "не тот"}),
        )
        .await
        .expect_problem(403, "proof_wrong");
    let changed = change_phone(&person, NEW_PHONE, &code)
        .await
        .expect_within_statements(200, 16);
    assert_eq!(changed["phone"], NEW_PHONE);
    app.run_due_jobs().await;
    let notification = bots
        .take_messages(CHAT)
        .pop()
        .expect("a message to the former chat")
        .text;
    assert!(
        notification.contains("изменён на +79•••••••88") && !notification.contains(NEW_PHONE),
        "{notification}"
    );
    let _ = other
        .get("/client/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = person.get("/client/orders").await.expect(200);
    let _ = app
        .anonymous()
        .post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD}))
        .await
        .expect_problem(401, "login_failed");
    let _ = app.log_in("client", NEW_PHONE).await;
    let _ = change_phone(&person, NEW_PHONE, &code)
        .await
        .expect_problem(403, "proof_wrong");
}

#[apply(on_both)]
async fn taken_phone_is_refused_only_after_confirmation(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, 42, OTHER_CLIENT).await;
    let person = app.client().await;
    let mut answers = Vec::new();
    for phone in [OTHER_CLIENT, "+79995550099"] {
        let asked = person
            .post("/client/profile/phone/code", code_request_body(phone, PASSWORD))
            .await;
        answers.push((asked.status, asked.text, asked.statements));
    }
    assert_eq!(answers[0], answers[1], "known and unknown phones get the same response");
    app.run_due_jobs().await;
    let _ = change_phone(&person, OTHER_CLIENT, &bots.take_code(42))
        .await
        .expect_problem(409, "contact_taken");
    let _ = app.log_in("client", OTHER_CLIENT).await;
    assert_eq!(person.get("/client/profile").await.expect(200)["phone"], CLIENT);
}

#[apply(on_both)]
async fn user_without_password_needs_a_fresh_code_login(app: App) {
    app.execute_sql(&format!(
        "UPDATE users SET password_hash = NULL WHERE phone = '{WAREHOUSE_WORKER}'"
    ))
    .await;
    let worker = log_in_by_code(&app, "agent", WAREHOUSE_WORKER).await;
    let ask = || worker.post("/agent/profile/email", json!({"email": "li@example.com"}));
    let _ = ask().await.expect(202);
    app.state.clock.advance(chrono::Duration::minutes(11));
    let _ = ask().await.expect_problem(403, "code_required");
}

#[apply(on_both)]
async fn email_changes_by_the_emailed_link(app: App) {
    let owner = app.owner().await;
    let ask = |email: &'static str, current: &'static str| {
        owner.post("/agent/profile/email", json!({"email": email, "current": current}))
    };
    let confirm = |person: &Actor, token: &'static str| {
        let person = person.clone();
        async move {
            person
                .post("/agent/profile/email/confirm", json!({"token": token}))
                .await
        }
    };
    let _ = ask("anna@example.com", "не тот")
        .await
        .expect_problem(403, "proof_wrong");
    let _ = ask("anna", PASSWORD).await.expect_problem(422, "validation_failed");
    let _ = ask(" Anna@Example.com ", PASSWORD)
        .await
        .expect_within_statements(202, 8);
    assert_eq!(
        owner.get("/agent/profile").await.expect(200)["email"],
        Value::Null,
        "the address changes on confirmation only"
    );
    set_email_token(&app, "token-of-the-email").await;
    let _ = confirm(&app.log_in("agent", WAREHOUSE_WORKER).await, "token-of-the-email")
        .await
        .expect_problem(401, "link_expired");
    let changed = confirm(&owner, "token-of-the-email")
        .await
        .expect_within_statements(200, 8);
    assert_eq!(changed["email"], "anna@example.com");
    let _ = confirm(&owner, "token-of-the-email")
        .await
        .expect_problem(401, "link_expired");
    let _ = app
        .anonymous()
        .post(
            "/agent/login-email",
            json!({"email": "anna@example.com", "password": PASSWORD}),
        )
        .await
        .expect(200);

    // A taken address is refused on confirmation; an expired link is refused.
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .post(
            "/agent/profile/email",
            json!({"email": "anna@example.com", "current": PASSWORD}),
        )
        .await
        .expect_within_statements(202, 8);
    set_email_token(&app, "token-of-the-other").await;
    let _ = confirm(&worker, "token-of-the-other")
        .await
        .expect_problem(409, "contact_taken");
    app.state.clock.advance(chrono::Duration::minutes(61));
    let late = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = confirm(&late, "token-of-the-other")
        .await
        .expect_problem(401, "link_expired");
    assert_eq!(app.count("users", "email = 'anna@example.com'").await, 1);
}

#[apply(on_both)]
async fn phone_change_code_is_bound_to_its_browser(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, 42, NEW_PHONE).await;
    let (here, there) = (Browser::new(&app), Browser::new(&app));
    let opened = here
        .post("/agent/login/password", json!({"phone": OWNER, "password": PASSWORD}))
        .await
        .expect(200);
    let token = opened["access_token"].as_str().expect("a token").to_owned();
    let _ = here
        .with_access_token(&token)
        .post("/agent/profile/phone/code", code_request_body(NEW_PHONE, PASSWORD))
        .await
        .expect_within_statements(202, 10);
    app.run_due_jobs().await;
    let body = json!({"phone": NEW_PHONE, "code": bots.take_code(42), "current": PASSWORD});
    let _ = there
        .with_access_token(&token)
        .post("/agent/profile/phone", body.clone())
        .await
        .expect_problem(403, "proof_wrong");
    assert_eq!(
        here.with_access_token(&token)
            .post("/agent/profile/phone", body)
            .await
            .expect_within_statements(200, 16)["phone"],
        NEW_PHONE
    );
}
