//! Database invariants that are checked at the end of every test.

use super::App;
use sea_orm::{ConnectionTrait, Database, DbBackend, Statement};

/// Each statement selects rows that must not exist.
const VIOLATIONS: &[(&str, &str)] = &[
    (
        "an order's number of items differs from its items",
        "SELECT o.id FROM orders o WHERE o.items_count <> (SELECT count(*) FROM order_items i WHERE i.order_id = o.id)",
    ),
    (
        "the total of an order without a quote differs from its live items and their shipping",
        "SELECT o.id FROM orders o WHERE o.quote_id IS NULL AND o.total_minor - (SELECT coalesce(sum(c.amount_minor), 0) \
         FROM order_charges c WHERE c.order_id = o.id AND c.refunded_at IS NULL) <> \
         (SELECT coalesce(sum(round(coalesce(i.agent_price_minor, i.price_minor) * coalesce(i.agent_quantity, i.quantity) * 1.0 \
         / CASE WHEN i.agent_price_minor IS NULL THEN i.price_per ELSE coalesce(i.agent_price_per, 1) END)), 0) \
         FROM order_items i WHERE i.order_id = o.id \
          AND i.status NOT IN ('refused', 'returned', 'refunded') AND coalesce(i.agent_currency, i.currency) = o.currency) \
         + (SELECT coalesce(sum(g.domestic_minor), 0) FROM order_groups g WHERE g.id IN (SELECT i.group_id \
         FROM order_items i WHERE i.order_id = o.id AND i.status NOT IN ('refused', 'returned', 'refunded')))",
    ),
    (
        "an order's flag of other currencies differs from its live items",
        "SELECT o.id FROM orders o WHERE o.mixed_currencies <> (o.quote_id IS NULL AND EXISTS (SELECT 1 \
         FROM order_items i WHERE i.order_id = o.id \
         AND i.status NOT IN ('refused', 'returned', 'refunded') AND coalesce(i.agent_currency, i.currency) <> o.currency))",
    ),
    (
        "the total of a quoted order differs from its quote and the unrefunded share of its payment",
        "SELECT o.id FROM orders o JOIN order_quotes q ON q.id = o.quote_id \
         LEFT JOIN payments p ON p.document_type = 'order' AND p.document_id = o.id \
         WHERE abs(2 * ((o.total_minor - (SELECT coalesce(sum(c.amount_minor), 0) FROM order_charges c \
         WHERE c.order_id = o.id AND c.refunded_at IS NULL)) * coalesce(p.amount_minor, 1) - \
         q.due_minor * (coalesce(p.amount_minor, 1) - coalesce(p.refunded_minor, 0)))) > coalesce(p.amount_minor, 1)",
    ),
    (
        "the charges of a shipment do not add up to its price",
        "SELECT h.id FROM shipments h WHERE coalesce(h.cost_rub_minor, 0) <> (SELECT coalesce(sum(c.rub_minor), 0) \
         FROM order_charges c WHERE c.shipment_id = h.id AND (c.refunded_at IS NULL OR h.paid_at IS NOT NULL)) \
         AND (h.status <> 'canceled' OR h.paid_at IS NOT NULL)",
    ),
    (
        "a service that was paid at once is not charged to its order, or its charge is not returned with it",
        "SELECT s.id FROM order_item_services s LEFT JOIN order_charges c ON c.item_service_id = s.id \
         WHERE (s.entry_id IS NOT NULL) <> (c.id IS NOT NULL) OR c.amount_minor <> s.paid_amount_minor \
         OR (s.status = 'canceled') <> (c.refunded_at IS NOT NULL) AND c.id IS NOT NULL",
    ),
    (
        "the refunded amount of an item exceeds its refunds",
        "SELECT i.id FROM order_items i WHERE i.refunded_minor > (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r \
         WHERE r.item_id = i.id)",
    ),
    (
        "more pieces of an item are refunded than were ordered, or all are and it is not refunded",
        "SELECT id FROM order_items WHERE refunded_quantity > coalesce(agent_quantity, quantity) \
         OR (status = 'refunded') <> (refunded_quantity = coalesce(agent_quantity, quantity))",
    ),
    (
        "the refunded amount of an item exceeds the refunds of its order",
        "SELECT i.id FROM order_items i WHERE i.refunded_minor > (SELECT coalesce(sum(p.refunded_minor), 0) \
         FROM payments p WHERE p.document_type = 'order' AND p.document_id = i.order_id)",
    ),
    (
        "an order has no history",
        "SELECT o.id FROM orders o WHERE NOT EXISTS (SELECT 1 FROM order_history h WHERE h.order_id = o.id)",
    ),
    (
        "an order's status differs from its history",
        "SELECT o.id FROM orders o WHERE o.status <> coalesce((SELECT h.to_status FROM order_history h \
         WHERE h.order_id = o.id AND h.to_status IS NOT NULL ORDER BY h.id DESC LIMIT 1), 'draft')",
    ),
    (
        "a draft is shown to the agent as unread",
        "SELECT id FROM orders WHERE status = 'draft' AND (unread_by_agent OR client_activity_at IS NOT NULL)",
    ),
    (
        "an item belongs to another tenant's order",
        "SELECT i.id FROM order_items i JOIN orders o ON o.id = i.order_id WHERE i.agent_id <> o.agent_id OR i.client_id <> o.client_id",
    ),
    (
        "a token is stored in the clear",
        "SELECT id FROM extension_tokens WHERE length(token_hash) <> 64 OR token_hash LIKE 'svc%'",
    ),
    (
        "a key is stored in the clear, or ended without a reason",
        "SELECT id FROM api_keys WHERE length(secret_hash) <> 64 OR (revoked_at IS NULL) <> (revoke_reason IS NULL)",
    ),
    (
        "an entry does not sum to zero",
        "SELECT entry_id FROM ledger_postings GROUP BY entry_id, currency HAVING sum(amount_minor) <> 0",
    ),
    (
        "an entry has no postings",
        "SELECT e.id FROM ledger_entries e WHERE NOT EXISTS (SELECT 1 FROM ledger_postings p WHERE p.entry_id = e.id)",
    ),
    (
        "a balance is not the sum of its postings",
        "SELECT a.id FROM ledger_accounts a WHERE a.kind = 'client' AND a.balance_minor <> \
         (SELECT coalesce(sum(p.amount_minor), 0) FROM ledger_postings p WHERE p.account_id = a.id)",
    ),
    (
        "a posting's balance differs from its account",
        "SELECT p.id FROM ledger_postings p WHERE p.client_id IS NOT NULL AND p.balance_after_minor <> \
         (SELECT sum(q.amount_minor) FROM ledger_postings q WHERE q.account_id = p.account_id AND q.id <= p.id)",
    ),
    (
        "a paid order has no payment, or an unpaid one has one",
        "SELECT o.id FROM orders o WHERE o.type = 'standard' AND o.status \
         IN ('paid', 'purchasing', 'purchased', 'at_warehouse', 'shipped', 'accepted') \
         AND NOT EXISTS (SELECT 1 FROM payments p WHERE p.document_type = 'order' AND p.document_id = o.id) \
         UNION SELECT o.id FROM orders o JOIN payments p ON p.document_type = 'order' AND p.document_id = o.id \
         WHERE o.status IN ('draft', 'submitted', 'quoted')",
    ),
    (
        "refunds differ from the payment's refunded amount",
        "SELECT p.id FROM payments p WHERE p.refunded_minor <> (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r \
         WHERE r.payment_id = p.id)",
    ),
    (
        "an order's problem count differs from its items",
        "SELECT o.id FROM orders o WHERE o.problem_count <> (SELECT count(*) FROM order_items i \
         WHERE i.order_id = o.id AND i.status = 'problem')",
    ),
    (
        "an item is in two live shipments",
        "SELECT item_id FROM shipment_items WHERE released_at IS NULL GROUP BY item_id HAVING count(*) > 1",
    ),
    (
        "an item waits for two shipping requests",
        "SELECT item_id FROM shipping_request_items WHERE released_at IS NULL GROUP BY item_id HAVING count(*) > 1",
    ),
    (
        "an item waits for a closed shipping request, or an open one has none",
        "SELECT r.id FROM shipping_requests r WHERE (r.status = 'open') <> EXISTS (SELECT 1 FROM shipping_request_items i \
         WHERE i.request_id = r.id AND i.released_at IS NULL)",
    ),
    (
        "the status of a shipping request is not the last one of its history",
        "SELECT r.id FROM shipping_requests r WHERE r.status <> (SELECT h.to_status FROM shipping_request_history h \
         WHERE h.request_id = r.id ORDER BY h.id DESC LIMIT 1)",
    ),
    (
        "a service payment and its ledger entry do not match",
        "SELECT s.id FROM order_item_services s WHERE (s.entry_id IS NOT NULL) <> EXISTS (SELECT 1 FROM ledger_entries e \
         WHERE e.id = s.entry_id AND e.document_type = 'service' AND e.document_id = s.id AND e.kind = 'service_payment') \
         UNION SELECT e.document_id FROM ledger_entries e WHERE e.kind = 'service_payment' AND NOT EXISTS (SELECT 1 \
         FROM order_item_services s WHERE s.entry_id = e.id)",
    ),
    (
        "a canceled service payment is not reversed, or an active one is",
        "SELECT s.id FROM order_item_services s WHERE s.entry_id IS NOT NULL AND (s.status = 'canceled') <> EXISTS \
         (SELECT 1 FROM ledger_entries e WHERE e.reverses_id = s.entry_id)",
    ),
    (
        "a photo or video belongs to another order than its service",
        "SELECT m.id FROM service_media m JOIN order_item_services s ON s.id = m.order_item_service_id WHERE s.order_id <> m.order_id",
    ),
    (
        "an entry of the operator's ledger does not sum to zero or has other than two postings",
        "SELECT e.id FROM service_entries e LEFT JOIN service_postings p ON p.entry_id = e.id GROUP BY e.id \
         HAVING count(p.id) <> 2 OR sum(p.amount_minor) <> 0",
    ),
    (
        "the balance of a service account is not the sum of its postings",
        "SELECT a.id FROM service_accounts a WHERE a.balance_minor <> (SELECT coalesce(sum(p.amount_minor), 0) \
         FROM service_postings p WHERE p.agent_id = a.agent_id AND p.account = 'agent')",
    ),
    (
        "a paid invoice of the service has no entry, or an open one has one",
        "SELECT i.id FROM invoices i WHERE (i.paid_at IS NOT NULL) <> EXISTS (SELECT 1 FROM service_entries e \
         WHERE e.reference = 'invoice:' || i.id)",
    ),
    (
        "a credited online payment has no entry, or a pending one has one",
        "SELECT s.id FROM service_payments s WHERE (s.status IN ('succeeded', 'refunded')) <> EXISTS (SELECT 1 \
         FROM service_entries e WHERE e.reference = 'payment:' || s.id)",
    ),
    (
        "a confirmed top-up request has no ledger entry, or an open one has one",
        "SELECT r.id FROM balance_requests r WHERE (r.status = 'confirmed') <> EXISTS (SELECT 1 FROM ledger_entries e \
         WHERE e.id = r.entry_id AND e.kind = 'topup' AND e.document_id = r.id)",
    ),
    (
        "a line of a bank statement is used by a request that is not confirmed",
        "SELECT c.line_id FROM statement_line_changes c JOIN balance_requests r ON r.id = c.request_id \
         GROUP BY c.line_id, c.request_id, r.status HAVING r.status <> 'confirmed' \
         AND sum(CASE c.kind WHEN 'credited' THEN 1 ELSE -1 END) > 0",
    ),
    (
        "the used part of a line of a bank statement is not the sum of its credits",
        "SELECT l.id FROM statement_lines l WHERE l.used_minor <> (SELECT coalesce(sum(CASE c.kind WHEN 'credited' \
         THEN c.amount_minor WHEN 'taken_back' THEN -c.amount_minor ELSE 0 END), 0) FROM statement_line_changes c \
         WHERE c.line_id = l.id)",
    ),
    (
        "the balance of a cash box is not the sum of its entries, or of its postings",
        "SELECT b.id FROM cash_boxes b WHERE b.balance_minor <> (SELECT coalesce(sum(e.amount_minor), 0) FROM cash_entries e \
         WHERE e.box_id = b.id) + (SELECT coalesce(sum(e.to_amount_minor), 0) FROM cash_entries e WHERE e.to_box_id = b.id) \
         OR b.balance_minor <> -(SELECT coalesce(sum(p.amount_minor), 0) FROM ledger_postings p \
         JOIN ledger_accounts a ON a.id = p.account_id WHERE a.agent_id = b.agent_id AND a.name = 'box:' || b.id)",
    ),
    (
        "the parts of a carrier's charge do not sum to it",
        "SELECT d.id FROM deliveries d WHERE d.status IN ('in_transit', 'arrived') AND coalesce(d.cost_minor, 0) <> (SELECT \
         coalesce(sum(s.freight_minor), 0) FROM shipments s WHERE s.delivery_id = d.id) \
         AND EXISTS (SELECT 1 FROM shipments s WHERE s.delivery_id = d.id)",
    ),
    (
        "a cash box is closed through another day than its closings say",
        "SELECT b.id FROM cash_boxes b WHERE coalesce(CAST(b.closed_through AS text), '') <> coalesce((SELECT \
         CAST(max(c.day) AS text) FROM cash_closings c WHERE c.box_id = b.id AND c.reopened_at IS NULL), '')",
    ),
    (
        "an entry of the cash book and its entry of the ledger do not match",
        "SELECT e.id FROM ledger_entries e WHERE (e.kind = 'cash_book') <> EXISTS (SELECT 1 FROM cash_entries c \
         WHERE c.entry_id = e.id)",
    ),
    ("a job is dead", "SELECT id FROM jobs WHERE failed_at IS NOT NULL"),
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
        for (meaning, sql) in VIOLATIONS {
            let rows = db
                .query_all_raw(Statement::from_string(backend, *sql))
                .await
                .expect(meaning);
            assert!(rows.is_empty(), "{meaning}: {} rows", rows.len());
        }
        db.close().await.expect("the database closes");
    }
}
