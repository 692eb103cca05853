//! Exports as JSON Lines: the rows of the lists, all of them, with the rights of the lists.

use super::now;
use crate::{
    orders::{draft_with_item, lifecycle::adjust_balance, submitted_order},
    shipments::{item_in_warehouse, quoted_shipment},
    support::{ASSIGNED_ONLY, Actor, MEMBER_WITHOUT_RIGHTS, OTHER_OWNER, TWO_CABINETS, WAREHOUSE_WORKER, on_both},
};
use chrono::TimeDelta;
use serde_json::Value;

/// Reads an export within a number of statements.
async fn lines(actor: &Actor, path: &str, statements: u32) -> Vec<Value> {
    let answer = actor.get(path).await;
    assert_eq!(answer.status, 200, "{path}: {}", answer.text);
    assert!(
        answer.statements <= statements,
        "{path}: {} statements",
        answer.statements
    );
    let kind = answer.headers.get("content-type").and_then(|kind| kind.to_str().ok());
    assert_eq!(kind, Some("application/x-ndjson"), "{path}");
    let text = String::from_utf8(answer.bytes.to_vec()).expect("UTF-8");
    assert!(text.is_empty() || text.ends_with('\n'), "{path}");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[apply(on_both)]
async fn lines_are_the_rows_of_the_lists(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (_, item) = item_in_warehouse(&app).await;
    let _ = quoted_shipment(&owner, &item).await;
    let _ = (submitted_order(&client).await, draft_with_item(&client).await);
    for list in [
        "/agent/orders",
        "/client/orders",
        "/agent/items",
        "/client/items",
        "/agent/clients",
        "/agent/shipments",
        "/client/shipments",
        "/client/balance/operations",
    ] {
        let actor = if list.starts_with("/agent") { &owner } else { &client };
        let page = actor.get(list).await.expect(200);
        assert_eq!(page["next_cursor"], Value::Null, "{list}");
        let exported = lines(actor, &format!("{list}.ndjson"), 6).await;
        assert!(!exported.is_empty(), "{list}");
        assert_eq!(Value::Array(exported), page["data"], "{list}");
    }
}

#[apply(on_both)]
async fn a_long_list_is_read_in_blocks(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (order, _) = draft_with_item(&client).await;
    // Plain rows: the test is about their number. Many have changed at the same time.
    app.execute_sql(
        "INSERT INTO order_items (agent_id, client_id, order_id, group_id, status, title, url, price_minor, currency, quantity, \
         source, created_at, updated_at) \
         WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2499) \
         SELECT agent_id, client_id, order_id, group_id, status, title, url, price_minor, currency, quantity, source, created_at, \
         updated_at FROM order_items CROSS JOIN numbers WHERE id = (SELECT max(id) FROM order_items)",
    )
    .await;
    let exported = lines(&client, "/client/items.ndjson", 5).await;
    let mut ids: Vec<i64> = exported.iter().filter_map(|row| row["id"].as_i64()).collect();
    assert_eq!(ids.len(), 2500, "three blocks");
    ids.dedup();
    assert_eq!(ids.len(), 2500, "each row once");
    assert!(ids.is_sorted(), "rows of one moment in the order of their ids");
    assert!(exported.iter().all(|row| row["order_id"] == order));
    assert_eq!(
        lines(&owner, "/agent/items.ndjson", 4).await,
        Vec::<Value>::new(),
        "a draft"
    );
    app.execute_sql("DELETE FROM order_items WHERE id > (SELECT min(id) FROM order_items)")
        .await;
}

#[apply(on_both)]
async fn filters_apply_to_lines(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let _ = submitted_order(&client).await;
    app.state.clock.advance(TimeDelta::minutes(1));
    let since = now(&app);
    let second = submitted_order(&client).await;
    let changed = lines(&owner, &format!("/agent/orders.ndjson?updated_since={since}"), 6).await;
    assert_eq!(changed.len(), 1);
    assert_eq!(changed[0]["id"], second);
    assert_eq!(
        lines(&owner, "/agent/orders.ndjson?status=shipped", 6).await,
        Vec::<Value>::new()
    );
    // A cursor is checked, but an export is always the whole list.
    assert_eq!(lines(&owner, "/agent/orders.ndjson?limit=1", 6).await.len(), 2);
    let _ = owner
        .get("/agent/orders.ndjson?cursor=nonsense")
        .await
        .expect_problem(422, "validation_failed");
    let _ = owner
        .get("/agent/items.ndjson?order_ids=x")
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn the_ledger_of_all_clients_names_them_and_follows_the_rights(app: App) {
    let owner = app.owner().await;
    adjust_balance(&owner, 1, "10", "RUB").await;
    adjust_balance(&owner, 2, "20", "CNY").await;
    let ledger = lines(&owner, "/agent/ledger.ndjson", 4).await;
    let clients: Vec<&Value> = ledger.iter().map(|row| &row["client_id"]).collect();
    assert_eq!(clients, [2, 1], "newest first");
    let operations = owner.get("/agent/clients/2/balance/operations").await.expect(200);
    let mut operation = ledger[0].clone();
    let _ = operation.as_object_mut().and_then(|row| row.remove("client_id"));
    assert_eq!(operation, operations["data"][0]);
    assert_eq!(lines(&owner, "/agent/ledger.ndjson?currency=CNY", 4).await.len(), 1);
    let other = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(lines(&other, "/agent/ledger.ndjson", 4).await, Vec::<Value>::new());
    let member = app.log_in("client", TWO_CABINETS).await;
    assert_eq!(lines(&member, "/client/balance/operations.ndjson", 4).await.len(), 1);
}

#[apply(on_both)]
async fn exports_need_the_rights_of_their_lists(app: App) {
    let client = app.client().await;
    let _ = submitted_order(&client).await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    for path in ["/agent/clients.ndjson", "/agent/ledger.ndjson"] {
        let _ = worker.get(path).await.expect_problem(403, "permission_denied");
    }
    let rows = lines(&worker, "/agent/orders.ndjson", 6).await;
    assert_eq!(
        (rows.len(), rows[0].get("total")),
        (1, None),
        "the worker sees no prices"
    );
    let manager = app.log_in("agent", ASSIGNED_ONLY).await;
    assert_eq!(
        lines(&manager, "/agent/orders.ndjson", 6).await,
        Vec::<Value>::new(),
        "not assigned"
    );
    assert_eq!(
        lines(&manager, "/agent/items.ndjson", 6).await,
        Vec::<Value>::new(),
        "not assigned"
    );
    let member = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    for path in [
        "/client/orders.ndjson",
        "/client/items.ndjson",
        "/client/balance/operations.ndjson",
    ] {
        let _ = member.get(path).await.expect_problem(403, "permission_denied");
    }
}
