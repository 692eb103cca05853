//! One statement per request: the credential, the person, the membership and the rights together.

use super::{
    caller::{Caller, ExtCaller, Membership},
    jwt::Claims,
};
use crate::platform::{db::Db, http::Failure, rng, scope::ExtClient};
use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement, Value};
use shared_types::{
    access::{Breadth, Grant, Guard, Level, Object, Rights},
    money::Currency,
    problem::ProblemCode,
};
use std::sync::LazyLock;

/// What the group grants; an owner needs none of it.
pub(super) const RIGHTS: &str = "CASE WHEN m.is_owner THEN NULL ELSE (SELECT string_agg(r.object || ':' || r.level || ':' || r.breadth, ',') FROM access_group_rights r WHERE r.group_id = m.access_group_id) END";

/// What the group of a preview grants; a group that is gone, or another cabinet's, grants nothing.
const LOOK: &str = "(SELECT string_agg(r.object || ':' || r.level || ':' || r.breadth, ',') FROM access_group_rights r WHERE r.group_id = $5 AND r.agent_id = m.agent_id AND {own})";

#[derive(FromQueryResult)]
struct Found {
    user_id: i64,
    name: String,
    phone: String,
    locale: String,
    timezone: String,
    avatar_key: Option<String>,
    agent_id: i64,
    agent_name: String,
    is_owner: bool,
    rights: Option<String>,
    look: Option<String>,
    client_id: Option<i64>,
    client_code: Option<String>,
    client_name: Option<String>,
    currency: Option<String>,
    revoked: bool,
    expires_at: DateTime<Utc>,
    closed: bool,
}

/// The statement of a side, with and without a look; written once, for every request asks it.
fn statement(guard: Guard, looks: bool) -> &'static str {
    static WRITTEN: LazyLock<[String; 4]> = LazyLock::new(|| {
        [
            (Guard::Agent, false),
            (Guard::Agent, true),
            (Guard::Client, false),
            (Guard::Client, true),
        ]
        .map(|(guard, looks)| write(guard, looks))
    });
    let [agent, agents_look, client, clients_look] = &*WRITTEN;
    match (guard, looks) {
        (Guard::Agent, false) => agent,
        (Guard::Agent, true) => agents_look,
        (Guard::Client, false) => client,
        (Guard::Client, true) => clients_look,
    }
}

/// The logins of a side in SQL; requests and sockets ask by the same words.
pub(super) struct Logins {
    /// Sessions `s` with their users `u`, memberships `m`, agents `a` and, on the client's side, clients `c`.
    pub(super) rows: String,
    /// Which column of a session names its membership.
    pub(super) session_column: &'static str,
    /// Whether person, membership, client or agent is shut out, whatever the session says.
    pub(super) closed: String,
}

/// Those of a side.
pub(super) fn logins(guard: Guard) -> Logins {
    let (table, session_column, client, client_closed) = match guard {
        Guard::Agent => ("staff", "staff_id", "", ""),
        Guard::Client => (
            "client_members",
            "member_id",
            "JOIN clients c ON c.id = m.client_id",
            "OR c.disabled_at IS NOT NULL",
        ),
    };
    Logins {
        rows: format!(
            "sessions s JOIN users u ON u.id = s.user_id JOIN {table} m ON m.id = s.{session_column} AND m.user_id = s.user_id \
             JOIN agents a ON a.id = m.agent_id {client}"
        ),
        session_column,
        closed: format!(
            "m.disabled_at IS NOT NULL OR m.confirmed_at IS NULL OR u.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL {client_closed}"
        ),
    }
}

fn write(guard: Guard, looks: bool) -> String {
    let look = match (looks, guard) {
        (false, _) => "CAST(NULL AS text)".to_owned(),
        (true, Guard::Agent) => LOOK.replace("{own}", "r.client_id IS NULL"),
        (true, Guard::Client) => LOOK.replace("{own}", "r.client_id = m.client_id"),
    };
    let client_columns = match guard {
        Guard::Agent => {
            "CAST(NULL AS bigint) AS client_id, CAST(NULL AS text) AS client_code, CAST(NULL AS text) AS client_name, CAST(NULL AS text) AS currency"
        }
        Guard::Client => "c.id AS client_id, c.code AS client_code, c.name AS client_name, c.currency AS currency",
    };
    let Logins {
        rows,
        session_column,
        closed,
    } = logins(guard);
    format!(
        "SELECT u.id AS user_id, u.name, u.phone, u.locale, u.timezone, u.avatar_key, a.id AS agent_id, a.name AS agent_name, m.is_owner, {RIGHTS} AS rights, {look} AS look, \
         {client_columns}, s.revoked_at IS NOT NULL AS revoked, s.expires_at, \
         ({closed}) AS closed FROM {rows} WHERE s.id = $1 AND s.user_id = $2 AND s.{session_column} = $3 AND s.guard = $4"
    )
}

/// By a connection of its own where one is free, else by the pool.
async fn find(db: &Db, claims: &Claims, user: i64, guard: Guard) -> Result<Option<Found>, DbErr> {
    let sql = statement(guard, claims.look.is_some());
    if let Some(lanes) = &db.lanes {
        let ids = [claims.sid, user, claims.mid];
        if let Some(found) = lanes.one(sql, &ids, guard.as_str(), claims.look).await {
            return found;
        }
    }
    let mut values: Vec<Value> = vec![claims.sid.into(), user.into(), claims.mid.into(), guard.as_str().into()];
    values.extend(claims.look.map(Value::from));
    let statement = Statement::from_sql_and_values(db.pool.get_database_backend(), sql, values);
    Found::find_by_statement(statement).one(&db.pool).await
}

/// The caller behind the claims of an access token.
pub(super) async fn caller(db: &Db, claims: &Claims, guard: Guard, now: DateTime<Utc>) -> Result<Caller, Failure> {
    let user: i64 = claims.sub.parse().map_err(|_| ProblemCode::CredentialInvalid)?;
    let found = find(db, claims, user, guard)
        .await?
        .ok_or(ProblemCode::CredentialInvalid)?;
    if found.revoked || found.closed {
        return Err(ProblemCode::CredentialRevoked.into());
    }
    if found.expires_at <= now {
        return Err(ProblemCode::CredentialExpired.into());
    }
    let membership = match (found.client_id, found.client_code, found.client_name) {
        (Some(client_id), Some(client_code), Some(client_name)) => Membership::Member {
            member_id: claims.mid,
            client_id,
            client_code,
            client_name,
            currency: found
                .currency
                .as_deref()
                .and_then(Currency::from_code)
                .unwrap_or(Currency::Cny),
        },
        _ => Membership::Staff { staff_id: claims.mid },
    };
    let own = rights(found.is_owner, found.rights.as_deref().unwrap_or_default());
    Ok(Caller {
        user_id: found.user_id,
        name: found.name,
        phone: found.phone,
        locale: found.locale,
        timezone: found.timezone,
        avatar_key: found.avatar_key,
        session_id: claims.sid,
        agent_id: found.agent_id,
        agent_name: found.agent_name,
        membership,
        rights: match claims.look {
            None => own,
            Some(_) => own.and(&rights(false, found.look.as_deref().unwrap_or_default())),
        },
        looks: claims.look.is_some(),
    })
}

/// What a login has proved, and whether its agent asks for it before payouts.
#[derive(FromQueryResult)]
pub(super) struct ProofFound {
    pub(super) proved_at: Option<DateTime<Utc>>,
    pub(super) asked: bool,
}

/// The proof of the caller's own login.
pub(super) async fn proof(db: &Db, caller: &Caller) -> Result<ProofFound, Failure> {
    let sql = "SELECT s.proved_at, EXISTS (SELECT 1 FROM agent_settings w WHERE w.agent_id = $2 AND w.key = 'payout_code' AND w.value = 'true') AS asked \
               FROM sessions s WHERE s.id = $1";
    let values: [Value; 2] = [caller.session_id.into(), caller.agent_id.into()];
    let statement = Statement::from_sql_and_values(db.pool.get_database_backend(), sql, values);
    let found = ProofFound::find_by_statement(statement).one(&db.pool).await?;
    found.ok_or_else(|| ProblemCode::CredentialInvalid.into())
}

/// A grant as the database has it.
pub fn grant(level: &str, breadth: &str) -> Option<Grant> {
    let level = Level::from_name(level)?;
    let breadth = if breadth == Breadth::All.as_str() {
        Breadth::All
    } else {
        Breadth::Own
    };
    Some(Grant { level, breadth })
}

pub(super) fn rights(is_owner: bool, text: &str) -> Rights {
    let grants = text.split(',').filter_map(|text| {
        let mut parts = text.split(':');
        let object = Object::from_name(parts.next()?)?;
        Some((object, grant(parts.next()?, parts.next()?)?))
    });
    Rights {
        is_owner,
        grants: grants.collect(),
    }
}

#[derive(FromQueryResult)]
struct FoundToken {
    user_id: i64,
    revoked: bool,
    closed: bool,
    name: String,
    phone: String,
    clients: Option<String>,
}

/// The person behind an extension token and their confirmed clients; notes the use in the same statement.
pub(super) async fn extension(
    db: &Db,
    token: &str,
    address: Option<String>,
    now: DateTime<Utc>,
) -> Result<(ExtCaller, Vec<ExtClient>), Failure> {
    // A revoked token is found, so that the person is told "revoked", but its use is not noted.
    // Unit and record separators stand in no name: control characters are refused on the way in.
    let sql = "UPDATE extension_tokens SET \
               last_used_at = CASE WHEN revoked_at IS NULL THEN $1 ELSE last_used_at END, \
               last_ip = CASE WHEN revoked_at IS NULL THEN $2 ELSE last_ip END \
               WHERE token_hash = $3 RETURNING user_id, revoked_at IS NOT NULL AS revoked, \
               (SELECT u.disabled_at IS NOT NULL FROM users u WHERE u.id = extension_tokens.user_id) AS closed, \
               (SELECT u.name FROM users u WHERE u.id = extension_tokens.user_id) AS name, \
               (SELECT u.phone FROM users u WHERE u.id = extension_tokens.user_id) AS phone, \
               (SELECT string_agg(m.agent_id || '\u{1f}' || m.client_id || '\u{1f}' || a.name, '\u{1e}') FROM client_members m \
                JOIN clients c ON c.id = m.client_id JOIN agents a ON a.id = m.agent_id \
                WHERE m.user_id = extension_tokens.user_id AND m.confirmed_at IS NOT NULL AND m.disabled_at IS NULL \
                AND c.disabled_at IS NULL AND a.disabled_at IS NULL) AS clients";
    let values: [Value; 3] = [now.into(), address.into(), rng::digest(token).into()];
    let statement = Statement::from_sql_and_values(db.pool.get_database_backend(), sql, values);
    let found = FoundToken::find_by_statement(statement)
        .one(&db.pool)
        .await?
        .ok_or(ProblemCode::CredentialInvalid)?;
    if found.revoked || found.closed {
        return Err(ProblemCode::CredentialRevoked.into());
    }
    let clients = found
        .clients
        .as_deref()
        .unwrap_or_default()
        .split('\u{1e}')
        .filter_map(|client| {
            let mut parts = client.split('\u{1f}');
            let (agent_id, client_id) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
            Some(ExtClient {
                agent_id,
                client_id,
                agent_name: parts.next()?.to_owned(),
            })
        });
    Ok((
        ExtCaller {
            user_id: found.user_id,
            name: found.name,
            phone: found.phone,
        },
        clients.collect(),
    ))
}
