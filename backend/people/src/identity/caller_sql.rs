//! The statements that read callers: sessions, persons, memberships and rights.
//!
//! Each lookup is one statement, because it runs before every request. Billing and translation declare the columns that they add.

use books::billing;
use infra::translation;
use platform::{
    auth::{CallerNeeds, CallerQuery},
    db::DatabaseKind,
};
use shared_types::access::Guard;

/// The rights of the membership's access group. An owner needs none.
fn rights(kind: DatabaseKind) -> String {
    let grants = grants(kind);
    format!(
        "CASE WHEN m.is_owner THEN NULL ELSE \
         (SELECT {grants} FROM access_group_rights r WHERE r.group_id = m.access_group_id) END"
    )
}

/// The rights of a preview's access group. A group that is deleted or belongs to another cabinet grants nothing.
fn preview_rights(kind: DatabaseKind, guard: Guard) -> String {
    let grants = grants(kind);
    let own = match guard {
        Guard::Agent => "r.client_id IS NULL",
        Guard::Client => "r.client_id = m.client_id",
    };
    format!("(SELECT {grants} FROM access_group_rights r WHERE r.group_id = $5 AND r.agent_id = m.agent_id AND {own})")
}

/// The grants of rights `r` as a JSON object.
const fn grants(kind: DatabaseKind) -> &'static str {
    match kind {
        DatabaseKind::Sqlite => "json_group_object(r.object, json_object('level', r.level, 'breadth', r.breadth))",
        DatabaseKind::Postgres => {
            "CAST(json_object_agg(r.object, json_build_object('level', r.level, 'breadth', r.breadth)) AS text)"
        }
    }
}

/// The clients of memberships `m` as a JSON array.
const fn clients(kind: DatabaseKind) -> &'static str {
    match kind {
        DatabaseKind::Sqlite => {
            "json_group_array(json_object('agent_id', m.agent_id, 'client_id', m.client_id, 'agent_name', a.name, \
             'translates', json(CASE WHEN t.titles THEN 'true' ELSE 'false' END)))"
        }
        DatabaseKind::Postgres => {
            "CAST(json_agg(json_build_object('agent_id', m.agent_id, 'client_id', m.client_id, 'agent_name', a.name, \
             'translates', coalesce(t.titles, false))) AS text)"
        }
    }
}

/// The last proof of a session, and what the agent requires before payouts.
const STEP_UP: &str = "s.proved_at, EXISTS (SELECT 1 FROM agent_settings w \
                       WHERE w.agent_id = m.agent_id AND w.key = 'payout_code' AND w.value = 'true') AS asked, \
                       EXISTS (SELECT 1 FROM agent_settings w \
                       WHERE w.agent_id = m.agent_id AND w.key = 'payout_authenticator' AND w.value = 'true') AS authenticator_asked, \
                       (EXISTS (SELECT 1 FROM authenticators f WHERE f.user_id = s.user_id AND f.confirmed_at IS NOT NULL) \
                       OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = s.user_id)) AS has_authenticator";

/// The table of memberships of a side, and the column of a session that references it.
const fn membership(guard: Guard) -> (&'static str, &'static str) {
    match guard {
        Guard::Agent => ("staff", "staff_id"),
        Guard::Client => ("client_members", "member_id"),
    }
}

const SESSIONS: &str = "sessions";
const API_KEYS: &str = "api_keys";

/// The secret of a key `s`, and the conditions for its use.
const KEY_COLUMNS: &str =
    "s.id AS key_id, s.name AS key_name, s.environment, s.secret_hash, s.rights AS key_rights, s.networks, s.origins, ";

/// The sessions or keys `s` of a side with their users `u`, memberships `m`, agents `a` and, for clients, clients `c`.
fn credentials(table: &str, guard: Guard) -> String {
    let (memberships, column) = membership(guard);
    let client = match guard {
        Guard::Agent => "",
        Guard::Client => "JOIN clients c ON c.id = m.client_id",
    };
    format!(
        "{table} s JOIN users u ON u.id = s.user_id JOIN {memberships} m ON m.id = s.{column} AND m.user_id = s.user_id \
         JOIN agents a ON a.id = m.agent_id {client}"
    )
}

/// Whether the person, membership, client or agent is disabled or unconfirmed, regardless of the state of the session.
const fn closed(guard: Guard) -> &'static str {
    match guard {
        Guard::Agent => {
            "m.disabled_at IS NOT NULL OR m.confirmed_at IS NULL OR u.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL"
        }
        Guard::Client => {
            "m.disabled_at IS NOT NULL OR m.confirmed_at IS NULL OR u.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL \
             OR c.disabled_at IS NOT NULL"
        }
    }
}

/// The session `$1` with the user `$2`, the membership `$3` and the guard `$4`; `$5` is the access group of a preview.
pub(super) fn caller(kind: DatabaseKind, query: &CallerQuery) -> String {
    let preview = match query.preview {
        None => "CAST(NULL AS text)".to_owned(),
        Some(_) => preview_rights(kind, query.guard),
    };
    let (_, column) = membership(query.guard);
    let condition = format!("s.id = $1 AND s.user_id = $2 AND s.{column} = $3 AND s.guard = $4");
    holder(kind, query.guard, query.needs, (SESSIONS, &preview, &condition))
}

/// The API key with the public id `$1` on the side `$2`. A test key outside of a sandbox is as unknown as no key.
pub(super) fn key_caller(kind: DatabaseKind, guard: Guard, needs: CallerNeeds) -> String {
    let condition = "s.public_id = $1 AND s.guard = $2 AND (s.environment <> 'test' OR a.is_sandbox)";
    holder(kind, guard, needs, (API_KEYS, "CAST(NULL AS text)", condition))
}

/// The person of a session or key, by a condition on it.
fn holder(
    kind: DatabaseKind,
    guard: Guard,
    needs: CallerNeeds,
    (table, preview, condition): (&str, &str, &str),
) -> String {
    let rights = rights(kind);
    let client_columns = match guard {
        Guard::Agent => {
            "CAST(NULL AS bigint) AS client_id, CAST(NULL AS text) AS client_code, CAST(NULL AS text) AS client_name, \
             CAST(NULL AS text) AS currency"
        }
        Guard::Client => "c.id AS client_id, c.code AS client_code, c.name AS client_name, c.currency AS currency",
    };
    let (mut columns, mut joins) = (String::new(), String::new());
    for (is_wanted, joined) in [
        (needs.billing, billing::CALLER_COLUMNS),
        (needs.translation, translation::CALLER_COLUMNS),
    ] {
        columns += ", ";
        columns += if is_wanted { joined.columns } else { joined.absent };
        if is_wanted {
            joins += " ";
            joins += joined.join;
        }
    }
    if needs.step_up {
        columns += ", ";
        columns += STEP_UP;
    }
    let (rows, closed) = (credentials(table, guard), closed(guard));
    let key_columns = if table == API_KEYS { KEY_COLUMNS } else { "" };
    format!(
        "SELECT {key_columns}u.id AS user_id, m.id AS membership_id, u.name, u.phone, u.locale, u.timezone, u.avatar_key, a.id AS agent_id, \
         a.name AS agent_name, a.is_sandbox, m.is_owner, {rights} AS rights, {preview} AS preview, \
         {client_columns}, s.revoked_at IS NOT NULL AS revoked, s.expires_at, \
         ({closed}) AS closed, m.confirmed_at AS joined_at{columns} \
         FROM {rows}{joins} WHERE {condition}"
    )
}

/// The step-up state of the session `$1`.
pub(super) fn step_up(guard: Guard) -> String {
    let (table, session_column) = membership(guard);
    format!("SELECT {STEP_UP} FROM sessions s JOIN {table} m ON m.id = s.{session_column} WHERE s.id = $1")
}

/// The sessions of the ids `$2` that are valid at the time `$1`. `joined` adds the order `$3` to them, and `assigned` says whether it is
/// assigned to the person.
pub(super) fn valid_sessions(kind: DatabaseKind, guard: Guard, order: (&str, &str)) -> String {
    let key = "CAST(NULL AS text) AS key_rights, CAST(NULL AS text) AS networks";
    valid_credentials(kind, guard, order, (SESSIONS, key, "s.expires_at > $1"))
}

/// Like [`valid_sessions`], for API keys.
pub(super) fn valid_keys(kind: DatabaseKind, guard: Guard, order: (&str, &str)) -> String {
    let key = "s.rights AS key_rights, s.networks";
    let valid = "(s.expires_at IS NULL OR s.expires_at > $1)";
    valid_credentials(kind, guard, order, (API_KEYS, key, valid))
}

fn valid_credentials(
    kind: DatabaseKind,
    guard: Guard,
    (joined, assigned): (&str, &str),
    (table, key, valid): (&str, &str, &str),
) -> String {
    let (rows, closed, rights) = (credentials(table, guard), closed(guard), rights(kind));
    let is_wanted = kind.in_id_list("s.id", "$2");
    format!(
        "SELECT s.id AS credential_id, m.id AS membership_id, m.is_owner, {rights} AS rights, {assigned} AS assigned, {key} \
         FROM {rows} {joined} WHERE {is_wanted} AND s.guard = '{}' \
         AND s.revoked_at IS NULL AND {valid} AND NOT ({closed})",
        guard.as_str()
    )
}

/// The holder of the extension token with the hash `$2`, with their clients, at the time `$1`.
pub(super) fn extension_caller(kind: DatabaseKind) -> String {
    let (join, clients) = (translation::CALLER_COLUMNS.join, clients(kind));
    format!(
        "SELECT id, extension_tokens.name AS token_name, created_at, user_id, \
         revoked_at IS NOT NULL AS revoked, \
         expires_at IS NOT NULL AND expires_at <= $1 AS expired, \
         (SELECT u.disabled_at IS NOT NULL FROM users u WHERE u.id = extension_tokens.user_id) AS closed, \
         (SELECT u.name FROM users u WHERE u.id = extension_tokens.user_id) AS name, \
         (SELECT u.phone FROM users u WHERE u.id = extension_tokens.user_id) AS phone, \
         (SELECT {clients} FROM client_members m \
          JOIN clients c ON c.id = m.client_id JOIN agents a ON a.id = m.agent_id \
          {join} \
          WHERE m.user_id = extension_tokens.user_id AND m.confirmed_at IS NOT NULL AND m.disabled_at IS NULL \
          AND c.disabled_at IS NULL AND a.disabled_at IS NULL) AS clients \
         FROM extension_tokens WHERE token_hash = $2"
    )
}
