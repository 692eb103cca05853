//! The conditions of a quote, and its refund after a cancellation.

use super::{move_items, order_card, paid_order, quote_order};
use crate::{orders::draft_with_item, support::on_both};
use serde_json::json;

#[apply(on_both)]
async fn canceled_order_is_refunded(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = paid_order(&app).await;
    let before = client.get("/client/balance").await.expect(200);
    let cancel = format!("/agent/orders/{order}/cancel");
    let _ = owner
        .post(&cancel, json!({}))
        .await
        .expect_problem(422, "validation_failed");
    let canceled = owner
        .post(&cancel, json!({"reason": "магазин закрылся"}))
        .await
        .expect_within_statements(200, 20);
    assert_eq!(canceled["status"], "canceled");
    let after = client.get("/client/balance").await.expect(200);
    assert_eq!(
        (&before["accounts"][0]["amount"], &after["accounts"][0]["amount"]),
        (&json!("931.25"), &json!("2000.00"))
    );
    let again = owner
        .post(&cancel, json!({"reason": "ещё раз"}))
        .await
        .expect_within_statements(409, 20);
    assert_eq!(again["code"], "move_not_allowed");
}

#[apply(on_both)]
async fn quote_requires_a_rate_and_one_currency(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, _) = draft_with_item(&client).await;
    let mut euro = crate::support::item_body();
    euro["currency"] = json!("EUR");
    euro["external_id"] = json!("1");
    let _ = client
        .post(&format!("/client/orders/{order}/items"), euro)
        .await
        .expect(201);
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    let quote = format!("/agent/orders/{order}/quote");
    let _ = owner
        .post(&quote, json!({"rate": "0"}))
        .await
        .expect_problem(422, "validation_failed");
    let refused = owner
        .post(&quote, json!({"rate": "12.5"}))
        .await
        .expect_within_statements(409, 16);
    assert_eq!(refused["code"], "not_priced");
    let card = order_card(&owner, order).await;
    let euro = card["items"]
        .as_array()
        .expect("items")
        .iter()
        .find(|item| item["price"]["currency"] == "EUR")
        .expect("the euro item");
    let _ = owner
        .patch(
            &format!("/agent/orders/{order}/items/{}", euro["id"]),
            json!({"price": "220.00"}),
        )
        .await
        .expect(200);
    assert_eq!(quote_order(&owner, order).await["status"], "quoted");
    let reopened = owner
        .post(
            &format!("/agent/orders/{order}/reopen"),
            json!({"reason": "цена изменилась"}),
        )
        .await
        .expect_within_statements(200, 16);
    assert_eq!(reopened["status"], "submitted");
    let refused = move_items(
        &owner,
        &json!({"items": [euro]}),
        json!({"step": "refuse", "reason": "нет в продаже"}),
    )
    .await;
    assert_eq!(refused["data"][0]["status"], "refused");
    assert_eq!(quote_order(&owner, order).await["status"], "quoted");
    let money = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(money["quote"]["due"]["amount"], "85.50", "a refused item costs nothing");
}
