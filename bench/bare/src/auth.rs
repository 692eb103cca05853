//! Who sends a request to the baseline: the owner of an agent or a client by an access token.

use crate::{Failure, serve::Shared};
use axum::http::HeaderMap;
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use hmac::Mac;
use serde::Deserialize;
use sqlx::{PgPool, Row, SqlitePool};

/// Loads the session and the person of a request.
macro_rules! lookup {
    ($columns:literal, $membership:literal, $closed:literal, $guard:literal) => {
        concat!(
            "SELECT m.agent_id, a.name, m.is_owner, m.confirmed_at, s.expires_at, s.revoked_at IS NOT NULL OR m.disabled_at IS NOT NULL \
             OR m.confirmed_at IS NULL OR u.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL",
            $closed,
            $columns,
            " FROM sessions s JOIN users u ON u.id = s.user_id JOIN ",
            $membership,
            " WHERE s.id = $1 AND s.user_id = $2 AND m.id = $3 AND m.user_id = s.user_id AND s.guard = '",
            $guard,
            "'"
        )
    };
}

const STAFF: &str = lookup!(
    ", CAST(0 AS bigint)",
    "staff m ON m.id = s.staff_id JOIN agents a ON a.id = m.agent_id",
    "",
    "agent"
);
const MEMBER: &str = lookup!(
    ", m.client_id",
    "client_members m ON m.id = s.member_id JOIN agents a ON a.id = m.agent_id JOIN clients c ON c.id = m.client_id",
    " OR c.disabled_at IS NOT NULL",
    "client"
);
const UNREAD_DAYS: i64 = 90;

#[derive(Deserialize)]
pub(crate) struct Claims {
    pub(crate) sub: String,
    pub(crate) sid: i64,
    pub(crate) mid: i64,
    aud: String,
    exp: i64,
}

/// An owner.
pub(crate) struct Caller {
    pub(crate) user: i64,
    pub(crate) agent: i64,
    pub(crate) agent_name: String,
    /// The client of a member.
    pub(crate) client: i64,
    /// Earlier activities are not unread.
    pub(crate) since: DateTime<Utc>,
}

pub(crate) fn bearer(headers: &HeaderMap) -> Result<&str, Failure> {
    let header = headers.get("authorization").ok_or("no token")?.to_str()?;
    Ok(header.strip_prefix("Bearer ").ok_or("no token")?)
}

impl<P> Shared<P> {
    pub(crate) fn claims(&self, headers: &HeaderMap, guard: &str) -> Result<Claims, Failure> {
        let token = bearer(headers)?;
        let (signed, signature) = token.rsplit_once('.').ok_or("no signature")?;
        let mac = self.key.clone().chain_update(signed);
        mac.verify_slice(&URL_SAFE_NO_PAD.decode(signature)?)?;
        let (_, payload) = signed.split_once('.').ok_or("no payload")?;
        let claims: Claims = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(payload)?)?;
        if claims.aud != guard {
            return Err("another guard".into());
        }
        if claims.exp < Utc::now().timestamp() {
            return Err("expired".into());
        }
        Ok(claims)
    }
}

macro_rules! callers {
    ($name:ident, $pool:ty) => {
        pub(crate) mod $name {
            use super::*;

            async fn find(
                shared: &Shared<$pool>,
                headers: &HeaderMap,
                guard: &str,
                sql: &'static str,
            ) -> Result<Caller, Failure> {
                let claims = shared.claims(headers, guard)?;
                let user: i64 = claims.sub.parse()?;
                let query = sqlx::query(sql).bind(claims.sid).bind(user).bind(claims.mid);
                let row = query.fetch_one(&shared.pool).await?;
                let now = Utc::now();
                let is_open = row.try_get(2)? && !row.try_get::<bool, _>(5)?;
                if !is_open || row.try_get::<DateTime<Utc>, _>(4)? <= now {
                    return Err("permission denied".into());
                }
                let joined_at: DateTime<Utc> = row.try_get(3)?;
                Ok(Caller {
                    user,
                    agent: row.try_get(0)?,
                    agent_name: row.try_get(1)?,
                    client: row.try_get(6)?,
                    since: joined_at.max(now - TimeDelta::days(UNREAD_DAYS)),
                })
            }

            /// The owner of an agent.
            pub(crate) async fn staff(shared: &Shared<$pool>, headers: &HeaderMap) -> Result<Caller, Failure> {
                find(shared, headers, "agent", STAFF).await
            }

            /// The owner of a client.
            pub(crate) async fn member(shared: &Shared<$pool>, headers: &HeaderMap) -> Result<Caller, Failure> {
                find(shared, headers, "client", MEMBER).await
            }
        }
    };
}

callers!(sqlite, SqlitePool);
callers!(postgres, PgPool);
