//! Reads the sessions and API keys of open sockets.

use super::caller_rights::{Grants, rights};
use chrono::{DateTime, Utc};
use entities::json::Json;
use platform::{
    auth::{AuthRows, SocketKey, ValidSession},
    realtime::SocketCredential,
};
use sea_orm::{DbErr, FromQueryResult, Value};
use shared_types::{
    api_keys::KeyRights,
    id::{ApiKeyId, OrderId, SessionId},
};

#[derive(FromQueryResult)]
struct SocketRow {
    credential_id: i64,
    membership_id: i64,
    is_owner: bool,
    rights: Option<Grants>,
    assigned: bool,
    key_rights: Option<Json<KeyRights>>,
    networks: Option<Json<Vec<String>>>,
}

impl SocketRow {
    fn into_valid(self) -> ValidSession {
        let own = rights(self.is_owner, self.rights);
        let key = self.key_rights.map(|key| SocketKey {
            rights: key.into_inner(),
            networks: self.networks.map(Json::into_inner).unwrap_or_default(),
        });
        ValidSession {
            credential: match key {
                Some(_) => SocketCredential::Key(ApiKeyId(self.credential_id)),
                None => SocketCredential::Session(SessionId(self.credential_id)),
            },
            membership_id: self.membership_id,
            rights: key.as_ref().map_or_else(|| own.clone(), |key| key.rights.limit(&own)),
            key,
            is_assigned: self.assigned,
        }
    }
}

/// Reads the sessions or keys of sockets that are valid.
pub(super) async fn socket_rows(
    rows: AuthRows<'_>,
    sql: String,
    ids: Value,
    order: Option<OrderId>,
    now: DateTime<Utc>,
) -> Result<Vec<ValidSession>, DbErr> {
    let mut values: Vec<Value> = vec![now.into(), ids];
    values.extend(order.map(Value::from));
    let found = rows.all(sql, values).await?;
    let valid = found
        .iter()
        .map(|row| Ok(SocketRow::from_query_result(row, "")?.into_valid()));
    valid.collect()
}
