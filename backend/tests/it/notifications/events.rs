//! Which actions are notified, with which texts.

use super::{CLIENT_CHAT, OTHER_CLIENT_CHAT, OWNER_CHAT, assert_beginnings, notifications};
use crate::{
    media::encode_image,
    orders::{
        lifecycle::{adjust_balance, move_items, order_card, quote_order},
        submitted_order,
    },
    people::bots::Bots,
    services::{enable_service, first_item, upload_file},
    support::{CLIENT, OTHER_CLIENT, OWNER, on_both},
    webhooks::{self, receiver::Receiver},
};
use chrono::Duration;
use image::ImageFormat;
use serde_json::json;

#[apply(on_both)]
async fn notice_of_a_webhook_leads_to_its_page(app: App) {
    let (app, bots) = Bots::start(&webhooks::open(&app)).await;
    let receiver = Receiver::start().await;
    let (owner, client) = (app.owner().await, app.client().await);
    bots.link_telegram(&app, OWNER_CHAT, OWNER).await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    let (of_agent, _) = webhooks::create(&owner, "agent", &receiver.url, &["order.status_changed"]).await;
    let (of_client, _) = webhooks::create(&client, "client", &receiver.url, &["order.created"]).await;
    receiver.plan_status(410);
    receiver.plan_status(410);
    let _ = submitted_order(&client).await;
    webhooks::deliver(&app).await;
    for (chat, page) in [
        (OWNER_CHAT, format!("/agent/settings?tab=webhooks&webhook={of_agent}")),
        (CLIENT_CHAT, format!("/client/settings?webhook={of_client}")),
    ] {
        let texts = notifications(&app, &bots, chat).await;
        assert!(texts.iter().any(|text| text.ends_with(&page)), "{page}: {texts:?}");
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
    assert_beginnings(&texts, &["Клиент K1 (K1): отправлен заказ K1-1."]);
    assert!(texts[0].ends_with(&format!("/agent/orders/{order}")), "{}", texts[0]);

    let _ = quote_order(&owner, order).await;
    assert_beginnings(
        &notifications(&app, &bots, CLIENT_CHAT).await,
        &["Заказ K1-1 рассчитан: 85,50\u{a0}¥"],
    );
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let _ = crate::orders::lifecycle::pay_order(&client, order, "RUB").await;
    assert_beginnings(
        &notifications(&app, &bots, OWNER_CHAT).await,
        &["Клиент K1 (K1): оплачен заказ K1-1."],
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
        &["Клиент K1 (K1): заказана услуга в заказе K1-1: "],
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
        .post(&format!("{one}/render"), json!({"reason": "снято у поставщика"}))
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
        &["Клиент K1 (K1): заказана услуга в заказе K1-1: Замер"],
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
        &["Клиент K1 (K1): заказано ещё в заказе K1-1: Замер."],
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
            &format!("Заявка {code} на 15\u{a0}000,00\u{a0}₽: реквизиты"),
            "Баланс пополнен на 14\u{a0}950,00\u{a0}₽",
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
        &["Пополнение кошелька alipay · li@example.com на 300,00\u{a0}¥ отклонено. счёт не найден"],
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
