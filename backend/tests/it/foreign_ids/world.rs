//! Rows of every kind for an agent and its clients, made through the API.

use crate::{
    api_keys::key_body,
    media::encode_image,
    orders::{
        create_draft, draft_with_item,
        lifecycle::{adjust_balance, move_items, order_card, pay_order, quote_order},
        submitted_order,
    },
    services::{order_service, send_bytes, upload_file},
    settings::{add_entry, tariff_body, valid_entries},
    staff::create_group,
    support::{Actor, App, TestResponse},
};
use image::ImageFormat;
use serde_json::{Value, json};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The body of a successful response, regardless of its number of statements.
fn body(answer: TestResponse) -> Value {
    assert!(answer.status < 300, "{} {}", answer.status, answer.text);
    serde_json::from_str(&answer.text).unwrap_or_default()
}

async fn post(actor: &Actor, path: &str, request: Value) -> Value {
    body(actor.post(path, request).await)
}

fn id(object: &Value) -> i64 {
    object["id"].as_i64().expect("an id")
}

/// Makes a webhook with a delivery.
async fn add_webhook(actor: &Actor, side: &str) {
    let new = json!({"name": "Склад", "url": "https://8.8.8.8/hook", "types": ["order.created"]});
    let created = post(actor, &format!("/{side}/webhooks"), new).await;
    let _ = post(
        actor,
        &format!("/{side}/webhooks/{}/test", id(&created["webhook"])),
        json!({}),
    )
    .await;
}

/// Makes a subscription of the actor's browser.
async fn add_browser(actor: &Actor, side: &str) {
    static BROWSERS: AtomicUsize = AtomicUsize::new(0);
    let keys = json!({
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    });
    let browser = BROWSERS.fetch_add(1, Ordering::Relaxed);
    let new = json!({"endpoint": format!("https://8.8.8.8/push/{browser}"), "keys": keys});
    let _ = actor
        .post(&format!("/{side}/push-subscriptions"), new)
        .await
        .expect(200);
}

/// Makes the rows that belong to an agent. `phone` belongs to a new colleague.
pub async fn fill_agent(owner: &Actor, phone: &str) {
    let mut method = 0;
    for (list, values) in valid_entries() {
        let added = add_entry(owner, list, values).await;
        if list == "delivery-methods" {
            method = added;
        }
    }
    let _ = add_entry(owner, "delivery-tariffs", tariff_body(method)).await;
    add_webhook(owner, "agent").await;
    add_browser(owner, "agent").await;
    let service = json!({"names": {"ru": "Своя", "en": "Own", "zh": "自有"}, "media_kind": "photo", "mode": "free"});
    let _ = post(owner, "/agent/settings/services", service).await;
    let filter = json!({"name": "Мои", "query": {"section": "problems"}});
    let _ = post(owner, "/agent/saved-filters", filter).await;
    let reply = json!({"title": "Привет", "body": "Здравствуйте, {client}!"});
    let _ = post(owner, "/agent/chat-replies", reply).await;
    let _ = post(
        owner,
        "/agent/notifications",
        json!({"title": "Новость", "body": "текст"}),
    )
    .await;
    let _ = post(owner, "/agent/cells", json!({"names": ["A-1"]})).await;
    let _ = post(owner, "/agent/api-keys", key_body()).await;
    let scan = json!({"scan_id": "u1", "mode": "open", "code": "YT7483920", "scanned_at": "2026-11-18T00:00:00Z"});
    let _ = post(owner, "/agent/scan", scan).await;
    let _ = post(owner, "/agent/deliveries", json!({})).await;
    let statement = json!({"text": "21.11.2026;+3 100,00 RUB;перевод"});
    let _ = post(owner, "/agent/statement-lines", statement).await;
    let cash_box = post(owner, "/agent/cash-boxes", json!({"name": "Касса", "currency": "RUB"})).await;
    let category = add_entry(owner, "cash-categories", json!({"name": "Аренда", "flow": "expense"})).await;
    let expense = json!({"flow": "expense", "box_id": id(&cash_box), "amount": "1", "category_id": category});
    let _ = post(owner, "/agent/cash-entries", expense).await;
    let closing = json!({"counted": "0", "expected": "-1"});
    let _ = post(owner, &format!("/agent/cash-boxes/{}/closings", id(&cash_box)), closing).await;
    let group = create_group(owner, "agent", "Помощники", &[("orders", "view", "all")]).await;
    let _ = post(
        owner,
        "/agent/staff",
        json!({"phone": phone, "name": "Коллега", "group_id": group}),
    )
    .await;
}

/// Makes the rows that the operator of the service makes for agents.
pub async fn fill_billing(app: &App) {
    for agent in [1, 2] {
        let (plan, key) = (format!("Только {agent}"), format!("key-{agent}"));
        for sql in [
            format!("INSERT INTO plans (agent_id, name, price_minor) VALUES ({agent}, '{plan}', 100)"),
            format!(
                "INSERT INTO invoices (agent_id, month, plan_name, amount_minor, due_at, read_only_at) \
                 VALUES ({agent}, '2026-10', '{plan}', 100, \
                 '2030-01-01T00:00:00.000000+00:00', '2030-01-08T00:00:00.000000+00:00')"
            ),
            format!(
                "INSERT INTO service_payments (agent_id, user_id, amount_minor, status, idempotence_key) \
                 VALUES ({agent}, 1, 10000, 'canceled', '{key}')"
            ),
        ] {
            app.execute_sql(&sql).await;
        }
    }
}

/// Gives each person a passkey.
pub async fn add_passkeys(app: &App) {
    app.execute_sql(
        "INSERT INTO passkeys (user_id, name, credential_id, public_key, sign_count, transports) \
         SELECT id, 'Ключ', 'credential-' || id, 'key', 0, '[]' FROM users",
    )
    .await;
}

/// Makes the rows that belong to a client. `phone` belongs to a new colleague. Returns the token of an upload link.
pub async fn fill_client(owner: &Actor, client: &Actor, client_id: i64, phone: &str) -> String {
    let _ = post(client, "/client/settings/extension-tokens", json!({"name": "Chrome"})).await;
    add_webhook(client, "client").await;
    add_browser(client, "client").await;
    let _ = post(client, "/client/api-keys", key_body()).await;
    let group = create_group(client, "client", "Помощники", &[("orders", "view", "all")]).await;
    let _ = post(
        client,
        "/client/staff",
        json!({"phone": phone, "name": "Коллега", "group_id": group}),
    )
    .await;
    adjust_balance(owner, client_id, "20000", "RUB").await;
    adjust_balance(owner, client_id, "500", "CNY").await;
    let _ = post(
        client,
        "/client/balance/requests",
        json!({"amount": "100", "currency": "RUB"}),
    )
    .await;
    let topup = json!({"amount": "200", "currency": "RUB"});
    let topup = post(client, "/client/balance/requests", topup).await;
    let issue = format!("/agent/balance-requests/{}/issue", id(&topup));
    let _ = post(owner, &issue, json!({"requisites": "карта 2202"})).await;
    let wallet = json!({"wallet": "alipay", "account": "li.wei", "amount": "300"});
    let _ = post(client, "/client/wallet-topup", wallet).await;
    let withdrawal = json!({"amount": "50", "currency": "CNY", "requisites": "карта 2202"});
    let _ = post(client, "/client/withdrawals", withdrawal).await;

    let code = body(owner.get(&format!("/agent/clients/{client_id}")).await)["code"].clone();
    let row = json!({
        "number": 2, "order_number": "A-1", "client": code, "title": "A", "url": "https://example.com/1", "price": "10",
        "quantity": "1", "status": "submitted",
    });
    let _ = post(owner, "/agent/earlier-orders", json!({"rows": [row]})).await;

    let (draft, _) = draft_with_item(client).await;
    let path = format!("/client/orders/{draft}/imports?name=goods");
    let _ = body(
        send_bytes(
            client,
            "POST",
            &path,
            0,
            b"title,url,price\nA,https://example.com/1,10\n",
        )
        .await,
    );
    let link = fill_submitted_order(owner, client).await;
    let quoted = submitted_order(client).await;
    let _ = quote_order(owner, quoted).await;
    fill_shipments(owner, client, client_id).await;
    link
}

/// An order with a chat, an ordered service, its photos and an upload link. Returns the token of the link.
async fn fill_submitted_order(owner: &Actor, client: &Actor) -> String {
    let order = submitted_order(client).await;
    let _ = post(
        client,
        &format!("/client/orders/{order}/chat"),
        json!({"body": "Добрый день"}),
    )
    .await;
    let photo = encode_image(64, 64, ImageFormat::Jpeg);
    for (actor, side) in [(client, "client"), (owner, "agent")] {
        let path = format!("/{side}/orders/{order}/chat/files?name=photo.jpg");
        let _ = body(send_bytes(actor, "POST", &path, 0, &photo).await);
    }
    let (_, service) = order_service(owner, order, "photo").await;
    let uploads = format!("/agent/item-services/{service}/uploads");
    let _ = body(upload_file(owner, &uploads, "/agent/uploads", "photo", &photo).await);
    let _ = post(owner, &uploads, json!({"name": "b.jpg", "bytes": 100, "kind": "photo"})).await;
    let link = post(owner, &format!("/agent/item-services/{service}/upload-link"), json!({})).await;
    let url = link["url"].as_str().expect("an address");
    url.split_once("/su/").expect("a token").1.to_owned()
}

/// A paid order with three items in the warehouse: one in a shipment that has arrived, one in a shipment that is being formed, and
/// one in a shipping request. Also an entry of the address book.
async fn fill_shipments(owner: &Actor, client: &Actor, client_id: i64) {
    let order = create_draft(client).await;
    for number in 0..3 {
        let item = json!({"title": "Куртка", "url": format!("https://example.com/{number}"), "price": "10"});
        let _ = post(client, &format!("/client/orders/{order}/items"), item).await;
    }
    let _ = post(client, &format!("/client/orders/{order}/submit"), json!({})).await;
    let _ = quote_order(owner, order).await;
    let _ = pay_order(client, order, "RUB").await;
    let card = order_card(owner, order).await;
    let _ = move_items(owner, &card, json!({"step": "buy"})).await;
    let _ = move_items(owner, &card, json!({"step": "receive", "cell": "A-1"})).await;
    let items = card["items"].as_array().expect("items");
    let recipient = crate::recipients::recipient_body("Получатель");
    let _ = post(client, "/client/recipients", recipient).await;
    let request = json!({"items": [items[2]["id"]], "grouping": "together"});
    let _ = post(client, "/client/shipping-requests", request).await;
    let shipment = |item: &Value| json!({"client_id": client_id, "items": [item["id"]]});
    let forming = id(&post(owner, "/agent/shipments", shipment(&items[1])).await);
    let _ = post(
        owner,
        &format!("/agent/shipments/{forming}/places"),
        json!({"count": 2}),
    )
    .await;
    let arrived = id(&post(owner, "/agent/shipments", shipment(&items[0])).await);
    let measures = json!({"weight_grams": 4200, "volume_cm3": 18000, "places": 1, "country": "ru", "city": "Москва"});
    let _ = body(owner.patch(&format!("/agent/shipments/{arrived}"), measures).await);
    let moves = format!("/agent/shipments/{arrived}/moves");
    let _ = post(owner, &moves, json!({"step": "pack"})).await;
    let _ = post(owner, &moves, json!({"step": "quote", "cost": "100", "rate": "12.5"})).await;
    let path = format!("/client/shipments/{arrived}");
    let shown = body(client.get(&format!("{path}/delivery")).await);
    let cash = json!({"version": shown["version"], "amount": shown["cost_rub"]});
    let _ = post(client, &format!("{path}/cod"), cash).await;
    let delivery = id(&post(owner, "/agent/deliveries", json!({})).await);
    let load = json!({"shipments": [arrived]});
    let _ = post(owner, &format!("/agent/deliveries/{delivery}/shipments"), load).await;
    let weighed = json!({"weight_grams": 6000, "cost": "150"});
    let _ = post(owner, &format!("/agent/shipments/{arrived}/reweighings"), weighed).await;
    for step in ["depart", "arrive"] {
        let _ = post(
            owner,
            &format!("/agent/deliveries/{delivery}/moves"),
            json!({"step": step}),
        )
        .await;
    }
    let photo = encode_image(64, 64, ImageFormat::Jpeg);
    let _ = body(send_bytes(client, "POST", &format!("{path}/photos"), 0, &photo).await);
}

/// The user id of a phone number.
pub async fn user_id(app: &App, phone: &str) -> i64 {
    let found = app.ids("users", &format!("phone = '{phone}'")).await;
    *found.first().expect("a user")
}
