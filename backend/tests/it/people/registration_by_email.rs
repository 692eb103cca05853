//! Registration that is confirmed by a link in an e-mail, and agents that the operator creates.

use super::{
    bots::{Bots, Browser},
    notice_emails::take_emails,
};
use crate::support::{App, CLIENT, OWNER, on_both};
use chrono::Duration;
use people::identity::{NewAgent, can_be_confirmed, create_agent};
use platform::config::Mail;
use serde_json::{Value, json};
use std::sync::{Arc, Mutex};

const NEW_PHONE: &str = "+79995557001";
const ADDRESS: &str = "new@example.com";

/// The app with a mail server alone: no bots, and no codes in the log.
async fn start(app: &App) -> (App, Arc<Mutex<Vec<super::emails::SmtpSession>>>) {
    let (url, sessions) = super::emails::start_smtp_server("nobody@").await;
    let app = app.with_config(|config| {
        config.messaging.mail = Mail::Smtp(url);
        "Karavan <karavan@karavan.example>".clone_into(&mut config.messaging.mail_from);
        config.log_codes = false;
    });
    (app, sessions)
}

fn agent_body() -> Value {
    json!({"company": "Лотос", "name": "Анна", "phone": NEW_PHONE, "email": ADDRESS, "password": "сирень-и-мёд"})
}

/// The token of the link in the only e-mail that was sent.
async fn token_of_link(app: &App, sessions: &Mutex<Vec<super::emails::SmtpSession>>, path: &str) -> String {
    let emails = take_emails(app, sessions).await;
    let [email] = &emails[..] else {
        panic!("one e-mail: {emails:#?}")
    };
    assert!(email.contains(&format!("To: {ADDRESS}")), "{email}");
    let text = super::emails::decode_text(email);
    let link = text
        .split_whitespace()
        .find(|word| word.contains(path))
        .expect("a link");
    link.rsplit('/').next().expect("a token").to_owned()
}

#[apply(on_both)]
async fn agent_registers_by_email_alone(app: App) {
    let (app, sessions) = start(&app).await;
    let browser = Browser::new(&app);
    let mut incomplete = agent_body();
    incomplete["email"] = Value::Null;
    let refused = browser
        .post("/agent/register", incomplete)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["email"][0]["code"], "required");
    let mut incomplete = agent_body();
    incomplete["password"] = Value::Null;
    let refused = browser
        .post("/agent/register", incomplete)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["password"][0]["code"], "required");

    let offer = browser
        .post("/agent/register", agent_body())
        .await
        .expect_within_statements(200, 12);
    assert_eq!((&offer["links"], &offer["channels"]), (&json!([]), &json!(["email"])));
    let token = token_of_link(&app, &sessions, "/agent/confirm-email/").await;
    let check = json!({"phone": NEW_PHONE});
    let pending = browser.post("/agent/link/status", check.clone()).await.expect(200);
    assert_eq!(pending["state"], "pending");
    // A reload keeps the registration and sends no second e-mail.
    let resumed = browser
        .post("/agent/registration", json!({}))
        .await
        .expect_within_statements(200, 12);
    assert_eq!(resumed["bot_links"]["channels"], json!(["email"]));
    assert_eq!(take_emails(&app, &sessions).await, Vec::<String>::new());

    for wrong in ["", "x", &token[1..]] {
        let _ = app
            .anonymous()
            .post("/agent/confirm/link", json!({"token": wrong}))
            .await
            .expect_problem(401, "link_expired");
    }
    let _ = app
        .anonymous()
        .post("/client/confirm/link", json!({"token": token}))
        .await
        .expect_problem(401, "link_expired");
    // The link is opened in another browser, which gets no session.
    let _ = app
        .anonymous()
        .post("/agent/confirm/link", json!({"token": token}))
        .await
        .expect(204);
    let other = Browser::new(&app)
        .post("/agent/link/status", check.clone())
        .await
        .expect(200);
    assert_eq!(other["state"], "expired");
    let opened = browser
        .post("/agent/link/status", check.clone())
        .await
        .expect_within_statements(200, 24);
    assert_eq!(opened["state"], "logged_in", "{opened}");
    let owner = app.with_token(opened["session"]["access_token"].as_str().expect("a token"));
    let profile = owner.get("/agent/profile").await.expect(200);
    assert_eq!(
        (&profile["email"], &profile["phone"]),
        (&json!(ADDRESS), &json!(NEW_PHONE))
    );
    let _ = owner.get("/agent/staff").await.expect(200);
    let _ = app
        .anonymous()
        .post("/agent/confirm/link", json!({"token": token}))
        .await
        .expect_problem(401, "link_expired");
    let login = json!({"email": ADDRESS, "password": "сирень-и-мёд"});
    let _ = app
        .anonymous()
        .post("/agent/login-email", login)
        .await
        .expect_within_statements(200, 10);
}

#[apply(on_both)]
async fn client_registers_by_email_and_asks_for_the_link_again(app: App) {
    let (app, sessions) = start(&app).await;
    let browser = Browser::new(&app);
    let body =
        json!({"name": "Игорь", "phone": NEW_PHONE, "email": ADDRESS, "password": "сирень-и-мёд", "agent": "lotus"});
    let _ = browser
        .post("/client/register", body)
        .await
        .expect_within_statements(200, 14);
    let first = token_of_link(&app, &sessions, "/client/confirm-email/").await;
    let again = json!({"phone": NEW_PHONE, "channel": "email"});
    let _ = browser
        .post("/client/confirm/send", again.clone())
        .await
        .expect_within_statements(202, 10);
    let second = token_of_link(&app, &sessions, "/client/confirm-email/").await;
    assert_ne!(first, second);
    let _ = Browser::new(&app)
        .post("/client/confirm/send", again)
        .await
        .expect_problem(401, "link_expired");
    let _ = app
        .anonymous()
        .post("/client/confirm/link", json!({"token": second}))
        .await
        .expect(204);
    let check = json!({"phone": NEW_PHONE});
    let opened = browser
        .post("/client/link/status", check)
        .await
        .expect_within_statements(200, 24);
    assert_eq!(opened["state"], "logged_in", "{opened}");
    let login = json!({"phone": NEW_PHONE, "password": "сирень-и-мёд"});
    let _ = app
        .anonymous()
        .post("/client/login/password", login)
        .await
        .expect_within_statements(200, 10);
    // A login has no codes by e-mail.
    let code = json!({"phone": NEW_PHONE, "channel": "email"});
    let _ = app
        .anonymous()
        .post("/client/code/send", code)
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn link_opens_no_account_that_exists(app: App) {
    let (app, sessions) = start(&app).await;
    let browser = Browser::new(&app);
    let mut body = agent_body();
    body["phone"] = json!(CLIENT);
    let _ = browser
        .post("/agent/register", body)
        .await
        .expect_within_statements(200, 12);
    let token = token_of_link(&app, &sessions, "/agent/confirm-email/").await;
    let _ = app
        .anonymous()
        .post("/agent/confirm/link", json!({"token": token}))
        .await
        .expect_problem(409, "contact_taken");
    let progress = browser
        .post("/agent/link/status", json!({"phone": CLIENT}))
        .await
        .expect(200);
    assert_eq!(progress["state"], "pending");
    // An expired link.
    let mut body = agent_body();
    body["phone"] = json!(NEW_PHONE);
    let _ = browser
        .post("/agent/register", body)
        .await
        .expect_within_statements(200, 12);
    let token = token_of_link(&app, &sessions, "/agent/confirm-email/").await;
    app.state.clock.advance(Duration::minutes(61));
    let _ = app
        .anonymous()
        .post("/agent/confirm/link", json!({"token": token}))
        .await
        .expect_problem(401, "link_expired");
}

#[apply(on_both)]
async fn whoever_proves_the_phone_gets_the_account(app: App) {
    let (app, sessions) = start(&app).await;
    let browser = Browser::new(&app);
    let _ = browser
        .post("/agent/register", agent_body())
        .await
        .expect_within_statements(200, 12);
    let token = token_of_link(&app, &sessions, "/agent/confirm-email/").await;
    let _ = app
        .anonymous()
        .post("/agent/confirm/link", json!({"token": token}))
        .await
        .expect(204);
    let opened = browser.post("/agent/link/status", json!({"phone": NEW_PHONE})).await;
    let opened = opened.expect_within_statements(200, 24);
    let stranger = app.with_token(opened["session"]["access_token"].as_str().expect("a token"));
    let _ = stranger.get("/agent/me").await.expect(200);
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, 501, NEW_PHONE).await;
    let _ = stranger
        .get("/agent/me")
        .await
        .expect_problem(401, "credential_revoked");
    let login = json!({"email": ADDRESS, "password": "сирень-и-мёд"});
    let _ = app
        .anonymous()
        .post("/agent/login-email", login)
        .await
        .expect_problem(401, "login_failed");
    assert_eq!(app.count("users", "phone_unproved_at IS NOT NULL").await, 0);
}

#[apply(on_both)]
async fn number_that_its_owner_has_shared_is_not_registered_by_email(app: App) {
    let (app, sessions) = start(&app).await;
    let (with_bots, bots) = Bots::start(&app).await;
    bots.link_telegram(&with_bots, 501, NEW_PHONE).await;
    let browser = Browser::new(&app);
    let _ = browser
        .post("/agent/register", agent_body())
        .await
        .expect_within_statements(200, 12);
    let token = token_of_link(&app, &sessions, "/agent/confirm-email/").await;
    let _ = app
        .anonymous()
        .post("/agent/confirm/link", json!({"token": token}))
        .await
        .expect_problem(409, "contact_taken");
    assert_eq!(app.count("users", &format!("phone = '{NEW_PHONE}'")).await, 0);
}

#[apply(on_both)]
async fn operator_creates_an_agent(app: App) {
    let new = |phone: &str, password: Option<&str>| NewAgent {
        company: "Лотос".to_owned(),
        name: "Анна".to_owned(),
        phone: phone.to_owned(),
        email: None,
        subdomain: None,
        password: password.map(ToOwned::to_owned),
        is_sandbox: false,
    };
    let link = create_agent(&app.state, new(NEW_PHONE, None))
        .await
        .expect("creates")
        .expect("a link");
    let token = link.rsplit('/').next().expect("a token");
    let _ = app
        .anonymous()
        .post(
            &format!("/agent/reset-password/{token}"),
            json!({"password": "сирень-и-мёд"}),
        )
        .await
        .expect_within_statements(204, 10);
    let login = json!({"phone": NEW_PHONE, "password": "сирень-и-мёд"});
    let opened = app
        .anonymous()
        .post("/agent/login/password", login)
        .await
        .expect_within_statements(200, 10);
    let owner = app.with_token(opened["access_token"].as_str().expect("a token"));
    let _ = owner.get("/agent/staff").await.expect(200);
    let none = create_agent(&app.state, new("+79995557002", Some("сирень-и-мёд")))
        .await
        .expect("creates");
    assert!(none.is_none());
    // A person keeps the account and the password.
    assert!(
        create_agent(&app.state, new(OWNER, Some("другой-пароль")))
            .await
            .expect("creates")
            .is_none()
    );
    let _ = app.owner().await;
    for bad in [new("", None), new("+79995557003", Some("short"))] {
        assert!(create_agent(&app.state, bad).await.is_err());
    }
}

#[apply(on_both)]
async fn server_without_bots_and_mail_confirms_nobody(app: App) {
    let app = app.with_config(|config| {
        config.log_codes = false;
        config.messaging.mail = Mail::Log;
        "https://karavan.example".clone_into(&mut config.public_url);
    });
    assert!(!can_be_confirmed(&app.state.config));
    let (app, _) = start(&app).await;
    assert!(can_be_confirmed(&app.state.config));
}
