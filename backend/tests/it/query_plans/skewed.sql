-- One agent with most of the rows, beside a hundred small ones. PostgreSQL plans for an average agent, which has few.
INSERT INTO agents (id, name, subdomain, referral_hash)
    SELECT n, 'small ' || n, 'small-' || n, 'small-' || n FROM generate_series(1001, 1100) n;
INSERT INTO clients (id, agent_id, code, name)
    SELECT n, 1, 'C' || n, 'Клиент ' || n FROM generate_series(2001, 2200) n
    UNION ALL SELECT n + 2000, n, 'C1', 'Клиент' FROM generate_series(1001, 1100) n;
-- Half of the large agent's orders belong to one client.
INSERT INTO orders (id, agent_id, client_id, number, type, status, title, currency, total_minor, items_count, source,
                    client_activity, client_activity_at, search_text, submitted_at)
    SELECT 10000 + n, 1, CASE WHEN n % 2 = 0 THEN 1 ELSE 2001 + n % 200 END, 'L' || n,
           CASE WHEN n % 10 = 0 THEN 'self_buyout' ELSE 'standard' END,
           (ARRAY['draft', 'submitted', 'quoted', 'paid', 'purchasing', 'purchased', 'at_warehouse', 'shipped', 'accepted'])[1 + n / 2 % 9],
           'Заказ', 'CNY', 30000, 30, 'cabinet', 1, now(), 'l' || n || ' заказ шарф ' || n % 100, now()
    FROM generate_series(1, 2000) n
    UNION ALL
    SELECT 20000 + n, 1001 + n % 100, 3001 + n % 100, 'S' || n, 'standard', 'submitted', 'Заказ', 'CNY', 10000, 10, 'cabinet',
           1, now(), 's' || n || ' заказ шарф', now()
    FROM generate_series(1, 2000) n;
-- The owner has read all but every fiftieth order. Without the trigger, which would leave a dead version of each order.
ALTER TABLE order_reads DISABLE TRIGGER order_reads_old;
INSERT INTO order_reads (agent_id, client_id, order_id, side, user_id, seen_activity)
    SELECT agent_id, client_id, id, 'staff', 1, 1 FROM orders WHERE id > 10000 AND id % 50 > 0;
ALTER TABLE order_reads ENABLE TRIGGER order_reads_old;
INSERT INTO order_groups (id, agent_id, client_id, order_id, shop_key)
    SELECT id, agent_id, client_id, id, 'shop' FROM orders WHERE id > 10000;
INSERT INTO order_items (agent_id, client_id, order_id, group_id, status, title, url, image_url, price_minor, currency, quantity,
                         source, cell, domestic_track)
    SELECT o.agent_id, o.client_id, o.id, o.id,
           CASE o.status WHEN 'at_warehouse' THEN 'at_warehouse' WHEN 'shipped' THEN 'shipped' ELSE 'new' END, 'Шарф',
           'https://detail.1688.com/offer/1.html', CASE WHEN n % 3 > 0 THEN 'https://cbu01.alicdn.com/' || n || '.jpg' END, 1000,
           'CNY', 1, 'cabinet', CASE WHEN n = 1 THEN 'A' || o.id % 50 END, CASE WHEN n < 5 THEN 'T' || o.id || n END
    FROM orders o CROSS JOIN generate_series(1, 30) n WHERE o.id > 10000 AND n <= o.items_count;
INSERT INTO order_history (agent_id, client_id, order_id, event, actor_kind, via)
    SELECT agent_id, client_id, id, 'item_added', 'client', 'cabinet' FROM orders CROSS JOIN generate_series(1, 10) WHERE id > 10000;
INSERT INTO chat_messages (agent_id, client_id, order_id, author_user_id, author_side, body)
    SELECT agent_id, client_id, id, 1, 'staff', 'Здравствуйте' FROM orders CROSS JOIN generate_series(1, 10) n
    WHERE id > 10000 AND (agent_id = 1 OR n < 3);
INSERT INTO notes (agent_id, notable_type, notable_id, body, search_text)
    SELECT agent_id, 'order', id, 'Заметка', 'заметка' FROM orders WHERE id > 10000 AND id % 2 = 0
    ON CONFLICT (agent_id, notable_type, notable_id) DO NOTHING;
INSERT INTO shipments (id, agent_id, client_id, number, status)
    SELECT 10000 + n, 1, 1, 'M' || n, CASE WHEN n % 10 = 0 THEN 'forming' ELSE 'packed' END FROM generate_series(1, 1000) n
    UNION ALL SELECT 20000 + n, 1001 + n % 100, 3001 + n % 100, 'M' || n, 'packed' FROM generate_series(1, 1000) n;
INSERT INTO shipment_items (agent_id, client_id, shipment_id, item_id, quantity)
    SELECT i.agent_id, i.client_id, 10000 + i.id % 1000, i.id, 1 FROM order_items i
    WHERE i.agent_id = 1 AND i.client_id = 1 AND i.status = 'shipped';
INSERT INTO deliveries (agent_id, number, status)
    SELECT 1, 'D' || n, 'forming' FROM generate_series(1, 1000) n
    UNION ALL SELECT 1001 + n % 100, 'D' || n, 'forming' FROM generate_series(1, 1000) n;
INSERT INTO balance_requests (agent_id, client_id, code, status, amount_minor, currency)
    SELECT 1, 1 , 'R' || n, 'confirmed', 1000, 'RUB' FROM generate_series(1, 5000) n
    UNION ALL SELECT 1001 + n % 100, 3001 + n % 100, 'Q' || n, 'requested', 1000, 'RUB' FROM generate_series(1, 1000) n;
INSERT INTO statement_lines (agent_id, line_key, state, content, search_text, amounts, amount_minor, used_minor, added_by_name)
    SELECT 1, lpad(n::text, 64, '0'), 'used', 'строка', 'строка', '[1000]', 1000, 1000, '' FROM generate_series(1, 3000) n
    UNION ALL SELECT 1001 + n % 100, lpad(n::text, 64, '0'), 'open', 'строка', 'строка', '[1000]', 1000, 0, ''
    FROM generate_series(1, 1000) n;
INSERT INTO statement_line_changes (agent_id, line_id, kind, request_id, amount_minor, actor_name)
    SELECT 1, min(l.id), 'credited', r.id, 1000, '' FROM balance_requests r
    JOIN statement_lines l ON l.agent_id = 1 AND l.line_key = lpad(substr(r.code, 2), 64, '0')
    WHERE r.agent_id = 1 AND r.code LIKE 'R%' GROUP BY r.id;
INSERT INTO cash_boxes (id, agent_id, name, currency) VALUES (1, 1, 'Касса', 'RUB');
INSERT INTO wallet_topups (agent_id, client_id, wallet, account, status, amount_minor, currency)
    SELECT 1, 1, 'alipay', 'a', 'paid', 1000, 'CNY' FROM generate_series(1, 5000) n
    UNION ALL SELECT 1001 + n % 100, 3001 + n % 100, 'alipay', 'a', 'requested', 1000, 'CNY' FROM generate_series(1, 1000) n;
INSERT INTO withdrawals (agent_id, client_id, status, amount_minor, currency, requisites)
    SELECT 1, 1, 'rejected', 1000, 'RUB', 'r' FROM generate_series(1, 5000) n
    UNION ALL SELECT 1001 + n % 100, 3001 + n % 100, 'requested', 1000, 'RUB', 'r' FROM generate_series(1, 1000) n;
-- One client has 1,500 members, and three of them can be reached.
INSERT INTO users (id, phone, name, email)
    SELECT 10000 + n, '+7900' || 1000000 + n, 'Участник', CASE WHEN n <= 3 THEN 'member' || n || '@example.org' END
    FROM generate_series(1, 1500) n;
INSERT INTO client_members (agent_id, client_id, user_id, is_owner, confirmed_at)
    SELECT 1, 1, 10000 + n, true, now() FROM generate_series(1, 1500) n;
UPDATE orders SET assigned_staff_id = (SELECT id FROM staff WHERE agent_id = 1 AND NOT is_owner ORDER BY id DESC LIMIT 1)
    WHERE agent_id = 1 AND id % 4 = 0;
ANALYZE;
