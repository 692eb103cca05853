//! Reports: figures of a whole life, equal totals for every grouping, funds, rights and the spreadsheet.

use crate::{
    orders::{
        lifecycle::{adjust_balance, move_items, order_card, pay_order, quote_order},
        submitted_order,
    },
    services::{enable_service, first_item},
    shipments::{payment_body, quoted_shipment},
    support::{ASSIGNED_ONLY, App, OTHER_OWNER, TWO_CABINETS, WAREHOUSE_WORKER, on_both},
};
use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};
use chrono::TimeDelta;
use entities::access_group_right;
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Set};
use serde_json::{Map, Value, json};
use shared_types::{
    access::{Breadth, Level, Object},
    fixed::Rate,
    id::{AccessGroupId, AgentId},
    money::Currency,
    rates::{RateSource, SourceRate},
};
use std::io::Cursor;

/// Every grouping.
const GROUPINGS: [&str; 5] = ["day", "week", "month", "client", "staff"];
/// The period of [`live`].
const PERIOD: &str = "from=2026-11-01&to=2026-12-31";

/// Stores the rate of the bank, 11.5 rubles for a yuan: the reference of all quotes.
async fn store_reference_rate(app: &App) {
    let rate = SourceRate {
        source: RateSource::Cbr,
        base: Currency::Cny,
        rate: Rate::parse("11.5").expect("a rate"),
        at: app.state.clock.now(),
        for_date: None,
        detail: String::new(),
    };
    books::rates::save(&app.state.system(), &rate).await.expect("stored");
}

/// Two clients who pay in two currencies, with services, a shipment and refunds.
///
/// The clock starts on 18 November 2026 at 14:06 in Moscow.
async fn live(app: &App) {
    let (owner, client) = (app.owner().await, app.client().await);
    store_reference_rate(app).await;
    let conditions = json!({"commission": {"percent": "10", "minimum_minor": 0}});
    let _ = owner.patch("/agent/settings/conditions", conditions).await.expect(200);
    let photo = enable_service(&owner, "photo", Some("3.50")).await;
    adjust_balance(&owner, 1, "10000", "RUB").await;
    adjust_balance(&owner, 2, "500", "CNY").await;

    // K1: goods 85.50, shipping 8.00, commission 8.55, a service 7.00: 109.05 yuan, 1,363.13 rubles (by charges).
    let order = submitted_order(&client).await;
    let item = first_item(&owner, order).await;
    let services = format!("/client/orders/{order}/items/{item}/services");
    let _ = client
        .post(&services, json!({"service_id": photo, "qty": 2}))
        .await
        .expect_within_statements(201, 7);
    let group = order_card(&owner, order).await["groups"][0]["id"].clone();
    let path = format!("/agent/orders/{order}/groups/{group}");
    let _ = owner
        .patch(&path, json!({"domestic": "8"}))
        .await
        .expect_within_statements(200, 14);
    let _ = quote_order(&owner, order).await;
    let _ = pay_order(&client, order, "RUB").await;
    // A service of 3.50 yuan, paid separately with 43.75 rubles.
    let late = client
        .post(&services, json!({"service_id": photo, "pay_from": "RUB"}))
        .await
        .expect_within_statements(201, 20);

    // K2: goods 85.50, commission 8.55: 94.05 yuan, paid in yuan.
    let two = app.log_in("client", TWO_CABINETS).await;
    let second = submitted_order(&two).await;
    let _ = quote_order(&owner, second).await;
    let _ = pay_order(&two, second, "CNY").await;

    // After midnight in Moscow, before midnight in London.
    app.state.clock.advance(TimeDelta::hours(11));
    let (owner, client) = (app.owner().await, app.client().await);
    let card = order_card(&owner, order).await;
    let _ = move_items(&owner, &card, json!({"step": "buy", "price": "27.10"})).await;
    let _ = move_items(&owner, &card, json!({"step": "receive", "cell": "A-1"})).await;
    let shipment = quoted_shipment(&owner, &card["items"][0]["id"]).await;
    let body = payment_body(&client, shipment, "RUB").await;
    let _ = client
        .post(&format!("/client/shipments/{shipment}/pay"), body)
        .await
        .expect_within_statements(200, 20);
    let _ = client
        .post(&format!("/client/item-services/{}/cancel", late["id"]), json!({}))
        .await
        .expect_within_statements(200, 20);

    // Two weeks later, in December.
    app.state.clock.advance(TimeDelta::days(14));
    let owner = app.owner().await;
    let refunds = |order: i64| format!("/agent/orders/{order}/refunds");
    let _ = owner
        .post(&refunds(second), json!({"amount": "10", "reason": "скидка"}))
        .await
        .expect_within_statements(201, 22);
    let _ = owner
        .post(&refunds(order), json!({"amount": "100.01", "reason": "брак"}))
        .await
        .expect_within_statements(201, 22);
}

/// The table of a currency.
fn table<'a>(report: &'a Value, currency: &str) -> &'a Value {
    let tables = report["tables"].as_array().expect("tables");
    let found = tables.iter().find(|table| table["currency"] == currency);
    found.unwrap_or_else(|| panic!("no table in {currency}: {report}"))
}

/// A figure in minor units.
fn minor(figures: &Value, name: &str) -> i64 {
    let value = &figures[name];
    let text = value["amount"]
        .as_str()
        .map_or_else(|| value.to_string(), |text| text.replace('.', ""));
    text.parse().unwrap_or_else(|_| panic!("{name}: {figures}"))
}

/// The names of the figures, and their sums over the rows of a table.
fn sums_of_rows(table: &Value) -> Map<String, Value> {
    let total = table["total"].as_object().expect("figures");
    let rows = table["rows"].as_array().expect("rows");
    let sum = |name: &String| rows.iter().map(|row| minor(&row["figures"], name)).sum::<i64>();
    total.keys().map(|name| (name.clone(), json!(sum(name)))).collect()
}

/// The sum of the revenue postings of some kinds of entries, straight from the database.
async fn posted(app: &App, currency: &str, kinds: &str) -> i64 {
    let from = format!(
        "ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_entries e ON e.id = p.entry_id \
         WHERE a.kind = 'revenue' AND p.agent_id = 1 AND p.currency = '{currency}' AND e.kind IN ({kinds})"
    );
    app.sum(&from, "p.amount_minor").await
}

/// Gives the staff member `ASSIGNED_ONLY` a right to view.
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
async fn figures_of_a_whole_life(app: App) {
    live(&app).await;
    let owner = app.owner().await;
    let report = owner
        .get(&format!("/agent/reports?{PERIOD}&group_by=month"))
        .await
        .expect_within_statements(200, 6);
    assert_eq!(
        (&report["from"], &report["timezone"], &report["group_by"]),
        (&json!("2026-11-01"), &json!("Europe/Moscow"), &json!("month"))
    );
    let currencies: Vec<_> = report["tables"]
        .as_array()
        .expect("tables")
        .iter()
        .map(|table| &table["currency"])
        .collect();
    assert_eq!(currencies, ["RUB", "CNY"]);

    let rubles = &table(&report, "RUB")["total"];
    // 85.50 × 12.5 = 1068.75; 8.00 × 12.5 = 100.00; 8.55 × 12.5 = 106.875; 7.00 × 12.5 = 87.50 and 43.75 of the separate service.
    let figure = |name: &str| minor(rubles, name);
    assert_eq!(
        (
            figure("goods"),
            figure("domestic"),
            figure("commission"),
            figure("services")
        ),
        (106_875, 10_000, 10_688, 13_125)
    );
    assert_eq!((figure("delivery"), figure("payments")), (125_000, 3));
    assert_eq!(figure("turnover"), 106_875 + 10_000 + 10_688 + 13_125 + 125_000);
    // The separate service was canceled, and 100.01 of the order refunded.
    assert_eq!(
        (figure("order_refunds"), figure("delivery_refunds")),
        (4_375 + 10_001, 0)
    );
    // Three pieces at 27.10, at the rate of the quote.
    assert_eq!((figure("cost"), figure("expected_cost")), (101_625, 0));
    assert_eq!(figure("margin"), 106_875 + 10_688 + 13_125 - 4_375 - 10_001 - 101_625);
    // 109.05 yuan cost 1,254.08 at 11.5: a gain of 109.05. The refund of 100.01 of 1,363.13 takes back 8.00.
    assert_eq!((figure("rate_gain"), figure("rate_gain_unknown")), (10_905 - 800, 0));

    let yuan = &table(&report, "CNY")["total"];
    let figure = |name: &str| minor(yuan, name);
    assert_eq!(
        (
            figure("turnover"),
            figure("goods"),
            figure("commission"),
            figure("order_refunds")
        ),
        (9_405, 8_550, 855, 1_000)
    );
    // Not bought yet: the cost is expected at the client's price, and nothing is gained by the rate.
    assert_eq!(
        (
            figure("cost"),
            figure("expected_cost"),
            figure("margin"),
            figure("rate_gain")
        ),
        (8_550, 8_550, -145, 0)
    );

    for currency in ["RUB", "CNY"] {
        let total = &table(&report, currency)["total"];
        assert_eq!(
            minor(total, "turnover"),
            posted(&app, currency, "'order_payment', 'service_payment', 'shipment_payment'").await
        );
        let refunds = posted(&app, currency, "'order_refund', 'service_refund', 'shipment_refund'").await;
        assert_eq!(
            minor(total, "order_refunds") + minor(total, "delivery_refunds"),
            -refunds
        );
        let parts = ["goods", "domestic", "commission", "services", "delivery"].map(|name| minor(total, name));
        assert_eq!(
            parts.iter().sum::<i64>(),
            minor(total, "turnover"),
            "the parts are the whole"
        );
    }
}

#[apply(on_both)]
async fn groups_sum_to_the_same_total(app: App) {
    live(&app).await;
    let owner = app.owner().await;
    let mut totals = Vec::new();
    for grouping in GROUPINGS {
        let report = owner
            .get(&format!("/agent/reports?{PERIOD}&group_by={grouping}"))
            .await
            .expect_within_statements(200, 6);
        let mut of_grouping = Vec::new();
        for currency in ["RUB", "CNY"] {
            let table = table(&report, currency);
            let total: Map<String, Value> = table["total"]
                .as_object()
                .expect("figures")
                .keys()
                .map(|name| (name.clone(), json!(minor(&table["total"], name))))
                .collect();
            assert_eq!(sums_of_rows(table), total, "{grouping} in {currency}");
            of_grouping.push(total);
        }
        totals.push(of_grouping);
    }
    assert!(
        totals.iter().all(|total| *total == totals[0]),
        "the same total for every grouping"
    );

    // Any division of the period sums to the whole as well.
    let whole = &totals[0][0]["turnover"];
    for last in ["2026-11-01", "2026-11-18", "2026-11-19", "2026-12-02", "2026-12-30"] {
        let next = last
            .parse::<chrono::NaiveDate>()
            .expect("a day")
            .succ_opt()
            .expect("a day");
        let mut sum = 0;
        for period in [
            format!("from=2026-11-01&to={last}"),
            format!("from={next}&to=2026-12-31"),
        ] {
            let report = owner
                .get(&format!("/agent/reports?{period}&group_by=client&currency=RUB"))
                .await
                .expect_within_statements(200, 6);
            sum += report["tables"]
                .as_array()
                .expect("tables")
                .iter()
                .map(|table| minor(&table["total"], "turnover"))
                .sum::<i64>();
        }
        assert_eq!(json!(sum), *whole, "divided after {last}");
    }
}

#[apply(on_both)]
async fn rows_are_days_of_the_agent_clients_and_staff(app: App) {
    live(&app).await;
    let owner = app.owner().await;
    let days = owner
        .get("/agent/reports?from=2026-11-17&to=2026-11-20")
        .await
        .expect_within_statements(200, 6);
    let rows = table(&days, "RUB")["rows"].as_array().expect("rows").clone();
    let turnover: Vec<i64> = rows.iter().map(|row| minor(&row["figures"], "turnover")).collect();
    assert_eq!(
        turnover,
        [0, 136_313 + 4_375, 125_000, 0],
        "the shipment was paid after midnight in Moscow"
    );
    assert_eq!(
        rows[1]["group"],
        json!({"kind": "period", "from": "2026-11-18", "to": "2026-11-18"})
    );
    let _ = owner
        .patch("/agent/settings/main", json!({"timezone": "Europe/London"}))
        .await
        .expect(200);
    let london = owner
        .get("/agent/reports?from=2026-11-17&to=2026-11-20")
        .await
        .expect_within_statements(200, 6);
    assert_eq!(
        minor(&table(&london, "RUB")["rows"][1]["figures"], "turnover"),
        136_313 + 4_375 + 125_000
    );
    let refused = owner
        .patch("/agent/settings/main", json!({"timezone": "Moon/Sea"}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["timezone"][0]["code"], "unknown_value");

    let clients = owner
        .get(&format!("/agent/reports?{PERIOD}&group_by=client"))
        .await
        .expect_within_statements(200, 6);
    assert_eq!(
        table(&clients, "RUB")["rows"].as_array().map(Vec::len),
        Some(1),
        "only clients with payments in the currency"
    );
    assert_eq!(
        (
            &table(&clients, "RUB")["rows"][0]["group"]["code"],
            &table(&clients, "CNY")["rows"][0]["group"]["code"]
        ),
        (&json!("K1"), &json!("K2"))
    );
    let staff = owner
        .get(&format!("/agent/reports?{PERIOD}&group_by=staff"))
        .await
        .expect_within_statements(200, 6);
    assert_eq!(
        table(&staff, "RUB")["rows"][0]["group"],
        json!({"kind": "unassigned"}),
        "nobody manages the first client"
    );
    assert_eq!(
        table(&staff, "CNY")["rows"][0]["group"]["kind"],
        "staff",
        "the second order is assigned to the client's manager"
    );

    for query in [
        "from=2026-12-02&to=2026-12-01",
        "from=2020-01-01&to=2026-01-01",
        "from=1900-01-01&to=1900-01-02",
        "group_by=year",
    ] {
        let _ = owner
            .get(&format!("/agent/reports?{query}"))
            .await
            .expect_problem(422, "validation_failed");
    }
    let this_month = owner.get("/agent/reports").await.expect_within_statements(200, 6);
    assert_eq!(
        (&this_month["from"], &this_month["to"]),
        (&json!("2026-12-01"), &json!("2026-12-02"))
    );
}

#[apply(on_both)]
async fn rights_limit_the_report(app: App) {
    live(&app).await;
    let addresses = [
        "/agent/reports?from=2026-11-01&to=2026-12-31",
        "/agent/reports.xlsx",
        "/agent/reports/funds",
    ];
    let (person, warehouse) = (
        app.log_in("agent", ASSIGNED_ONLY).await,
        app.log_in("agent", WAREHOUSE_WORKER).await,
    );
    for address in addresses {
        let _ = person.get(address).await.expect_problem(403, "permission_denied");
        let _ = warehouse.get(address).await.expect_problem(403, "permission_denied");
        let _ = app
            .client()
            .await
            .get(address)
            .await
            .expect_problem(401, "credential_invalid");
    }
    // The right to reports does not widen the right to prices, which is limited to own orders.
    grant_right(&app, Object::Reports, Breadth::All).await;
    let own = person.get(addresses[0]).await.expect_within_statements(200, 6);
    assert_eq!(
        own["tables"].as_array().map(Vec::len),
        Some(1),
        "the first client's payments are a colleague's"
    );
    assert_eq!(minor(&table(&own, "CNY")["total"], "turnover"), 9_405);
    let _ = person.get(addresses[2]).await.expect_problem(403, "permission_denied");
    grant_right(&app, Object::Balance, Breadth::Own).await;
    let funds = person.get(addresses[2]).await.expect_within_statements(200, 6);
    assert_eq!(
        (&funds["cash_boxes"], &funds["balances"][0]["amount"]),
        (&json!([]), &json!("0.00")),
        "own clients only"
    );

    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(
        stranger.get(addresses[0]).await.expect_within_statements(200, 6)["tables"],
        json!([])
    );
    assert_eq!(
        stranger.get(addresses[2]).await.expect_within_statements(200, 6)["debtors"],
        json!([])
    );
}

#[apply(on_both)]
async fn funds_are_what_is_there_and_what_is_owed(app: App) {
    live(&app).await;
    let (owner, client) = (app.owner().await, app.client().await);
    store_reference_rate(&app).await;
    let request = client
        .post("/client/balance/requests", json!({"amount": "700", "currency": "RUB"}))
        .await
        .expect(201);
    let address = |step: &str| format!("/agent/balance-requests/{}/{step}", request["id"]);
    let _ = owner
        .post(&address("issue"), json!({"requisites": "Сбербанк 2202"}))
        .await
        .expect(200);
    let _ = owner
        .post(&address("confirm"), json!({"amount": "700"}))
        .await
        .expect_within_statements(200, 14);
    let two = app.log_in("client", TWO_CABINETS).await;
    let order = submitted_order(&two).await;
    let _ = quote_order(&owner, order).await;

    let funds = owner.get("/agent/reports/funds").await.expect_within_statements(200, 6);
    assert_eq!(
        funds["cash_boxes"],
        json!([{"amount": "700.00", "currency": "RUB"}, {"amount": "0.00", "currency": "CNY"}])
    );
    let balance = |currency: &str| {
        let from = format!("ledger_accounts WHERE kind = 'client' AND agent_id = 1 AND currency = '{currency}'");
        let app = app.clone();
        async move { app.sum(&from, "balance_minor").await }
    };
    let shown = |index: usize| {
        funds["balances"][index]["amount"]
            .as_str()
            .expect("an amount")
            .replace('.', "")
            .parse::<i64>()
            .expect("a number")
    };
    assert_eq!((shown(0), shown(1)), (balance("RUB").await, balance("CNY").await));
    let debtors = funds["debtors"].as_array().expect("debtors");
    assert_eq!(debtors.len(), 1);
    // 94.05 yuan at 12.5, by charges: 1068.75 + 106.88.
    assert_eq!(
        (
            &debtors[0]["code"],
            &debtors[0]["orders"],
            &debtors[0]["orders_due"]["amount"],
            &debtors[0]["shipments"]
        ),
        (&json!("K2"), &json!(1), &json!("1175.63"), &json!(0))
    );
    assert_eq!(
        (&debtors[0]["balances"][1]["amount"], &debtors[0]["missing"]["amount"]),
        (&json!("415.95"), &json!("1175.63"))
    );
    assert_eq!(
        (&funds["debt"]["amount"], &funds["missing"]["amount"]),
        (&json!("1175.63"), &json!("1175.63"))
    );
}

#[apply(on_both)]
async fn spreadsheet_has_the_same_numbers(app: App) {
    live(&app).await;
    let owner = app.owner().await;
    for grouping in GROUPINGS {
        let query = format!("{PERIOD}&group_by={grouping}");
        let report = owner
            .get(&format!("/agent/reports?{query}"))
            .await
            .expect_within_statements(200, 6);
        let answer = owner.get(&format!("/agent/reports.xlsx?{query}")).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        let mut book: Xlsx<_> = open_workbook_from_rs(Cursor::new(answer.bytes)).expect("a workbook");
        let range = book.worksheet_range("Sheet1").expect("a sheet");
        let mut rows = range.rows().skip(1);
        for table in report["tables"].as_array().expect("tables") {
            let shown = table["rows"]
                .as_array()
                .expect("rows")
                .iter()
                .map(|row| &row["figures"]);
            for figures in shown.chain([&table["total"]]) {
                let row = rows.next().expect("a row");
                assert_eq!(
                    Data::String(table["currency"].as_str().expect("a code").to_owned()),
                    row[1]
                );
                let columns = [
                    "payments",
                    "turnover",
                    "goods",
                    "domestic",
                    "commission",
                    "services",
                    "delivery",
                    "order_refunds",
                    "delivery_refunds",
                    "cost",
                    "expected_cost",
                    "margin",
                    "rate_gain",
                    "rate_gain_unknown",
                ];
                for (cell, name) in row[2..].iter().zip(columns) {
                    let value = figures[name]["amount"]
                        .as_str()
                        .map_or_else(|| figures[name].to_string(), ToOwned::to_owned);
                    assert_eq!(
                        *cell,
                        Data::Float(value.parse().expect("a number")),
                        "{name} by {grouping}"
                    );
                }
            }
        }
        assert!(rows.next().is_none(), "no other rows");
    }
}

#[apply(on_both)]
async fn rate_gain_of_a_refunded_payment_is_zero(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    store_reference_rate(&app).await;
    adjust_balance(&owner, 1, "2000", "RUB").await;
    let order = submitted_order(&client).await;
    let _ = quote_order(&owner, order).await;
    let _ = pay_order(&client, order, "RUB").await;
    for amount in ["333.33", "0.01", "412.07"] {
        let _ = owner
            .post(
                &format!("/agent/orders/{order}/refunds"),
                json!({"amount": amount, "reason": "часть"}),
            )
            .await
            .expect_within_statements(201, 22);
    }
    let _ = owner
        .post(&format!("/agent/orders/{order}/cancel"), json!({"reason": "остаток"}))
        .await
        .expect_within_statements(200, 24);
    let report = owner.get("/agent/reports").await.expect_within_statements(200, 6);
    let total = &table(&report, "RUB")["total"];
    assert_eq!(minor(total, "order_refunds"), minor(total, "turnover"));
    assert_eq!(minor(total, "rate_gain"), 0);
}

#[apply(on_both)]
async fn rate_gain_is_unknown_without_a_reference(app: App) {
    let order = crate::orders::lifecycle::paid_order(&app).await;
    let report = app
        .owner()
        .await
        .get("/agent/reports")
        .await
        .expect_within_statements(200, 6);
    let total = &table(&report, "RUB")["total"];
    assert_eq!(
        (minor(total, "rate_gain"), minor(total, "rate_gain_unknown")),
        (0, 1),
        "order {order}"
    );
}
