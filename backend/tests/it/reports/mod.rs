//! Reports: figures of a whole life, equal totals for every grouping, funds, rights and the spreadsheet.

mod expenses;
mod figures;
mod rights;
mod tables;

use crate::{
    orders::{
        lifecycle::{adjust_balance, move_items, order_card, pay_order, quote_order},
        submitted_order,
    },
    services::{enable_service, first_item},
    shipments::{payment_body, quoted_shipment},
    support::{App, TWO_CABINETS},
};
use chrono::TimeDelta;
use serde_json::{Value, json};
use shared_types::{
    fixed::Rate,
    money::Currency,
    rates::{RateSource, SourceRate},
};

/// The period of [`live`].
const PERIOD: &str = "from=2026-11-01&to=2026-12-31";

/// Stores the rate of the bank, 11.5 rubles for a yuan: the reference of all quotes.
async fn store_reference_rate(app: &App) {
    let rate = SourceRate {
        source: RateSource::Cbr,
        base: Currency::Cny,
        rate: Rate::parse("11.5").expect("a rate"),
        at: app.state.clock.now(),
        for_date: None,
        detail: String::new(),
    };
    books::rates::save(&app.state.system(), &rate).await.expect("stored");
}

/// Two clients who pay in two currencies, with services, a shipment and refunds.
///
/// The clock starts on 18 November 2026 at 14:06 in Moscow.
async fn live(app: &App) {
    let (owner, client) = (app.owner().await, app.client().await);
    store_reference_rate(app).await;
    let conditions = json!({"commission": {"percent": "10", "minimum_minor": 0}});
    let _ = owner.patch("/agent/settings/conditions", conditions).await.expect(200);
    let photo = enable_service(&owner, "photo", Some("3.50")).await;
    adjust_balance(&owner, 1, "10000", "RUB").await;
    adjust_balance(&owner, 2, "500", "CNY").await;

    // K1: goods 85.50, shipping 8.00, commission 8.55, a service 7.00: 109.05 yuan, 1,363.13 rubles (by charges).
    let order = submitted_order(&client).await;
    let item = first_item(&owner, order).await;
    let services = format!("/client/orders/{order}/items/{item}/services");
    let _ = client
        .post(&services, json!({"service_id": photo, "qty": 2}))
        .await
        .expect_within_statements(201, 7);
    let group = order_card(&owner, order).await["groups"][0]["id"].clone();
    let path = format!("/agent/orders/{order}/groups/{group}");
    let _ = owner
        .patch(&path, json!({"domestic": "8"}))
        .await
        .expect_within_statements(200, 14);
    let _ = quote_order(&owner, order).await;
    let _ = pay_order(&client, order, "RUB").await;
    // A service of 3.50 yuan, paid separately with 43.75 rubles.
    let late = client
        .post(
            &services,
            json!({"service_id": photo, "pay_from": "RUB", "amount": {"amount": "43.75", "currency": "RUB"}}),
        )
        .await
        .expect_within_statements(201, 20);

    // K2: goods 85.50, commission 8.55: 94.05 yuan, paid in yuan.
    let two = app.log_in("client", TWO_CABINETS).await;
    let second = submitted_order(&two).await;
    let _ = quote_order(&owner, second).await;
    let _ = pay_order(&two, second, "CNY").await;

    // After midnight in Moscow, before midnight in London.
    app.state.clock.advance(TimeDelta::hours(11));
    let (owner, client) = (app.owner().await, app.client().await);
    let card = order_card(&owner, order).await;
    let _ = move_items(&owner, &card, json!({"step": "buy", "price": "27.10"})).await;
    let _ = move_items(&owner, &card, json!({"step": "receive", "cell": "A-1"})).await;
    let shipment = quoted_shipment(&owner, &card["items"][0]["id"]).await;
    let body = payment_body(&client, shipment, "RUB").await;
    let _ = client
        .post(&format!("/client/shipments/{shipment}/pay"), body)
        .await
        .expect_within_statements(200, 20);
    let _ = client
        .post(&format!("/client/item-services/{}/cancel", late["id"]), json!({}))
        .await
        .expect_within_statements(200, 20);

    // Two weeks later, in December.
    app.state.clock.advance(TimeDelta::days(14));
    let owner = app.owner().await;
    let refunds = |order: i64| format!("/agent/orders/{order}/refunds");
    let _ = owner
        .post(&refunds(second), json!({"amount": "10", "reason": "скидка"}))
        .await
        .expect_within_statements(201, 22);
    let _ = owner
        .post(&refunds(order), json!({"amount": "100.01", "reason": "брак"}))
        .await
        .expect_within_statements(201, 22);
}

/// The table of a currency.
fn table<'a>(report: &'a Value, currency: &str) -> &'a Value {
    let tables = report["tables"].as_array().expect("tables");
    let found = tables.iter().find(|table| table["currency"] == currency);
    found.unwrap_or_else(|| panic!("no table in {currency}: {report}"))
}

/// A figure in minor units.
fn minor(figures: &Value, name: &str) -> i64 {
    let value = &figures[name];
    let text = value["amount"]
        .as_str()
        .map_or_else(|| value.to_string(), |text| text.replace('.', ""));
    text.parse().unwrap_or_else(|_| panic!("{name}: {figures}"))
}
