//! Statements about people and their memberships.

use super::entity::{agent, client_member, session, staff, user};
use crate::{clients::entity as client, platform::scope::Rows};
use sea_orm::{
    Condition, DbErr, FromQueryResult, JoinType, QueryOrder, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, IntoCondition, SelectStatement},
};
use shared_types::{
    access::Guard,
    id::{AgentId, ClientId, MemberId, StaffId},
    identity::Cabinet,
};

/// The person of a phone.
pub(super) async fn user_of(scope: &impl Rows, phone: &str) -> Result<Option<user::Model>, DbErr> {
    scope
        .one(
            user::Entity::find()
                .filter(user::Column::Phone.eq(phone))
                .filter(user::Column::DisabledAt.is_null()),
        )
        .await
}

/// What a login by password is checked against.
#[derive(Debug, Default, FromQueryResult)]
pub(super) struct Credential {
    /// The password's hash, if there is one.
    pub(super) password_hash: Option<String>,
    /// Whether the browser logged in to the account before.
    pub(super) is_known: bool,
}

/// The credential of a person; an empty one where there is no such person.
pub(super) async fn credential(
    scope: &impl Rows,
    who: Who<'_>,
    browser_hash: Option<&str>,
) -> Result<Credential, DbErr> {
    let logins = logins_of(browser_hash.unwrap_or_default())
        .and_where(Expr::col((session::Entity, session::Column::UserId)).equals((user::Entity, user::Column::Id)))
        .to_owned();
    let person = user::Entity::find()
        .select_only()
        .column(user::Column::PasswordHash)
        .column_as(Expr::exists(logins), "is_known")
        .filter(who.condition(user::Column::Id))
        .filter(user::Column::DisabledAt.is_null());
    Ok(scope.one_as(person).await?.unwrap_or_default())
}

/// Logins of a browser, ended ones too.
fn logins_of(browser_hash: &str) -> SelectStatement {
    let logins = session::Entity::find()
        .select_only()
        .column(session::Column::Id)
        .filter(session::Column::BrowserHash.eq(browser_hash));
    logins.into_query()
}

/// Whether a browser logged in to the account before.
pub(super) async fn knows_browser(scope: &impl Rows, who: Who<'_>, browser_hash: &str) -> Result<bool, DbErr> {
    Ok(credential(scope, who, Some(browser_hash)).await?.is_known)
}

/// Whose cabinets.
#[derive(Clone, Copy, Debug)]
pub(super) enum Who<'a> {
    /// A person.
    User(i64),
    /// The person of a phone.
    Phone(&'a str),
    /// The person of an e-mail address, in small letters.
    Email(&'a str),
}

impl Who<'_> {
    fn condition(self, user_id: impl ColumnTrait) -> Condition {
        match self {
            Self::User(id) => user_id.eq(id).into_condition(),
            Self::Phone(phone) => person(user_id, user::Column::Phone.eq(phone)),
            Self::Email(email) => person(user_id, user::Column::Email.eq(email)),
        }
    }
}

fn person(user_id: impl ColumnTrait, named: sea_orm::sea_query::Expr) -> Condition {
    let person = user::Entity::find().select_only().column(user::Column::Id);
    let person = person.filter(named).filter(user::Column::DisabledAt.is_null());
    user_id.in_subquery(person.into_query()).into_condition()
}

/// A membership with its person, and whether the person has proved the phone to it.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) user_id: i64,
    pub(super) is_confirmed: bool,
    pub(super) cabinet: Cabinet,
    /// What is asked of the person's logins.
    pub(super) asked: Asked,
}

/// What a login of a person has to prove. The strictest of the person's agents holds for every login: one switches from any
/// cabinet into any other.
#[derive(Clone, Copy, Debug, FromQueryResult)]
pub(super) struct Asked {
    pub(super) has_password: bool,
    pub(super) by_choice: bool,
    pub(super) by_agent: bool,
}

fn asking<E: EntityTrait>(select: Select<E>, table: &str) -> Select<E> {
    let of_user = |what: &str| Expr::cust(format!("(SELECT {what} FROM users u WHERE u.id = {table}.user_id)"));
    let by_agent = format!(
        "(SELECT count(*) > 0 FROM staff f JOIN agent_settings w ON w.agent_id = f.agent_id AND w.key = 'second_factor' AND w.value = 'true' \
         WHERE f.user_id = {table}.user_id AND f.confirmed_at IS NOT NULL AND f.disabled_at IS NULL)"
    );
    select
        .column_as(of_user("u.password_hash IS NOT NULL"), "has_password")
        .column_as(of_user("u.second_factor_since IS NOT NULL"), "by_choice")
        .column_as(Expr::cust(by_agent), "by_agent")
}

#[derive(FromQueryResult)]
struct StaffRow {
    #[sea_orm(nested)]
    asked: Asked,
    confirmed_at: Option<DateTimeUtc>,
    id: i64,
    user_id: i64,
    agent_id: i64,
    agent_name: String,
}

#[derive(FromQueryResult)]
struct MemberRow {
    #[sea_orm(nested)]
    asked: Asked,
    confirmed_at: Option<DateTimeUtc>,
    id: i64,
    user_id: i64,
    agent_id: i64,
    agent_name: String,
    client_id: i64,
    client_code: String,
    client_name: String,
}

/// The cabinets that a person may open on one side, in the order they were joined.
pub(super) async fn cabinets(scope: &impl Rows, user_id: i64, guard: Guard) -> Result<Vec<Cabinet>, DbErr> {
    let found = memberships(scope, Who::User(user_id), guard).await?;
    let open = found.into_iter().filter(|member| member.is_confirmed);
    Ok(open.map(|member| member.cabinet).collect())
}

/// The memberships of a person on one side, those the person was only invited to too.
pub(super) async fn memberships(scope: &impl Rows, who: Who<'_>, guard: Guard) -> Result<Vec<Member>, DbErr> {
    match guard {
        Guard::Agent => staff_cabinets(scope, who).await,
        Guard::Client => client_cabinets(scope, who).await,
    }
}

/// Notes that a person has proved the phone, which is what an invitation waits for.
pub(super) async fn confirm(scope: &impl Rows, user_id: i64, guard: Guard, now: DateTimeUtc) -> Result<(), DbErr> {
    match guard {
        Guard::Agent => {
            let update = staff::Entity::update_many()
                .col_expr(staff::Column::ConfirmedAt, Expr::value(now))
                .filter(staff::Column::UserId.eq(user_id))
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

async fn staff_cabinets(scope: &impl Rows, who: Who<'_>) -> Result<Vec<Member>, DbErr> {
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
        .filter(who.condition(staff::Column::UserId))
        .filter(staff::Column::DisabledAt.is_null())
        .filter(agent::Column::DisabledAt.is_null())
        .order_by_asc(staff::Column::Id);
    let rows: Vec<StaffRow> = scope.all_as(asking(select, "staff")).await?;
    let cabinet = |row: &StaffRow| Cabinet {
        guard: Guard::Agent,
        agent_id: AgentId(row.agent_id),
        agent_name: row.agent_name.clone(),
        staff_id: Some(StaffId(row.id)),
        client_id: None,
        client_name: None,
        client_code: None,
        member_id: None,
    };
    let members = rows.iter().map(|row| Member {
        user_id: row.user_id,
        is_confirmed: row.confirmed_at.is_some(),
        cabinet: cabinet(row),
        asked: row.asked,
    });
    Ok(members.collect())
}

async fn client_cabinets(scope: &impl Rows, who: Who<'_>) -> Result<Vec<Member>, DbErr> {
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
        .filter(who.condition(client_member::Column::UserId))
        .filter(client_member::Column::DisabledAt.is_null())
        .filter(client::Column::DisabledAt.is_null())
        .filter(agent::Column::DisabledAt.is_null())
        .order_by_asc(client_member::Column::Id);
    let rows: Vec<MemberRow> = scope.all_as(asking(select, "client_members")).await?;
    let cabinet = |row: &MemberRow| Cabinet {
        guard: Guard::Client,
        agent_id: AgentId(row.agent_id),
        agent_name: row.agent_name.clone(),
        staff_id: None,
        client_id: Some(ClientId(row.client_id)),
        client_name: Some(row.client_name.clone()),
        client_code: Some(row.client_code.clone()),
        member_id: Some(MemberId(row.id)),
    };
    let members = rows.iter().map(|row| Member {
        user_id: row.user_id,
        is_confirmed: row.confirmed_at.is_some(),
        cabinet: cabinet(row),
        asked: row.asked,
    });
    Ok(members.collect())
}
