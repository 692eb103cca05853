//! The figures: of a whole life, funds, and the gain of rates.

use super::{PERIOD, live, minor, store_reference_rate, table};
use crate::{
    orders::{
        lifecycle::{adjust_balance, pay_order, quote_order},
        submitted_order,
    },
    support::{App, TWO_CABINETS, on_both},
};
use serde_json::json;

/// The sum of the revenue postings of some kinds of entries, straight from the database.
async fn posted(app: &App, currency: &str, kinds: &str) -> i64 {
    let from = format!(
        "ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id JOIN ledger_entries e ON e.id = p.entry_id \
         WHERE a.kind = 'revenue' AND p.agent_id = 1 AND p.currency = '{currency}' AND e.kind IN ({kinds})"
    );
    app.sum(&from, "p.amount_minor").await
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
