//! Balance, invoices and changes of plan.

use super::{advance_to, assign_plan, create_plan, run_month, top_up};
use crate::support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both};
use serde_json::{Value, json};
use shared_types::billing::PlanLimits;

/// Changes the plan by its quote and returns the account.
async fn change_plan(owner: &crate::support::Actor, plan: i64) -> Value {
    let quote = owner
        .get(&format!("/agent/balance/plan?plan_id={plan}"))
        .await
        .expect_within_statements(200, 8);
    let body = json!({"plan_id": plan, "amount": quote["amount"]});
    owner
        .post("/agent/balance/plan", body)
        .await
        .expect_within_statements(200, 24)
}

#[apply(on_both)]
async fn account_of_a_new_agent_is_empty_and_free(app: App) {
    let owner = app.owner().await;
    let account = owner.get("/agent/balance").await.expect(200);
    assert_eq!(account["balance"], json!({"amount": "0.00", "currency": "RUB"}));
    assert_eq!(
        (
            &account["plan"]["name"],
            &account["plan"]["price"]["amount"],
            &account["plan"]["limits"]["staff"]
        ),
        (&json!("Старт"), &json!("0.00"), &json!(20))
    );
    assert_eq!(
        account["usage"],
        json!({"staff": 3, "clients": 2, "orders": 0, "storage": 0})
    );
    assert_eq!(
        (
            &account["notice"]["state"],
            &account["unpaid"],
            &account["online_payment"],
            &account["month"]
        ),
        (&json!("active"), &json!([]), &json!(false), &json!("2026-11"))
    );
    for list in ["operations", "invoices"] {
        assert_eq!(
            owner.get(&format!("/agent/balance/{list}")).await.expect(200)["data"],
            json!([])
        );
    }
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .get("/agent/balance")
        .await
        .expect_problem(403, "permission_denied");
    assert_eq!(worker.get("/agent/balance/state").await.expect(200)["state"], "active");
    let _ = app
        .client()
        .await
        .get("/agent/balance")
        .await
        .expect_problem(401, "credential_invalid");
    let _ = owner
        .post("/agent/balance/payments", json!({"amount": "500"}))
        .await
        .expect_problem(409, "online_payment_off");
}

#[apply(on_both)]
async fn month_is_invoiced_once_by_concurrent_runs_and_paid_from_the_balance(app: App) {
    let plan = create_plan(&app, "Команда", 490_000, PlanLimits::default()).await;
    assign_plan(&app, plan).await;
    assert_eq!(run_month(&app).await, (0, 0), "the month of the beginning is free");
    top_up(&app, 600_000, "п/п 1").await;
    top_up(&app, 600_000, "п/п 1").await;
    advance_to(&app, "2026-11-30T21:00:00Z");
    let replica = app.replica().await;
    let runs = futures::future::join_all([&app, &replica, &app, &replica].map(run_month)).await;
    assert_eq!(runs.iter().map(|(issued, _)| issued).sum::<u64>(), 1);
    assert_eq!(app.count("invoices", "agent_id = 1").await, 1);
    app.run_due_jobs().await;
    let owner = app.owner().await;
    let account = owner.get("/agent/balance").await.expect(200);
    assert_eq!(
        (
            &account["balance"]["amount"],
            &account["unpaid"],
            &account["next_invoice_on"]
        ),
        (&json!("1100.00"), &json!([]), &json!("2027-01-01"))
    );
    let invoices = owner.get("/agent/balance/invoices").await.expect(200);
    let paid = &invoices["data"][0];
    assert_eq!(
        (&paid["month"], &paid["amount"]["amount"], &paid["has_act"]),
        (&json!("2026-12"), &json!("4900.00"), &json!(false))
    );
    assert!(paid["paid_at"].is_string());
    let operations = owner.get("/agent/balance/operations").await.expect(200);
    let kinds: Vec<(&Value, &Value)> = operations["data"]
        .as_array()
        .expect("operations")
        .iter()
        .map(|row| (&row["kind"], &row["balance"]["amount"]))
        .collect();
    assert_eq!(
        kinds,
        [
            (&json!("invoice"), &json!("1100.00")),
            (&json!("topup"), &json!("6000.00"))
        ]
    );

    let printed = owner
        .get(&format!("/agent/balance/invoices/{}/invoice.pdf", paid["id"]))
        .await;
    assert_eq!(
        (printed.status, printed.headers["content-type"].to_str().ok()),
        (200, Some("application/pdf"))
    );
    assert!(printed.text.starts_with("%PDF-"));
    let act = format!("/agent/balance/invoices/{}/act.pdf", paid["id"]);
    let _ = owner.get(&act).await.expect_problem(404, "not_found");
    advance_to(&app, "2027-01-02T12:00:00Z");
    let owner = app.owner().await;
    assert_eq!(owner.get(&act).await.status, 200);
    assert_eq!(run_month(&app).await, (1, 0), "the balance does not cover January");
    let faults = books::billing::verify(&app.state.system())
        .await
        .expect("the ledger is readable");
    assert_eq!(faults, Vec::<String>::new());
}

#[apply(on_both)]
async fn unpaid_invoice_is_paid_by_a_person_who_confirms_its_amount(app: App) {
    let plan = create_plan(&app, "Команда", 490_000, PlanLimits::default()).await;
    assign_plan(&app, plan).await;
    advance_to(&app, "2026-12-01T12:00:00Z");
    assert_eq!(run_month(&app).await, (1, 0));
    let owner = app.owner().await;
    let account = owner.get("/agent/balance").await.expect(200);
    let invoice = &account["unpaid"][0];
    assert_eq!(
        (
            &invoice["due_at"],
            &account["notice"]["due"]["amount"],
            &account["notice"]["state"]
        ),
        (&json!("2026-12-11T20:59:59Z"), &json!("4900.00"), &json!("active"))
    );
    let pay = format!("/agent/balance/invoices/{}/pay", invoice["id"]);
    let amount = json!({"amount": {"amount": "4900.00", "currency": "RUB"}});
    let problem = owner
        .post(&pay, json!({"amount": {"amount": "4000.00", "currency": "RUB"}}))
        .await
        .expect_problem(409, "amount_changed");
    assert_eq!(problem["current_amount"]["amount"], "4900.00");
    let _ = owner
        .post(&pay, amount.clone())
        .await
        .expect_problem(409, "balance_insufficient");
    let other = app.log_in("agent", OTHER_OWNER).await;
    let _ = other.post(&pay, amount.clone()).await.expect_problem(404, "not_found");
    let _ = other
        .get(&pay.replace("/pay", "/invoice.pdf"))
        .await
        .expect_problem(404, "not_found");
    top_up(&app, 490_000, "п/п 2").await;
    let keyed = owner.with_header("idempotency-key", "pay-1");
    let paid = futures::future::join_all((0..6).map(|_| keyed.post(&pay, amount.clone()))).await;
    for answer in paid {
        assert!(answer.expect_within_statements(200, 14)["paid_at"].is_string());
    }
    let _ = owner.post(&pay, amount).await.expect_problem(409, "invoice_closed");
    assert_eq!(
        owner.get("/agent/balance").await.expect(200)["balance"]["amount"],
        "0.00"
    );
}

#[apply(on_both)]
async fn older_invoice_is_settled_by_the_job_once_the_balance_suffices(app: App) {
    let plan = create_plan(&app, "Команда", 490_000, PlanLimits::default()).await;
    assign_plan(&app, plan).await;
    advance_to(&app, "2026-12-01T12:00:00Z");
    assert_eq!(run_month(&app).await, (1, 0));
    top_up(&app, 500_000, "п/п 3").await;
    assert_eq!(run_month(&app).await, (0, 1));
    assert_eq!(run_month(&app).await, (0, 0));
}

#[apply(on_both)]
async fn plan_changes_at_once_with_the_difference_for_the_rest_of_the_month(app: App) {
    let small = create_plan(&app, "Малый", 300_000, PlanLimits::default()).await.0;
    let large = create_plan(&app, "Большой", 900_000, PlanLimits::default()).await.0;
    let owner = app.owner().await;
    // 18 November: 13 of 30 days are left, and the free plan covers nothing.
    let quote = owner
        .get(&format!("/agent/balance/plan?plan_id={small}"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (
            &quote["amount"]["amount"],
            &quote["days_left"],
            &quote["days_in_month"],
            &quote["balance_after"]["amount"],
            &quote["exceeded"]
        ),
        (
            &json!("1300.00"),
            &json!(13),
            &json!(30),
            &json!("-1300.00"),
            &json!([])
        )
    );
    let body = json!({"plan_id": small, "amount": quote["amount"]});
    let _ = owner
        .post("/agent/balance/plan", body.clone())
        .await
        .expect_within_statements(409, 24);
    top_up(&app, 1_000_000, "п/п 4").await;
    let stale = json!({"plan_id": small, "amount": {"amount": "1.00", "currency": "RUB"}});
    let refused = owner
        .post("/agent/balance/plan", stale)
        .await
        .expect_within_statements(409, 24);
    assert_eq!(
        (&refused["code"], &refused["current_amount"]["amount"]),
        (&json!("amount_changed"), &json!("1300.00"))
    );
    let account = owner
        .post("/agent/balance/plan", body)
        .await
        .expect_within_statements(200, 24);
    assert_eq!(
        (&account["plan"]["name"], &account["balance"]["amount"]),
        (&json!("Малый"), &json!("8700.00"))
    );
    // To the larger plan and back on the same day costs nothing.
    assert_eq!(change_plan(&owner, large).await["balance"]["amount"], "6100.00");
    assert_eq!(change_plan(&owner, small).await["balance"]["amount"], "8700.00");
    app.run_due_jobs().await;
    assert_eq!(
        app.count("invoices", "TRUE").await,
        0,
        "the change has charged for the month"
    );
    advance_to(&app, "2026-12-20T12:00:00Z");
    assert_eq!(run_month(&app).await, (1, 1));
    let owner = app.owner().await;
    // 20 December: 12 of 31 days are left of a month that is paid with 3,000.
    let account = change_plan(&owner, large).await;
    assert_eq!(account["balance"]["amount"], "3377.42");
    let _ = owner
        .get("/agent/balance/plan?plan_id=999")
        .await
        .expect_problem(404, "not_found");
    let _ = owner
        .get("/agent/balance/plan")
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn plan_of_another_agent_or_a_smaller_one_is_refused(app: App) {
    let owner = app.owner().await;
    let tiny = PlanLimits {
        staff: Some(2),
        ..PlanLimits::default()
    };
    let tiny = create_plan(&app, "Мини", 0, tiny).await;
    let quote = owner
        .get(&format!("/agent/balance/plan?plan_id={tiny}"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(quote["exceeded"], json!(["staff"]));
    let body = json!({"plan_id": tiny, "amount": quote["amount"]});
    let refused = owner
        .post("/agent/balance/plan", body)
        .await
        .expect_within_statements(409, 24);
    assert_eq!(refused["code"], "plan_exceeded");
    app.execute_sql("INSERT INTO plans (name, price_minor, agent_id) VALUES ('Чужой', 0, 2)")
        .await;
    app.execute_sql(
        "INSERT INTO plans (name, price_minor, retired_at) VALUES ('Старый', 0, '2026-01-01T00:00:00.000000+00:00')",
    )
    .await;
    for name in ["Чужой", "Старый"] {
        let id = app.ids("plans", &format!("name = '{name}'")).await[0];
        let _ = owner
            .get(&format!("/agent/balance/plan?plan_id={id}"))
            .await
            .expect_problem(404, "not_found");
    }
    let names: Vec<Value> = owner.get("/agent/balance").await.expect(200)["plans"]
        .as_array()
        .expect("plans")
        .iter()
        .map(|plan| plan["name"].clone())
        .collect();
    assert_eq!(names, ["Старт", "Мини"]);
}

#[apply(on_both)]
async fn plan_does_not_change_while_the_invoice_of_the_month_is_open(app: App) {
    let small = create_plan(&app, "Малый", 300_000, PlanLimits::default()).await;
    assign_plan(&app, small).await;
    let free = app.ids("plans", "is_default").await[0];
    advance_to(&app, "2026-12-05T12:00:00Z");
    let owner = app.owner().await;
    // The invoice is not issued yet: the change issues it first, and nothing pays it.
    let quote = owner
        .get(&format!("/agent/balance/plan?plan_id={free}"))
        .await
        .expect_within_statements(200, 8);
    let body = json!({"plan_id": free, "amount": quote["amount"]});
    let refused = owner
        .post("/agent/balance/plan", body)
        .await
        .expect_within_statements(409, 24);
    assert_eq!(refused["code"], "invoice_unpaid");
    assert_eq!(run_month(&app).await, (1, 0));
    let _ = owner
        .get(&format!("/agent/balance/plan?plan_id={free}"))
        .await
        .expect_problem(409, "invoice_unpaid");
    // A canceled invoice was never paid, so a cheaper plan is credited nothing.
    let invoice = app.ids("invoices", "TRUE").await[0];
    let system = app.state.system();
    books::billing::operator::cancel_invoice(&system, shared_types::id::InvoiceId(invoice), app.state.clock.now())
        .await
        .expect("canceled");
    assert_eq!(change_plan(&owner, free).await["balance"]["amount"], "0.00");
    assert_eq!(run_month(&app).await, (0, 0));
}
