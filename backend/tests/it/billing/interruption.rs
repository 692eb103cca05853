//! A run of the month that is interrupted at each of its steps, as by a crash of the server.

use super::{LOTUS, advance_to, assign_plan, create_plan, run_month, top_up};
use crate::support::on_both;
use books::billing;
use shared_types::billing::PlanLimits;
use std::{future::poll_fn, pin::pin, task::Poll};

/// Polls a future at most `polls` times and then drops it. Returns whether it was completed.
async fn is_completed_within<T>(work: impl Future<Output = T>, polls: u32) -> bool {
    let mut work = pin!(work);
    let mut count = 0;
    poll_fn(|context| {
        count += 1;
        match work.as_mut().poll(context) {
            Poll::Ready(_) => Poll::Ready(true),
            Poll::Pending if count >= polls => Poll::Ready(false),
            Poll::Pending => Poll::Pending,
        }
    })
    .await
}

#[apply(on_both)]
async fn interrupted_month_is_invoiced_and_charged_once(app: App) {
    let plan = create_plan(&app, "Команда", 490_000, PlanLimits::default()).await;
    assign_plan(&app, plan).await;
    top_up(&app, 1_600_000, "bank-1").await;
    let mut was_interrupted = false;
    // How many polls there are depends on how soon the database answers: one month can be over without a wait.
    for month in ["2026-12", "2027-01", "2027-02"] {
        advance_to(&app, &format!("{month}-01T12:00:00Z"));
        let mut polls = 1;
        while !is_completed_within(run_month(&app), polls).await {
            polls += 1;
            let faults = billing::verify(&app.state.system())
                .await
                .expect("the ledger is readable");
            assert_eq!(faults, Vec::<String>::new(), "after {polls} polls");
        }
        was_interrupted |= polls > 1;
        assert_eq!(run_month(&app).await, (0, 0));
    }
    assert!(was_interrupted);
    assert_eq!(app.count("invoices", &format!("agent_id = {LOTUS}")).await, 3);
    let owner = app.owner().await;
    let account = owner.get("/agent/balance").await.expect(200);
    assert_eq!(account["balance"]["amount"], "1300.00");
}
