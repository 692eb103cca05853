//! Exports follow the filters of their pages.

use super::{exported_filters, exported_rows, exported_sheets, first_column};
use crate::{
    orders::{lifecycle::adjust_balance, submitted_order},
    support::{OTHER_OWNER, on_both},
};
use calamine::Data;
use serde_json::json;

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
        .expect_within_statements(200, 7);
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
async fn order_and_shipment_exports_follow_the_filter(app: App) {
    let order = submitted_order(&app.client().await).await;
    let owner = app.owner().await;
    let [all, items]: [Vec<Vec<Data>>; 2] = exported_sheets(owner.get("/agent/orders.xlsx").await, 6)
        .try_into()
        .expect("orders and items");
    let [item] = items.as_slice() else {
        panic!("one item: {items:?}")
    };
    assert_eq!((&item[0], &item[1]), (&all[0][0], &Data::String("Новый".into())));
    assert_eq!(
        (&item[7], &item[8], &item[10]),
        (&Data::Float(3.0), &Data::Float(28.5), &Data::Float(1.0))
    );
    assert_eq!(
        (&item[11], &item[12]),
        (&Data::Float(85.5), &Data::String("CNY".into()))
    );
    let number = owner.get(&format!("/agent/orders/{order}")).await.expect(200)["number"].clone();
    assert_eq!(first_column(&all), [number.as_str().expect("a number")]);
    assert_eq!(all[0][1], Data::String("На расчёте".into()), "in the user's language");
    assert_eq!(
        (&all[0][8], &all[0][9]),
        (&Data::Float(85.5), &Data::String("CNY".into()))
    );
    let hour = |cell: &Data| match cell {
        Data::DateTime(moment) => moment.to_ymd_hms_milli().3,
        other => panic!("{other} is no time"),
    };
    assert_eq!(hour(&all[0][10]), 14, "in Moscow");
    let _ = owner
        .patch("/agent/me", json!({"timezone": "Asia/Shanghai"}))
        .await
        .expect(200);
    let rows = exported_rows(owner.get("/agent/orders.xlsx").await, 6);
    assert_eq!(hour(&rows[0][10]), 19, "in Shanghai");
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
async fn exports_name_their_filters_on_a_first_sheet(app: App) {
    let owner = app.owner().await;
    let text = |name: &str, value: &str| (name.to_owned(), Data::String(value.into()));
    let client = owner.get("/agent/clients/1").await.expect(200);
    let name = format!("K1 {}", client["name"].as_str().expect("a name"));
    let query = "status=paid&client_id=1&self_buyout=true&section=to_buy&from=2026-11-01&search=%E5%8D%AB";
    let found = exported_filters(owner.get(&format!("/agent/orders.xlsx?{query}")).await);
    let day = found.iter().find(|(name, _)| name == "С").map(|(_, value)| value);
    let Some(Data::DateTime(day)) = day else {
        panic!("a day: {day:?}")
    };
    assert_eq!(day.to_ymd_hms_milli(), (2026, 11, 1, 0, 0, 0, 0));
    let others: Vec<_> = found.into_iter().filter(|(name, _)| name != "С").collect();
    assert_eq!(
        others,
        [
            text("Раздел", "К выкупу"),
            text("Поиск", "卫"),
            text("Клиент", &name),
            text("Статус", "Оплачен"),
            text("Тип", "Самовыкуп")
        ]
    );
    for (path, expected) in [
        (
            "/agent/clients.xlsx?disabled=false&mine=true",
            vec![text("Отключён", "нет"), text("Мои клиенты", "да")],
        ),
        (
            "/agent/shipments.xlsx?unpaid=true&country=RU",
            vec![text("Страна", "Россия"), text("Доставка не оплачена", "да")],
        ),
        (
            "/agent/deliveries.xlsx?part=archive",
            vec![text("Статус", "Прибыли и отменены")],
        ),
        (
            "/agent/balance-requests.xlsx?waiting=true&client_id=1",
            vec![text("Ждут сотрудника", "да"), text("Клиент", &name)],
        ),
        (
            "/agent/wallet-topups.xlsx?status=paid",
            vec![text("Статус", "Пополнен")],
        ),
        ("/agent/withdrawals.xlsx?currency=CNY", vec![text("Валюта", "CNY")]),
        (
            "/agent/clients/1/balance/operations.xlsx?currency=RUB",
            vec![text("Клиент", &name), text("Валюта", "RUB")],
        ),
    ] {
        assert_eq!(exported_filters(owner.get(path).await), expected, "{path}");
    }
    // Without filters there is no such sheet.
    let whole = owner.get("/agent/orders.xlsx").await;
    let book: calamine::Xlsx<_> =
        calamine::open_workbook_from_rs(std::io::Cursor::new(whole.bytes)).expect("a workbook");
    assert_eq!(calamine::Reader::sheet_names(&book), ["Заказы", "Товары"]);
    // A foreign client has no name here.
    let foreign = exported_filters(owner.get("/agent/orders.xlsx?client_id=3").await);
    assert_eq!(foreign, [text("Клиент", "—")]);
}
