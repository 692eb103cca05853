//! Links by which invited people enter without a messenger.

use super::{NEWCOMER, create_group, hire_staff, invite};
use crate::{
    people::bots::Bots,
    support::{Actor, OTHER_OWNER, PASSWORD, on_both},
};
use chrono::Duration;
use serde_json::{Value, json};

const FIRST_PASSWORD: &str = "сирень-и-мёд";

/// Creates the link of an invited person. Returns its token.
async fn link(actor: &Actor, path: &str, side: &str) -> String {
    let made = actor
        .post(&format!("{path}/invitation-link"), Value::Null)
        .await
        .expect_within_statements(200, 8);
    let url = made["url"].as_str().expect("an address");
    let (page, token) = url.split_once('#').expect("a token");
    assert!(page.ends_with(&format!("/{side}/invitation")), "{url}");
    token.to_owned()
}

fn body(token: &str, password: &str) -> Value {
    json!({"token": token, "password": password, "timezone": "Asia/Shanghai"})
}

#[apply(on_both)]
async fn link_opens_one_cabinet_once(app: App) {
    let app = app.with_config(|config| config.log_codes = false);
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    let person = invite(&owner, "agent", NEWCOMER, &json!(1)).await;
    let group = create_group(&other, "agent", "Склад", &[("orders", "view", "all")]).await;
    let elsewhere = invite(&other, "agent", NEWCOMER, &group).await;
    let path = format!("/agent/staff/{}", person["id"]);
    let former = link(&owner, &path, "agent").await;
    let token = link(&owner, &path, "agent").await;
    let stranger = app.anonymous();
    let _ = stranger
        .post("/agent/invitation-link", json!({"token": former}))
        .await
        .expect_problem(401, "link_expired");
    let _ = stranger
        .post("/client/invitation-link", json!({"token": token}))
        .await
        .expect_problem(401, "link_expired");
    let shown = stranger.post("/agent/invitation-link", json!({"token": token})).await;
    assert_eq!(
        shown.expect(200),
        json!({"agent_name": "lotus", "client_name": null, "phone": NEWCOMER, "entry": "new_password"})
    );
    let short = stranger
        .post("/agent/invitation-link/accept", body(&token, "short"))
        .await;
    let short = short.expect_problem(422, "validation_failed");
    assert_eq!(short["errors"]["password"][0]["code"], "too_short");
    let opened = stranger
        .post("/agent/invitation-link/accept", body(&token, FIRST_PASSWORD))
        .await
        .expect_within_statements(200, 20);
    let newcomer = app.with_token(opened["access_token"].as_str().expect("a token"));
    let me = newcomer.get("/agent/me").await.expect(200);
    assert_eq!(me["cabinets"].as_array().map(Vec::len), Some(1), "{me}");
    let _ = stranger
        .post("/agent/invitation-link/accept", body(&token, FIRST_PASSWORD))
        .await
        .expect_problem(401, "link_expired");
    let _ = app
        .anonymous()
        .post(
            "/agent/login/password",
            json!({"phone": NEWCOMER, "password": FIRST_PASSWORD}),
        )
        .await
        .expect(200);
    let _ = owner
        .post(&format!("{path}/invitation-link"), Value::Null)
        .await
        .expect_problem(409, "member_exists");

    // The account has a password now: the link of another agent takes it, and nothing else.
    let path = format!("/agent/staff/{}", elsewhere["id"]);
    let token = link(&other, &path, "agent").await;
    let shown = stranger.post("/agent/invitation-link", json!({"token": token})).await;
    assert_eq!(shown.expect(200)["entry"], "password");
    let _ = stranger
        .post("/agent/invitation-link/accept", body(&token, "не-тот-пароль"))
        .await
        .expect_problem(401, "login_failed");
    let opened = stranger
        .post("/agent/invitation-link/accept", body(&token, FIRST_PASSWORD))
        .await
        .expect_within_statements(200, 20);
    assert_eq!(opened["cabinet"]["agent_id"], json!(2));

    // The person who proves the number gets the account alone.
    let (app, bots) = Bots::start(&app).await;
    bots.link_telegram(&app, 501, NEWCOMER).await;
    let _ = newcomer
        .get("/agent/me")
        .await
        .expect_problem(401, "credential_revoked");
}

#[apply(on_both)]
async fn link_opens_no_account_with_a_messenger(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let owner = app.owner().await;
    let person = invite(&owner, "agent", NEWCOMER, &json!(1)).await;
    let token = link(&owner, &format!("/agent/staff/{}", person["id"]), "agent").await;
    bots.link_telegram(&app, 501, NEWCOMER).await;
    let stranger = app.anonymous();
    let shown = stranger.post("/agent/invitation-link", json!({"token": token})).await;
    assert_eq!(shown.expect(200)["entry"], "code");
    let _ = stranger
        .post("/agent/invitation-link/accept", body(&token, FIRST_PASSWORD))
        .await
        .expect_problem(401, "login_failed");
    assert_eq!(app.count("users", "phone_unproved_at IS NOT NULL").await, 0);
}

#[apply(on_both)]
async fn link_ends_with_its_time_and_with_the_invitation(app: App) {
    let owner = app.owner().await;
    let person = invite(&owner, "agent", NEWCOMER, &json!(1)).await;
    let path = format!("/agent/staff/{}", person["id"]);
    let late = link(&owner, &path, "agent").await;
    app.state.clock.advance(Duration::days(7));
    let stranger = app.anonymous();
    let _ = stranger
        .post("/agent/invitation-link", json!({"token": late}))
        .await
        .expect_problem(401, "link_expired");
    let owner = app.owner().await;
    let revoked = link(&owner, &path, "agent").await;
    let _ = owner.delete(&path).await.expect_within_statements(204, 8);
    let _ = stranger
        .post("/agent/invitation-link/accept", body(&revoked, FIRST_PASSWORD))
        .await
        .expect_problem(401, "link_expired");
}

#[apply(on_both)]
async fn link_gives_no_more_rights_than_its_maker_has(app: App) {
    let owner = app.owner().await;
    let grants = [("staff", "edit", "all"), ("orders", "view", "all")];
    let (clerk, _) = hire_staff(&app, &owner, "+79995551001", "Кадры", &grants).await;
    let full = create_group(&owner, "agent", "Всё", &[("orders", "manage", "all")]).await;
    let person = invite(&owner, "agent", NEWCOMER, &full).await;
    let _ = clerk
        .post(&format!("/agent/staff/{}/invitation-link", person["id"]), Value::Null)
        .await
        .expect_problem(403, "rights_exceeded");
}

#[apply(on_both)]
async fn client_and_member_enter_by_a_link(app: App) {
    let app = app.with_config(|config| config.log_codes = false);
    let owner = app.owner().await;
    let client = owner
        .post(
            "/agent/clients",
            json!({"name": "Мария", "phone": NEWCOMER, "language": "ru"}),
        )
        .await
        .expect_within_statements(201, 13);
    let path = format!("/agent/clients/{}", client["id"]);
    let token = link(&owner, &path, "client").await;
    let history = owner.get(&format!("{path}/history")).await.expect(200);
    assert_eq!(history["data"][0]["event"], "invited");
    let opened = app
        .anonymous()
        .post("/client/invitation-link/accept", body(&token, FIRST_PASSWORD))
        .await
        .expect_within_statements(200, 20);
    let client_owner = app.with_token(opened["access_token"].as_str().expect("a token"));
    let settings = client_owner.get("/client/settings").await.expect(200);
    assert_eq!(settings["name"], "Мария");
    let _ = owner
        .post(&format!("{path}/invitation-link"), Value::Null)
        .await
        .expect_problem(409, "member_exists");

    let group = create_group(&client_owner, "client", "Закупка", &[("orders", "edit", "all")]).await;
    let member = invite(&client_owner, "client", "+79995551002", &group).await;
    let token = link(&client_owner, &format!("/client/staff/{}", member["id"]), "client").await;
    let shown = app
        .anonymous()
        .post("/client/invitation-link", json!({"token": token}))
        .await;
    assert_eq!(shown.expect(200)["client_name"], "Мария");
    let opened = app
        .anonymous()
        .post("/client/invitation-link/accept", body(&token, PASSWORD))
        .await
        .expect_within_statements(200, 20);
    let member = app.with_token(opened["access_token"].as_str().expect("a token"));
    let _ = member.get("/client/orders").await.expect(200);
    let _ = member
        .get("/client/staff")
        .await
        .expect_problem(403, "permission_denied");
}
