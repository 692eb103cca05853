//! Announcements of the agent to its clients.

use super::{CLIENT_CHAT, OTHER_CLIENT_CHAT, notifications};
use crate::{
    orders::lifecycle::adjust_balance,
    people::bots::Bots,
    support::{CLIENT, OTHER_CLIENT, on_both},
};
use chrono::{Duration, SecondsFormat};
use serde_json::{Value, json};

#[apply(on_both)]
async fn announcement_reaches_its_audience_and_is_reported(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client) = (app.owner().await, app.client().await);
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    bots.link_telegram(&app, OTHER_CLIENT_CHAT, OTHER_CLIENT).await;
    adjust_balance(&owner, 1, "1250", "RUB").await;
    let text = json!({"title": "Праздники", "body": "{client} ({code}), склад закрыт. Баланс: {balance_rub}, {balance_cny}. {agent}"});
    let rehearsed = owner
        .post("/agent/notifications/rehearsal", json!({"body": text["body"]}))
        .await
        .expect(200);
    assert_eq!(
        rehearsed["example"],
        "Клиент K1 (K1), склад закрыт. Баланс: 1\u{a0}250,00\u{a0}₽, 0,00\u{a0}¥. lotus"
    );
    assert_eq!(rehearsed["reachable"], 1, "{rehearsed}");
    let clients = rehearsed["clients"].as_i64().expect("a count");
    let draft = owner.post("/agent/notifications", text).await.expect(201);
    assert_eq!((&draft["state"], &draft["version"]), (&json!("draft"), &json!(1)));
    assert!(
        notifications(&app, &bots, CLIENT_CHAT).await.is_empty(),
        "a draft is not sent"
    );

    let one = format!("/agent/notifications/{}", draft["id"]);
    let _ = owner.post(&format!("{one}/send"), json!({})).await.expect(200);
    let _ = owner
        .with_header("idempotency-key", "again")
        .post(&format!("{one}/send"), json!({}))
        .await;
    let texts = notifications(&app, &bots, CLIENT_CHAT).await;
    assert_eq!(
        texts,
        ["Праздники\n\nКлиент K1 (K1), склад закрыт. Баланс: 1\u{a0}250,00\u{a0}₽, 0,00\u{a0}¥. lotus"]
    );
    assert!(
        notifications(&app, &bots, OTHER_CLIENT_CHAT).await.is_empty(),
        "only the agent's own clients receive it"
    );

    app.state.clock.advance(Duration::minutes(2));
    app.run_due_jobs().await;
    let shown = owner.get(&one).await.expect(200);
    assert_eq!(
        (&shown["state"], &shown["reach"]),
        (&json!("sent"), &json!({"waiting": 0, "sent": 1, "failed": clients - 1}))
    );
    let failed = owner.get(&format!("{one}/deliveries?state=failed")).await.expect(200);
    assert_eq!(failed["data"][0]["error"], "no_chat");
    let received = client.get("/client/announcements").await.expect(200);
    assert_eq!(
        received["data"][0]["body"],
        texts[0].split("\n\n").nth(1).expect("a body")
    );
    let _ = owner
        .patch(&one, json!({"title": "Другое", "body": "x"}))
        .await
        .expect_problem(409, "already_sent");
    let _ = owner.delete(&one).await.expect_problem(409, "already_sent");
}

#[apply(on_both)]
async fn planned_announcement_is_sent_at_its_time_after_changes(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let owner = app.owner().await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    let at = |hours: i64| (app.state.clock.now() + Duration::hours(hours)).to_rfc3339_opts(SecondsFormat::Secs, true);
    let (one, three) = (at(1), at(3));
    let planned = owner
        .post(
            "/agent/notifications",
            json!({"title": "A", "body": "первый", "send_at": one}),
        )
        .await
        .expect(201);
    let address = format!("/agent/notifications/{}", planned["id"]);
    assert_eq!(planned["state"], "planned");
    let later =
        json!({"title": "A", "body": "второй", "send_at": three, "audience": {"kind": "chosen", "clients": [1]}});
    let _ = owner
        .with_header("if-match", "\"7\"")
        .patch(&address, later.clone())
        .await
        .expect_problem(412, "version_stale");
    let _ = owner.patch(&address, later).await.expect(200);
    app.state.clock.advance(Duration::hours(2));
    assert!(
        notifications(&app, &bots, CLIENT_CHAT).await.is_empty(),
        "it was postponed"
    );
    app.state.clock.advance(Duration::hours(2));
    assert_eq!(notifications(&app, &bots, CLIENT_CHAT).await, ["A\n\nвторой"]);
    let owner = app.owner().await;
    let gone = owner
        .post(
            "/agent/notifications",
            json!({"title": "B", "body": "x", "send_at": at(1)}),
        )
        .await
        .expect(201);
    let _ = owner
        .delete(&format!("/agent/notifications/{}", gone["id"]))
        .await
        .expect(204);
    app.state.clock.advance(Duration::hours(3));
    assert!(notifications(&app, &bots, CLIENT_CHAT).await.is_empty());
}

#[apply(on_both)]
async fn invalid_announcement_names_its_fields(app: App) {
    let owner = app.owner().await;
    let past = (app.state.clock.now() - Duration::minutes(1)).to_rfc3339();
    let faults = [
        (json!({"title": "", "body": "x"}), "title"),
        (json!({"title": "т".repeat(121), "body": "x"}), "title"),
        (json!({"title": "t", "body": "Здравствуйте, {name}"}), "body"),
        (json!({"title": "t", "body": "скобка {"}), "body"),
        (json!({"title": "t", "body": "字".repeat(3001)}), "body"),
        (json!({"title": "t", "body": "x", "send_at": past}), "send_at"),
        (
            json!({"title": "t", "body": "x", "audience": {"kind": "chosen", "clients": []}}),
            "audience.clients",
        ),
        (
            json!({"title": "t", "body": "x", "audience": {"kind": "with_orders", "statuses": ["draft"]}}),
            "audience.statuses",
        ),
        (
            json!({"title": "t", "body": "x", "audience": {"kind": "silent", "days": 0}}),
            "audience.days",
        ),
    ];
    for (body, field) in faults {
        let refused = owner
            .post("/agent/notifications", body)
            .await
            .expect_problem(422, "validation_failed");
        assert_ne!(refused["errors"][field], Value::Null, "{refused}");
    }
}

#[apply(on_both)]
async fn blocked_bot_is_reported_as_failed_delivery(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let owner = app.owner().await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    let blocked = json!({"ok": false, "error_code": 403, "description": "Forbidden: bot was blocked by the user"});
    bots.answers.lock().expect("answers").push_back((403, blocked));
    let body = json!({"title": "t", "body": "x", "audience": {"kind": "chosen", "clients": [1]}});
    let id = owner.post("/agent/notifications", body).await.expect(201)["id"].clone();
    let _ = owner
        .post(&format!("/agent/notifications/{id}/send"), json!({}))
        .await
        .expect(200);
    app.run_due_jobs().await;
    app.state.clock.advance(Duration::minutes(2));
    app.run_due_jobs().await;
    let report = owner
        .get(&format!("/agent/notifications/{id}/deliveries"))
        .await
        .expect(200);
    assert_eq!(report["data"][0]["state"], "failed");
    assert!(
        report["data"][0]["error"]
            .as_str()
            .expect("a reason")
            .contains("blocked"),
        "{report}"
    );
}
