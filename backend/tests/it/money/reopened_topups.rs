//! Confirmations that are taken back, and operations that come again in another format.

use super::statements::{issued_request, match_text};
use crate::support::{OTHER_OWNER, on_both};
use serde_json::{Value, json};

#[apply(on_both)]
async fn confirmation_of_a_wrong_line_is_taken_back(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (wrong, code) = issued_request(&owner, &client, "3100", "RUB").await;
    let text = "21.11.2026;3 100,00;Оплата К1";
    let key = match_text(&owner, text).await["data"][0]["key"].clone();
    let confirm = |id: &Value| format!("/agent/balance-requests/{id}/confirm");
    let reopen = format!("/agent/balance-requests/{wrong}/reopen");
    let reason = json!({"reason": "деньги другого клиента"});
    let _ = owner
        .post(&reopen, reason.clone())
        .await
        .expect_problem(409, "move_not_allowed");
    let confirmed = owner
        .post(&confirm(&wrong), json!({"line_key": key}))
        .await
        .expect_within_statements(200, 18);
    assert_eq!(confirmed["moves"], json!(["reopen"]));
    assert_eq!(match_text(&owner, text).await["used"], 1);
    let refused = owner
        .post(&reopen, json!({"reason": " "}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["reason"][0]["code"], "required");
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger
        .post(&reopen, reason.clone())
        .await
        .expect_problem(404, "not_found");

    // A withdrawal reserves a part of the money: it can't be taken back until it is free again.
    let withdrawal = client
        .post(
            "/client/withdrawals",
            json!({"amount": "0.01", "currency": "RUB", "requisites": "карта"}),
        )
        .await
        .expect_within_statements(201, 20);
    let _ = owner
        .post(&reopen, reason.clone())
        .await
        .expect_problem(409, "topup_spent");
    let shown = owner.get("/agent/balance-requests").await.expect(200);
    assert_eq!(
        shown["data"][0]["status"], "confirmed",
        "a refused step changes nothing"
    );
    assert_eq!(match_text(&owner, text).await["used"], 1);
    let _ = client
        .post(&format!("/client/withdrawals/{}/cancel", withdrawal["id"]), json!({}))
        .await
        .expect_within_statements(200, 20);

    let reopened = owner
        .post(&reopen, reason.clone())
        .await
        .expect_within_statements(200, 20);
    assert_eq!(
        (&reopened["status"], &reopened["moves"], &reopened["confirmed"]),
        (&json!("reported"), &json!(["confirm", "reject"]), &Value::Null)
    );
    let _ = owner
        .post(&reopen, reason)
        .await
        .expect_problem(409, "move_not_allowed");
    let balance = async || client.get("/client/balance").await.expect(200)["accounts"][0]["amount"].clone();
    assert_eq!(balance().await, "0.00");
    let operations = client.get("/client/balance/operations").await.expect(200);
    let named: Vec<_> = operations["data"]
        .as_array()
        .expect("operations")
        .iter()
        .filter(|operation| {
            ["topup", "reversal"]
                .map(|kind| json!(kind))
                .contains(&operation["kind"])
        })
        .map(|operation| {
            (
                &operation["amount"]["amount"],
                &operation["memo"],
                &operation["reverses"],
            )
        })
        .collect();
    let credit = &operations["data"]
        .as_array()
        .expect("operations")
        .last()
        .expect("a top-up")["id"];
    assert_eq!(
        named,
        [
            (
                &json!("-3100.00"),
                &json!(format!("{code}: деньги другого клиента")),
                credit
            ),
            (&json!("3100.00"), &json!(code), &Value::Null),
        ]
    );
    // The line is offered again, and confirmed for the request that it pays.
    let found = match_text(&owner, text).await;
    assert_eq!((&found["data"][0]["key"], &found["used"]), (&key, &json!(0)));
    let _ = owner
        .post(&confirm(&wrong), json!({"line_key": key}))
        .await
        .expect_within_statements(200, 18);
    assert_eq!(balance().await, "3100.00");
}

#[apply(on_both)]
async fn confirmation_that_was_reversed_by_hand_is_taken_back_once(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (id, _) = issued_request(&owner, &client, "50", "CNY").await;
    let _ = owner
        .post(&format!("/agent/balance-requests/{id}/confirm"), json!({}))
        .await
        .expect_within_statements(200, 18);
    let operations = client.get("/client/balance/operations").await.expect(200);
    let reverse = format!(
        "/agent/clients/1/balance/operations/{}/reverse",
        operations["data"][0]["id"]
    );
    let _ = owner
        .post(&reverse, json!({"memo": "ошибка"}))
        .await
        .expect_within_statements(201, 20);
    let reopened = owner
        .post(
            &format!("/agent/balance-requests/{id}/reopen"),
            json!({"reason": "ошибка"}),
        )
        .await
        .expect_within_statements(200, 20);
    assert_eq!(reopened["status"], "reported");
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][1]["amount"],
        "0.00"
    );
}

#[apply(on_both)]
async fn operation_in_another_format_is_asked_about(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (first, code) = issued_request(&owner, &client, "3100", "RUB").await;
    let (second, _) = issued_request(&owner, &client, "3100", "RUB").await;
    let table = "Дата;Сумма;Назначение\n21.11.2026;3 100,00;K1\n21.11.2026;3 100,00;K1, ещё раз";
    let found = match_text(&owner, table).await;
    assert_eq!(found["data"][0]["similar"], Value::Null);
    let _ = owner
        .post(
            &format!("/agent/balance-requests/{first}/confirm"),
            json!({"line_key": found["data"][0]["key"]}),
        )
        .await
        .expect_within_statements(200, 18);
    // Another line of the same statement is another payment.
    let found = match_text(&owner, table).await;
    assert_eq!(
        (
            &found["data"][0]["similar"],
            &found["data"][0]["certain"],
            &found["used"]
        ),
        (&Value::Null, &json!(true), &json!(1))
    );
    let exchange = |day: &str| {
        format!(
            "1CClientBankExchange\nСекцияДокумент=Платежное поручение\nНомер=7\nДата={day}\nСумма=3100.00\n\
             Плательщик1=ИП Петров\nНазначениеПлатежа=за товар K1\nКонецДокумента\nКонецФайла"
        )
    };
    for (statement, is_similar) in [
        (exchange("21.11.2026"), true),
        (exchange("22.11.2026"), false),
        ("3 100,00 перевод K1".to_owned(), true),
        ("21.11.26 +3100.00 RUB K1".to_owned(), true),
        ("23.11.26 +3100.00 RUB K1".to_owned(), false),
    ] {
        let found = match_text(&owner, &statement).await;
        let line = &found["data"][0];
        assert_eq!(line["requests"][0]["id"], second, "{found}");
        assert_eq!(line["certain"], !is_similar, "{statement}");
        let similar = &line["similar"];
        if is_similar {
            assert_eq!(
                (&similar["request_code"], &similar["client_code"]),
                (&json!(code), &json!("K1"))
            );
            assert!(similar["confirmed_at"].is_string());
        } else {
            assert_eq!(*similar, Value::Null, "{statement}");
        }
    }
}
