//! The estimate in the popup: the sum that the order's page shows once the product is in the order.

use super::new_draft;
use crate::{
    services::enable_service,
    settings::{add_entry, tariff_body, valid_entries},
    support::{Actor, CLIENT, OTHER_CLIENT, TWO_CABINETS, on_both},
};
use serde_json::{Value, json};

const PATH: &str = "/api/ext/estimates";

/// The numbers of a product, as both requests name them.
fn numbers(price: &str, currency: &str, quantity: i64) -> Value {
    json!({"price": price, "currency": currency, "quantity": quantity, "weight_grams": 520,
           "size_mm": {"length": 300, "width": 200, "height": 50}})
}

fn product(numbers: &Value) -> Value {
    let mut item = json!({"title": "连帽卫衣", "url": "https://detail.1688.com/offer/1.html"});
    let fields = numbers.as_object().expect("an object").clone();
    item.as_object_mut().expect("an object").extend(fields);
    item
}

async fn estimate(extension: &Actor, client: i64, order: Option<i64>, items: Value) -> Value {
    let body = json!({"client_id": client, "order_id": order, "items": items});
    extension.post(PATH, body).await.expect_within_statements(200, 8)
}

/// Adds the product to the order, and returns the sums of its page in the form of an estimate.
async fn add(extension: &Actor, client: &Actor, order: i64, numbers: &Value) -> Value {
    let _ = extension
        .post(&format!("/api/ext/drafts/{order}/items"), product(numbers))
        .await
        .expect_within_statements(201, 8);
    let path = format!("/client/orders/{order}/calculation");
    let money = client.get(&path).await.expect_within_statements(200, 8);
    let minor = |amount: &Value| {
        let text = amount["amount"].as_str().expect("an amount").replace('.', "");
        text.parse::<i64>().expect("digits")
    };
    let later = |total: &str, due: &str| minor(&money["calculation"][total]) - minor(&money["calculation"][due]);
    let sum = |minor: i64, currency: &str| json!({"amount": format!("{}.{:02}", minor / 100, minor % 100), "currency": currency});
    let mut shown = json!({"total": money["cost"]["total"], "left_out": money["calculation"]["left_out"]});
    let (own, rub) = (later("total", "due"), later("total_rub", "due_rub"));
    if own > 0 {
        shown["delivery"] = match shown["total"]["amount"]["currency"].as_str() {
            Some("RUB") => json!({"amount": sum(rub, "RUB"), "converted": sum(own, "CNY")}),
            _ => json!({"amount": sum(own, "CNY"), "converted": sum(rub, "RUB")}),
        };
    }
    shown
}

/// A rate of 12.5, and a commission of at least 20 yuan with a bracket.
async fn set_terms(owner: &Actor) {
    for (base, rate) in [("CNY", "12.5"), ("USD", "90")] {
        let body = json!({"base": base, "source": "fixed", "fixed": rate});
        let _ = owner.patch("/agent/settings/rate", body).await.expect(200);
    }
    let brackets = json!([{"from_minor": 100_000, "percent": "3.3"}]);
    let commission = json!({"percent": "5", "minimum_minor": 2000, "brackets": brackets});
    let _ = owner
        .patch("/agent/settings/conditions", json!({"commission": commission}))
        .await
        .expect(200);
}

#[apply(on_both)]
async fn estimate_is_the_sum_of_the_order_once_the_product_is_in_it(app: App) {
    let (owner, client, extension) = (app.owner().await, app.client().await, app.extension_of(CLIENT).await);
    set_terms(&owner).await;
    let id = extension.get("/api/ext/me").await.expect(200)["clients"][0]["id"]
        .as_i64()
        .expect("an id");

    // A new draft: 37 yuan with the minimum of 20 yuan.
    let first = numbers("37", "CNY", 1);
    let of_new = estimate(&extension, id, None, json!([first])).await;
    assert_eq!(of_new["total"]["amount"], json!({"amount": "57.00", "currency": "CNY"}));
    assert_eq!(
        of_new["total"]["converted"],
        json!({"amount": "712.50", "currency": "RUB"})
    );
    let (_, order) = new_draft(&extension).await;
    assert_eq!(estimate(&extension, id, Some(order), json!([first])).await, of_new);
    assert_eq!(add(&extension, &client, order, &first).await, of_new);

    // Delivery, packaging, insurance and a service belong to the order and count.
    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let _ = add_entry(&owner, "delivery-tariffs", tariff_body(method)).await;
    let packaging = add_entry(&owner, "packagings", valid_entries()[1].1.clone()).await;
    let insurance = add_entry(&owner, "insurances", valid_entries()[2].1.clone()).await;
    let choice = json!({"delivery_method_id": method, "packaging_id": packaging, "insurance_id": insurance});
    let path = format!("/client/orders/{order}");
    let card = client
        .patch(&path, json!({"destination_country": "RU", "delivery": choice}))
        .await
        .expect_within_statements(200, 10);
    let service = enable_service(&owner, "photo", Some("15.00")).await;
    let _ = client
        .post(
            &format!("{path}/items/{}/services", card["items"][0]["id"]),
            json!({"service_id": service}),
        )
        .await
        .expect_within_statements(201, 8);
    let mut totals = Vec::new();
    for numbers in [
        numbers("1.57", "CNY", 3),
        // The price of several pieces, of other money, of a gift, and one that reaches the bracket.
        numbers("0.008", "CNY", 1234),
        numbers("10", "USD", 2),
        numbers("0", "CNY", 1),
        numbers("999.99", "CNY", 7),
    ] {
        let before = estimate(&extension, id, Some(order), json!([numbers])).await;
        assert_eq!(
            before,
            estimate(&extension, id, Some(order), json!([numbers])).await,
            "an estimate stores nothing"
        );
        assert_eq!(before, add(&extension, &client, order, &numbers).await, "{numbers}");
        assert!(before["delivery"]["amount"].is_object(), "{before}");
        totals.push(before["total"]["amount"]["amount"].clone());
    }
    // 37.00 + 4.71 + 20.00 + 15.00; then 9.87 for the lot; at last 7,051.51 of goods, 3.3 % of them, and 15.00.
    assert_eq!(json!(totals), json!(["76.71", "86.58", "86.58", "86.58", "7299.21"]));

    // The same sum, in the currency that the client now reads first.
    let _ = client
        .patch("/client/settings", json!({"currency": "RUB"}))
        .await
        .expect(200);
    let last = numbers("12.34", "CNY", 1);
    let in_rubles = estimate(&extension, id, Some(order), json!([last])).await;
    assert_eq!(in_rubles["total"]["amount"]["currency"], "RUB");
    assert_eq!(in_rubles, add(&extension, &client, order, &last).await);
    let _ = client
        .post(&format!("{path}/submit"), json!({}))
        .await
        .expect_within_statements(200, 8);
    let _ = extension
        .post(PATH, json!({"client_id": id, "order_id": order, "items": [last]}))
        .await
        .expect_problem(409, "order_not_draft");
}

#[apply(on_both)]
async fn a_self_buyout_costs_its_goods(app: App) {
    let (owner, client, extension) = (app.owner().await, app.client().await, app.extension_of(CLIENT).await);
    set_terms(&owner).await;
    let _ = owner
        .patch(
            "/agent/settings/self-buyout",
            json!({"enabled": true, "warehouse_address": "广州", "note": ""}),
        )
        .await
        .expect(200);
    let draft = extension
        .post("/api/ext/drafts", json!({"client_id": 1, "type": "self_buyout"}))
        .await
        .expect(201);
    let order = draft["id"].as_i64().expect("an id");
    for amount in ["100.00", "200.00"] {
        let numbers = numbers("50", "CNY", 2);
        let shown = estimate(&extension, 1, Some(order), json!([numbers])).await;
        assert_eq!(shown["total"]["amount"]["amount"], amount, "without a commission");
        assert_eq!(shown, add(&extension, &client, order, &numbers).await);
    }
}

#[apply(on_both)]
async fn each_agent_estimates_by_its_own_terms(app: App) {
    set_terms(&app.owner().await).await;
    let extension = app.extension_of(TWO_CABINETS).await;
    let me = extension.get("/api/ext/me").await.expect(200);
    let mut totals = Vec::new();
    for client in me["clients"].as_array().expect("clients") {
        let id = client["id"].as_i64().expect("an id");
        let shown = estimate(&extension, id, None, json!([numbers("37", "CNY", 1)])).await;
        totals.push(json!([client["agent"]["name"], shown["total"]]));
    }
    totals.sort_by_key(ToString::to_string);
    assert_eq!(
        totals[0],
        json!(["dragon", {"amount": {"amount": "37.00", "currency": "CNY"}}])
    );
    assert_eq!(totals[1][1]["converted"]["amount"], "712.50");
}

#[apply(on_both)]
async fn estimates_of_strangers_and_faults_are_refused(app: App) {
    let (extension, other) = (app.extension_of(CLIENT).await, app.extension_of(OTHER_CLIENT).await);
    let (_, order) = new_draft(&extension).await;
    let items = json!([numbers("37", "CNY", 1)]);
    let own = other.get("/api/ext/me").await.expect(200)["clients"][0]["id"].clone();
    for (client, order) in [(json!(1), json!(null)), (json!(1), json!(order)), (own, json!(order))] {
        let body = json!({"client_id": client, "order_id": order, "items": items});
        let _ = other.post(PATH, body).await.expect_problem(404, "not_found");
    }
    let one = |change: fn(&mut Value)| {
        let mut item = numbers("37", "CNY", 1);
        change(&mut item);
        json!([item])
    };
    for (items, field, code) in [
        (json!([]), "items", "required"),
        (json!(vec![numbers("1", "CNY", 1); 1001]), "items", "too_many"),
        (
            one(|item| item["price"] = json!("dear")),
            "items[0].price",
            "not_an_amount",
        ),
        (
            one(|item| item["quantity"] = json!(0)),
            "items[0].quantity",
            "out_of_range",
        ),
        (
            one(|item| item["currency"] = json!("XAU")),
            "items[0].currency",
            "currency_not_accepted",
        ),
        (
            one(|item| item["weight_grams"] = json!(0)),
            "items[0].weight_grams",
            "out_of_range",
        ),
        (
            one(|item| item["size_mm"]["width"] = json!(0)),
            "items[0].size_mm.width",
            "out_of_range",
        ),
    ] {
        let body = json!({"client_id": 1, "order_id": order, "items": items});
        let problem = extension
            .post(PATH, body)
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], code, "{problem}");
    }
}
