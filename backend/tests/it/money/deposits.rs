//! The deposit of an order: reserved with the submission or after the price, and returned when the order is paid or ends.

use crate::{
    orders::{
        draft_with_item,
        lifecycle::{adjust_balance, payment_body, quote_order},
    },
    support::{Actor, App, TestResponse, item_body, on_both},
};
use books::ledger;
use serde_json::{Value, json};

const SETTING: &str = "/agent/settings/order-limits";
/// The statements of a submission and of a payment with a deposit.
const STATEMENTS: u32 = 34;

fn money(amount: &str, currency: &str) -> Value {
    json!({"amount": amount, "currency": currency})
}

pub(super) fn rubles(amount: &str) -> Value {
    money(amount, "RUB")
}

/// An agent whose clients reserve this share. A yuan costs 12 rubles, so a draft with one item costs 1026.
pub(super) async fn ask_for_deposit(app: &App, share: &str) -> (Actor, Actor) {
    let (owner, client) = (app.owner().await, app.client().await);
    let fixed = json!({"base": "CNY", "source": "fixed", "fixed": "12"});
    let _ = owner.patch("/agent/settings/rate", fixed).await.expect(200);
    let _ = owner.patch(SETTING, json!({"deposit": share})).await.expect(200);
    (owner, client)
}

pub(super) async fn submit(client: &Actor, order: i64, deposit: &Value) -> TestResponse {
    let body = json!({"deposit": deposit});
    client.post(&format!("/client/orders/{order}/submit"), body).await
}

/// Submits a new draft with one item of 85.50 yuan, and the deposit.
pub(super) async fn submitted(client: &Actor, deposit: &Value) -> i64 {
    let (order, _) = draft_with_item(client).await;
    let _ = submit(client, order, deposit)
        .await
        .expect_within_statements(200, STATEMENTS);
    order
}

async fn calculation(client: &Actor, order: i64) -> Value {
    let path = format!("/client/orders/{order}/calculation");
    client.get(&path).await.expect_within_statements(200, 14)
}

/// The balance in rubles, the reserve, and the reserves by order.
async fn balance(client: &Actor) -> (Value, Value, Value) {
    let shown = client.get("/client/balance").await.expect(200);
    (
        shown["accounts"][0]["amount"].clone(),
        shown["reserved"].clone(),
        shown["deposits"].clone(),
    )
}

/// The events of an order, with the deposit before and after.
async fn deposit_events(actor: &Actor, path: &str) -> Vec<(Value, Value, Value)> {
    let history = actor.get(&format!("{path}/history")).await.expect(200);
    let entries = history["data"].as_array().expect("entries").iter();
    entries
        .filter(|entry| {
            entry["event"]
                .as_str()
                .is_some_and(|event| event.starts_with("deposit_"))
        })
        .map(|entry| {
            let change = &entry["changes"][0];
            (
                entry["event"].clone(),
                change["before"]["amount"].clone(),
                change["after"]["amount"].clone(),
            )
        })
        .collect()
}

async fn assert_ledger_is_consistent(app: &App) {
    let report = ledger::verify(&app.state.system())
        .await
        .expect("the ledger is verified");
    assert_eq!(report.faults, Vec::<String>::new());
}

#[apply(on_both)]
async fn deposit_is_reserved_from_the_submission_until_the_payment(app: App) {
    let (owner, client) = ask_for_deposit(&app, "50").await;
    let own = json!({"limits": {"deposit": "20"}});
    let card = owner
        .patch("/agent/clients/1", own)
        .await
        .expect_within_statements(200, 8);
    assert_eq!(card["limits"], json!({"deposit": "20"}));
    let history = owner.get("/agent/clients/1/history").await.expect(200);
    assert_eq!(
        history["data"][0]["changes"],
        json!([{"field": "deposit", "after": {"share": "20"}}])
    );
    let terms = client.get("/client/terms").await.expect(200);
    assert_eq!(terms["limits"], json!({"deposit": "20"}));

    let (order, _) = draft_with_item(&client).await;
    let shown = calculation(&client, order).await;
    let option = |amount: Value, balance: Value| json!({"amount": amount, "balance": balance, "suffices": false});
    assert_eq!(
        shown["deposit"],
        json!({"share": "20", "reserve_from": [
            option(rubles("205.20"), rubles("0.00")),
            option(money("17.10", "CNY"), money("0.00", "CNY")),
        ]})
    );
    // A sum that was not shown is not reserved.
    for (seen, now) in [
        (Value::Null, rubles("205.20")),
        (rubles("205.19"), rubles("205.20")),
        (money("1.00", "CNY"), money("17.10", "CNY")),
    ] {
        let refused = submit(&client, order, &seen)
            .await
            .expect_within_statements(409, STATEMENTS);
        assert_eq!(
            (&refused["code"], &refused["current_amount"]),
            (&json!("amount_changed"), &now)
        );
    }
    let refused = submit(&client, order, &rubles("205.20"))
        .await
        .expect_within_statements(409, STATEMENTS);
    assert_eq!(
        (
            &refused["code"],
            &refused["deposit_amount"],
            &refused["available_amount"]
        ),
        (&json!("deposit_insufficient"), &rubles("205.20"), &rubles("0.00"))
    );
    let card = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!((&card["status"], &card["items_count"]), (&json!("draft"), &json!(1)));

    adjust_balance(&owner, 1, "1000", "RUB").await;
    let _ = submit(&client, order, &rubles("205.20"))
        .await
        .expect_within_statements(200, STATEMENTS);
    let reserved = json!([{"order_id": order, "number": card["number"], "amount": rubles("205.20")}]);
    assert_eq!(
        balance(&client).await,
        (json!("794.80"), json!([rubles("205.20")]), reserved.clone())
    );
    let seen = owner.get("/agent/clients/1/balance").await.expect(200);
    assert_eq!(
        (&seen["deposits"], &seen["reserved"]),
        (&reserved, &json!([rubles("205.20")]))
    );
    let path = format!("/agent/orders/{order}");
    let seen = owner
        .get(&format!("{path}/calculation"))
        .await
        .expect_within_statements(200, 14);
    assert_eq!(
        seen["deposit"],
        json!({"share": "20", "reserved": rubles("205.20"), "reserve_from": []})
    );
    let asked = json!({"amount": "794.81", "currency": "RUB", "requisites": "карта"});
    let _ = client
        .post("/client/withdrawals", asked)
        .await
        .expect_problem(409, "balance_insufficient");

    let _ = quote_order(&owner, order).await;
    let shown = calculation(&client, order).await;
    assert_eq!(
        shown["pay_from"][0],
        json!({"amount": rubles("1068.75"), "balance": rubles("794.80"), "reserved": rubles("205.20"), "suffices": false})
    );
    adjust_balance(&owner, 1, "68.75", "RUB").await;
    let body = payment_body(&client, order, "RUB").await;
    let _ = client
        .post(&format!("/client/orders/{order}/pay"), body)
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(balance(&client).await, (json!("0.00"), json!([]), json!([])));
    let events = [
        (json!("deposit_reserved"), Value::Null, rubles("205.20")),
        (json!("deposit_released"), rubles("205.20"), Value::Null),
    ];
    assert_eq!(deposit_events(&owner, &path).await, events);
    assert_eq!(
        deposit_events(&client, &format!("/client/orders/{order}")).await,
        events
    );
    assert_ledger_is_consistent(&app).await;
}

#[apply(on_both)]
async fn deposit_returns_when_the_order_is_taken_back_or_canceled(app: App) {
    let (owner, client) = ask_for_deposit(&app, "10").await;
    adjust_balance(&owner, 1, "500", "RUB").await;
    let deposit = rubles("102.60");
    let order = submitted(&client, &deposit).await;
    assert_eq!(balance(&client).await.0, "397.40");
    let path = format!("/client/orders/{order}");
    let _ = client
        .post(&format!("{path}/take-back"), json!({}))
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(balance(&client).await, (json!("500.00"), json!([]), json!([])));
    let _ = submit(&client, order, &deposit)
        .await
        .expect_within_statements(200, STATEMENTS);
    let _ = quote_order(&owner, order).await;
    let _ = client
        .post(&format!("{path}/cancel"), json!({}))
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(balance(&client).await, (json!("500.00"), json!([]), json!([])));

    let second = submitted(&client, &deposit).await;
    let cancel = format!("/agent/orders/{second}/cancel");
    let reason = json!({"reason": "нет в наличии"});
    let _ = owner
        .post(&cancel, reason.clone())
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(balance(&client).await, (json!("500.00"), json!([]), json!([])));
    let _ = owner
        .post(&cancel, reason)
        .await
        .expect_problem(409, "move_not_allowed");
    assert_eq!(deposit_events(&client, &path).await.len(), 4);
    assert_ledger_is_consistent(&app).await;
}

#[apply(on_both)]
async fn price_never_raises_the_deposit_and_caps_it_at_the_amount_due(app: App) {
    let (owner, client) = ask_for_deposit(&app, "100").await;
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let order = submitted(&client, &rubles("1026.00")).await;
    let quote = format!("/agent/orders/{order}/quote");
    for (rate, reserved) in [("13", "1026.00"), ("10", "855.00"), ("14", "855.00")] {
        let _ = owner
            .post(&quote, json!({"rate": rate}))
            .await
            .expect_within_statements(200, STATEMENTS);
        assert_eq!(
            calculation(&client, order).await["deposit"]["reserved"],
            rubles(reserved)
        );
        assert_eq!(balance(&client).await.1, json!([rubles(reserved)]));
        let _ = owner
            .post(&format!("/agent/orders/{order}/reopen"), json!({}))
            .await
            .expect_within_statements(200, 12);
    }
    // Nothing that is reserved changes with the settings.
    let _ = owner.patch(SETTING, json!({})).await.expect(200);
    let shown = calculation(&client, order).await;
    assert_eq!(
        shown["deposit"],
        json!({"reserved": rubles("855.00"), "reserve_from": []})
    );
    assert_ledger_is_consistent(&app).await;
}

/// Items without a price: the sum is known when the price is set, and the client agrees then.
#[apply(on_both)]
async fn deposit_is_reserved_after_the_price_if_the_sum_was_not_known(app: App) {
    let (owner, client) = ask_for_deposit(&app, "20").await;
    let (order, item) = draft_with_item(&client).await;
    let path = format!("/client/orders/{order}");
    let foreign = json!({"price": "10", "currency": "USD"});
    let _ = client
        .patch(&format!("{path}/items/{}", item["id"]), foreign)
        .await
        .expect(200);
    let shown = calculation(&client, order).await;
    assert_eq!(shown["deposit"], json!({"share": "20", "reserve_from": []}));
    let _ = submit(&client, order, &Value::Null)
        .await
        .expect_within_statements(200, STATEMENTS);
    let priced = json!({"price": "100"});
    let _ = owner
        .patch(&format!("/agent/orders/{order}/items/{}", item["id"]), priced)
        .await
        .expect_within_statements(200, 12);
    let _ = quote_order(&owner, order).await;
    let shown = calculation(&client, order).await;
    let deposit = shown["deposit"]["reserve_from"][1]["amount"].clone();
    let due = shown["pay_from"][1]["amount"]["amount"].as_str().expect("an amount");
    let fifth = due.replace('.', "").parse::<i64>().expect("a number") / 5;
    assert_eq!(deposit, money(&format!("{}.{:02}", fifth / 100, fifth % 100), "CNY"));
    let reserve = async |quote: i64, deposit: &Value| {
        let body = json!({"quote_id": quote, "deposit": deposit});
        client.post(&format!("{path}/deposit"), body).await
    };
    let quote = shown["quote"]["id"].as_i64().expect("an id");
    let refused = reserve(quote, &deposit).await.expect_within_statements(409, STATEMENTS);
    assert_eq!(refused["code"], "deposit_insufficient");
    adjust_balance(&owner, 1, "100", "CNY").await;
    for (quote, named) in [(quote + 1, &deposit), (quote, &money("0.01", "CNY"))] {
        let refused = reserve(quote, named).await.expect_problem(409, "amount_changed");
        assert_eq!(refused["current_amount"], deposit);
    }
    let _ = reserve(quote, &deposit).await.expect_within_statements(200, STATEMENTS);
    assert_eq!(balance(&client).await.1, json!([deposit]));
    let _ = reserve(quote, &deposit).await.expect_problem(409, "nothing_due");
    // The deposit of one balance returns when the order is paid from the other.
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let body = payment_body(&client, order, "RUB").await;
    let _ = client
        .post(&format!("{path}/pay"), body)
        .await
        .expect_within_statements(200, STATEMENTS);
    let shown = client.get("/client/balance").await.expect(200);
    assert_eq!(
        (&shown["accounts"][1]["amount"], &shown["reserved"]),
        (&json!("100.00"), &json!([]))
    );
    assert_ledger_is_consistent(&app).await;
}

#[apply(on_both)]
async fn two_submissions_at_once_reserve_what_the_balance_has(app: App) {
    let (owner, client) = ask_for_deposit(&app, "20").await;
    adjust_balance(&owner, 1, "300", "RUB").await;
    let ((first, _), (second, _)) = (draft_with_item(&client).await, draft_with_item(&client).await);
    let deposit = rubles("205.20");
    let (a, b) = tokio::join!(submit(&client, first, &deposit), submit(&client, second, &deposit));
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(app.count("orders", "status = 'submitted'").await, 1);
    let (left, reserved, listed) = balance(&client).await;
    assert_eq!((left, reserved), (json!("94.80"), json!([rubles("205.20")])));
    assert_eq!(listed.as_array().expect("deposits").len(), 1);
    assert_ledger_is_consistent(&app).await;
}

#[apply(on_both)]
async fn self_buyout_and_agents_without_deposits_reserve_nothing(app: App) {
    let (owner, client) = ask_for_deposit(&app, "20").await;
    let order = client
        .post("/client/orders", json!({"type": "self_buyout", "title": "Сам"}))
        .await
        .expect(201)["id"]
        .as_i64()
        .expect("an id");
    let _ = client
        .post(&format!("/client/orders/{order}/items"), item_body())
        .await
        .expect(201);
    assert_eq!(calculation(&client, order).await["deposit"], Value::Null);
    let _ = submit(&client, order, &Value::Null).await.expect(200);

    let none = json!({"limits": {"deposit": null}});
    let _ = owner
        .patch("/agent/clients/1", none)
        .await
        .expect_within_statements(200, 8);
    let (order, _) = draft_with_item(&client).await;
    assert_eq!(calculation(&client, order).await["deposit"], Value::Null);
    // Nor is less than the shown deposit reserved.
    let refused = submit(&client, order, &rubles("205.20")).await;
    let refused = refused.expect_problem(409, "amount_changed");
    assert_eq!(refused["current_amount"], rubles("0.00"));
    let _ = submit(&client, order, &Value::Null)
        .await
        .expect_within_statements(200, 7);
    let refused = owner.patch(SETTING, json!({"deposit": "100.000001"})).await;
    let errors = refused.expect_problem(422, "validation_failed")["errors"].clone();
    assert_eq!(errors["deposit"][0]["code"], "out_of_range");
}
