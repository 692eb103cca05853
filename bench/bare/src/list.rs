//! The order lists: one statement with the pictures and the notes of each order.

use crate::{Failure, auth::Caller};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use shared_types::{
    id::{ClientId, OrderId, StaffId},
    money::{Currency, Money},
    orders::{OrderStatus, OrderSummary, OrderType},
    page::Page,
};
use sqlx::{PgPool, Row, SqlitePool, postgres::PgRow, sqlite::SqliteRow};

/// The columns of a summary: the columns of the order and its client, then whether it is unread, then the given columns.
macro_rules! summary_sql {
    ($other_side:literal, $side:literal, $more:literal) => {
        concat!(
            "SELECT o.id, o.number, o.type, o.status, o.title, o.client_id, c.code, c.name, o.items_count, o.total_minor, o.currency, \
             o.mixed_currencies, o.problem_count, o.assigned_staff_id, o.created_at, o.submitted_at, o.last_activity_at, CASE WHEN o.",
            $other_side,
            "_activity_at >= $1 AND o.",
            $other_side,
            "_activity > coalesce((SELECT r.seen_activity FROM order_reads r WHERE r.order_id = o.id AND r.side = '",
            $side,
            "' AND r.user_id = $2), 0) THEN TRUE ELSE FALSE END",
            $more
        )
    };
}
pub(crate) use summary_sql;

macro_rules! page_sql {
    ($thumbnails:literal, $other_side:literal, $side:literal, $note:literal, $condition:literal) => {
        concat!(
            $crate::list::summary_sql!($other_side, $side, ", "),
            $thumbnails,
            ", ",
            $note,
            ", o.updated_at FROM orders o JOIN clients c ON c.id = o.client_id WHERE o.agent_id = $4 AND ",
            $condition,
            " ORDER BY o.id DESC LIMIT $3"
        )
    };
}

macro_rules! summary {
    ($name:ident, $row:ty) => {
        /// A summary without pictures and notes.
        pub(crate) fn $name(row: &$row) -> Result<OrderSummary, Failure> {
            let currency = Currency::from_code(row.try_get(10)?).ok_or("an unknown currency")?;
            Ok(OrderSummary {
                id: OrderId(row.try_get(0)?),
                number: row.try_get(1)?,
                warehouse: None,
                order_type: OrderType::from_name(row.try_get(2)?).ok_or("an unknown type")?,
                status: OrderStatus::from_name(row.try_get(3)?).ok_or("an unknown status")?,
                title: row.try_get(4)?,
                client_id: ClientId(row.try_get(5)?),
                client_code: row.try_get(6)?,
                client_name: row.try_get(7)?,
                items_count: row.try_get(8)?,
                total: Some(Money::new(row.try_get(9)?, currency)),
                due: None,
                mixed_currencies: row.try_get(11)?,
                problem_count: row.try_get(12)?,
                unread: row.try_get(17)?,
                has_note: None,
                thumbnails: Vec::new(),
                assigned_staff_id: row.try_get::<Option<i64>, _>(13)?.map(StaffId),
                created_at: row.try_get(14)?,
                submitted_at: row.try_get(15)?,
                last_activity_at: row.try_get(16)?,
                updated_at: row.try_get("updated_at")?,
            })
        }
    };
}

summary!(sqlite_summary, SqliteRow);
summary!(postgres_summary, PgRow);

fn sqlite_thumbnails(row: &SqliteRow) -> Result<Vec<String>, Failure> {
    Ok(serde_json::from_str(row.try_get(18)?)?)
}

fn postgres_thumbnails(row: &PgRow) -> Result<Vec<String>, Failure> {
    Ok(row.try_get(18)?)
}

macro_rules! lists {
    ($name:ident, $pool:ty, $row:ty, $summary:ident, $pictures:ident, $thumbnails:literal) => {
        pub(crate) mod $name {
            use super::*;

            const STAFF: &str = page_sql!(
                $thumbnails,
                "client",
                "staff",
                "(SELECT n.id FROM notes n WHERE n.agent_id = o.agent_id AND n.notable_type = 'order' AND n.notable_id = o.id) IS NOT NULL",
                "o.status <> 'draft'"
            );
            const STAFF_OF_CLIENT: &str = page_sql!(
                $thumbnails,
                "client",
                "staff",
                "(SELECT n.id FROM notes n WHERE n.agent_id = o.agent_id AND n.notable_type = 'order' AND n.notable_id = o.id) IS NOT NULL",
                "o.status <> 'draft' AND o.client_id = $5"
            );
            const MEMBER: &str = page_sql!($thumbnails, "staff", "client", "FALSE", "o.client_id = $5");

            fn page(mut rows: Vec<$row>, limit: i64, is_staff: bool) -> Result<Page<OrderSummary>, Failure> {
                let more = rows.len() > usize::try_from(limit)?;
                rows.truncate(usize::try_from(limit)?);
                let summary = |row: &$row| -> Result<OrderSummary, Failure> {
                    let mut summary = $summary(row)?;
                    summary.thumbnails = $pictures(row)?;
                    if is_staff {
                        summary.has_note = Some(row.try_get(19)?);
                    } else {
                        summary.assigned_staff_id = None;
                    }
                    Ok(summary)
                };
                let data = rows.iter().map(summary).collect::<Result<Vec<_>, _>>()?;
                let last = data.last().filter(|_| more);
                Ok(Page {
                    next_cursor: last.map(|order| URL_SAFE_NO_PAD.encode(order.id.0.to_be_bytes())),
                    data,
                })
            }

            /// The first page of the agent's orders, or of one client's orders.
            pub(crate) async fn staff(
                pool: &$pool,
                caller: &Caller,
                client: Option<i64>,
                limit: i64,
            ) -> Result<Page<OrderSummary>, Failure> {
                let sql = if client.is_some() { STAFF_OF_CLIENT } else { STAFF };
                let query = sqlx::query(sql).bind(caller.since).bind(caller.user).bind(limit + 1).bind(caller.agent);
                let rows = match client {
                    Some(client) => query.bind(client).fetch_all(pool).await?,
                    None => query.fetch_all(pool).await?,
                };
                page(rows, limit, true)
            }

            /// The first page of the client's orders.
            pub(crate) async fn member(
                pool: &$pool,
                caller: &Caller,
                limit: i64,
            ) -> Result<Page<OrderSummary>, Failure> {
                let query = sqlx::query(MEMBER).bind(caller.since).bind(caller.user).bind(limit + 1);
                let rows = query.bind(caller.agent).bind(caller.client).fetch_all(pool).await?;
                page(rows, limit, false)
            }
        }
    };
}

lists!(
    sqlite,
    SqlitePool,
    SqliteRow,
    sqlite_summary,
    sqlite_thumbnails,
    "(SELECT json_group_array(p.image_url) FROM (SELECT f.image_url FROM (SELECT i.image_url FROM order_items i WHERE i.order_id = o.id \
     ORDER BY i.id LIMIT 8) f WHERE f.image_url IS NOT NULL LIMIT 4) p)"
);
lists!(
    postgres,
    PgPool,
    PgRow,
    postgres_summary,
    postgres_thumbnails,
    "ARRAY(SELECT f.image_url FROM (SELECT i.image_url FROM order_items i WHERE i.order_id = o.id ORDER BY i.id LIMIT 8) f \
     WHERE f.image_url IS NOT NULL LIMIT 4)"
);
