//! A client pays what was shown, and nothing else.

use super::{
    life::{fund, pay, payment, quoted, seen},
    submitted,
};
use crate::support::on_both;
use serde_json::json;

on_both! {
    async fn a_payment_of_a_quote_that_was_replaced_takes_nothing(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let _ = quoted(&owner, order).await;
        fund(&owner, 1, "9000", "RUB").await;
        let old = payment(&client, order, "RUB").await;
        assert_eq!(old["amount"]["amount"], "1068.75");

        let line = &seen(&owner, order).await["items"][0]["id"];
        let _ = owner.post(&format!("/agent/orders/{order}/reopen"), json!({"reason": "цена выросла"})).await.within(200, 10);
        let address = format!("/client/orders/{order}/pay");
        let _ = client.post(&address, old.clone()).await.refused(409, "move_not_allowed");
        let _ = owner.patch(&format!("/agent/orders/{order}/items/{line}"), json!({"price": "128.00"})).await.within(200, 10);
        let _ = quoted(&owner, order).await;

        let keyed = client.with("idempotency-key", "pay-once");
        let refused = keyed.post(&address, old.clone()).await.refused(409, "amount_changed");
        assert_eq!(refused["current_amount"], json!({"amount": "4800.00", "currency": "RUB"}));
        assert_eq!(client.get("/client/balance").await.expect(200)["accounts"][0]["amount"], "9000.00", "nothing was taken");

        // The sum alone is not enough, and neither is the quote.
        let new = payment(&client, order, "RUB").await;
        for half in [json!({"quote_id": old["quote_id"], "amount": new["amount"]}), json!({"quote_id": new["quote_id"], "amount": old["amount"]})] {
            let _ = client.post(&address, half).await.refused(409, "amount_changed");
        }
        let yuan = json!({"quote_id": old["quote_id"], "amount": {"amount": "85.50", "currency": "CNY"}});
        let refused = client.post(&address, yuan).await.refused(409, "amount_changed");
        assert_eq!(refused["current_amount"], json!({"amount": "384.00", "currency": "CNY"}), "in the currency of the balance");
        let refused = client.post(&address, json!({})).await.refused(422, "validation_failed");
        assert_eq!(refused["errors"]["quote_id"][0], "is required");
        let _ = client.post(&address, json!({"quote_id": new["quote_id"], "amount": {"amount": "48OO", "currency": "RUB"}})).await.refused(422, "validation_failed");

        // What was refused did not use the key up.
        let paid = keyed.post(&address, new.clone()).await.within(200, 16);
        assert_eq!(keyed.post(&address, new).await.expect(200), paid, "a replay pays nothing");
        assert_eq!(client.get("/client/balance").await.expect(200)["accounts"][0]["amount"], "4200.00");
    }

    async fn a_quote_of_the_same_sum_is_still_another_quote(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted(&client).await;
        let _ = quoted(&owner, order).await;
        fund(&owner, 1, "2000", "RUB").await;
        let old = payment(&client, order, "RUB").await;
        let _ = owner.post(&format!("/agent/orders/{order}/reopen"), json!({"reason": "ошибка"})).await.within(200, 10);
        let _ = quoted(&owner, order).await;
        let refused = client.post(&format!("/client/orders/{order}/pay"), old.clone()).await.refused(409, "amount_changed");
        assert_eq!(refused["current_amount"], old["amount"]);
        assert_eq!(pay(&client, order, "RUB").await["status"], "paid");
    }
}
