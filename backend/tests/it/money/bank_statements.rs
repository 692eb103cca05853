//! Bank accounts of the cash book as statements in the exchange format of 1C.

use super::cash_book::{ENTRIES, TRANSFERS, add_box, add_category, post};
use crate::support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both};
use encoding_rs::WINDOWS_1251;
use serde_json::{Value, json};

#[apply(on_both)]
async fn entries_of_a_bank_account_are_a_statement(app: App) {
    let owner = app.owner().await;
    let body = json!({"name": "Банк", "currency": "RUB", "bank_account": "40702810900000000001"});
    let bank = owner
        .post("/agent/cash-boxes", body)
        .await
        .expect_within_statements(201, 12);
    let (bank, path) = (
        bank["id"].as_i64().expect("an id"),
        format!("/agent/cash-boxes/{}", bank["id"]),
    );
    let safe = add_box(&owner, "Сейф", "RUB").await;
    let (earned, rent) = (
        add_category(&owner, "Оплата клиента", "income").await,
        add_category(&owner, "Аренда", "expense").await,
    );
    let entry = |flow: &str, amount: &str, category: i64, day: &str, more: Value| {
        let mut body = json!({"flow": flow, "box_id": bank, "amount": amount, "category_id": category, "day": day});
        body.as_object_mut()
            .expect("a body")
            .extend(more.as_object().expect("fields").clone());
        body
    };
    let note = json!({"note": "за\nоктябрь"});
    let _ = post(
        &owner,
        ENTRIES,
        entry("income", "1000", earned, "2026-10-30", json!({})),
    )
    .await;
    let _ = post(
        &owner,
        ENTRIES,
        entry("income", "500.50", earned, "2026-11-02", json!({"client_id": 1})),
    )
    .await;
    let _ = post(&owner, ENTRIES, entry("expense", "300", rent, "2026-11-03", note)).await;
    let moved = json!({"box_id": bank, "to_box_id": safe, "amount": "200", "day": "2026-11-02", "note": "张 в сейф"});
    let _ = post(&owner, TRANSFERS, moved).await;
    let _ = post(&owner, ENTRIES, entry("income", "7", earned, "2026-11-04", json!({}))).await;

    let response = owner
        .get(&format!("{path}/statement.txt?from=2026-11-01&to=2026-11-03"))
        .await;
    assert_eq!(response.status, 200);
    assert_eq!(response.headers["content-type"], "text/plain; charset=windows-1251");
    let (text, _, is_lossy) = WINDOWS_1251.decode(&response.bytes);
    assert!(!is_lossy);
    let lines: Vec<&str> = text.split("\r\n").collect();
    for line in [
        "ДатаНачала=01.11.2026",
        "РасчСчет=40702810900000000001",
        "НачальныйОстаток=1000.00",
        "ВсегоПоступило=500.50",
        "ВсегоСписано=500.00",
        "КонечныйОстаток=1000.50",
    ] {
        assert!(lines.contains(&line), "{line}");
    }
    let documents: Vec<&str> = text.split("СекцияДокумент=").skip(1).collect();
    assert_eq!(documents.len(), 3);
    for (document, fields) in documents.iter().zip([
        &[
            "Дата=02.11.2026",
            "Сумма=500.50",
            "ПолучательСчет=40702810900000000001",
            "ДатаПоступило=02.11.2026",
        ][..],
        &[
            "Сумма=200.00",
            "ПлательщикСчет=40702810900000000001",
            "Получатель=Сейф",
            "НазначениеПлатежа=? в сейф",
        ],
        &[
            "ДатаСписано=03.11.2026",
            "Сумма=300.00",
            "НазначениеПлатежа=Аренда, за октябрь",
        ],
    ]) {
        for field in fields {
            assert!(
                document.contains(&format!("\r\n{field}\r\n")),
                "{field} is not in {document}"
            );
        }
    }
    assert!(text.starts_with("1CClientBankExchange\r\nВерсияФормата=1.03\r\nКодировка=Windows\r\n"));
    assert!(text.ends_with("КонецДокумента\r\nКонецФайла\r\n"));
}

#[apply(on_both)]
async fn account_of_a_box_is_checked_and_in_its_history(app: App) {
    let owner = app.owner().await;
    let cash_box = add_box(&owner, "Банк", "CNY").await;
    let path = format!("/agent/cash-boxes/{cash_box}");
    let statement = format!("{path}/statement.txt");
    let _ = owner.get(&statement).await.expect_problem(404, "not_found");
    for account in ["40702810900000000001", "4070215690000000000", "4070215690000000000A"] {
        let refused = owner.patch(&path, json!({"bank_account": account})).await;
        let refused = refused.expect_problem(422, "validation_failed");
        assert!(refused["errors"]["bank_account"].is_array(), "{account}");
    }
    let change = json!({"bank_account": "40702156900000000001"});
    let changed = owner.patch(&path, change).await.expect_within_statements(200, 12);
    assert_eq!(changed["bank_account"], "40702156900000000001");
    let history = owner.get(&format!("{path}/history")).await.expect(200);
    assert_eq!(
        history["data"][0]["changes"],
        json!([{"field": "bank_account", "after": "40702156900000000001"}])
    );
    assert_eq!(owner.get(&statement).await.status, 200);
    let long = owner.get(&format!("{statement}?from=2025-01-01&to=2026-11-01")).await;
    let _ = long.expect_problem(422, "validation_failed");
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker.get(&statement).await.expect_problem(403, "permission_denied");
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = stranger.get(&statement).await.expect_problem(404, "not_found");
    let cleared = owner
        .patch(&path, json!({"bank_account": ""}))
        .await
        .expect_within_statements(200, 12);
    assert_eq!(cleared["bank_account"], Value::Null);
}
