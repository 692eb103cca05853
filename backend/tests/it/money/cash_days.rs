//! The close of the day in a cash box: count, difference, refused entries, and reopening.

use super::cash_book::{ENTRIES, TRANSFERS, add_box, add_category, post};
use crate::support::{Actor, on_both};
use serde_json::{Value, json};

fn closings(cash_box: i64) -> String {
    format!("/agent/cash-boxes/{cash_box}/closings")
}

async fn day(actor: &Actor, cash_box: i64, day: &str) -> Value {
    actor
        .get(&format!("/agent/cash-boxes/{cash_box}/day?day={day}"))
        .await
        .expect(200)
}

#[apply(on_both)]
async fn closed_day_refuses_entries_until_it_is_opened(app: App) {
    let owner = app.owner().await;
    let (till, safe) = (
        add_box(&owner, "Касса", "RUB").await,
        add_box(&owner, "Сейф", "RUB").await,
    );
    let earned = add_category(&owner, "Доход", "income").await;
    let income = |amount: &str, day: &str| json!({"flow": "income", "box_id": till, "amount": amount, "category_id": earned, "day": day});
    let first = post(&owner, ENTRIES, income("1000", "2026-11-01")).await;
    let _ = post(&owner, ENTRIES, income("500", "2026-11-03")).await;
    let shown = day(&owner, till, "2026-11-02").await;
    assert_eq!(shown["expected"]["amount"], "1000.00", "without later entries");

    let stale = json!({"day": "2026-11-02", "counted": "990", "expected": "900"});
    let refused = owner
        .post(&closings(till), stale)
        .await
        .expect_problem(409, "amount_changed");
    assert_eq!(refused["current_amount"]["amount"], "1000.00");
    for (body, field) in [
        (
            json!({"day": "2026-11-02", "counted": "-1", "expected": "1000"}),
            "counted",
        ),
        (json!({"day": "2999-01-01", "counted": "1", "expected": "1500"}), "day"),
    ] {
        let refused = owner
            .post(&closings(till), body)
            .await
            .expect_problem(422, "validation_failed");
        assert!(refused["errors"][field].is_array(), "{refused}");
    }
    let body = json!({"day": "2026-11-02", "counted": "990", "expected": "1000", "note": "сдача"});
    let closing = owner
        .post(&closings(till), body.clone())
        .await
        .expect_within_statements(201, 10);
    assert_eq!(
        (
            &closing["difference"]["amount"],
            &closing["note"],
            &closing["reopened_at"]
        ),
        (&json!("-10.00"), &json!("сдача"), &Value::Null)
    );
    assert!(closing["actor_name"].as_str().is_some_and(|name| !name.is_empty()));
    let book = owner.get("/agent/cash-book").await.expect(200);
    assert_eq!(book["boxes"][0]["closed_through"], "2026-11-02");

    for day in ["2026-11-01", "2026-11-02"] {
        let _ = owner
            .post(ENTRIES, income("1", day))
            .await
            .expect_problem(409, "cash_day_closed");
        for (from, to) in [(till, safe), (safe, till)] {
            let body = json!({"box_id": from, "to_box_id": to, "amount": "1", "day": day});
            let _ = owner.post(TRANSFERS, body).await.expect_problem(409, "cash_day_closed");
        }
    }
    let reverse = format!("{ENTRIES}/{}/reverse", first["id"]);
    let _ = owner
        .post(&reverse, json!({"reason": "Ошибка"}))
        .await
        .expect_problem(409, "cash_day_closed");
    let _ = owner
        .post(&closings(till), body)
        .await
        .expect_problem(409, "cash_day_closed");
    let _ = post(&owner, ENTRIES, income("1", "2026-11-03")).await;
    let _ = post(&owner, &reverse, json!({"reason": "Ошибка", "day": "2026-11-03"})).await;
    assert_eq!(app.count("cash_entries", "1 = 1").await, 4);

    let later = json!({"day": "2026-11-04", "counted": "501", "expected": "501"});
    let later = owner
        .post(&closings(till), later)
        .await
        .expect_within_statements(201, 10);
    let reopen = |closing: &Value| format!("/agent/cash-closings/{}/reopen", closing["id"]);
    let reason = json!({"reason": "Нашли чек"});
    let _ = owner
        .post(&reopen(&closing), reason.clone())
        .await
        .expect_problem(409, "move_not_allowed");
    let opened = owner
        .post(&reopen(&later), reason.clone())
        .await
        .expect_within_statements(200, 10);
    assert_eq!(opened["reopen_reason"], "Нашли чек");
    let _ = owner
        .post(&reopen(&later), reason.clone())
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = post(&owner, ENTRIES, income("2", "2026-11-04")).await;
    let _ = owner
        .post(ENTRIES, income("2", "2026-11-02"))
        .await
        .expect_problem(409, "cash_day_closed");
    let _ = owner
        .post(&reopen(&closing), reason)
        .await
        .expect_within_statements(200, 10);
    let _ = post(&owner, ENTRIES, income("3", "2026-11-02")).await;
    let shown = day(&owner, till, "2026-11-04").await;
    assert_eq!(
        (&shown["closed_through"], shown["closings"].as_array().map(Vec::len)),
        (&Value::Null, Some(2)),
        "closings stay with their trace"
    );
    assert_eq!(shown["expected"]["amount"], "506.00");
}

#[apply(on_both)]
async fn days_of_one_box_do_not_close_another(app: App) {
    let owner = app.owner().await;
    let (till, safe) = (
        add_box(&owner, "Касса", "RUB").await,
        add_box(&owner, "Сейф", "RUB").await,
    );
    let earned = add_category(&owner, "Доход", "income").await;
    let empty = json!({"day": "2026-11-02", "counted": "0", "expected": "0"});
    let _ = owner
        .post(&closings(till), empty)
        .await
        .expect_within_statements(201, 10);
    let body = json!({"flow": "income", "box_id": safe, "amount": "5", "category_id": earned, "day": "2026-11-01"});
    let _ = post(&owner, ENTRIES, body).await;
    assert_eq!(day(&owner, safe, "2026-11-02").await["expected"]["amount"], "5.00");
}
