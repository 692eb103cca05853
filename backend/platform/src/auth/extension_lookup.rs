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

/// Finds a token. A revoked or expired one is found too, so that the response can report it.
async fn find_token(state: &AppState, token: &str, now: DateTime<Utc>) -> Result<Option<ExtensionTokenRow>, DbErr> {
    let pool = &state.db.pool;
    let sql = (state.auth_statements()?.extension_caller)();
    let values: [Value; 2] = [now.into(), rng::digest(token).into()];
    let statement = Statement::from_sql_and_values(pool.get_database_backend(), sql, values);
    let row = pool.query_first_of_request(statement).await?;
    row.map(|row| ExtensionTokenRow::from_query_result(&row, ""))
        .transpose()
}

/// The person behind an extension token and their confirmed clients. Records the use of the token.
pub(super) async fn extension_caller(
    state: &AppState,
    token: &str,
    address: Option<String>,
    now: DateTime<Utc>,
) -> Result<(ExtensionCaller, Vec<ExtensionClient>), Failure> {
    let row = find_token(state, token, now)
        .await?
        .ok_or(ProblemCode::CredentialInvalid)?;
    if row.revoked || row.closed {
        return Err(ProblemCode::CredentialRevoked.into());
    }
    if row.expired {
        return Err(ProblemCode::CredentialExpired.into());
    }
    state.token_uses.record(row.id, address, now);
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
