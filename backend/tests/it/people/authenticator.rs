//! Authenticator apps as a second factor of people.

use super::bots::{Bots, Browser, start_link_token};
use crate::staff::second_factor::request_known_code;
use crate::support::{Actor, App, CLIENT, OTHER_CLIENT, OWNER, PASSWORD, TestResponse, WAREHOUSE_WORKER, on_both};
use chrono::{DateTime, Duration, Utc};
use entities::login_code;
use platform::scope::ScopedConnection;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde_json::{Value, json};
use totp_rs::{Builder, Secret};

const CHAT: i64 = 5_550_001;
/// Statements of a login with two factors, which counts attempts at both.
pub(super) const MAX_STATEMENTS: u32 = 18;
/// The length of a time step.
const STEP: i64 = 30;

/// The app of a person.
pub(super) struct AuthenticatorApp {
    secret: String,
    pub(super) recovery_codes: Vec<String>,
}

impl AuthenticatorApp {
    fn code_at(&self, time: DateTime<Utc>) -> String {
        let secret = Secret::try_from_base32(&self.secret).expect("a secret in Base32");
        let generator = Builder::new().with_secret(secret).build().expect("a generator");
        generator
            .generate(u64::try_from(time.timestamp()).expect("a time"))
            .to_string()
    }

    /// The code that is this many steps before or after the current one.
    pub(super) fn code(&self, app: &App, steps: i64) -> String {
        self.code_at(app.state.clock.now() + Duration::seconds(steps * STEP))
    }

    /// A code of six digits that is none of the accepted ones.
    pub(super) fn wrong_code(&self, app: &App) -> &'static str {
        let accepted = [self.code(app, -1), self.code(app, 0), self.code(app, 1)];
        let wrong = ["111111", "222222", "333333", "444444"];
        wrong
            .into_iter()
            .find(|code| !accepted.iter().any(|right| right == code))
            .expect("a wrong code")
    }
}

pub(super) async fn begin(person: &Actor, guard: &str) -> AuthenticatorApp {
    let setup = person
        .post(&format!("/{guard}/profile/authenticator"), json!({"current": PASSWORD}))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    let secret = setup["secret"].as_str().expect("a secret").to_owned();
    assert!(
        setup["url"]
            .as_str()
            .is_some_and(|url| url.starts_with("otpauth://totp/Karavan:") && url.contains(&secret))
    );
    assert!(setup["qr"]["path"].as_str().is_some_and(|path| path.starts_with('M')));
    AuthenticatorApp {
        secret,
        recovery_codes: Vec::new(),
    }
}

/// Turns an app on, and moves the clock so that the next codes are unused.
pub(super) async fn turn_on(app: &App, person: &Actor, guard: &str) -> AuthenticatorApp {
    let mut authenticator = begin(person, guard).await;
    let confirmed = person
        .post(
            &format!("/{guard}/profile/authenticator/confirm"),
            json!({"code": authenticator.code(app, 0)}),
        )
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    let codes = confirmed["codes"].as_array().expect("codes").iter();
    authenticator.recovery_codes = codes.map(|code| code.as_str().expect("a code").to_owned()).collect();
    assert_eq!(authenticator.recovery_codes.len(), 10);
    app.state.clock.advance(Duration::seconds(3 * STEP));
    authenticator
}

pub(super) async fn log_in(app: &App, guard: &str, phone: &str, code: Option<&str>) -> TestResponse {
    let mut body = json!({"phone": phone, "password": PASSWORD});
    if let Some(code) = code {
        body["code"] = json!(code);
    }
    app.anonymous().post(&format!("/{guard}/login/password"), body).await
}

async fn recovery_codes_left(person: &Actor) -> Value {
    person.get("/client/profile").await.expect(200)["recovery_codes"].clone()
}

#[apply(on_both)]
async fn app_is_confirmed_by_a_code_and_notified(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    app.run_due_jobs().await;
    let _ = bots.take_messages(CHAT);
    let client = app.client().await;
    let start = |current: &'static str| client.post("/client/profile/authenticator", json!({"current": current}));
    let confirm = |code: String| client.post("/client/profile/authenticator/confirm", json!({"code": code}));
    let _ = start("").await.expect_problem(422, "validation_failed");
    let _ = start("не тот").await.expect_problem(403, "proof_wrong");
    let _ = confirm("123456".to_owned()).await.expect_problem(404, "not_found");
    let replaced = begin(&client, "client").await;
    let authenticator = begin(&client, "client").await;
    let _ = confirm("12".to_owned()).await.expect_problem(422, "validation_failed");
    let _ = confirm(replaced.code(&app, 0)).await.expect_problem(403, "proof_wrong");
    assert_eq!(recovery_codes_left(&client).await, Value::Null);
    // Until the first code the login is unchanged.
    let _ = log_in(&app, "client", CLIENT, None)
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    let _ = confirm(authenticator.code(&app, 0))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    assert_eq!(recovery_codes_left(&client).await, 10);
    let _ = confirm(authenticator.code(&app, 1))
        .await
        .expect_problem(404, "not_found");
    let _ = start(PASSWORD).await.expect_problem(409, "authenticator_present");
    app.run_due_jobs().await;
    let message = bots.take_messages(CHAT).pop().expect("a message").text;
    assert!(message.contains("включён вход с приложением"), "{message}");
    // Other people are not affected.
    let _ = app.log_in("client", OTHER_CLIENT).await;
}

#[apply(on_both)]
async fn each_code_of_the_app_logs_in_once(app: App) {
    let authenticator = turn_on(&app, &app.client().await, "client").await;
    let enter = async |code: &str| log_in(&app, "client", CLIENT, Some(code)).await;
    let problem = log_in(&app, "client", CLIENT, None)
        .await
        .expect_problem(403, "second_factor_required");
    assert_eq!(problem["next"], "authenticator");
    let _ = enter(authenticator.wrong_code(&app))
        .await
        .expect_problem(401, "code_wrong");
    let _ = enter(&authenticator.code(&app, -2))
        .await
        .expect_problem(401, "code_wrong");
    let _ = enter(&authenticator.code(&app, 2))
        .await
        .expect_problem(401, "code_wrong");
    let previous = authenticator.code(&app, -1);
    let _ = enter(&previous).await.expect_within_statements(200, MAX_STATEMENTS);
    let _ = enter(&previous).await.expect_problem(401, "code_wrong");
    let next = authenticator.code(&app, 1);
    let _ = enter(&next).await.expect_within_statements(200, MAX_STATEMENTS);
    let _ = enter(&next).await.expect_problem(401, "code_wrong");
    app.state.clock.advance(Duration::hours(1));
    // A code of an earlier step than the last one is refused too.
    let earlier = authenticator.code(&app, 0);
    let _ = enter(&authenticator.code(&app, 1))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    let _ = enter(&earlier).await.expect_problem(401, "code_wrong");
    app.state.clock.advance(Duration::hours(1));
    let code = authenticator.code(&app, 0);
    let (first, second) = futures::future::join(enter(&code), enter(&code)).await;
    let accepted = [&first, &second]
        .iter()
        .filter(|response| response.status == 200)
        .count();
    assert_eq!(accepted, 1, "{} {}", first.text, second.text);
}

#[apply(on_both)]
async fn other_ways_to_log_in_need_the_app_too(app: App) {
    let owner = app.owner().await;
    let authenticator = turn_on(&app, &owner, "agent").await;
    // A code by messenger is neither the password nor the app.
    request_known_code(&app, OWNER, "112233").await;
    let problem = app
        .anonymous()
        .post("/agent/code", json!({"phone": OWNER, "code": "112233"}))
        .await
        .expect_problem(403, "second_factor_required");
    assert_eq!(problem["next"], "password");
    request_known_code(&app, OWNER, "445566").await;
    let _ = log_in(&app, "agent", OWNER, Some("445566"))
        .await
        .expect_problem(401, "code_wrong");
    let email = format!("UPDATE users SET email = 'anna@example.com' WHERE phone = '{OWNER}'");
    app.execute_sql(&email).await;
    let by_email = async |code: Option<String>| {
        let mut body = json!({"email": "anna@example.com", "password": PASSWORD});
        if let Some(code) = code {
            body["code"] = json!(code);
        }
        app.anonymous().post("/agent/login-email", body).await
    };
    let _ = by_email(None).await.expect_problem(403, "second_factor_required");
    let _ = by_email(Some(authenticator.code(&app, 0)))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    // The app replaces the code by messenger that an agent requires.
    let _ = owner
        .patch("/agent/settings/staff-logins", json!({"second_factor": true}))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    let _ = log_in(&app, "agent", OWNER, Some(&authenticator.code(&app, 1)))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
}

#[apply(on_both)]
async fn recovery_of_the_password_does_not_replace_the_app(app: App) {
    let authenticator = turn_on(&app, &app.client().await, "client").await;
    let _ = app
        .anonymous()
        .post("/client/recovery", json!({"phone": CLIENT}))
        .await
        .expect_within_statements(202, 8);
    let hash = app.state.hasher.hash("112233".to_owned()).await.expect("hashes");
    let known = login_code::Entity::update_many()
        .col_expr(login_code::Column::CodeHash, Expr::value(hash))
        .filter(login_code::Column::Phone.eq(CLIENT));
    app.state.system().update_count(known).await.expect("a code");
    let password = "другой-пароль";
    let problem = app
        .anonymous()
        .post(
            "/client/recovery/password",
            json!({"phone": CLIENT, "code": "112233", "password": password}),
        )
        .await
        .expect_problem(403, "second_factor_required");
    assert_eq!(problem["next"], "authenticator");
    let body = json!({"phone": CLIENT, "password": password, "code": authenticator.code(&app, 0)});
    let _ = app
        .anonymous()
        .post("/client/login/password", body)
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
}

#[apply(on_both)]
async fn recovery_code_works_once_and_for_its_owner(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let client = app.client().await;
    let own = turn_on(&app, &client, "client").await;
    let foreign = turn_on(&app, &app.log_in("client", OTHER_CLIENT).await, "client").await;
    app.run_due_jobs().await;
    let _ = bots.take_messages(CHAT);
    for code in [&foreign.recovery_codes[0], &foreign.code(&app, 0)] {
        let _ = log_in(&app, "client", CLIENT, Some(code))
            .await
            .expect_problem(401, "code_wrong");
    }
    let _ = log_in(&app, "client", CLIENT, Some(&own.recovery_codes[0]))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    app.run_due_jobs().await;
    let message = bots.take_messages(CHAT).pop().expect("a message").text;
    assert!(message.contains("Осталось кодов: 9"), "{message}");
    let _ = log_in(&app, "client", CLIENT, Some(&own.recovery_codes[0]))
        .await
        .expect_problem(401, "code_wrong");
    let typed = own.recovery_codes[1].replace('-', " ").to_uppercase();
    let _ = log_in(&app, "client", CLIENT, Some(&typed))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    assert_eq!(recovery_codes_left(&client).await, 8);
    let _ = client
        .post(
            "/client/profile/authenticator/remove",
            json!({"code": own.recovery_codes[2]}),
        )
        .await
        .expect_within_statements(204, MAX_STATEMENTS);
    assert_eq!(recovery_codes_left(&client).await, Value::Null);
    let _ = log_in(&app, "client", OTHER_CLIENT, Some(&foreign.recovery_codes[0]))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
}

#[apply(on_both)]
async fn wrong_codes_are_limited_per_person(app: App) {
    let own = turn_on(&app, &app.client().await, "client").await;
    let other = turn_on(&app, &app.log_in("client", OTHER_CLIENT).await, "client").await;
    for _ in 0..5 {
        let _ = log_in(&app, "client", CLIENT, Some(own.wrong_code(&app)))
            .await
            .expect_problem(401, "code_wrong");
    }
    let _ = log_in(&app, "client", CLIENT, Some(&own.code(&app, 0)))
        .await
        .expect_problem(429, "too_many_requests");
    let _ = log_in(&app, "client", CLIENT, Some(&own.recovery_codes[0]))
        .await
        .expect_problem(429, "too_many_requests");
    let _ = log_in(&app, "client", OTHER_CLIENT, Some(&other.code(&app, 0)))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    app.state.clock.advance(Duration::hours(2));
    let _ = log_in(&app, "client", CLIENT, Some(&own.code(&app, 0)))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
}

#[apply(on_both)]
async fn app_is_turned_off_by_a_code(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let own = turn_on(&app, &worker, "agent").await;
    let foreign = turn_on(&app, &app.owner().await, "agent").await;
    let remove = async |code: &str| {
        worker
            .post("/agent/profile/authenticator/remove", json!({"code": code}))
            .await
    };
    let _ = remove(" ").await.expect_problem(422, "validation_failed");
    let _ = remove(&foreign.code(&app, 0)).await.expect_problem(403, "proof_wrong");
    let _ = remove(&foreign.recovery_codes[0])
        .await
        .expect_problem(403, "proof_wrong");
    let _ = remove(&own.recovery_codes[0])
        .await
        .expect_within_statements(204, MAX_STATEMENTS);
    let _ = remove(&own.recovery_codes[1]).await.expect_problem(404, "not_found");
    let _ = log_in(&app, "agent", WAREHOUSE_WORKER, None)
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
    let _ = log_in(&app, "agent", OWNER, None)
        .await
        .expect_problem(403, "second_factor_required");
    // The former codes are void after the app is turned on again.
    let again = turn_on(&app, &worker, "agent").await;
    let _ = log_in(&app, "agent", WAREHOUSE_WORKER, Some(&own.recovery_codes[1]))
        .await
        .expect_problem(401, "code_wrong");
    let _ = remove(&again.code(&app, 0))
        .await
        .expect_within_statements(204, MAX_STATEMENTS);
}

#[apply(on_both)]
async fn operator_removes_a_lost_app(app: App) {
    let _ = turn_on(&app, &app.client().await, "client").await;
    let remove = || people::identity::authenticator::remove_by_operator(&app.state, CLIENT);
    assert!(remove().await.expect("removed"));
    assert!(!remove().await.expect("nothing to remove"));
    let _ = log_in(&app, "client", CLIENT, None)
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
}

#[apply(on_both)]
async fn secret_and_recovery_codes_are_not_stored_in_plain_text(app: App) {
    let authenticator = turn_on(&app, &app.client().await, "client").await;
    let dump = app.dump_all().await;
    assert!(!dump.contains(&authenticator.secret));
    for code in &authenticator.recovery_codes {
        assert!(!dump.contains(code) && !dump.contains(&code.replace('-', "")));
    }
    // Without the key the secret is unreadable, and no code is accepted.
    app.expect_errors("a stored secret can't be decrypted");
    let other = app.with_config(|config| "another-key-of-at-least-32-characters".clone_into(&mut config.secrets_key));
    let _ = log_in(&other, "client", CLIENT, Some(&authenticator.code(&app, 0)))
        .await
        .expect_problem(500, "internal");
    let _ = log_in(&app, "client", CLIENT, Some(&authenticator.code(&app, 0)))
        .await
        .expect_within_statements(200, MAX_STATEMENTS);
}

#[apply(on_both)]
async fn registration_with_another_agent_opens_no_session(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let client = app.client().await;
    let _ = turn_on(&app, &client, "client").await;
    let browser = Browser::new(&app);
    let body = json!({"name": "Игорь", "phone": CLIENT, "agent": "dragon"});
    let offer = browser.post("/client/register", body).await.expect(200);
    let start = json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))});
    bots.deliver_telegram(&app, &bots.telegram_update(CHAT, start)).await;
    bots.deliver_telegram(&app, &bots.telegram_contact(CHAT, CLIENT, CHAT))
        .await;
    let refused = browser.post("/client/link/status", json!({"phone": CLIENT})).await;
    assert_eq!(refused.status, 403, "{}", refused.text);
    let problem: Value = serde_json::from_str(&refused.text).expect("a problem");
    assert_eq!(
        (&problem["code"], &problem["next"]),
        (&json!("second_factor_required"), &json!("password"))
    );
    let me = client.get("/client/me").await.expect(200);
    let cabinets = me["cabinets"].as_array().map(Vec::len);
    assert_eq!(
        cabinets,
        Some(2),
        "the cabinet exists, and a login with both factors opens it"
    );
}
