//! The cabinet of clients as a mini app of Telegram and MAX: login by launch data, numbers that people share, and registration.

use super::bots::{Bots, Browser, MAX_TOKEN, TELEGRAM_TOKEN};
use crate::support::{App, CLIENT, OTHER_CLIENT, on_both};
use chrono::Duration;
use hmac::{Hmac, KeyInit, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

const PERSON: i64 = 7_000_001;
const CHAT: i64 = 182_000_001;
const NEW: &str = "+79991112233";

fn sign(key: &[u8], text: &str) -> Vec<u8> {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key");
    mac.update(text.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

/// Launch data as a messenger signs them.
fn launch_data(app: &App, token: &str, person: i64, more: &[(&str, String)]) -> String {
    let user = json!({"id": person, "first_name": "Анна", "last_name": "Ли & Ко", "photo_url": "https://t.me/a+b.svg"});
    let at = app.state.clock.now().timestamp().to_string();
    let mut pairs = vec![
        ("user", user.to_string()),
        ("auth_date", at),
        ("start_param", String::new()),
    ];
    pairs.extend(more.iter().cloned());
    let mut lines: Vec<String> = pairs.iter().map(|(key, value)| format!("{key}={value}")).collect();
    lines.sort();
    let secret = sign(b"WebAppData", token);
    pairs.push(("hash", hex::encode(sign(&secret, &lines.join("\n")))));
    url::form_urlencoded::Serializer::new(String::new())
        .extend_pairs(pairs)
        .finish()
}

fn telegram_launch(app: &App, person: i64) -> Value {
    let data = launch_data(app, TELEGRAM_TOKEN, person, &[("signature", "abc_DEF".to_owned())]);
    json!({"messenger": "telegram", "launch_data": data, "timezone": "Asia/Almaty"})
}

/// A launch in MAX, from the dialogue with the bot.
fn max_launch(app: &App, person: i64) -> Value {
    let chat = json!({"id": CHAT, "type": "DIALOG"}).to_string();
    json!({"messenger": "max", "launch_data": launch_data(app, MAX_TOKEN, person, &[("chat", chat)])})
}

/// The answer of MAX to the request for the number of a person.
fn shared_phone(app: &App, person: i64, phone: &str) -> Value {
    let (at, number) = (app.state.clock.now().timestamp(), phone.trim_start_matches('+'));
    let text = format!("authDate={at}\nphone={number}\nuserId={person}");
    json!({"number": phone, "auth_date": at.to_string(), "hash": hex::encode(sign(MAX_TOKEN.as_bytes(), &text))})
}

async fn log_in(browser: &Browser, launch: Value) -> Value {
    let opened = browser.post("/client/app/login", launch).await;
    let opened = opened.expect_within_statements(200, 36);
    assert_eq!(opened["state"], "logged_in", "{opened}");
    opened
}

#[apply(on_both)]
async fn mini_app_opens_the_cabinet_of_the_linked_number(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let unknown = browser
        .post("/client/app/login", telegram_launch(&app, PERSON))
        .await
        .expect_within_statements(200, 6);
    assert_eq!(
        unknown,
        json!({"state": "phone_unknown", "name": "Анна Ли & Ко", "bot_url": "https://t.me/karavan_test_bot"})
    );
    bots.link_telegram(&app, PERSON, CLIENT).await;
    let opened = browser
        .post("/client/app/login", telegram_launch(&app, PERSON))
        .await
        .expect_within_statements(200, 24);
    assert_eq!(opened["state"], "logged_in");
    assert_eq!(opened["session"]["cabinet"]["client_code"], "K1");
    let token = opened["session"]["access_token"].as_str().expect("a token").to_owned();
    let me = app.anonymous().with_header("authorization", &format!("Bearer {token}"));
    assert_eq!(me.get("/client/me").await.expect(200)["user"]["phone"], CLIENT);
    // The cookie of the login continues the session where the browser keeps it.
    let _ = browser.post("/client/refresh", json!({})).await.expect(200);
}

#[apply(on_both)]
async fn launch_data_that_are_forged_old_or_of_another_bot_open_nothing(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, PERSON, CLIENT).await;
    let stranger = app.anonymous();
    let launch = |data: String| {
        stranger.post(
            "/client/app/login",
            json!({"messenger": "telegram", "launch_data": data}),
        )
    };
    let signed = launch_data(&app, TELEGRAM_TOKEN, PERSON + 1, &[]);
    for data in [
        signed.replace(&(PERSON + 1).to_string(), &PERSON.to_string()),
        launch_data(&app, MAX_TOKEN, PERSON, &[]),
        "user=1".to_owned(),
    ] {
        let _ = launch(data).await.expect_problem(401, "credential_invalid");
    }
    let old = launch_data(&app, TELEGRAM_TOKEN, PERSON, &[]);
    app.state.clock.advance(Duration::minutes(61));
    let _ = launch(old).await.expect_problem(401, "link_expired");
    for (body, field) in [
        (json!({"messenger": "email", "launch_data": "a=1"}), "messenger"),
        (json!({"messenger": "log", "launch_data": "a=1"}), "messenger"),
        (json!({"messenger": "telegram", "launch_data": ""}), "launch_data"),
        (
            json!({"messenger": "telegram", "launch_data": "a".repeat(4097)}),
            "launch_data",
        ),
    ] {
        let problem = stranger
            .post("/client/app/login", body)
            .await
            .expect_problem(422, "validation_failed");
        assert!(problem["errors"][field].is_array(), "{problem}");
    }
}

#[apply(on_both)]
async fn number_shared_in_a_mini_app_of_max_is_linked_and_opens_the_cabinet(app: App) {
    let (app, _bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let unknown = browser
        .post("/client/app/login", max_launch(&app, PERSON))
        .await
        .expect(200);
    assert_eq!(
        (&unknown["state"], &unknown["bot_url"]),
        (&json!("phone_unknown"), &json!("https://max.ru/karavan_max_bot"))
    );
    let mut forged = max_launch(&app, PERSON);
    forged["shared_phone"] = shared_phone(&app, PERSON + 1, CLIENT);
    let _ = browser
        .post("/client/app/login", forged)
        .await
        .expect_problem(401, "credential_invalid");
    let mut launch = max_launch(&app, PERSON);
    launch["shared_phone"] = shared_phone(&app, PERSON, CLIENT);
    let opened = browser
        .post("/client/app/login", launch)
        .await
        .expect_within_statements(200, 24);
    assert_eq!(opened["session"]["cabinet"]["client_code"], "K1");
    // The bot writes to this chat from now on, and a link without a chat opens the same cabinet.
    let linked = format!("messenger = 'max' AND chat_id = '{CHAT}' AND person_id = '{PERSON}' AND proof = 'contact'");
    assert_eq!(app.count("messenger_contacts", &linked).await, 1);
    let link = json!({"messenger": "max", "launch_data": launch_data(&app, MAX_TOKEN, PERSON, &[])});
    assert_eq!(
        browser
            .post("/client/app/login", link)
            .await
            .expect_within_statements(200, 24)["state"],
        "logged_in"
    );
}

#[apply(on_both)]
async fn person_of_an_older_link_is_stored_by_the_next_update(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let contact = bots.max_contact(CHAT, PERSON, CLIENT, PERSON);
    bots.deliver_max(&app, &contact).await;
    app.execute_sql("UPDATE messenger_contacts SET person_id = NULL").await;
    let link = || json!({"messenger": "max", "launch_data": launch_data(&app, MAX_TOKEN, PERSON, &[])});
    let browser = Browser::new(&app);
    assert_eq!(
        browser.post("/client/app/login", link()).await.expect(200)["state"],
        "phone_unknown"
    );
    let mut text = bots.max_contact(CHAT, PERSON, CLIENT, PERSON);
    text["message"]["body"] = json!({"mid": "mid.text", "seq": 1, "text": "Здравствуйте"});
    bots.deliver_max(&app, &text).await;
    assert_eq!(
        browser
            .post("/client/app/login", link())
            .await
            .expect_within_statements(200, 24)["state"],
        "logged_in"
    );
}

#[apply(on_both)]
async fn new_client_registers_in_the_mini_app_without_a_code(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, PERSON, NEW).await;
    let browser = Browser::new(&app);
    let none = browser
        .post("/client/app/login", telegram_launch(&app, PERSON))
        .await
        .expect(200);
    assert_eq!((&none["state"], &none["phone"]), (&json!("no_cabinet"), &json!(NEW)));
    // A stranger's registration with this number waits for its own confirmation.
    for stranger in [
        Browser::new(&app)
            .post(
                "/client/register",
                json!({"name": "Чужой", "phone": NEW, "agent": "lotus", "password": "strangers-own"}),
            )
            .await,
        app.anonymous()
            .post(
                "/client/register",
                json!({"name": "Чужой", "phone": NEW, "agent": "lotus", "password": "strangers-own"}),
            )
            .await,
    ] {
        let _ = stranger.expect(200);
    }
    assert_eq!(
        browser
            .post("/client/app/login", telegram_launch(&app, PERSON))
            .await
            .expect(200)["state"],
        "no_cabinet"
    );
    let _ = browser
        .post(
            "/client/register",
            json!({"name": "Пётр", "phone": NEW, "agent": "lotus"}),
        )
        .await
        .expect(200);
    let opened = browser
        .post("/client/app/login", telegram_launch(&app, PERSON))
        .await
        .expect_within_statements(200, 40);
    assert_eq!(opened["session"]["cabinet"]["client_name"], "Пётр");
    assert_eq!(
        app.count("users", &format!("phone = '{NEW}' AND password_hash IS NULL"))
            .await,
        1
    );
}

#[apply(on_both)]
async fn accounts_of_one_messenger_do_not_share_a_session(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, PERSON, CLIENT).await;
    bots.link_telegram(&app, PERSON + 1, OTHER_CLIENT).await;
    let browser = Browser::new(&app);
    let open_sessions = async |phone: &str| {
        let of_person = format!("user_id = (SELECT id FROM users WHERE phone = '{phone}')");
        let open = format!("revoked_at IS NULL AND user_agent LIKE 'Mozilla%' AND {of_person}");
        app.count("sessions", &open).await
    };
    for _ in 0..2 {
        log_in(&browser, telegram_launch(&app, PERSON)).await;
    }
    assert_eq!(open_sessions(CLIENT).await, 1, "the session of the person goes on");
    log_in(&browser, telegram_launch(&app, PERSON + 1)).await;
    assert_eq!((open_sessions(CLIENT).await, open_sessions(OTHER_CLIENT).await), (0, 1));
    // Old launch data continue the session of their person, and open no other one.
    let (own, others) = (telegram_launch(&app, PERSON + 1), telegram_launch(&app, PERSON));
    app.state.clock.advance(Duration::minutes(90));
    log_in(&browser, own.clone()).await;
    for (browser, launch) in [(&browser, others), (&Browser::new(&app), own)] {
        let _ = browser
            .post("/client/app/login", launch)
            .await
            .expect_problem(401, "link_expired");
    }
    assert_eq!(open_sessions(OTHER_CLIENT).await, 1);
}

#[apply(on_both)]
async fn link_of_another_agent_leads_to_its_registration_and_cabinet(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, PERSON, CLIENT).await;
    let browser = Browser::new(&app);
    log_in(&browser, telegram_launch(&app, PERSON)).await;
    let mut link = telegram_launch(&app, PERSON);
    link["agent"] = json!("dragon");
    let none = browser
        .post("/client/app/login", link.clone())
        .await
        .expect_within_statements(200, 12);
    assert_eq!((&none["state"], &none["phone"]), (&json!("no_cabinet"), &json!(CLIENT)));
    let register = json!({"name": "Игорь", "phone": CLIENT, "agent": "dragon"});
    let _ = browser
        .post("/client/register", register)
        .await
        .expect_within_statements(200, 12);
    for launch in [link.clone(), link] {
        let opened = log_in(&browser, launch).await;
        assert_eq!(opened["session"]["cabinet"]["agent_name"], "dragon");
    }
    // Without a link the cabinet of this browser stays, and another one opens the first.
    let opened = log_in(&browser, telegram_launch(&app, PERSON)).await;
    assert_eq!(opened["session"]["cabinet"]["agent_name"], "dragon");
    let opened = log_in(&Browser::new(&app), telegram_launch(&app, PERSON)).await;
    assert_eq!(opened["session"]["cabinet"]["client_code"], "K1");
}

#[apply(on_both)]
async fn number_of_max_logs_in_where_the_chat_is_not_named(app: App) {
    let (app, _bots) = Bots::start(&app).await;
    let mut launch = json!({"messenger": "max", "launch_data": launch_data(&app, MAX_TOKEN, PERSON, &[])});
    launch["shared_phone"] = shared_phone(&app, PERSON, CLIENT);
    let opened = log_in(&Browser::new(&app), launch).await;
    assert_eq!(opened["session"]["cabinet"]["client_code"], "K1");
    assert_eq!(app.count("messenger_contacts", "true").await, 0);
}

#[apply(on_both)]
async fn launch_gives_an_account_of_an_unproved_number_to_its_owner(app: App) {
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, PERSON, CLIENT).await;
    // A stranger has registered with the number by e-mail after its owner had shared it with the bot.
    let unproved = "UPDATE users SET phone_unproved_at = created_at, email = 'stranger@example.com' WHERE phone = ";
    app.execute_sql(&format!("{unproved}'{CLIENT}'")).await;
    log_in(&Browser::new(&app), telegram_launch(&app, PERSON)).await;
    let own = format!("phone = '{CLIENT}' AND phone_unproved_at IS NULL AND password_hash IS NULL AND email IS NULL");
    assert_eq!(app.count("users", &own).await, 1);
}

#[apply(on_both)]
async fn link_of_an_agent_leads_through_the_bot_to_the_registration(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let app = app.with_config(|config| {
        "https://karavan.example".clone_into(&mut config.public_url);
        config.messaging.max_mini_app = true;
    });
    let main = app.owner().await.get("/agent/settings/main").await.expect(200);
    let links = main["referral_links"].as_array().expect("links");
    for link in [
        "https://t.me/karavan_test_bot?start=agent_lotus",
        "https://max.ru/karavan_max_bot?start=agent_lotus",
    ] {
        assert!(links.contains(&json!(link)), "{links:?}");
    }
    let start = json!({"text": "/start agent_lotus"});
    bots.deliver_telegram(&app, &bots.telegram_update(PERSON, start)).await;
    let answer = bots.take_messages(PERSON).pop().expect("an answer");
    assert!(answer.text.starts_with("lotus приглашает"), "{}", answer.text);
    let button =
        json!({"text": "Открыть кабинет", "web_app": {"url": "https://karavan.example/client/app?agent=lotus"}});
    assert_eq!(answer.body["reply_markup"]["inline_keyboard"], json!([[button]]));
    let person = json!({"user_id": PERSON});
    let mut started = json!({"update_type": "bot_started", "timestamp": 1, "chat_id": CHAT, "user": person});
    started["payload"] = json!("agent_lotus");
    bots.deliver_max(&app, &started).await;
    let answer = bots.take_messages(CHAT).pop().expect("an answer");
    let button =
        json!({"type": "open_app", "text": "Открыть кабинет", "web_app": "karavan_max_bot", "payload": "agent_lotus"});
    assert_eq!(answer.body["attachments"][0]["payload"]["buttons"], json!([[button]]));
    let unknown = json!({"text": "/start agent_nobody"});
    bots.deliver_telegram(&app, &bots.telegram_update(PERSON, unknown))
        .await;
    let answer = bots.take_messages(PERSON).pop().expect("an answer");
    assert!(answer.text.contains("не ведёт ни к одному агенту"), "{}", answer.text);
}
