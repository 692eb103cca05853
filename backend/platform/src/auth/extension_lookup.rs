//! The auth lookup of the extension: one statement per request reads the token, the person and their clients.

use super::caller::ExtensionCaller;
use crate::{http::Failure, rng, scope::ExtensionClient, state::AppState};
use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement, Value};
use shared_types::{
    id::{ExtensionTokenId, UserId},
    phone::Phone,
    problem::ProblemCode,
};

#[derive(FromQueryResult)]
struct ExtensionTokenRow {
    id: ExtensionTokenId,
    token_name: String,
    created_at: DateTime<Utc>,
    user_id: UserId,
    revoked: bool,
    expired: bool,
    closed: bool,
    name: String,
    phone: Phone,
    clients: Option<String>,
}

/// What is read of a token; `$1` is the current time. Names contain no unit or record separators, because control characters are
/// refused on input.
const COLUMNS: &str = "id, extension_tokens.name AS token_name, created_at, user_id, \
     revoked_at IS NOT NULL AS revoked, \
     expires_at IS NOT NULL AND expires_at <= $1 AS expired, \
     (SELECT u.disabled_at IS NOT NULL FROM users u WHERE u.id = extension_tokens.user_id) AS closed, \
     (SELECT u.name FROM users u WHERE u.id = extension_tokens.user_id) AS name, \
     (SELECT u.phone FROM users u WHERE u.id = extension_tokens.user_id) AS phone, \
     (SELECT string_agg(m.agent_id || '\u{1f}' || m.client_id || '\u{1f}' || CASE WHEN t.titles THEN 1 \
     ELSE 0 END || '\u{1f}' || a.name, '\u{1e}') FROM client_members m \
      JOIN clients c ON c.id = m.client_id JOIN agents a ON a.id = m.agent_id \
      LEFT JOIN translation_settings t ON t.agent_id = m.agent_id \
      WHERE m.user_id = extension_tokens.user_id AND m.confirmed_at IS NOT NULL AND m.disabled_at IS NULL \
      AND c.disabled_at IS NULL AND a.disabled_at IS NULL) AS clients";

/// Finds a token, and records its use unless that was done a moment ago.
async fn find_token(
    state: &AppState,
    token: &str,
    address: Option<String>,
    now: DateTime<Utc>,
) -> Result<Option<ExtensionTokenRow>, DbErr> {
    let (pool, hash) = (&state.db.pool, rng::digest(token));
    let is_recorded = state.token_uses.is_recorded(&hash, address.as_deref(), now);
    let (sql, values): (String, Vec<Value>) = if is_recorded {
        let sql = format!("SELECT {COLUMNS} FROM extension_tokens WHERE token_hash = $2");
        (sql, vec![now.into(), hash.clone().into()])
    } else {
        // A revoked or expired token is found, so that the response can say so, but its use is not recorded.
        let sql = format!(
            "UPDATE extension_tokens SET \
             last_used_at = CASE WHEN revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) THEN $1 \
             ELSE last_used_at END, \
             last_ip = CASE WHEN revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) THEN $2 ELSE last_ip END \
             WHERE token_hash = $3 RETURNING {COLUMNS}"
        );
        (sql, vec![now.into(), address.clone().into(), hash.clone().into()])
    };
    let statement = Statement::from_sql_and_values(pool.get_database_backend(), sql, values);
    let row = pool.query_first_of_request(statement).await?;
    let row = row
        .map(|row| ExtensionTokenRow::from_query_result(&row, ""))
        .transpose()?;
    if !is_recorded && row.as_ref().is_some_and(|row| !row.revoked && !row.expired) {
        state.token_uses.record(hash, address, now);
    }
    Ok(row)
}

/// The person behind an extension token and their confirmed clients.
pub(super) async fn extension_caller(
    state: &AppState,
    token: &str,
    address: Option<String>,
    now: DateTime<Utc>,
) -> Result<(ExtensionCaller, Vec<ExtensionClient>), Failure> {
    let row = find_token(state, token, address, now)
        .await?
        .ok_or(ProblemCode::CredentialInvalid)?;
    if row.revoked || row.closed {
        return Err(ProblemCode::CredentialRevoked.into());
    }
    if row.expired {
        return Err(ProblemCode::CredentialExpired.into());
    }
    let clients = row
        .clients
        .as_deref()
        .unwrap_or_default()
        .split('\u{1e}')
        .filter_map(|client| {
            let mut parts = client.split('\u{1f}');
            let (agent_id, client_id) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            Some(ExtensionClient {
                agent_id,
                client_id,
                translates: parts.next()? == "1",
                agent_name: parts.next()?.to_owned(),
            })
        });
    Ok((
        ExtensionCaller {
            user_id: row.user_id,
            name: row.name,
            phone: row.phone,
            token_id: row.id,
            token_name: row.token_name,
            token_created_at: row.created_at,
        },
        clients.collect(),
    ))
}
