//! Notifications by messenger, and announcements of the agent to its clients.

use crate::{
    media::encode_image,
    orders::{
        lifecycle::{adjust_balance, move_items, order_card, quote_order},
        submitted_order,
    },
    people::bots::Bots,
    services::{enable_service, first_item, upload_file},
    support::{
        ASSIGNED_ONLY, App, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, OWNER, WAREHOUSE_WORKER, on_both,
    },
};
use chrono::{Duration, SecondsFormat};
use image::ImageFormat;
use serde_json::{Value, json};

const OWNER_CHAT: i64 = 100;
const CLIENT_CHAT: i64 = 200;
const OTHER_CLIENT_CHAT: i64 = 300;

/// Runs due jobs and returns the texts sent to a chat.
async fn notifications(app: &App, bots: &Bots, chat: i64) -> Vec<String> {
    app.run_due_jobs().await;
    bots.take_messages(chat).into_iter().map(|sent| sent.text).collect()
}

/// Checks the number of texts and how each begins.
fn assert_beginnings(texts: &[String], beginnings: &[&str]) {
    assert_eq!(texts.len(), beginnings.len(), "{texts:#?}");
    for (text, beginning) in texts.iter().zip(beginnings) {
        assert!(text.starts_with(beginning), "{text} does not begin with {beginning}");
    }
}

#[apply(on_both)]
async fn each_side_is_notified_of_the_others_actions(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client) = (app.owner().await, app.client().await);
    bots.link_telegram(&app, OWNER_CHAT, OWNER).await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    bots.link_telegram(&app, OTHER_CLIENT_CHAT, OTHER_CLIENT).await;

    let order = submitted_order(&client).await;
    let texts = notifications(&app, &bots, OWNER_CHAT).await;
    assert_beginnings(&texts, &["Клиент K1 (K1) отправил заказ K1-1."]);
    assert!(texts[0].ends_with(&format!("/agent/orders/{order}")), "{}", texts[0]);

    let _ = quote_order(&owner, order).await;
    assert_beginnings(
        &notifications(&app, &bots, CLIENT_CHAT).await,
        &["Заказ K1-1 рассчитан: 85.50 CNY"],
    );
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let _ = crate::orders::lifecycle::pay_order(&client, order, "RUB").await;
    assert_beginnings(
        &notifications(&app, &bots, OWNER_CHAT).await,
        &["Клиент K1 (K1) оплатил заказ K1-1."],
    );

    let card = order_card(&owner, order).await;
    let _ = move_items(&owner, &card, json!({"step": "buy", "price": "28.50"})).await;
    let _ = move_items(&owner, &card, json!({"step": "receive", "cell": "A-1"})).await;
    assert_beginnings(
        &notifications(&app, &bots, CLIENT_CHAT).await,
        &["Все товары заказа K1-1 на складе."],
    );
    assert!(
        notifications(&app, &bots, OTHER_CLIENT_CHAT).await.is_empty(),
        "other clients are not notified"
    );
    assert!(
        notifications(&app, &bots, OWNER_CHAT).await.is_empty(),
        "actors are not notified of their own actions"
    );
}

#[apply(on_both)]
async fn service_notifications_reach_client_and_staff(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client) = (app.owner().await, app.client().await);
    bots.link_telegram(&app, OWNER_CHAT, OWNER).await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    bots.link_telegram(&app, OTHER_CLIENT_CHAT, OTHER_CLIENT).await;
    let order = submitted_order(&client).await;
    notifications(&app, &bots, OWNER_CHAT).await;
    let (item, photo) = (
        first_item(&owner, order).await,
        enable_service(&owner, "photo", None).await,
    );
    let asked = client
        .post(
            &format!("/client/orders/{order}/items/{item}/services"),
            json!({"service_id": photo, "qty": 2}),
        )
        .await
        .expect_within_statements(201, 7);
    assert_beginnings(
        &notifications(&app, &bots, OWNER_CHAT).await,
        &["Клиент K1 (K1) заказал услугу в заказе K1-1: "],
    );
    let one = format!("/agent/item-services/{}", asked["id"]);
    let _ = owner
        .post(&format!("{one}/render"), json!({}))
        .await
        .expect_problem(409, "media_missing");
    assert!(
        notifications(&app, &bots, CLIENT_CHAT).await.is_empty(),
        "a refused action is not notified"
    );
    let _ = upload_file(
        &owner,
        &format!("{one}/uploads"),
        "/agent/uploads",
        "photo",
        &encode_image(40, 30, ImageFormat::Jpeg),
    )
    .await
    .expect(200);
    assert!(
        notifications(&app, &bots, CLIENT_CHAT).await.is_empty(),
        "the service is not rendered yet"
    );
    let _ = owner
        .post(&format!("{one}/render"), json!({}))
        .await
        .expect_within_statements(200, 7);
    let texts = notifications(&app, &bots, CLIENT_CHAT).await;
    assert_beginnings(&texts, &["По заказу K1-1 готово: Фото"]);
    assert!(texts[0].ends_with(&format!("/client/orders/{order}")), "{}", texts[0]);
    let _ = owner
        .post(&format!("{one}/render"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");

    // In the reader's language, including the service's name. A refund is a separate notification.
    let _ = client
        .patch("/client/profile", json!({"locale": "zh"}))
        .await
        .expect(200);
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let _ = enable_service(&owner, "measure", Some("3.50")).await;
    let measure = enable_service(&owner, "measure", Some("3.50")).await;
    let path = format!("/agent/orders/{order}/items/{item}/services");
    let free = owner
        .post(&path, json!({"service_id": measure, "free": true}))
        .await
        .expect_within_statements(201, 7);
    let measured = json!({"measured": {"weight_grams": 1250, "length_mm": 300, "width_mm": 200, "height_mm": 100}});
    let _ = owner
        .post(&format!("/agent/item-services/{}/render", free["id"]), measured)
        .await
        .expect_within_statements(200, 7);
    assert_beginnings(
        &notifications(&app, &bots, CLIENT_CHAT).await,
        &["订单 K1-1 的“测量”服务已完成"],
    );
    let paid = owner
        .post(&path, json!({"service_id": measure}))
        .await
        .expect_within_statements(201, 7);
    let _ = quote_order(&owner, order).await;
    let _ = crate::orders::lifecycle::pay_order(&client, order, "RUB").await;
    notifications(&app, &bots, CLIENT_CHAT).await;
    let _ = owner
        .post(&format!("/agent/item-services/{}/cancel", paid["id"]), json!({}))
        .await
        .expect_within_statements(200, 18);
    let mut texts = notifications(&app, &bots, CLIENT_CHAT).await;
    texts.sort();
    assert_beginnings(&texts, &["订单 K1-1 的“测量”服务已取消", "订单 K1-1 退款："]);
    assert!(
        notifications(&app, &bots, OTHER_CLIENT_CHAT).await.is_empty(),
        "other clients are not notified"
    );

    let off = json!({"choices": [{"notice": "service_rendered", "channel": "telegram", "enabled": false}]});
    let _ = client.patch("/client/notice-preferences", off).await.expect(200);
    let again = owner
        .post(&path, json!({"service_id": measure, "free": true}))
        .await
        .expect_within_statements(201, 7);
    let _ = owner
        .post(
            &format!("/agent/item-services/{}/render", again["id"]),
            json!({"measured": {"weight_grams": 1}}),
        )
        .await
        .expect_within_statements(200, 8);
    assert!(
        notifications(&app, &bots, CLIENT_CHAT).await.is_empty(),
        "the notification is disabled"
    );
}

#[apply(on_both)]
async fn notifications_of_an_order_are_batched(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client) = (app.owner().await, app.client().await);
    bots.link_telegram(&app, OWNER_CHAT, OWNER).await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    let order = submitted_order(&client).await;
    notifications(&app, &bots, OWNER_CHAT).await;
    let (item, measure) = (
        first_item(&owner, order).await,
        enable_service(&owner, "measure", None).await,
    );
    let mut asked = Vec::new();
    for _ in 0..5 {
        let path = format!("/client/orders/{order}/items/{item}/services");
        asked.push(
            client
                .post(&path, json!({"service_id": measure}))
                .await
                .expect_within_statements(201, 8)["id"]
                .clone(),
        );
    }
    assert_beginnings(
        &notifications(&app, &bots, OWNER_CHAT).await,
        &["Клиент K1 (K1) заказал услугу в заказе K1-1: Замер"],
    );
    for id in asked {
        let measured = json!({"measured": {"weight_grams": 1250}});
        let _ = owner
            .post(&format!("/agent/item-services/{id}/render"), measured)
            .await
            .expect_within_statements(200, 8);
    }
    assert_beginnings(
        &notifications(&app, &bots, CLIENT_CHAT).await,
        &["По заказу K1-1 готово: Замер. Результат в кабинете."],
    );
    app.state.clock.advance(Duration::minutes(5));
    assert_beginnings(
        &notifications(&app, &bots, CLIENT_CHAT).await,
        &["По заказу K1-1 готово ещё: Замер. Результаты в кабинете."],
    );
    assert_beginnings(
        &notifications(&app, &bots, OWNER_CHAT).await,
        &["Клиент K1 (K1) заказал ещё в заказе K1-1: Замер."],
    );
    app.state.clock.advance(Duration::minutes(10));
    assert!(
        notifications(&app, &bots, CLIENT_CHAT).await.is_empty(),
        "nothing is left to notify"
    );
}

#[apply(on_both)]
async fn balance_changes_are_notified(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client) = (app.owner().await, app.client().await);
    bots.link_telegram(&app, OWNER_CHAT, OWNER).await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    let asked = client
        .post(
            "/client/balance/requests",
            json!({"amount": "15000", "currency": "RUB"}),
        )
        .await
        .expect(201);
    let (id, code) = (&asked["id"], asked["code"].as_str().expect("a code"));
    let address = |step: &str| format!("/agent/balance-requests/{id}/{step}");
    let _ = owner
        .post(&address("issue"), json!({"requisites": "карта"}))
        .await
        .expect(200);
    let _ = client
        .post(&format!("/client/balance/requests/{id}/report"), json!({}))
        .await
        .expect(200);
    let _ = owner
        .post(&address("confirm"), json!({"amount": "14950.00"}))
        .await
        .expect_within_statements(200, 16);
    assert_beginnings(
        &notifications(&app, &bots, CLIENT_CHAT).await,
        &[
            &format!("Заявка {code} на 15000.00 RUB: реквизиты"),
            "Баланс пополнен на 14950.00 RUB",
        ],
    );
    assert_beginnings(
        &notifications(&app, &bots, OWNER_CHAT).await,
        &["Клиент K1 (K1) просит реквизиты", "Клиент K1 (K1) сообщает об оплате"],
    );
    let funds = json!({"amount": "300", "currency": "CNY", "memo": "для кошелька"});
    let _ = owner
        .post("/agent/clients/1/balance/adjustments", funds)
        .await
        .expect_within_statements(201, 12);
    let wallet = json!({"wallet": "alipay", "account": "li@example.com", "amount": "300"});
    let id = client
        .post("/client/wallet-topup", wallet)
        .await
        .expect_within_statements(201, 12)["id"]
        .clone();
    let _ = owner
        .post(
            &format!("/agent/wallet-topups/{id}/reject"),
            json!({"reason": "счёт не найден"}),
        )
        .await
        .expect_within_statements(200, 14);
    let texts = notifications(&app, &bots, CLIENT_CHAT).await;
    assert_beginnings(
        &texts,
        &["Пополнение кошелька alipay · li@example.com на 300.00 CNY отклонено. счёт не найден"],
    );
}

#[apply(on_both)]
async fn refused_actions_are_not_notified(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let client = app.client().await;
    bots.link_telegram(&app, OWNER_CHAT, OWNER).await;
    let _ = client
        .post("/client/orders/999/submit", json!({}))
        .await
        .expect_problem(404, "not_found");
    let order = submitted_order(&client).await;
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    assert_eq!(notifications(&app, &bots, OWNER_CHAT).await.len(), 1);
    app.run_due_jobs().await;
    assert!(
        notifications(&app, &bots, OWNER_CHAT).await.is_empty(),
        "an event is notified once"
    );
}

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
    assert_beginnings(&notifications(&app, &bots, 1).await, &["Клиент K1 (K1) отправил заказ"]);
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
            channel("email", false)
        ])
    );
    assert!(
        shown["notices"]
            .as_array()
            .expect("notices")
            .iter()
            .all(|row| row["channels"] == json!(["telegram"]))
    );
    let choice = |notice: &str, channel: &str, enabled: bool| json!({"choices": [{"notice": notice, "channel": channel, "enabled": enabled}]});
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
        "Клиент K1 (K1), склад закрыт. Баланс: 1250.00 RUB, 0.00 CNY. lotus"
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
        ["Праздники\n\nКлиент K1 (K1), склад закрыт. Баланс: 1250.00 RUB, 0.00 CNY. lotus"]
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

#[apply(on_both)]
async fn administrator_is_notified_of_dead_jobs(app: App) {
    app.expect_errors("job is dead");
    app.expect_errors("administrator alert");
    let (app, bots) = Bots::start(&app).await;
    let app = app.with_config(|config| config.admin_max_chat = Some("4242".to_owned()));
    let jobs = karavan::app::jobs(&app.state);
    app.execute_sql("INSERT INTO jobs (kind, payload, run_at, attempts, max_attempts, created_at) VALUES ('notifications:tell', 'no json', '2026-01-01T00:00:00+00:00', 7, 8, '2026-01-01T00:00:00+00:00')").await;
    let jobs = jobs.only(|kind| !kind.contains("fetch"));
    while jobs.run_next(&app.state, "test").await.expect("the job step succeeds") {}
    let texts: Vec<String> = bots.take_messages(4242).into_iter().map(|sent| sent.text).collect();
    assert!(texts.len() == 1 && texts[0].contains("notifications:tell"), "{texts:?}");
    app.execute_sql("DELETE FROM jobs WHERE failed_at IS NOT NULL").await;
}
