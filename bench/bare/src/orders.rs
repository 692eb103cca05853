//! Test data for the demo client: orders to pay, and orders with many items.

use crate::{Failure, Store};

/// The number of quoted orders, each with one item.
const PAYABLE: i64 = 20_000;
/// The id of the first quoted order, lower than the ids of [`crate::seed`], so that these orders are not on the first page of
/// lists.
const FIRST_PAYABLE_ID: i64 = 50_000;
/// An order with `n` items has the id `FIRST_CARD + n`.
const FIRST_CARD_ID: i64 = 80_000;
const CARD_SIZES: [i64; 2] = [20, 500];
const BATCH: i64 = 1_000;
/// The client's balance in minor units; more than all orders cost.
const BALANCE: i64 = 1_000_000_000_000;

/// Adds the orders to a database with the demo data.
pub(crate) async fn fill(store: &Store) -> Result<(), Failure> {
    for start in (0..PAYABLE).step_by(usize::try_from(BATCH)?) {
        let ids: Vec<i64> = (start..start + BATCH).map(|n| FIRST_PAYABLE_ID + n).collect();
        store.run("BEGIN").await?;
        for sql in quoted_orders_sql(&ids) {
            store.run(&sql).await?;
        }
        store.run("COMMIT").await?;
    }
    for count in CARD_SIZES {
        for sql in card_sql(FIRST_CARD_ID + count, count) {
            store.run(&sql).await?;
        }
    }
    store
        .run(&format!(
            "INSERT INTO ledger_accounts (agent_id, client_id, kind, currency, balance_minor) VALUES (1, 1, 'client', 'CNY', {BALANCE}) \
             ON CONFLICT (client_id, currency, name) WHERE kind = 'client' DO UPDATE SET balance_minor = {BALANCE}; \
             INSERT INTO ledger_accounts (agent_id, kind, currency) SELECT 1, 'revenue', 'CNY' \
             WHERE NOT EXISTS (SELECT 1 FROM ledger_accounts WHERE agent_id = 1 AND kind = 'revenue' AND currency = 'CNY')"
        ))
        .await?;
    store.run("ANALYZE").await?;
    if matches!(store, Store::Sqlite(_)) {
        // The benchmark copies only the main database file.
        store.run("PRAGMA wal_checkpoint(TRUNCATE)").await?;
    }
    Ok(())
}

fn values_sql(ids: &[i64], row: impl Fn(i64) -> String) -> String {
    ids.iter().map(|id| row(*id)).collect::<Vec<_>>().join(",")
}

/// Quoted orders with one item each.
fn quoted_orders_sql(ids: &[i64]) -> [String; 4] {
    let calculation = "{\"charges\":[{\"kind\":\"goods\",\"amount\":{\"amount\":\"28.50\",\"currency\":\"CNY\"},\"basis\":{\"by\":\"pieces\",\"pieces\":1},\"estimated\":false}],\"due\":{\"amount\":\"28.50\",\"currency\":\"CNY\"},\"total\":{\"amount\":\"28.50\",\"currency\":\"CNY\"},\"left_out\":0,\"weight_known\":true}";
    [
        format!(
            "INSERT INTO orders (id, agent_id, client_id, number, type, status, title, currency, total_minor, \
             items_count, source, search_text, quote_id) VALUES {}",
            values_sql(ids, |id| format!(
                "({id}, 1, 1, 'P{id}', 'standard', 'quoted', 'Футболка 卫衣', 'CNY', 2850, 1, 'cabinet', 'p{id} футболка 卫衣', {id})"
            ))
        ),
        format!(
            "INSERT INTO order_quotes (id, agent_id, client_id, order_id, calculation, due_minor, currency, \
             due_rub_minor, rate, rate_source) VALUES {}",
            values_sql(ids, |id| format!(
                "({id}, 1, 1, {id}, '{calculation}', 2850, 'CNY', 35482, '12.45', 'manual')"
            ))
        ),
        groups_sql(ids),
        items_sql(ids, |id| id),
    ]
}

/// A submitted order with `count` items.
fn card_sql(id: i64, count: i64) -> [String; 3] {
    let numbers: Vec<i64> = (0..count).collect();
    [
        format!(
            "INSERT INTO orders (id, agent_id, client_id, number, type, status, title, currency, total_minor, \
             items_count, source, search_text) VALUES \
             ({id}, 1, 1, 'C{id}', 'standard', 'submitted', 'Карточка', 'CNY', {total}, {count}, 'cabinet', 'c{id}')",
            total = 2850 * count,
        ),
        groups_sql(&[id]),
        items_sql(&numbers, |_| id),
    ]
}

fn groups_sql(ids: &[i64]) -> String {
    format!(
        "INSERT INTO order_groups (id, agent_id, client_id, order_id, shop_key, shop_name) VALUES {}",
        values_sql(ids, |id| format!("({id}, 1, 1, {id}, 'shop', '广州市云裳服饰厂')"))
    )
}

fn items_sql(numbers: &[i64], order: impl Fn(i64) -> i64) -> String {
    format!(
        "INSERT INTO order_items (agent_id, client_id, order_id, group_id, status, title, url, marketplace, external_id, \
         variant, image_url, price_minor, currency, quantity, source) VALUES {}",
        values_sql(numbers, |number| format!(
            "(1, 1, {0}, {0}, 'new', 'Футболка 卫衣 {number}', 'https://detail.1688.com/offer/{number}.html', '1688', '{number}', 'XL', \
             'https://cbu01.alicdn.com/img/ibank/{number}.jpg', 2850, 'CNY', 1, 'cabinet')",
            order(number)
        ))
    )
}
