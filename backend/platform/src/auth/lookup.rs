//! The auth lookup: one statement per request reads the session, the person, the membership and the rights.

use super::{
    caller::{Caller, CallerTranslation, Membership},
    jwt::Claims,
    statements::CallerColumns,
};
use crate::{clock, http::Failure, state::AppState, timezone::TimeZone};
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
    staff_limit: Option<i64>,
    clients_limit: Option<i64>,
    orders_limit: Option<i64>,
    storage_limit: Option<i64>,
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

/// The data that a request needs about its caller, in addition to the person and the rights.
#[derive(Clone, Copy, Debug)]
pub(super) struct CallerNeeds {
    /// Whether an unpaid invoice or the limits of the plan may refuse the request.
    pub(super) billing: bool,
    /// Whether the request may need a step-up.
    pub(super) step_up: bool,
}

async fn find_caller(
    state: &AppState,
    claims: &Claims,
    user: i64,
    wanted: CallerColumns,
) -> Result<Option<(CallerRow, Option<StepUpState>)>, DbErr> {
    let mut values: Vec<Value> = vec![
        claims.sid.into(),
        user.into(),
        claims.mid.into(),
        wanted.guard.as_str().into(),
    ];
    values.extend(claims.preview.map(Value::from));
    let (pool, sql) = (&state.db.pool, (state.auth_statements()?.caller)(wanted));
    let statement = Statement::from_sql_and_values(pool.get_database_backend(), sql, values);
    let row = pool.query_first_of_request(statement).await?;
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
    let now = state.clock.now();
    let user: i64 = claims.sub.parse().map_err(|_| ProblemCode::CredentialInvalid)?;
    let wanted = CallerColumns {
        guard,
        preview: claims.preview.is_some(),
        billing: needs.billing,
        translation: state.config.translation.is_some(),
        step_up: needs.step_up,
    };
    let (row, step_up) = find_caller(state, claims, user, wanted)
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
        plan_limits: needs.billing.then_some(PlanLimits {
            staff: row.staff_limit,
            clients: row.clients_limit,
            orders: row.orders_limit,
            storage: row.storage_limit,
        }),
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
pub(super) async fn step_up_state(state: &AppState, caller: &Caller) -> Result<Option<StepUpState>, DbErr> {
    let (pool, sql) = (&state.db.pool, (state.auth_statements()?.step_up)(caller.guard()));
    let statement = Statement::from_sql_and_values(pool.get_database_backend(), sql, [caller.session_id.into()]);
    StepUpState::find_by_statement(statement).one(pool).await
}

/// The grants of an access group as one text, as the statements select them: `orders:edit:all,clients:view:own`.
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
