//! Balance requests, on both sides.

use crate::support::{MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, on_both};
use serde_json::{Value, json};

#[apply(on_both)]
async fn balance_request_is_confirmed_and_posted(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    for bad in [
        json!({"amount": "0", "currency": "RUB"}),
        json!({"amount": "1.001", "currency": "RUB"}),
        json!({"amount": "5", "currency": "USD"}),
        json!({"amount": "-5", "currency": "RUB"}),
    ] {
        let _ = client
            .post("/client/balance/requests", bad)
            .await
            .expect_problem(422, "validation_failed");
    }
    let request = client
        .post(
            "/client/balance/requests",
            json!({"amount": "15000", "currency": "RUB", "comment": "с карты Сбера"}),
        )
        .await
        .expect(201);
    let (id, code) = (&request["id"], request["code"].as_str().expect("a code"));
    assert_eq!(
        (&request["status"], &request["moves"]),
        (&json!("requested"), &json!(["cancel"]))
    );
    let page = format!("/client/r/{code}");
    assert_eq!(app.anonymous().get(&page).await.expect(200)["requisites"], Value::Null);
    let _ = client
        .post(&format!("/client/balance/requests/{id}/report"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");

    let listed = owner.get("/agent/balance-requests?status=requested").await.expect(200);
    assert_eq!(
        (&listed["data"][0]["client_code"], &listed["data"][0]["comment"]),
        (&json!("K1"), &json!("с карты Сбера"))
    );
    let address = |step: &str| format!("/agent/balance-requests/{id}/{step}");
    let _ = owner
        .post(&address("issue"), json!({"requisites": "  "}))
        .await
        .expect_problem(422, "validation_failed");
    let issued = owner
        .post(
            &address("issue"),
            json!({"requisites": "Сбербанк 2202 2000 1234 5678, Иванова А."}),
        )
        .await
        .expect(200);
    assert_eq!(issued["status"], "issued");
    let shown = app.anonymous().get(&page).await.expect(200);
    assert_eq!(
        (
            &shown["requisites"],
            &shown["amount"]["amount"],
            &shown["agent"]["name"]
        ),
        (
            &json!("Сбербанк 2202 2000 1234 5678, Иванова А."),
            &json!("15000.00"),
            &json!("lotus")
        )
    );
    let reported = client
        .post(&format!("/client/balance/requests/{id}/report"), json!({}))
        .await
        .expect(200);
    assert_eq!(reported["status"], "reported");
    let _ = client
        .post(&format!("/client/balance/requests/{id}/cancel"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");

    let confirmed = owner
        .post(&address("confirm"), json!({"amount": "14950.00"}))
        .await
        .expect_within_statements(200, 12);
    assert_eq!(
        (&confirmed["status"], &confirmed["confirmed"]["amount"]),
        (&json!("confirmed"), &json!("14950.00"))
    );
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"],
        json!([{"amount": "14950.00", "currency": "RUB"}, {"amount": "0.00", "currency": "CNY"}])
    );
    let _ = owner
        .post(&address("confirm"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    assert_eq!(
        app.anonymous().get(&page).await.expect(200)["requisites"],
        Value::Null,
        "a finished request is not public"
    );
    let operations = client.get("/client/balance/operations").await.expect(200);
    assert_eq!(
        (
            &operations["data"][0]["kind"],
            &operations["data"][0]["amount"]["amount"],
            &operations["data"][0]["balance"]["amount"],
            &operations["data"][0]["memo"]
        ),
        (&json!("topup"), &json!("14950.00"), &json!("14950.00"), &json!(code))
    );
}

#[apply(on_both)]
async fn requisites_with_an_account_have_a_payment_code(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let account =
        "ИП Соколова Анна Игоревна, ИНН 500100732259\nБанк: ПАО Сбербанк, БИК 044525225\nР/с 40802810100000000001";
    for (currency, requisites, has_code) in [
        ("RUB", account, true),
        ("RUB", "Сбербанк 2202 2000 1234 5678, Соколова Анна", false),
        ("CNY", account, false),
    ] {
        let body = json!({"amount": "8700.5", "currency": currency});
        let request = client.post("/client/balance/requests", body).await.expect(201);
        assert_eq!(request["payment_code"], Value::Null, "no requisites yet");
        let address = format!("/agent/balance-requests/{}", request["id"]);
        let issue = json!({"requisites": requisites});
        let issued = owner.post(&format!("{address}/issue"), issue).await.expect(200);
        assert_eq!(issued["payment_code"], Value::Null, "staff don't pay");
        let listed = client.get("/client/balance/requests").await.expect(200);
        let page = format!("/client/r/{}", request["code"].as_str().expect("a code"));
        let shown = app.anonymous().get(&page).await.expect(200);
        for code in [&listed["data"][0]["payment_code"], &shown["payment_code"]] {
            assert_eq!(code["size"].is_u64(), has_code, "{currency} {requisites}");
        }
        let report = format!("/client/balance/requests/{}/report", request["id"]);
        let reported = client.post(&report, json!({})).await.expect(200);
        let shown = app.anonymous().get(&page).await.expect(200);
        for request in [&reported, &shown] {
            assert!(request["requisites"].is_string());
            assert_eq!(request["payment_code"], Value::Null, "it is paid already");
        }
    }
}

#[apply(on_both)]
async fn repeated_confirmation_is_posted_once(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let request = client
        .post("/client/balance/requests", json!({"amount": "100", "currency": "CNY"}))
        .await
        .expect(201);
    let id = &request["id"];
    let _ = owner
        .post(
            &format!("/agent/balance-requests/{id}/issue"),
            json!({"requisites": "支付宝 abc"}),
        )
        .await
        .expect(200);
    let keyed = owner.with_header("idempotency-key", "confirm-1");
    let confirm = format!("/agent/balance-requests/{id}/confirm");
    let twenty = futures::future::join_all((0..20).map(|_| keyed.post(&confirm, json!({})))).await;
    for answer in twenty {
        assert_eq!(answer.expect_within_statements(200, 16)["status"], "confirmed");
    }
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "100.00"
    );
}

#[apply(on_both)]
async fn balance_request_is_rejected_with_a_reason(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let id = client
        .post("/client/balance/requests", json!({"amount": "1", "currency": "RUB"}))
        .await
        .expect(201)["id"]
        .clone();
    let others = [
        app.log_in("client", OTHER_CLIENT).await,
        app.log_in("agent", OTHER_OWNER).await,
    ];
    let _ = others[0]
        .post(&format!("/client/balance/requests/{id}/cancel"), json!({}))
        .await
        .expect_problem(404, "not_found");
    for (step, body) in [
        ("issue", json!({"requisites": "моя карта"})),
        ("confirm", json!({})),
        ("reject", json!({"reason": "нет"})),
    ] {
        let _ = others[1]
            .post(&format!("/agent/balance-requests/{id}/{step}"), body)
            .await
            .expect_problem(404, "not_found");
    }
    assert_eq!(
        others[1].get("/agent/balance-requests").await.expect(200)["data"],
        json!([])
    );
    let guest = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    let _ = guest
        .get("/client/balance/requests")
        .await
        .expect_problem(403, "permission_denied");
    let rejected = owner
        .post(
            &format!("/agent/balance-requests/{id}/reject"),
            json!({"reason": "сумма слишком мала"}),
        )
        .await
        .expect(200);
    assert_eq!(
        (&rejected["status"], &rejected["moves"]),
        (&json!("rejected"), &json!([]))
    );
    assert_eq!(
        client.get("/client/balance/requests").await.expect(200)["data"][0]["reject_reason"],
        "сумма слишком мала"
    );
}

#[apply(on_both)]
async fn client_cancels_own_requests(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    crate::orders::lifecycle::adjust_balance(&owner, 1, "500", "CNY").await;
    let topup = client
        .post("/client/balance/requests", json!({"amount": "100", "currency": "RUB"}))
        .await
        .expect(201)["id"]
        .clone();
    let canceled = client
        .post(&format!("/client/balance/requests/{topup}/cancel"), json!({}))
        .await
        .expect(200);
    assert_eq!(
        (&canceled["status"], &canceled["moves"]),
        (&json!("canceled"), &json!([]))
    );
    let _ = owner
        .post(
            &format!("/agent/balance-requests/{topup}/issue"),
            json!({"requisites": "карта"}),
        )
        .await
        .expect_problem(409, "move_not_allowed");
    let wallet = client
        .post(
            "/client/wallet-topup",
            json!({"wallet": "alipay", "account": "li.wei", "amount": "300"}),
        )
        .await
        .expect_within_statements(201, 14)["id"]
        .clone();
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "200.00"
    );
    assert_eq!(
        client
            .post(&format!("/client/wallet-topup/{wallet}/cancel"), json!({}))
            .await
            .expect_within_statements(200, 14)["status"],
        "canceled"
    );
    let _ = owner
        .post(&format!("/agent/wallet-topups/{wallet}/pay"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    let balance = owner.get("/agent/clients/1/balance").await.expect(200);
    assert_eq!(
        balance["accounts"],
        client.get("/client/balance").await.expect(200)["accounts"],
        "both sides see the same balances"
    );
    let history = owner.get("/agent/clients/1/balance/operations").await.expect(200);
    assert_eq!(
        history["data"][0]["balance"],
        json!({"amount": "500.00", "currency": "CNY"})
    );
}

#[apply(on_both)]
async fn request_code_guesses_are_limited(app: App) {
    let stranger = app.anonymous();
    for guess in 0..50 {
        let _ = stranger
            .get(&format!("/client/r/guess{guess}"))
            .await
            .expect_problem(404, "not_found");
    }
    let _ = stranger
        .get("/client/r/guess51")
        .await
        .expect_problem(429, "too_many_requests");
}
