//! Sorts of the agent's order table, page by page.

use super::{create_draft, draft_with_item, submitted_order};
use crate::support::{ASSIGNED_ONLY, Actor, App, TWO_CABINETS, WAREHOUSE_WORKER, on_both};
use chrono::TimeDelta;
use serde_json::{Value, json};
use shared_types::orders::{OrderSort, OrderStatus};
use std::cmp::Ordering;

/// All rows of the table, read in pages of two.
async fn rows(actor: &Actor, query: &str) -> Vec<Value> {
    let (mut rows, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = actor
            .get(&format!("/agent/orders?limit=2{query}{cursor}"))
            .await
            .expect(200);
        rows.extend(page["data"].as_array().expect("rows").iter().cloned());
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return rows,
        }
    }
}

fn ids(rows: &[Value]) -> Vec<i64> {
    rows.iter().filter_map(|row| row["id"].as_i64()).collect()
}

/// Returns the value that the table shows in the column, so that it can be compared as text or number.
fn key(row: &Value, sort: OrderSort) -> (i64, String) {
    let number = |field: &str| (row[field].as_i64().unwrap_or_default(), String::new());
    let text = |field: &str| (0, row[field].as_str().unwrap_or_default().to_owned());
    match sort {
        OrderSort::Created => number("id"),
        OrderSort::Submitted => match &row["submitted_at"] {
            Value::Null => text("created_at"),
            _ => text("submitted_at"),
        },
        OrderSort::Number => number("client_id"),
        OrderSort::Client => text("client_name"),
        OrderSort::Total => {
            let amount = row["total"]["amount"].as_str().expect("a total").replace('.', "");
            (amount.parse().expect("two decimals"), String::new())
        }
        OrderSort::Status => {
            let rank = OrderStatus::ALL
                .iter()
                .position(|status| row["status"] == status.as_str());
            (i64::try_from(rank.expect("a status")).expect("a few"), String::new())
        }
        OrderSort::Assignee => number("assigned_staff_id"),
        OrderSort::Activity => text("last_activity_at"),
    }
}

async fn five_orders(app: &App) -> Vec<i64> {
    let (client, two, owner) = (
        app.client().await,
        app.log_in("client", TWO_CABINETS).await,
        app.owner().await,
    );
    let mut orders = Vec::new();
    for actor in [&client, &two, &client] {
        app.state.clock.advance(TimeDelta::seconds(7));
        orders.push(submitted_order(actor).await);
    }
    let (costly, item) = draft_with_item(&client).await;
    let _ = client
        .patch(
            &format!("/client/orders/{costly}/items/{}", item["id"]),
            json!({"quantity": 40}),
        )
        .await
        .expect_within_statements(200, 10);
    let given_up = create_draft(&two).await;
    let _ = two
        .post(&format!("/client/orders/{given_up}/cancel"), json!({}))
        .await
        .expect(200);
    app.state.clock.advance(TimeDelta::seconds(7));
    let _ = client
        .post(&format!("/client/orders/{costly}/submit"), json!({}))
        .await
        .expect_within_statements(200, 7);
    let people = owner.get("/agent/assignees").await.expect(200)["data"].clone();
    for (order, person) in [(orders[0], 0), (orders[2], 1)] {
        let body = json!({"assigned_staff_id": people[person]["id"]});
        let _ = owner
            .patch(&format!("/agent/orders/{order}"), body)
            .await
            .expect_within_statements(200, 10);
    }
    let _ = owner
        .post(
            &format!("/agent/orders/{}/cancel", orders[1]),
            json!({"reason": "Нет в продаже"}),
        )
        .await
        .expect_within_statements(200, 12);
    orders.extend([costly, given_up]);
    orders
}

#[apply(on_both)]
async fn each_sort_is_complete_in_both_directions(app: App) {
    let orders = five_orders(&app).await;
    let owner = app.owner().await;
    let all = rows(&owner, "").await;
    assert_eq!(all.len(), orders.len());
    for sort in OrderSort::ALL {
        for descending in [false, true] {
            let mut expected = all.clone();
            expected.sort_by(|a, b| {
                let order = key(a, sort)
                    .cmp(&key(b, sort))
                    .then(a["id"].as_i64().cmp(&b["id"].as_i64()));
                if descending { order.reverse() } else { order }
            });
            let query = format!("&sort={}&descending={descending}", sort.as_str());
            assert_eq!(ids(&rows(&owner, &query).await), ids(&expected), "{query}");
        }
    }
    let newest = &ids(&all)[..1];
    assert_eq!(
        newest.cmp(&ids(&rows(&owner, "&descending=true").await)[..1]),
        Ordering::Equal
    );
    let filtered = rows(&owner, "&sort=total&status=submitted&from=2026-01-01").await;
    assert!(
        filtered.iter().all(|row| row["status"] == "submitted"),
        "the filters apply to a sorted list"
    );
    let _ = owner
        .get("/agent/orders?sort=colour")
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn sort_by_total_needs_the_right_to_see_prices(app: App) {
    let _ = submitted_order(&app.client().await).await;
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker
        .get("/agent/orders?sort=total")
        .await
        .expect_problem(403, "permission_denied");
    let _ = worker.get("/agent/orders?sort=submitted").await.expect(200);
    let own = app.log_in("agent", ASSIGNED_ONLY).await;
    assert_eq!(own.get("/agent/orders?sort=total").await.expect(200)["data"], json!([]));
}
