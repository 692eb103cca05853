//! Lists as programs read them: what has changed, items of many orders, and exports by line.

mod changes;
mod document;
mod items;
mod lines;

use crate::support::{Actor, App};
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

fn page_ids(page: &Value) -> Vec<i64> {
    let rows = page["data"].as_array().expect("rows");
    rows.iter().map(|row| row["id"].as_i64().expect("an id")).collect()
}
