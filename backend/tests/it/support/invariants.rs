//! What holds at the end of every test, whatever it did.

use super::App;
use sea_orm::{ConnectionTrait, Database, DbBackend, Statement};

/// Each statement finds rows that must not be there.
const NEVER: &[(&str, &str)] = &[
    (
        "an order's totals are not what its lines say",
        "SELECT o.id FROM orders o WHERE o.items_count <> (SELECT count(*) FROM order_items i WHERE i.order_id = o.id) \
         OR o.total_minor <> (SELECT coalesce(sum(i.price_minor * i.quantity), 0) FROM order_items i WHERE i.order_id = o.id AND i.currency = o.currency) \
         OR o.mixed_currencies <> EXISTS (SELECT 1 FROM order_items i WHERE i.order_id = o.id AND i.currency <> o.currency)",
    ),
    (
        "an order has no history",
        "SELECT o.id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_history h WHERE h.order_id = o.id)",
    ),
    (
        "an order is not where its history says",
        "SELECT o.id FROM orders o WHERE o.status <> coalesce((SELECT h.to_status FROM order_history h WHERE h.order_id = o.id AND h.to_status IS NOT NULL ORDER BY h.id DESC LIMIT 1), 'draft')",
    ),
    (
        "a draft is shown to the agent as unread",
        "SELECT id FROM orders WHERE status = 'draft' AND unread_by_agent",
    ),
    (
        "a line hangs on another tenant's order",
        "SELECT i.id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE i.agent_id <> o.agent_id OR i.client_id <> o.client_id",
    ),
    (
        "a token is stored in the clear",
        "SELECT id FROM extension_tokens WHERE length(token_hash) <> 64 OR token_hash LIKE 'svc%'",
    ),
    ("a work item failed", "SELECT id FROM jobs WHERE failed_at IS NOT NULL"),
];

impl App {
    pub async fn check_invariants(&self) {
        let db = Database::connect(self.database_url.as_str())
            .await
            .expect("the database opens");
        let backend = if self.database_url.starts_with("sqlite") {
            DbBackend::Sqlite
        } else {
            DbBackend::Postgres
        };
        for (meaning, sql) in NEVER {
            let rows = db
                .query_all_raw(Statement::from_string(backend, *sql))
                .await
                .expect(meaning);
            assert!(rows.is_empty(), "{meaning}: {} rows", rows.len());
        }
        db.close().await.expect("the database closes");
    }
}
