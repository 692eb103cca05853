//! Who is notified: rights, preferences, the administrator.

use super::{OWNER_CHAT, assert_beginnings, notifications};
use crate::{
    orders::submitted_order,
    people::bots::Bots,
    support::{ASSIGNED_ONLY, Actor, MEMBER_WITHOUT_RIGHTS, OTHER_OWNER, OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::json;

#[apply(on_both)]
async fn staff_notifications_require_rights(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let client = app.client().await;
    for (chat, phone) in [
        (1, WAREHOUSE_WORKER),
        (2, ASSIGNED_ONLY),
        (3, OTHER_OWNER),
        (4, MEMBER_WITHOUT_RIGHTS),
    ] {
        bots.link_telegram(&app, chat, phone).await;
    }
    let _ = submitted_order(&client).await;
    let _ = client
        .post("/client/balance/requests", json!({"amount": "1", "currency": "RUB"}))
        .await
        .expect(201);
    assert_beginnings(
        &notifications(&app, &bots, 1).await,
        &["Клиент K1 (K1): отправлен заказ"],
    );
    for chat in [2, 3, 4] {
        assert!(
            notifications(&app, &bots, chat).await.is_empty(),
            "chat {chat} is notified without the right"
        );
    }
}

#[apply(on_both)]
async fn notification_preferences_are_respected(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client) = (app.owner().await, app.client().await);
    bots.link_telegram(&app, OWNER_CHAT, OWNER).await;
    let shown = owner.get("/agent/notice-preferences").await.expect(200);
    let channel = |name: &str, linked: bool| json!({"channel": name, "linked": linked, "failing": false});
    assert_eq!(
        shown["channels"],
        json!([
            channel("telegram", true),
            channel("max", false),
            channel("email", false),
            channel("browser", false)
        ])
    );
    assert!(
        shown["notices"]
            .as_array()
            .expect("notices")
            .iter()
            .all(|row| row["channels"] == json!(["telegram"]))
    );
    let choice = |notice: &str, channel: &str, enabled: bool| {
        json!({
            "choices": [{"notice": notice, "channel": channel, "enabled": enabled}],
        })
    };
    let off = owner
        .patch(
            "/agent/notice-preferences",
            choice("order_submitted", "telegram", false),
        )
        .await
        .expect(200);
    assert_eq!(
        off["notices"][0],
        json!({"notice": "order_submitted", "channels": [], "used": []})
    );
    let _ = submitted_order(&client).await;
    assert!(notifications(&app, &bots, OWNER_CHAT).await.is_empty());

    bots.deliver_max(&app, &bots.max_contact(77, 700, OWNER, 700)).await;
    let _ = owner
        .patch("/agent/notice-preferences", choice("order_submitted", "max", true))
        .await
        .expect(200);
    bots.take_messages(77);
    let _ = submitted_order(&client).await;
    assert_eq!(
        (
            notifications(&app, &bots, 77).await.len(),
            notifications(&app, &bots, OWNER_CHAT).await.len()
        ),
        (1, 0)
    );

    for bad in [
        choice("order_quoted", "telegram", true),
        choice("nothing", "telegram", true),
        choice("order_paid", "pigeon", true),
    ] {
        let _ = owner
            .patch("/agent/notice-preferences", bad)
            .await
            .expect_problem(422, "validation_failed");
    }
    let notices = client.get("/client/notice-preferences").await.expect(200);
    assert_eq!(notices["notices"][0]["notice"], "order_quoted");
}

#[apply(on_both)]
async fn channel_that_was_only_shown_stays_on_when_another_is_added(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client) = (app.owner().await, app.client().await);
    bots.deliver_max(&app, &bots.max_contact(77, 700, OWNER, 700)).await;
    bots.take_messages(77);
    app.execute_sql(&format!(
        "UPDATE users SET email = 'anna@example.com' WHERE phone = '{OWNER}'"
    ))
    .await;
    let change = |channel: &str, enabled: bool| json!({"choices": [{"notice": "order_submitted", "channel": channel, "enabled": enabled}]});
    let channels = async |owner: &Actor| {
        owner.get("/agent/notice-preferences").await.expect(200)["notices"][0]["channels"].clone()
    };
    assert_eq!(channels(&owner).await, json!(["max"]), "shown by default");
    let changed = owner
        .patch("/agent/notice-preferences", change("email", true))
        .await
        .expect(200);
    assert_eq!(changed["notices"][0]["channels"], json!(["max", "email"]));
    assert_eq!(channels(&owner).await, json!(["max", "email"]));
    let _ = submitted_order(&client).await;
    assert_eq!(notifications(&app, &bots, 77).await.len(), 1);
    // A messenger that is linked later is not switched on by itself.
    bots.link_telegram(&app, OWNER_CHAT, OWNER).await;
    assert_eq!(channels(&owner).await, json!(["max", "email"]));
    let _ = owner
        .patch("/agent/notice-preferences", change("max", false))
        .await
        .expect(200);
    assert_eq!(channels(&owner).await, json!(["email"]));
}

#[apply(on_both)]
async fn administrator_is_notified_of_dead_jobs(app: App) {
    app.expect_errors("job is dead");
    app.expect_errors("administrator alert");
    let (app, bots) = Bots::start(&app).await;
    let app = app.with_config(|config| config.admin_max_chat = Some("4242".to_owned()));
    let jobs = karavan::app::jobs(&app.state);
    app.execute_sql(
        "INSERT INTO jobs (kind, payload, run_at, attempts, max_attempts, created_at) \
         VALUES ('notifications:send', 'no json', '2026-01-01T00:00:00+00:00', 7, 8, '2026-01-01T00:00:00+00:00')",
    )
    .await;
    let jobs = jobs.only(|kind| !kind.contains("fetch"));
    while jobs.run_next(&app.state, "test").await.expect("the job step succeeds") {}
    let texts: Vec<String> = bots.take_messages(4242).into_iter().map(|sent| sent.text).collect();
    assert!(texts.len() == 1 && texts[0].contains("notifications:send"), "{texts:?}");
    app.execute_sql("DELETE FROM jobs WHERE failed_at IS NOT NULL").await;
}
