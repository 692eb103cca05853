//! The auth lookup of the extension: one statement per request reads the token, the person and their clients.

use super::caller::ExtensionCaller;
use crate::{db::Db, http::Failure, rng, scope::ExtensionClient};
use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, FromQueryResult, Statement, Value};
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

/// The person behind an extension token and their confirmed clients. The same statement records the use of the token.
pub(super) async fn extension_caller(
    db: &Db,
    token: &str,
    address: Option<String>,
    now: DateTime<Utc>,
) -> Result<(ExtensionCaller, Vec<ExtensionClient>), Failure> {
    // A revoked or expired token is found, so that the response can say so, but its use is not recorded.
    // Names contain no unit or record separators, because control characters are refused on input.
    let sql = "UPDATE extension_tokens SET \
               last_used_at = CASE WHEN revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) THEN $1 \
               ELSE last_used_at END, \
               last_ip = CASE WHEN revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $1) THEN $2 ELSE last_ip END \
               WHERE token_hash = $3 RETURNING id, extension_tokens.name AS token_name, created_at, user_id, \
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
    let values: [Value; 3] = [now.into(), address.into(), rng::digest(token).into()];
    let statement = Statement::from_sql_and_values(db.pool.get_database_backend(), sql, values);
    let row = ExtensionTokenRow::find_by_statement(statement)
        .one(&db.pool)
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
