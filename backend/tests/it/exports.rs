//! Tables as spreadsheets: whose rows are in them, what their cells are, and what long ones cost.

use crate::{
    orders::{life::fund, submitted},
    support::{
        Answer, App, CLIENT, OTHER_CLIENT, OTHER_OWNER, OWN_ONLY, OWNER, POWERLESS_MEMBER, TWO_CABINETS, WAREHOUSE,
        client_row, on_both,
    },
};
use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};
use karavan::{identity::entity::access_group_right, platform::scope::Rows};
use sea_orm::{ActiveValue::NotSet, Set};
use serde_json::json;
use std::io::Cursor;

/// Every table that staff may take home.
const TABLES: [&str; 8] = [
    "/agent/orders.xlsx",
    "/agent/clients.xlsx",
    "/agent/clients/2/balance/operations.xlsx",
    "/agent/shipments.xlsx",
    "/agent/deliveries.xlsx",
    "/agent/balance-requests.xlsx",
    "/agent/wallet-topups.xlsx",
    "/agent/staff.xlsx",
];

/// The rows below the headers.
fn rows(answer: Answer, statements: u32) -> Vec<Vec<Data>> {
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

/// The first cells.
fn names(rows: &[Vec<Data>]) -> Vec<String> {
    rows.iter().map(|row| row[0].to_string()).collect()
}

/// Adds a right to the group of the staff member who sees only their own.
async fn grant(app: &App, object: &str, breadth: &str) {
    let row = access_group_right::ActiveModel {
        id: NotSet,
        client_id: Set(None),
        agent_id: Set(1),
        group_id: Set(2),
        object: Set(object.to_owned()),
        level: Set("view".to_owned()),
        breadth: Set(breadth.to_owned()),
    };
    let _ = app.state.system().insert(row).await.expect("a right");
}

on_both! {
    async fn a_client_table_is_exported_as_it_is_filtered(app: App) {
        let owner = app.owner().await;
        fund(&owner, 1, "150.50", "RUB").await;
        let _ = owner.patch("/agent/clients/1", json!({"name": "=HYPERLINK(\"http://evil\",\"x\")", "company": "@SUM(A1)"})).await.expect(200);
        let all = rows(owner.get("/agent/clients.xlsx").await, 6);
        assert_eq!(names(&all), ["K2", "K1"], "the table's own order, and nobody else's clients");
        assert_eq!(all[1][1], Data::String("=HYPERLINK(\"http://evil\",\"x\")".into()));
        assert_eq!(all[1][2], Data::String("@SUM(A1)".into()));
        assert_eq!((&all[1][4], &all[1][5]), (&Data::Float(150.5), &Data::String("RUB".into())));
        assert_eq!(names(&rows(owner.get("/agent/clients.xlsx?search=k2").await, 6)), ["K2"]);
        assert_eq!(names(&rows(owner.get("/agent/clients.xlsx?limit=1").await, 6)), ["K2", "K1"], "a file is whole");
        assert_eq!(names(&rows(app.log_in("agent", OTHER_OWNER).await.get("/agent/clients.xlsx").await, 6)), ["D2", "D1"]);
    }

    async fn a_report_tells_nothing_that_its_own_page_would_not(app: App) {
        let (one, two) = (submitted(&app.client().await).await, submitted(&app.log_in("client", TWO_CABINETS).await).await);
        let owner = app.owner().await;
        fund(&owner, 2, "10", "RUB").await;
        let all = rows(owner.get("/agent/orders.xlsx").await, 6);
        assert_eq!(all.len(), 2);
        let person = app.log_in("agent", OWN_ONLY).await;
        for path in TABLES {
            let _ = person.get(path).await.refused(403, "permission_denied");
            let _ = app.log_in("agent", WAREHOUSE).await.get(path).await.refused(403, "permission_denied");
        }
        // Reports on everything widen nothing: orders stay the person's own, the rest stays shut.
        grant(&app, "reports", "all").await;
        let own = rows(person.get("/agent/orders.xlsx").await, 6);
        assert_eq!(own.len(), 1, "{one} is a colleague's, {two} their own");
        assert_eq!(own[0][3], Data::String("K2".into()));
        for path in TABLES.into_iter().filter(|path| *path != "/agent/orders.xlsx") {
            let _ = person.get(path).await.refused(403, "permission_denied");
        }
        grant(&app, "clients", "all").await;
        let clients = rows(person.get("/agent/clients.xlsx").await, 6);
        assert_eq!(names(&clients), ["K2", "K1"]);
        assert!(clients.iter().all(|row| row[4] == Data::Empty), "no right on balances, no balances");
        grant(&app, "balance", "own").await;
        fund(&owner, 1, "20", "RUB").await;
        let clients = rows(person.get("/agent/clients.xlsx").await, 6);
        assert_eq!((&clients[0][4], &clients[1][4]), (&Data::Float(10.0), &Data::Empty), "balances of their own clients");
        let table = person.get("/agent/clients").await.expect(200);
        assert_eq!((table["data"][0]["balances"].as_array().map(Vec::len), table["data"][1]["balances"].as_array().map(Vec::len)), (Some(1), Some(0)), "the page says the same");
        assert_eq!(rows(person.get("/agent/clients/2/balance/operations.xlsx").await, 6).len(), 1);
        let _ = person.get("/agent/clients/1/balance/operations.xlsx").await.refused(404, "not_found");
        let _ = app.log_in("agent", OTHER_OWNER).await.get("/agent/clients/1/balance/operations.xlsx").await.refused(404, "not_found");
    }

    async fn orders_and_shipments_are_exported_as_they_are_filtered(app: App) {
        let order = submitted(&app.client().await).await;
        let owner = app.owner().await;
        let all = rows(owner.get("/agent/orders.xlsx").await, 6);
        let number = owner.get(&format!("/agent/orders/{order}")).await.expect(200)["number"].clone();
        assert_eq!(names(&all), [number.as_str().expect("a number")]);
        assert_eq!(all[0][1], Data::String("На расчёте".into()), "in the person's language");
        assert_eq!((&all[0][8], &all[0][9]), (&Data::Float(85.5), &Data::String("CNY".into())));
        assert!(matches!(all[0][10], Data::DateTime(_)));
        assert_eq!(rows(owner.get("/agent/orders.xlsx?status=paid").await, 6), Vec::<Vec<Data>>::new());
        assert_eq!(rows(owner.get("/agent/orders.xlsx?client_id=1&search=%E5%8D%AB%E8%A1%A3").await, 6).len(), 1);
        let _ = owner.get("/agent/orders.xlsx?status=nonsense").await.refused(422, "validation_failed");
        assert_eq!(rows(owner.get("/agent/shipments.xlsx").await, 6), Vec::<Vec<Data>>::new());
        assert_eq!(rows(app.log_in("agent", OTHER_OWNER).await.get("/agent/orders.xlsx").await, 6), Vec::<Vec<Data>>::new());
    }

    async fn a_client_exports_its_own_operations(app: App) {
        let owner = app.owner().await;
        fund(&owner, 1, "100", "RUB").await;
        fund(&owner, 1, "7", "CNY").await;
        fund(&owner, 2, "5", "CNY").await;
        let client = app.log_in("client", CLIENT).await;
        let all = rows(client.get("/client/balance/operations.xlsx").await, 6);
        assert_eq!(all.len(), 2);
        assert_eq!((&all[0][2], &all[0][3], &all[0][4]), (&Data::Float(7.0), &Data::String("CNY".into()), &Data::Float(7.0)));
        assert_eq!(rows(client.get("/client/balance/operations.xlsx?currency=RUB").await, 6).len(), 1);
        assert_eq!(rows(owner.get("/agent/clients/1/balance/operations.xlsx?currency=RUB").await, 6).len(), 1);
        let other = app.log_in("client", OTHER_CLIENT).await;
        assert_eq!(rows(other.get("/client/balance/operations.xlsx").await, 6), Vec::<Vec<Data>>::new());
        let _ = app.log_in("client", POWERLESS_MEMBER).await.get("/client/balance/operations.xlsx").await.refused(403, "permission_denied");
    }

    async fn requests_of_clients_are_exported_as_they_are_filtered(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        fund(&owner, 1, "300", "CNY").await;
        let ask = |amount: &str| client.post("/client/balance/requests", json!({"amount": amount, "currency": "RUB", "comment": "=1+1"}));
        let first = ask("15000").await.expect(201);
        let second = ask("20").await.expect(201);
        let address = |step: &str| format!("/agent/balance-requests/{}/{step}", first["id"]);
        let _ = owner.post(&address("issue"), json!({"requisites": "Сбербанк 2202"})).await.expect(200);
        let _ = owner.post(&address("confirm"), json!({"amount": "14950"})).await.within(200, 12);
        let all = rows(owner.get("/agent/balance-requests.xlsx").await, 6);
        assert_eq!(names(&all), [second["code"].as_str().expect("a code"), first["code"].as_str().expect("a code")]);
        let text = |cell: &Data| cell.to_string();
        assert_eq!((text(&all[1][1]), text(&all[1][2])), ("Зачислено".to_owned(), "K1".to_owned()));
        assert_eq!((&all[1][4], &all[1][6], &all[0][6]), (&Data::Float(15000.0), &Data::Float(14950.0), &Data::Empty), "asked for, and what came");
        assert_eq!((text(&all[1][8]), text(&all[0][9])), ("Сбербанк 2202".to_owned(), "=1+1".to_owned()));
        assert_eq!(rows(owner.get("/agent/balance-requests.xlsx?status=requested").await, 6).len(), 1);
        assert_eq!(rows(owner.get("/agent/balance-requests.xlsx?client_id=2").await, 6).len(), 0);

        let wallet = |app: &str| client.post("/client/wallet-topup", json!({"wallet": app, "account": "li.wei", "amount": "100"}));
        let (_, paid) = (wallet("wechat").await.expect(201), wallet("alipay").await.expect(201)["id"].clone());
        let _ = owner.post(&format!("/agent/wallet-topups/{paid}/pay"), json!({})).await.within(200, 12);
        let all = rows(owner.get("/agent/wallet-topups.xlsx").await, 6);
        assert_eq!(names(&all), ["Пополнен", "Ждёт агента"]);
        assert_eq!((text(&all[0][3]), text(&all[1][3]), &all[0][5]), ("Alipay".to_owned(), "WeChat Pay".to_owned(), &Data::Float(100.0)));
        assert_eq!(rows(owner.get("/agent/wallet-topups.xlsx?status=paid").await, 6).len(), 1);

        let stranger = app.log_in("agent", OTHER_OWNER).await;
        for path in ["/agent/balance-requests.xlsx", "/agent/wallet-topups.xlsx"] {
            assert_eq!(rows(stranger.get(path).await, 6), Vec::<Vec<Data>>::new());
        }
    }

    async fn cargo_and_staff_are_exported(app: App) {
        let owner = app.owner().await;
        let sent = owner.post("/agent/deliveries", json!({"track": "CARGO-77"})).await.expect(201);
        let empty = owner.post("/agent/deliveries", json!({})).await.expect(201);
        let _ = owner.post(&format!("/agent/deliveries/{}/moves", empty["id"]), json!({"step": "cancel"})).await.within(200, 10);
        let all = rows(owner.get("/agent/deliveries.xlsx").await, 6);
        assert_eq!(names(&all), [empty["number"].as_str().expect("a number"), sent["number"].as_str().expect("a number")]);
        assert_eq!((all[0][1].to_string(), all[1][2].to_string()), ("Отменена".to_owned(), "CARGO-77".to_owned()));
        assert_eq!(rows(owner.get("/agent/deliveries.xlsx?part=current").await, 6).len(), 1);
        assert_eq!(rows(app.log_in("agent", OTHER_OWNER).await.get("/agent/deliveries.xlsx").await, 6), Vec::<Vec<Data>>::new());

        let people = rows(owner.get("/agent/staff.xlsx").await, 6);
        let listed = owner.get("/agent/staff").await.expect(200);
        assert_eq!(people.len(), listed["data"].as_array().map_or(0, Vec::len), "as many as the page has");
        let own = people.iter().find(|row| row[1] == OWNER).expect("the owner");
        assert_eq!((own[0].to_string(), own[2].to_string(), own[3].to_string()), ("Анна".to_owned(), "Владелец".to_owned(), "Есть".to_owned()));
        assert!(people.iter().all(|row| row[1] != OTHER_OWNER), "nobody of another agent");
    }

    async fn ten_thousand_rows_are_read_in_blocks(app: App) {
        let now = app.state.clock.now();
        let new = |number: usize| client_row(1, &format!("N{number}"), now);
        for block in 0..20 {
            app.state.system().insert_many((0..500).map(|index| new(block * 500 + index)), None).await.expect("clients");
        }
        let owner = app.owner().await;
        let all = rows(owner.get("/agent/clients.xlsx").await, 24);
        assert_eq!(all.len(), 10_002);
        assert_eq!((all[0][0].to_string(), all[10_001][0].to_string()), ("N9999".to_owned(), "K1".to_owned()));
        let distinct: std::collections::BTreeSet<String> = names(&all).into_iter().collect();
        assert_eq!(distinct.len(), 10_002, "no row twice, none left out");
    }
}
