//! Requests of clients to ship items from the warehouse.

use crate::{
    orders::{
        create_draft,
        lifecycle::{adjust_balance, move_items, order_card, pay_order, quote_order},
    },
    people::bots::Bots,
    recipients::{add_recipient, recipient_body},
    settings::add_entry,
    support::{Actor, App, CLIENT, OTHER_CLIENT, OWNER, TWO_CABINETS, on_both},
};
use serde_json::{Value, json};

const OWNER_CHAT: i64 = 100;
const CLIENT_CHAT: i64 = 200;

async fn post(actor: &Actor, path: &str, body: Value, status: u16) -> Value {
    actor.post(path, body).await.expect_within_statements(status, 45)
}

/// An order of the first client with three items in the warehouse. Returns their ids.
pub(super) async fn three_items(app: &App) -> (i64, Vec<Value>) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let order = create_draft(&client).await;
    for number in 0..3 {
        let item = json!({"title": "Куртка", "url": format!("https://example.com/{number}"), "price": "10"});
        let _ = post(&client, &format!("/client/orders/{order}/items"), item, 201).await;
    }
    let _ = post(&client, &format!("/client/orders/{order}/submit"), json!({}), 200).await;
    let _ = quote_order(&owner, order).await;
    let _ = pay_order(&client, order, "RUB").await;
    let card = order_card(&owner, order).await;
    let _ = move_items(&owner, &card, json!({"step": "buy"})).await;
    let _ = move_items(&owner, &card, json!({"step": "receive", "cell": "A-1"})).await;
    let items = card["items"].as_array().expect("items");
    (order, items.iter().map(|item| item["id"].clone()).collect())
}

fn request_body(items: &[Value]) -> Value {
    json!({"items": items, "grouping": "together", "wishes": "Без лишней упаковки"})
}

/// Asks for items to be shipped. Returns the id of the request.
async fn ask(client: &Actor, items: &[Value]) -> i64 {
    let made = post(client, "/client/shipping-requests", request_body(items), 201).await;
    made["id"].as_i64().expect("an id")
}

async fn open_count(owner: &Actor) -> Value {
    owner.get("/agent/shipping-requests/counts").await.expect(200)["open"]["count"].clone()
}

#[apply(on_both)]
async fn request_becomes_shipments(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, items) = three_items(&app).await;
    let method = add_entry(&owner, "delivery-methods", json!({"name": "Авиа"})).await;
    let recipient = add_recipient(&client, recipient_body("Игорь")).await;
    assert_eq!(
        client.get("/client/shipping-requests/items").await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(3)
    );
    let mut body = request_body(&items);
    body["recipient_id"] = json!(recipient);
    body["delivery_method_id"] = json!(method);
    let made = post(&client, "/client/shipping-requests", body, 201).await;
    assert_eq!(
        (&made["number"], &made["status"], &made["method"]["name"]),
        (&json!("K1-R1"), &json!("open"), &json!("Авиа"))
    );
    assert_eq!(
        (&made["moves"], &made["recipient"]["name"]),
        (&json!(["withdraw"]), &json!("Игорь"))
    );
    assert_eq!(
        client.get("/client/shipping-requests/items").await.expect(200)["data"],
        json!([])
    );
    assert_eq!(open_count(&owner).await, 1);
    let listed = owner
        .get("/agent/shipping-requests?status=open")
        .await
        .expect_within_statements(200, 7);
    assert_eq!(
        (
            &listed["data"][0]["client_code"],
            &listed["data"][0]["items"][0]["available"]
        ),
        (&json!("K1"), &json!(true))
    );
    let path = format!("/agent/shipping-requests/{}", made["id"]);
    let forming = post(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [items[2]]}),
        201,
    )
    .await;
    let shown = owner.get(&path).await.expect_within_statements(200, 8);
    assert_eq!(
        (&shown["status"], &shown["items"][2]["available"]),
        (&json!("open"), &json!(false)),
        "a packed item leaves the request"
    );
    let wrong = json!({"parcels": [{"items": [items[2]]}]});
    assert_eq!(
        post(&owner, &format!("{path}/confirm"), wrong, 422).await["errors"]["parcels[0].items"][0]["code"],
        "not_yours"
    );
    assert_eq!(
        owner.get(&path).await.expect_within_statements(200, 8)["status"],
        "open",
        "a refused confirmation changes nothing"
    );
    let parcels = json!({"parcels": [{"items": [items[0]]}, {"items": [items[1]], "shipment_id": forming["id"]}]});
    let confirmed = post(&owner, &format!("{path}/confirm"), parcels, 200).await;
    assert_eq!(
        (&confirmed["status"], &confirmed["moves"]),
        (&json!("confirmed"), &json!([]))
    );
    let numbers: Vec<&Value> = confirmed["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| &item["shipment_number"])
        .collect();
    assert_eq!(numbers, ["K1-S2", "K1-S1", "K1-S1"]);
    let parcel = owner
        .get(&format!("/agent/shipments/{}", confirmed["items"][0]["shipment_id"]))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (&parcel["recipient"]["name"], &parcel["delivery"]["method"]["name"]),
        (&json!("Игорь"), &json!("Авиа"))
    );
    let own = client
        .get(&format!("/client/shipping-requests/{}", made["id"]))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        own["items"][0]["shipment_id"],
        Value::Null,
        "the client does not see a shipment that is being formed"
    );
    assert_eq!(own["history"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        post(&owner, &format!("{path}/refuse"), json!({"reason": "поздно"}), 409).await["code"],
        "shipping_request_closed"
    );
    let of_order = owner.get(&format!("/agent/orders/{order}/shipments")).await.expect(200);
    assert_eq!(of_order["data"].as_array().map(Vec::len), Some(2));
    assert_eq!(
        client
            .get(&format!("/client/orders/{order}/shipments"))
            .await
            .expect(200)["data"],
        json!([])
    );
    assert_eq!(open_count(&owner).await, 0);
}

#[apply(on_both)]
async fn item_is_in_one_open_request(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, items) = three_items(&app).await;
    let first = ask(&client, &items[..1]).await;
    let again = post(&client, "/client/shipping-requests", request_body(&items), 409).await;
    assert_eq!(again["code"], "item_requested");
    let withdrawn = post(
        &client,
        &format!("/client/shipping-requests/{first}/withdraw"),
        json!({}),
        200,
    )
    .await;
    assert_eq!(withdrawn["status"], "withdrawn");
    let second = ask(&client, &items).await;
    let refused = post(
        &owner,
        &format!("/agent/shipping-requests/{second}/refuse"),
        json!({"reason": "Ждём третий товар"}),
        200,
    )
    .await;
    assert_eq!(
        (&refused["status"], &refused["answer"]),
        (&json!("refused"), &json!("Ждём третий товар"))
    );
    let _ = post(
        &owner,
        &format!("/agent/shipping-requests/{second}/refuse"),
        json!({"reason": " "}),
        422,
    )
    .await;
    assert_eq!(
        post(
            &client,
            &format!("/client/shipping-requests/{second}/withdraw"),
            json!({}),
            409
        )
        .await["code"],
        "shipping_request_closed"
    );
    let third = ask(&client, &items).await;
    let _ = post(&owner, "/agent/shipments", json!({"client_id": 1, "items": items}), 201).await;
    let shown = client
        .get(&format!("/client/shipping-requests/{third}"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(shown["status"], "confirmed", "staff packed all of its items");
    let packed = post(&client, "/client/shipping-requests", request_body(&items), 409).await;
    assert_eq!(packed["code"], "item_in_shipment");
}

#[apply(on_both)]
async fn requests_belong_to_their_client(app: App) {
    let client = app.client().await;
    let (_, items) = three_items(&app).await;
    let request = ask(&client, &items).await;
    for phone in [OTHER_CLIENT, TWO_CABINETS] {
        let other = app.log_in("client", phone).await;
        let _ = other
            .get(&format!("/client/shipping-requests/{request}"))
            .await
            .expect_problem(404, "not_found");
        let _ = other
            .post(&format!("/client/shipping-requests/{request}/withdraw"), json!({}))
            .await
            .expect_problem(404, "not_found");
        let foreign = post(&other, "/client/shipping-requests", request_body(&items), 422).await;
        assert_eq!(foreign["errors"]["items"][0]["code"], "not_yours");
    }
}

#[apply(on_both)]
async fn both_sides_are_notified(app: App) {
    let (app, bots) = Bots::start(&app).await;
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, items) = three_items(&app).await;
    app.run_due_jobs().await;
    bots.link_telegram(&app, OWNER_CHAT, OWNER).await;
    bots.link_telegram(&app, CLIENT_CHAT, CLIENT).await;
    let request = ask(&client, &items).await;
    app.run_due_jobs().await;
    let asked: Vec<String> = bots
        .take_messages(OWNER_CHAT)
        .into_iter()
        .map(|sent| sent.text)
        .collect();
    assert!(
        asked
            .last()
            .is_some_and(|text| text.contains("просит отправить товары: заявка K1-R1")
                && text.ends_with(&format!("/agent/shipping-requests/{request}"))),
        "{asked:?}"
    );
    let _ = bots.take_messages(CLIENT_CHAT);
    let _ = post(
        &owner,
        &format!("/agent/shipping-requests/{request}/refuse"),
        json!({"reason": "Склад закрыт"}),
        200,
    )
    .await;
    app.run_due_jobs().await;
    let texts: Vec<String> = bots
        .take_messages(CLIENT_CHAT)
        .into_iter()
        .map(|sent| sent.text)
        .collect();
    assert!(
        texts
            .last()
            .is_some_and(|text| text.starts_with("Заявка на отправку K1-R1 отклонена. Склад закрыт")),
        "{texts:?}"
    );
}
