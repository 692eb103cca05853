//! The home page of staff: the person's tasks, and the orders by day.

use crate::{
    orders::{create_draft, lifecycle::adjust_balance, submitted_order},
    services::order_service,
    support::{ASSIGNED_ONLY, Actor, OTHER_OWNER, WAREHOUSE_WORKER, on_both},
};
use chrono::Duration;
use serde_json::{Value, json};
use std::collections::BTreeMap;

async fn home(actor: &Actor) -> Value {
    actor.get("/agent/home").await.expect(200)
}

/// The counts of the tasks by kind.
fn tasks(home: &Value) -> BTreeMap<String, i64> {
    let groups = home["tasks"]["groups"].as_array().expect("groups");
    let count = |group: &Value| {
        let kind = group["kind"].as_str().expect("a kind").to_owned();
        (kind, group["count"]["count"].as_i64().expect("a number"))
    };
    groups.iter().map(count).collect()
}

/// The numbers of orders of the last days, oldest first.
fn orders_by_day(home: &Value) -> Vec<i64> {
    let days = home["orders_by_day"].as_array().expect("days");
    days.iter()
        .map(|day| day["count"]["count"].as_i64().expect("a number"))
        .collect()
}

async fn listed(actor: &Actor, section: &str) -> Vec<i64> {
    let page = actor.get(&format!("/agent/orders?section={section}")).await.expect(200);
    let rows = page["data"].as_array().expect("rows");
    rows.iter().filter_map(|row| row["id"].as_i64()).collect()
}

#[apply(on_both)]
async fn home_counts_the_work_and_the_orders_of_each_day(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let _ = create_draft(&client).await;
    let order = submitted_order(&client).await;
    let shown = home(&owner).await;
    assert_eq!(tasks(&shown), [("orders_to_price".to_owned(), 1)].into());
    let days = orders_by_day(&shown);
    assert_eq!((days.len(), days.iter().sum::<i64>()), (30, 1), "a draft is no order");
    assert_eq!(days.last(), Some(&1));

    let _ = order_service(&owner, order, "photo").await;
    assert_eq!(tasks(&home(&owner).await).get("services_to_do"), Some(&1));
    assert_eq!(listed(&owner, "services").await, [order]);
    assert!(listed(&owner, "overdue").await.is_empty());

    app.state.clock.advance(Duration::days(4));
    let owner = app.owner().await;
    let shown = home(&owner).await;
    assert_eq!(tasks(&shown).get("orders_overdue"), Some(&1));
    assert_eq!(orders_by_day(&shown)[25], 1);
    assert_eq!(listed(&owner, "overdue").await, [order]);
}

#[apply(on_both)]
async fn orders_without_activity_for_three_days_are_counted(app: App) {
    let client = app.client().await;
    let first = submitted_order(&client).await;
    app.state.clock.advance(Duration::days(2));
    let second = submitted_order(&app.client().await).await;
    let overdue = async || {
        let owner = app.owner().await;
        let count = tasks(&home(&owner).await).get("orders_overdue").copied();
        (count, listed(&owner, "overdue").await)
    };
    assert_eq!(overdue().await, (None, vec![]));
    app.state.clock.advance(Duration::hours(25));
    assert_eq!(overdue().await, (Some(1), vec![first]));
    app.state.clock.advance(Duration::days(2));
    let (count, mut orders) = overdue().await;
    orders.sort_unstable();
    assert_eq!((count, orders), (Some(2), vec![first, second]));
}

#[apply(on_both)]
async fn days_of_the_chart_begin_at_the_midnight_of_the_person(app: App) {
    // 22:06 in Moscow, and 03:06 of the next day in Shanghai.
    app.state.clock.advance(Duration::hours(8));
    let _ = submitted_order(&app.client().await).await;
    app.state.clock.advance(Duration::hours(2));
    let owner = app.owner().await;
    let last_day = async || home(&owner).await["orders_by_day"][29].clone();
    // It is after midnight in Moscow, and the order is of yesterday.
    assert_eq!(last_day().await["day"], "2026-11-19");
    assert_eq!(last_day().await["count"]["count"], 0);
    let _ = owner
        .patch("/agent/me", json!({"timezone": "Asia/Shanghai"}))
        .await
        .expect(200);
    assert_eq!(last_day().await["day"], "2026-11-19");
    assert_eq!(last_day().await["count"]["count"], 1);
}

#[apply(on_both)]
async fn home_shows_nothing_that_a_person_may_not_see(app: App) {
    let client = app.client().await;
    let _ = submitted_order(&client).await;
    for phone in [OTHER_OWNER, ASSIGNED_ONLY] {
        let shown = home(&app.log_in("agent", phone).await).await;
        assert!(tasks(&shown).is_empty(), "{phone}: {shown}");
        assert_eq!(orders_by_day(&shown).iter().sum::<i64>(), 0, "{phone}");
    }
    let worker = home(&app.log_in("agent", WAREHOUSE_WORKER).await).await;
    assert!(tasks(&worker).is_empty(), "the worker does not price orders");
    assert!(orders_by_day(&worker).is_empty(), "the worker sees no reports");
    let _ = client.get("/agent/home").await.expect(401);
}

/// A page of a list that begins with what waits longest, and the cursor of the next one.
async fn waiting(actor: &Actor, path: &str, cursor: Option<&str>) -> (Vec<i64>, Option<String>) {
    let cursor = cursor.map(|cursor| format!("&cursor={cursor}")).unwrap_or_default();
    let page = actor.get(&format!("{path}{cursor}")).await.expect(200);
    let rows = page["data"].as_array().expect("rows");
    let ids = rows.iter().filter_map(|row| row["id"].as_i64()).collect();
    (ids, page["next_cursor"].as_str().map(ToOwned::to_owned))
}

#[apply(on_both)]
async fn requests_that_wait_are_listed_as_they_are_counted_oldest_first(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "1000", "RUB").await;
    adjust_balance(&owner, 1, "1000", "CNY").await;
    let money = json!({"amount": "10", "currency": "RUB"});
    let withdrawal = json!({"amount": "10", "currency": "RUB", "requisites": "Банк, 2202"});
    let wallet = json!({"wallet": "alipay", "account": "a@b.cn", "amount": "10"});
    for (kind, ask, list, body) in [
        ("topups", "/client/balance/requests", "/agent/balance-requests", money),
        ("wallet_topups", "/client/wallet-topup", "/agent/wallet-topups", wallet),
        ("withdrawals", "/client/withdrawals", "/agent/withdrawals", withdrawal),
    ] {
        let mut asked = Vec::new();
        for _ in 0..4 {
            let request = client.post(ask, body.clone()).await.expect_within_statements(201, 16);
            asked.push(request["id"].as_i64().expect("an id"));
        }
        let refusal = format!("{list}/{}/reject", asked.remove(1));
        let refused = owner.post(&refusal, json!({"reason": "нет"})).await;
        let _ = refused.expect_within_statements(200, 18);
        assert_eq!(tasks(&home(&owner).await).get(kind), Some(&3), "{kind}");
        let bell = owner.get("/agent/attention").await.expect(200);
        let groups = bell["groups"].as_array().expect("groups");
        let of_kind = groups
            .iter()
            .find(|group| group["kind"] == kind)
            .expect("the bell counts it");
        assert_eq!(of_kind["count"]["count"], 3, "{kind}");
        let path = format!("{list}?waiting=true&limit=2");
        let (first, next) = waiting(&owner, &path, None).await;
        let (rest, end) = waiting(&owner, &path, next.as_deref()).await;
        assert_eq!((&first[..], &rest[..], end), (&asked[..2], &asked[2..], None), "{kind}");
        let (all, _) = waiting(&owner, &format!("{list}?waiting=false"), None).await;
        assert_eq!((all.len(), all.last()), (4, asked.first()), "{kind}: newest first");
    }
}

#[apply(on_both)]
async fn orders_with_unread_chats_are_listed_as_they_are_counted(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (asked, _other) = (submitted_order(&client).await, submitted_order(&client).await);
    let path = format!("/client/orders/{asked}/chat");
    let sent = client
        .post(&path, json!({"body": "Когда?"}))
        .await
        .expect_within_statements(201, 7);
    let listed = async || waiting(&owner, "/agent/orders?unread_chats=true", None).await.0;
    let dialogues = async || {
        owner.get("/agent/chats?tab=unread").await.expect(200)["data"]
            .as_array()
            .map(Vec::len)
    };
    assert_eq!(tasks(&home(&owner).await).get("client_chats"), Some(&1));
    assert_eq!(dialogues().await, Some(1), "the page that the task leads to");
    assert_eq!(listed().await, [asked]);
    let _ = owner
        .post(
            &format!("/agent/orders/{asked}/chat/read"),
            json!({"message_id": sent["id"]}),
        )
        .await
        .expect(200);
    assert_eq!(listed().await, Vec::<i64>::new());
}
