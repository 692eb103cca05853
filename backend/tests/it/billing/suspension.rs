//! The cabinet of an agent with an overdue invoice.

use super::{advance_to, assign_plan, create_plan, run_month, top_up};
use crate::{
    orders::{create_draft, draft_with_item, submitted_order},
    support::{App, OTHER_OWNER, on_both},
};
use serde_json::json;
use shared_types::billing::PlanLimits;

/// Leaves the invoice of December unpaid.
async fn leave_unpaid(app: &App) {
    let plan = create_plan(app, "Команда", 490_000, PlanLimits::default()).await;
    assign_plan(app, plan).await;
    advance_to(app, "2026-12-01T12:00:00Z");
    assert_eq!(run_month(app).await, (1, 0));
}

#[apply(on_both)]
async fn cabinet_is_read_only_after_the_grace_period_and_works_again_once_paid(app: App) {
    let order = submitted_order(&app.client().await).await;
    leave_unpaid(&app).await;
    advance_to(&app, "2026-12-12T12:00:00Z");
    let owner = app.owner().await;
    let notice = owner.get("/agent/balance/state").await.expect(200);
    assert_eq!(
        (&notice["state"], &notice["read_only_at"]),
        (&json!("grace"), &json!("2026-12-18T20:59:59Z"))
    );
    let _ = owner
        .post("/agent/cells", json!({"names": ["A-1"]}))
        .await
        .expect_within_statements(200, 8);

    advance_to(&app, "2026-12-19T12:00:00Z");
    let (owner, client) = (app.owner().await, app.client().await);
    assert_eq!(
        owner.get("/agent/balance/state").await.expect(200)["state"],
        "read_only"
    );
    for (path, body) in [
        ("/agent/cells".to_owned(), json!({"names": ["A-2"]})),
        (format!("/agent/orders/{order}/pricing"), json!({})),
        (
            "/agent/staff".to_owned(),
            json!({"phone": "+79995550001", "name": "Новый", "group_id": 1}),
        ),
        (
            "/agent/scan".to_owned(),
            json!({"scan_id": "u1", "mode": "open", "code": "YT1", "scanned_at": "2026-11-18T00:00:00Z"}),
        ),
    ] {
        let _ = owner.post(&path, body).await.expect_problem(403, "cabinet_read_only");
    }
    let _ = owner.get("/agent/orders").await.expect(200);
    let _ = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
    let _ = owner.patch("/agent/me", json!({"locale": "en"})).await.expect(200);

    // Clients read, and prepare drafts that only they see. Requests that would reach the agent are refused.
    let _ = client.get(&format!("/client/orders/{order}")).await.expect(200);
    let _ = create_draft(&client).await;
    let (draft, _) = draft_with_item(&client).await;
    for path in [
        format!("/client/orders/{draft}/submit"),
        format!("/client/orders/{order}/chat"),
    ] {
        let _ = client
            .post(&path, json!({"body": "Добрый день"}))
            .await
            .expect_problem(403, "cabinet_read_only");
    }
    let other = app.log_in("agent", OTHER_OWNER).await;
    let _ = other
        .post("/agent/cells", json!({"names": ["B-1"]}))
        .await
        .expect_within_statements(200, 8);

    top_up(&app, 490_000, "п/п 5").await;
    let invoice = app.ids("invoices", "TRUE").await[0];
    let amount = json!({"amount": {"amount": "4900.00", "currency": "RUB"}});
    let _ = owner
        .post(&format!("/agent/balance/invoices/{invoice}/pay"), amount)
        .await
        .expect_within_statements(200, 14);
    let _ = owner
        .post("/agent/cells", json!({"names": ["A-2"]}))
        .await
        .expect_within_statements(200, 8);
    let _ = client
        .post(&format!("/client/orders/{draft}/submit"), json!({}))
        .await
        .expect_within_statements(200, 8);
}

#[apply(on_both)]
async fn canceled_invoice_makes_no_cabinet_read_only(app: App) {
    leave_unpaid(&app).await;
    let invoice = shared_types::id::InvoiceId(app.ids("invoices", "TRUE").await[0]);
    let (system, now) = (app.state.system(), app.state.clock.now());
    books::billing::operator::cancel_invoice(&system, invoice, now)
        .await
        .expect("canceled");
    assert!(
        books::billing::operator::cancel_invoice(&system, invoice, now)
            .await
            .is_err()
    );
    advance_to(&app, "2026-12-25T12:00:00Z");
    let owner = app.owner().await;
    let _ = owner
        .post("/agent/cells", json!({"names": ["A-1"]}))
        .await
        .expect_within_statements(200, 8);
    let pay = format!("/agent/balance/invoices/{invoice}/pay");
    let _ = owner
        .post(&pay, json!({"amount": {"amount": "4900.00", "currency": "RUB"}}))
        .await
        .expect_problem(409, "invoice_closed");
}
