//! Import of the open orders of an earlier system.

use crate::{
    staff::hire_staff,
    support::{Actor, CLIENT, OTHER_OWNER, TestResponse, on_both},
};
use serde_json::{Value, json};

const IMPORTS: &str = "/agent/earlier-orders";
/// The statements of an import of a few orders.
const STATEMENTS: u32 = 120;

async fn read_with(staff: &Actor, sheet: &str, stages: &str) -> TestResponse {
    staff
        .with_header("content-type", "application/octet-stream")
        .send(
            "POST",
            &format!("{IMPORTS}/sheet{stages}"),
            Some(sheet.as_bytes().to_vec()),
        )
        .await
}

async fn read(staff: &Actor, sheet: &str) -> Value {
    read_with(staff, sheet, "").await.expect_within_statements(200, 8)
}

fn sheet() -> String {
    format!(
        "Номер заказа;Клиент;Товар;Ссылка;Цена, ¥;Кол-во;Статус;Сумма, ₽;Оплачено, ₽;Дата;Менеджер\n\
        A-101;{CLIENT};Кружка;https://detail.1688.com/offer/1.html;12,50;4;На складе;1 000;1 000;01.11.2025;Ольга\n\
        A-101;;Носки;https://detail.1688.com/offer/2.html;5;2;Выкуплен;;;;\n\
        A-102;k2;Шарф;https://detail.1688.com/offer/3.html;30;1;Новый;;200;;\n\
        A-103;K1;Куртка;https://detail.1688.com/offer/4.html;100;1;Отправлен;1500;1500;;\n\
        A-104;K1;Зонт;;;;Отменён;;;;\n\
        A-105;K9;Шапка;https://detail.1688.com/offer/5.html;10;;Новый;;;завтра;\n\
        ИТОГО;;;;;;;2500;2700;;\n"
    )
}

/// The errors of the rows of an order: field and code.
fn faults(order: &Value) -> Vec<(String, String)> {
    let rows = order["rows"].as_array().expect("rows").iter();
    let errors = rows.flat_map(|row| row["errors"].as_object().expect("errors").clone());
    errors
        .map(|(field, errors)| (field, errors[0]["code"].as_str().expect("a code").to_owned()))
        .collect()
}

fn rows(sheet: &Value) -> Value {
    let orders = sheet["orders"].as_array().expect("orders").iter();
    let orders = orders.filter(|order| !order["status"].is_null());
    let rows: Vec<Value> = orders
        .flat_map(|order| order["rows"].as_array().expect("rows").clone())
        .map(|row| row["row"].clone())
        .collect();
    json!({ "rows": rows })
}

async fn import(staff: &Actor, sheet: &str) -> Value {
    let read_sheet = read(staff, sheet).await;
    let result = staff.post(IMPORTS, rows(&read_sheet)).await;
    result.expect_within_statements(200, STATEMENTS)
}

async fn find(staff: &Actor, number: &str) -> Value {
    let found = staff.get(&format!("/agent/orders?search={number}")).await.expect(200);
    assert_eq!(found["data"].as_array().map(Vec::len), Some(1), "{found}");
    let id = &found["data"][0]["id"];
    staff.get(&format!("/agent/orders/{id}")).await.expect(200)
}

async fn balances(staff: &Actor, client: i64) -> [Value; 2] {
    let balance = staff.get(&format!("/agent/clients/{client}/balance")).await.expect(200);
    [0, 1].map(|at| balance["accounts"][at]["amount"].clone())
}

#[apply(on_both)]
async fn sheet_becomes_orders_with_their_items_payments_and_numbers(app: App) {
    let owner = app.owner().await;
    let jobs = app.count("jobs", "1 = 1").await;
    let before = app.count("orders", "1 = 1").await;
    let shown = read(&owner, &sheet()).await;
    assert_eq!(shown["ignored_columns"], json!(["Менеджер"]));
    assert_eq!(shown["words"], json!(["Отправлен"]));
    let orders = shown["orders"].as_array().expect("orders");
    assert_eq!(orders.len(), 5);
    assert_eq!(orders[0]["status"], "purchased");
    assert_eq!(orders[0]["client"]["code"], "K1");
    assert_eq!(orders[0]["sum"], json!({"amount": "1000.00", "currency": "RUB"}));
    let fault = |field: &str, code: &str| (field.to_owned(), code.to_owned());
    assert_eq!(faults(&orders[2]), [fault("status", "unknown_value")]);
    assert_eq!((&orders[3]["status"], faults(&orders[3]).len()), (&Value::Null, 0));
    assert_eq!(
        faults(&orders[4]),
        [
            fault("client", "not_yours"),
            fault("date", "unknown_value"),
            fault("quantity", "required")
        ]
    );
    // The answer about the unknown status makes its order importable.
    let stages = "?stages=%7B%22%D0%9E%D1%82%D0%BF%D1%80%D0%B0%D0%B2%D0%BB%D0%B5%D0%BD%22%3A%22sent%22%7D";
    let shown = read_with(&owner, &sheet(), stages)
        .await
        .expect_within_statements(200, 8);
    assert_eq!(shown["words"], json!([]));
    assert_eq!(shown["credited"], json!([{"amount": "2700.00", "currency": "RUB"}]));
    assert_eq!(shown["charged"], json!([{"amount": "2500.00", "currency": "RUB"}]));
    assert_eq!(app.count("orders", "1 = 1").await, before, "a preview changes nothing");

    let body = rows(&shown);
    let result = owner
        .post(IMPORTS, body.clone())
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(
        (&result["import"]["orders"], &result["refused"]),
        (&json!(3), &json!([]))
    );
    let first = find(&owner, "A-101").await;
    assert_eq!(
        (&first["status"], &first["title"], &first["items_count"]),
        (&json!("purchased"), &json!("A-101"), &json!(2))
    );
    assert!(
        first["created_at"].as_str().expect("a time").starts_with("2025-11-01"),
        "{first}"
    );
    let money = owner
        .get(&format!("/agent/orders/{}/calculation", first["id"]))
        .await
        .expect(200);
    assert_eq!(
        money["payments"][0]["amount"],
        json!({"amount": "1000.00", "currency": "RUB"})
    );
    assert_eq!(money["quote"]["due"]["amount"], "60.00");
    let items = owner
        .get(&format!("/agent/orders/{}/items", first["id"]))
        .await
        .expect(200);
    let statuses: Vec<&Value> = items["data"]
        .as_array()
        .expect("items")
        .iter()
        .map(|item| &item["status"])
        .collect();
    assert_eq!(statuses, ["at_warehouse", "bought"]);
    assert_eq!(find(&owner, "A-102").await["status"], "submitted");
    assert_eq!(find(&owner, "A-103").await["status"], "purchased");
    assert_eq!(balances(&owner, 1).await, ["0.00", "0.00"]);
    assert_eq!(balances(&owner, 2).await, ["200.00", "0.00"]);
    let history = owner
        .get(&format!("/agent/orders/{}/history", first["id"]))
        .await
        .expect(200);
    assert_eq!(
        (&history["data"][0]["event"], &history["data"][0]["via"]),
        (&json!("created"), &json!("import"))
    );
    assert_eq!(app.count("jobs", "1 = 1").await, jobs, "old orders are no news");
    // A repeated import does nothing.
    let again = owner.post(IMPORTS, body).await.expect_within_statements(200, 8);
    assert_eq!(again["import"], Value::Null);
    assert_eq!(faults(&again["refused"][0]), [fault("order_number", "taken")]);
}

#[apply(on_both)]
async fn import_is_undone_until_something_rests_on_it(app: App) {
    let owner = app.owner().await;
    let result = import(&owner, &sheet()).await;
    let undo = format!("{IMPORTS}/{}/undo", result["import"]["id"]);
    let undone = owner
        .post(&undo, json!({}))
        .await
        .expect_within_statements(200, STATEMENTS);
    assert!(undone["undone_at"].is_string());
    assert_eq!(find(&owner, "A-101").await["status"], "canceled");
    assert_eq!(balances(&owner, 1).await, ["0.00", "0.00"]);
    assert_eq!(balances(&owner, 2).await, ["0.00", "0.00"]);
    let _ = owner.post(&undo, json!({})).await.expect_problem(409, "import_in_use");

    // The numbers are free again. An order that is worked on keeps its import.
    let result = import(&owner, &sheet()).await;
    assert_eq!(result["import"]["orders"], 2);
    let orders = app.ids("orders", "status = 'submitted' AND title = 'A-102'").await;
    let _ = owner
        .post(
            &format!("/agent/orders/{}/cancel", orders[0]),
            json!({"reason": "передумал"}),
        )
        .await
        .expect_within_statements(200, 12);
    let undo = format!("{IMPORTS}/{}/undo", result["import"]["id"]);
    let _ = owner.post(&undo, json!({})).await.expect_problem(409, "import_in_use");
    assert_eq!(balances(&owner, 2).await, ["200.00", "0.00"]);
    let listed = owner.get(IMPORTS).await.expect(200);
    assert_eq!(listed["data"].as_array().map(Vec::len), Some(2));
    assert_eq!(listed["data"][0]["undone_at"], Value::Null);
}

#[apply(on_both)]
async fn spent_credit_keeps_its_import(app: App) {
    let owner = app.owner().await;
    let result = import(&owner, &sheet()).await;
    let withdrawal = json!({"amount": "-150", "currency": "RUB", "memo": "возврат"});
    let _ = owner
        .post("/agent/clients/2/balance/adjustments", withdrawal)
        .await
        .expect_within_statements(201, 12);
    let undo = format!("{IMPORTS}/{}/undo", result["import"]["id"]);
    let refused = owner.post(&undo, json!({})).await;
    assert_eq!(refused.status, 409);
    assert!(String::from_utf8_lossy(&refused.bytes).contains("balance_insufficient"));
    assert_eq!(find(&owner, "A-101").await["status"], "purchased");
    assert_eq!(balances(&owner, 2).await, ["50.00", "0.00"]);
}

#[apply(on_both)]
async fn amounts_that_do_not_fit_are_refused(app: App) {
    let owner = app.owner().await;
    let head = "№ заказа;Код;Товар;Ссылка;Цена;Кол-во;Статус;Сумма;Оплачено\n";
    let fault = |field: &str, code: &str| vec![(field.to_owned(), code.to_owned())];
    for (line, faults_of_line) in [
        ("¥10;2;Оплачен;20;20", Vec::new()),
        ("¥10;2;Оплачен;;20 ¥", Vec::new()),
        // A part of the sum, more than it, and sums in a currency that nothing names.
        ("¥10;2;Выкуплен;20;15", fault("paid", "out_of_range")),
        ("¥10;2;Новый;20;25", fault("paid", "out_of_range")),
        ("¥10;2;Оплачен;250;250", fault("sum", "currency_not_accepted")),
        ("¥10;2;Новый;;15", fault("paid", "currency_not_accepted")),
        ("¥10;2;Оплачен;$20;$20", fault("sum", "currency_not_accepted")),
        ("$10;2;Новый;;", fault("price", "currency_not_accepted")),
        ("¥10;два;Новый;;", fault("quantity", "wrong_type")),
    ] {
        let sheet = format!("{head}B-1;K1;Кружка;https://example.com/1;{line}\n");
        let shown = read(&owner, &sheet).await;
        assert_eq!(faults(&shown["orders"][0]), faults_of_line, "{line}");
    }
    let many = json!({"rows": []});
    let _ = owner.post(IMPORTS, many).await.expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn paid_orders_need_the_right_to_balances_and_the_own_office(app: App) {
    let owner = app.owner().await;
    let grants = [
        ("orders", "edit", "all"),
        ("order_prices", "edit", "all"),
        ("clients", "view", "all"),
    ];
    let (seller, _) = hire_staff(&app, &owner, "+79995550021", "Продавцы", &grants).await;
    let body = rows(&read(&seller, &sheet()).await);
    let _ = seller
        .post(IMPORTS, body)
        .await
        .expect_problem(403, "permission_denied");
    let unpaid = "№ заказа;Код;Товар;Ссылка;Цена;Кол-во;Статус\nC-1;K1;Кружка;https://example.com/1;10;1;Новый\n";
    let result = import(&seller, unpaid).await;
    assert_eq!(result["import"]["orders"], 1);
    let (viewer, _) = hire_staff(&app, &owner, "+79995550022", "Зрители", &[("orders", "edit", "all")]).await;
    let _ = viewer.get(IMPORTS).await.expect_problem(403, "permission_denied");
    let own = [
        ("orders", "edit", "own"),
        ("order_prices", "edit", "all"),
        ("clients", "view", "all"),
    ];
    let (helper, _) = hire_staff(&app, &owner, "+79995550023", "Помощники", &own).await;
    let shown = read(&helper, &unpaid.replace("C-1", "C-2")).await;
    assert_eq!(
        faults(&shown["orders"][0]),
        [("client".to_owned(), "not_yours".to_owned())],
        "the breadth of the right to orders counts, not the one of the right to prices"
    );
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let shown = read(&stranger, unpaid).await;
    assert_eq!(
        faults(&shown["orders"][0]),
        [("client".to_owned(), "not_yours".to_owned())]
    );
    let undo = format!("{IMPORTS}/{}/undo", result["import"]["id"]);
    let _ = stranger.post(&undo, json!({})).await.expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn template_is_read_without_questions(app: App) {
    let owner = app.owner().await;
    for language in ["ru", "en", "zh"] {
        let path = format!("/api/earlier-order-template.xlsx?language={language}");
        let file = app.anonymous().get(&path).await;
        assert_eq!(file.status, 200, "{}", file.text);
        let sheet = owner
            .with_header("content-type", "application/octet-stream")
            .send("POST", &format!("{IMPORTS}/sheet"), Some(file.bytes.to_vec()))
            .await
            .expect_within_statements(200, 8);
        assert_eq!(
            (&sheet["words"], &sheet["ignored_columns"]),
            (&json!([]), &json!([])),
            "{language}"
        );
        let order = &sheet["orders"][0];
        assert_eq!(faults(order), []);
        assert_eq!(order["number"], "A-1543");
        let rubles = json!({"amount": "2500.00", "currency": "RUB"});
        assert_eq!((&order["sum"], &order["paid"]), (&rubles, &rubles));
    }
}

#[apply(on_both)]
async fn price_of_several_pieces_becomes_the_one_of_a_piece(app: App) {
    let owner = app.owner().await;
    for (header, price, expected, errors) in [
        ("Цена за 10 шт, ¥", "40", "4.00", 0),
        ("Цена за десяток", "12,50", "1.25", 0),
        ("Цена за 10 шт, ¥", "0,25", "0.25", 1),
        ("Цена от 10 шт, ¥", "40", "40", 0),
    ] {
        let sheet = format!(
            "Номер заказа;Клиент;Товар;Ссылка;{header};Кол-во;Цвет;Статус\n\
             P-1;K1;Шарф;https://detail.1688.com/offer/3.html;{price};20;—;Не оплачен\n"
        );
        let order = read(&owner, &sheet).await["orders"][0].clone();
        let row = &order["rows"][0]["row"];
        assert_eq!(
            (&row["price"], &row["variant"]),
            (&json!(expected), &json!("")),
            "{header}"
        );
        assert_eq!(faults(&order).len(), errors, "{header} {price}");
    }
}
