//! The deposits of a balance, page by page.

use super::deposits::{ask_for_deposit, rubles, submitted};
use crate::{orders::lifecycle::adjust_balance, support::on_both};
use serde_json::Value;

#[apply(on_both)]
async fn deposits_of_a_balance_continue_after_the_first_fifty(app: App) {
    let (owner, client) = ask_for_deposit(&app, "1").await;
    adjust_balance(&owner, 1, "600", "RUB").await;
    let mut orders = Vec::new();
    for _ in 0..52 {
        orders.push(submitted(&client, &rubles("10.26")).await);
    }
    for (person, balance) in [(&client, "/client/balance"), (&owner, "/agent/clients/1/balance")] {
        let shown = person.get(balance).await.expect_within_statements(200, 6);
        let cursor = shown["deposits_cursor"].as_str().expect("a cursor");
        let rest = person
            .get(&format!("{balance}/deposits?limit=1&cursor={cursor}"))
            .await
            .expect_within_statements(200, 6);
        let cursor = rest["next_cursor"].as_str().expect("a cursor");
        let last = person
            .get(&format!("{balance}/deposits?limit=1&cursor={cursor}"))
            .await
            .expect(200);
        assert_eq!(last["next_cursor"], Value::Null);
        let pages = [&shown["deposits"], &rest["data"], &last["data"]];
        let found: Vec<i64> = pages
            .iter()
            .flat_map(|page| page.as_array().expect("deposits"))
            .map(|deposit| deposit["order_id"].as_i64().expect("an id"))
            .collect();
        assert_eq!(found, orders, "{balance}");
    }
}
