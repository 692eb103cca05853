//! Login codes by messenger.

use super::bots::{Bots, Browser};
use crate::support::{CLIENT, OWNER, UNCONFIRMED_MEMBER, on_both};
use chrono::Duration;
use serde_json::json;

const CHAT: i64 = 5_550_001;

#[apply(on_both)]
async fn linked_phone_receives_codes_by_messenger(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let before = browser
        .post("/client/login", json!({"phone": CLIENT}))
        .await
        .expect(200);
    assert_eq!(before, json!({"next": "password", "channels": []}));
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let max = bots.max_contact(77, 700_001, CLIENT, 700_001);
    bots.deliver_max(&app, &max).await;
    assert_eq!(bots.take_messages(77).pop().expect("an answer").messenger, "max");
    let step = browser
        .post("/client/login", json!({"phone": CLIENT}))
        .await
        .expect(200);
    assert_eq!(step["next"], "password");
    let mut channels: Vec<&str> = step["channels"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|it| it.as_str())
        .collect();
    channels.sort_unstable();
    assert_eq!(channels, ["max", "telegram"]);

    for (channel, chat) in [("telegram", CHAT), ("max", 77)] {
        let _ = browser
            .post("/client/code/send", json!({"phone": CLIENT, "channel": channel}))
            .await
            .expect(202);
        app.run_due_jobs().await;
        let code = bots.take_code(chat);
        let session = browser
            .post("/client/code", json!({"phone": CLIENT, "code": code}))
            .await
            .expect(200);
        assert_eq!(session["cabinet"]["client_code"], "K1");
        let _ = browser
            .post("/client/code", json!({"phone": CLIENT, "code": code}))
            .await
            .expect_problem(401, "code_wrong");
    }
    let _ = browser
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "log"}))
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn code_is_bound_to_browser_and_purpose(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let (requester, thief) = (Browser::new(&app), Browser::new(&app));
    let _ = requester
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let code = bots.take_code(CHAT);
    let body = json!({"phone": CLIENT, "code": code});
    let _ = thief
        .post("/client/code", body.clone())
        .await
        .expect_problem(401, "code_wrong");
    let _ = app
        .anonymous()
        .post("/client/code", body.clone())
        .await
        .expect_problem(401, "code_wrong");
    let _ = requester
        .post("/agent/code", body.clone())
        .await
        .expect_problem(401, "code_wrong");
    let new = json!({"phone": CLIENT, "code": code, "password": "another-password"});
    let _ = requester
        .post("/client/recovery/password", new)
        .await
        .expect_problem(401, "code_wrong");
    let _ = requester.post("/client/code", body).await.expect(200);

    let _ = requester
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let late = bots.take_code(CHAT);
    app.state.clock.advance(Duration::minutes(10) + Duration::seconds(1));
    let _ = requester
        .post("/client/code", json!({"phone": CLIENT, "code": late}))
        .await
        .expect_problem(401, "code_wrong");
}

#[apply(on_both)]
async fn client_without_cookies_is_identified_by_ip_address(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, OWNER).await;
    let program = app.anonymous();
    let asked = program
        .post("/agent/code/send", json!({"phone": OWNER, "channel": "telegram"}))
        .await;
    assert!(!asked.headers.contains_key("set-cookie"));
    let _ = asked.expect(202);
    app.run_due_jobs().await;
    let session = program
        .post("/agent/code", json!({"phone": OWNER, "code": bots.take_code(CHAT)}))
        .await
        .expect(200);
    assert_eq!(session["cabinet"]["agent_name"], "lotus");
}

#[apply(on_both)]
async fn code_is_stored_in_no_table(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    let browser = Browser::new(&app);
    let _ = browser
        .post("/client/code/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let code = bots.take_code(CHAT);
    for table in ["jobs", "messenger_messages", "login_codes", "webhook_updates"] {
        let text = app.dump_table(table).await;
        assert!(!text.contains(&code), "{table}: {text}");
    }
    let dump = app.dump_table("messenger_messages").await;
    assert!(
        !dump.contains("Karavan"),
        "the text of a sent message is not wiped: {dump}"
    );
}

#[apply(on_both)]
async fn unknown_phone_is_indistinguishable_from_a_known_one(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, CHAT, CLIENT).await;
    bots.link_telegram(&app, 42, "+79995556677").await;
    let (mut answers, mut refusals) = (Vec::new(), Vec::new());
    for phone in [CLIENT, "+79995556677"] {
        let browser = Browser::new(&app);
        let step = browser.post("/client/login", json!({"phone": phone})).await;
        let sent = browser
            .post("/client/code/send", json!({"phone": phone, "channel": "telegram"}))
            .await;
        let asked = browser.post("/client/recovery", json!({"phone": phone})).await;
        answers.push([
            (step.statements, step.expect(200)),
            (sent.statements, sent.expect(202)),
            (asked.statements, asked.expect(202)),
        ]);
        app.run_due_jobs().await;
        // Wrong passwords and wrong codes are refused in the same way as well.
        let refusal = |answer: crate::support::TestResponse| {
            let mut problem: serde_json::Value = serde_json::from_str(&answer.text).expect("a problem");
            problem["request_id"] = json!(null);
            (answer.statements, json!([answer.status, problem]))
        };
        let password = browser
            .post(
                "/client/login/password",
                json!({"phone": phone, "password": "wrong-password"}),
            )
            .await;
        let code = browser
            .post("/client/code", json!({"phone": phone, "code": "000000"}))
            .await;
        refusals.push([refusal(password), refusal(code)]);
    }
    assert_eq!(
        refusals[0], refusals[1],
        "same refusals with the same number of statements"
    );
    assert_eq!(
        answers[0], answers[1],
        "same responses with the same number of statements"
    );
    assert_eq!((bots.take_messages(CHAT).len(), bots.take_messages(42).len()), (2, 0));
}

#[apply(on_both)]
async fn invited_person_confirms_the_phone_by_code(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    assert_eq!(
        browser
            .post("/client/login", json!({"phone": UNCONFIRMED_MEMBER}))
            .await
            .expect(200),
        json!({"next": "link", "channels": []})
    );
    bots.link_telegram(&app, CHAT, UNCONFIRMED_MEMBER).await;
    assert_eq!(
        browser
            .post("/client/login", json!({"phone": UNCONFIRMED_MEMBER}))
            .await
            .expect(200)["next"],
        "code"
    );
    let _ = browser
        .post(
            "/client/code/send",
            json!({"phone": UNCONFIRMED_MEMBER, "channel": "telegram"}),
        )
        .await
        .expect(202);
    app.run_due_jobs().await;
    let session = browser
        .post(
            "/client/code",
            json!({"phone": UNCONFIRMED_MEMBER, "code": bots.take_code(CHAT)}),
        )
        .await
        .expect_within_statements(200, 8);
    assert_eq!(session["cabinet"]["client_code"], "K1");
}
