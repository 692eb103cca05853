//! Payments of the baseline: `pay` pays an order with the server's statements, `charge` debits a wallet with two of them.

use crate::{
    Failure,
    load::Tally,
    serve::{Shared, begin},
};
use axum::http::HeaderMap;
use chrono::{DateTime, Utc};
use serde_json::{Value, json};
use shared_types::money::{Currency, Money};
use sqlx::{PgPool, Row, SqlitePool};
use std::time::Duration;
use tokio::time::Instant;

const AUTH_LOOKUP: &str = "SELECT u.id AS user_id, u.name, u.phone, u.locale, u.timezone, a.id AS agent_id, a.name AS \
                           agent_name, m.is_owner, (SELECT string_agg(r.object || ':' || r.level || ':' || r.breadth, \
                           ',') FROM access_group_rights r WHERE r.group_id = m.access_group_id) AS rights, c.id AS \
                           client_id, c.code AS client_code, c.name AS client_name, c.currency AS currency, s.revoked_at \
                           IS NOT NULL AS revoked, s.expires_at, (m.disabled_at IS NOT NULL OR m.confirmed_at IS NULL OR \
                           u.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL OR c.disabled_at IS NOT NULL) AS closed \
                           FROM sessions s JOIN users u ON u.id = s.user_id JOIN client_members m ON m.id = s.member_id \
                           AND m.user_id = s.user_id JOIN agents a ON a.id = m.agent_id JOIN clients c ON c.id = \
                           m.client_id WHERE s.id = $1 AND s.user_id = $2 AND s.member_id = $3 AND s.guard = $4";
const QUOTE: &str = "SELECT id, calculation, due_minor, currency, due_rub_minor, rate, rate_source, comment, created_at \
                     FROM order_quotes WHERE id = $1 AND agent_id = $2 AND client_id = $3 LIMIT 1";
const ACCOUNTS: &str = "SELECT id, client_id, kind, name, currency, balance_minor, created_at FROM ledger_accounts \
                        WHERE ((client_id = $1 AND kind = 'client' AND name = '' AND currency = $2) OR (client_id IS NULL \
                        AND kind = 'revenue' AND currency = $2)) AND agent_id = $3 ORDER BY kind";
const ENTRY: &str = "INSERT INTO ledger_entries (agent_id, kind, document_type, document_id, memo, actor_user_id, \
                     created_at) VALUES ($1, 'order_payment', 'order', $2, $3, $4, $5) RETURNING id";
const CHARGE: &str = "UPDATE ledger_accounts SET balance_minor = balance_minor - $1 \
                      WHERE id = $2 AND balance_minor - $1 >= 0 AND agent_id = $3 RETURNING balance_minor";
const POSTINGS: &str = "INSERT INTO ledger_postings (agent_id, entry_id, account_id, client_id, amount_minor, currency, \
                        balance_after_minor) VALUES ($1, $2, $3, $4, -$5, $6, $7), ($1, $2, $8, NULL, $5, $6, NULL)";
const PAYMENT: &str = "INSERT INTO payments (agent_id, client_id, document_type, document_id, entry_id, amount_minor, \
                       currency, refunded_minor, created_at) VALUES ($1, $2, 'order', $3, $4, $5, $6, 0, $7) RETURNING id";
const MARK_PAID: &str = "UPDATE orders SET unread_by_agent = TRUE, version = version + 1, last_activity_at = $1, \
                         updated_at = $1, status = 'paid' WHERE id = $2 AND agent_id = $3 AND client_id = $4 \
                         RETURNING id, number, status, type, title, currency, total_minor, items_count, search_text, \
                         submitted_at, created_at, updated_at";
const HISTORY: &str = "INSERT INTO order_history (agent_id, client_id, order_id, event, from_status, to_status, \
                       actor_kind, actor_user_id, actor_name, via, detail, created_at) \
                       VALUES ($1, $2, $3, 'status_changed', 'quoted', 'paid', 'client', $4, $5, 'cabinet', '', $6) RETURNING id";
const ITEMS: &str = "SELECT i.*, g.shop_name, g.shop_url, g.domestic_minor FROM order_items i \
                     LEFT JOIN order_groups g ON g.id = i.group_id WHERE i.order_id = $1 AND i.agent_id = $2 AND i.client_id = $3 ORDER BY i.id";
/// One posting of a debit; used by `charge`.
const POSTING: &str = "INSERT INTO ledger_postings (agent_id, entry_id, account_id, client_id, amount_minor, currency, \
                       balance_after_minor) VALUES ($1, $2, $3, $4, -1, 'CNY', $5)";
const WALLET: &str = "SELECT a.id, (SELECT max(id) FROM ledger_entries e WHERE e.agent_id = a.agent_id) AS entry_id \
                      FROM ledger_accounts a WHERE a.agent_id = 1 AND a.client_id = 1 AND a.currency = 'CNY' AND a.name = ''";

macro_rules! payments {
    ($name:ident, $pool:ty, $lock:literal) => {
        pub(crate) mod $name {
            use super::*;

            const ORDER: &str = concat!(
                "SELECT id, number, type, status, title, currency, total_minor, quote_id, search_text, version, created_at, updated_at \
                 FROM orders WHERE id = $1 AND agent_id = $2 AND client_id = $3 LIMIT 1",
                $lock
            );

            /// Pays the order's quote and returns the order.
            pub(crate) async fn pay(shared: &Shared<$pool>, headers: &HeaderMap, order: i64) -> Result<Value, Failure> {
                let claims = shared.claims(headers, "client")?;
                let user: i64 = claims.sub.parse()?;
                let caller = sqlx::query(AUTH_LOOKUP)
                    .bind(claims.sid)
                    .bind(user)
                    .bind(claims.mid)
                    .bind("client")
                    .fetch_one(&shared.pool)
                    .await?;
                if caller.try_get("revoked")? || caller.try_get("closed")? || !caller.try_get::<bool, _>("is_owner")? {
                    return Err("permission denied".into());
                }
                let (agent, client): (i64, i64) = (caller.try_get("agent_id")?, caller.try_get("client_id")?);
                let now = Utc::now();
                let mut tx = begin(&shared.pool).await?;
                let row = sqlx::query(ORDER).bind(order).bind(agent).bind(client).fetch_one(&mut *tx).await?;
                if row.try_get::<&str, _>("status")? != "quoted" {
                    return Err("not quoted".into());
                }
                let number: String = row.try_get("number")?;
                let quote: i64 = row.try_get("quote_id")?;
                let quote = sqlx::query(QUOTE).bind(quote).bind(agent).bind(client).fetch_one(&mut *tx).await?;
                let (amount, currency): (i64, String) = (quote.try_get("due_minor")?, quote.try_get("currency")?);
                let accounts = sqlx::query(ACCOUNTS).bind(client).bind(&currency).bind(agent).fetch_all(&mut *tx).await?;
                let [wallet, revenue] = &accounts[..] else {
                    return Err("an account is missing".into());
                };
                let (wallet, revenue): (i64, i64) = (wallet.try_get("id")?, revenue.try_get("id")?);
                let entry: i64 = sqlx::query(ENTRY)
                    .bind(agent)
                    .bind(order)
                    .bind(&number)
                    .bind(user)
                    .bind(now)
                    .fetch_one(&mut *tx)
                    .await?
                    .try_get(0)?;
                let left: i64 = sqlx::query(CHARGE).bind(amount).bind(wallet).bind(agent).fetch_one(&mut *tx).await?.try_get(0)?;
                sqlx::query(POSTINGS)
                    .bind(agent)
                    .bind(entry)
                    .bind(wallet)
                    .bind(client)
                    .bind(amount)
                    .bind(&currency)
                    .bind(left)
                    .bind(revenue)
                    .execute(&mut *tx)
                    .await?;
                sqlx::query(PAYMENT)
                    .bind(agent)
                    .bind(client)
                    .bind(order)
                    .bind(entry)
                    .bind(amount)
                    .bind(&currency)
                    .bind(now)
                    .fetch_one(&mut *tx)
                    .await?;
                let paid = sqlx::query(MARK_PAID).bind(now).bind(order).bind(agent).bind(client).fetch_one(&mut *tx).await?;
                sqlx::query(HISTORY)
                    .bind(agent)
                    .bind(client)
                    .bind(order)
                    .bind(user)
                    .bind(caller.try_get::<&str, _>("name")?)
                    .bind(now)
                    .fetch_one(&mut *tx)
                    .await?;
                let items = sqlx::query(ITEMS).bind(order).bind(agent).bind(client).fetch_all(&mut *tx).await?;
                tx.commit().await?;
                let item = |row: &<$pool as Database>::Row| -> Result<Value, Failure> {
                    let price = Money::new(row.try_get("price_minor")?, Currency::Cny);
                    Ok(json!({
                        "id": row.try_get::<i64, _>("id")?,
                        "title": row.try_get::<&str, _>("title")?,
                        "url": row.try_get::<&str, _>("url")?,
                        "image_url": row.try_get::<Option<&str>, _>("image_url")?,
                        "price": price,
                        "shop_name": row.try_get::<Option<&str>, _>("shop_name")?,
                    }))
                };
                Ok(json!({
                    "id": order, "number": number, "status": paid.try_get::<&str, _>("status")?, "title": paid.try_get::<&str, _>("title")?,
                    "created_at": paid.try_get::<DateTime<Utc>, _>("created_at")?,
                    "updated_at": paid.try_get::<DateTime<Utc>, _>("updated_at")?,
                    "items": items.iter().map(item).collect::<Result<Vec<_>, _>>()?,
                }))
            }

            /// Debits one wallet from several connections at once, without a server in between.
            pub(crate) async fn charge(pool: $pool, connections: usize, time: Duration) -> Result<Tally, Failure> {
                let row = sqlx::query(WALLET).fetch_one(&pool).await?;
                let (wallet, entry): (i64, i64) = (row.try_get("id")?, row.try_get("entry_id")?);
                let started = Instant::now();
                let deadline = started + time;
                let workers: Vec<_> = (0..connections)
                    .map(|_| {
                        let pool = pool.clone();
                        tokio::spawn(async move {
                            let mut latencies = Vec::new();
                            while Instant::now() < deadline {
                                let start = Instant::now();
                                let mut tx = begin(&pool).await?;
                                let left: i64 = sqlx::query(CHARGE)
                                    .bind(1_i64)
                                    .bind(wallet)
                                    .bind(1_i64)
                                    .fetch_one(&mut *tx)
                                    .await?
                                    .try_get(0)?;
                                sqlx::query(POSTING)
                                    .bind(1_i64)
                                    .bind(entry)
                                    .bind(wallet)
                                    .bind(1_i64)
                                    .bind(left)
                                    .execute(&mut *tx)
                                    .await?;
                                tx.commit().await?;
                                latencies.push(start.elapsed());
                            }
                            Ok::<_, Failure>(latencies)
                        })
                    })
                    .collect();
                let mut latencies = Vec::new();
                for worker in workers {
                    latencies.extend(worker.await??);
                }
                Ok(Tally::new(latencies, started.elapsed()))
            }
        }
    };
}

/// The row type of a pool's database.
trait Database {
    type Row: Row;
}

impl Database for SqlitePool {
    type Row = sqlx::sqlite::SqliteRow;
}

impl Database for PgPool {
    type Row = sqlx::postgres::PgRow;
}

payments!(sqlite, SqlitePool, "");
payments!(postgres, PgPool, " FOR UPDATE");
