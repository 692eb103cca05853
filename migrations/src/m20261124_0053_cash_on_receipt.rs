//! Cash on receipt is booked when staff confirm it: payments have a method, shipments a time of payment, and their history amounts.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &[
    "ALTER TABLE payments ADD COLUMN method text NOT NULL DEFAULT 'balance' CONSTRAINT ck_payments_method CHECK (method \
     IN ('balance', 'cash'))",
    "ALTER TABLE shipments ADD COLUMN paid_at {time}",
    "ALTER TABLE shipment_history ADD COLUMN paid_minor bigint",
    "ALTER TABLE shipment_history ADD COLUMN paid_currency text",
    // Cash was booked without a payment when its client accepted the shipment.
    "INSERT INTO payments (agent_id, client_id, document_type, document_id, entry_id, amount_minor, currency, refunded_minor,
       goods_minor, domestic_minor, commission_minor, services_minor, unit_rate_millionths, method, created_at)
     SELECT s.agent_id, s.client_id, 'shipment', s.id, e.id, -p.amount_minor, p.currency, 0, 0, 0, 0, 0, 1000000, 'cash', e.created_at
     FROM ledger_entries e
     JOIN shipments s ON s.agent_id = e.agent_id AND s.id = e.document_id
     JOIN ledger_postings p ON p.entry_id = e.id
     JOIN ledger_accounts a ON a.id = p.account_id AND a.kind = 'cash_box'
     WHERE e.document_type = 'shipment' AND e.kind = 'shipment_payment' AND p.amount_minor < 0",
    "UPDATE shipments SET paid_at = (
       SELECT MAX(payments.created_at) FROM payments
       WHERE payments.agent_id = shipments.agent_id AND payments.document_type = 'shipment' AND payments.document_id = shipments.id
     ) WHERE delivery_cost_minor IS NOT NULL",
    "CREATE INDEX ix_shipments_unpaid ON shipments (agent_id, client_id) WHERE paid_at IS NULL AND cost_rub_minor IS NOT NULL",
];

const DOWN: &[&str] = &[
    "DROP INDEX ix_shipments_unpaid",
    "DELETE FROM payments WHERE method = 'cash'",
    "ALTER TABLE shipment_history DROP COLUMN paid_currency",
    "ALTER TABLE shipment_history DROP COLUMN paid_minor",
    "ALTER TABLE shipments DROP COLUMN paid_at",
    "ALTER TABLE payments DROP COLUMN method",
];
