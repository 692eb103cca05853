//! The statements by which the authorization layer reads callers: sessions, persons, memberships and rights.
//!
//! Each lookup is one statement, because it runs before every request. What invoices, plans and translation add, their features say.

use books::billing;
use infra::translation;
use platform::auth::CallerColumns;
use shared_types::access::Guard;

/// The rights of the membership's access group. An owner needs none.
const RIGHTS: &str = "CASE WHEN m.is_owner THEN NULL ELSE \
                      (SELECT string_agg(r.object || ':' || r.level || ':' || r.breadth, ',') \
                      FROM access_group_rights r WHERE r.group_id = m.access_group_id) END";

/// The rights of a preview's access group. A group that is deleted or belongs to another cabinet grants nothing.
const PREVIEW_RIGHTS: &str = "(SELECT string_agg(r.object || ':' || r.level || ':' || r.breadth, ',') \
                              FROM access_group_rights r WHERE r.group_id = $5 AND r.agent_id = m.agent_id AND {own})";

/// The last proof of a session, and what the agent requires before payouts.
const STEP_UP: &str = "s.proved_at, EXISTS (SELECT 1 FROM agent_settings w \
                       WHERE w.agent_id = m.agent_id AND w.key = 'payout_code' AND w.value = 'true') AS asked, \
                       EXISTS (SELECT 1 FROM agent_settings w \
                       WHERE w.agent_id = m.agent_id AND w.key = 'payout_authenticator' AND w.value = 'true') AS authenticator_asked, \
                       (EXISTS (SELECT 1 FROM authenticators f WHERE f.user_id = s.user_id AND f.confirmed_at IS NOT NULL) \
                       OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = s.user_id)) AS has_authenticator";

/// Stores the last use of an extension token.
pub const RECORD_TOKEN_USE: &str = "UPDATE extension_tokens SET last_used_at = $1, last_ip = $2 \
                                    WHERE id = $3 AND (last_used_at IS NULL OR last_used_at < $1)";

/// The table of memberships of a side, and the column of a session that references it.
const fn membership(guard: Guard) -> (&'static str, &'static str) {
    match guard {
        Guard::Agent => ("staff", "staff_id"),
        Guard::Client => ("client_members", "member_id"),
    }
}

/// The sessions `s` of a side with their users `u`, memberships `m`, agents `a` and, for clients, clients `c`.
fn sessions(guard: Guard) -> String {
    let (table, session_column) = membership(guard);
    let client = match guard {
        Guard::Agent => "",
        Guard::Client => "JOIN clients c ON c.id = m.client_id",
    };
    format!(
        "sessions s JOIN users u ON u.id = s.user_id JOIN {table} m ON m.id = s.{session_column} AND m.user_id = s.user_id \
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

/// The caller behind an access token.
pub fn caller_statement(wanted: CallerColumns) -> String {
    let preview = match (wanted.preview, wanted.guard) {
        (false, _) => "CAST(NULL AS text)".to_owned(),
        (true, Guard::Agent) => PREVIEW_RIGHTS.replace("{own}", "r.client_id IS NULL"),
        (true, Guard::Client) => PREVIEW_RIGHTS.replace("{own}", "r.client_id = m.client_id"),
    };
    let client_columns = match wanted.guard {
        Guard::Agent => {
            "CAST(NULL AS bigint) AS client_id, CAST(NULL AS text) AS client_code, CAST(NULL AS text) AS client_name, \
             CAST(NULL AS text) AS currency"
        }
        Guard::Client => "c.id AS client_id, c.code AS client_code, c.name AS client_name, c.currency AS currency",
    };
    let (mut columns, mut joins) = (String::new(), String::new());
    for (is_wanted, joined) in [
        (wanted.billing, billing::CALLER_COLUMNS),
        (wanted.translation, translation::CALLER_COLUMNS),
    ] {
        columns += ", ";
        columns += if is_wanted { joined.columns } else { joined.absent };
        if is_wanted {
            joins += " ";
            joins += joined.join;
        }
    }
    if wanted.step_up {
        columns += ", ";
        columns += STEP_UP;
    }
    let (rows, closed, (_, session_column)) = (sessions(wanted.guard), closed(wanted.guard), membership(wanted.guard));
    format!(
        "SELECT u.id AS user_id, u.name, u.phone, u.locale, u.timezone, u.avatar_key, a.id AS agent_id, \
         a.name AS agent_name, m.is_owner, {RIGHTS} AS rights, {preview} AS preview, \
         {client_columns}, s.revoked_at IS NOT NULL AS revoked, s.expires_at, \
         ({closed}) AS closed, m.confirmed_at AS joined_at{columns} \
         FROM {rows}{joins} WHERE s.id = $1 AND s.user_id = $2 AND s.{session_column} = $3 AND s.guard = $4"
    )
}

/// The step-up state of a session.
pub fn step_up_statement(guard: Guard) -> String {
    let (table, session_column) = membership(guard);
    format!("SELECT {STEP_UP} FROM sessions s JOIN {table} m ON m.id = s.{session_column} WHERE s.id = $1")
}

/// The valid sessions that meet a condition. `joined` adds an order to them, and `assigned` says whether it is assigned to the person.
pub fn sessions_statement(guard: Guard, condition: &str, (joined, assigned): (&str, &str)) -> String {
    let (rows, closed) = (sessions(guard), closed(guard));
    format!(
        "SELECT s.id AS session_id, m.id AS membership_id, m.is_owner, {RIGHTS} AS rights, {assigned} AS assigned \
         FROM {rows} {joined} WHERE {condition} AND s.guard = '{}' \
         AND s.revoked_at IS NULL AND s.expires_at > $1 AND NOT ({closed})",
        guard.as_str()
    )
}

/// The holder of an extension token with their clients. Names contain no unit or record separators, because control characters are
/// refused on input.
pub fn extension_statement() -> String {
    let join = translation::CALLER_COLUMNS.join;
    format!(
        "SELECT id, extension_tokens.name AS token_name, created_at, user_id, \
     revoked_at IS NOT NULL AS revoked, \
     expires_at IS NOT NULL AND expires_at <= $1 AS expired, \
     (SELECT u.disabled_at IS NOT NULL FROM users u WHERE u.id = extension_tokens.user_id) AS closed, \
     (SELECT u.name FROM users u WHERE u.id = extension_tokens.user_id) AS name, \
     (SELECT u.phone FROM users u WHERE u.id = extension_tokens.user_id) AS phone, \
     (SELECT string_agg(m.agent_id || '\u{1f}' || m.client_id || '\u{1f}' || CASE WHEN t.titles THEN 1 \
     ELSE 0 END || '\u{1f}' || a.name, '\u{1e}') FROM client_members m \
      JOIN clients c ON c.id = m.client_id JOIN agents a ON a.id = m.agent_id \
      {join} \
      WHERE m.user_id = extension_tokens.user_id AND m.confirmed_at IS NOT NULL AND m.disabled_at IS NULL \
      AND c.disabled_at IS NULL AND a.disabled_at IS NULL) AS clients \
         FROM extension_tokens WHERE token_hash = $2"
    )
}
