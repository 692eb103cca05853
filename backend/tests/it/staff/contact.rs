//! Another phone, another e-mail address.

use crate::{
    people::bots::{Bots, Browser},
    staff::log_in_by_code,
    support::{Actor, App, CLIENT, OTHER_CLIENT, OWNER, PASSWORD, WAREHOUSE, on_both},
};
use karavan::platform::rng;
use serde_json::{Value, json};

const CHAT: i64 = 5_550_001;
const NEW: &str = "+79995557788";

fn asking(phone: &str, current: &str) -> Value {
    json!({"phone": phone, "channel": "telegram", "current": current})
}

async fn change(person: &Actor, phone: &str, code: &str) -> crate::support::Answer {
    let body = json!({"phone": phone, "code": code, "current": PASSWORD});
    person.post("/client/profile/phone", body).await
}

/// Puts a token where the letter's own would be.
async fn letter(app: &App, token: &str) {
    app.work_off().await;
    app.run(&format!(
        "UPDATE email_changes SET token_hash = '{}' WHERE used_at IS NULL",
        rng::digest(token)
    ))
    .await;
}

on_both! {
    async fn a_phone_changes_by_password_and_code_and_the_former_chat_is_told(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, CHAT, CLIENT).await;
        bots.link(&app, 42, NEW).await;
        let (person, other) = (app.client().await, app.client().await);
        let ask = |body: Value| person.post("/client/profile/phone/code", body);
        let _ = ask(asking(NEW, "не тот")).await.refused(403, "proof_wrong");
        let _ = ask(json!({"phone": NEW, "channel": "telegram"})).await.refused(403, "code_required");
        let _ = ask(asking("12", PASSWORD)).await.refused(422, "validation_failed");
        let _ = ask(asking(NEW, PASSWORD)).await.within(202, 10);
        app.work_off().await;
        let code = bots.code(42);
        assert!(bots.take(CHAT).is_empty(), "the code goes to the new phone");
        // A code for a new phone is none for anything else, nor for another phone.
        let _ = app.stranger().post("/client/code", json!({"phone": NEW, "code": code})).await.refused(401, "code_wrong");
        let _ = change(&person, "+79995557799", &code).await.refused(403, "proof_wrong");
        let _ = person.post("/client/profile/phone", json!({"phone": NEW, "code": code, "current": "не тот"})).await.refused(403, "proof_wrong");
        let changed = change(&person, NEW, &code).await.within(200, 16);
        assert_eq!(changed["phone"], NEW);
        app.work_off().await;
        let told = bots.take(CHAT).pop().expect("the former chat is told").text;
        assert!(told.contains("изменён на +79•••••••88") && !told.contains(NEW), "{told}");
        let _ = other.get("/client/orders").await.refused(401, "credential_revoked");
        let _ = person.get("/client/orders").await.expect(200);
        let _ = app.stranger().post("/client/login/password", json!({"phone": CLIENT, "password": PASSWORD})).await.refused(401, "login_failed");
        let _ = app.log_in("client", NEW).await;
        let _ = change(&person, NEW, &code).await.refused(403, "proof_wrong");
    }

    async fn a_phone_that_somebody_has_is_refused_after_its_proof_and_no_sooner(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, 42, OTHER_CLIENT).await;
        let person = app.client().await;
        let mut answers = Vec::new();
        for phone in [OTHER_CLIENT, "+79995550099"] {
            let asked = person.post("/client/profile/phone/code", asking(phone, PASSWORD)).await;
            answers.push((asked.status, asked.text, asked.statements));
        }
        assert_eq!(answers[0], answers[1], "a known phone is answered like an unknown one");
        app.work_off().await;
        let _ = change(&person, OTHER_CLIENT, &bots.code(42)).await.refused(409, "conflict");
        let _ = app.log_in("client", OTHER_CLIENT).await;
        assert_eq!(person.get("/client/profile").await.expect(200)["phone"], CLIENT);
    }

    async fn whoever_has_no_password_comes_in_anew_by_a_code(app: App) {
        app.run(&format!("UPDATE users SET password_hash = NULL WHERE phone = '{WAREHOUSE}'")).await;
        let worker = log_in_by_code(&app, "agent", WAREHOUSE).await;
        let ask = || worker.post("/agent/profile/email", json!({"email": "li@example.com"}));
        let _ = ask().await.expect(202);
        app.state.clock.advance(chrono::Duration::minutes(11));
        let _ = ask().await.refused(403, "code_required");
    }

    async fn an_address_changes_by_the_link_of_its_letter(app: App) {
        let owner = app.owner().await;
        let ask = |email: &'static str, current: &'static str| owner.post("/agent/profile/email", json!({"email": email, "current": current}));
        let confirm = |person: &Actor, token: &'static str| {
            let person = person.clone();
            async move { person.post("/agent/profile/email/confirm", json!({"token": token})).await }
        };
        let _ = ask("anna@example.com", "не тот").await.refused(403, "proof_wrong");
        let _ = ask("anna", PASSWORD).await.refused(422, "validation_failed");
        let _ = ask(" Anna@Example.com ", PASSWORD).await.within(202, 8);
        assert_eq!(owner.get("/agent/profile").await.expect(200)["email"], Value::Null, "not before the letter was read");
        letter(&app, "token-of-the-letter").await;
        let _ = confirm(&app.log_in("agent", WAREHOUSE).await, "token-of-the-letter").await.refused(401, "link_expired");
        let changed = confirm(&owner, "token-of-the-letter").await.within(200, 8);
        assert_eq!(changed["email"], "anna@example.com");
        let _ = confirm(&owner, "token-of-the-letter").await.refused(401, "link_expired");
        let _ = app.stranger().post("/agent/login-email", json!({"email": "anna@example.com", "password": PASSWORD})).await.expect(200);

        // Somebody else's address is refused once it is proved; an old letter is of no use.
        let worker = app.log_in("agent", WAREHOUSE).await;
        let _ = worker.post("/agent/profile/email", json!({"email": "anna@example.com", "current": PASSWORD})).await.within(202, 8);
        letter(&app, "token-of-the-other").await;
        let _ = confirm(&worker, "token-of-the-other").await.refused(409, "conflict");
        app.state.clock.advance(chrono::Duration::minutes(61));
        let late = app.log_in("agent", WAREHOUSE).await;
        let _ = confirm(&late, "token-of-the-other").await.refused(401, "link_expired");
        assert_eq!(app.count("users", "email = 'anna@example.com'").await, 1);
    }

    async fn a_code_for_a_new_phone_serves_its_own_browser(app: App) {
        let (app, bots) = Bots::with(&app).await;
        bots.link(&app, 42, NEW).await;
        let (here, there) = (Browser::new(&app), Browser::new(&app));
        let opened = here.post("/agent/login/password", json!({"phone": OWNER, "password": PASSWORD})).await.expect(200);
        let token = opened["access_token"].as_str().expect("a token").to_owned();
        let _ = here.authorized(&token).post("/agent/profile/phone/code", asking(NEW, PASSWORD)).await.within(202, 10);
        app.work_off().await;
        let body = json!({"phone": NEW, "code": bots.code(42), "current": PASSWORD});
        let _ = there.authorized(&token).post("/agent/profile/phone", body.clone()).await.refused(403, "proof_wrong");
        assert_eq!(here.authorized(&token).post("/agent/profile/phone", body).await.within(200, 16)["phone"], NEW);
    }
}
