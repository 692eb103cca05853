//! Withdrawals and reserves: money that is set aside can't be spent twice.

use crate::{
    orders::lifecycle::adjust_balance,
    support::{Actor, App, OTHER_CLIENT, OTHER_OWNER, TWO_CABINETS, on_both},
};
use books::ledger;
use serde_json::{Value, json};
use std::collections::BTreeMap;

const CARD: &str = "Сбербанк, 2202 2000 1234 5678, Иванова А.";

fn withdrawal(amount: &str, currency: &str) -> Value {
    json!({"amount": amount, "currency": currency, "requisites": CARD})
}

async fn request(client: &Actor, amount: &str, currency: &str) -> Value {
    let asked = client.post("/client/withdrawals", withdrawal(amount, currency)).await;
    asked.expect_within_statements(201, 16)
}

async fn step(owner: &Actor, id: &Value, step: &str, body: Value) -> Value {
    let moved = owner.post(&format!("/agent/withdrawals/{id}/{step}"), body).await;
    moved.expect_within_statements(200, 18)
}

/// The balances and the reserves, in minor units by currency.
async fn sums(client: &Actor) -> (BTreeMap<String, i64>, BTreeMap<String, i64>) {
    let shown = client.get("/client/balance").await.expect(200);
    let read = |list: &Value| {
        let sums = list.as_array().expect("amounts").iter().map(|money| {
            let text = money["amount"].as_str().expect("an amount").replace('.', "");
            let currency = money["currency"].as_str().expect("a currency").to_owned();
            (currency, text.parse::<i64>().expect("a number"))
        });
        sums.collect::<BTreeMap<_, _>>()
    };
    (read(&shown["accounts"]), read(&shown["reserved"]))
}

async fn assert_ledger_is_consistent(app: &App) {
    let report = ledger::verify(&app.state.system())
        .await
        .expect("the ledger is verified");
    assert_eq!(report.faults, Vec::<String>::new());
}

#[apply(on_both)]
async fn withdrawal_is_reserved_confirmed_and_paid(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "1000", "RUB").await;
    for bad in [
        withdrawal("0", "RUB"),
        withdrawal("1.001", "RUB"),
        withdrawal("5", "USD"),
        json!({"amount": "5", "currency": "RUB", "requisites": " "}),
    ] {
        let _ = client
            .post("/client/withdrawals", bad)
            .await
            .expect_problem(422, "validation_failed");
    }
    let _ = client
        .post("/client/withdrawals", withdrawal("1000.01", "RUB"))
        .await
        .expect_problem(409, "balance_insufficient");
    let asked = request(&client, "700", "RUB").await;
    let id = &asked["id"];
    assert_eq!(
        (&asked["status"], &asked["moves"], &asked["amount"]["amount"]),
        (&json!("requested"), &json!(["cancel"]), &json!("700.00"))
    );
    let shown = client.get("/client/balance").await.expect(200);
    assert_eq!(
        (&shown["accounts"][0]["amount"], &shown["reserved"]),
        (&json!("300.00"), &json!([{"amount": "700.00", "currency": "RUB"}]))
    );
    let _ = client
        .post("/client/withdrawals", withdrawal("300.01", "RUB"))
        .await
        .expect_problem(409, "balance_insufficient");
    let seen = owner.get("/agent/clients/1/balance").await.expect(200);
    assert_eq!(
        (&seen["accounts"], &seen["reserved"]),
        (&shown["accounts"], &shown["reserved"]),
        "both sides see the same"
    );

    let listed = owner
        .get("/agent/withdrawals?status=requested&currency=RUB&client_id=1")
        .await
        .expect(200);
    assert_eq!(
        (
            &listed["data"][0]["id"],
            &listed["data"][0]["client_code"],
            &listed["data"][0]["requisites"]
        ),
        (id, &json!("K1"), &json!(CARD))
    );
    assert_eq!(
        owner.get("/agent/withdrawals?currency=CNY").await.expect(200)["data"],
        json!([])
    );
    let _ = owner
        .post(&format!("/agent/withdrawals/{id}/pay"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    assert_eq!(
        step(&owner, id, "confirm", json!({})).await["moves"],
        json!(["pay", "reject"])
    );
    let _ = client
        .post(&format!("/client/withdrawals/{id}/cancel"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    let keyed = owner.with_header("idempotency-key", "withdrawal-1");
    let paid = step(&keyed, id, "pay", json!({})).await;
    assert_eq!(step(&keyed, id, "pay", json!({})).await, paid, "a replay pays nothing");
    let _ = owner
        .post(&format!("/agent/withdrawals/{id}/pay"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    let history: Vec<_> = paid["history"]
        .as_array()
        .expect("a history")
        .iter()
        .map(|change| (&change["to"], &change["side"]))
        .collect();
    assert_eq!(
        history,
        [
            (&json!("requested"), &json!("client")),
            (&json!("confirmed"), &json!("staff")),
            (&json!("paid"), &json!("staff"))
        ]
    );

    let shown = client.get("/client/balance").await.expect(200);
    assert_eq!(
        (&shown["accounts"][0]["amount"], &shown["reserved"]),
        (&json!("300.00"), &json!([]))
    );
    let operations = client.get("/client/balance/operations").await.expect(200);
    let rows: Vec<_> = operations["data"]
        .as_array()
        .expect("operations")
        .iter()
        .map(|row| {
            (
                row["kind"].as_str(),
                row["amount"]["amount"].as_str(),
                row["balance"]["amount"].as_str(),
                row["from_reserve"].as_bool(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (Some("withdrawal"), Some("-700.00"), Some("0.00"), Some(true)),
            (Some("reservation"), Some("-700.00"), Some("300.00"), Some(false)),
            (Some("adjustment"), Some("1000.00"), Some("1000.00"), Some(false)),
        ]
    );
    let funds = owner.get("/agent/reports/funds").await.expect_within_statements(200, 6);
    assert_eq!(
        (
            &funds["cash_boxes"][0]["amount"],
            &funds["balances"][0]["amount"],
            &funds["reserved"]
        ),
        (&json!("-700.00"), &json!("300.00"), &json!([]))
    );
    assert_ledger_is_consistent(&app).await;
}

#[apply(on_both)]
async fn rejected_and_canceled_withdrawals_return_the_money(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "500", "CNY").await;
    let first = request(&client, "200", "CNY").await["id"].clone();
    let second = request(&client, "300", "CNY").await["id"].clone();
    assert_eq!(sums(&client).await.0["CNY"], 0);
    let _ = owner
        .post(&format!("/agent/withdrawals/{first}/reject"), json!({"reason": " "}))
        .await
        .expect_problem(422, "validation_failed");
    let _ = step(&owner, &first, "confirm", json!({})).await;
    let rejected = step(
        &owner,
        &first,
        "reject",
        json!({"reason": "карта не принимает переводы"}),
    )
    .await;
    assert_eq!(
        (&rejected["status"], &rejected["reject_reason"], &rejected["moves"]),
        (&json!("rejected"), &json!("карта не принимает переводы"), &json!([]))
    );
    assert_eq!(sums(&client).await.0["CNY"], 20_000);
    let canceled = client
        .post(&format!("/client/withdrawals/{second}/cancel"), json!({}))
        .await
        .expect_within_statements(200, 18);
    assert_eq!(canceled["status"], "canceled");
    assert_eq!(
        sums(&client).await,
        (
            BTreeMap::from([("CNY".to_owned(), 50_000), ("RUB".to_owned(), 0)]),
            BTreeMap::new()
        )
    );
    assert_eq!(
        client.get("/client/withdrawals").await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(2)
    );
    let kinds = client.get("/client/balance/operations?kind=release").await.expect(200);
    assert_eq!(kinds["data"].as_array().map(Vec::len), Some(2));
    assert_ledger_is_consistent(&app).await;
}

#[apply(on_both)]
async fn staff_request_a_withdrawal_for_a_client(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "50", "RUB").await;
    let path = "/agent/clients/1/withdrawals";
    let _ = owner
        .post(path, withdrawal("51", "RUB"))
        .await
        .expect_problem(409, "balance_insufficient");
    let asked = owner
        .post(path, withdrawal("50", "RUB"))
        .await
        .expect_within_statements(201, 16);
    assert_eq!(
        (&asked["history"][0]["side"], &asked["client_id"]),
        (&json!("staff"), &json!(1))
    );
    assert_eq!(
        client.get("/client/withdrawals").await.expect(200)["data"][0]["id"],
        asked["id"]
    );
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger
        .post(path, withdrawal("1", "RUB"))
        .await
        .expect_problem(404, "not_found");
    for (move_name, body) in [
        ("confirm", json!({})),
        ("pay", json!({})),
        ("reject", json!({"reason": "нет"})),
    ] {
        let _ = stranger
            .post(&format!("/agent/withdrawals/{}/{move_name}", asked["id"]), body)
            .await
            .expect_problem(404, "not_found");
    }
    for other in [
        app.log_in("client", TWO_CABINETS).await,
        app.log_in("client", OTHER_CLIENT).await,
    ] {
        let _ = other
            .post(&format!("/client/withdrawals/{}/cancel", asked["id"]), json!({}))
            .await
            .expect_problem(404, "not_found");
        assert_eq!(other.get("/client/withdrawals").await.expect(200)["data"], json!([]));
    }
}

#[apply(on_both)]
async fn reserved_money_cannot_be_spent(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = crate::orders::submitted_order(&client).await;
    let _ = crate::orders::lifecycle::quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let id = request(&client, "4999", "RUB").await["id"].clone();
    let card = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect_within_statements(200, 8);
    let option = &card["pay_from"][0];
    assert_eq!(
        (&option["balance"]["amount"], &option["suffices"]),
        (&json!("1.00"), &json!(false))
    );
    let pay = json!({"quote_id": card["quote"]["id"], "amount": option["amount"]});
    let _ = client
        .post(&format!("/client/orders/{order}/pay"), pay.clone())
        .await
        .expect_problem(409, "balance_insufficient");
    let _ = owner
        .post(
            "/agent/clients/1/balance/adjustments",
            json!({"amount": "-2", "currency": "RUB", "memo": "x"}),
        )
        .await
        .expect_problem(409, "balance_insufficient");
    let _ = step(&owner, &id, "reject", json!({"reason": "сначала заказ"})).await;
    let _ = client
        .post(&format!("/client/orders/{order}/pay"), pay)
        .await
        .expect_within_statements(200, 24);
}

#[apply(on_both)]
async fn random_requests_keep_balance_and_reserve_in_step(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let mut random = test_seed::Random::default();
    adjust_balance(&owner, 1, "1000", "CNY").await;
    let (mut balance, mut reserve) = (100_000_i64, 0_i64);
    // Open requests: whether it is a withdrawal, its id, its amount, and whether it is confirmed.
    let mut open: Vec<(bool, Value, i64, bool)> = Vec::new();
    for _ in 0..60 {
        let amount = i64::try_from(random.below(60_000)).expect("small") + 1;
        let text = format!("{}.{:02}", amount / 100, amount % 100);
        match random.below(6) {
            kind @ (0 | 1) => {
                let answer = if kind == 0 {
                    client.post("/client/withdrawals", withdrawal(&text, "CNY")).await
                } else {
                    client
                        .post(
                            "/client/wallet-topup",
                            json!({"wallet": "alipay", "account": "li.wei", "amount": text}),
                        )
                        .await
                };
                if amount <= balance {
                    let id = answer.expect_within_statements(201, 16)["id"].clone();
                    (balance, reserve) = (balance - amount, reserve + amount);
                    open.push((kind == 0, id, amount, false));
                } else {
                    let _ = answer.expect_problem(409, "balance_insufficient");
                }
            }
            2 => {
                adjust_balance(&owner, 1, &text, "CNY").await;
                balance += amount;
            }
            choice if !open.is_empty() => {
                let index = random.below(open.len());
                let (is_withdrawal, id, sum, confirmed) = open[index].clone();
                let kind = if is_withdrawal { "withdrawals" } else { "wallet-topups" };
                if choice == 3 && is_withdrawal && !confirmed {
                    let _ = step(&owner, &id, "confirm", json!({})).await;
                    open[index].3 = true;
                } else if choice == 4 && (!is_withdrawal || confirmed) {
                    let paid = owner.post(&format!("/agent/{kind}/{id}/pay"), json!({})).await;
                    assert_eq!(paid.expect_within_statements(200, 18)["status"], "paid");
                    reserve -= sum;
                    open.remove(index);
                } else if choice == 5 {
                    let rejected = owner
                        .post(&format!("/agent/{kind}/{id}/reject"), json!({"reason": "нет"}))
                        .await;
                    let _ = rejected.expect_within_statements(200, 18);
                    (balance, reserve) = (balance + sum, reserve - sum);
                    open.remove(index);
                }
            }
            _ => {}
        }
        let (balances, reserves) = sums(&client).await;
        assert_eq!(
            (balances["CNY"], reserves.get("CNY").copied().unwrap_or_default()),
            (balance, reserve)
        );
    }
    assert_ledger_is_consistent(&app).await;
}

#[apply(on_both)]
async fn ledger_check_finds_a_reserve_without_a_request(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "100", "RUB").await;
    let id = request(&client, "40", "RUB").await["id"].clone();
    assert_ledger_is_consistent(&app).await;
    app.execute_sql(&format!("UPDATE withdrawals SET status = 'canceled' WHERE id = {id}"))
        .await;
    let report = ledger::verify(&app.state.system())
        .await
        .expect("the ledger is verified");
    assert_eq!(report.faults.len(), 1, "{:?}", report.faults);
    app.execute_sql(&format!("UPDATE withdrawals SET status = 'requested' WHERE id = {id}"))
        .await;
}
