//! Random entries of the cash book.

use super::cash_book::{ENTRIES, TRANSFERS, add_box, add_category, assert_ledger_is_consistent, balance, entries};
use crate::support::on_both;
use books::ledger;
use proptest::prelude::Rng;
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn amount(minor: usize) -> String {
    format!("{}.{:02}", minor / 100, minor % 100)
}

fn minor_of(money: &Value) -> i64 {
    let text = money["amount"].as_str().expect("an amount");
    text.replace('.', "").parse().expect("a number")
}

/// Random entries: each balance is the sum of the entries before it, and transfers sum to zero. The invariants of the tables and of the
/// ledger are checked after the test.
#[apply(on_both)]
async fn balances_are_the_sums_of_entries(app: App) {
    let owner = app.owner().await;
    let mut boxes = Vec::new();
    for (name, currency) in [("А", "RUB"), ("Б", "RUB"), ("В", "CNY"), ("Г", "CNY")] {
        boxes.push((add_box(&owner, name, currency).await, currency));
    }
    let (cost, earned) = (
        add_category(&owner, "Расход", "expense").await,
        add_category(&owner, "Доход", "income").await,
    );
    let mut rng = test_seed::rng();
    let mut number = |below: usize| rng.next_u32() as usize % below;
    let mut ids: Vec<Value> = Vec::new();
    for _ in 0..30 {
        let (first, second) = (boxes[number(4)], boxes[number(4)]);
        let (sent, received) = (amount(1 + number(100_000)), amount(1 + number(100_000)));
        let answer = match number(4) {
            0 if !ids.is_empty() => {
                let id = &ids[number(ids.len())];
                let reason = json!({"reason": "Ошибка"});
                owner.post(&format!("{ENTRIES}/{id}/reverse"), reason).await
            }
            1 if first.0 != second.0 => {
                let mut body = json!({"box_id": first.0, "to_box_id": second.0, "amount": sent});
                if first.1 != second.1 {
                    body["received"] = json!(received);
                }
                owner.post(TRANSFERS, body).await
            }
            kind => {
                let (flow, category) = if kind == 2 {
                    ("income", earned)
                } else {
                    ("expense", cost)
                };
                let body = json!({"flow": flow, "box_id": first.0, "amount": sent, "category_id": category});
                owner.post(ENTRIES, body).await
            }
        };
        if answer.status == 409 {
            continue; // It was reversed before, or is a reversal.
        }
        ids.push(answer.expect_within_statements(201, 18)["id"].clone());
    }
    let mut sums = BTreeMap::<i64, i64>::new();
    let all = entries(&owner, "limit=200").await;
    assert_eq!(all.len(), ids.len());
    for entry in all.iter().rev() {
        let movements = entry["movements"].as_array().expect("movements");
        for movement in movements {
            let sum = sums.entry(movement["box_id"].as_i64().expect("an id")).or_default();
            *sum += minor_of(&movement["amount"]);
            assert_eq!(*sum, minor_of(&movement["balance"]), "{entry}");
        }
        if entry["kind"] == "transfer" {
            let moved: i64 = movements.iter().map(|movement| minor_of(&movement["amount"])).sum();
            assert_eq!(moved, 0, "{entry}");
        }
    }
    for (cash_box, _) in &boxes {
        let shown = balance(&owner, *cash_box).await;
        let sum = sums.get(cash_box).copied().unwrap_or_default();
        assert_eq!(minor_of(&json!({"amount": shown})), sum);
    }
    assert_ledger_is_consistent(&app).await;
    let report = ledger::verify(&app.state.system())
        .await
        .expect("the ledger is verified");
    assert_eq!(report.entries, ids.len() as u64);
}
