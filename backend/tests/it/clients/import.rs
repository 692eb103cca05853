//! Import of clients from spreadsheets.

use crate::{
    billing::limit_agent,
    staff::{NEWCOMER, hire_staff, log_in_by_code, log_in_in_timezone},
    support::{Actor, CLIENT, OTHER_CLIENT, OTHER_OWNER, TestResponse, on_both},
};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};
use shared_types::billing::PlanLimits;

const READ: &str = "/agent/clients/sheet";
pub(super) const IMPORT: &str = "/agent/clients/import";
/// The statements of an import of any number of rows.
pub(super) const STATEMENTS: u32 = 16;

pub(super) async fn read(staff: &Actor, query: &str, file: Vec<u8>) -> TestResponse {
    staff
        .with_header("content-type", "application/octet-stream")
        .send("POST", &format!("{READ}{query}"), Some(file))
        .await
}

/// The rows of an import of clients with these names and phone numbers.
fn body(clients: &[(&str, &str)]) -> Value {
    let rows: Vec<Value> = (2..)
        .zip(clients)
        .map(|(number, (name, phone))| json!({"number": number, "name": name, "phone": phone}))
        .collect();
    json!({ "rows": rows })
}

/// The code of the first error of each row, by field.
pub(super) fn faults(rows: &Value) -> Vec<Option<(String, String)>> {
    let fault = |row: &Value| {
        let (field, errors) = row["errors"].as_object().expect("errors").iter().next()?;
        Some((field.clone(), errors[0]["code"].as_str()?.to_owned()))
    };
    rows.as_array().expect("rows").iter().map(fault).collect()
}

#[apply(on_both)]
async fn workbook_becomes_clients_whose_owners_are_invited(app: App) {
    let owner = app.owner().await;
    let mut book = Workbook::new();
    let _ = book.add_worksheet().set_name("Пусто").expect("a name");
    let sheet = book.add_worksheet();
    for (column, header) in (0..).zip(["№", "ФИО", "Контактный телефон", "Организация", "Язык"])
    {
        sheet.write(0, column, header).expect("a header");
    }
    sheet.write(1, 1, "Мария").expect("a cell");
    // Excel stores a phone number without a plus as a number.
    sheet.write(1, 2, 79_995_550_001_i64).expect("a cell");
    sheet.write(1, 3, "ООО «Север»").expect("a cell");
    sheet.write(1, 4, "китайский").expect("a cell");
    sheet.write(3, 1, "Олег").expect("a cell");
    sheet.write(3, 2, "8 (999) 555-00-02").expect("a cell");
    let file = book.save_to_buffer().expect("a workbook");
    let sheet = read(&owner, "?sheet=Sheet2", file)
        .await
        .expect_within_statements(200, 6);
    assert_eq!(sheet["sheets"], json!(["Пусто", "Sheet2"]));
    let rows = sheet["rows"].as_array().expect("rows");
    assert_eq!(rows.len(), 2);
    assert_eq!(
        rows[0]["row"],
        json!({
            "number": 2, "name": "Мария", "phone": "79995550001", "company": "ООО «Север»", "language": "китайский",
            "code": "", "balance": "", "currency": "",
        })
    );
    assert_eq!(faults(&sheet["rows"]), [None, None], "{sheet}");
    let before = app.count("clients", "1 = 1").await;
    let body = json!({"rows": [rows[0]["row"], rows[1]["row"]]});
    let keyed = owner.with_header("idempotency-key", "sheet");
    for _ in 0..2 {
        let result = keyed
            .post(IMPORT, body.clone())
            .await
            .expect_within_statements(200, STATEMENTS);
        assert_eq!(result, json!({"created": 2, "credited": 0, "refused": []}));
    }
    assert_eq!(
        app.count("clients", "1 = 1").await,
        before + 2,
        "a repeated request creates nothing"
    );
    let again = owner.post(IMPORT, body).await.expect_within_statements(200, STATEMENTS);
    assert_eq!(again["created"], 0);
    let taken = Some(("phone".to_owned(), "taken".to_owned()));
    assert_eq!(faults(&again["refused"]), [taken.clone(), taken]);

    let listed = owner.get("/agent/clients?search=555000").await.expect(200);
    let listed = listed["data"].as_array().expect("clients");
    let fields: Vec<_> = listed
        .iter()
        .map(|client| {
            (
                &client["name"],
                &client["phone"],
                &client["company"],
                &client["manager_staff_id"],
            )
        })
        .collect();
    assert_eq!(
        fields,
        [
            (&json!("Олег"), &json!("+79995550002"), &Value::Null, &Value::Null),
            (&json!("Мария"), &json!(NEWCOMER), &json!("ООО «Север»"), &Value::Null)
        ]
    );
    assert_ne!(listed[0]["code"], listed[1]["code"]);
    let card = format!("/agent/clients/{}", listed[1]["id"]);
    assert_eq!(owner.get(&card).await.expect(200)["people"][0]["confirmed"], false);
    let history = owner.get(&format!("{card}/history")).await.expect(200);
    assert_eq!(
        (&history["data"][0]["event"], &history["data"][0]["actor_name"]),
        (&json!("created"), &json!("Анна"))
    );
    let member = log_in_by_code(&app, "client", NEWCOMER).await;
    assert_eq!(member.get("/client/settings").await.expect(200)["name"], "Мария");
    assert_eq!(member.get("/client/profile").await.expect(200)["locale"], "zh");
}

/// People from a sheet have chosen no time zone: the first browser that states one sets theirs, regardless of the agent's.
#[apply(on_both)]
async fn first_browser_sets_the_time_zone_of_an_imported_client(app: App) {
    let owner = app.owner().await;
    let zone = json!({"timezone": "Asia/Shanghai"});
    let _ = owner.patch("/agent/settings/main", zone).await.expect(200);
    let rows = body(&[("Мария", NEWCOMER), ("Олег", "+79995550002")]);
    let result = owner.post(IMPORT, rows).await.expect_within_statements(200, STATEMENTS);
    assert_eq!(result["created"], 2);
    assert_eq!(
        app.count(
            "users",
            "phone IN ('+79995550001', '+79995550002') AND timezone = 'Europe/Moscow' AND NOT timezone_chosen"
        )
        .await,
        2
    );
    let shown = async |zone: Option<&str>, phone: &str| {
        let member = log_in_in_timezone(&app, "client", phone, zone).await;
        member.get("/client/profile").await.expect(200)["timezone"].clone()
    };
    assert_eq!(shown(Some("Asia/Yekaterinburg"), NEWCOMER).await, "Asia/Yekaterinburg");
    assert_eq!(
        shown(Some("Europe/London"), NEWCOMER).await,
        "Asia/Yekaterinburg",
        "another browser changes nothing"
    );
    assert_eq!(shown(None, "+79995550002").await, "Europe/Moscow");
}

#[apply(on_both)]
async fn faults_of_rows_are_found_before_and_after(app: App) {
    let owner = app.owner().await;
    let lines = [
        "Имя;Телефон;Компания;Язык".to_owned(),
        ";+7 999 555-00-01;;".to_owned(),
        "Олег;нет;;".to_owned(),
        "Ирина;8 999 555 00 03;;клингонский".to_owned(),
        format!("Игорь;{CLIENT};;"),
        "Первый;+79995550004;;en".to_owned(),
        "Второй;8 (999) 555-00-04;;".to_owned(),
        format!("{};+79995550005;;", "я".repeat(300)),
        ";;;".to_owned(),
        format!("Сосед;{OTHER_CLIENT};;"),
    ];
    let sheet = read(&owner, "", lines.join("\n").into_bytes())
        .await
        .expect_within_statements(200, 6);
    let fault = |field: &str, code: &str| Some((field.to_owned(), code.to_owned()));
    assert_eq!(
        faults(&sheet["rows"]),
        [
            fault("name", "required"),
            fault("phone", "not_a_phone"),
            fault("language", "unknown_value"),
            fault("phone", "taken"),
            None,
            fault("phone", "repeated"),
            fault("name", "too_long"),
            None
        ]
    );
    let rows: Vec<&Value> = sheet["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| &row["row"])
        .collect();
    let result = owner
        .post(IMPORT, json!({ "rows": rows }))
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(
        result["created"], 2,
        "a client of another agent can be a client of this one too"
    );
    assert_eq!(result["refused"].as_array().map(Vec::len), Some(6));

    let none = read(&owner, "", b"<html>".repeat(10)).await;
    assert_ne!(none.status, 500);
    let long: Vec<String> = (0..2_001).map(|row| format!("x;+7999{row:07}")).collect();
    let refused = read(&owner, "", long.join("\n").into_bytes())
        .await
        .expect_problem(422, "sheet_too_many_rows");
    assert_eq!(refused["limit"], 2_000);
    let many: Vec<(String, String)> = (0..101)
        .map(|row| (format!("x{row}"), format!("+7999777{row:04}")))
        .collect();
    let many: Vec<(&str, &str)> = many
        .iter()
        .map(|(name, phone)| (name.as_str(), phone.as_str()))
        .collect();
    let refused = owner
        .post(IMPORT, body(&many))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["rows"][0]["code"], "too_many");
    let refused = owner
        .post(IMPORT, body(&[]))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["rows"][0]["code"], "required");
    let result = owner
        .post(IMPORT, body(&many[..100]))
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(result["created"], 100);
}

#[apply(on_both)]
async fn filled_columns_that_are_not_imported_are_named(app: App) {
    let owner = app.owner().await;
    let sheet = "№;Имя;Телефон;Скидка;Заметка\n1;Олег;+79995550002;5 %;\n2;Ирина;+79995550003;;\n";
    let read_sheet = read(&owner, "", sheet.into()).await.expect(200);
    assert_eq!(read_sheet["ignored_columns"], json!(["Скидка"]));
    assert_eq!(faults(&read_sheet["rows"]), [None, None]);
    let mut book = Workbook::new();
    let sheet = book.add_worksheet();
    for (column, header) in (0..).zip(["Имя", "Телефон", "Пароль"]) {
        sheet.write(0, column, header).expect("a header");
        sheet.write(1, column, "x").expect("a cell");
        sheet.write(2, column, "y").expect("a cell");
    }
    // The last digits of a number of 19 digits are lost in the file.
    sheet.write(3, 0, "Длинный").expect("a cell");
    sheet.write(3, 1, 7_999_555_000_100_000_001_i64).expect("a cell");
    sheet.set_row_hidden(1).expect("hidden");
    sheet.set_column_hidden(2).expect("hidden");
    let read_sheet = read(&owner, "", book.save_to_buffer().expect("a workbook"))
        .await
        .expect(200);
    assert_eq!(read_sheet["hidden"], json!({"rows": 1, "columns": 1, "pictures": 0}));
    assert_eq!(read_sheet["ignored_columns"], json!([]));
    let codes = |row: usize| read_sheet["rows"][row]["errors"]["phone"].to_string();
    assert_eq!(read_sheet["rows"][0]["row"]["name"], "y");
    assert!(codes(1).contains("digits_lost"), "{read_sheet}");
}

#[apply(on_both)]
async fn plan_limits_the_imported_clients(app: App) {
    let owner = app.owner().await;
    let present = app.count("clients", "agent_id = 1 AND disabled_at IS NULL").await;
    let limits = PlanLimits {
        clients: Some(present + 1),
        ..PlanLimits::default()
    };
    limit_agent(&app, limits).await;
    let clients = [
        ("Первый", "+79995550001"),
        ("Второй", "+79995550002"),
        ("", "+79995550003"),
    ];
    let sheet = clients.map(|(name, phone)| format!("{name};{phone}")).join("\n");
    let sheet = read(&owner, "", sheet.into_bytes())
        .await
        .expect_within_statements(200, 6);
    let over: Vec<&Value> = sheet["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .map(|row| &row["over_plan"])
        .collect();
    assert_eq!(over, [false, true, false]);
    let result = owner
        .post(IMPORT, body(&clients))
        .await
        .expect_within_statements(200, STATEMENTS + 3);
    assert_eq!(result["created"], 1);
    assert_eq!(
        (&result["refused"][0]["row"]["name"], &result["refused"][0]["over_plan"]),
        (&json!("Второй"), &json!(true))
    );
    assert_eq!(
        app.count("clients", "agent_id = 1 AND disabled_at IS NULL").await,
        present + 1
    );
}

#[apply(on_both)]
async fn imported_clients_belong_to_a_person_who_sees_only_own_clients(app: App) {
    let owner = app.owner().await;
    let grants = [("clients", "edit", "own")];
    let (seller, staff_id) = hire_staff(&app, &owner, "+79995550021", "Продавцы", &grants).await;
    let result = seller
        .post(IMPORT, body(&[("Мария", NEWCOMER)]))
        .await
        .expect_within_statements(200, STATEMENTS);
    assert_eq!(result["created"], 1);
    let listed = seller.get("/agent/clients").await.expect(200);
    assert_eq!(
        (&listed["data"][0]["name"], &listed["data"][0]["manager_staff_id"]),
        (&json!("Мария"), &staff_id)
    );
    let (viewer, _) = hire_staff(&app, &owner, "+79995550022", "Зрители", &[("clients", "view", "all")]).await;
    let _ = viewer
        .post(IMPORT, body(&[("Олег", "+79995550002")]))
        .await
        .expect_problem(403, "permission_denied");
    let _ = read(&viewer, "", b"x;y".to_vec())
        .await
        .expect_problem(403, "permission_denied");
    // Another agent does not learn whose client a person is.
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let sheet = read(&stranger, "", format!("Мария;{NEWCOMER}").into_bytes())
        .await
        .expect(200);
    assert_eq!(faults(&sheet["rows"]), [None]);
}

#[apply(on_both)]
async fn templates_are_read_as_sheets(app: App) {
    let owner = app.owner().await;
    for kind in ["xlsx", "csv"] {
        for language in ["ru", "en", "zh"] {
            let path = format!("/api/client-template.{kind}?language={language}");
            let file = app.anonymous().get(&path).await;
            assert_eq!(file.status, 200);
            let sheet = read(&owner, "", file.bytes.to_vec()).await.expect(200);
            assert_eq!(
                sheet["rows"][0],
                json!({
                    "row": {
                        "number": 2, "name": "Мария Северова", "phone": "+7 999 555-00-01", "company": "ООО «Север»",
                        "language": "ru", "code": "A-17", "balance": "12500.00", "currency": "RUB",
                    },
                    "errors": {},
                    "over_plan": false,
                }),
                "{path}"
            );
        }
    }
}
