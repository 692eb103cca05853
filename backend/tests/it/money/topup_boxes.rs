//! The cash boxes that the money of confirmed top-ups goes to.

use super::{
    cash_book::{ENTRIES, add_box, add_category, assert_ledger_is_consistent, balance, entries},
    statements::issued_request,
};
use crate::support::{Actor, OTHER_OWNER, on_both};
use serde_json::{Value, json};

const STATEMENTS: u32 = 36;

fn path(request: &Value, step: &str) -> String {
    format!("/agent/balance-requests/{request}/{step}")
}

async fn choices(owner: &Actor, request: &Value) -> Value {
    let boxes = owner.get(&path(request, "boxes")).await.expect(200);
    let boxes = boxes["data"].as_array().expect("boxes").iter();
    boxes.map(|one| json!([one["id"], one["is_default"]])).collect()
}

#[apply(on_both)]
async fn confirmed_money_comes_into_a_box_and_leaves_it_again(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (early, _) = issued_request(&owner, &client, "500", "RUB").await;
    let _ = owner
        .post(&path(&early, "confirm"), json!({}))
        .await
        .expect_within_statements(200, 18);
    let (safe, card) = (
        add_box(&owner, "Сейф", "RUB").await,
        add_box(&owner, "Карта", "RUB").await,
    );
    let yuan = add_box(&owner, "Alipay", "CNY").await;
    let (request, code) = issued_request(&owner, &client, "3100", "RUB").await;
    assert_eq!(choices(&owner, &request).await, json!([[safe, false], [card, false]]));
    for wrong in [json!({}), json!({"box_id": yuan}), json!({"box_id": 999_999})] {
        let refused = owner
            .post(&path(&request, "confirm"), wrong)
            .await
            .expect_within_statements(422, STATEMENTS);
        assert!(refused["errors"]["box_id"].is_array(), "{refused}");
    }
    assert_eq!(
        app.count("cash_entries", "1 = 1").await,
        0,
        "a refused step books nothing"
    );
    let body = json!({"box_id": card, "amount": "3000"});
    let _ = owner
        .post(&path(&request, "confirm"), body)
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(balance(&owner, card).await, "3000.00");
    let book = entries(&owner, &format!("box_id={card}")).await;
    assert_eq!(
        (
            &book[0]["kind"],
            &book[0]["note"],
            &book[0]["client_id"],
            &book[0]["category_name"]
        ),
        (&json!("income"), &json!(code), &json!(1), &json!("Деньги клиентов"))
    );
    let day = owner.get(&format!("/agent/cash-boxes/{card}/day")).await.expect(200);
    assert_eq!(day["expected"]["amount"], "3000.00");

    // The box of the last confirmation is the default.
    let (next, _) = issued_request(&owner, &client, "200", "RUB").await;
    assert_eq!(choices(&owner, &next).await, json!([[safe, false], [card, true]]));
    let _ = owner
        .post(&path(&next, "confirm"), json!({}))
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(balance(&owner, card).await, "3200.00");
    assert_ledger_is_consistent(&app).await;

    let reason = json!({"reason": "деньги другого клиента"});
    let _ = owner
        .post(&path(&request, "reopen"), reason.clone())
        .await
        .expect_within_statements(200, 50);
    assert_eq!(balance(&owner, card).await, "200.00");
    // An entry that was reversed by hand is not reversed once more.
    let entry = entries(&owner, &format!("box_id={card}")).await;
    let entry = entry
        .iter()
        .find(|entry| entry["movements"][0]["amount"]["amount"] == "200.00");
    let reverse = format!("{ENTRIES}/{}/reverse", entry.expect("the entry")["id"]);
    let _ = owner
        .post(&reverse, json!({"reason": "не та касса"}))
        .await
        .expect_within_statements(201, 24);
    let _ = owner
        .post(&path(&next, "reopen"), reason)
        .await
        .expect_within_statements(200, 50);
    assert_eq!(balance(&owner, card).await, "0.00");
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "500.00"
    );
    assert_ledger_is_consistent(&app).await;
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger
        .get(&path(&request, "boxes"))
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn closed_day_of_a_box_refuses_a_confirmation(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let safe = add_box(&owner, "Сейф", "RUB").await;
    let (request, _) = issued_request(&owner, &client, "100", "RUB").await;
    let closing = json!({"counted": "0", "expected": "0"});
    let _ = owner
        .post(&format!("/agent/cash-boxes/{safe}/closings"), closing)
        .await
        .expect_within_statements(201, 12);
    let _ = owner
        .post(&path(&request, "confirm"), json!({"box_id": safe}))
        .await
        .expect_problem(409, "cash_day_closed");
    let shown = owner.get("/agent/balance-requests").await.expect(200);
    assert_eq!(shown["data"][0]["status"], "issued");
}

#[apply(on_both)]
async fn category_of_client_money_is_for_top_ups_only(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let safe = add_box(&owner, "Сейф", "RUB").await;
    let _ = add_category(&owner, "Доход", "income").await;
    let (request, _) = issued_request(&owner, &client, "100", "RUB").await;
    let _ = owner
        .post(&path(&request, "confirm"), json!({"box_id": safe}))
        .await
        .expect_within_statements(200, STATEMENTS);
    let category = entries(&owner, "").await[0]["category_id"].clone();
    let body = json!({"flow": "income", "box_id": safe, "amount": "1", "category_id": category});
    let refused = owner.post(ENTRIES, body).await.expect_problem(422, "validation_failed");
    assert!(refused["errors"]["category_id"].is_array(), "{refused}");
}
