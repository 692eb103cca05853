//! How much a client may order before it pays: the sum of one order, and the number of unpaid ones.

use crate::{
    orders::{
        draft_with_item,
        lifecycle::{adjust_balance, pay_order, quote_order},
    },
    staff::{NEWCOMER, hire_staff},
    support::{Actor, TWO_CABINETS, TestResponse, on_both},
};
use serde_json::{Value, json};

const SETTING: &str = "/agent/settings/order-limits";
const CLIENT_PATH: &str = "/agent/clients/1";

fn rubles(amount: &str) -> Value {
    json!({"amount": amount, "currency": "RUB"})
}

async fn set_general(owner: &Actor, limits: Value) {
    let _ = owner.patch(SETTING, limits).await.expect(200);
}

async fn set_own(owner: &Actor, limits: &Value) {
    let card = owner
        .patch(CLIENT_PATH, json!({"limits": limits}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(&card["limits"], limits);
}

async fn limits_shown(client: &Actor) -> Value {
    client.get("/client/terms").await.expect(200)["limits"].clone()
}

/// A refusal with its code. The limits take statements of their own.
fn refusal(answer: TestResponse, code: &str) -> Value {
    let problem = answer.expect_within_statements(409, 22);
    assert_eq!(problem["code"], code, "{problem}");
    problem
}

/// Submits a draft with one item of 85.50 yuan. Returns its id.
async fn submitted(client: &Actor) -> i64 {
    let (order, answer) = submit_new(client).await;
    let _ = answer.expect_within_statements(200, 10);
    order
}

/// Submits a draft with one item of 85.50 yuan, and returns its id and the response.
async fn submit_new(client: &Actor) -> (i64, TestResponse) {
    let (order, _) = draft_with_item(client).await;
    let answer = client.post(&format!("/client/orders/{order}/submit"), json!({})).await;
    (order, answer)
}

#[apply(on_both)]
async fn sum_of_an_order_is_limited_at_submission_and_at_the_price(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let fixed = json!({"base": "CNY", "source": "fixed", "fixed": "12"});
    let _ = owner.patch("/agent/settings/rate", fixed).await.expect(200);
    set_general(&owner, json!({"order": rubles("1000.00")})).await;
    assert_eq!(limits_shown(&client).await, json!({"order": rubles("1000.00")}));
    let (order, refused) = submit_new(&client).await;
    let problem = refusal(refused, "order_sum_limit");
    assert_eq!(
        (&problem["limit_amount"], &problem["order_amount"]),
        (&rubles("1000.00"), &rubles("1026.00")),
        "85.50 yuan at 12"
    );
    let card = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(card["status"], "draft", "nothing has changed");

    set_own(&owner, &json!({"order": rubles("1026.00")})).await;
    assert_eq!(limits_shown(&client).await, json!({"order": rubles("1026.00")}));
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect_within_statements(200, 22);
    let quote = format!("/agent/orders/{order}/quote");
    let problem = refusal(owner.post(&quote, json!({"rate": "12.5"})).await, "order_sum_limit");
    assert_eq!(problem["order_amount"], rubles("1068.75"));
    let card = client.get(&format!("/client/orders/{order}")).await.expect(200);
    assert_eq!(card["status"], "submitted");
    set_own(&owner, &json!({"order": null})).await;
    assert_eq!(limits_shown(&client).await, json!({}));
    let _ = quote_order(&owner, order).await;

    // Other clients have the limit of all.
    let other = app.log_in("client", TWO_CABINETS).await;
    let (_, refused) = submit_new(&other).await;
    let _ = refusal(refused, "order_sum_limit");
    let terms = owner.get(&format!("{CLIENT_PATH}/terms")).await.expect(200);
    assert_eq!(terms["limits"], json!({"order": rubles("1000.00")}));
    let history = owner.get(&format!("{CLIENT_PATH}/history")).await.expect(200);
    assert_eq!(
        history["data"][0]["changes"],
        json!([{"field": "order_limit", "before": {"sum_limit": rubles("1026.00")}, "after": {"sum_limit": null}}])
    );
}

#[apply(on_both)]
async fn unpaid_orders_are_limited(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_general(&owner, json!({"unpaid": 5})).await;
    set_own(&owner, &json!({"unpaid": 1})).await;
    let (first, second) = (submitted(&client).await, submitted(&client).await);
    let _ = owner
        .post(&format!("/agent/orders/{first}/quote"), json!({"rate": "12.5"}))
        .await
        .expect_within_statements(200, 20);
    let quote = format!("/agent/orders/{second}/quote");
    let refused = owner.post(&quote, json!({"rate": "12.5"})).await;
    assert_eq!(refusal(refused, "unpaid_orders_limit")["limit"], 1);
    let (third, refused) = submit_new(&client).await;
    assert_eq!(refusal(refused, "unpaid_orders_limit")["limit"], 1);

    adjust_balance(&owner, 1, "5000", "RUB").await;
    let _ = pay_order(&client, first, "RUB").await;
    let _ = client
        .post(&format!("/client/orders/{third}/submit"), json!({}))
        .await
        .expect_within_statements(200, 10);
    let _ = owner
        .post(&quote, json!({"rate": "12.5"}))
        .await
        .expect_within_statements(200, 20);
}

/// Two prices that are set at the same moment don't exceed the limit together.
#[apply(on_both)]
async fn prices_at_the_same_moment_are_counted_one_after_another(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_general(&owner, json!({"unpaid": 1})).await;
    let orders = [submitted(&client).await, submitted(&client).await];
    let paths = orders.map(|order| format!("/agent/orders/{order}/quote"));
    let (a, b) = tokio::join!(
        owner.post(&paths[0], json!({"rate": "12.5"})),
        owner.post(&paths[1], json!({"rate": "12.5"}))
    );
    let mut statuses = [a.status, b.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    assert_eq!(app.count("orders", "status = 'quoted'").await, 1);
}

#[apply(on_both)]
async fn wrong_limits_are_refused(app: App) {
    let owner = app.owner().await;
    for (limits, field) in [
        (json!({"order": rubles("0.00")}), "order"),
        (json!({"order": {"amount": "10.00", "currency": "CNY"}}), "order"),
        (json!({"unpaid": 0}), "unpaid"),
        (json!({"unpaid": 1001}), "unpaid"),
    ] {
        let refused = owner.patch(SETTING, limits.clone()).await;
        let errors = refused.expect_problem(422, "validation_failed")["errors"].clone();
        assert!(errors[field].is_array(), "{errors}");
        let refused = owner.patch(CLIENT_PATH, json!({"limits": limits})).await;
        let errors = refused.expect_problem(422, "validation_failed")["errors"].clone();
        assert!(errors[format!("limits.{field}")].is_array(), "{errors}");
    }
    let rights = [("clients", "edit", "all"), ("settings", "view", "all")];
    let (editor, _) = hire_staff(&app, &owner, NEWCOMER, "Редакторы", &rights).await;
    let _ = editor.get(SETTING).await.expect(200);
    for path in [SETTING, CLIENT_PATH] {
        let body = if path == SETTING {
            json!({})
        } else {
            json!({"limits": {}})
        };
        let _ = editor.patch(path, body).await.expect_problem(403, "permission_denied");
    }
    // A stale form does not overwrite the limits that another person has saved.
    set_general(&owner, json!({"unpaid": 2})).await;
    let stale = owner.with_header("if-match", "\"0\"");
    let _ = stale
        .patch(SETTING, json!({"unpaid": 3}))
        .await
        .expect_problem(412, "version_stale");
}
