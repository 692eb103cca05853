//! What people are told by their messengers: news of their orders, and what the agent writes to its clients.

use crate::{
    media::picture,
    orders::{
        life::{fund, quoted, seen, step},
        submitted,
    },
    people::bots::Bots,
    services::{line, offer, upload},
    support::{App, CLIENT, OTHER_CLIENT, OTHER_OWNER, OWN_ONLY, OWNER, POWERLESS_MEMBER, WAREHOUSE, on_both},
};
use chrono::{Duration, SecondsFormat};
use image::ImageFormat;
use serde_json::{Value, json};

const OWNERS_CHAT: i64 = 100;
const CLIENTS_CHAT: i64 = 200;
const OTHERS_CHAT: i64 = 300;

/// The texts that a chat got by now.
async fn told(app: &App, bots: &Bots, chat: i64) -> Vec<String> {
    app.work_off().await;
    bots.take(chat).into_iter().map(|sent| sent.text).collect()
}

/// The same, by the beginnings of the texts.
fn begin(texts: &[String], beginnings: &[&str]) {
    assert_eq!(texts.len(), beginnings.len(), "{texts:#?}");
    for (text, beginning) in texts.iter().zip(beginnings) {
        assert!(text.starts_with(beginning), "{text} does not begin with {beginning}");
    }
}

on_both! {
    async fn each_side_is_told_what_the_other_did(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let (owner, client) = (app.owner().await, app.client().await);
        bots.link(&app, OWNERS_CHAT, OWNER).await;
        bots.link(&app, CLIENTS_CHAT, CLIENT).await;
        bots.link(&app, OTHERS_CHAT, OTHER_CLIENT).await;

        let order = submitted(&client).await;
        let texts = told(&app, &bots, OWNERS_CHAT).await;
        begin(&texts, &["Клиент K1 (K1) отправил заказ K1-1."]);
        assert!(texts[0].ends_with(&format!("/agent/orders/{order}")), "{}", texts[0]);

        let _ = quoted(&owner, order).await;
        begin(&told(&app, &bots, CLIENTS_CHAT).await, &["Заказ K1-1 рассчитан: 85.50 CNY"]);
        fund(&owner, 1, "2000", "RUB").await;
        let _ = crate::orders::life::pay(&client, order, "RUB").await;
        begin(&told(&app, &bots, OWNERS_CHAT).await, &["Клиент K1 (K1) оплатил заказ K1-1."]);

        let card = seen(&owner, order).await;
        let _ = step(&owner, &card, json!({"step": "buy", "price": "28.50"})).await;
        let _ = step(&owner, &card, json!({"step": "receive", "cell": "A-1"})).await;
        begin(&told(&app, &bots, CLIENTS_CHAT).await, &["Все товары заказа K1-1 на складе."]);
        assert!(told(&app, &bots, OTHERS_CHAT).await.is_empty(), "it is nobody else's business");
        assert!(told(&app, &bots, OWNERS_CHAT).await.is_empty(), "nobody is told what they did themselves");
    }

    async fn a_service_is_told_to_whom_it_is_done_for_and_to_whom_it_is_asked_of(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let (owner, client) = (app.owner().await, app.client().await);
        bots.link(&app, OWNERS_CHAT, OWNER).await;
        bots.link(&app, CLIENTS_CHAT, CLIENT).await;
        bots.link(&app, OTHERS_CHAT, OTHER_CLIENT).await;
        let order = submitted(&client).await;
        told(&app, &bots, OWNERS_CHAT).await;
        let (item, photo) = (line(&owner, order).await, offer(&owner, "photo", None).await);
        let asked = client.post(&format!("/client/orders/{order}/items/{item}/services"), json!({"service_id": photo, "qty": 2})).await.within(201, 7);
        begin(&told(&app, &bots, OWNERS_CHAT).await, &["Клиент K1 (K1) заказал услугу в заказе K1-1: "]);
        let one = format!("/agent/item-services/{}", asked["id"]);
        let _ = owner.post(&format!("{one}/render"), json!({})).await.refused(409, "conflict");
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "what was refused did not happen");
        let _ = upload(&owner, &format!("{one}/uploads"), "/agent/uploads", "photo", &picture(40, 30, ImageFormat::Jpeg)).await.expect(200);
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "a photo alone is not all of it yet");
        let _ = owner.post(&format!("{one}/render"), json!({})).await.within(200, 7);
        let texts = told(&app, &bots, CLIENTS_CHAT).await;
        begin(&texts, &["По заказу K1-1 готово: Фото"]);
        assert!(texts[0].ends_with(&format!("/client/orders/{order}")), "{}", texts[0]);
        let _ = owner.post(&format!("{one}/render"), json!({})).await.refused(409, "move_not_allowed");

        // In the reader's language, the service's name as well; a refund is told beside what it is for.
        let _ = client.patch("/client/profile", json!({"locale": "zh"})).await.expect(200);
        fund(&owner, 1, "2000", "RUB").await;
        let _ = offer(&owner, "measure", Some("3.50")).await;
        let measure = offer(&owner, "measure", Some("3.50")).await;
        let path = format!("/agent/orders/{order}/items/{item}/services");
        let free = owner.post(&path, json!({"service_id": measure, "free": true})).await.within(201, 7);
        let measured = json!({"measured": {"weight_grams": 1250, "length_mm": 300, "width_mm": 200, "height_mm": 100}});
        let _ = owner.post(&format!("/agent/item-services/{}/render", free["id"]), measured).await.within(200, 7);
        begin(&told(&app, &bots, CLIENTS_CHAT).await, &["订单 K1-1 的“测量”服务已完成"]);
        let paid = owner.post(&path, json!({"service_id": measure})).await.within(201, 7);
        let _ = quoted(&owner, order).await;
        let _ = crate::orders::life::pay(&client, order, "RUB").await;
        told(&app, &bots, CLIENTS_CHAT).await;
        let _ = owner.post(&format!("/agent/item-services/{}/cancel", paid["id"]), json!({})).await.within(200, 16);
        let mut texts = told(&app, &bots, CLIENTS_CHAT).await;
        texts.sort();
        begin(&texts, &["订单 K1-1 的“测量”服务已取消", "订单 K1-1 退款："]);
        assert!(told(&app, &bots, OTHERS_CHAT).await.is_empty(), "it is nobody else's business");

        let off = json!({"choices": [{"notice": "service_rendered", "channel": "telegram", "enabled": false}]});
        let _ = client.patch("/client/notice-preferences", off).await.expect(200);
        let again = owner.post(&path, json!({"service_id": measure, "free": true})).await.within(201, 7);
        let _ = owner.post(&format!("/agent/item-services/{}/render", again["id"]), json!({"measured": {"weight_grams": 1}})).await.within(200, 8);
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "whoever switched it off is not told");
    }

    async fn fifty_photos_of_an_order_are_two_messages(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let (owner, client) = (app.owner().await, app.client().await);
        bots.link(&app, OWNERS_CHAT, OWNER).await;
        bots.link(&app, CLIENTS_CHAT, CLIENT).await;
        let order = submitted(&client).await;
        told(&app, &bots, OWNERS_CHAT).await;
        let (item, measure) = (line(&owner, order).await, offer(&owner, "measure", None).await);
        let mut asked = Vec::new();
        for _ in 0..5 {
            let path = format!("/client/orders/{order}/items/{item}/services");
            asked.push(client.post(&path, json!({"service_id": measure})).await.within(201, 8)["id"].clone());
        }
        begin(&told(&app, &bots, OWNERS_CHAT).await, &["Клиент K1 (K1) заказал услугу в заказе K1-1: Замер"]);
        for id in asked {
            let measured = json!({"measured": {"weight_grams": 1250}});
            let _ = owner.post(&format!("/agent/item-services/{id}/render"), measured).await.within(200, 8);
        }
        begin(&told(&app, &bots, CLIENTS_CHAT).await, &["По заказу K1-1 готово: Замер. Результат в кабинете."]);
        app.state.clock.advance(Duration::minutes(5));
        begin(&told(&app, &bots, CLIENTS_CHAT).await, &["По заказу K1-1 готово ещё: Замер. Результаты в кабинете."]);
        begin(&told(&app, &bots, OWNERS_CHAT).await, &["Клиент K1 (K1) заказал ещё в заказе K1-1: Замер."]);
        app.state.clock.advance(Duration::minutes(10));
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "all of it is told");
    }

    async fn money_that_moves_is_told(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let (owner, client) = (app.owner().await, app.client().await);
        bots.link(&app, OWNERS_CHAT, OWNER).await;
        bots.link(&app, CLIENTS_CHAT, CLIENT).await;
        let asked = client.post("/client/balance/requests", json!({"amount": "15000", "currency": "RUB"})).await.expect(201);
        let (id, code) = (&asked["id"], asked["code"].as_str().expect("a code"));
        let address = |step: &str| format!("/agent/balance-requests/{id}/{step}");
        let _ = owner.post(&address("issue"), json!({"requisites": "карта"})).await.expect(200);
        let _ = client.post(&format!("/client/balance/requests/{id}/report"), json!({})).await.expect(200);
        let _ = owner.post(&address("confirm"), json!({"amount": "14950.00"})).await.within(200, 16);
        begin(&told(&app, &bots, CLIENTS_CHAT).await, &[&format!("Заявка {code} на 15000.00 RUB: реквизиты"), "Баланс пополнен на 14950.00 RUB"]);
        begin(&told(&app, &bots, OWNERS_CHAT).await, &["Клиент K1 (K1) просит реквизиты", "Клиент K1 (K1) сообщает об оплате"]);
        let wallet = json!({"wallet": "alipay", "account": "li@example.com", "amount": "300"});
        let id = client.post("/client/wallet-topup", wallet).await.expect(201)["id"].clone();
        let _ = owner.post(&format!("/agent/wallet-topups/{id}/reject"), json!({"reason": "счёт не найден"})).await.expect(200);
        let texts = told(&app, &bots, CLIENTS_CHAT).await;
        begin(&texts, &["Пополнение кошелька alipay · li@example.com на 300.00 CNY отклонено. счёт не найден"]);
    }

    async fn what_is_refused_or_rolled_back_is_not_told(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let client = app.client().await;
        bots.link(&app, OWNERS_CHAT, OWNER).await;
        let _ = client.post("/client/orders/999/submit", json!({})).await.refused(404, "not_found");
        let order = submitted(&client).await;
        let _ = client.post(&format!("/client/orders/{order}/submit"), json!({})).await.refused(409, "move_not_allowed");
        assert_eq!(told(&app, &bots, OWNERS_CHAT).await.len(), 1);
        app.work_off().await;
        assert!(told(&app, &bots, OWNERS_CHAT).await.is_empty(), "news is told once");
    }

    async fn staff_are_told_of_what_they_may_see(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let client = app.client().await;
        for (chat, phone) in [(1, WAREHOUSE), (2, OWN_ONLY), (3, OTHER_OWNER), (4, POWERLESS_MEMBER)] {
            bots.link(&app, chat, phone).await;
        }
        let _ = submitted(&client).await;
        let _ = client.post("/client/balance/requests", json!({"amount": "1", "currency": "RUB"})).await.expect(201);
        begin(&told(&app, &bots, 1).await, &["Клиент K1 (K1) отправил заказ"]);
        for chat in [2, 3, 4] {
            assert!(told(&app, &bots, chat).await.is_empty(), "chat {chat} is told what it may not see");
        }
    }

    async fn people_choose_what_they_are_told_and_where(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let (owner, client) = (app.owner().await, app.client().await);
        bots.link(&app, OWNERS_CHAT, OWNER).await;
        let shown = owner.get("/agent/notice-preferences").await.expect(200);
        assert_eq!(shown["channels"], json!([{"channel": "telegram", "linked": true}, {"channel": "max", "linked": false}]));
        assert!(shown["notices"].as_array().expect("notices").iter().all(|row| row["channels"] == json!(["telegram"])));
        let choice = |notice: &str, channel: &str, enabled: bool| json!({"choices": [{"notice": notice, "channel": channel, "enabled": enabled}]});
        let off = owner.patch("/agent/notice-preferences", choice("order_submitted", "telegram", false)).await.expect(200);
        assert_eq!(off["notices"][0], json!({"notice": "order_submitted", "channels": []}));
        let _ = submitted(&client).await;
        assert!(told(&app, &bots, OWNERS_CHAT).await.is_empty());

        bots.max_says(&app, &bots.max_contact(77, 700, OWNER, 700)).await;
        let _ = owner.patch("/agent/notice-preferences", choice("order_submitted", "max", true)).await.expect(200);
        bots.take(77);
        let _ = submitted(&client).await;
        assert_eq!((told(&app, &bots, 77).await.len(), told(&app, &bots, OWNERS_CHAT).await.len()), (1, 0));

        for bad in [choice("order_quoted", "telegram", true), choice("nothing", "telegram", true), choice("order_paid", "pigeon", true)] {
            let _ = owner.patch("/agent/notice-preferences", bad).await.refused(422, "validation_failed");
        }
        let notices = client.get("/client/notice-preferences").await.expect(200);
        assert_eq!(notices["notices"][0]["notice"], "order_quoted");
    }

    async fn an_announcement_goes_to_its_audience_and_is_reported(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let (owner, client) = (app.owner().await, app.client().await);
        bots.link(&app, CLIENTS_CHAT, CLIENT).await;
        bots.link(&app, OTHERS_CHAT, OTHER_CLIENT).await;
        fund(&owner, 1, "1250", "RUB").await;
        let text = json!({"title": "Праздники", "body": "{client} ({code}), склад закрыт. Баланс: {balance_rub}, {balance_cny}. {agent}"});
        let rehearsed = owner.post("/agent/notifications/rehearsal", json!({"body": text["body"]})).await.expect(200);
        assert_eq!(rehearsed["example"], "Клиент K1 (K1), склад закрыт. Баланс: 1250.00 RUB, 0.00 CNY. lotus");
        assert_eq!(rehearsed["reachable"], 1, "{rehearsed}");
        let clients = rehearsed["clients"].as_i64().expect("a count");
        let draft = owner.post("/agent/notifications", text).await.expect(201);
        assert_eq!((&draft["state"], &draft["version"]), (&json!("draft"), &json!(1)));
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "a draft goes nowhere");

        let one = format!("/agent/notifications/{}", draft["id"]);
        let _ = owner.post(&format!("{one}/send"), json!({})).await.expect(200);
        let _ = owner.with("idempotency-key", "again").post(&format!("{one}/send"), json!({})).await;
        let texts = told(&app, &bots, CLIENTS_CHAT).await;
        assert_eq!(texts, ["Праздники\n\nКлиент K1 (K1), склад закрыт. Баланс: 1250.00 RUB, 0.00 CNY. lotus"]);
        assert!(told(&app, &bots, OTHERS_CHAT).await.is_empty(), "it goes to the agent's own clients");

        app.state.clock.advance(Duration::minutes(2));
        app.work_off().await;
        let shown = owner.get(&one).await.expect(200);
        assert_eq!((&shown["state"], &shown["reach"]), (&json!("sent"), &json!({"waiting": 0, "sent": 1, "failed": clients - 1})));
        let failed = owner.get(&format!("{one}/deliveries?state=failed")).await.expect(200);
        assert_eq!(failed["data"][0]["error"], "no_chat");
        let received = client.get("/client/announcements").await.expect(200);
        assert_eq!(received["data"][0]["body"], texts[0].split("\n\n").nth(1).expect("a body"));
        let _ = owner.patch(&one, json!({"title": "Другое", "body": "x"})).await.refused(409, "conflict");
        let _ = owner.delete(&one).await.refused(409, "conflict");
    }

    async fn a_planned_announcement_waits_for_its_time_and_follows_its_changes(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let owner = app.owner().await;
        bots.link(&app, CLIENTS_CHAT, CLIENT).await;
        let at = |hours: i64| (app.state.clock.now() + Duration::hours(hours)).to_rfc3339_opts(SecondsFormat::Secs, true);
        let (one, three) = (at(1), at(3));
        let planned = owner.post("/agent/notifications", json!({"title": "A", "body": "первый", "send_at": one})).await.expect(201);
        let address = format!("/agent/notifications/{}", planned["id"]);
        assert_eq!(planned["state"], "planned");
        let later = json!({"title": "A", "body": "второй", "send_at": three, "audience": {"kind": "chosen", "clients": [1]}});
        let _ = owner.with("if-match", "\"7\"").patch(&address, later.clone()).await.refused(412, "version_stale");
        let _ = owner.patch(&address, later).await.expect(200);
        app.state.clock.advance(Duration::hours(2));
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty(), "it was put off");
        app.state.clock.advance(Duration::hours(2));
        assert_eq!(told(&app, &bots, CLIENTS_CHAT).await, ["A\n\nвторой"]);
        let owner = app.owner().await;
        let gone = owner.post("/agent/notifications", json!({"title": "B", "body": "x", "send_at": at(1)})).await.expect(201);
        let _ = owner.delete(&format!("/agent/notifications/{}", gone["id"])).await.expect(204);
        app.state.clock.advance(Duration::hours(3));
        assert!(told(&app, &bots, CLIENTS_CHAT).await.is_empty());
    }

    async fn a_bad_announcement_is_refused_by_its_fields(app: App) {
        let owner = app.owner().await;
        let past = (app.state.clock.now() - Duration::minutes(1)).to_rfc3339();
        let faults = [
            (json!({"title": "", "body": "x"}), "title"),
            (json!({"title": "т".repeat(121), "body": "x"}), "title"),
            (json!({"title": "t", "body": "Здравствуйте, {name}"}), "body"),
            (json!({"title": "t", "body": "скобка {"}), "body"),
            (json!({"title": "t", "body": "字".repeat(3001)}), "body"),
            (json!({"title": "t", "body": "x", "send_at": past}), "send_at"),
            (json!({"title": "t", "body": "x", "audience": {"kind": "chosen", "clients": []}}), "audience.clients"),
            (json!({"title": "t", "body": "x", "audience": {"kind": "with_orders", "statuses": ["draft"]}}), "audience.statuses"),
            (json!({"title": "t", "body": "x", "audience": {"kind": "silent", "days": 0}}), "audience.days"),
        ];
        for (body, field) in faults {
            let refused = owner.post("/agent/notifications", body).await.refused(422, "validation_failed");
            assert_ne!(refused["errors"][field], Value::Null, "{refused}");
        }
    }

    async fn a_bot_that_was_blocked_is_reported(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let owner = app.owner().await;
        bots.link(&app, CLIENTS_CHAT, CLIENT).await;
        let blocked = json!({"ok": false, "error_code": 403, "description": "Forbidden: bot was blocked by the user"});
        bots.answers.lock().expect("answers").push_back((403, blocked));
        let body = json!({"title": "t", "body": "x", "audience": {"kind": "chosen", "clients": [1]}});
        let id = owner.post("/agent/notifications", body).await.expect(201)["id"].clone();
        let _ = owner.post(&format!("/agent/notifications/{id}/send"), json!({})).await.expect(200);
        app.work_off().await;
        app.state.clock.advance(Duration::minutes(2));
        app.work_off().await;
        let report = owner.get(&format!("/agent/notifications/{id}/deliveries")).await.expect(200);
        assert_eq!(report["data"][0]["state"], "failed");
        assert!(report["data"][0]["error"].as_str().expect("a reason").contains("blocked"), "{report}");
    }

    async fn an_administrator_is_told_of_jobs_that_were_given_up(app: App) {
        let (app, bots) = Bots::with(&app).await;
        let app = app.configured(|config| config.admin_max_chat = Some("4242".to_owned()));
        let jobs = karavan::app::jobs(&app.state);
        app.run("INSERT INTO jobs (kind, payload, run_at, attempts, max_attempts, created_at) VALUES ('notifications:tell', 'no json', '2026-01-01T00:00:00+00:00', 7, 8, '2026-01-01T00:00:00+00:00')").await;
        let jobs = jobs.only(|kind| !kind.contains("fetch"));
        while jobs.step(&app.state, "test").await.expect("the queue is read") {}
        let texts: Vec<String> = bots.take(4242).into_iter().map(|sent| sent.text).collect();
        assert!(texts.len() == 1 && texts[0].contains("notifications:tell"), "{texts:?}");
        app.run("DELETE FROM jobs WHERE failed_at IS NOT NULL").await;
    }
}
