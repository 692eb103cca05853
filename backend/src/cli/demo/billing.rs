//! The service accounts of the demo: a plan with a price, an invoice that is paid and one that is not.

use super::steps::DemoResult;
use books::billing::operator::{self, PlanFields};
use chrono::{DateTime, Datelike, Duration, Utc};
use platform::{config::Operator, scope::SystemScope};
use shared_types::{
    billing::{PlanLimits, VatRate},
    id::AgentId,
};

/// Gives the first agent a plan with a price, and the second one the free default plan.
pub(super) async fn load(scope: &SystemScope, agents: [AgentId; 2], now: DateTime<Utc>) -> DemoResult<()> {
    let [lotus, _] = agents;
    let registered_at = now - Duration::days(95);
    for agent in agents {
        let tx = scope.begin().await?;
        books::billing::start_subscription(&tx, agent, registered_at).await?;
        tx.commit().await?;
    }
    let gigabytes = |count: i64| Some(count << 30);
    let mut plans = Vec::new();
    for (name, price_minor, limits) in [
        ("Команда", 490_000, (Some(20), Some(300), Some(500), gigabytes(20))),
        ("Бизнес", 1_290_000, (Some(60), Some(3000), Some(5000), gigabytes(200))),
        ("Без границ", 2_990_000, (None, None, None, None)),
    ] {
        let (staff, clients, orders, storage) = limits;
        let fields = PlanFields {
            name: Some(name.to_owned()),
            price_minor: Some(price_minor),
            limits: Some(PlanLimits {
                staff,
                clients,
                orders,
                storage,
            }),
            is_default: false,
        };
        plans.push(operator::create_plan(scope, None, fields, registered_at).await?);
    }
    if let Some(team) = plans.first() {
        operator::assign_plan(scope, lotus, *team, registered_at).await?;
    }
    operator::top_up(scope, lotus, 600_000, "п/п 118", registered_at).await?;
    // The balance covers the invoice of the last month, but not the invoice of this one.
    let last_month = now - Duration::days(i64::from(now.day()) + 14);
    let seller = Operator {
        name: "ООО «Караван»".to_owned(),
        vat_rate: Some(VatRate::WithoutVat),
        ..Operator::default()
    };
    operator::run_month(scope, &seller, last_month).await?;
    operator::run_month(scope, &seller, now).await?;
    Ok(())
}
