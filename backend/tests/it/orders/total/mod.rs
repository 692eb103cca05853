//! The total of an order in each phase, and the amounts that refunds of items return.

mod phases;
mod refunds;

use crate::{
    orders::{draft_with_item, lifecycle::order_card},
    support::Actor,
};
use serde_json::{Value, json};

/// A second item: 20.00 × 2, from another shop.
fn coat() -> Value {
    json!({
        "title": "Пальто",
        "url": "https://detail.1688.com/offer/2.html",
        "price": "20.00",
        "quantity": 2,
        "shop": {"name": "Пальто и куртки"},
    })
}

/// Submits an order with two items of 85.50 and 40.00. Returns its id and the card of staff.
async fn order_of_two(owner: &Actor, client: &Actor) -> (i64, Value) {
    let (order, _) = draft_with_item(client).await;
    let _ = client
        .post(&format!("/client/orders/{order}/items"), coat())
        .await
        .expect(201);
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    (order, order_card(owner, order).await)
}

/// Asserts that cards and lists of both sides show this total.
async fn assert_total(owner: &Actor, client: &Actor, order: i64, amount: &str) {
    let expected = json!({"amount": amount, "currency": "CNY"});
    for (who, list) in [(owner, "/agent/orders"), (client, "/client/orders")] {
        assert_eq!(
            who.get(&format!("{list}/{order}")).await.expect(200)["total"],
            expected,
            "{list}"
        );
        let page = who.get(list).await.expect(200);
        let row = page["data"]
            .as_array()
            .expect("rows")
            .iter()
            .find(|row| row["id"] == order);
        assert_eq!(row.expect("the order")["total"], expected, "{list}");
    }
}

/// Charges a commission of ten percent, at least `minimum_minor`.
async fn set_commission(owner: &Actor, minimum_minor: i64) {
    let body = json!({"commission": {"percent": "10", "minimum_minor": minimum_minor}});
    let _ = owner.patch("/agent/settings/conditions", body).await.expect(200);
}
