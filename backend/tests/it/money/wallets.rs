//! Top-ups of payment apps from the yuan balance.

use crate::support::on_both;
use serde_json::{Value, json};

#[apply(on_both)]
async fn payment_app_is_topped_up_from_the_yuan_balance(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let ask = json!({"wallet": "alipay", "account": "li.wei@example.com", "amount": "300", "comment": "до вечера"});
    let _ = client
        .post(
            "/client/wallet-topup",
            json!({"wallet": "paypal", "account": "x", "amount": "1"}),
        )
        .await
        .expect_problem(422, "validation_failed");
    let _ = client
        .post("/client/wallet-topup", ask.clone())
        .await
        .expect_problem(409, "balance_insufficient");
    crate::orders::lifecycle::adjust_balance(&owner, 1, "1000", "CNY").await;
    let id = client
        .post("/client/wallet-topup", ask.clone())
        .await
        .expect_within_statements(201, 14)["id"]
        .clone();
    let pay = format!("/agent/wallet-topups/{id}/pay");
    assert_eq!(
        owner.get("/agent/wallet-topups?status=requested").await.expect(200)["data"][0]["id"],
        id
    );
    let shown = client.get("/client/balance").await.expect(200);
    assert_eq!(
        (&shown["accounts"][1]["amount"], &shown["reserved"]),
        (&json!("700.00"), &json!([{"amount": "300.00", "currency": "CNY"}]))
    );
    assert_eq!(
        owner.post(&pay, json!({})).await.expect_within_statements(200, 12)["status"],
        "paid"
    );
    let _ = owner
        .post(&pay, json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = client
        .post(&format!("/client/wallet-topup/{id}/cancel"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "700.00"
    );
    assert_eq!(client.get("/client/balance").await.expect(200)["reserved"], json!([]));
    let second = client
        .post("/client/wallet-topup", ask)
        .await
        .expect_within_statements(201, 14)["id"]
        .clone();
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "400.00"
    );
    let rejected = owner
        .post(
            &format!("/agent/wallet-topups/{second}/reject"),
            json!({"reason": "счёт не найден"}),
        )
        .await
        .expect_within_statements(200, 14);
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "700.00"
    );
    assert_eq!(
        (&rejected["status"], &rejected["reject_reason"]),
        (&json!("rejected"), &json!("счёт не найден"))
    );
}

#[apply(on_both)]
async fn payment_app_request_from_before_reservations_is_charged_when_paid(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    crate::orders::lifecycle::adjust_balance(&owner, 1, "100", "CNY").await;
    let ask = json!({"wallet": "wechat", "account": "li.wei", "amount": "60"});
    let mut old = Vec::new();
    for _ in 0..2 {
        let id = client
            .post("/client/wallet-topup", ask.clone())
            .await
            .expect_within_statements(201, 14)["id"]
            .clone();
        let _ = client
            .post(&format!("/client/wallet-topup/{id}/cancel"), json!({}))
            .await
            .expect_within_statements(200, 14);
        app.execute_sql(&format!(
            "UPDATE wallet_topups SET status = 'requested', reserved = false WHERE id = {id}"
        ))
        .await;
        old.push(id);
    }
    let pay = |id: &Value| format!("/agent/wallet-topups/{id}/pay");
    let _ = owner
        .post(&pay(&old[0]), json!({}))
        .await
        .expect_within_statements(200, 20);
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "40.00"
    );
    let _ = owner
        .post(&pay(&old[1]), json!({}))
        .await
        .expect_problem(409, "balance_insufficient");
    let _ = owner
        .post(
            &format!("/agent/wallet-topups/{}/reject", old[1]),
            json!({"reason": "мало денег"}),
        )
        .await
        .expect(200);
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "40.00",
        "nothing was reserved, so nothing is returned"
    );
}
