//! Codes and opening balances of clients from a sheet.

use super::import::{IMPORT, STATEMENTS, faults, read};
use crate::{staff::hire_staff, support::on_both};
use serde_json::{Value, json};

#[apply(on_both)]
async fn clients_keep_their_codes_and_get_their_balances(app: App) {
    let owner = app.owner().await;
    let sheet = "ФИО;Телефон;Код клиента;Остаток, ¥;Заметка\n\
        Мария;+79995550001;a-17;1 250,50;\n\
        Олег;+79995550002;;300 руб.;\n\
        Анна;+79995550003;K1;0;\n\
        Пётр;+79995550004;A-17;-5;\n\
        Ия;+79995550005;два слова;12,345;\n";
    let read_sheet = read(&owner, "", sheet.as_bytes().to_vec()).await.expect(200);
    assert_eq!(read_sheet["ignored_columns"], json!([]));
    let rows = read_sheet["rows"].as_array().expect("rows");
    let money = |at: usize| (rows[at]["row"]["balance"].clone(), rows[at]["row"]["currency"].clone());
    assert_eq!(money(0), (json!("1250.50"), json!("CNY")));
    assert_eq!(money(1), (json!("300"), json!("RUB")));
    let found = faults(&read_sheet["rows"]);
    let fault = |field: &str, code: &str| Some((field.to_owned(), code.to_owned()));
    assert_eq!(
        found,
        [
            None,
            None,
            fault("code", "taken"),
            fault("balance", "out_of_range"),
            fault("balance", "not_an_amount")
        ]
    );
    let rows: Vec<Value> = rows.iter().map(|checked| checked["row"].clone()).collect();
    let body = json!({ "rows": rows });
    let result = owner
        .post(IMPORT, body.clone())
        .await
        .expect_within_statements(200, STATEMENTS + 12);
    assert_eq!(
        (&result["created"], result["refused"].as_array().map(Vec::len)),
        (&json!(2), Some(3))
    );
    let clients = owner.get("/agent/clients?search=79995550").await.expect(200);
    let by_name = |name: &str| {
        let clients = clients["data"].as_array().expect("clients").iter();
        clients
            .clone()
            .find(|client| client["name"] == name)
            .expect("a client")
            .clone()
    };
    let (maria, oleg) = (by_name("Мария"), by_name("Олег"));
    assert_eq!(maria["code"], "A-17");
    assert!(oleg["code"].as_str().expect("a code").starts_with('K'));
    let balance = async |client: &Value| {
        owner
            .get(&format!("/agent/clients/{}/balance", client["id"]))
            .await
            .expect(200)
    };
    assert_eq!(
        balance(&maria).await["accounts"][1],
        json!({"amount": "1250.50", "currency": "CNY"})
    );
    assert_eq!(balance(&oleg).await["accounts"][0]["amount"], "300.00");
    let operations = owner
        .get(&format!("/agent/clients/{}/balance/operations", oleg["id"]))
        .await
        .expect(200);
    assert_eq!(operations["data"][0]["memo"], "Остаток на начало");
    // A repeated import posts nothing.
    let again = owner.post(IMPORT, body).await.expect_within_statements(200, STATEMENTS);
    assert_eq!(again["created"], 0);
    assert_eq!(balance(&oleg).await["accounts"][0]["amount"], "300.00");
}

#[apply(on_both)]
async fn balances_of_a_sheet_need_the_right_to_balances(app: App) {
    let owner = app.owner().await;
    let (staff, _) = hire_staff(&app, &owner, "+79995550021", "Продавцы", &[("clients", "edit", "all")]).await;
    let rows =
        |balance: &str| json!({"rows": [{"number": 2, "name": "Мария", "phone": "+79995550001", "balance": balance}]});
    let _ = staff
        .post(IMPORT, rows("5"))
        .await
        .expect_problem(403, "permission_denied");
    let result = staff
        .post(IMPORT, rows(""))
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(result["created"], 1);
}
