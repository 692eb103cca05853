//! The rules by which new orders of clients without a manager are assigned.

use super::{draft_with_item, submitted_order};
use crate::{
    chat::socket_client::start_server,
    live::{following, received},
    support::{ASSIGNED_ONLY, Actor, OTHER_CLIENT, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use serde_json::{Value, json};

const SETTING: &str = "/agent/settings/order-distribution";

/// The number of statements of a submission that assigns the order in turn.
const SUBMIT_IN_TURN: u32 = 12;

async fn set_rule(owner: &Actor, rule: Value) {
    let _ = owner.patch(SETTING, rule).await.expect(200);
}

/// Lets people of the group with the breadth `own` edit orders.
async fn let_own_edit(owner: &Actor) {
    let grants = json!({"grants": {"orders": {"level": "edit", "breadth": "own"}}});
    let _ = owner
        .patch("/agent/access-groups/2", grants)
        .await
        .expect_within_statements(200, 12);
}

async fn submit_in_turn(client: &Actor) -> i64 {
    let (id, _) = draft_with_item(client).await;
    let _ = client
        .post(&format!("/client/orders/{id}/submit"), json!({}))
        .await
        .expect_within_statements(200, SUBMIT_IN_TURN);
    id
}

async fn assignee(owner: &Actor, order: i64) -> Value {
    owner.get(&format!("/agent/orders/{order}")).await.expect(200)["assigned_staff_id"].clone()
}

async fn claim(actor: &Actor, order: i64) -> crate::support::TestResponse {
    actor.post(&format!("/agent/orders/{order}/claim"), json!({})).await
}

#[apply(on_both)]
async fn rule_is_validated_and_versioned(app: App) {
    let owner = app.owner().await;
    assert_eq!(
        owner.get(SETTING).await.expect(200),
        json!({"value": {"rule": "nobody"}, "version": 0})
    );
    let saved = owner
        .patch(SETTING, json!({"rule": "claim", "claim_limit": 3}))
        .await
        .expect(200);
    assert_eq!(
        saved,
        json!({"value": {"rule": "claim", "claim_limit": 3}, "version": 1})
    );
    let _ = owner
        .with_header("if-match", "\"9\"")
        .patch(SETTING, json!({"rule": "nobody"}))
        .await
        .expect_problem(412, "version_stale");
    for limit in [0, 1001] {
        let refused = owner
            .patch(SETTING, json!({"rule": "claim", "claim_limit": limit}))
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(refused["errors"]["claim_limit"][0]["code"], "out_of_range");
    }
    let _ = owner
        .patch(SETTING, json!({"rule": "everybody"}))
        .await
        .expect_problem(422, "validation_failed");
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .patch(SETTING, json!({"rule": "nobody"}))
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn orders_go_to_staff_in_turn(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_rule(&owner, json!({"rule": "round_robin"})).await;
    let people = owner.get("/agent/assignees").await.expect(200);
    assert_eq!(people["may_claim"], false);
    let mut orders = Vec::new();
    for _ in 0..4 {
        orders.push(submit_in_turn(&client).await);
    }
    let mut turns = Vec::new();
    for order in &orders {
        turns.push(assignee(&owner, *order).await);
    }
    assert_ne!(
        turns[0], turns[1],
        "the owner and the worker may edit orders, the viewer may not"
    );
    assert_eq!(turns[2..], turns[..2], "the turn goes round");

    let history = owner
        .get(&format!("/agent/orders/{}/history", orders[0]))
        .await
        .expect(200);
    let history = history["data"].as_array().expect("a history");
    let entry = history.last().expect("an entry");
    assert_eq!(
        (&entry["event"], &entry["side"], &entry["actor_name"]),
        (&json!("assigned_in_turn"), &json!("system"), &json!(""))
    );
    assert_eq!(entry["changes"][0]["field"], "assignee");
    let seen = client
        .get(&format!("/client/orders/{}/history", orders[0]))
        .await
        .expect(200);
    let seen = seen["data"].as_array().expect("a history");
    assert!(
        seen.iter().all(|entry| entry["event"] != "assigned_in_turn"),
        "clients do not see it"
    );

    // Who is locked out gets nothing.
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let me = worker.get("/agent/me").await.expect(200)["cabinet"]["staff_id"].clone();
    let _ = owner
        .patch(&format!("/agent/staff/{me}"), json!({"disabled": true, "work": "keep"}))
        .await
        .expect_within_statements(200, 12);
    for _ in 0..2 {
        let order = submit_in_turn(&client).await;
        assert_ne!(assignee(&owner, order).await, me);
    }
    // Other agents have their own rule.
    let other = submitted_order(&app.log_in("client", OTHER_CLIENT).await).await;
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(assignee(&stranger, other).await, Value::Null);
}

#[apply(on_both)]
async fn manager_of_the_client_comes_before_the_turn(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_rule(&owner, json!({"rule": "round_robin"})).await;
    let own = app.log_in("agent", ASSIGNED_ONLY).await;
    let manager = own.get("/agent/me").await.expect(200)["cabinet"]["staff_id"].clone();
    let _ = owner
        .patch("/agent/clients/1", json!({"manager_staff_id": manager}))
        .await
        .expect_within_statements(200, 8);
    let order = submitted_order(&client).await;
    assert_eq!(assignee(&owner, order).await, manager);
    let _ = owner
        .patch("/agent/clients/1", json!({"manager_staff_id": null}))
        .await
        .expect_within_statements(200, 8);
    let next = submit_in_turn(&client).await;
    assert_ne!(assignee(&owner, next).await, manager, "the viewer may not edit orders");
    // An order that was taken back keeps its assignee.
    let before = assignee(&owner, next).await;
    let _ = client
        .post(&format!("/client/orders/{next}/take-back"), json!({}))
        .await
        .expect(200);
    let _ = client
        .post(&format!("/client/orders/{next}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    assert_eq!(assignee(&owner, next).await, before);
}

#[apply(on_both)]
async fn concurrent_submissions_go_round(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let_own_edit(&owner).await;
    set_rule(&owner, json!({"rule": "round_robin"})).await;
    let mut drafts = Vec::new();
    for _ in 0..6 {
        drafts.push(draft_with_item(&client).await.0);
    }
    let submissions = drafts.iter().map(|draft| {
        let client = client.clone();
        let path = format!("/client/orders/{draft}/submit");
        tokio::spawn(async move { client.post(&path, json!({})).await.status })
    });
    for submission in submissions.collect::<Vec<_>>() {
        assert_eq!(submission.await.expect("a response"), 200);
    }
    let mut numbers = std::collections::BTreeMap::new();
    for draft in drafts {
        *numbers.entry(assignee(&owner, draft).await.to_string()).or_insert(0) += 1;
    }
    assert_eq!(numbers.into_values().collect::<Vec<_>>(), [2, 2, 2]);
}

#[apply(on_both)]
async fn orders_are_claimed_by_one_person(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let own = app.log_in("agent", ASSIGNED_ONLY).await;
    let order = submitted_order(&client).await;
    let _ = claim(&owner, order).await.expect_problem(409, "order_not_claimable");
    let _ = own
        .get("/agent/orders/claimable")
        .await
        .expect_problem(403, "permission_denied");
    let_own_edit(&owner).await;
    let _ = own
        .get("/agent/orders/claimable")
        .await
        .expect_problem(409, "order_not_claimable");
    set_rule(&owner, json!({"rule": "claim"})).await;
    assert_eq!(own.get("/agent/assignees").await.expect(200)["may_claim"], true);
    let free = own.get("/agent/orders/claimable").await.expect(200);
    assert_eq!(free["data"][0]["id"], order);
    assert!(
        free["data"][0].get("total").is_none_or(Value::is_null),
        "without the right to prices"
    );
    let _ = own
        .get(&format!("/agent/orders/{order}"))
        .await
        .expect_problem(404, "not_found");

    assert_eq!(
        claim(&own, order).await.expect_within_statements(200, 9),
        json!({"changed": 1})
    );
    assert_eq!(
        own.get(&format!("/agent/orders/{order}")).await.expect(200)["id"],
        order
    );
    assert_eq!(
        claim(&own, order).await.expect(200),
        json!({"changed": 0}),
        "it is the caller's"
    );
    let _ = claim(&owner, order).await.expect_problem(409, "order_taken");
    assert_eq!(own.get("/agent/orders/claimable").await.expect(200)["data"], json!([]));
    let history = owner.get(&format!("/agent/orders/{order}/history")).await.expect(200);
    let entry = history["data"]
        .as_array()
        .expect("a history")
        .last()
        .expect("an entry")
        .clone();
    assert_eq!(
        (&entry["event"], &entry["actor_name"]),
        (&json!("claimed"), &json!("Дмитрий"))
    );

    let draft = draft_with_item(&client).await.0;
    let _ = claim(&own, draft).await.expect_problem(404, "not_found");
    let _ = claim(&own, 999_999).await.expect_problem(404, "not_found");
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let _ = claim(&stranger, order).await.expect_problem(404, "not_found");
}

#[apply(on_both)]
async fn of_two_claims_at_once_one_wins(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    set_rule(&owner, json!({"rule": "claim"})).await;
    let order = submitted_order(&client).await;
    let path = format!("/agent/orders/{order}/claim");
    let (first, second) = tokio::join!(owner.post(&path, json!({})), worker.post(&path, json!({})));
    let mut statuses = [first.status, second.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409]);
    let loser = if first.status == 409 { first } else { second };
    let _ = loser.expect_problem(409, "order_taken");
}

#[apply(on_both)]
async fn claims_are_limited_per_person(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    set_rule(&owner, json!({"rule": "claim", "claim_limit": 2})).await;
    let mut orders = Vec::new();
    for _ in 0..4 {
        orders.push(submitted_order(&client).await);
    }
    let paths: Vec<String> = orders
        .iter()
        .map(|order| format!("/agent/orders/{order}/claim"))
        .collect();
    let (a, b, c) = tokio::join!(
        worker.post(&paths[0], json!({})),
        worker.post(&paths[1], json!({})),
        worker.post(&paths[2], json!({})),
    );
    let responses = [a, b, c];
    assert_eq!(responses.iter().filter(|response| response.status == 200).count(), 2);
    let refused = responses
        .into_iter()
        .find(|response| response.status != 200)
        .expect("one too many");
    assert_eq!(refused.expect_problem(409, "claim_limit_reached")["limit"], 2);
    // Another person has their own limit, and a closed order does not count.
    let _ = claim(&owner, orders[3]).await.expect_within_statements(200, 9);
    let mine = worker.get("/agent/orders?mine=true").await.expect(200)["data"][0]["id"].clone();
    let _ = owner
        .post(
            &format!("/agent/orders/{mine}/cancel"),
            json!({"reason": "нет в продаже"}),
        )
        .await
        .expect_within_statements(200, 16);
    let free = worker.get("/agent/orders/claimable").await.expect(200)["data"][0]["id"].clone();
    let _ = claim(&worker, free.as_i64().expect("an id"))
        .await
        .expect_within_statements(200, 9);
}

#[apply(on_both)]
async fn open_pages_follow_the_rules(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_rule(&owner, json!({"rule": "claim"})).await;
    let order = submitted_order(&client).await;
    let server = start_server(&app).await;
    let mut socket = following(&server, &owner, "agent").await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = claim(&worker, order).await.expect_within_statements(200, 9);
    assert!(received(&mut socket).await.iter().any(|(_, id)| *id == order));
}
