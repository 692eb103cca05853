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

#[apply(on_both)]
async fn existing_clients_without_operations_get_balances(app: App) {
    let owner = app.owner().await;
    let new = |name: &str, phone: &str, code: &str| json!({"number": 2, "name": name, "phone": phone, "code": code});
    let clients = [
        new("Мария", "+79995550001", "M1"),
        new("Олег", "+79995550002", "M2"),
        new("Ия", "+79995550003", "M3"),
    ];
    let created = owner
        .post(IMPORT, json!({ "rows": clients }))
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!((&created["created"], &created["credited"]), (&json!(3), &json!(0)));
    // A list of debts has codes or phone numbers, and the codes of other clients are refused.
    let sheet = "Код клиента;Телефон;ФИО;Остаток\n\
        m1;;;700\n\
        ;8 999 555-00-02;Олег Петров;1 250,50\n\
        M3;+79995550001;Ия;5\n\
        M1;;;3\n\
        M3;;;0\n";
    let read_sheet = read(&owner, "", sheet.as_bytes().to_vec())
        .await
        .expect_within_statements(200, 11);
    let rows = read_sheet["rows"].as_array().expect("rows");
    let fault = |field: &str, code: &str| Some((field.to_owned(), code.to_owned()));
    assert_eq!(
        faults(&read_sheet["rows"]),
        [
            None,
            None,
            fault("code", "taken"),
            fault("balance", "repeated"),
            fault("balance", "taken")
        ]
    );
    assert_eq!(rows[0]["client"]["name"], "Мария");
    assert_eq!(rows[1]["client"]["code"], "M2");
    let body = json!({"rows": rows.iter().map(|checked| checked["row"].clone()).collect::<Vec<_>>()});
    let result = owner
        .post(IMPORT, body.clone())
        .await
        .expect_within_statements(200, STATEMENTS + 12);
    assert_eq!((&result["created"], &result["credited"]), (&json!(0), &json!(2)));
    assert_eq!(result["refused"].as_array().map(Vec::len), Some(3));
    let oleg = &rows[1]["client"];
    let balance = async || {
        let path = format!("/agent/clients/{}/balance", oleg["id"]);
        owner.get(&path).await.expect(200)["accounts"][0]["amount"].clone()
    };
    assert_eq!(balance().await, "1250.50");
    // Clients with operations are refused, so a repeated import posts nothing.
    let again = owner.post(IMPORT, body).await.expect_within_statements(200, STATEMENTS);
    assert_eq!(
        (&again["credited"], again["refused"].as_array().map(Vec::len)),
        (&json!(0), Some(5))
    );
    assert_eq!(
        faults(&again["refused"])[..2],
        [fault("balance", "taken"), fault("balance", "taken")]
    );
    assert_eq!(balance().await, "1250.50");
    // Staff who may not post balances, and the staff of other clients, see codes that are taken.
    let rights = [("clients", "edit", "all")];
    let (seller, _) = hire_staff(&app, &owner, "+79995550021", "Продавцы", &rights).await;
    let rights = [("clients", "edit", "own"), ("balance", "manage", "all")];
    let (manager, _) = hire_staff(&app, &owner, "+79995550022", "Менеджеры", &rights).await;
    for staff in [seller, manager] {
        let sheet = "Код клиента;Телефон;ФИО;Остаток\nM3;+79995550003;Ия;5\n";
        let found = read(&staff, "", sheet.as_bytes().to_vec()).await.expect(200);
        assert_eq!(found["rows"][0]["client"], Value::Null);
        assert_eq!(faults(&found["rows"]), [fault("code", "taken")]);
    }
}
