//! Registration of agents and clients.

use super::bots::{Bots, Browser, start_link_token};
use crate::{
    orders::submitted_order,
    staff::{NEWCOMER, invite},
    support::{CLIENT, on_both},
};
use serde_json::json;

const CHAT: i64 = 5_550_001;

const NEW: &str = "+79991112233";

const SHOPPER: &str = "+79991112244";

#[apply(on_both)]
async fn agent_registers_and_starts_working(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let problem = browser
        .post(
            "/agent/register",
            json!({"company": " ", "name": "", "phone": "12", "subdomain": "Лотос", "password": "short"}),
        )
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        problem["errors"].as_object().map(serde_json::Map::len),
        Some(5),
        "{problem}"
    );
    for taken in ["lotus", "www"] {
        let problem = browser
            .post(
                "/agent/register",
                json!({"company": "Тигр", "name": "Олег", "phone": NEW, "subdomain": taken}),
            )
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"]["subdomain"][0]["code"], "taken");
    }
    let offer = browser
        .post(
            "/agent/register",
            json!({
                "company": "Тигр Карго",
                "name": "Олег",
                "phone": NEW,
                "subdomain": "tiger",
                "password": "long-password",
            }),
        )
        .await
        .expect(200);
    // A phone without a user is linked by the start link alone, as specified.
    let start = bots.telegram_update(
        CHAT,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    let done = browser
        .post("/agent/link/status", json!({"phone": NEW}))
        .await
        .expect_within_statements(200, 18);
    assert_eq!(
        (&done["state"], &done["session"]["cabinet"]["agent_name"]),
        (&json!("logged_in"), &json!("Тигр Карго"))
    );
    let owner = app.with_token(done["session"]["access_token"].as_str().expect("a token"));
    assert_eq!(owner.get("/agent/me").await.expect(200)["rights"]["is_owner"], true);
    assert_eq!(owner.get("/agent/orders").await.expect(200)["data"], json!([]));
    let _ = app
        .anonymous()
        .post(
            "/agent/login/password",
            json!({"phone": NEW, "password": "long-password"}),
        )
        .await
        .expect(200);
    let groups = app.dump_table("access_groups").await;
    assert!(groups.contains("Бухгалтерия"), "{groups}");

    // A manager in the default group sees the first order although it is not assigned.
    let groups = owner.get("/agent/access-groups").await.expect(200);
    let managers = groups["data"]
        .as_array()
        .expect("groups")
        .iter()
        .find(|group| group["name"] == "Менеджеры")
        .expect("managers");
    let _ = invite(&owner, "agent", NEWCOMER, &managers["id"]).await;
    bots.link_telegram(&app, CHAT + 2, NEWCOMER).await;
    let staff_browser = Browser::new(&app);
    let _ = staff_browser
        .post("/agent/code/send", json!({"phone": NEWCOMER, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let session = staff_browser
        .post(
            "/agent/code",
            json!({"phone": NEWCOMER, "code": bots.take_code(CHAT + 2)}),
        )
        .await
        .expect_within_statements(200, 12);
    let manager = app.with_token(session["access_token"].as_str().expect("a token"));
    let shopper = Browser::new(&app);
    let offer = shopper
        .post(
            "/client/register",
            json!({"name": "Пётр", "phone": SHOPPER, "agent": "tiger"}),
        )
        .await
        .expect(200);
    let start = bots.telegram_update(
        CHAT + 1,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    let done = shopper
        .post("/client/link/status", json!({"phone": SHOPPER}))
        .await
        .expect_within_statements(200, 16);
    let client = app.with_token(done["session"]["access_token"].as_str().expect("a token"));
    let order = submitted_order(&client).await;
    let seen = manager.get("/agent/orders").await.expect(200);
    assert_eq!(
        (&seen["data"][0]["id"], &seen["data"][0]["assigned_staff_id"]),
        (&json!(order), &serde_json::Value::Null)
    );
    assert_eq!(
        manager.get("/agent/clients").await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[apply(on_both)]
async fn client_registration_requires_an_agent(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let app = app.with_config(|config| config.public_url = "http://karavan.localhost:8080".to_owned());
    let stranger = app.anonymous();
    assert_eq!(
        stranger.get("/client/register").await.expect(200),
        json!({"state": "no_agent", "agent_name": null})
    );
    assert_eq!(
        stranger.get("/client/register?agent=nobody").await.expect(200)["state"],
        "unknown_agent"
    );
    for path in ["/client/register?agent=lotus", "/client/register?hash=lotus"] {
        assert_eq!(
            stranger.get(path).await.expect(200),
            json!({
                "state": "open",
                "agent_name": "lotus",
                "brand": {"name": "lotus", "color": "teal", "motto": ""},
            })
        );
    }
    let at_home = stranger.with_header("host", "dragon.karavan.localhost:8080");
    assert_eq!(
        at_home.get("/client/register").await.expect(200)["agent_name"],
        "dragon"
    );
    let problem = stranger
        .post("/client/register", json!({"name": "Пётр", "phone": NEW}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["agent"][0]["code"], "required");

    let browser = Browser::new(&app);
    let offer = browser
        .post(
            "/client/register",
            json!({"name": "Пётр", "phone": NEW, "hash": "lotus"}),
        )
        .await
        .expect(200);
    let start = bots.telegram_update(
        CHAT,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    let done = browser
        .post("/client/link/status", json!({"phone": NEW}))
        .await
        .expect_within_statements(200, 16);
    let cabinet = &done["session"]["cabinet"];
    assert_eq!(
        (&cabinet["client_name"], &cabinet["client_code"], &cabinet["agent_name"]),
        (&json!("Пётр"), &json!("K103"), &json!("lotus"))
    );
}

#[apply(on_both)]
async fn existing_user_confirms_and_gets_a_second_cabinet(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let browser = Browser::new(&app);
    let body = json!({"name": "Игорь", "phone": CLIENT, "agent": "dragon", "password": "a-thiefs-password"});
    let offer = browser.post("/client/register", body.clone()).await.expect(200);
    let start = bots.telegram_update(
        666,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    assert_eq!(
        browser
            .post("/client/link/status", json!({"phone": CLIENT}))
            .await
            .expect(200)["state"],
        "pending",
        "a start link alone does not confirm the phone of an existing user"
    );

    bots.link_telegram(&app, CHAT, CLIENT).await;
    let offer = browser.post("/client/register", body.clone()).await.expect(200);
    assert_eq!(offer["channels"], json!(["telegram"]));
    let _ = browser
        .post("/client/confirm/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let code = bots.take_code(CHAT);
    let session = browser
        .post("/client/confirm", json!({"phone": CLIENT, "code": code}))
        .await
        .expect_within_statements(200, 18);
    assert_eq!(session["cabinet"]["agent_name"], "dragon");
    let person = app.with_token(session["access_token"].as_str().expect("a token"));
    assert_eq!(
        person.get("/client/me").await.expect(200)["cabinets"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    let _ = app
        .anonymous()
        .post(
            "/client/login/password",
            json!({"phone": CLIENT, "password": "a-thiefs-password"}),
        )
        .await
        .expect_problem(401, "login_failed");

    // Registering again with the same agent creates no second client.
    let _ = browser.post("/client/register", body).await.expect(200);
    let _ = browser
        .post("/client/confirm/send", json!({"phone": CLIENT, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let again = browser
        .post(
            "/client/confirm",
            json!({"phone": CLIENT, "code": bots.take_code(CHAT)}),
        )
        .await
        .expect_within_statements(200, 18);
    assert_eq!(again["cabinet"]["client_id"], session["cabinet"]["client_id"]);
}

#[apply(on_both)]
async fn squatter_loses_the_phone_to_its_owner(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let squatter = Browser::new(&app);
    let offer = squatter
        .post(
            "/client/register",
            json!({"name": "Самозванец", "phone": NEW, "agent": "lotus", "password": "squatters-own"}),
        )
        .await
        .expect(200);
    let start = bots.telegram_update(
        666,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    let done = squatter
        .post("/client/link/status", json!({"phone": NEW}))
        .await
        .expect_within_statements(200, 16);
    let squatter_actor = app.with_token(done["session"]["access_token"].as_str().expect("a token"));
    let _ = squatter_actor.get("/client/orders").await.expect(200);

    let max = bots.max_contact(88, 8, NEW, 8);
    bots.deliver_max(&app, &max).await;
    let _ = squatter_actor
        .get("/client/orders")
        .await
        .expect_problem(401, "credential_revoked");
    let _ = app
        .anonymous()
        .post(
            "/client/login/password",
            json!({"phone": NEW, "password": "squatters-own"}),
        )
        .await
        .expect_problem(401, "login_failed");
    let step = app
        .anonymous()
        .post("/client/login", json!({"phone": NEW}))
        .await
        .expect(200);
    assert_eq!(step, json!({"next": "code", "channels": ["max"]}));
}

#[apply(on_both)]
async fn squatter_cannot_accept_an_invitation(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let squatter = Browser::new(&app);
    let offer = squatter
        .post(
            "/client/register",
            json!({"name": "Самозванец", "phone": NEW, "agent": "lotus"}),
        )
        .await
        .expect(200);
    let start = bots.telegram_update(
        666,
        json!({"text": format!("/start {}", start_link_token(&offer, "telegram"))}),
    );
    bots.deliver_telegram(&app, &start).await;
    let _ = squatter
        .post("/client/link/status", json!({"phone": NEW}))
        .await
        .expect_within_statements(200, 16);
    bots.take_messages(666);
    app.execute_sql(&format!(
        "INSERT INTO staff (agent_id, user_id, is_owner) SELECT 1, id, true FROM users WHERE phone = '{NEW}'"
    ))
    .await;
    assert_eq!(
        squatter.post("/agent/login", json!({"phone": NEW})).await.expect(200)["next"],
        "link"
    );
    let _ = squatter
        .post("/agent/code/send", json!({"phone": NEW, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let code = bots.take_code(666);
    let _ = squatter
        .post("/agent/code", json!({"phone": NEW, "code": code}))
        .await
        .expect_problem(401, "code_wrong");

    bots.link_telegram(&app, CHAT, NEW).await;
    let person = Browser::new(&app);
    let _ = person
        .post("/agent/code/send", json!({"phone": NEW, "channel": "telegram"}))
        .await
        .expect(202);
    app.run_due_jobs().await;
    let _ = person
        .post("/agent/code", json!({"phone": NEW, "code": bots.take_code(CHAT)}))
        .await
        .expect_within_statements(200, 8);
}
