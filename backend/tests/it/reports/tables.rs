//! The rows by grouping, and the spreadsheet.

use super::{PERIOD, live, minor, table};
use crate::support::on_both;
use calamine::{Data, Reader, Xlsx, open_workbook_from_rs};
use serde_json::{Map, Value, json};
use std::io::Cursor;

/// Every grouping.
const GROUPINGS: [&str; 5] = ["day", "week", "month", "client", "staff"];

/// The names of the figures, and their sums over the rows of a table.
fn sums_of_rows(table: &Value) -> Map<String, Value> {
    let total = table["total"].as_object().expect("figures");
    let rows = table["rows"].as_array().expect("rows");
    let sum = |name: &String| rows.iter().map(|row| minor(&row["figures"], name)).sum::<i64>();
    total.keys().map(|name| (name.clone(), json!(sum(name)))).collect()
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
        let range = book.worksheet_range("Отчёт").expect("readable");
        // A day has one column of dates, a longer period two.
        let leads = if matches!(grouping, "week" | "month") { 2 } else { 1 };
        let mut rows = range.rows().skip(1);
        for table in report["tables"].as_array().expect("tables") {
            let shown = table["rows"]
                .as_array()
                .expect("rows")
                .iter()
                .map(|row| &row["figures"]);
            let (periods, count) = (["day", "week", "month"].contains(&grouping), shown.len());
            for (at, figures) in shown.chain([&table["total"]]).enumerate() {
                let row = rows.next().expect("a row");
                if periods && at < count {
                    let days = row[..leads].iter();
                    assert!(
                        days.clone().all(|day| matches!(day, Data::DateTime(_))),
                        "{row:?} by {grouping}"
                    );
                }
                assert_eq!(
                    Data::String(table["currency"].as_str().expect("a code").to_owned()),
                    row[leads]
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
                    "paid_cost",
                    "expected_cost",
                    "margin",
                    "rate_gain",
                    "rate_gain_unknown",
                ];
                for (cell, name) in row[leads + 1..].iter().zip(columns) {
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
