//! Purchasing accounts: deposits, payments to sellers, limits and operations.

use crate::{
    orders::lifecycle::{order_card, paid_order},
    settings::add_entry,
    support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use books::ledger;
use serde_json::{Value, json};

fn account(limit: Option<&str>) -> Value {
    json!({"marketplace": "1688", "login": "lotus-buy", "comment": "", "currency": "CNY", "limit": limit})
}

#[apply(on_both)]
async fn seller_is_paid_from_a_purchasing_account(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let id = add_entry(&owner, "purchasing-accounts", account(Some("20"))).await;
    let (list, deposits) = (
        "/agent/purchasing-accounts",
        format!("/agent/purchasing-accounts/{id}/deposits"),
    );
    for (bad, field) in [
        (json!({"amount": "0", "memo": "x"}), "amount"),
        (json!({"amount": "1.001", "memo": "x"}), "amount"),
        (json!({"amount": "5", "memo": " "}), "memo"),
    ] {
        let refused = owner
            .post(&deposits, bad)
            .await
            .expect_problem(422, "validation_failed");
        assert!(refused["errors"][field].is_array(), "{refused}");
    }
    let deposited = owner
        .post(&deposits, json!({"amount": "100", "memo": "перевод"}))
        .await
        .expect_within_statements(201, 14);
    assert_eq!(
        (&deposited["balance"]["amount"], &deposited["limit"]["amount"]),
        (&json!("100.00"), &json!("20.00"))
    );

    let order = paid_order(&app).await;
    let card = order_card(&owner, order).await;
    let items: Vec<&Value> = card["items"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| &item["id"])
        .collect();
    let buy = |amount: &str, account: i64| {
        json!({
            "step": "buy",
            "items": items,
            "marketplace_order_number": "28475",
            "purchase": {"account_id": account, "amount": amount},
        })
    };
    let too_much = owner
        .post("/agent/items/moves", buy("120.01", id))
        .await
        .expect_problem(409, "account_limit_exceeded");
    assert_eq!(
        too_much["current_amount"],
        json!({"amount": "120.00", "currency": "CNY"})
    );
    let unknown = owner
        .post("/agent/items/moves", buy("1", 999_999))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(unknown["errors"]["purchase.account_id"][0]["code"], "not_yours");
    let _ = owner
        .post("/agent/items/moves", buy("-1", id))
        .await
        .expect_problem(422, "validation_failed");
    let wrong_step = json!({"step": "send", "items": items, "purchase": {"account_id": id, "amount": "1"}});
    let _ = owner
        .post("/agent/items/moves", wrong_step)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        order_card(&owner, order).await["status"],
        "paid",
        "a refused payment buys nothing"
    );

    let keyed = owner.with_header("idempotency-key", "buy-1");
    let moved = keyed
        .post("/agent/items/moves", buy("70.50", id))
        .await
        .expect_within_statements(200, 34);
    assert_eq!(
        keyed
            .post("/agent/items/moves", buy("70.50", id))
            .await
            .expect_within_statements(200, 34),
        moved,
        "a replay pays nothing"
    );
    let balances = owner.get(list).await.expect(200);
    assert_eq!(
        (&balances["data"][0]["balance"]["amount"], &balances["data"][0]["login"]),
        (&json!("29.50"), &json!("lotus-buy"))
    );
    let bought = owner.get(&format!("/agent/orders/{order}/purchases")).await.expect(200);
    assert_eq!(
        (
            &bought["purchases"][0]["marketplace_order_number"],
            &bought["purchases"][0]["amount"]["amount"],
            &bought["spent"]["amount"]
        ),
        (&json!("28475"), &json!("70.50"), &json!("70.50"))
    );
    let minor = |money: &Value| {
        money["amount"]
            .as_str()
            .expect("an amount")
            .replace('.', "")
            .parse::<i64>()
            .expect("a number")
    };
    assert_eq!(minor(&bought["difference"]), minor(&bought["charged"]) - 7_050);

    let returned = owner
        .post(&deposits, json!({"amount": "-49.51", "memo": "возврат"}))
        .await
        .expect_problem(409, "account_limit_exceeded");
    assert_eq!(returned["current_amount"]["amount"], "49.50");
    let _ = owner
        .post(&deposits, json!({"amount": "-9.50", "memo": "возврат"}))
        .await
        .expect_within_statements(201, 14);
    let path = format!("/agent/purchasing-accounts/{id}/operations");
    let page = owner.get(&format!("{path}?limit=2")).await.expect(200);
    let rest = owner
        .get(&format!(
            "{path}?limit=2&cursor={}",
            page["next_cursor"].as_str().expect("a cursor")
        ))
        .await
        .expect(200);
    let rows: Vec<_> = page["data"]
        .as_array()
        .expect("rows")
        .iter()
        .chain(rest["data"].as_array().expect("rows"))
        .map(|row| {
            (
                row["kind"].as_str(),
                row["amount"]["amount"].as_str(),
                row["balance"]["amount"].as_str(),
            )
        })
        .collect();
    assert_eq!(
        rows,
        [
            (Some("account_deposit"), Some("-9.50"), Some("20.00")),
            (Some("purchase"), Some("-70.50"), Some("29.50")),
            (Some("account_deposit"), Some("100.00"), Some("100.00")),
        ]
    );
    let operations = client.get("/client/balance/operations?limit=200").await.expect(200);
    assert!(
        operations["data"]
            .as_array()
            .expect("rows")
            .iter()
            .all(|row| row["kind"] != "purchase"),
        "clients don't see purchases"
    );
    let report = ledger::verify(&app.state.system())
        .await
        .expect("the ledger is verified");
    assert_eq!(report.faults, Vec::<String>::new());
}

#[apply(on_both)]
async fn purchasing_accounts_are_reached_with_rights_only(app: App) {
    let owner = app.owner().await;
    let id = add_entry(&owner, "purchasing-accounts", account(None)).await;
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(
        stranger.get("/agent/purchasing-accounts").await.expect(200)["data"],
        json!([])
    );
    let _ = stranger
        .get(&format!("/agent/purchasing-accounts/{id}/operations"))
        .await
        .expect_problem(404, "not_found");
    let _ = stranger
        .post(
            &format!("/agent/purchasing-accounts/{id}/deposits"),
            json!({"amount": "1", "memo": "x"}),
        )
        .await
        .expect_problem(404, "not_found");
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .get("/agent/purchasing-accounts")
        .await
        .expect_problem(403, "permission_denied");
    // Without a limit nothing is refused, and the balance shows the spent amount.
    let order = paid_order(&app).await;
    let card = order_card(&owner, order).await;
    let buy =
        json!({"step": "buy", "items": [card["items"][0]["id"]], "purchase": {"account_id": id, "amount": "500"}});
    let _ = owner
        .post("/agent/items/moves", buy)
        .await
        .expect_within_statements(200, 34);
    assert_eq!(
        owner.get("/agent/purchasing-accounts").await.expect(200)["data"][0]["balance"]["amount"],
        "-500.00"
    );
}
