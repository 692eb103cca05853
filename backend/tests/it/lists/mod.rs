//! Lists as programs read them: what has changed, items of many orders, and exports by line.

mod changes;
mod document;
mod items;
mod lines;
mod queues;

use crate::{
    orders::submitted_order,
    support::{Actor, App, on_both},
};
use chrono::SecondsFormat;
use serde_json::Value;

/// The time of the test's clock, for a query.
fn now(app: &App) -> String {
    app.state.clock.now().to_rfc3339_opts(SecondsFormat::Nanos, true)
}

/// The ids of a list that is read to its end, a row per page, with the cursor of each page.
async fn read_all(actor: &Actor, path: &str) -> Vec<i64> {
    let mut ids = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = actor.get(&format!("{path}&limit=1&cursor={cursor}")).await.expect(200);
        ids.extend(page_ids(&page));
        match page["next_cursor"].as_str() {
            Some(next) => next.clone_into(&mut cursor),
            None => return ids,
        }
    }
}

#[apply(on_both)]
async fn cursor_of_other_filters_or_another_list_is_refused(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    for _ in 0..3 {
        let _ = submitted_order(&client).await;
    }
    let (status, changed) = ("status=submitted", "updated_since=2020-01-01T00:00:00Z");
    for (path, other) in [
        ("/agent/orders?search=".to_owned(), "/agent/clients?search=".to_owned()),
        (
            format!("/agent/orders?{status}&sort=number"),
            format!("/agent/orders?{status}&sort=client"),
        ),
        (
            format!("/agent/orders?{status}"),
            "/agent/orders?status=paid".to_owned(),
        ),
        (format!("/agent/orders?{status}"), "/agent/orders?limit=5".to_owned()),
        (format!("/agent/orders?{changed}"), format!("/agent/orders?{status}")),
        (
            "/agent/items?order_ids=1,2,3".to_owned(),
            "/agent/items?order_ids=1,2".to_owned(),
        ),
    ] {
        let cursor = owner.get(&format!("{path}&limit=1")).await.expect(200)["next_cursor"].clone();
        let cursor = cursor.as_str().expect("a cursor");
        // The limit may change between two pages.
        let _ = owner.get(&format!("{path}&limit=2&cursor={cursor}")).await.expect(200);
        let refused = owner
            .get(&format!("{other}&cursor={cursor}"))
            .await
            .expect_problem(422, "validation_failed");
        assert_eq!(
            refused["errors"]["cursor"][0]["code"], "cursor_mismatch",
            "{path}: {other}"
        );
    }
}

fn page_ids(page: &Value) -> Vec<i64> {
    let rows = page["data"].as_array().expect("rows");
    rows.iter().map(|row| row["id"].as_i64().expect("an id")).collect()
}
