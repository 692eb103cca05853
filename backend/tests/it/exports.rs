//! Spreadsheet exports: visible rows, cell types, and the number of statements for long tables.

use crate::{
    orders::{lifecycle::adjust_balance, submitted_order},
    support::{
        ASSIGNED_ONLY, App, CLIENT, MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, OTHER_OWNER, OWNER, TWO_CABINETS,
        TestResponse, WAREHOUSE_WORKER, client_row, on_both,
    },
};
use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};
use entities::access_group_right;
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Set};
use serde_json::json;
use shared_types::access::{Breadth, Level, Object};
use shared_types::id::{AccessGroupId, AgentId};
use std::io::Cursor;

/// Every export for staff.
const EXPORTS: [&str; 8] = [
    "/agent/orders.xlsx",
    "/agent/clients.xlsx",
    "/agent/clients/2/balance/operations.xlsx",
    "/agent/shipments.xlsx",
    "/agent/deliveries.xlsx",
    "/agent/balance-requests.xlsx",
    "/agent/wallet-topups.xlsx",
    "/agent/staff.xlsx",
];

/// Checks the response and returns the rows below the header.
pub fn exported_rows(answer: TestResponse, statements: u32) -> Vec<Vec<Data>> {
    assert_eq!(answer.status, 200, "{}", answer.text);
    assert!(answer.statements <= statements, "{} statements", answer.statements);
    let kind = answer.headers.get("content-type").and_then(|kind| kind.to_str().ok());
    assert_eq!(
        kind,
        Some("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
    );
    assert_eq!(
        answer
            .headers
            .get("cache-control")
            .and_then(|value| value.to_str().ok()),
        Some("no-store")
    );
    let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(answer.bytes)).expect("a workbook");
    let formulas = book.worksheet_formula("Sheet1").expect("readable");
    assert!(formulas.is_empty(), "no cell is a formula");
    let range = book.worksheet_range("Sheet1").expect("a sheet");
    range.rows().skip(1).map(<[Data]>::to_vec).collect()
}

/// The first column.
fn first_column(rows: &[Vec<Data>]) -> Vec<String> {
    rows.iter().map(|row| row[0].to_string()).collect()
}

/// Adds a right to the access group of the staff member `ASSIGNED_ONLY`.
async fn grant_right(app: &App, object: Object, breadth: Breadth) {
    let row = access_group_right::ActiveModel {
        id: NotSet,
        client_id: Set(None),
        agent_id: Set(AgentId(1)),
        group_id: Set(AccessGroupId(2)),
        object: Set(object),
        level: Set(Level::View),
        breadth: Set(breadth),
    };
    let _ = app.state.system().insert(row).await.expect("a right");
}

#[apply(on_both)]
async fn client_export_follows_the_filter(app: App) {
    let owner = app.owner().await;
    adjust_balance(&owner, 1, "150.50", "RUB").await;
    let _ = owner
        .patch(
            "/agent/clients/1",
            json!({"name": "=HYPERLINK(\"http://evil\",\"x\")", "company": "@SUM(A1)"}),
        )
        .await
        .expect(200);
    let all = exported_rows(owner.get("/agent/clients.xlsx").await, 6);
    assert_eq!(
        first_column(&all),
        ["K2", "K1"],
        "in the order of the table, own clients only"
    );
    assert_eq!(all[1][1], Data::String("=HYPERLINK(\"http://evil\",\"x\")".into()));
    assert_eq!(all[1][2], Data::String("@SUM(A1)".into()));
    assert_eq!(
        (&all[1][4], &all[1][5]),
        (&Data::Float(150.5), &Data::String("RUB".into()))
    );
    assert_eq!(
        first_column(&exported_rows(owner.get("/agent/clients.xlsx?search=k2").await, 6)),
        ["K2"]
    );
    assert_eq!(
        first_column(&exported_rows(owner.get("/agent/clients.xlsx?limit=1").await, 6)),
        ["K2", "K1"],
        "an export is not paginated"
    );
    assert_eq!(
        first_column(&exported_rows(
            app.log_in("agent", OTHER_OWNER).await.get("/agent/clients.xlsx").await,
            6
        )),
        ["D2", "D1"]
    );
}

#[apply(on_both)]
async fn exports_require_the_rights_of_their_pages(app: App) {
    let (one, two) = (
        submitted_order(&app.client().await).await,
        submitted_order(&app.log_in("client", TWO_CABINETS).await).await,
    );
    let owner = app.owner().await;
    adjust_balance(&owner, 2, "10", "RUB").await;
    let all = exported_rows(owner.get("/agent/orders.xlsx").await, 6);
    assert_eq!(all.len(), 2);
    let person = app.log_in("agent", ASSIGNED_ONLY).await;
    for path in EXPORTS {
        let _ = person.get(path).await.expect_problem(403, "permission_denied");
        let _ = app
            .log_in("agent", WAREHOUSE_WORKER)
            .await
            .get(path)
            .await
            .expect_problem(403, "permission_denied");
    }
    // The right to all reports does not widen other rights: only own orders are exported, the rest stays forbidden.
    grant_right(&app, Object::Reports, Breadth::All).await;
    let own = exported_rows(person.get("/agent/orders.xlsx").await, 6);
    assert_eq!(
        own.len(),
        1,
        "order {one} is a colleague's, order {two} is the person's own"
    );
    assert_eq!(own[0][3], Data::String("K2".into()));
    for path in EXPORTS.into_iter().filter(|path| *path != "/agent/orders.xlsx") {
        let _ = person.get(path).await.expect_problem(403, "permission_denied");
    }
    grant_right(&app, Object::Clients, Breadth::All).await;
    let clients = exported_rows(person.get("/agent/clients.xlsx").await, 6);
    assert_eq!(first_column(&clients), ["K2", "K1"]);
    assert!(
        clients.iter().all(|row| row[4] == Data::Empty),
        "no balances without the right"
    );
    grant_right(&app, Object::Balance, Breadth::Own).await;
    adjust_balance(&owner, 1, "20", "RUB").await;
    let clients = exported_rows(person.get("/agent/clients.xlsx").await, 6);
    assert_eq!(
        (&clients[0][4], &clients[1][4]),
        (&Data::Float(10.0), &Data::Empty),
        "balances of own clients only"
    );
    let table = person.get("/agent/clients").await.expect(200);
    assert_eq!(
        (
            table["data"][0]["balances"].as_array().map(Vec::len),
            table["data"][1]["balances"].as_array().map(Vec::len)
        ),
        (Some(1), Some(0)),
        "the page shows the same"
    );
    assert_eq!(
        exported_rows(person.get("/agent/clients/2/balance/operations.xlsx").await, 6).len(),
        1
    );
    let _ = person
        .get("/agent/clients/1/balance/operations.xlsx")
        .await
        .expect_problem(404, "not_found");
    let _ = app
        .log_in("agent", OTHER_OWNER)
        .await
        .get("/agent/clients/1/balance/operations.xlsx")
        .await
        .expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn order_and_shipment_exports_follow_the_filter(app: App) {
    let order = submitted_order(&app.client().await).await;
    let owner = app.owner().await;
    let all = exported_rows(owner.get("/agent/orders.xlsx").await, 6);
    let number = owner.get(&format!("/agent/orders/{order}")).await.expect(200)["number"].clone();
    assert_eq!(first_column(&all), [number.as_str().expect("a number")]);
    assert_eq!(all[0][1], Data::String("На расчёте".into()), "in the user's language");
    assert_eq!(
        (&all[0][8], &all[0][9]),
        (&Data::Float(85.5), &Data::String("CNY".into()))
    );
    assert!(matches!(all[0][10], Data::DateTime(_)));
    assert_eq!(
        exported_rows(owner.get("/agent/orders.xlsx?status=paid").await, 6),
        Vec::<Vec<Data>>::new()
    );
    assert_eq!(
        exported_rows(
            owner
                .get("/agent/orders.xlsx?client_id=1&search=%E5%8D%AB%E8%A1%A3")
                .await,
            6
        )
        .len(),
        1
    );
    let _ = owner
        .get("/agent/orders.xlsx?status=nonsense")
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(
        exported_rows(owner.get("/agent/shipments.xlsx").await, 6),
        Vec::<Vec<Data>>::new()
    );
    assert_eq!(
        exported_rows(
            app.log_in("agent", OTHER_OWNER).await.get("/agent/orders.xlsx").await,
            6
        ),
        Vec::<Vec<Data>>::new()
    );
}

#[apply(on_both)]
async fn client_exports_own_operations(app: App) {
    let owner = app.owner().await;
    adjust_balance(&owner, 1, "100", "RUB").await;
    adjust_balance(&owner, 1, "7", "CNY").await;
    adjust_balance(&owner, 2, "5", "CNY").await;
    let client = app.log_in("client", CLIENT).await;
    let all = exported_rows(client.get("/client/balance/operations.xlsx").await, 6);
    assert_eq!(all.len(), 2);
    assert_eq!(
        (&all[0][2], &all[0][3], &all[0][4]),
        (&Data::Float(7.0), &Data::String("CNY".into()), &Data::Float(7.0))
    );
    assert_eq!(
        exported_rows(client.get("/client/balance/operations.xlsx?currency=RUB").await, 6).len(),
        1
    );
    assert_eq!(
        exported_rows(
            owner.get("/agent/clients/1/balance/operations.xlsx?currency=RUB").await,
            6
        )
        .len(),
        1
    );
    let other = app.log_in("client", OTHER_CLIENT).await;
    assert_eq!(
        exported_rows(other.get("/client/balance/operations.xlsx").await, 6),
        Vec::<Vec<Data>>::new()
    );
    let _ = app
        .log_in("client", MEMBER_WITHOUT_RIGHTS)
        .await
        .get("/client/balance/operations.xlsx")
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn balance_request_and_wallet_exports_follow_the_filter(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "300", "CNY").await;
    let ask = |amount: &str| {
        client.post(
            "/client/balance/requests",
            json!({"amount": amount, "currency": "RUB", "comment": "=1+1"}),
        )
    };
    let first = ask("15000").await.expect(201);
    let second = ask("20").await.expect(201);
    let address = |step: &str| format!("/agent/balance-requests/{}/{step}", first["id"]);
    let _ = owner
        .post(&address("issue"), json!({"requisites": "Сбербанк 2202"}))
        .await
        .expect(200);
    let _ = owner
        .post(&address("confirm"), json!({"amount": "14950"}))
        .await
        .expect_within_statements(200, 12);
    let all = exported_rows(owner.get("/agent/balance-requests.xlsx").await, 6);
    assert_eq!(
        first_column(&all),
        [
            second["code"].as_str().expect("a code"),
            first["code"].as_str().expect("a code")
        ]
    );
    let text = |cell: &Data| cell.to_string();
    assert_eq!(
        (text(&all[1][1]), text(&all[1][2])),
        ("Зачислено".to_owned(), "K1".to_owned())
    );
    assert_eq!(
        (&all[1][4], &all[1][6], &all[0][6]),
        (&Data::Float(15000.0), &Data::Float(14950.0), &Data::Empty),
        "requested and confirmed amounts"
    );
    assert_eq!(
        (text(&all[1][8]), text(&all[0][9])),
        ("Сбербанк 2202".to_owned(), "=1+1".to_owned())
    );
    assert_eq!(
        exported_rows(owner.get("/agent/balance-requests.xlsx?status=requested").await, 6).len(),
        1
    );
    assert_eq!(
        exported_rows(owner.get("/agent/balance-requests.xlsx?client_id=2").await, 6).len(),
        0
    );

    let wallet = |app: &str| {
        client.post(
            "/client/wallet-topup",
            json!({"wallet": app, "account": "li.wei", "amount": "100"}),
        )
    };
    let (_, paid) = (
        wallet("wechat").await.expect_within_statements(201, 12),
        wallet("alipay").await.expect_within_statements(201, 12)["id"].clone(),
    );
    let _ = owner
        .post(&format!("/agent/wallet-topups/{paid}/pay"), json!({}))
        .await
        .expect_within_statements(200, 12);
    let all = exported_rows(owner.get("/agent/wallet-topups.xlsx").await, 6);
    assert_eq!(first_column(&all), ["Пополнен", "Ждёт агента"]);
    assert_eq!(
        (text(&all[0][3]), text(&all[1][3]), &all[0][5]),
        ("Alipay".to_owned(), "WeChat Pay".to_owned(), &Data::Float(100.0))
    );
    assert_eq!(
        exported_rows(owner.get("/agent/wallet-topups.xlsx?status=paid").await, 6).len(),
        1
    );

    let stranger = app.log_in("agent", OTHER_OWNER).await;
    for path in ["/agent/balance-requests.xlsx", "/agent/wallet-topups.xlsx"] {
        assert_eq!(exported_rows(stranger.get(path).await, 6), Vec::<Vec<Data>>::new());
    }
}

#[apply(on_both)]
async fn deliveries_and_staff_are_exported(app: App) {
    let owner = app.owner().await;
    let sent = owner
        .post("/agent/deliveries", json!({"track": "CARGO-77"}))
        .await
        .expect(201);
    let empty = owner.post("/agent/deliveries", json!({})).await.expect(201);
    let _ = owner
        .post(
            &format!("/agent/deliveries/{}/moves", empty["id"]),
            json!({"step": "cancel"}),
        )
        .await
        .expect_within_statements(200, 10);
    let all = exported_rows(owner.get("/agent/deliveries.xlsx").await, 6);
    assert_eq!(
        first_column(&all),
        [
            empty["number"].as_str().expect("a number"),
            sent["number"].as_str().expect("a number")
        ]
    );
    assert_eq!(
        (all[0][1].to_string(), all[1][2].to_string()),
        ("Отменена".to_owned(), "CARGO-77".to_owned())
    );
    assert_eq!(
        exported_rows(owner.get("/agent/deliveries.xlsx?part=current").await, 6).len(),
        1
    );
    assert_eq!(
        exported_rows(
            app.log_in("agent", OTHER_OWNER)
                .await
                .get("/agent/deliveries.xlsx")
                .await,
            6
        ),
        Vec::<Vec<Data>>::new()
    );

    let people = exported_rows(owner.get("/agent/staff.xlsx").await, 6);
    let listed = owner.get("/agent/staff").await.expect(200);
    assert_eq!(
        people.len(),
        listed["data"].as_array().map_or(0, Vec::len),
        "as many rows as on the page"
    );
    let own = people.iter().find(|row| row[1] == OWNER).expect("the owner");
    assert_eq!(
        (own[0].to_string(), own[2].to_string(), own[3].to_string()),
        ("Анна".to_owned(), "Владелец".to_owned(), "Есть".to_owned())
    );
    assert!(
        people.iter().all(|row| row[1] != OTHER_OWNER),
        "no staff of another agent"
    );
}

#[apply(on_both)]
async fn large_export_is_read_in_blocks(app: App) {
    let now = app.state.clock.now();
    let new = |number: usize| client_row(AgentId(1), &format!("N{number}"), now);
    for block in 0..20 {
        app.state
            .system()
            .insert_many((0..500).map(|index| new(block * 500 + index)), None)
            .await
            .expect("clients");
    }
    let owner = app.owner().await;
    let all = exported_rows(owner.get("/agent/clients.xlsx").await, 24);
    assert_eq!(all.len(), 10_002);
    assert_eq!(
        (all[0][0].to_string(), all[10_001][0].to_string()),
        ("N9999".to_owned(), "K1".to_owned())
    );
    let distinct: std::collections::BTreeSet<String> = first_column(&all).into_iter().collect();
    assert_eq!(distinct.len(), 10_002, "no duplicate and no missing row");
}
