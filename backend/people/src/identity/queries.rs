//! Queries for users and their memberships.

use entities::client;
use entities::{agent, client_member, order, session, staff, user};
use platform::{auth::Caller, scope::ScopedConnection};
use sea_orm::{
    Condition, DbErr, FromQueryResult, JoinType, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition, SelectStatement},
};
use shared_types::{
    access::Guard,
    email_address::EmailAddress,
    id::{AgentId, ClientId, MemberId, OrderId, StaffId, UserId},
    identity::{Cabinet, NextStep, RequiredFactors},
    orders::OrderStatus,
    phone::Phone,
};

/// Finds the active user of a phone.
pub(super) async fn user_by_phone(scope: &impl ScopedConnection, phone: &Phone) -> Result<Option<user::Model>, DbErr> {
    scope
        .one(
            user::Entity::find()
                .filter(user::Column::Phone.eq(phone.as_str()))
                .filter(user::Column::DisabledAt.is_null()),
        )
        .await
}

/// The stored data that a login by password is verified against.
#[derive(Debug, Default, FromQueryResult)]
pub(super) struct Credential {
    /// `None` if the user has no password.
    pub(super) password_hash: Option<String>,
    /// Whether the browser has logged in to this account before.
    pub(super) is_known: bool,
}

/// The credential of a user; the default one if there is no such user.
pub(super) async fn credential(
    scope: &impl ScopedConnection,
    key: UserKey<'_>,
    browser_hash: Option<&str>,
) -> Result<Credential, DbErr> {
    let sessions = sessions_of_browser(browser_hash.unwrap_or_default())
        .and_where(Expr::col((session::Entity, session::Column::UserId)).equals((user::Entity, user::Column::Id)))
        .to_owned();
    let credential = user::Entity::find()
        .select_only()
        .column(user::Column::PasswordHash)
        .column_as(Expr::exists(sessions), "is_known")
        .filter(key.condition(user::Column::Id))
        .filter(user::Column::DisabledAt.is_null());
    Ok(scope.one_as(credential).await?.unwrap_or_default())
}

/// Subquery: all sessions of a browser, including ended ones.
fn sessions_of_browser(browser_hash: &str) -> SelectStatement {
    let sessions = session::Entity::find()
        .select_only()
        .column(session::Column::Id)
        .filter(session::Column::BrowserHash.eq(browser_hash));
    sessions.into_query()
}

/// Whether a browser has logged in to the account before.
pub(super) async fn is_known_browser(
    scope: &impl ScopedConnection,
    key: UserKey<'_>,
    browser_hash: &str,
) -> Result<bool, DbErr> {
    Ok(credential(scope, key, Some(browser_hash)).await?.is_known)
}

/// How a query identifies a user.
#[derive(Clone, Copy, Debug)]
pub(super) enum UserKey<'a> {
    /// By id.
    User(UserId),
    Phone(&'a Phone),
    /// By e-mail address.
    Email(&'a EmailAddress),
}

impl UserKey<'_> {
    fn condition(self, user_id: impl ColumnTrait) -> Condition {
        match self {
            Self::User(id) => user_id.eq(id).into_condition(),
            Self::Phone(phone) => is_active_user(user_id, user::Column::Phone.eq(phone.as_str())),
            Self::Email(email) => is_active_user(user_id, user::Column::Email.eq(email.as_str())),
        }
    }
}

/// Matches rows whose `user_id` belongs to an active user with the given attribute.
fn is_active_user(user_id: impl ColumnTrait, attribute: sea_orm::sea_query::Expr) -> Condition {
    let users = user::Entity::find().select_only().column(user::Column::Id);
    let users = users.filter(attribute).filter(user::Column::DisabledAt.is_null());
    user_id.in_subquery(users.into_query()).into_condition()
}

/// A membership of a user. `is_confirmed` is false for an invitation whose phone is not verified yet.
#[derive(Clone, Debug)]
pub(super) struct UserMembership {
    pub(super) user_id: UserId,
    pub(super) is_confirmed: bool,
    pub(super) cabinet: Cabinet,
    pub(super) requirements: LoginRequirements,
}

/// The proofs that a login of a user requires. The strictest requirement of the user's agents applies to every login, because a
/// user can switch between all cabinets.
#[derive(Clone, Copy, Debug, FromQueryResult)]
pub(super) struct LoginRequirements {
    pub(super) has_password: bool,
    pub(super) by_choice: bool,
    pub(super) by_agent: bool,
    #[sea_orm(nested)]
    pub(super) second_factors: SecondFactors,
}

impl LoginRequirements {
    pub(super) const fn required_factors(self) -> RequiredFactors {
        if self.second_factors.any() {
            RequiredFactors::PasswordAndAuthenticator
        } else if self.by_agent || self.by_choice {
            RequiredFactors::PasswordAndCode
        } else {
            RequiredFactors::One
        }
    }
}

fn select_requirements<E: EntityTrait>(select: Select<E>, table: &str) -> Select<E> {
    let of_user = |expr: &str| Expr::cust(format!("(SELECT {expr} FROM users u WHERE u.id = {table}.user_id)"));
    let by_agent = format!(
        "(SELECT count(*) > 0 FROM staff f JOIN agent_settings w ON w.agent_id = f.agent_id AND w.key = 'second_factor' \
         AND w.value = 'true' \
         WHERE f.user_id = {table}.user_id AND f.confirmed_at IS NOT NULL AND f.disabled_at IS NULL)"
    );
    let has_authenticator = format!(
        "EXISTS (SELECT 1 FROM authenticators a WHERE a.user_id = {table}.user_id AND a.confirmed_at IS NOT NULL)"
    );
    let has_passkeys = format!("EXISTS (SELECT 1 FROM passkeys k WHERE k.user_id = {table}.user_id)");
    select
        .column_as(Expr::cust(has_authenticator), "has_authenticator")
        .column_as(Expr::cust(has_passkeys), "has_passkeys")
        .column_as(of_user("u.password_hash IS NOT NULL"), "has_password")
        .column_as(of_user("u.second_factor_since IS NOT NULL"), "by_choice")
        .column_as(Expr::cust(by_agent), "by_agent")
}

#[derive(FromQueryResult)]
struct StaffRow {
    #[sea_orm(nested)]
    requirements: LoginRequirements,
    confirmed_at: Option<DateTimeUtc>,
    id: i64,
    user_id: UserId,
    agent_id: AgentId,
    agent_name: String,
}

#[derive(FromQueryResult)]
struct MemberRow {
    #[sea_orm(nested)]
    requirements: LoginRequirements,
    confirmed_at: Option<DateTimeUtc>,
    id: i64,
    user_id: UserId,
    agent_id: AgentId,
    agent_name: String,
    client_id: ClientId,
    client_code: String,
    client_name: String,
}

/// The confirmed cabinets of a user on one side, oldest membership first.
pub(super) async fn cabinets(
    scope: &impl ScopedConnection,
    user_id: UserId,
    guard: Guard,
) -> Result<Vec<Cabinet>, DbErr> {
    let members = memberships(scope, UserKey::User(user_id), guard).await?;
    let confirmed = members.into_iter().filter(|member| member.is_confirmed);
    Ok(confirmed.map(|member| member.cabinet).collect())
}

/// The cabinet of the caller's user, on the caller's side, that has the order. A draft belongs to its client alone.
pub(super) async fn cabinet_with_order(
    scope: &impl ScopedConnection,
    caller: &Caller,
    id: OrderId,
) -> Result<Option<Cabinet>, DbErr> {
    let Some(found) = scope.one(order::Entity::find_by_id(id)).await? else {
        return Ok(None);
    };
    let guard = caller.guard();
    if guard == Guard::Agent && found.status == OrderStatus::Draft {
        return Ok(None);
    }
    let cabinets = cabinets(scope, caller.user_id, guard).await?;
    Ok(cabinets.into_iter().find(|cabinet| {
        let is_in_cabinet = guard == Guard::Agent || cabinet.client_id == Some(found.client_id);
        cabinet.agent_id == found.agent_id && is_in_cabinet
    }))
}

/// The memberships of a user on one side, including unconfirmed invitations.
pub(super) async fn memberships(
    scope: &impl ScopedConnection,
    key: UserKey<'_>,
    guard: Guard,
) -> Result<Vec<UserMembership>, DbErr> {
    match guard {
        Guard::Agent => staff_memberships(scope, key).await,
        Guard::Client => client_memberships(scope, key).await,
    }
}

/// Confirms all pending invitations of a user on one side. Called once the phone is verified.
pub(super) async fn confirm_invitations(
    scope: &impl ScopedConnection,
    user_id: UserId,
    guard: Guard,
    now: DateTimeUtc,
) -> Result<(), DbErr> {
    match guard {
        Guard::Agent => {
            let update = staff::Entity::update_many()
                .col_expr(staff::Column::ConfirmedAt, Expr::value(now))
                .filter(staff::Column::UserId.eq(user_id))
                .filter(staff::Column::RemovedAt.is_null())
                .filter(staff::Column::ConfirmedAt.is_null());
            scope.update_count(update).await?;
        }
        Guard::Client => {
            let update = client_member::Entity::update_many()
                .col_expr(client_member::Column::ConfirmedAt, Expr::value(now))
                .filter(client_member::Column::UserId.eq(user_id))
                .filter(client_member::Column::ConfirmedAt.is_null());
            scope.update_count(update).await?;
        }
    }
    Ok(())
}

async fn staff_memberships(scope: &impl ScopedConnection, key: UserKey<'_>) -> Result<Vec<UserMembership>, DbErr> {
    let to_agent = staff::Entity::belongs_to(agent::Entity)
        .from(staff::Column::AgentId)
        .to(agent::Column::Id)
        .into();
    let select = staff::Entity::find()
        .select_only()
        .columns([
            staff::Column::Id,
            staff::Column::UserId,
            staff::Column::AgentId,
            staff::Column::ConfirmedAt,
        ])
        .column_as(Expr::col((agent::Entity, agent::Column::Name)), "agent_name")
        .join(JoinType::InnerJoin, to_agent)
        .filter(key.condition(staff::Column::UserId))
        .filter(staff::Column::DisabledAt.is_null())
        .filter(agent::Column::DisabledAt.is_null())
        .order_by_asc(staff::Column::Id);
    let rows: Vec<StaffRow> = scope.all_as(select_requirements(select, "staff")).await?;
    let cabinet = |row: &StaffRow| Cabinet {
        guard: Guard::Agent,
        agent_id: row.agent_id,
        agent_name: row.agent_name.clone(),
        staff_id: Some(StaffId(row.id)),
        client_id: None,
        client_name: None,
        client_code: None,
        member_id: None,
    };
    let members = rows.iter().map(|row| UserMembership {
        user_id: row.user_id,
        is_confirmed: row.confirmed_at.is_some(),
        cabinet: cabinet(row),
        requirements: row.requirements,
    });
    Ok(members.collect())
}

async fn client_memberships(scope: &impl ScopedConnection, key: UserKey<'_>) -> Result<Vec<UserMembership>, DbErr> {
    let to_client = client_member::Entity::belongs_to(client::Entity)
        .from(client_member::Column::ClientId)
        .to(client::Column::Id)
        .into();
    let to_agent = client_member::Entity::belongs_to(agent::Entity)
        .from(client_member::Column::AgentId)
        .to(agent::Column::Id)
        .into();
    let select = client_member::Entity::find()
        .select_only()
        .columns([
            client_member::Column::Id,
            client_member::Column::UserId,
            client_member::Column::AgentId,
            client_member::Column::ClientId,
            client_member::Column::ConfirmedAt,
        ])
        .column_as(Expr::col((agent::Entity, agent::Column::Name)), "agent_name")
        .column_as(Expr::col((client::Entity, client::Column::Code)), "client_code")
        .column_as(Expr::col((client::Entity, client::Column::Name)), "client_name")
        .join(JoinType::InnerJoin, to_client)
        .join(JoinType::InnerJoin, to_agent)
        .filter(key.condition(client_member::Column::UserId))
        .filter(client_member::Column::DisabledAt.is_null())
        .filter(client::Column::DisabledAt.is_null())
        .filter(agent::Column::DisabledAt.is_null())
        .order_by_asc(client_member::Column::Id);
    let rows: Vec<MemberRow> = scope.all_as(select_requirements(select, "client_members")).await?;
    let cabinet = |row: &MemberRow| Cabinet {
        guard: Guard::Client,
        agent_id: row.agent_id,
        agent_name: row.agent_name.clone(),
        staff_id: None,
        client_id: Some(row.client_id),
        client_name: Some(row.client_name.clone()),
        client_code: Some(row.client_code.clone()),
        member_id: Some(MemberId(row.id)),
    };
    let members = rows.iter().map(|row| UserMembership {
        user_id: row.user_id,
        is_confirmed: row.confirmed_at.is_some(),
        cabinet: cabinet(row),
        requirements: row.requirements,
    });
    Ok(members.collect())
}

/// The second factors of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, FromQueryResult)]
pub(super) struct SecondFactors {
    pub has_authenticator: bool,
    pub has_passkeys: bool,
}

impl SecondFactors {
    /// Whether the person has an authenticator app or a passkey.
    pub(super) const fn any(self) -> bool {
        self.has_authenticator || self.has_passkeys
    }

    /// Returns the next step of the login.
    pub(super) const fn next_step(self) -> NextStep {
        if self.has_passkeys {
            NextStep::Passkey
        } else {
            NextStep::Authenticator
        }
    }
}
