//! The default managers group gets the breadth `all` at agents that never assigned an order or a client.
//!
//! Registration created the group with the breadth `own` when no page could assign orders, so its members saw nothing. Only
//! groups that are unchanged since registration are updated, and only at agents without assignments: elsewhere the narrow
//! breadth may be intended.

crate::helpers::migration!(up: UP, down: DOWN);

const UP: &[&str] = &["UPDATE access_group_rights SET breadth = 'all' WHERE group_id IN (
      SELECT g.id FROM access_groups g
      WHERE g.client_id IS NULL AND g.version = 1 AND g.name = 'Менеджеры'
        AND 7 = (SELECT count(*) FROM access_group_rights r WHERE r.group_id = g.id)
        AND 7 = (SELECT count(*) FROM access_group_rights r WHERE r.group_id = g.id AND r.breadth = 'own'
          AND r.object || ':' || r.level IN ('orders:edit', 'order_prices:edit', 'clients:view', 'shipments:edit',
            'topups:edit', 'balance:view', 'services:edit'))
        AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.agent_id = g.agent_id AND o.assigned_staff_id IS NOT NULL)
        AND NOT EXISTS (SELECT 1 FROM clients c WHERE c.agent_id = g.agent_id AND c.manager_staff_id IS NOT NULL)
    )"];

// It is not known which groups with the breadth `all` were updated here, and narrowing others would take rights away.
const DOWN: &[&str] = &[];
