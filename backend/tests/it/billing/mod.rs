//! The agent's account with the operator: plans, limits, invoices, the read-only cabinet, online payments and commands.

mod account;
pub mod commands;
mod interruption;
mod limits;
mod notices;
mod online;
mod receipts;
mod seller;
mod strangers;
mod suspension;
mod yookassa_stub;

use crate::support::App;
use books::billing::operator::{self, PlanFields};
use chrono::{DateTime, Utc};
use shared_types::{
    billing::PlanLimits,
    id::{AgentId, PlanId},
};

/// The agent of the tests.
pub const LOTUS: AgentId = AgentId(1);

/// Creates a plan at a price in kopecks.
pub async fn create_plan(app: &App, name: &str, price_minor: i64, limits: PlanLimits) -> PlanId {
    let fields = PlanFields {
        name: Some(name.to_owned()),
        price_minor: Some(price_minor),
        limits: Some(limits),
        is_default: false,
    };
    operator::create_plan(&app.state.system(), None, fields, app.state.clock.now())
        .await
        .expect("a plan")
}

/// Gives the agent of the tests a plan without a charge.
pub async fn assign_plan(app: &App, plan: PlanId) {
    operator::assign_plan(&app.state.system(), LOTUS, plan, app.state.clock.now())
        .await
        .expect("the plan is assigned");
}

/// Limits the agent of the tests.
pub async fn limit_agent(app: &App, limits: PlanLimits) {
    let plan = create_plan(
        app,
        &format!("limited {limits:?}").chars().take(60).collect::<String>(),
        0,
        limits,
    )
    .await;
    assign_plan(app, plan).await;
}

/// Tops up the account of the agent of the tests, in kopecks.
pub async fn top_up(app: &App, minor: i64, reference: &str) {
    operator::top_up(&app.state.system(), LOTUS, minor, reference, app.state.clock.now())
        .await
        .expect("a top-up");
}

/// Moves the clock to a time.
pub fn advance_to(app: &App, time: &str) {
    let time: DateTime<Utc> = time.parse().expect("a time");
    let now = app.state.clock.now();
    assert!(time > now, "{time} is not after {now}");
    app.state.clock.advance(time - now);
}

/// Runs the month and returns how many invoices were issued and paid.
pub async fn run_month(app: &App) -> (u64, u64) {
    let operator = &app.state.config.billing.operator;
    let run = operator::run_month(&app.state.system(), operator, app.state.clock.now()).await;
    let (issued, paid, waiting) = run.expect("the month runs");
    assert_eq!(waiting, 0);
    (issued, paid)
}
