//! Balances, adjustments, and ledger verification.

use crate::support::{ASSIGNED_ONLY, OTHER_OWNER, on_both};
use books::ledger;
use sea_orm::{ConnectionTrait, Database};
use serde_json::{Value, json};

#[apply(on_both)]
async fn parallel_reversals_post_once(app: App) {
    let owner = app.owner().await;
    let adjust = json!({"amount": "500", "currency": "RUB", "memo": "бонус"});
    for (round, keyed) in [false, true].into_iter().enumerate() {
        let added = owner
            .post("/agent/clients/1/balance/adjustments", adjust.clone())
            .await
            .expect_within_statements(201, 12);
        let path = format!("/agent/clients/1/balance/operations/{}/reverse", added["id"]);
        let reverse = |number: usize| {
            let actor = if keyed {
                owner.with_header("idempotency-key", &format!("reversal-{round}-{number}"))
            } else {
                owner.clone()
            };
            let path = path.clone();
            async move { actor.post(&path, json!({"memo": "ошибка"})).await.status }
        };
        let statuses = futures::future::join_all((0..30).map(reverse)).await;
        assert_eq!(
            statuses.iter().filter(|status| **status == 201).count(),
            1,
            "{statuses:?}"
        );
        assert_eq!(
            statuses.iter().filter(|status| **status == 409).count(),
            29,
            "{statuses:?}"
        );
    }
    assert_eq!(
        app.client().await.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "0.00"
    );
}

#[apply(on_both)]
async fn balance_adjustment_can_be_reversed(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let adjust = "/agent/clients/1/balance/adjustments";
    for bad in [
        json!({"amount": "0", "currency": "RUB", "memo": "x"}),
        json!({"amount": "1", "currency": "RUB", "memo": " "}),
        json!({"amount": "1", "currency": "EUR", "memo": "x"}),
    ] {
        let _ = owner.post(adjust, bad).await.expect_problem(422, "validation_failed");
    }
    let _ = owner
        .post(adjust, json!({"amount": "-0.01", "currency": "RUB", "memo": "ошибка"}))
        .await
        .expect_problem(409, "balance_insufficient");
    let added = owner
        .post(adjust, json!({"amount": "500.55", "currency": "RUB", "memo": "бонус"}))
        .await
        .expect_within_statements(201, 12);
    assert_eq!(
        (&added["amount"]["amount"], &added["balance"]["amount"]),
        (&json!("500.55"), &json!("500.55"))
    );
    let reverse = format!("/agent/clients/1/balance/operations/{}/reverse", added["id"]);
    let taken = owner
        .post(&reverse, json!({"memo": "бонус не тому"}))
        .await
        .expect_within_statements(201, 16);
    assert_eq!(
        (&taken["kind"], &taken["reverses"], &taken["balance"]["amount"]),
        (&json!("reversal"), &added["id"], &json!("0.00"))
    );
    assert_eq!(
        owner
            .post(&reverse, json!({"memo": "ещё раз"}))
            .await
            .expect_within_statements(409, 16)["code"],
        "operation_reversed"
    );
    let history = client.get("/client/balance/operations").await.expect(200);
    let memos: Vec<&Value> = history["data"]
        .as_array()
        .expect("operations")
        .iter()
        .map(|operation| &operation["memo"])
        .collect();
    assert_eq!(memos, [&json!("бонус не тому"), &json!("бонус")]);
    assert_eq!(
        client
            .get("/client/balance/operations?kind=reversal&currency=RUB")
            .await
            .expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
    assert_eq!(
        client.get("/client/balance/operations?currency=CNY").await.expect(200)["data"],
        json!([])
    );
    assert_eq!(
        client
            .get("/client/balance/operations?from=2040-01-01")
            .await
            .expect(200)["data"],
        json!([])
    );
    let first = client.get("/client/balance/operations?limit=1").await.expect(200);
    let next = first["next_cursor"].as_str().expect("a cursor");
    assert_eq!(
        client
            .get(&format!("/client/balance/operations?limit=1&cursor={next}"))
            .await
            .expect(200)["data"][0]["memo"],
        "бонус"
    );
}

#[apply(on_both)]
async fn foreign_balance_is_not_found(app: App) {
    let owner = app.owner().await;
    crate::orders::lifecycle::adjust_balance(&owner, 1, "10", "RUB").await;
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    for (method, path, body) in [
        ("GET", "/agent/clients/1/balance", None),
        ("GET", "/agent/clients/1/balance/operations", None),
        (
            "POST",
            "/agent/clients/1/balance/adjustments",
            Some(json!({"amount": "1", "currency": "RUB", "memo": "x"})),
        ),
        (
            "POST",
            "/agent/clients/1/balance/operations/1/reverse",
            Some(json!({"memo": "x"})),
        ),
    ] {
        let _ = stranger
            .send(method, path, body.map(|body| body.to_string().into_bytes()))
            .await
            .expect_problem(404, "not_found");
    }
    let neighbour = app.log_in("client", crate::support::TWO_CABINETS).await;
    assert_eq!(
        neighbour.get("/client/balance/operations").await.expect(200)["data"],
        json!([])
    );
    let own_only = app.log_in("agent", ASSIGNED_ONLY).await;
    let _ = own_only
        .get("/agent/clients/1/balance")
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn ledger_verification_finds_a_deviation(app: App) {
    let owner = app.owner().await;
    for amount in ["100", "-30", "12.34"] {
        crate::orders::lifecycle::adjust_balance(&owner, 1, amount, "RUB").await;
    }
    let right = ledger::verify(&app.state.system())
        .await
        .expect("the ledger is verified");
    assert_eq!(
        (right.entries, right.postings, right.faults.as_slice()),
        (3, 6, &[][..])
    );
    let db = Database::connect(app.database_url.as_str()).await.expect("opens");
    db.execute_unprepared("UPDATE ledger_accounts SET balance_minor = balance_minor + 1 WHERE kind = 'client'")
        .await
        .expect("a running balance can be changed by SQL");
    let wrong = ledger::verify(&app.state.system())
        .await
        .expect("the ledger is verified");
    assert_eq!(wrong.faults.len(), 1, "{:?}", wrong.faults);
    db.execute_unprepared("UPDATE ledger_accounts SET balance_minor = balance_minor - 1 WHERE kind = 'client'")
        .await
        .expect("restored");
    db.close().await.expect("closes");
}

#[apply(on_both)]
async fn commission_settings_are_validated(app: App) {
    let owner = app.owner().await;
    let address = "/agent/settings/conditions";
    assert_eq!(owner.get(address).await.expect(200)["version"], 0);
    let body = json!({"commission": {"percent": "5.5", "minimum_minor": 1000, "brackets": [{"from_minor": 1_000_000, "percent": "4"}]}});
    let set = owner.patch(address, body.clone()).await.expect(200);
    assert_eq!((&set["version"], &set["commission"]), (&json!(1), &body["commission"]));
    let _ = owner
        .with_header("if-match", "\"0\"")
        .patch(address, body)
        .await
        .expect_problem(412, "version_stale");
    for bad in [
        json!({"commission": {"percent": "101"}}),
        json!({"commission": {"percent": "-1"}}),
        json!({"commission": {"percent": "5", "minimum_minor": -1}}),
        json!({"commission": {"percent": "0.0000001"}}),
    ] {
        let _ = owner.patch(address, bad).await.expect_problem(422, "validation_failed");
    }
}

#[apply(on_both)]
async fn operations_and_orders_are_exported(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    crate::orders::lifecycle::adjust_balance(&owner, 1, "10", "RUB").await;
    let _ = crate::orders::submitted_order(&client).await;
    for (actor, path) in [
        (&client, "/client/balance/operations.xlsx"),
        (&owner, "/agent/clients/1/balance/operations.xlsx?currency=RUB"),
        (&owner, "/agent/orders.xlsx?status=submitted"),
    ] {
        let file = actor.get(path).await;
        assert_eq!(
            (file.status, file.headers["content-type"].to_str().expect("ascii")),
            (200, "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
            "{path}"
        );
        assert!(
            file.headers["content-disposition"]
                .to_str()
                .expect("ascii")
                .starts_with("attachment"),
            "{path}"
        );
    }
    let _ = owner
        .get("/agent/orders.xlsx?status=nonsense")
        .await
        .expect_problem(422, "validation_failed");
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger
        .get("/agent/clients/1/balance/operations.xlsx")
        .await
        .expect_problem(404, "not_found");
    let own_only = app.log_in("agent", ASSIGNED_ONLY).await;
    let _ = own_only
        .get("/agent/orders.xlsx")
        .await
        .expect_problem(403, "permission_denied");
}
