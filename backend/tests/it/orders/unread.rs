//! Unread orders: each person reads for themselves.

use super::{
    draft_with_item,
    lifecycle::{adjust_balance, pay_order, quote_order},
    submitted_order,
};
use crate::api_keys::program;
use crate::support::{Actor, App, MEMBER_WITHOUT_RIGHTS, WAREHOUSE_WORKER, on_both};
use chrono::Duration;
use serde_json::json;

/// The ids of the orders that a list shows as unread.
async fn unread(actor: &Actor, side: &str) -> Vec<i64> {
    let page = actor
        .get(&format!("/{side}/orders"))
        .await
        .expect_within_statements(200, 6);
    let rows = page["data"].as_array().expect("rows").iter();
    let unread: Vec<i64> = rows
        .filter(|row| row["unread"] == true)
        .map(|row| row["id"].as_i64().expect("an id"))
        .collect();
    if side == "agent" {
        let filtered = actor.get("/agent/orders?unread=true").await.expect(200);
        let rows = filtered["data"].as_array().expect("rows").iter();
        let ids: Vec<i64> = rows.filter_map(|row| row["id"].as_i64()).collect();
        assert_eq!(ids, unread, "the filter and the dots of the list agree");
        let counts = actor.get("/agent/orders/counts").await.expect(200);
        assert_eq!(counts["unread"]["count"], json!(unread.len()));
    }
    unread
}

async fn open(actor: &Actor, side: &str, order: i64) -> bool {
    let card = actor
        .get(&format!("/{side}/orders/{order}"))
        .await
        .expect_within_statements(200, 6);
    card["unread"] == true
}

/// A second member of the client with all rights.
async fn second_member(app: &App) -> Actor {
    app.execute_sql(&format!(
        "UPDATE client_members SET is_owner = true WHERE user_id = (SELECT id FROM users WHERE phone = '{MEMBER_WITHOUT_RIGHTS}')"
    ))
    .await;
    app.log_in("client", MEMBER_WITHOUT_RIGHTS).await
}

#[apply(on_both)]
async fn each_person_reads_for_themselves(app: App) {
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let (client, member) = (app.client().await, second_member(&app).await);
    let order = submitted_order(&client).await;
    assert_eq!(unread(&owner, "agent").await, [order]);
    assert_eq!(unread(&worker, "agent").await, [order]);
    assert!(unread(&client, "client").await.is_empty(), "own changes are not unread");
    assert!(unread(&member, "client").await.is_empty(), "nor those of one's side");

    assert!(open(&worker, "agent", order).await, "the card says what it was");
    assert!(!open(&worker, "agent", order).await);
    assert!(unread(&worker, "agent").await.is_empty());
    assert_eq!(
        unread(&owner, "agent").await,
        [order],
        "the look of a colleague changes nothing"
    );

    let _ = quote_order(&owner, order).await;
    assert!(
        unread(&worker, "agent").await.is_empty(),
        "a change by a colleague is not unread"
    );
    assert_eq!(
        unread(&owner, "agent").await,
        [order],
        "only opening the card marks it as read"
    );
    assert_eq!(unread(&client, "client").await, [order]);
    assert_eq!(unread(&member, "client").await, [order]);
    assert!(open(&member, "client", order).await);
    assert!(unread(&member, "client").await.is_empty());
    assert_eq!(unread(&client, "client").await, [order]);

    adjust_balance(&owner, 1, "5000", "RUB").await;
    let _ = open(&owner, "agent", order).await;
    let _ = pay_order(&client, order, "RUB").await;
    assert_eq!(unread(&owner, "agent").await, [order], "unread again after the payment");
    assert_eq!(unread(&worker, "agent").await, [order]);
    assert!(unread(&member, "client").await.is_empty());
}

#[apply(on_both)]
async fn order_that_is_taken_back_and_canceled_is_not_unread(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    for step in ["take-back", "cancel"] {
        let _ = client
            .post(&format!("/client/orders/{order}/{step}"), json!({}))
            .await
            .expect(200);
        assert!(unread(&owner, "agent").await.is_empty(), "{step}");
    }
}

/// People who join later don't start with everything that happened before.
#[apply(on_both)]
async fn what_happened_before_a_person_joined_is_not_unread(app: App) {
    let before = submitted_order(&app.client().await).await;
    let joined = (app.state.clock.now() + Duration::hours(1)).to_rfc3339();
    app.execute_sql(&format!(
        "UPDATE staff SET confirmed_at = '{joined}' WHERE user_id = (SELECT id FROM users WHERE phone = '{WAREHOUSE_WORKER}')"
    ))
    .await;
    app.state.clock.advance(Duration::hours(2));
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    assert!(unread(&worker, "agent").await.is_empty());
    let after = submitted_order(&app.client().await).await;
    assert_eq!(unread(&worker, "agent").await, [after]);
    assert_eq!(unread(&app.owner().await, "agent").await, [after, before]);
}

/// Reads of orders are deleted once the orders can't be unread any more.
#[apply(on_both)]
async fn marks_end_after_ninety_days(app: App) {
    let (worker, client) = (app.log_in("agent", WAREHOUSE_WORKER).await, app.client().await);
    let (read, never) = (submitted_order(&client).await, submitted_order(&client).await);
    let _ = open(&worker, "agent", read).await;
    app.run_due_jobs().await;
    assert_eq!(app.count("order_reads", "true").await, 1);
    app.state.clock.advance(Duration::days(89));
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    assert_eq!(unread(&worker, "agent").await, [never]);
    app.state.clock.advance(Duration::days(2));
    app.run_due_jobs().await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    assert_eq!(app.count("order_reads", "true").await, 0);
    assert!(unread(&worker, "agent").await.is_empty());
    let _ = app
        .client()
        .await
        .post(&format!("/client/orders/{read}/chat"), json!({"body": "Есть новости?"}))
        .await
        .expect_within_statements(201, 7);
    assert_eq!(unread(&worker, "agent").await, [read], "a new activity counts again");
}

/// While a replica of the previous version runs, its activities are unread on the new ones, and the flags that it reads follow
/// the new ones' activities.
#[apply(on_both)]
async fn replicas_of_the_previous_version_share_the_marks(app: App) {
    let (owner, worker) = (app.owner().await, app.log_in("agent", WAREHOUSE_WORKER).await);
    let client = app.client().await;
    let order = submitted_order(&client).await;
    let flags = async || {
        let flags = ["unread_by_agent", "unread_by_client"].map(|flag| format!("id = {order} AND {flag}"));
        [
            app.count("orders", &flags[0]).await,
            app.count("orders", &flags[1]).await,
        ]
    };
    assert_eq!(flags().await, [1, 0]);
    let _ = open(&owner, "agent", order).await;
    assert_eq!(flags().await, [0, 0]);
    let old_write = async |flag: &str, minute: i64| {
        let at = (app.state.clock.now() + Duration::minutes(minute)).to_rfc3339();
        app.execute_sql(&format!(
            "UPDATE orders SET {flag} = true, last_activity_at = '{at}' WHERE id = {order}"
        ))
        .await;
    };
    old_write("unread_by_agent", 1).await;
    assert_eq!(unread(&owner, "agent").await, [order]);
    assert!(unread(&client, "client").await.is_empty());
    let _ = open(&owner, "agent", order).await;
    let _ = open(&worker, "agent", order).await;
    old_write("unread_by_client", 2).await;
    assert_eq!(unread(&client, "client").await, [order]);
    assert!(unread(&owner, "agent").await.is_empty());
    assert_eq!(flags().await, [0, 1]);
    // A look there clears the flag only, so nothing is lost here.
    app.execute_sql(&format!(
        "UPDATE orders SET unread_by_client = false WHERE id = {order}"
    ))
    .await;
    assert_eq!(unread(&client, "client").await, [order]);
    let _ = open(&client, "client", order).await;
    assert_eq!(flags().await, [0, 0]);
}

/// The migration keeps orders unread, for all people of the side.
#[apply(on_both)]
async fn migration_keeps_what_was_unread(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (read, kept) = (submitted_order(&client).await, submitted_order(&client).await);
    let _ = draft_with_item(&client).await;
    let _ = open(&owner, "agent", read).await;
    let _ = quote_order(&owner, read).await;
    let db = app.undo_migrations_from("m20261126_0094_unread_orders").await;
    db.migrate().await.expect("goes up");
    db.close().await.expect("closes");
    assert_eq!(unread(&owner, "agent").await, [kept]);
    assert_eq!(
        unread(&app.log_in("agent", WAREHOUSE_WORKER).await, "agent").await,
        [kept]
    );
    assert_eq!(unread(&client, "client").await, [read]);
}

#[apply(on_both)]
async fn a_program_marks_nothing_as_read(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let mirror = program(&app, json!({"name": "Mirror", "rights": {"orders": "read"}})).await;
    assert!(open(&mirror, "agent", order).await);
    assert_eq!(unread(&owner, "agent").await, [order]);
    assert!(open(&owner, "agent", order).await);
    assert_eq!(unread(&owner, "agent").await, Vec::<i64>::new());
}
