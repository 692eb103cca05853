//! The lifecycle of an order from submission to the warehouse: pricing, quote, payment, purchase, receipt, refunds.

mod items;
mod quotes;
mod receipts;
mod short_deliveries;
mod stages;

use crate::{
    orders::submitted_order,
    support::{Actor, App},
};
use serde_json::{Value, json};

/// Adjusts the client's balance by an amount.
pub async fn adjust_balance(owner: &Actor, client: i64, amount: &str, currency: &str) {
    let body = json!({"amount": amount, "currency": currency, "memo": "пополнение"});
    let _ = owner
        .post(&format!("/agent/clients/{client}/balance/adjustments"), body)
        .await
        .expect_within_statements(201, 12);
}

/// The order card as staff see it.
pub async fn order_card(owner: &Actor, order: i64) -> Value {
    owner.get(&format!("/agent/orders/{order}")).await.expect(200)
}

/// Quotes a submitted order at the rate 12.5.
pub async fn quote_order(owner: &Actor, order: i64) -> Value {
    owner
        .post(&format!("/agent/orders/{order}/quote"), json!({"rate": "12.5"}))
        .await
        .expect_within_statements(200, 18)
}

/// The body of a payment from a balance: the quote and the amount that the client sees.
pub async fn payment_body(client: &Actor, order: i64, currency: &str) -> Value {
    let money = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    let option = money["pay_from"]
        .as_array()
        .expect("balances")
        .iter()
        .find(|option| option["amount"]["currency"] == currency)
        .expect("a balance in the currency");
    json!({"quote_id": money["quote"]["id"], "amount": option["amount"]})
}

/// Pays the shown amount of an order from a balance.
pub async fn pay_order(client: &Actor, order: i64, currency: &str) -> Value {
    let body = payment_body(client, order, currency).await;
    client
        .post(&format!("/client/orders/{order}/pay"), body)
        .await
        .expect_within_statements(200, 16)
}

/// Moves all items of an order by one step.
pub async fn move_items(owner: &Actor, order: &Value, body: Value) -> Value {
    let items: Vec<&Value> = order["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| &item["id"])
        .collect();
    let mut body = body;
    body["items"] = json!(items);
    owner
        .post("/agent/items/moves", body)
        .await
        .expect_within_statements(200, 16)
}

/// An order of the first client, quoted at 12.5 and paid from a balance of 2000 rubles.
pub async fn paid_order(app: &App) -> i64 {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let _ = pay_order(&client, order, "RUB").await;
    order
}
