//! Rights to the report.

use super::{live, minor, table};
use crate::support::{ASSIGNED_ONLY, App, OTHER_OWNER, WAREHOUSE_WORKER, on_both};
use entities::access_group_right;
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Set};
use serde_json::json;
use shared_types::{
    access::{Breadth, Level, Object},
    id::{AccessGroupId, AgentId},
};

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
