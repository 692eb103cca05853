//! Invoices wait for the name of their seller.

use super::{advance_to, assign_plan, create_plan, top_up};
use crate::support::{App, on_both};
use serde_json::json;
use shared_types::billing::PlanLimits;

/// An agent whose plan has a price, in the month after its registration, at an operator without a name.
async fn without_seller(app: &App) -> App {
    let plan = create_plan(app, "Команда", 490_000, PlanLimits::default()).await;
    assign_plan(app, plan).await;
    advance_to(app, "2026-12-01T09:00:00Z");
    app.with_config(|config| config.billing.operator.name = String::new())
}

#[apply(on_both)]
async fn invoices_wait_for_a_seller_and_the_operator_is_alerted(app: App) {
    app.expect_errors("administrator alert");
    let nameless = without_seller(&app).await;
    top_up(&app, 490_000, "п/п 1").await;
    for _ in 0..3 {
        nameless.run_due_jobs().await;
        nameless.state.clock.advance(chrono::Duration::hours(1));
    }
    let first = app.owner().await;
    assert_eq!(
        first.get("/agent/balance/invoices").await.expect(200)["data"],
        json!([])
    );
    assert_eq!(
        first.get("/agent/balance").await.expect(200)["balance"]["amount"],
        "4900.00"
    );
    let alerts = "kind = 'alerts:send' AND payload LIKE '%1 invoices%OPERATOR_NAME%'";
    assert_eq!(app.count("jobs", alerts).await, 1, "once a day");
    // Nothing is due meanwhile, so the cabinet stays open, into the next month.
    advance_to(&app, "2027-01-20T09:00:00Z");
    nameless.run_due_jobs().await;
    assert_eq!(app.count("jobs", alerts).await, 2);
    let owner = app.owner().await;
    assert_eq!(owner.get("/agent/balance/state").await.expect(200)["state"], "active");

    for _ in 0..2 {
        app.state.clock.advance(chrono::Duration::hours(1));
        app.run_due_jobs().await;
    }
    let owner = app.owner().await;
    let invoices = owner.get("/agent/balance/invoices").await.expect(200);
    let shown: Vec<_> = invoices["data"]
        .as_array()
        .expect("invoices")
        .iter()
        .map(|row| (&row["month"], row["paid_at"].is_string()))
        .collect();
    assert_eq!(
        shown,
        [(&json!("2027-01"), false), (&json!("2026-12"), true)],
        "the oldest is paid first"
    );
    assert!(invoices["data"][0]["due_at"].as_str().expect("a time") > "2027-01-30");
}

#[apply(on_both)]
async fn plan_is_not_changed_while_its_invoice_waits(app: App) {
    let nameless = without_seller(&app).await;
    let dearer = create_plan(&app, "Бизнес", 1_290_000, PlanLimits::default()).await;
    let owner = nameless.owner().await;
    let _ = owner
        .get(&format!("/agent/balance/plan?plan_id={dearer}"))
        .await
        .expect_problem(409, "invoice_unpaid");
    let body = json!({"plan_id": dearer, "amount": {"amount": "1.00", "currency": "RUB"}});
    let _ = owner
        .post("/agent/balance/plan", body)
        .await
        .expect_problem(409, "invoice_unpaid");
}

#[apply(on_both)]
async fn older_invoice_is_printed_with_the_seller_of_today(app: App) {
    let nameless = without_seller(&app).await;
    app.run_due_jobs().await;
    let id = app.owner().await.get("/agent/balance/invoices").await.expect(200)["data"][0]["id"].clone();
    let print = async |app: &App| {
        let path = format!("/agent/balance/invoices/{id}/invoice.pdf");
        let printed = app.owner().await.get(&path).await;
        assert_eq!(printed.status, 200);
        printed.text
    };
    let renamed = app.with_config(|config| "ООО Погонщик".clone_into(&mut config.billing.operator.name));
    let (without, named, renamed) = (print(&nameless).await, print(&app).await, print(&renamed).await);
    assert_eq!(named, print(&app).await);
    assert!(without != named && named != renamed && renamed != without);
}
