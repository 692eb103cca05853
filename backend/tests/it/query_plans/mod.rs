//! How much PostgreSQL reads for lists, cards and searches of an agent with most of the rows.
//!
//! PostgreSQL plans a prepared statement for the average agent. A plan that reads all rows of the average agent reads all rows
//! of the largest one too. The statements of each request are run again with the plans of both kinds and measured.

mod explain;

use crate::support::{ASSIGNED_ONLY, Actor, App, CLIENT};
use explain::{Explainer, Planning, Work};
use platform::db::record_statements;
use sea_orm::{DbBackend, Statement};
use serde_json::json;
use std::collections::BTreeSet;

/// Most pages that a statement may read.
const MAX_PAGES: u64 = 4_000;
/// Most rows that one step of a plan may read. Counts stop at 1,000, and a search scans up to 4,096 orders.
const MAX_ROWS: u64 = 4_096;

/// Requests of staff. The large agent has 2,000 orders with 60,000 items.
const AGENT: &[&str] = &[
    "/agent/me",
    "/agent/home",
    "/agent/attention",
    "/agent/orders",
    "/agent/orders?limit=200",
    "/agent/orders?search=%D1%88%D0%B0%D1%80%D1%84",
    "/agent/orders?search=l1999",
    "/agent/orders?search=l77",
    "/agent/orders?search=%D1%88%D0%B0%D1%80%D1%84%20l1998",
    "/agent/orders?search=absent",
    "/agent/orders?status=paid",
    "/agent/orders?order_ids=10002,10004",
    "/agent/orders?client_id=1",
    "/agent/orders?client_id=2005",
    "/agent/orders?unread=true",
    "/agent/orders?self_buyout=true",
    "/agent/orders?from=2020-01-01&to=2030-01-01",
    "/agent/orders?section=to_price",
    "/agent/orders?section=to_buy",
    "/agent/orders?section=awaited",
    "/agent/orders?section=warehouse",
    "/agent/orders?section=problems",
    "/agent/orders?section=mine",
    "/agent/orders?section=services",
    "/agent/orders?section=overdue",
    "/agent/orders?updated_since=2020-01-01T00:00:00Z",
    "/agent/items",
    "/agent/items?updated_since=2020-01-01T00:00:00Z&limit=1000",
    "/agent/items?order_ids=10002,10004",
    "/agent/shipments?updated_since=2020-01-01T00:00:00Z",
    "/agent/clients?updated_since=2020-01-01T00:00:00Z",
    "/agent/orders/counts",
    "/agent/orders/10002",
    "/agent/orders/10002/items",
    "/agent/orders/10002/history",
    "/agent/orders/10002/calculation",
    "/agent/orders/10002/shipments",
    "/agent/orders/10002/services",
    "/agent/orders/10002/purchases",
    "/agent/orders/10002/chat",
    "/agent/saved-filters",
    "/agent/notes",
    "/agent/notes?search=%D0%B7%D0%B0%D0%BC%D0%B5%D1%82%D0%BA%D0%B0",
    "/agent/notes?search=absent",
    "/agent/notes/order/10002",
    "/agent/shipping-requests",
    "/agent/shipping-requests/counts",
    "/agent/shipments",
    "/agent/shipments?search=m77",
    "/agent/shipments?status=packed",
    "/agent/shipments?client_id=1",
    "/agent/shipments?unpaid=true",
    "/agent/shipments/counts",
    "/agent/shipments/packable?client_id=1",
    "/agent/shipments/10010",
    "/agent/deliveries",
    "/agent/deliveries?search=m77",
    "/agent/deliveries?search=absent",
    "/agent/deliveries/counts",
    "/agent/deliveries/counts?search=m77",
    "/agent/clients/counts",
    "/agent/clients/counts?search=c20",
    "/agent/notifications/counts",
    "/agent/notifications",
    "/agent/clients",
    "/agent/clients?search=c20",
    "/agent/clients/1",
    "/agent/clients/1/history",
    "/agent/clients/options?search=c20",
    "/agent/clients/1/balance",
    "/agent/clients/1/balance/operations",
    "/agent/clients/2005/staff",
    "/agent/staff",
    "/agent/access-groups",
    "/agent/settings/rate",
    "/agent/settings/rate/history",
    "/agent/settings/main",
    "/agent/settings?tab=conditions",
    "/agent/settings/conditions",
    "/agent/delivery-options",
    "/agent/balance-requests",
    "/agent/wallet-topups",
    "/agent/statement-lines",
    "/agent/statement-lines?state=open",
    "/agent/statement-lines?state=used",
    "/agent/statement-lines/exact",
    "/agent/withdrawals",
    "/agent/purchasing-accounts",
    "/agent/cash-book",
    "/agent/cash-boxes/1/day",
    "/agent/cash-entries",
    "/agent/cash-entries?box_id=1",
    "/agent/cash-entries/sums?from=2026-11-01",
    "/agent/cells",
    "/agent/scan?code=T100021",
    "/agent/scan?code=L2",
    "/agent/scan/unknown",
    "/agent/labels?kind=item&orders=10002,10004",
    "/agent/labels?kind=order&ids=10002,10004",
    "/agent/adapters",
    "/agent/adapters/reports",
    "/agent/balance",
];

/// Requests of a client with half of the agent's orders.
const CLIENTS: &[&str] = &[
    "/client/me",
    "/client/attention",
    "/client/items",
    "/client/items?updated_since=2020-01-01T00:00:00Z",
    "/client/orders?updated_since=2020-01-01T00:00:00Z",
    "/client/orders",
    "/client/orders?search=%D1%88%D0%B0%D1%80%D1%84",
    "/client/orders?search=l1998",
    "/client/orders?search=absent",
    "/client/orders?filter=drafts",
    "/client/orders/counts",
    "/client/orders/10002",
    "/client/orders/10002/items",
    "/client/orders/10002/history",
    "/client/orders/10002/calculation",
    "/client/orders/10002/shipments",
    "/client/orders/10002/services",
    "/client/orders/10002/chat",
    "/client/orders/10002/imports",
    "/client/shipping-requests",
    "/client/shipping-requests/items",
    "/client/shipments",
    "/client/announcements",
    "/client/announcements/counts",
    "/client/balance/requests?recently_rejected=true",
    "/client/wallet-topup?recently_rejected=true",
    "/client/balance",
    "/client/balance/operations",
    "/client/balance/requests",
    "/client/wallet-topup",
    "/client/withdrawals",
    "/client/recipients",
    "/client/access-groups",
    "/client/terms",
    "/client/rate",
];

/// Requests of staff who see only rows assigned to them.
const ASSIGNED: &[&str] = &[
    "/agent/orders",
    "/agent/orders?search=%D1%88%D0%B0%D1%80%D1%84",
    "/agent/orders/counts",
    "/agent/orders/10004",
    "/agent/orders/10004/items",
];

const EXTENSION: &[&str] = &["/api/ext/me"];

/// Requests that read more, and why.
const EXEMPT: &[(&str, &str)] = &[
    (
        "/agent/home",
        "its counts check a condition for each order of a kind, until there are a hundred",
    ),
    ("/agent/attention", "as the home page"),
    ("/client/attention", "as the home page"),
    (
        "/agent/shipments/counts",
        "the items to pack are counted in the index of the items in the warehouse, up to a thousand",
    ),
    (
        "/agent/notes?search=",
        "the text of notes has no index: all notes of the agent are searched",
    ),
];

async fn skewed_app() -> App {
    let app = App::postgres().await;
    app.execute_sql(include_str!("skewed.sql")).await;
    app
}

/// The distinct statements of the requests, each with the first request that ran it.
async fn statements_of(actor: &Actor, paths: &'static [&'static str]) -> Vec<(&'static str, Statement)> {
    let mut found = Vec::new();
    let mut refused = Vec::new();
    for path in paths {
        let (answer, statements) = record_statements(actor.get(path)).await;
        if answer.status != 200 {
            refused.push(format!("{path}: {}", answer.text));
        }
        found.extend(statements.into_iter().map(|statement| (*path, statement)));
    }
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    found
}

/// Inserts can't be run twice, and they read nothing.
fn can_be_measured(statement: &Statement) -> bool {
    ["SELECT", "UPDATE"].iter().any(|verb| statement.sql.starts_with(verb))
}

/// Statements that read more than they may, with their plans.
async fn find_costly(explainer: &Explainer, statements: &[(&'static str, Statement)]) -> Vec<String> {
    let mut costly = Vec::new();
    let mut seen = BTreeSet::new();
    for (path, statement) in statements {
        let is_exempt = EXEMPT.iter().any(|(prefix, _)| path.starts_with(prefix));
        if is_exempt || !can_be_measured(statement) || !seen.insert((&statement.sql, format!("{:?}", statement.values)))
        {
            continue;
        }
        for planning in [Planning::Generic, Planning::Custom] {
            let (work, plan) = explainer.measure(statement, planning).await;
            if is_costly(work) {
                costly.push(format!(
                    "{path}: {work:?} with a plan of the kind {planning:?}\n{}\n{plan}",
                    statement.sql
                ));
            }
        }
    }
    costly
}

fn is_costly(work: Work) -> bool {
    work.pages > MAX_PAGES || work.rows > MAX_ROWS
}

mod statements_read_few_rows_whatever_the_plan {
    use super::*;

    #[tokio::test]
    async fn postgres() {
        let app = skewed_app().await;
        let mut statements = statements_of(&app.owner().await, AGENT).await;
        statements.extend(statements_of(&app.client().await, CLIENTS).await);
        statements.extend(statements_of(&app.log_in("agent", ASSIGNED_ONLY).await, ASSIGNED).await);
        statements.extend(statements_of(&app.extension_of(CLIENT).await, EXTENSION).await);
        let explainer = Explainer::connect(&app.database_url).await;
        let costly = find_costly(&explainer, &statements).await;
        assert!(
            costly.is_empty(),
            "{} of {}:\n{}",
            costly.len(),
            statements.len(),
            costly.join("\n\n")
        );
        app.check_errors().expect("no errors");
    }
}

/// The check finds the statement that lists had before: it read all items of the agent, and looked up an item per item.
mod statement_that_reads_all_items_is_found {
    use super::*;

    #[tokio::test]
    async fn postgres() {
        let app = skewed_app().await;
        let orders: Vec<String> = (1..=50).map(|place| format!("${place}")).collect();
        let sql = format!(
            "SELECT order_id, image_url FROM order_items WHERE order_id IN ({}) AND image_url IS NOT NULL \
             AND id <= coalesce((SELECT i.id FROM order_items i WHERE i.order_id = order_items.order_id \
             ORDER BY i.id LIMIT 1 OFFSET 7), id) AND agent_id = $51",
            orders.join(", ")
        );
        let values = (11_951..=12_000_i64).chain([1]).map(Into::into);
        let statement = Statement::from_sql_and_values(DbBackend::Postgres, sql, values);
        let explainer = Explainer::connect(&app.database_url).await;
        let (work, plan) = explainer.measure(&statement, Planning::Generic).await;
        assert!(is_costly(work), "{work:?}\n{plan}");
        assert_eq!(find_costly(&explainer, &[("/agent/orders", statement)]).await.len(), 2);
    }
}

/// A message to a client with 1,500 members loads the members who can be reached.
mod message_loads_no_members_without_address {
    use super::*;

    #[tokio::test]
    async fn postgres() {
        let app = skewed_app().await;
        let owner = app.owner().await;
        owner
            .post("/agent/orders/10002/chat", json!({"body": "Здравствуйте"}))
            .await
            .expect_within_statements(201, 7);
        app.state.clock.advance(chrono::Duration::minutes(10));
        let ((), statements) = Box::pin(record_statements(app.run_due_jobs())).await;
        let explainer = Explainer::connect(&app.database_url).await;
        assert!(!statements.is_empty());
        for statement in statements.iter().filter(|statement| can_be_measured(statement)) {
            let (work, plan) = explainer.measure(statement, Planning::Generic).await;
            assert!(work.returned < 100, "{work:?}\n{}\n{plan}", statement.sql);
        }
        assert_eq!(
            app.count("email_messages", "true").await,
            3,
            "all who can be reached are notified"
        );
    }
}
