//! The auth lookup: one statement per request reads the session, the person, the membership and the rights.

use super::{
    caller::{Caller, CallerTranslation, Membership},
    jwt::Claims,
};
use crate::{clock, db::Db, http::Failure, state::AppState, timezone::TimeZone};
use chrono::{DateTime, Utc};
use sea_orm::{ConnectionTrait, DbErr, FromQueryResult, Statement, Value};
use shared_types::{
    access::{Breadth, Grant, Guard, Level, Object, Rights},
    billing::PlanLimits,
    id::{AgentId, ClientId, MemberId, StaffId, UserId},
    money::Currency,
    month::CalendarMonth,
    phone::Phone,
    problem::ProblemCode,
    translation::Language,
};
use std::collections::BTreeMap;

/// The rights of the membership's access group. An owner needs none.
pub(super) const RIGHTS: &str = "CASE WHEN m.is_owner THEN NULL ELSE \
                                 (SELECT string_agg(r.object || ':' || r.level || ':' || r.breadth, ',') \
                                 FROM access_group_rights r WHERE r.group_id = m.access_group_id) END";

/// The rights of a preview's access group. A group that is deleted or belongs to another cabinet grants nothing.
const PREVIEW_RIGHTS: &str = "(SELECT string_agg(r.object || ':' || r.level || ':' || r.breadth, ',') \
                              FROM access_group_rights r WHERE r.group_id = $5 AND r.agent_id = m.agent_id AND {own})";

/// When the oldest open invoice of the service makes the agent's cabinet read-only.
const READ_ONLY_AT: &str = "(SELECT min(i.read_only_at) FROM invoices i \
                            WHERE i.agent_id = a.id AND i.paid_at IS NULL AND i.canceled_at IS NULL)";

/// The limits of the agent's plan as one text, such as `20,,500,`.
const PLAN_LIMITS: &str = "(SELECT coalesce(CAST(p.staff_limit AS text), '') || ',' \
                           || coalesce(CAST(p.clients_limit AS text), '') || ',' || \
    coalesce(CAST(p.orders_limit AS text), '') || ',' || coalesce(CAST(p.storage_limit AS text), '') \
    FROM subscriptions b JOIN plans p ON p.id = b.plan_id WHERE b.agent_id = a.id)";

/// The limits that [`PLAN_LIMITS`] selects.
struct StoredLimits(PlanLimits);

impl StoredLimits {
    fn parse(text: &str) -> Option<Self> {
        let limit = |text: &str| match text {
            "" => Some(None),
            number => number.parse().ok().map(Some),
        };
        let limits = text.split(',').map(limit).collect::<Option<Vec<Option<i64>>>>()?;
        let [staff, clients, orders, storage] = limits[..] else {
            return None;
        };
        Some(Self(PlanLimits {
            staff,
            clients,
            orders,
            storage,
        }))
    }

    fn to_text(&self) -> String {
        let PlanLimits {
            staff,
            clients,
            orders,
            storage,
        } = self.0;
        let limits = [staff, clients, orders, storage].map(|limit| limit.map(|limit| limit.to_string()));
        limits.map(Option::unwrap_or_default).join(",")
    }
}

shared_types::stored!(StoredLimits, |limits| limits.to_text(), |text| StoredLimits::parse(
    text
));

#[derive(FromQueryResult)]
struct CallerRow {
    user_id: UserId,
    name: String,
    phone: Phone,
    locale: Language,
    timezone: TimeZone,
    avatar_key: Option<String>,
    agent_id: AgentId,
    agent_name: String,
    is_owner: bool,
    rights: Option<StoredGrants>,
    preview: Option<StoredGrants>,
    client_id: Option<ClientId>,
    client_code: Option<String>,
    client_name: Option<String>,
    currency: Option<Currency>,
    revoked: bool,
    expires_at: DateTime<Utc>,
    closed: bool,
    joined_at: Option<DateTime<Utc>>,
    read_only_at: Option<DateTime<Utc>>,
    plan_limits: Option<StoredLimits>,
    translates_chat: Option<bool>,
    translates_titles: Option<bool>,
    glossary_key: Option<i64>,
    exhausted_month: Option<CalendarMonth>,
}

impl CallerRow {
    /// Returns the agent's translation settings for the caller.
    fn translation(&self, now: DateTime<Utc>) -> Option<CallerTranslation> {
        let translation = CallerTranslation {
            language: self.locale,
            glossary_key: self.glossary_key.unwrap_or_default(),
            chat: self.translates_chat.unwrap_or_default(),
            titles: self.translates_titles.unwrap_or_default(),
            is_exhausted: self.exhausted_month == Some(clock::month(now)),
        };
        (translation.chat || translation.titles).then_some(translation)
    }
}

/// The optional columns of a lookup.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a separate part of the statement")]
struct Wanted {
    guard: Guard,
    /// The rights of the access group of a preview.
    preview: bool,
    /// Unpaid invoices and the limits of the plan, for requests that they may refuse.
    billing: bool,
    /// The agent's translation settings.
    translation: bool,
    /// The last proof of the session, and the agent's requirement.
    step_up: bool,
}

/// The data that a request needs about its caller, in addition to the person and the rights.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallerNeeds {
    /// Whether an unpaid invoice or the limits of the plan may refuse the request.
    pub(super) billing: bool,
    /// Whether the request may need a step-up.
    pub(super) step_up: bool,
}

/// SQL fragments that select the sessions of a side. Requests and sockets share them.
pub(super) struct SessionSql {
    /// The sessions `s` with their users `u`, memberships `m`, agents `a` and, for clients, clients `c`.
    pub(super) from_clause: String,
    /// The column of a session that references its membership.
    pub(super) session_column: &'static str,
    /// Whether the person, membership, client or agent is disabled or unconfirmed, regardless of the state of the session.
    pub(super) closed: String,
}

/// The fragments of a side.
pub(super) fn session_sql(guard: Guard) -> SessionSql {
    let (table, session_column, client, client_closed) = match guard {
        Guard::Agent => ("staff", "staff_id", "", ""),
        Guard::Client => (
            "client_members",
            "member_id",
            "JOIN clients c ON c.id = m.client_id",
            "OR c.disabled_at IS NOT NULL",
        ),
    };
    SessionSql {
        from_clause: format!(
            "sessions s JOIN users u ON u.id = s.user_id JOIN {table} m ON m.id = s.{session_column} AND m.user_id = s.user_id \
             JOIN agents a ON a.id = m.agent_id {client}"
        ),
        session_column,
        closed: format!(
            "m.disabled_at IS NOT NULL OR m.confirmed_at IS NULL OR u.disabled_at IS NOT NULL OR a.disabled_at IS NOT NULL {client_closed}"
        ),
    }
}

fn caller_statement(wanted: Wanted) -> String {
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
    let (read_only_at, plan_limits) = if wanted.billing {
        (READ_ONLY_AT, PLAN_LIMITS)
    } else {
        ("CAST(NULL AS timestamptz)", "CAST(NULL AS text)")
    };
    let (translation_columns, translation_join) = if wanted.translation {
        (
            "t.chat AS translates_chat, t.titles AS translates_titles, t.glossary_key, t.exhausted_month",
            "LEFT JOIN translation_settings t ON t.agent_id = m.agent_id",
        )
    } else {
        (
            "CAST(NULL AS boolean) AS translates_chat, CAST(NULL AS boolean) AS translates_titles, \
             CAST(NULL AS bigint) AS glossary_key, CAST(NULL AS text) AS exhausted_month",
            "",
        )
    };
    let step_up = if wanted.step_up {
        format!(", {STEP_UP}")
    } else {
        String::new()
    };
    let SessionSql {
        from_clause: rows,
        session_column,
        closed,
    } = session_sql(wanted.guard);
    format!(
        "SELECT u.id AS user_id, u.name, u.phone, u.locale, u.timezone, u.avatar_key, a.id AS agent_id, \
         a.name AS agent_name, m.is_owner, {RIGHTS} AS rights, {preview} AS preview, \
         {client_columns}, s.revoked_at IS NOT NULL AS revoked, s.expires_at, \
         ({closed}) AS closed, m.confirmed_at AS joined_at, {read_only_at} AS read_only_at, \
         {plan_limits} AS plan_limits, {translation_columns}{step_up} \
         FROM {rows} {translation_join} WHERE s.id = $1 AND s.user_id = $2 AND s.{session_column} = $3 AND s.guard = $4"
    )
}

async fn find_caller(
    db: &Db,
    claims: &Claims,
    user: i64,
    wanted: Wanted,
) -> Result<Option<(CallerRow, Option<StepUpState>)>, DbErr> {
    let mut values: Vec<Value> = vec![
        claims.sid.into(),
        user.into(),
        claims.mid.into(),
        wanted.guard.as_str().into(),
    ];
    values.extend(claims.preview.map(Value::from));
    let statement = Statement::from_sql_and_values(db.pool.get_database_backend(), caller_statement(wanted), values);
    let row = db.pool.query_first_of_request(statement).await?;
    let Some(row) = row else { return Ok(None) };
    let step_up = wanted.step_up.then(|| StepUpState::from_query_result(&row, ""));
    Ok(Some((CallerRow::from_query_result(&row, "")?, step_up.transpose()?)))
}

/// The caller behind the claims of an access token.
pub(super) async fn caller(
    state: &AppState,
    claims: &Claims,
    guard: Guard,
    needs: CallerNeeds,
) -> Result<Caller, Failure> {
    let (db, now) = (&state.db, state.clock.now());
    let user: i64 = claims.sub.parse().map_err(|_| ProblemCode::CredentialInvalid)?;
    let wanted = Wanted {
        guard,
        preview: claims.preview.is_some(),
        billing: needs.billing,
        translation: state.config.translation.is_some(),
        step_up: needs.step_up,
    };
    let (row, step_up) = find_caller(db, claims, user, wanted)
        .await?
        .ok_or(ProblemCode::CredentialInvalid)?;
    let Some(joined_at) = row.joined_at.filter(|_| !row.revoked && !row.closed) else {
        return Err(ProblemCode::CredentialRevoked.into());
    };
    if row.expires_at <= now {
        return Err(ProblemCode::CredentialExpired.into());
    }
    let translation = row.translation(now);
    let membership = match (row.client_id, row.client_code, row.client_name, row.currency) {
        (Some(client_id), Some(client_code), Some(client_name), Some(currency)) => Membership::Member {
            member_id: MemberId(claims.mid),
            client_id,
            client_code,
            client_name,
            currency,
        },
        _ => Membership::Staff {
            staff_id: StaffId(claims.mid),
        },
    };
    let own = rights(row.is_owner, row.rights);
    Ok(Caller {
        user_id: row.user_id,
        name: row.name,
        phone: row.phone,
        language: row.locale,
        timezone: row.timezone,
        avatar_key: row.avatar_key,
        read_only_at: row.read_only_at,
        // An agent without a subscription has no limits.
        plan_limits: needs
            .billing
            .then(|| row.plan_limits.map(|limits| limits.0).unwrap_or_default()),
        session_id: claims.sid,
        agent_id: row.agent_id,
        agent_name: row.agent_name,
        membership,
        joined_at,
        step_up,
        rights: match claims.preview {
            None => own,
            Some(_) => own.intersect(&rights(false, row.preview)),
        },
        is_preview: claims.preview.is_some(),
        translation,
    })
}

/// The limits of the agent's plan, for a request that no read-only cabinet refuses.
pub async fn plan_limits(state: &AppState, agent_id: AgentId) -> Result<PlanLimits, DbErr> {
    let sql = format!("SELECT {PLAN_LIMITS} AS plan_limits FROM agents a WHERE a.id = $1");
    let db = &state.db;
    let statement = Statement::from_sql_and_values(db.pool.get_database_backend(), sql, [agent_id.into()]);
    let row = PlanLimitsRow::find_by_statement(statement).one(&db.pool).await?;
    Ok(row
        .and_then(|row| row.plan_limits)
        .map(|limits| limits.0)
        .unwrap_or_default())
}

#[derive(FromQueryResult)]
struct PlanLimitsRow {
    plan_limits: Option<StoredLimits>,
}

/// SQL columns of [`StepUpState`].
const STEP_UP: &str = "s.proved_at, EXISTS (SELECT 1 FROM agent_settings w \
                       WHERE w.agent_id = m.agent_id AND w.key = 'payout_code' AND w.value = 'true') AS asked, \
                       EXISTS (SELECT 1 FROM agent_settings w \
                       WHERE w.agent_id = m.agent_id AND w.key = 'payout_authenticator' AND w.value = 'true') AS authenticator_asked, \
                       (EXISTS (SELECT 1 FROM authenticators f WHERE f.user_id = s.user_id AND f.confirmed_at IS NOT NULL) \
                       OR EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = s.user_id)) AS has_authenticator";

/// When a session passed its last step-up, and whether its agent requires one before payouts.
#[derive(Clone, Copy, Debug, FromQueryResult)]
pub(super) struct StepUpState {
    pub(super) proved_at: Option<DateTime<Utc>>,
    pub(super) asked: bool,
    /// Whether the agent requires a code of an authenticator app, or a passkey.
    pub(super) authenticator_asked: bool,
    /// Whether the person has an app that is confirmed, or a passkey.
    pub(super) has_authenticator: bool,
}

/// The step-up state of the caller's session.
pub(super) async fn step_up_state(db: &Db, caller: &Caller) -> Result<Option<StepUpState>, DbErr> {
    let (table, session_column) = match caller.guard() {
        Guard::Agent => ("staff", "staff_id"),
        Guard::Client => ("client_members", "member_id"),
    };
    let sql = format!("SELECT {STEP_UP} FROM sessions s JOIN {table} m ON m.id = s.{session_column} WHERE s.id = $1");
    let statement = Statement::from_sql_and_values(db.pool.get_database_backend(), sql, [caller.session_id.into()]);
    StepUpState::find_by_statement(statement).one(&db.pool).await
}

/// The grants of an access group as one text, which [`RIGHTS`] selects: `orders:edit:all,clients:view:own`.
pub(super) struct StoredGrants(BTreeMap<Object, Grant>);

impl StoredGrants {
    fn parse(text: &str) -> Option<Self> {
        let grants = text.split(',').map(|text| {
            let mut parts = text.split(':');
            let object = Object::from_name(parts.next()?)?;
            let level = Level::from_name(parts.next()?)?;
            let breadth = Breadth::from_name(parts.next()?)?;
            Some((object, Grant { level, breadth }))
        });
        grants.collect::<Option<_>>().map(Self)
    }

    fn to_text(&self) -> String {
        let grants = self
            .0
            .iter()
            .map(|(object, grant)| [object.as_str(), grant.level.as_str(), grant.breadth.as_str()].join(":"));
        grants.collect::<Vec<_>>().join(",")
    }
}

shared_types::stored!(StoredGrants, |grants| grants.to_text(), |text| StoredGrants::parse(
    text
));

/// The rights of a person. Without a group, nothing is granted.
pub(super) fn rights(is_owner: bool, grants: Option<StoredGrants>) -> Rights {
    Rights {
        is_owner,
        grants: grants.map(|grants| grants.0).unwrap_or_default(),
    }
}
